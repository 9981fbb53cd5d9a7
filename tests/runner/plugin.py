"""Pytest plugin of the runner: whole modules to each process, selected long tests, a deadline and a results file.

`./run test` loads it by `-p tests.runner.plugin`; pytest alone does not need it.
"""

import json
import random
import re
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

DURATIONS = Path(__file__).with_name("durations.json")
#: Estimate for a module without a recorded duration, in seconds a test.
UNKNOWN = 0.3
OUT_OF_TIME = "no time left for long tests"
LONG_TESTS = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("runner")
    group.addoption("--results", metavar="FILE", help="write the results of all tests to FILE as JSON")
    group.addoption("--long-files", metavar="FILE", help="run the long tests only of the files that FILE lists")
    group.addoption("--repeat", metavar="TIMES", type=int, default=1, help="run each test so often")
    group.addoption("--random-order", metavar="SEED", type=int, help="modules and tests in random order")
    group.addoption("--long-until", metavar="EPOCH", type=float, help="start no long test after this time")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("results") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(config.getoption("results"))))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = [item for item in items if item.get_closest_marker("long")]
    for item in long:
        item.user_properties.append(("long", True))
    config.stash[LONG_TESTS] = len(long)
    if listed := config.getoption("long_files"):
        selected = set(json.loads(Path(listed).read_text()))
        left_out = [item for item in long if file_of(item.nodeid) not in selected]
        config.hook.pytest_deselected(items=left_out)
        remaining = set(items) - set(left_out)
        items[:] = [item for item in items if item in remaining]
    if (seed := config.getoption("random_order")) is not None:
        _random_order(items, seed)
    else:
        _longest_first(items)


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if (times := metafunc.config.getoption("repeat")) > 1:
        metafunc.fixturenames.append("repetition")
        metafunc.parametrize("repetition", range(times), ids=[f"repetition{number}" for number in range(times)])


@pytest.fixture
def repetition() -> int:
    """The number of the repetition, set by --repeat."""
    return 0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    until = item.config.getoption("long_until")
    if until and time.time() > until and item.get_closest_marker("long"):
        pytest.skip(OUT_OF_TIME)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["long_tests"] = session.config.stash.get(LONG_TESTS, 0)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    config.option.loadscopereorder = False
    return WholeModules(config, log)


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def group_of(nodeid: str) -> str:
    """Return the group of a node id that pytest-xdist marked with one (`…@group`), else ""."""
    return nodeid.rpartition("@")[2] if nodeid.rfind("@") > nodeid.rfind("]") else ""


def without_group(nodeid: str) -> str:
    group = group_of(nodeid)
    return nodeid.removesuffix("@" + group) if group else nodeid


class WholeModules(LoadScopeScheduling):
    """Give each process a whole module or `xdist_group` at a time, so that module fixtures are built once.

    The repetitions of a module are modules here.
    """

    def _split_scope(self, nodeid: str) -> str:
        repetition = re.search(r"repetition\d+", nodeid)
        return (group_of(nodeid) or file_of(nodeid)) + (repetition[0] if repetition else "")


def _longest_first(items: list[pytest.Item]) -> None:
    """Sort whole modules and groups by recorded duration, so that no long one is left for the end."""
    recorded = json.loads(DURATIONS.read_text()) if DURATIONS.exists() else {}
    unit_of: dict[pytest.Item, str] = {}
    estimates: dict[str, float] = defaultdict(float)
    for item in items:
        marker = item.get_closest_marker("xdist_group")
        unit_of[item] = marker.args[0] if marker else file_of(item.nodeid)
        estimates[unit_of[item]] += UNKNOWN
    estimates |= {unit: seconds for unit, seconds in recorded.items() if unit in estimates}
    items.sort(key=lambda item: (-estimates[unit_of[item]], unit_of[item]))


def _random_order(items: list[pytest.Item], seed: int) -> None:
    """Shuffle modules, and the tests inside each, in the same way in every process."""
    chance = random.Random(seed)
    modules: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        modules[file_of(item.nodeid)].append(item)
    shuffled = list(modules.values())
    chance.shuffle(shuffled)
    for module in shuffled:
        chance.shuffle(module)
    items[:] = [item for module in shuffled for item in module]


class Recorder:
    """Collects the reports of all processes and writes them when the session ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tests: dict[str, dict[str, Any]] = {}
        self.broken: list[str] = []
        self.long_tests = 0

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.broken.append(f"{report.nodeid}: {report.longreprtext}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties = dict(report.user_properties)
        test = self.tests.setdefault(
            without_group(report.nodeid), {"outcome": "passed", "seconds": 0.0, "long": False, "text": "", "unit": ""}
        )
        test["seconds"] += report.duration
        test["long"] = test["long"] or properties.get("long", False)
        test["unit"] = group_of(report.nodeid) or file_of(report.nodeid)
        if report.failed:
            test["outcome"], test["text"] = "failed", test["text"] or report.longreprtext
        elif report.skipped and test["outcome"] == "passed":
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            test["outcome"] = "out of time" if OUT_OF_TIME in reason else "skipped"

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", None) or {}
        self.long_tests = max(self.long_tests, output.get("long_tests", 0))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        results = {
            "exit": int(exitstatus),
            "broken": self.broken,
            "long_tests": max(self.long_tests, session.config.stash.get(LONG_TESTS, 0)),
            "tests": self.tests,
        }
        self.path.write_text(json.dumps(results))

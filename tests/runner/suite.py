"""One run of the whole suite, the reruns of failed tests, and the summary."""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.paths import ROOT
from tests.runner import impact

#: No long test starts later than this many seconds after the run began.
BUDGET = 70 * 60
#: A failed test is rerun at most this often, and no test at all if more than MOST_RERUN failed.
RERUNS = 2
MOST_RERUN = 25
PROCESSES = 4


@dataclass(slots=True)
class Results:
    """Results of one session of pytest, by node id."""

    exit: int
    broken: list[str] = field(default_factory=list)
    long_tests: int = 0
    tests: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def failed(self) -> list[str]:
        return [name for name, test in self.tests.items() if test["outcome"] == "failed"]

    def names(self, outcome: str) -> list[str]:
        return [name for name, test in self.tests.items() if test["outcome"] == outcome]

    def seconds(self, *, long: bool) -> float:
        return sum(test["seconds"] for test in self.tests.values() if test["long"] == long)


def pytest_session(*arguments: str, environment: dict[str, str] | None = None, quiet: bool = False) -> Results:
    """Run pytest in a new process and return its results."""
    with tempfile.TemporaryDirectory(prefix="tavleya-results-") as folder:
        path = Path(folder) / "results.json"
        command = [sys.executable, "-m", "pytest", "-p", "tests.runner.plugin", f"--results={path}", *arguments]
        output = subprocess.DEVNULL if quiet else None
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **(environment or {})}, check=False, stdout=output, stderr=output
        )
        if not path.exists():
            return Results(done.returncode or 1, [f"pytest ended with {done.returncode} and left no results"])
        return Results(**json.loads(path.read_text()))


def processes() -> int:
    return min(PROCESSES, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def run(
    began: float, names: list[str], *, long: bool, selection: impact.Selection | None, record: bool, seed: int | None
) -> int:
    """Run the suite, rerun failures, print the summary; return the exit status."""
    if long:
        os.environ["TAVLEYA_LONG_TESTS"] = "1"
    workers = processes()
    arguments = ["-n", str(workers), "--dist", "loadgroup", f"--long-until={began + BUDGET}"]
    if seed is not None:
        arguments.append(f"--random-order={seed}")
    with tempfile.TemporaryDirectory(prefix="tavleya-selection-") as folder:
        if selection is not None and not selection.everything:
            listed = Path(folder) / "long.json"
            listed.write_text(json.dumps(sorted(selection.files)))
            arguments.append(f"--long-files={listed}")
        environment = impact.recording() if record else {}
        if record:
            arguments += ["-p", "tests.runner.recording"]
        results = pytest_session(*arguments, *names, environment=environment)
    unsteady, failed = rerun(results)
    if record and not results.broken:
        impact.record(results.tests, selection)
    return report(began, results, selection, unsteady, failed, workers)


def rerun(results: Results) -> tuple[list[str], list[str]]:
    """Run each failed test alone in a new process; return those that passed then, and those that never did."""
    failed = results.failed
    if not failed or len(failed) > MOST_RERUN:
        return [], failed
    unsteady = []
    for name in failed:
        for _ in range(RERUNS):
            print(f"rerun: {name}", flush=True)
            second = pytest_session("-n0", "-q", name)
            if second.exit == 0 and second.names("passed") == [name]:
                unsteady.append(name)
                break
    return unsteady, [name for name in failed if name not in unsteady]


def report(
    began: float,
    results: Results,
    selection: impact.Selection | None,
    unsteady: list[str],
    failed: list[str],
    workers: int,
) -> int:
    """Print what was left out, was unsteady or failed, and the line of the gate; return the exit status.

    Seconds of the short and the long tests are those of all processes divided by their number.
    """
    run_long = [
        name
        for name, test in results.tests.items()
        if test["long"] and test["outcome"] not in ("out of time", "skipped")
    ]
    if selection is not None:
        print(selection.text())
    if late := results.names("out of time"):
        print(f"no time left for {len(late)} long tests:", *(f"    {name}" for name in late), sep="\n")
    if unsteady:
        print(f"unsteady: {len(unsteady)}")
        for name in unsteady:
            print(f"--- {name}\n{results.tests[name]['text']}")
    for text in results.broken:
        print(f"not collected: {text}")
    if failed:
        print(f"failed: {len(failed)}", *(f"    {name}" for name in failed), sep="\n")
    short, long = (results.seconds(long=is_long) / workers for is_long in (False, True))
    skipped_long = sum(test["long"] and test["outcome"] == "skipped" for test in results.tests.values())
    total = results.long_tests - skipped_long
    print(
        f"gate: short {short:.0f} s, long {len(run_long)} of {total} in {long:.0f} s, "
        f"unsteady {len(unsteady)}, total {time.time() - began:.0f} s",
        flush=True,
    )
    # A session that fails without a failed test has ended for another reason, and no rerun can clear that.
    unexplained = results.exit not in (0, 1) or (results.exit == 1 and not results.failed)
    return 1 if failed or results.broken or unexplained else 0

"""Pytest plugin of `./run test --record`: which source files and templates each long test module executes.

Coverage runs with one context per test module, of those that have long tests. Each process writes
`reach-<process>.json` to TAVLEYA_RECORD.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest
from django.test.signals import template_rendered

from tests.paths import PACKAGES, ROOT
from tests.runner.plugin import file_of

FOLDER = Path(os.environ["TAVLEYA_RECORD"])
SOURCES = (*PACKAGES, "deploy", "tests")
_context = ""
_reached: dict[str, set[str]] = defaultdict(set)
_started_programs: set[str] = set()
_with_long_tests: set[str] = set()
_coverage = coverage.Coverage(
    data_file=str(FOLDER / f"coverage-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"),
    source=[str(ROOT / source) for source in SOURCES], config_file=False, messages=False,
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    sys.addaudithook(_note_programs)
    template_rendered.connect(_note_template)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    _with_long_tests.update(file_of(item.nodeid) for item in items if item.get_closest_marker("long"))


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer() -> bool:
    """Set no timer: its signal can interrupt coverage while it holds a lock, which hangs the run."""
    return True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    global _context
    module = file_of(item.nodeid)
    if module != _context:
        if _context in _with_long_tests:
            _coverage.stop()
        _context = module
        if module in _with_long_tests:
            _coverage.start()
            _coverage.switch_context(module)
    return (yield)


def pytest_sessionfinish() -> None:
    if _context in _with_long_tests:
        _coverage.stop()
    _coverage.save()
    data = _coverage.get_data()
    for file in data.measured_files():
        path = str(Path(file).relative_to(ROOT))
        for contexts in data.contexts_by_lineno(file).values():
            for context in contexts:
                _reached[context].add(path)
    _reached.pop("", None)
    result = {
        "reach": {module: sorted(paths) for module, paths in _reached.items()},
        "programs": sorted(_started_programs),
    }
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    (FOLDER / f"reach-{worker}.json").write_text(json.dumps(result))


def _note_template(template: Any, **_: object) -> None:
    origin = getattr(getattr(template, "origin", None), "name", "")
    if origin.startswith(str(ROOT)):
        _reached[_context].add(str(Path(origin).relative_to(ROOT)))


def _note_programs(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("subprocess.Popen", "os.posix_spawn") and "playwright" not in str(arguments[0]):
        _started_programs.add(_context)

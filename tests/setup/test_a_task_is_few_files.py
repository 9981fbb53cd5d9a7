"""Common tasks of a contributor touch few files, and those files are enough."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

from tests.house.__main__ import imports_in_circles, imports_up, re_exporting_packages
from tests.house.tasks import TASKS, Task, TaskFailed, perform
from tests.paths import PACKAGES


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The place of the copies, whose bytecode goes afterwards."""
    place = tmp_path_factory.mktemp("project")
    yield place
    if sys.pycache_prefix:
        shutil.rmtree(Path(sys.pycache_prefix) / place.relative_to("/"), ignore_errors=True)


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_is_done_by_few_files(task: Task, folder: Path) -> None:
    perform(task, folder)
    assert len(task.touched) <= task.most, sorted(task.touched)


@pytest.mark.long
def test_a_task_whose_test_fails_is_noticed(folder: Path) -> None:
    wrong = Task(name="nothing", most=0, test="def test_nothing():\n    assert False\n")
    with pytest.raises(TaskFailed, match="nothing"):
        perform(wrong, folder)


def test_imports_that_point_up_and_circles_are_found() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in (
        ("games.play", "tournaments.rounds"), ("tournaments.rounds", "games.play"),
        ("entries.fees", "venue.tables"), ("games.one.a", "games.two.b"), ("games.two.b", "games.one.a"),
    ):  # fmt: skip
        graph.add_import(importer=importer, imported=imported)
    for package in ("games", "games.one", "games.two", "tournaments", "entries", "venue"):
        graph.add_module(package)
    assert imports_up(graph) == [("entries.fees", "venue.tables"), ("games.play", "tournaments.rounds")]
    assert len(list(imports_in_circles(graph))) == 1


def test_no_import_points_up_and_no_package_passes_names_on() -> None:
    graph = grimp.build_graph(*PACKAGES)
    assert imports_up(graph) == [] == list(imports_in_circles(graph)) + list(re_exporting_packages(graph))

"""Common tasks of a contributor touch few files, and those files are enough."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

from tavleya.rules.registry import SPECS
from tests.house.__main__ import imports_in_circles, imports_up, re_exporting_packages
from tests.house.tasks import TASKS, Task, TaskFailed, perform
from tests.paths import PACKAGES
from tests.setup.project_files import project_files, text_of


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


# Few places ask which system or which game it is.


#: A comparison with a format by name, or a mention of a named system.
ASKS = re.compile(
    r"\bFormat\.[A-Z]|\bis_swiss\b|\bis_team\b|\b(?i:keizer|double_swiss|scheveningen)(?=[\"'_.,(\]:]|\b)"
    r"|\.format (==|!=|in|not in) "
)
#: The packages of the systems, and of made-up tournaments.
OWN = ("tavleya/pairing/", "tournaments/systems/", "portal/demo/")
PARTS = (*PACKAGES, "templates")
MOST = 12


def code_of(text: str) -> list[str]:
    """Return the lines of a text without docstrings and comments."""
    without = re.sub(r'"""(?:.|\n)*?"""', lambda match: "\n" * match.group().count("\n"), text)
    return [line.split("  # ")[0] for line in without.splitlines() if not line.lstrip().startswith("#")]


def test_few_places_ask_which_system_it_is():
    for branch in ("if section.kind is Format.KNOCKOUT:", 'if section.format == "swiss":', "by = {'keizer': 1}"):
        assert ASKS.search(branch)
    places = [
        f"{path}:{number}: {line.strip()}"
        for path in project_files()
        if path.parts[0] in PARTS and path.suffix in (".py", ".html") and "migrations" not in path.parts
        if not str(path).startswith(OWN)
        for number, line in enumerate(code_of(text_of(path)), start=1)
        if ASKS.search(line)
    ]
    assert len(places) <= MOST, "\n".join(places)


_KEYS = "|".join(SPECS)
_NAMED = re.compile(rf"[\"'](?:{_KEYS})[\"']")
#: The games' packages and their notations; law books and presets are data; scripts play particular games.
_OWN = re.compile(
    rf"tavleya/rules/(?:{_KEYS}|pgn|pdn)/|tavleya/law/books/|tournaments/presets\.py|docs/examples/|tests/|benchmarks/|portal/demo/|arbiter/rehearsal/|.*/migrations/"
)


def test_few_places_outside_a_games_own_package_name_a_game() -> None:
    places = [
        f"{path}:{number}: {line.strip()}"
        for path in project_files()
        if path.suffix in (".py", ".html", ".js") and not _OWN.match(path.as_posix())
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if _NAMED.search(line)
    ]
    assert len(places) <= MOST, "\n".join(places)


def test_every_game_has_its_own_record() -> None:
    assert all(spec.rules().game == spec.game == game for game, spec in SPECS.items())

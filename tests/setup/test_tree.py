"""Rules for every file of the project."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from tavleya.law import library
from tests.house.measure import BUDGET, complaints_of, measured
from tests.house.size import statements
from tests.paths import PACKAGES
from tests.setup.project_files import ROOT, project_files, text_of

LONGEST = 500  # lines; past that a file holds more than one idea

# Each machine chooses its own source of packages.
DOWNLOAD_ADDRESS = re.compile(
    r"""--(extra-)?index-url|--find-links|^\s*registry\s*=|"resolved":\s*"http|source\s*=\s*\{\s*registry"""
    r"""|https?://[^\s"'>)]+\.(whl|tar\.gz|tgz|crate|deb)\b""",
    re.MULTILINE,
)
THIS_FILE = Path(__file__).resolve().relative_to(ROOT)


def test_no_file_names_a_place_to_download_from():
    places = {
        f"{path}: {match.group(0)}"
        for path in project_files()
        if path != THIS_FILE and (match := DOWNLOAD_ADDRESS.search(text_of(path)))
    }
    assert not places


@pytest.mark.parametrize("folder", [ROOT, Path.home()], ids=["checkout", "home"])
def test_no_file_names_a_folder_of_this_machine(folder):
    if len(folder.parts) < 3:
        pytest.skip(f"{folder} is too short to be told from a word")
    assert not [str(path) for path in project_files() if f"{folder}/" in text_of(path)]


def test_python_files_stay_short_enough_to_hold_one_idea():
    long = {
        str(path): lines
        for path in project_files()
        if path.suffix == ".py" and "migrations" not in path.parts
        if "Made by `manage.py write_client`" not in text_of(path).partition("\n")[0]
        if (lines := text_of(path).count("\n")) > LONGEST
    }
    assert not long


def test_every_package_is_checked_installed_and_shipped():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    contracts = {contract["name"]: contract for contract in project["importlinter"]["contracts"]}
    layers = [app.strip() for layer in contracts["The layers of the apps"]["layers"] for app in layer.split("|")]
    circles = contracts["Siblings of a package do not import in circles"]["ancestors"]
    warned = re.search(r"\((.+)\)", project["pytest"]["ini_options"]["filterwarnings"][0]).group(1)
    shipped = re.findall(r"^!(\w+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    packages = sorted(PACKAGES)
    assert sorted(layers) == sorted(circles) == sorted(project["importlinter"]["root_packages"]) == packages
    assert sorted(project["coverage"]["run"]["source"]) == sorted(warned.split("|")) == packages
    assert set(packages) <= set(project["mypy"]["files"]) & set(shipped)
    assert set(packages) - {"tavleya"} <= set(settings.INSTALLED_APPS)


def articles_marked_in(source: str) -> set[str]:
    """Return the arguments of every `pytest.mark.article(...)` in a module."""
    return {
        argument.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.article", "mark.article")
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }


def in_a_book(id_: str) -> bool:
    """Return whether any edition of the laws of the game has an article such as `tavreli:7.4`."""
    game, _, number = id_.partition(":")
    return any(book.game == game and number in book.articles for book in library.current().books.values())


@pytest.mark.long
def test_every_marked_article_is_an_article_of_the_laws():
    """Each is in the list, or in some edition of the game's laws."""
    listed = set((ROOT / "tests" / "data" / "articles.txt").read_text().split())
    unknown = {
        str(path): sorted(strange)
        for path in project_files()
        if path.parts[0] == "tests" and path.suffix == ".py"
        if (strange := {id_ for id_ in articles_marked_in(text_of(path)) - listed if not in_a_book(id_)})
    }
    assert not unknown


def test_the_list_of_articles_names_each_once():
    articles = (ROOT / "tests" / "data" / "articles.txt").read_text().split()
    assert len(articles) == len(set(articles)) > 100


# The size of the project and its unclear names stay within the budget, as `./run lint` checks too.


@pytest.mark.long
def test_sizes_are_within_the_budget_and_savings_are_recorded():
    assert complaints_of(measured(), tomllib.loads(BUDGET.read_text())) == []


@pytest.mark.parametrize(("today", "complains"), [(101, True), (100, False), (98, False), (97, True)])
def test_a_figure_may_be_at_most_two_percent_below_its_budget(today: int, complains: bool):
    assert bool(complaints_of({"modules": {"api": today}}, {"modules": {"api": 100}})) is complains
    assert complaints_of({"modules": {"api": 1}}, {"modules": {}}) == ["modules of api: measured 1, budget None"]
    assert statements('"""Module."""\n\n\ndef f():\n    """F."""\n    return (\n        1\n    )\n') == 2

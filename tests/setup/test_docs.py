"""Docs agree with the code, and their links work."""

import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from games.management.commands.write_permissions import table
from tests.paths import PACKAGES, ROOT
from tests.setup.project_files import project_files

AT_THE_TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [
    page
    for page in sorted(project_files())
    if page.suffix == ".md" and page.parts[0] in (*AT_THE_TOP, "docs", "tavleya")
]
LONGEST_PICTURE = 250 * 1024  # bytes: a page of the documentation is read on telephones too
NAMED = (*PACKAGES, "benchmarks", "tests")
OF_DJANGO = {"migrate", "makemigrations", "check"}  # those of others that the pages name


def without_code(text: str) -> str:
    """Return the text of a page without its fenced, indented and inline code, which has no links or headings."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(?: {4}|\t).*$", "", text, flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "", text)


def links_of(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", without_code(text))


def anchors_of(text: str) -> set[str]:
    """Return the anchors of the headings: words in lower case, joined with hyphens; repeated anchors are numbered."""
    result: dict[str, int] = {}
    anchors = set()
    fenced = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", fenced, flags=re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        times = result.get(anchor, 0)
        result[anchor] = times + 1
        anchors.add(f"{anchor}-{times}" if times else anchor)
    return anchors


def broken_links(page: Path, text: str) -> Iterator[str]:
    for link in links_of(text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page.parent / path).resolve() if path else (ROOT / page).resolve()
        inside = target.is_relative_to(ROOT) and target.exists()
        if not inside or (anchor and anchor not in anchors_of(target.read_text("utf-8") if path else text)):
            yield link


def test_the_page_of_permissions_is_up_to_date() -> None:
    assert (ROOT / "docs" / "permissions.md").read_text() == table()


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(page: Path) -> None:
    assert not list(broken_links(page, (ROOT / page).read_text("utf-8")))


def test_a_link_to_nowhere_is_found() -> None:
    text = "# One two\n[a](#one-two) [b](#three) [c](README.md#no-such) [d](nothing.md) `[e](gone.md)`\n"
    assert list(broken_links(Path("docs/README.md"), text)) == ["#three", "README.md#no-such", "nothing.md"]


def test_every_page_is_reached_from_the_first_one() -> None:
    reached, ahead = set(), [Path("README.md")]
    while ahead:
        page = ahead.pop()
        if page in reached:
            continue
        reached.add(page)
        for link in links_of((ROOT / page).read_text("utf-8")):
            target = (ROOT / page.parent / link.partition("#")[0]).resolve()
            if target.suffix == ".md" and target.exists():
                ahead.append(target.relative_to(ROOT))
    assert {page for page in PAGES if page.parent.name != "decisions"} <= reached


def test_pictures_are_small_and_every_one_is_shown() -> None:
    pictures = {path for path in project_files() if path.parts[:2] == ("docs", "img")}
    assert pictures
    assert not [str(path) for path in pictures if (ROOT / path).stat().st_size > LONGEST_PICTURE]
    paths = {
        (ROOT / page.parent / link).resolve() for page in PAGES for link in links_of((ROOT / page).read_text("utf-8"))
    }
    assert {ROOT / path for path in pictures} <= paths


def test_the_list_of_commands_is_whole_and_every_command_named_is_there() -> None:
    listed = set(re.findall(r"^\| `(\w+)", (ROOT / "docs" / "commands.md").read_text("utf-8"), re.MULTILINE))
    commands = get_commands()
    names = {name for name, app in commands.items() if app.partition(".")[0] in PACKAGES}
    assert listed == names
    named = {
        name
        for page in PAGES
        for name in re.findall(r"manage\.py ([a-z_][a-z_0-9]+)", (ROOT / page).read_text("utf-8"))
    }
    assert named <= names | OF_DJANGO
    for name in names:
        load_command_class(commands[name], name).create_parser("manage.py", name)


def test_every_setting_from_the_environment_is_explained() -> None:
    settings = "".join(path.read_text("utf-8") for path in (ROOT / "config").glob("*.py"))
    read = set(re.findall(r"""env\.\w+\(\s*"([A-Z_]+)\"""", settings))
    explained = (ROOT / "docs" / "running.md").read_text("utf-8")
    assert len(read) > 10
    assert not {name for name in read if f"`{name}`" not in explained}


def names_of_code(text: str) -> set[str]:
    """Return inline code that is a name in one of our packages (`tavleya.record.fold`), a path, or a file."""
    quoted = re.findall(r"`([^`\n]+)`", re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL))
    dotted = {item for item in quoted if re.fullmatch(rf"(?:{'|'.join(NAMED)})(?:\.\w+)+(?<!\.csv)", item)}
    paths = {
        item
        for item in (word for name in quoted for word in name.split())
        if re.fullmatch(rf"(?:{'|'.join((*NAMED, 'docs', 'locale', 'static', 'templates'))})/[\w./-]*", item)
    }
    return dotted | paths | {item for item in quoted if re.fullmatch(r"\w+\.py", item)}


def is_there(name: str, files: set[str]) -> bool:
    """`files`: the last names of the files of the project."""
    if "/" in name:
        return (ROOT / name).exists()
    if name in files:
        return True
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_name_of_the_code_is_one_that_there_is(page: Path) -> None:
    files = {path.name for path in project_files()}
    named = names_of_code((ROOT / page).read_text("utf-8"))
    assert not {name for name in named if not is_there(name, files)}


def test_a_name_that_is_gone_is_found() -> None:
    text = (
        "`tavleya.record.acts` `tavleya.record.fold.fold` `tavleya/rules/` `tavleya/rules/gone.py` `gone.py` `fold.py`"
    )
    files = {path.name for path in project_files()}
    names = {name for name in names_of_code(text) if not is_there(name, files)}
    assert names == {"tavleya.record.acts", "tavleya/rules/gone.py", "gone.py"}

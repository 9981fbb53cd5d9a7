"""Docs agree with the code, and their links work."""

import ast
import json
import pkgutil
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from games.management.commands.write_permissions import table
from tests.paths import DATA, PACKAGES, ROOT
from tests.setup.project_files import project_files
from upkeep.management.commands import vcl4thp
from upkeep.management.commands.vcl4thp import SKIPPED, YES, Question, as_installed, read, summary

AT_THE_TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [
    page
    for page in sorted(project_files())
    if page.suffix == ".md" and page.parts[0] in (*AT_THE_TOP, "docs", "tavleya")
]
LONGEST_PICTURE = 250 * 1024  # bytes: a page of the documentation is read on telephones too
NAMED = (*PACKAGES, "benchmarks", "tests")
_MARKS = re.compile(r"mark\.article\(([^)]*)\)")
OF_DJANGO = {"migrate", "makemigrations", "check"}  # commands of Django that the pages name


def without_code(text: str) -> str:
    """Return the text of a page without its fenced, indented and inline code, which has no links or headings."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(?: {4}|\t).*$", "", text, flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "", text)


def links_of(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", without_code(text))


def anchors_of(text: str) -> set[str]:
    """Return the anchors of the headings: words in lower case, joined with hyphens; repeated anchors are numbered."""
    counts: dict[str, int] = {}
    anchors = set()
    fenced = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", fenced, flags=re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        times = counts.get(anchor, 0)
        counts[anchor] = times + 1
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
        word
        for name in quoted
        for word in name.split()
        if re.fullmatch(rf"(?:{'|'.join((*NAMED, 'docs', 'locale', 'static', 'templates'))})/[\w./-]*", word)
    }
    return dotted | paths | {item for item in quoted if re.fullmatch(r"\w+\.py", item)}


def is_there(name: str, files: set[str]) -> bool:
    """Return whether the name exists; `files`: the last names of the files of the project."""
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


# docs/security.md answers each requirement of ASVS 5.0.0, levels 1 and 2, once, and names existing tests.


DOCUMENT = ROOT / "docs" / "security.md"
# The requirements of levels 1 and 2 by section; those of level 3 alone are left out.
LAST = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1
5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1
8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3
12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
17.1:1 17.2:4 17.3:2
"""
REQUIREMENTS = [
    f"{section}.{number}"
    for section, last in (part.split(":") for part in LAST.split())
    for number in range(1, int(last) + 1)
]


def answers() -> dict[str, tuple[str, str]]:
    """Return by number: yes, no or n/a, and the test or the reason."""
    result: dict[str, tuple[str, str]] = {}
    for line in DOCUMENT.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.match(r"\d", cells[0]):
            for number in cells[0].split(", "):
                assert number not in result, f"{number} is answered twice"
                result[number] = (cells[2], cells[3])
    return result


def test_every_requirement_has_an_answer_with_its_ground() -> None:
    result = answers()
    assert len(REQUIREMENTS) == 253
    assert list(result) and set(result) == set(REQUIREMENTS)
    assert {answer for answer, _ in result.values()} <= {"yes", "no", "n/a"}
    assert [number for number, (_, ground) in result.items() if not ground] == []


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", DOCUMENT.read_text())
    assert len(named) > 60
    missing = [
        (path, name)
        for path, name in named
        if not (ROOT / path).exists() or (name and f"def {name}(" not in (ROOT / path).read_text())
    ]
    assert missing == []


# FIDE's checklist for tournament programs: every question answered, every claim shown by existing tests.


QUESTIONS = read()


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(stmt.name for stmt in tree.body if isinstance(stmt, ast.FunctionDef))


def path_through_answers(questions: Sequence[Question]) -> list[int]:
    """Return the numbers of the questions to which the answers lead, in order."""
    following = {question.number: question.outcome.next for question in questions}
    path: list[int] = []
    number = 1
    while number in following:
        path.append(number)
        number = following[number]
    return path


def claims_something(question: Question) -> bool:
    """Return whether the other answer would have brought a penalty or a failure."""
    other = question.no if question.answer == YES else question.yes
    claimed = bool(other.penalty or other.fails)
    return question.answer != SKIPPED and claimed and not question.fails and not question.penalty


def test_all_225_are_there_in_order() -> None:
    assert [question.number for question in QUESTIONS] == list(range(1, 226))
    assert all(question.asks.endswith("?") or ":" in question.asks or "(" in question.asks for question in QUESTIONS)


@pytest.mark.parametrize("questions", [QUESTIONS, as_installed(QUESTIONS)], ids=["operated", "fresh"])
def test_exactly_those_are_answered_that_the_answers_lead_to(questions: Sequence[Question]) -> None:
    answered = [question.number for question in questions if question.answer != SKIPPED]
    assert path_through_answers(questions) == answered


def test_whatever_would_have_cost_something_is_shown_by_a_test() -> None:
    assert [question.number for question in QUESTIONS if claims_something(question) and not question.evidence] == []


def test_every_test_that_is_named_as_evidence_exists() -> None:
    named = {id_ for question in QUESTIONS for id_ in question.evidence}
    assert len(named) > 100
    assert [id_ for id_ in sorted(named) if id_.split("::")[1] not in names_in(id_.split("::")[0])] == []


def test_every_article_of_the_laws_has_a_marked_test() -> None:
    marks = [mark for module in ROOT.glob("tests/**/test_*.py") for mark in _MARKS.findall(module.read_text())]
    assert set((DATA / "articles.txt").read_text().split()) - set(re.findall(r'"(.+?)"', "".join(marks))) == set()


def test_the_command_counts_failures_and_penalties_last_and_its_page_has_a_row_for_each_question(capsys) -> None:
    call_command("vcl4thp")
    *_, last = capsys.readouterr().out.splitlines()
    assert last == summary(QUESTIONS)
    assert last.startswith("vcl4thp: 225 answered, ")
    call_command("vcl4thp", "--json")
    text, last = capsys.readouterr().out.rsplit("]", 1)
    listed = json.loads(text + "]")
    failures, penalty = (sum(item[name] for item in listed) for name in ("fails", "penalty"))
    assert last.strip().startswith(f"vcl4thp: 225 answered, {failures} failures, {penalty} %; fresh: ")
    call_command("vcl4thp", "--page")
    page = capsys.readouterr().out
    assert summary(QUESTIONS) in page
    _, *rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert all(question.asks in row for question, row in zip(QUESTIONS, rows, strict=True))


def test_evidence_that_does_not_hold_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        ran.append(command)
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(vcl4thp.subprocess, "run", run)
    with pytest.raises(CommandError):
        call_command("vcl4thp", "--check")
    assert set(ran[0]) >= {id_ for question in QUESTIONS for id_ in question.evidence}

"""FIDE's checklist for tournament programs: every question answered, every claim shown by existing tests."""

import ast
import json
from collections.abc import Sequence
from functools import cache

import pytest
from django.core.management import CommandError, call_command

from tests.setup.project_files import ROOT
from upkeep.management.commands import vcl4thp
from upkeep.management.commands.vcl4thp import SKIPPED, YES, Question, as_installed, read, summary

QUESTIONS = read()


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(stmt.name for stmt in tree.body if isinstance(stmt, ast.FunctionDef))


def path_through_answers(questions: Sequence[Question]) -> list[int]:
    """The numbers of the questions that are asked, as the answers lead from one to the next."""
    by_number = {question.number: question for question in questions}
    requests: list[int] = []
    number = 1
    while number in by_number:
        requests.append(number)
        number = by_number[number].outcome.next
    return requests


def claims_something(question: Question) -> bool:
    """Whether another answer would have cost something."""
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


def test_every_test_that_is_named_exists() -> None:
    named = {id_ for question in QUESTIONS for id_ in question.evidence}
    assert len(named) > 100
    missing = [id_ for id_ in sorted(named) if id_.split("::")[1] not in names_in(id_.split("::")[0])]
    assert missing == []


def test_the_page_has_a_row_for_each_question(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("vcl4thp", "--page")
    page = capsys.readouterr().out
    assert summary(QUESTIONS) in page
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(QUESTIONS)
    assert all(question.asks in row for question, row in zip(QUESTIONS, rows[1:], strict=True))


def test_the_command_counts_failures_and_penalties_last(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("vcl4thp")
    *_, last = capsys.readouterr().out.splitlines()
    assert last == summary(QUESTIONS)
    assert last.startswith("vcl4thp: 225 answered, ")
    call_command("vcl4thp", "--json")
    text, last = capsys.readouterr().out.rsplit("]", 1)
    listed = json.loads(text + "]")
    failures, penalty = (sum(item[name] for item in listed) for name in ("fails", "penalty"))
    assert last.strip().startswith(f"vcl4thp: 225 answered, {failures} failures, {penalty} %; fresh: ")


def test_evidence_that_does_not_hold_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    class FailedProcess:
        returncode = 1

    def run(command: list[str], **_: object) -> FailedProcess:
        ran.append(command)
        return FailedProcess()

    monkeypatch.setattr(vcl4thp.subprocess, "run", run)
    with pytest.raises(CommandError):
        call_command("vcl4thp", "--check")
    assert set(ran[0]) >= {id_ for question in QUESTIONS for id_ in question.evidence}

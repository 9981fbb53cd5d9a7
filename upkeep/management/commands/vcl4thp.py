"""FIDE's checklist for tournament programs: each question with our answer and the tests that show it."""

import json
import os
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

SOURCE = Path(settings.BASE_DIR, "upkeep", "checklist", "questions.toml")
YES, NO, SKIPPED = "yes", "no", "skipped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effect of an answer: the `next` question, a `penalty` in per cent, or that the program `fails`."""

    next: int
    penalty: int = 0
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `answer` is yes, no, or skipped because of earlier answers; `fresh` that of a fresh installation.

    `part`: the penalty of a partly met requirement, instead of the full one. `evidence` are ids of tests.
    """

    number: int
    asks: str
    yes: Outcome
    no: Outcome
    answer: str
    fresh: str
    part: int | None = None
    evidence: tuple[str, ...] = ()
    note: str = ""

    @property
    def outcome(self) -> Outcome:
        return self.yes if self.answer == YES else self.no

    @property
    def penalty(self) -> int:
        if self.answer == SKIPPED:
            return 0
        return self.outcome.penalty if self.part is None else self.part

    @property
    def fails(self) -> bool:
        return self.answer != SKIPPED and self.outcome.fails

    def plain(self) -> dict[str, object]:
        """Return the question for programs."""
        return {
            "number": self.number,
            "asks": self.asks,
            "answer": self.answer,
            "fresh": self.fresh,
            "penalty": self.penalty,
            "fails": self.fails,
            "evidence": list(self.evidence),
            "note": self.note,
        }


def read(path: Path = SOURCE) -> tuple[Question, ...]:
    """Return the questions in order."""
    return tuple(_question(row) for row in tomllib.loads(path.read_text("utf-8"))["question"])


def _question(row: Mapping[str, Any]) -> Question:
    next_number = row["number"] + 1
    return Question(
        row["number"],
        row["asks"],
        Outcome(**{"next": next_number, **row.get("yes", {})}),
        Outcome(**{"next": next_number, **row.get("no", {})}),
        row["answer"],
        row.get("fresh", row["answer"]),
        row.get("penalty"),
        tuple(row.get("evidence", ())),
        row.get("note", ""),
    )


def as_installed(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Return the questions with the answers of a fresh installation."""
    return tuple(replace(question, answer=question.fresh) for question in questions)


def summary(questions: Sequence[Question]) -> str:
    """Return a summary: `vcl4thp: 225 answered, 0 failures, 25 %; fresh: 0 failures, 50 %`."""
    current, fresh = (
        f"{sum(question.fails for question in answers)} failures, {sum(question.penalty for question in answers)} %"
        for answers in (questions, as_installed(questions))
    )
    return f"vcl4thp: {len(questions)} answered, {current}; fresh: {fresh}"


# The checklist as a page of Markdown, such as an application for approval attaches.

_HEAD = """# FIDE's checklist for tournament programs

The Technical Commission judges a program by a checklist (VCL4THP; draft 13 of 25 August 2026). Its questions stand here
in our own words, with what Tavleya does in FIDE mode, what an answer costs, and the tests that show it. An answer is
free, costs a penalty in per cent, or fails; over 100 % fails too. *Not asked*: the answers before lead past the
question. Nobody but ourselves has checked these answers: the program is not endorsed by FIDE.

`manage.py vcl4thp --check` runs the tests, `--json` prints the answers for programs. The data are
`upkeep/checklist/questions.toml`; `--page` prints this page.

"""


def answer_of(question: Question) -> str:
    """Return the answer as text, with that of a fresh installation if it differs."""
    answer, fresh = ("not asked" if text == SKIPPED else text for text in (question.answer, question.fresh))
    return answer if answer == fresh else f"{answer} (fresh: {fresh})"


def page_of(questions: Sequence[Question]) -> str:
    lines = ["| | question | answer | costs | shown by |", "|---|---|---|---|---|"]
    lines += [_row(question) for question in questions]
    return f"{_HEAD}**{summary(questions)}**\n\n" + "\n".join(lines) + "\n"


def _row(question: Question) -> str:
    answer = answer_of(question)
    text = f"{answer}. {question.note}" if question.note else answer
    cost = "fails" if question.fails else f"{question.penalty} %" if question.penalty else ""
    evidence = "<br>".join(f"`{id_}`" for id_ in question.evidence)
    return f"| {question.number} | {question.asks} | {text} | {cost} | {evidence} |".replace("|  |", "| |")


class Command(BaseCommand):
    """Prints the questions; the last line counts failures and penalties."""

    help = "Print FIDE's checklist for tournament programs (VCL4THP) with our answers and the tests that show them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs")
        parser.add_argument("--check", action="store_true", help="run the tests that are named as evidence")
        parser.add_argument("--page", action="store_true", help="as a page of Markdown")

    def handle(self, *args: object, **options: Any) -> None:
        questions = read()
        if options["check"]:
            self._check(questions)
        if options["page"]:
            self.stdout.write(page_of(questions), ending="")
            return
        if options["json"]:
            self.stdout.write(json.dumps([question.plain() for question in questions], ensure_ascii=False, indent=1))
        else:
            for question in questions:
                self.stdout.write(_line(question))
        self.stdout.write(summary(questions))

    def _check(self, questions: Sequence[Question]) -> None:
        """Run the tests of the evidence. Raises: CommandError if a test is missing or fails."""
        tests = sorted({id_ for question in questions for id_ in question.evidence})
        command = [sys.executable, "-m", "pytest", "-q", *tests]
        # The tests choose their own settings, which those of this process would come before.
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        process = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False)  # noqa: S603 (ids of ours)
        if process.returncode:
            raise CommandError("The evidence does not hold: see the tests that failed or are missing.")
        self.stdout.write(f"{len(tests)} tests hold")


def _line(question: Question) -> str:
    cost = "FAILS" if question.fails else f"{question.penalty} %" if question.penalty else ""
    evidence = "".join(f"\n      {id_}" for id_ in question.evidence)
    note = f"\n      {question.note}" if question.note else ""
    return f"{question.number:>4}  {answer_of(question):<8} {cost:<6}{question.asks}{note}{evidence}"

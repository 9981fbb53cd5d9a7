"""FIDE's checklist for tournament programs: each question with our answer and the tests that show it."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from upkeep.checklist.questions import Question, answer_of, page_of, read, summary


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
        own = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        ran = subprocess.run(command, cwd=settings.BASE_DIR, env=own, check=False)  # noqa: S603 (ids of ours)
        if ran.returncode:
            raise CommandError("The evidence does not hold: see the tests that failed or are missing.")
        self.stdout.write(f"{len(tests)} tests hold")


def _line(question: Question) -> str:
    cost = "FAILS" if question.fails else f"{question.penalty} %" if question.penalty else ""
    text = "".join(f"\n      {id_}" for id_ in question.evidence)
    note = f"\n      {question.note}" if question.note else ""
    return f"{question.number:>4}  {answer_of(question):<8} {cost:<6}{question.asks}{note}{text}"

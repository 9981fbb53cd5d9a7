"""`manage.py verify_export FILE`: verify an exported record from the file alone, without any database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.record.ndjson import ExportCheck, verify


class Command(BaseCommand):
    help = "Verify an exported record from the file alone; exits with 1 if anything in it does not hold together."
    requires_system_checks: list[str] = []  # noqa: RUF012  (Django's own declaration)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, or - for standard input")
        parser.add_argument("--digest", help="the published last digest that the record must end with")

    def handle(self, *args: Any, **options: Any) -> None:
        checked = _checked(options["file"])
        for fault in checked.faults:
            self.stderr.write(f"line {fault.line}: {fault.message.code}: {fault.message}")
        if options["digest"] and options["digest"] != checked.digest:
            raise CommandError(f"The record ends with {checked.digest}, not with the digest given.")
        if checked.faults:
            raise CommandError("This record is not as it was written.")
        state = checked.state
        said = state.result.value if state and state.result else "no result"
        self.stdout.write(
            f"game {checked.key}: {checked.entries} entries, {checked.sheets} score sheets, {checked.rulings} rulings, "
            f"{checked.opened} sealed moves proved, {said}: all holds together; it ends with {checked.digest}."
        )


def _checked(name: str) -> ExportCheck:
    if name == "-":
        return verify(sys.stdin)
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            return verify(file)
    except OSError as problem:
        raise CommandError(f"{name} cannot be read: {problem.strerror}.") from None

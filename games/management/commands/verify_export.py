"""`manage.py verify_export FILE`: verify an exported record from the file alone, without any database."""

import gzip
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tavleya.record import ndjson

_GZIP = b"\x1f\x8b"


class Command(BaseCommand):
    help = "Verify an exported record from the file alone; exits with 1 if anything in it does not hold together."
    requires_system_checks: list[str] = []  # noqa: RUF012  (Django's own declaration)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, packed or not, or - for standard input")
        parser.add_argument("--digest", help="the published last digest that the record must end with")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with _open_lines(options["file"]) as lines:
                faults, digest, text = self._record(lines)
        except (OSError, EOFError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise CommandError(f"{options['file']} cannot be read: {reason}.") from None
        for fault in faults:
            self.stderr.write(fault)
        if options["digest"] and options["digest"] != digest:
            raise CommandError(f"It ends with {digest}, not with the digest given.")
        if faults:
            raise CommandError("This is not as it was written.")
        self.stdout.write(text)

    def _record(self, lines: Iterable[str]) -> tuple[list[str], str, str]:
        """Return the faults, the last digest, and the message for a faultless record."""
        checked = ndjson.verify(lines)
        state = checked.state
        result = state.result.value if state and state.result else "no result"
        faults = [f"line {fault.line}: {fault.message.code}: {fault.message}" for fault in checked.faults]
        text = (
            f"game {checked.key}: {checked.entries} entries, {checked.sheets} score sheets, {checked.rulings} rulings, "
            f"{checked.opened} sealed moves proved, {result}: all holds together; it ends with {checked.digest}."
        )
        return faults, checked.digest, text


@contextmanager
def _open_lines(name: str) -> Iterator[Iterator[str]]:
    if name == "-":
        yield iter(sys.stdin)
        return
    path = Path(name)
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    opened = gzip.open if packed else open
    with opened(path, "rt", encoding="utf-8", errors="replace", newline="\n") as lines:
        yield iter(lines)

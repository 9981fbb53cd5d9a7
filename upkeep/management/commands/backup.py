"""`manage.py backup`: database and photographs in one file, with digests."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from upkeep.backup.backups import back_up
from upkeep.backup.postgres import NoProgram


class Command(BaseCommand):
    help = "Write database and photographs into one file, and check every record; the service may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to", default="", help="the file; a folder for one with the time in its name; - for standard output"
        )

    def handle(self, *args: Any, to: str, **options: Any) -> None:
        path = None if to == "-" else _path(to)
        try:
            if path is None:
                summary = back_up(sys.stdout.buffer, self.stderr.write)
            else:
                # The file gets its name only once it is complete.
                part = path.with_name(f"{path.name}.part")
                with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                    summary = back_up(file, self.stderr.write)
                    os.fsync(file.fileno())
                part.replace(path)
        except (NoProgram, RuntimeError, OSError) as error:
            raise CommandError(f"No backup was made: {error}") from None
        counts = ", ".join(f"{number} {name}" for name, number in summary.counts.items())
        self.stderr.write(f"{path or 'standard output'}: {counts}")
        if summary.broken:
            raise CommandError(
                f"Backed up, but the records of these games are not as they were written: {summary.broken}"
            )


def _path(to: str) -> Path:
    path = Path(to or ".")
    return path / f"tavleya-{timezone.now():%Y-%m-%dT%H%M%SZ}.backup" if path.is_dir() else path

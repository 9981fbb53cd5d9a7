"""Import FIDE's rating list."""

import argparse
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ratings.services.rating_jobs import unpacked
from ratings.services.rating_list import import_rating_list
from tavleya.actors import Actor
from tavleya.errors import DomainError, ImportRefused
from tournaments.models.section import RatingKind


class Command(BaseCommand):
    help = "Replace the FIDE rating list (TXT or XML, or either in a zip)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--pace", choices=RatingKind.values, default="standard", help="the pace of a list with only one"
        )

    def handle(self, *, file: Path, pace: str, **_: Any) -> None:
        began = time.monotonic()
        try:
            with file.open("rb") as raw, unpacked(raw) as source:
                done = import_rating_list(
                    actor=Actor.of_system("rating list"),
                    now=timezone.now(),
                    source=source,
                    pace=pace,
                    filename=file.name,
                )
        except OSError as error:
            raise CommandError(f"{file}: {error}") from None
        except ImportRefused as error:
            texts = [f"line {problem.line}: {problem.message}" for problem in error.problems]
            raise CommandError("\n".join([str(error), *texts])) from None
        except DomainError as error:
            raise CommandError(str(error)) from None
        for problem in done.problems:
            self.stderr.write(f"line {problem.line}: {problem.message}" if problem.line else str(problem.message))
        self.stdout.write(f"{done.players} players, {done.skipped} lines passed over, {time.monotonic() - began:.1f} s")

"""`manage.py restore FILE`: replace all data with a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from upkeep.backup.backups import NotABackup, Refused, restore
from upkeep.backup.postgres import NoProgram


class Command(BaseCommand):
    help = "Restore a backup, bring it up to this version and check every record. Stop the service first."
    requires_migrations_checks = False
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="also where the database holds something already")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            summary = restore(file, replace=replace, say=self.stdout.write)
        except (Refused, NotABackup) as error:
            raise CommandError(str(error)) from None
        except (NoProgram, RuntimeError, OSError) as error:
            raise CommandError(f"Not restored; what was there is there again: {error}") from None
        counts = ", ".join(f"{number} {name}" for name, number in summary.counts.items())
        self.stdout.write(f"Restored: {counts}.")
        if summary.broken:
            raise CommandError(f"The records of these games were not as they were written even then: {summary.broken}")

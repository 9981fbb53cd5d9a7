"""`manage.py compilemessages`: every catalogue of the project, by Babel instead of msgfmt."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config.catalogues import compile_all


class Command(BaseCommand):
    help = "Compiles every catalogue of the project; needs no msgfmt."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--ignore", "-i", action="append", help="Taken as by Django; only locale/ is ever looked at."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for path in compile_all(Path(settings.BASE_DIR, "locale")):
            if options["verbosity"]:
                self.stdout.write(f"compiled {path.relative_to(settings.BASE_DIR)}")

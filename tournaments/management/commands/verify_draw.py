import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tavleya.errors import BadInput
from tavleya.pairing.knockout import DrawRecord, verify
from tavleya.rules.registry import opening_table
from tournaments.models.section import Section
from tournaments.selectors.standings import draw_record

BAD_INPUT = 2


class Command(BaseCommand):
    help = (
        "Check drawn openings against the seed that was bound before the first draw: those of a record in a JSON"
        " file, or of a section of this site. Exit status 1 if a draw is not what the seed gives."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("file", nargs="?", type=Path, help="a record as --json writes it")
        source.add_argument("--section", metavar="EVENT/SECTION", help="a section of this site")
        parser.add_argument("--json", action="store_true", help="write the record instead of checking it")

    def handle(self, *, file: Path | None, section: str | None, **options: Any) -> None:
        record = self._of_section(section) if section else self._of_file(file)
        if options["json"]:
            self.stdout.write(json.dumps(record.plain(), ensure_ascii=False, indent=2))
            return
        try:
            table = opening_table(record.table)
        except BadInput as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        problems = verify(record, table.codes)
        for problem in problems:
            self.stderr.write(str(problem))
        if problems:
            raise CommandError("The draw does not hold.", returncode=1)
        self.stdout.write(f"{len(record.draws)} draws, each as the seed gives it.")

    def _of_file(self, file: Path | None) -> DrawRecord:
        try:
            return DrawRecord.read(json.loads((file or Path()).read_text(encoding="utf-8")))
        except (OSError, ValueError, BadInput) as error:
            raise CommandError(f"{file}: {error}", returncode=BAD_INPUT) from None

    def _of_section(self, address: str) -> DrawRecord:
        event, _, slug = address.partition("/")
        section = Section.objects.filter(event__slug=event, slug=slug).first()
        record = draw_record(section) if section is not None else None
        if record is None:
            raise CommandError(f"{address}: no such section, or nothing is drawn there.", returncode=BAD_INPUT)
        return record

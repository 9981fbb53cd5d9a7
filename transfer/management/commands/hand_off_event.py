"""`manage.py hand_off_event out|in|back`: check an event out to another machine and in, or cancel the hand-off."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tavleya.actors import Actor
from transfer.management.commands.export_event import event_at
from transfer.management.commands.import_event import explained
from transfer.services.eventfile.hand_off import check_in_event, check_out_event, take_back_event

ACTOR = Actor.of_system("hand_off_event")


class Command(BaseCommand):
    help = (
        "Check an event out to another machine (out), check it in again (in), or end the hand-off without its file"
        " (back)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("out", "in", "back"))
        parser.add_argument("event", metavar="SLUG", help="the address of the event")
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the file to write or to read")
        parser.add_argument("--holder", default="", help="out: where the event is run meanwhile")
        parser.add_argument("--trust", default="", metavar="FINGERPRINT", help="in: of the installation that signed it")

    def handle(self, *, what: str, file: Path | None, **options: Any) -> None:
        event = event_at(options["event"])
        if what != "back" and file is None:
            raise CommandError("Which file?")
        common: dict[str, Any] = {"actor": ACTOR, "now": timezone.now(), "event_id": event.pk}
        with explained(self, file, "Nothing was changed"):
            if what == "back":
                take_back_event(**common)
            elif what == "out":
                check_out_event(**common, holder=options["holder"])
            elif file is not None:
                with file.open("rb") as source:
                    check_in_event(**common, source=source, trusted=options["trust"])
        if what == "out":
            call_command("export_event", event.slug, str(file), stdout=self.stdout)
        done = {"out": "checked out: read-only here", "in": "checked in", "back": "taken back"}
        self.stdout.write(f"{event.slug}: {done[what]}.")

"""`manage.py export_event SLUG FILE`: a whole event as one signed file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.models.event import Event
from tournaments.services.shared import one_moment
from transfer.services.eventfile.container import fingerprint, own_public
from transfer.services.eventfile.writing import write_file


def event_at(slug: str) -> Event:
    event = Event.objects.filter(slug=slug, deleted_at=None).first()
    if event is None:
        raise CommandError(f"There is no event at the address {slug}.")
    return event


class Command(BaseCommand):
    help = "Write a whole event into one signed file, which import_event reads on another machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="SLUG", help="the address of the event")
        parser.add_argument("file", type=Path, metavar="FILE", help="where to, such as open.tavleya")

    def handle(self, *, file: Path, **options: Any) -> None:
        event = event_at(options["event"])
        part = file.with_name(f"{file.name}.part")
        try:
            with part.open("wb") as target, one_moment():
                contents = write_file(event, target, timezone.now())
            part.replace(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror or error}.") from None
        counts: Any = contents["counts"]
        kind = "handed off" if contents["hand_off"] else "a copy"
        self.stdout.write(
            f"{file}: {event.slug}, {kind}: {counts['player']} players, {counts['game']} games,"
            f" {counts['recordentry']} entries, {counts['photographs']} photographs;"
            f" signed by {fingerprint(own_public())}."
        )

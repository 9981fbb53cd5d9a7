"""`manage.py archive_event SLUG [--to FOLDER] [--drop]`: the records of a finished event as one file."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.utils import timezone

from games.services.archiving import WrittenArchive
from tavleya.actors import Actor
from tavleya.errors import DomainError
from tournaments.models.event import Event
from transfer.services.record_archive import (
    UNPAIRED,
    LeavingPartition,
    archive_records,
    archive_unpaired,
    drop_partition,
    leaving_partitions,
)

ACTOR = Actor.of_system("archive_event")


class Command(BaseCommand):
    help = (
        "Write the whole records of an event to an archive, verify what was written, and say which ranges of games"
        " could leave the database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("event", nargs="?", metavar="SLUG", help="the address of the event")
        what.add_argument(
            "--unpaired", action="store_true", help="instead, the games of rounds that were unpublished"
        )
        parser.add_argument(
            "--to",
            type=Path,
            metavar="FOLDER",
            help="where to (default: the archive, from which the service reads what has left the database)",
        )
        parser.add_argument(
            "--drop",
            action="store_true",
            help="also remove the ranges of games that nothing keeps in the database any more",
        )

    def handle(self, *, event: str | None, to: Path | None, drop: bool, **options: Any) -> None:
        archive, now = Path(settings.ARCHIVE_ROOT), timezone.now()
        folder = to or archive
        if drop and folder.resolve() != archive.resolve():
            raise CommandError(f"Only what is archived in {archive} may leave the database.")
        try:
            written = self._written(event, now, folder)
        except (DomainError, OSError) as problem:
            raise CommandError(f"Nothing is archived: {problem}") from None
        self.stdout.write(
            f"{event or UNPAIRED}: {written.records} records, {written.entries} entries in {written.file}, read back"
            f" and sound; their ends have the digest {written.heads}."
        )
        for one in leaving_partitions(now):
            self._partition(one, now, drop=drop)

    def _written(self, slug: str | None, now: datetime, folder: Path) -> WrittenArchive:
        if slug is None:
            return archive_unpaired(actor=ACTOR, now=now, folder=folder)
        event = Event.objects.filter(slug=slug, deleted_at=None).first()
        if event is None:
            raise CommandError(f"There is no event {slug}.")
        return archive_records(actor=ACTOR, now=now, event=event, folder=folder)

    def _partition(self, one: LeavingPartition, now: datetime, *, drop: bool) -> None:
        of = f"games {one.partition.first} to {one.partition.last} ({one.games} games)"
        if one.kept_by:
            self.stdout.write(f"{of} stay in the database:")
            for why in one.kept_by:
                self.stdout.write(f"  {why}")
        elif not drop:
            self.stdout.write(f"{of} can leave the database: --drop")
        else:
            try:
                gone = drop_partition(now=now, partition=one.partition)
            except (DomainError, OperationalError) as problem:
                raise CommandError(f"{of} stay in the database: {problem}") from None
            self.stdout.write(f"{of} have left the database." if gone else f"{of} stay in the database.")

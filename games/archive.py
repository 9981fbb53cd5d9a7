"""Reading of records from archive files after their entries have left the database."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable
from pathlib import Path

import structlog
from django.conf import settings

from games.messages import say
from games.models.archive import ArchivedRecord
from games.models.game import Game
from games.models.record import RecordEntry
from tavleya.errors import Conflict
from tavleya.record import ndjson
from tavleya.record.entries import Entry
from tavleya.record.fold import BrokenRecord
from tavleya.record.phase import GamePhase

#: Phases of a game that is over, one way or another.
OVER = (GamePhase.FINISHED.value, GamePhase.ANNULLED.value)

log = structlog.get_logger(__name__)


class ArchiveUnreadable(Exception):
    """The file is away, or is not as it was written: for its games, the database is away."""


def read_record(file: Path, offset: int, length: int) -> list[str]:
    """Return the lines of one record in an archive.

    Raises: OSError; EOFError, ValueError or zlib.error if it is damaged.
    """
    with file.open("rb") as archive:
        archive.seek(offset)
        packed = archive.read(length)
    return gzip.decompress(packed).decode().rstrip("\n").split("\n")


def archived_entries(game_id: int) -> list[Entry]:
    """Return the record of a game from its archive, with its chain recomputed; empty if it is not archived.

    Raises: ArchiveUnreadable.
    """
    place = ArchivedRecord.objects.select_related("archive").filter(game=game_id).first()
    if place is None:
        return []
    try:
        lines = read_record(Path(settings.ARCHIVE_ROOT, place.archive.name), place.offset, place.length)
        found = ndjson.read_entries(lines)
        if not found or found[-1].digest != place.digest:
            raise BrokenRecord("it ends otherwise")
    except (OSError, EOFError, ValueError, zlib.error) as problem:
        raise _unreadable(place, str(problem)) from None
    return found


def _unreadable(place: ArchivedRecord, problem: str) -> ArchiveUnreadable:
    log.error("archive_unreadable", game=place.game_id, archive=place.archive.name, problem=problem)
    return ArchiveUnreadable(f"{place.archive.name}: {problem}")


def refuse_archived(games: Iterable[Game]) -> None:
    """Refuse games whose entries have left the database for an archive.  Raises: Conflict ("in_archive").

    Only finished games can have left it, so there is no query for others.
    """
    over = [game.pk for game in games if game.phase in OVER]
    archived = ArchivedRecord.objects.filter(game__in=over).values_list("pk", flat=True) if over else ()
    if not all(RecordEntry.objects.filter(game=number).exists() for number in archived):
        raise Conflict(say("in_archive"))

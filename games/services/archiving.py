"""Writing the records of finished games to an archive file, and taking their entries out of the database."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from games.archive import OVER, read_record
from games.messages import say
from games.models.archive import Archive, ArchivedRecord
from games.models.game import Game
from games.partitions import TABLE, Partition, newest_game, patience
from games.records import authors_of
from games.services.export import export_record
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.record import archive as form
from tavleya.record import ndjson


@dataclass(frozen=True, slots=True)
class WrittenArchive:
    """A file that was written and read back: how many records and entries it has, and the digest of their ends."""

    file: Path
    records: int
    entries: int
    heads: str


def write_archive(
    *, actor: Actor, now: datetime, name: str, games: Iterable[int], folder: Path
) -> WrittenArchive:
    """Write the whole records of these games to `NAME-TIME-HEADS.ndjson.gz` in a folder, and verify the file.

    It does not contain names of people, so that they can still be erased: they stay in the database (`RecordText`).
    The file gets its name only when it is sound.  In `ARCHIVE_ROOT` the games are read from it after their entries have
    left the database.
    Raises: Conflict ("not_over" if a game is still being played; "archive_differs" if the file is not sound, or a game
    has continued meanwhile).
    """
    rows = list(Game.objects.filter(pk__in=games).order_by("pk"))
    if any(game.phase not in OVER for game in rows):
        raise Conflict(say("not_over"))
    folder.mkdir(parents=True, exist_ok=True)
    heads = form.heads_of(game.digest for game in rows)
    file = folder / f"{name}-{now:%Y%m%dT%H%M%S}-{heads[:8]}.ndjson.gz"
    part = file.with_name(f"{file.name}.part")
    try:
        places = _write(part, actor, name, rows)
        entries = sum(_read_back(part, place) for place in places)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    if folder.resolve() == Path(settings.ARCHIVE_ROOT).resolve():
        _register(file, heads, places, now)
    return WrittenArchive(file, len(rows), entries, heads)


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a game's record, as in `ArchivedRecord`."""

    game: Game
    offset: int
    length: int


def _write(part: Path, actor: Actor, name: str, rows: Sequence[Game]) -> list[_Place]:
    places = []
    part.touch(mode=0o640)  # it contains statements of players to the arbiter
    with part.open("wb") as file:
        file.write(_packed([form.header(name, (game.digest for game in rows))]))
        for game in rows:
            offset = file.tell()
            file.write(_packed(export_record(actor=actor, game=game, names=False)))
            places.append(_Place(game, offset, file.tell() - offset))
        file.flush()
        os.fsync(file.fileno())
    return places


def _packed(lines: Iterable[str]) -> bytes:
    """Compress the lines separately, so that they can be read alone; the concatenation is one `.gz` file."""
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)


def _read_back(part: Path, place: _Place) -> int:
    """Return the number of this game's entries in the file, which pages will be made from."""
    checked = ndjson.verify(read_record(part, place.offset, place.length))
    game = place.game
    if checked.faults or (checked.key, checked.entries, checked.digest) != (
        str(game.key),
        game.seq,
        game.digest,
    ):
        why = str(checked.faults[0].message) if checked.faults else ""
        raise Conflict(say("archive_differs", game=game.pk), game=game.pk, problem=why)
    return checked.entries


@transaction.atomic
def _register(file: Path, heads: str, places: Sequence[_Place], now: datetime) -> None:
    said = {"sha256": _sha256(file), "heads": heads, "written_at": now}
    authors = authors_of([place.game.pk for place in places])
    archive, _ = Archive.objects.update_or_create(name=file.name, defaults=said)
    ArchivedRecord.objects.bulk_create(
        (
            ArchivedRecord(
                game=place.game,
                archive=archive,
                offset=place.offset,
                length=place.length,
                seq=place.game.seq,
                digest=place.game.digest,
                authors=authors.get(place.game.pk, {}),
            )
            for place in places
        ),
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["archive", "offset", "length", "seq", "digest", "authors"],
        batch_size=500,
    )


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def games_of(partition: Partition) -> QuerySet[Game]:
    return Game.objects.filter(pk__gte=partition.first, pk__lte=partition.last)


def not_archived(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the games that are not archived in their current state."""
    return games.exclude(Q(archived__seq=F("seq")) & Q(archived__digest=F("digest")))


def drop_partition(partition: Partition) -> None:
    """Remove the entries of a range of games from the database; from then on they are read from their archives.

    Writes are blocked meanwhile, so it gives up after a few seconds of waiting for locks (OperationalError).
    Raises: Conflict ("partition_in_use" if new games still belong to it; "not_archived" if one of its games is not
    archived in its current state; "archive_differs" if an archive is not the file that was written).
    """
    if partition.last > newest_game():
        raise Conflict(say("partition_in_use"))
    for archive in Archive.objects.filter(records__game__in=games_of(partition)).distinct():
        file = Path(settings.ARCHIVE_ROOT, archive.name)
        if not file.exists() or _sha256(file) != archive.sha256:
            raise Conflict(say("archive_differs.file", name=archive.name))
    with transaction.atomic(), patience(), connection.cursor() as cursor:
        if partition.attached:
            cursor.execute(f"ALTER TABLE {TABLE} DETACH PARTITION {partition.table}")
        # Appends to these games are no longer possible, so the result of this check stays valid.
        if not_archived(games_of(partition)).exists():
            raise Conflict(say("not_archived"))
        cursor.execute(f"DROP TABLE {partition.table}")

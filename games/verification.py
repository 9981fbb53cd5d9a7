"""Whether the records in the database are what was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from core.record.entries import Entry, first_break
from games.archive import ArchiveUnreadable
from games.models import Game, RecordEntry
from games.models.record import ENTRY, entry_of
from games.records import entries_elsewhere

#: Entries that are looked at in one go; more only where one game has more.
PAGE = 5_000
_GAMES = 500  # of one go, where they have few entries


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """One game's record: how many entries it has, and where it breaks (empty: nowhere)."""

    game_id: int
    entries: int
    broken: str


def verify(games: QuerySet[Game]) -> Iterator[RecordCheck]:
    """Verify the record of each game, in the order of their numbers."""
    after = 0
    while page := next_page(games, after):
        yield from verify_page(page)
        after = page[-1]


def next_page(games: QuerySet[Game], after: int) -> list[int]:
    """The numbers of the games that follow number `after`, as many as are verified in one go; none after the last."""
    page: list[int] = []
    entries = 0
    for number, seq in games.filter(pk__gt=after).order_by("pk").values_list("pk", "seq")[:_GAMES]:
        entries += seq
        if page and entries > PAGE:
            break
        page.append(number)
    return page


def verify_page(numbers: Sequence[int]) -> list[RecordCheck]:
    """Recompute the digest chain of each of these games, and compare its end with the game's row.

    One statement reads both: a game that is being played meanwhile is not taken for a broken one.  A record that is
    not in the table is looked for in what was detached, and in its archive.
    """
    rows = (
        RecordEntry.objects.filter(game__in=numbers)
        .order_by("game_id", "seq")
        .values_list("game_id", "game__key", "game__seq", "game__digest", *ENTRY)
    )
    found = {
        said[0]: _read_and_checked(said[0], str(said[1]), said[2:], [row[4:] for row in record])
        for said, record in groupby(rows.iterator(), key=itemgetter(0, 1, 2, 3))
    }
    absent = [number for number in numbers if number not in found]
    for number, key, *end in Game.objects.filter(pk__in=absent).values_list("pk", "key", "seq", "digest"):
        try:
            found[number] = _checked(number, str(key), end, entries_elsewhere(number))
        except ArchiveUnreadable as problem:
            found[number] = RecordCheck(number, 0, f"archive {problem}")
    return [found[number] for number in numbers if number in found]


def _read_and_checked(number: int, key: str, end: Sequence[Any], rows: list[tuple[Any, ...]]) -> RecordCheck:
    entries = []
    for row in rows:
        try:
            entries.append(entry_of(*row))
        except (TypeError, ValueError):
            return RecordCheck(number, len(rows), f"entry {row[0]}: unreadable")
    return _checked(number, key, end, entries)


def _checked(number: int, key: str, end: Sequence[Any], entries: Sequence[Entry]) -> RecordCheck:
    """`end` are the number and the digest of the last entry by the game's row."""
    broken = ""
    found = first_break(key, entries)
    last = entries[-1].digest if entries else ""
    if found:
        broken = f"entry {found.seq}: {found.reason}"
    elif (len(entries), last) != tuple(end):
        broken = f"the record ends at entry {len(entries)}, the game at {end[0]}: tail_differs"
    return RecordCheck(number, len(entries), broken)

"""Verification of the records in the database, and of the rows derived from them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Case, F, QuerySet, When

from games import hooks
from games.compiled_queries import on_postgresql, prepared
from games.models.game import Game
from games.models.record import ENTRY, RecordEntry, entry_of
from games.texts import put_to
from tavleya.record.entries import Entry, GamePhase, first_break, outcome_of

#: Entries that are checked in one batch; more only if one game has more.
PAGE = 5_000
_GAMES = 500  # of one batch, if they have few entries
#: Fields of the game's row about its end, repeated in its snapshot.
_OUTCOME = ("phase", "result", "termination")
_END = ("seq", "digest", *_OUTCOME, "snapshot")


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """One game's record: its number of entries, and its fault or that of a copy of its result (empty: none)."""

    game_id: int
    entries: int
    broken: str


def verify(games: QuerySet[Game]) -> Iterator[RecordCheck]:
    """Verify the record of each game, in the order of their keys."""
    after = 0
    while page := next_page(games, after):
        yield from verify_page(page)
        after = page[-1]


def next_page(games: QuerySet[Game], after: int) -> list[int]:
    """Return the keys of the next games after key `after`, one batch; empty after the last."""
    page: list[int] = []
    entries = 0
    for game_id, seq in games.filter(pk__gt=after).order_by("pk").values_list("pk", "seq")[:_GAMES]:
        entries += seq
        if page and entries > PAGE:
            break
        page.append(game_id)
    return page


def verify_page(games: Sequence[int]) -> list[RecordCheck]:
    """Recompute the digest chain of each of these games; compare its end and its result with the game's row, and the
    row with the copies of its result (`games.hooks.differing_copies`).

    One statement reads both: a game that is being played meanwhile is not taken for a broken one.
    """
    columns = ("game_id", "game__key", *(f"game__{name}" for name in _END[:-1]), "kept")
    rows = (
        RecordEntry.objects.filter(game__in=games)
        .annotate(kept=Case(When(seq=F("game__seq"), then=F("game__snapshot"))))  # once, not with each entry
        .order_by("game_id", "seq")
        .values_list(*columns, *ENTRY)
    )
    record_checks = {}
    for game_id, group in groupby(rows.iterator(), key=itemgetter(0)):
        entries = list(group)
        key, end = str(entries[-1][1]), _end_of(entries[-1][2:])
        record_checks[game_id] = _check_rows(game_id, key, end, [row[len(columns) :] for row in entries])
    absent = [game_id for game_id in games if game_id not in record_checks]
    for game_id, key, *row in Game.objects.filter(pk__in=absent).values_list("pk", "key", *_END):
        record_checks[game_id] = _check(game_id, str(key), _end_of(row), ())
    for game_id, copy in hooks.differing_copies(games).items():
        if game_id in record_checks and not record_checks[game_id].broken:
            record_checks[game_id] = replace(record_checks[game_id], broken=f"{copy}: copy_differs")
    return [record_checks[game_id] for game_id in games if game_id in record_checks]


def _end_of(row: Sequence[Any]) -> dict[str, Any]:
    """Return the end of the game as in its row, by the names of `_END`."""
    return dict(zip(_END, row, strict=False))


def _check_rows(game_id: int, key: str, end: Mapping[str, Any], rows: list[tuple[Any, ...]]) -> RecordCheck:
    entries = []
    for row in rows:
        try:
            entries.append(entry_of(*row))
        except (TypeError, ValueError):
            return RecordCheck(game_id, len(rows), f"entry {row[0]}: unreadable")
    return _check(game_id, key, end, entries)


def _check(game_id: int, key: str, end: Mapping[str, Any], entries: Sequence[Entry]) -> RecordCheck:
    broken = ""
    break_ = first_break(key, entries)
    last = entries[-1].digest if entries else ""
    if break_:
        broken = f"entry {break_.seq}: {break_.reason}"
    elif (len(entries), last) != (end["seq"], end["digest"]):
        broken = f"the record ends at entry {len(entries)}, the game at {end['seq']}: tail_differs"
    elif entries:
        broken = _unlike_record(end, entries)
    return RecordCheck(game_id, len(entries), broken)


def _unlike_record(end: Mapping[str, Any], entries: Sequence[Entry]) -> str:
    """Return the differences between the game's row and its record; empty if there are none."""
    try:
        outcome = outcome_of(entries)
    except LookupError as problem:
        return f"the record has no outcome ({problem}): fold_fails"
    expected = {"result": outcome.result, "termination": outcome.termination}
    differing = []
    for prefix, values in (("", end), ("snapshot.", end["snapshot"] or {})):
        over = {phase: values.get("phase") == phase.value for phase in (GamePhase.FINISHED, GamePhase.ANNULLED)}
        if over != {GamePhase.FINISHED: bool(outcome.result), GamePhase.ANNULLED: outcome.annulled}:
            differing.append(f"{prefix}phase")
        differing += [prefix + name for name, value in expected.items() if values.get(name) != value]
    return f"{', '.join(differing)} of the game: row_differs" if differing else ""


# Reading the entries of a game.

_IN_TABLE = (
    f"SELECT {', '.join(ENTRY)} FROM {RecordEntry._meta.db_table} "  # noqa: S608
    "WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
)


def entries_of(game: Game, after: int = 0) -> list[Entry]:
    """Return the entries after number `after`, up to that of the game's row: without its lock, newer ones may exist."""
    return _in_table(game, after) if after < game.seq else []


def rows_of(game: Game, after: int = 0) -> list[RecordEntry]:
    """Return the entries after number `after` as rows with their users and texts, for display."""
    rows = list(game.entries.filter(seq__gt=after, seq__lte=game.seq).select_related("user").order_by("seq"))
    put_to(rows)
    return rows


def _in_table(game: Game, after: int) -> list[Entry]:
    if not on_postgresql():
        return [row.entry() for row in game.entries.filter(seq__gt=after, seq__lte=game.seq).order_by("seq")]
    with prepared() as cursor:
        cursor.execute(_IN_TABLE, [game.pk, after, game.seq])
        return [entry_of(*row) for row in cursor.fetchall()]

"""An ordinary move by the shortest way: what `play_move` does, written by one statement (decision 0031)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain

import msgspec
from django.db import transaction

from common.actors import Actor, Standing
from common.permissions import Action, require
from common.sides import Side
from core.record.entries import Entry, EntryKind
from games.live import publish
from games.models import Game, IdempotencyKey, RecordEntry
from games.models.record import moment
from games.prepared import on_postgresql, prepared
from games.services.play import move_drafts
from games.services.record import FOLLOWING, bring_up, check_expected, write_entries
from games.states import remember, state_of

_ORDINARY = frozenset({EntryKind.MOVE, EntryKind.PRESS})
_SAVED = """
WITH written AS (
    INSERT INTO games_recordentry
        (game_id, seq, kind, at, user_id, actor, side, ply, move, white_ms, black_ms, data, request, digest)
    VALUES {rows}
){answered}
UPDATE games_game SET {columns} WHERE id = %s
"""
_ENTRY = "(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s::jsonb, %s, %s)"
_ANSWERED = """, answered AS (
    INSERT INTO games_idempotencykey (actor, key, request_digest, answer, at, status)
    VALUES (%s, %s, %s, %s::jsonb, %s, 201)
)"""


@dataclass(frozen=True, slots=True)
class Once:
    """The key under which a request is carried out once; empty without one."""

    key: str
    request_digest: str


def play_ordinary_move(
    *,
    game: Game,
    standing: Standing,
    actor: Actor,
    now: datetime,
    text: str,
    side: Side | None,
    expected: int,
    press: bool,
    offer: bool,
    language: str,
    once: Once,
    answer: Callable[[Game, Sequence[Entry]], bytes],
) -> bytes | None:
    """`play_move` in the locked `game` for an actor whose `standing` is known; the `answer` to it, as JSON.

    None, and nothing is written, where the move does more than the board and its clock show: it ends the game, or is a
    sealed one.  Errors as in `play_move`; IntegrityError where the key of `once` is known.
    """
    require(standing, Action.PLAY)
    check_expected(game, expected)
    before = state_of(game)
    drafts = move_drafts(game, before, standing, text, side, press=press, offer=offer, language=language)
    if not all(draft.kind in _ORDINARY for draft in drafts):
        return None
    entries, state = write_entries(before, drafts, actor, now, once.key)
    bring_up(game, state, now)
    told = answer(game, entries)
    save = _save_at_once if on_postgresql() else _save
    save(game, entries, actor, now, once, told)
    remember(game, state)
    transaction.on_commit(partial(publish, game.pk, state.seq))
    return told


def _save(
    game: Game, entries: Sequence[Entry], actor: Actor, now: datetime, once: Once, answer: bytes
) -> None:
    RecordEntry.objects.bulk_create([RecordEntry.of(game, entry, actor.user_id) for entry in entries])
    game.save(update_fields=FOLLOWING)
    if once.key:
        IdempotencyKey.objects.create(
            actor=actor.key,
            key=once.key,
            request_digest=once.request_digest,
            status=201,
            answer=msgspec.json.decode(answer),
            at=now,
        )


def _save_at_once(
    game: Game, entries: Sequence[Entry], actor: Actor, now: datetime, once: Once, answer: bytes
) -> None:
    """What `_save` does, by one statement."""
    kept = (actor.key, once.key, once.request_digest, answer.decode(), now) if once.key else ()
    row = [
        msgspec.json.encode(game.snapshot).decode() if n == "snapshot" else getattr(game, n)
        for n in FOLLOWING
    ]
    with prepared() as cursor:
        cursor.execute(
            _statement(len(entries), bool(once.key)),
            [*chain.from_iterable(_values(game, entry, actor) for entry in entries), *kept, *row, game.pk],
        )


def _values(game: Game, entry: Entry, actor: Actor) -> tuple[object, ...]:
    return (
        game.pk,
        entry.seq,
        entry.kind.value,
        moment(entry.at),
        actor.user_id,
        entry.actor,
        entry.side.value if entry.side else "",
        entry.ply,
        entry.move,
        entry.white_ms,
        entry.black_ms,
        msgspec.json.encode(dict(entry.data)).decode(),
        entry.request,
        entry.digest,
    )


@lru_cache
def _statement(entries: int, with_key: bool) -> str:
    """Only names of columns are put into it."""
    columns = ", ".join(f"{name} = %s" + "::jsonb" * (name == "snapshot") for name in FOLLOWING)
    return _SAVED.format(
        rows=", ".join([_ENTRY] * entries), answered=_ANSWERED if with_key else "", columns=columns
    )

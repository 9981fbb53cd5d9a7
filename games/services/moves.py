"""An ordinary move by the shortest way: what `play_move` does, written by one statement (decision 0031)."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain

import msgspec
from django.db import InterfaceError, OperationalError, connection, transaction

from games.live.broadcasting import tell
from games.live.events import Step
from games.models.game import Game
from games.models.idempotency import IdempotencyKey
from games.models.record import RecordEntry, moment
from games.prepared import on_postgresql, prepared
from games.services.play import move_drafts
from games.services.record import FOLLOWING, bring_up, check_expected, write_entries
from games.states import remember, state_of
from tavleya.actors import Actor, Standing
from tavleya.errors import leave_in_doubt
from tavleya.permissions import Action, require
from tavleya.record.entries import Entry, EntryKind
from tavleya.record.state import State
from tavleya.sides import Side

_ORDINARY = frozenset({EntryKind.MOVE, EntryKind.PRESS})
#: SQLSTATE of a statement that the server has ended itself: lock_not_available, query_canceled.
_REFUSED = frozenset({"55P03", "57014"})
# Compare and set: if the record has continued since the row was read, nothing is updated, and so nothing is inserted.
_SAVED = """
WITH moved AS (
    UPDATE games_game SET {columns} WHERE id = %s AND seq = %s AND digest = %s RETURNING id
), written AS (
    INSERT INTO games_recordentry
        (game_id, seq, kind, at, user_id, actor, side, ply, move, white_ms, black_ms, data, request, digest)
    SELECT moved.id, entry.* FROM moved, (VALUES {rows}) AS entry
){answered}
SELECT id FROM moved
"""
_ENTRY = (
    "(%s::bigint, %s::text, %s::timestamptz, %s::bigint, %s::text, %s::text, %s::bigint, %s::text,"
    " %s::bigint, %s::bigint, %s::jsonb, %s::text, %s::text)"
)
_ANSWERED = """, answered AS (
    INSERT INTO games_idempotencykey (actor, key, request_digest, answer, at, status)
    SELECT %s::text, %s::text, %s::text, %s::jsonb, %s::timestamptz, 201 FROM moved
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
    """Play a move by an actor with a known `standing` in the game; return `answer` as JSON.

    Does the same as `play_move`.  `game` is public; it has just been read and need not be locked: it is updated only if
    it is still at the entry at which it was read.

    Returns None, and writes nothing, if the game has continued meanwhile, or if the move does more than the board and
    its clock show: it ends the game, or is a sealed one.
    Raises: the errors of `play_move`; IntegrityError if the key of `once` is known.
    """
    require(standing, Action.PLAY)
    check_expected(game, expected)
    before = state_of(game)
    drafts = move_drafts(game, before, standing, text, side, press=press, offer=offer, language=language)
    if not all(draft.kind in _ORDINARY for draft in drafts):
        return None
    entries, state = write_entries(before, drafts, actor, now, once.key)
    bring_up(game, state, now)
    message = answer(game, entries)
    save = _save_at_once if on_postgresql() else _save
    if not save(game, before, entries, actor, once, message):
        return None
    remember(game, state)
    transaction.on_commit(partial(tell, [Step.of(game, entries, state)], public=True))
    return message


def _save(
    game: Game, before: State, entries: Sequence[Entry], actor: Actor, once: Once, answer: bytes
) -> bool:
    """Save the move if the game is still at `before`; return whether it was."""
    row = {name: getattr(game, name) for name in FOLLOWING}
    with transaction.atomic():
        if not Game.objects.filter(pk=game.pk, seq=before.seq, digest=before.digest).update(**row):
            return False
        RecordEntry.objects.bulk_create([RecordEntry.of(game, entry, actor.user_id) for entry in entries])
        if once.key:
            IdempotencyKey.objects.create(
                actor=actor.key,
                key=once.key,
                request_digest=once.request_digest,
                status=201,
                answer=msgspec.json.decode(answer),
                at=game.changed_at,
            )
    return True


def _save_at_once(
    game: Game, before: State, entries: Sequence[Entry], actor: Actor, once: Once, answer: bytes
) -> bool:
    """Do the work of `_save` in one statement."""
    snapshot = msgspec.json.encode(game.snapshot).decode()
    values = [snapshot if name == "snapshot" else getattr(game, name) for name in FOLLOWING]
    values += [game.pk, before.seq, before.digest]
    values += chain.from_iterable(_values(entry, actor.user_id) for entry in entries)
    if once.key:
        values += [actor.key, once.key, once.request_digest, answer.decode(), game.changed_at]
    # A statement is a transaction; if it is refused, it must not end the surrounding transaction of a caller.
    whole = transaction.atomic() if connection.in_atomic_block else nullcontext()
    try:
        with whole, prepared() as cursor:
            cursor.execute(_statement(len(entries), bool(once.key)), values)
            return cursor.fetchone() is not None
    except (OperationalError, InterfaceError) as problem:
        if getattr(problem.__cause__, "sqlstate", None) not in _REFUSED:
            leave_in_doubt(problem)
        raise


def _values(entry: Entry, user_id: int | None) -> tuple[object, ...]:
    return (
        entry.seq,
        entry.kind.value,
        moment(entry.at),
        user_id,
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
    """Return the statement; only names of columns are inserted into its text."""
    columns = ", ".join(f"{name} = %s" + "::jsonb" * (name == "snapshot") for name in FOLLOWING)
    return _SAVED.format(
        rows=", ".join([_ENTRY] * entries), answered=_ANSWERED if with_key else "", columns=columns
    )

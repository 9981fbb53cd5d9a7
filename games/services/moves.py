"""An ordinary move by the shortest way: what `play_move` does, written by one statement (decision 0031)."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain
from typing import Any

import msgspec
from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.db.models import JSONField, Value

from games import hooks
from games.compiled_queries import on_postgresql, prepared
from games.live.events import Step
from games.live.publishing import tell
from games.messages import say
from games.models.game import Game, IdempotencyKey
from games.models.record import RecordEntry, moment
from games.services.record import (
    FOLLOWING,
    acting_side,
    append,
    bring_up,
    check_expected,
    followed,
    lock_game,
    write_entries,
)
from games.states import remember, state_of
from tavleya.actors import Actor, Role, Standing
from tavleya.errors import BadInput, Conflict, DomainError, leave_in_doubt
from tavleya.permissions import Action, require
from tavleya.record import commands
from tavleya.record.entries import Entry, EntryDraft, EntryKind
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
    body = answer(game, entries)
    save = _save_at_once if on_postgresql() else _save
    if not save(game, before, entries, actor, once, body):
        return None
    remember(game, state)
    transaction.on_commit(partial(tell, [Step.of(game, entries, state)], public=True))
    return body


def _save(game: Game, before: State, entries: Sequence[Entry], actor: Actor, once: Once, answer: bytes) -> bool:
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


def _save_at_once(game: Game, before: State, entries: Sequence[Entry], actor: Actor, once: Once, answer: bytes) -> bool:
    """Do the work of `_save` in one statement."""
    snapshot = msgspec.json.encode(game.snapshot).decode()
    values = [snapshot if name == "snapshot" else getattr(game, name) for name in FOLLOWING]
    values += [game.pk, before.seq, before.digest]
    values += chain.from_iterable(_values(entry, actor.user_id) for entry in entries)
    if once.key:
        values += [actor.key, once.key, once.request_digest, answer.decode(), game.changed_at]
    # A statement is a transaction; if it is refused, it must not end the surrounding transaction of a caller.
    savepoint = transaction.atomic() if connection.in_atomic_block else nullcontext()
    try:
        with savepoint, prepared() as cursor:
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
    return _SAVED.format(rows=", ".join([_ENTRY] * entries), answered=_ANSWERED if with_key else "", columns=columns)


# Acts of players (and of officers for them) at a board.

_ARBITERS = frozenset({Role.CHIEF_ARBITER, Role.ARBITER})


def _run(
    game_id: int,
    expected: int | None,
    command: Callable[[Game, State, Standing], tuple[EntryDraft, ...]],
    *,
    actor: Actor,
    now: datetime,
    idempotency_key: str,
) -> Game:
    """Lock the game, check the caller, run the command and append its entries: the form of every act at a board."""
    with transaction.atomic():
        game = lock_game(game_id)
        standing = hooks.standing_of(actor, game)
        require(standing, Action.PLAY)
        check_expected(game, expected)
        state = state_of(game)
        append(game, state, command(game, state, standing), actor=actor, now=now, idempotency_key=idempotency_key)
        return game


def _side_command(
    action: Action, side: Side | None, command: Callable[[State, Side], tuple[EntryDraft, ...]]
) -> Callable[[Game, State, Standing], tuple[EntryDraft, ...]]:
    """Return a command of a player, or of an officer for `side`, that checks the permission."""
    return lambda game, state, standing: command(state, acting_side(standing, action, side, state))


def _arbiter_command(
    action: Action, command: Callable[[State], tuple[EntryDraft, ...]]
) -> Callable[[Game, State, Standing], tuple[EntryDraft, ...]]:
    def checked(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        require(standing, action)
        return command(state)

    return checked


def start_game(*, actor: Actor, now: datetime, game_id: int, idempotency_key: str = "") -> Game:
    """Start the clock of the side that moves first.

    Raises: Conflict ("not_live") if the clock is a physical one, and the service's clock would not be used.
    """

    def start(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        require(standing, Action.START_GAME)
        followed(game)
        return commands.start(state)

    return _run(game_id, None, start, actor=actor, now=now, idempotency_key=idempotency_key)


def play_move(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    text: str,
    side: Side | None = None,
    expected: int | None = None,
    irregular: bool = False,
    press: bool = True,
    offer: bool = False,
    language: str = "",
    idempotency_key: str = "",
) -> Game:
    """Record a move of a live board (tavreli 1.1, 6.7).

    `text` is in any notation of the game.  `irregular`: it was played on the board against the rules.  `press` off: the
    piece is put down and the clock not yet pressed.  `expected` is the number of the last entry that the player saw.
    Raises: UnreadableMove, IllegalMove, AmbiguousMove, NotPermitted, Conflict ("out_of_turn", "stale",
    "already_finished", "clocks_stopped" …); then nothing is written.
    """

    def command(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        return move_drafts(
            game, state, standing, text, side, irregular=irregular, press=press, offer=offer, language=language
        )

    return _run(game_id, expected, command, actor=actor, now=now, idempotency_key=idempotency_key)


def move_drafts(
    game: Game,
    state: State,
    standing: Standing,
    text: str,
    side: Side | None,
    *,
    press: bool,
    offer: bool,
    language: str,
    irregular: bool = False,
) -> tuple[EntryDraft, ...]:
    """Return the entries of a move at a live board.  Raises the errors of `play_move`."""
    followed(game)
    mover = acting_side(standing, Action.PLAY, side, state, state.position.turn)
    return commands.move(state, mover, text, irregular=irregular, press=press, offer=offer, language=language)


def press_clock(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Complete a move by pressing the clock (tavreli 6.7)."""
    press = _side_command(Action.PLAY, side, commands.press)
    return _run(game_id, expected, press, actor=actor, now=now, idempotency_key=idempotency_key)


def offer_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Offer a draw; if the opponent's offer stands, this accepts it (tavreli 9.1)."""

    def command(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        offering = acting_side(standing, Action.PLAY, side, state)
        if state.offer is not None and state.offer.side is not offering:
            _may_agree(game, standing)
        return commands.offer_draw(state, offering)

    return _run(game_id, expected, command, actor=actor, now=now, idempotency_key=idempotency_key)


def answer_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    accept: bool,
    side: Side | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Accept or decline the opponent's offer."""

    def command(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        answering = side or (state.offer.side.other if state.offer else None)
        if accept and state.offer is not None:
            _may_agree(game, standing)
        return commands.answer_draw(state, acting_side(standing, Action.PLAY, answering, state), accept=accept)

    return _run(game_id, expected, command, actor=actor, now=now, idempotency_key=idempotency_key)


def _may_agree(game: Game, standing: Standing) -> None:
    """Check the minimum number of moves for a draw by agreement, unless an arbiter permits it.

    Raises: Conflict ("agreement_too_early").
    """
    bar = None if standing.roles & _ARBITERS else hooks.agreement_bar(game)
    if bar is not None:
        raise Conflict(bar)


def resign(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    resign = _side_command(Action.PLAY, side, commands.resign)
    return _run(game_id, expected, resign, actor=actor, now=now, idempotency_key=idempotency_key)


def call_arbiter(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    reason: str,
    side: Side | None = None,
    said: Mapping[str, object] | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Stop the clocks and call the arbiter.  `said` is the caller's report, as plain values."""
    call = _side_command(
        Action.CALL_ARBITER, side, lambda state, caller: commands.call_arbiter(state, caller, reason, said or {})
    )
    return _run(game_id, expected, call, actor=actor, now=now, idempotency_key=idempotency_key)


def stop_clocks(*, actor: Actor, now: datetime, game_id: int, reason: str, idempotency_key: str = "") -> Game:
    """Stop both clocks (tavreli 6.12)."""
    stop = _arbiter_command(Action.STOP_CLOCKS, lambda state: commands.pause(state, reason))
    return _run(game_id, None, stop, actor=actor, now=now, idempotency_key=idempotency_key)


def resume_play(
    *, actor: Actor, now: datetime, game_id: int, side: Side | None = None, idempotency_key: str = ""
) -> Game:
    """Start the clock of the side to move, or of `side`."""
    resume = _arbiter_command(Action.STOP_CLOCKS, lambda state: commands.resume(state, side))
    return _run(game_id, None, resume, actor=actor, now=now, idempotency_key=idempotency_key)


# Idempotency: a repeated request is carried out once, and gets the same response again.

LONGEST_KEY = 80
Answer = tuple[int, Any]


def carry_out_once(
    *, who: str, key: str, digest: str, now: datetime, operation: Callable[[], Answer]
) -> tuple[Answer, bool]:
    """Return status and response (JSON) of `operation`, or those stored for this key of `who`; and whether they were
    stored.

    The key is written in the transaction of the effect.  Of two simultaneous copies one is carried out; the other
    fails on the key or on the state, is rolled back, and returns the response of the first.  Errors are not stored.
    Raises: BadInput ("bad_idempotency_key"; "idempotency_key_reused" if the key came with another `digest`).
    """
    if len(key) > LONGEST_KEY:
        raise BadInput(say("bad_idempotency_key"))
    if (existing := _stored_answer(who, key, digest)) is not None:
        return existing, True
    try:
        with transaction.atomic():
            status, answer = operation()
            IdempotencyKey.objects.create(
                actor=who, key=key, request_digest=digest, status=status, answer=_as_json(answer), at=now
            )
    except (DomainError, IntegrityError):
        if (existing := _stored_answer(who, key, digest)) is not None:
            return existing, True
        raise
    return (status, answer), False


def _as_json(answer: Any) -> Any:
    """Return the response as JSON; without a body it is null, not missing."""
    return Value(None, JSONField()) if answer is None else answer


def _stored_answer(who: str, key: str, digest: str) -> Answer | None:
    row = IdempotencyKey.objects.filter(actor=who, key=key).first()
    if row is None:
        return None
    if row.request_digest != digest:
        raise BadInput(say("idempotency_key_reused"))
    return row.status, row.answer

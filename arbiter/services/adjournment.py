"""Adjourning a game: the call to seal, the sealed move, the envelope and its keepers (tavreli app. A)."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from arbiter.messages import say
from arbiter.models import Envelope
from arbiter.selectors.regimes import regime_of
from arbiter.services.duty import next_session, session_of
from arbiter.services.ruling import claim_flag
from arbiter.services.rulings import lock_state
from games import hooks
from games.models.game import Game, TrackingLevel
from games.models.record import milliseconds, moment
from games.services.record import acting_side, append, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import BadInput, DomainError
from tavleya.law import adjournment as law
from tavleya.law.resumption import seal_reply, seal_reply_on_paper
from tavleya.law.sealing import Policy, SealedMove, Sealing, entropy_needed, seal
from tavleya.permissions import Action
from tavleya.record.entries import EntryDraft, GamePhase
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.hooks import note_ahead
from tournaments.models.pairing import Pairing

#: Players are notified this long before an adjourned game is resumed.
RESUMED_SOON = timedelta(minutes=30)


@transaction.atomic
def call_to_seal(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    early: Side | None = None,
    off_record: law.OffRecord | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Ask the player to move to seal their move: the announced session is over, or they adjourn `early` (A.1, A.13).

    `off_record`: the position before that move and its number, on a board without a live record.
    """

    def command(game: Game, state: State) -> tuple[EntryDraft, ...]:
        if (off_record is None) != (game.tracking == TrackingLevel.LIVE):
            raise BadInput(say("position_by_hand"))
        session = session_of(game, now)
        ends = milliseconds(session.ends_at) if session else None
        return law.call_to_seal(state, at=milliseconds(now), session_ends=ends, early=early, off_record=off_record)

    return _arbiter_command(game_id, command, actor=actor, now=now, expected=expected, idempotency_key=idempotency_key)


@sensitive_variables()
def seal_move(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    move: str,
    language: str = "",
    policy: Policy = Policy.TWO_OF_THREE,
    offer: bool = False,
    side: Side | None = None,
) -> Sealing:
    """Seal the move as written, legal or not; the program does not check it (A.8).

    The result has the cards and the receipt. They are shown once and must not be stored or logged, not even as the
    response stored under an idempotency key.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        state = state_of(game)
        sealer = acting_side(hooks.standing_of(actor, game), Action.SEAL, side, state)
        sealing = seal(
            move,
            game=str(game.key),
            ply=state.sealing.ply if state.sealing else state.ply + 1,
            side=sealer,
            entropy=secrets.token_bytes(entropy_needed(policy)),
            language=language,
            policy=policy,
        )
        _store_sealed(game, state, sealer, sealing.stored, offer=offer, actor=actor, now=now)
    return sealing


@transaction.atomic
def deliver_sealed(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    sealed: Mapping[str, Any],
    offer: bool = False,
    side: Side | None = None,
    idempotency_key: str = "",
) -> Game:
    """Take in a move that was sealed on the player's own device: the service never sees it before it is opened.

    Raises: BadInput ("not_a_sealed_move", "sealed_for_another").
    """
    game = lock_game(game_id)
    state = state_of(game)
    sealer = acting_side(hooks.standing_of(actor, game), Action.SEAL, side, state)
    sealed_move = SealedMove.from_json(sealed)
    if sealed_move.game != str(game.key):
        raise BadInput(say("sealed_for_another"))
    if any(earlier.commitment == sealed_move.commitment for earlier in state.sealed):
        return game  # it had arrived, but the response was lost
    _store_sealed(game, state, sealer, sealed_move, offer=offer, actor=actor, now=now, idempotency_key=idempotency_key)
    return game


@transaction.atomic
def seal_on_paper(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    offer: bool = False,
    holder: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Record a move sealed in a paper envelope: after the call, or as a reply in a second one (A.1, A.9).

    The record has only the holder of the envelope; the move is entered when it is opened.
    """
    game, state = lock_state(actor, game_id, Action.ADJOURN, expected)
    if state.sealing is not None or state.resumption is None:
        drafts = law.seal_on_paper(state, offer=offer)
        append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
        return game
    after = append(game, state, seal_reply_on_paper(state), actor=actor, now=now, idempotency_key=idempotency_key)
    _create_envelope(game, after, holder=holder or actor.name, now=now)
    return game


def _store_sealed(
    game: Game,
    state: State,
    side: Side,
    sealed: SealedMove,
    *,
    offer: bool,
    actor: Actor,
    now: datetime,
    idempotency_key: str = "",
) -> None:
    """Store the first envelope after the call, or a reply in a second one (A.9)."""
    if state.sealing is not None or state.resumption is None:
        drafts = law.seal_move(state, side, sealed, offer=offer)
        append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
        return
    after = append(game, state, seal_reply(state, side, sealed), actor=actor, now=now, idempotency_key=idempotency_key)
    _create_envelope(game, after, holder="", now=now)


@transaction.atomic
def adjourn(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    due: datetime | None = None,
    place: str | None = None,
    holder: str = "",
    times: Mapping[Side, law.Times] | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Envelope:
    """Stop the clocks once the move is sealed; the envelope goes to the arbiter, or to `holder` (A.1–A.3).

    `due` and `place`: time and place of the resumption, by default those of the next announced session. `times`: the
    readings of a physical clock.
    """
    game, state = lock_state(actor, game_id, Action.ADJOURN, expected)
    session, following = session_of(game, now), next_session(game, now)
    if due is None and following is not None:
        due = following.starts_at
        place = following.place if place is None else place
    drafts = law.adjourn(
        state,
        regime_of(game),
        at=milliseconds(now),
        session_ends=milliseconds(session.ends_at) if session else None,
        due=milliseconds(due) if due else None,
        place=place or "",
        times=times,
    )
    after = append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    if due is not None:
        _note_resumption(game, due, now)
    return _create_envelope(game, after, holder=holder or actor.name, now=now)


@transaction.atomic
def reschedule(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    due: datetime,
    place: str | None = None,
    reason: str = "",
    idempotency_key: str = "",
) -> Game:
    """Set another time for the resumption, or announce it (A.2, A.13)."""

    def command(game: Game, state: State) -> tuple[EntryDraft, ...]:
        drafts = law.reschedule(state, at=milliseconds(now), due=milliseconds(due), place=place, reason=reason)
        _note_resumption(game, due, now)
        Envelope.objects.filter(game=game, status=Envelope.Status.CLOSED).update(
            due_at=due, **({} if place is None else {"place": place})
        )
        return drafts

    return _arbiter_command(game_id, command, actor=actor, now=now, idempotency_key=idempotency_key)


def _note_resumption(game: Game, due: datetime, now: datetime) -> None:
    """Schedule the notification of the players."""
    board = Pairing.objects.filter(game=game).select_related("round__section__event").first()
    if board is not None:
        facts = {"pairing": board.pk, "due": due.isoformat()}
        note_ahead(board.round.section.event, "resumption", now, due - RESUMED_SOON, facts)


@transaction.atomic
def hand_over(
    *, actor: Actor, now: datetime, game_id: int, holder: str, note: str = "", idempotency_key: str = ""
) -> Game:
    """Record a new holder of the envelope; the record keeps the whole chain (A.3)."""

    def command(game: Game, state: State) -> tuple[EntryDraft, ...]:
        envelope = Envelope.objects.filter(game=game, status=Envelope.Status.CLOSED).first()
        drafts = law.hand_over(state, giver=envelope.holder if envelope else "", holder=holder, note=note)
        Envelope.objects.filter(game=game, status=Envelope.Status.CLOSED).update(holder=holder)
        return drafts

    return _arbiter_command(game_id, command, actor=actor, now=now, idempotency_key=idempotency_key)


@transaction.atomic
def declare_lost(*, actor: Actor, now: datetime, game_id: int, note: str, idempotency_key: str = "") -> Game:
    """Declare the envelope, or too many of its cards, lost (A.11); `restore_lost` or `annul_lost` follow."""

    def command(game: Game, state: State) -> tuple[EntryDraft, ...]:
        drafts = law.declare_lost(state, note=note)
        Envelope.objects.filter(game=game, status=Envelope.Status.CLOSED).update(status=Envelope.Status.LOST)
        return drafts

    return _arbiter_command(game_id, command, actor=actor, now=now, idempotency_key=idempotency_key)


def _arbiter_command(
    game_id: int,
    command: Callable[[Game, State], tuple[EntryDraft, ...]],
    *,
    actor: Actor,
    now: datetime,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    game, state = lock_state(actor, game_id, Action.ADJOURN, expected)
    append(game, state, command(game, state), actor=actor, now=now, idempotency_key=idempotency_key)
    return game


def _create_envelope(game: Game, state: State, *, holder: str, now: datetime) -> Envelope:
    """Create the row of the envelope that has just been closed."""
    sealed, adjourned = state.sealed[-1], state.adjourned
    assert adjourned is not None
    # An unopened envelope of a position that a ruling has undone.
    Envelope.objects.filter(game=game, status=Envelope.Status.CLOSED).update(status=Envelope.Status.VOID)
    waiting = state.phase is GamePhase.ADJOURNED
    policy = ""
    if sealed.commitment:
        shares = SealedMove.from_json(game.entries.get(seq=sealed.seq).data["sealed"]).shares
        policy = next(policy.value for policy in Policy if policy.shares == shares)
    return Envelope.objects.create(
        game=game,
        number=Envelope.objects.filter(game=game).count() + 1,
        sealing_seq=sealed.seq,
        side=sealed.side.value,
        ply=sealed.ply,
        second=sealed.reply,
        commitment=sealed.commitment,
        policy=policy,
        holder=holder,
        due_at=moment(adjourned.due) if waiting and adjourned.due is not None else None,
        place=adjourned.place,
        sealed_at=now,
    )


# Flags of correspondence games: no player sits at these boards, so the service rules on them.

SWEEPER = Actor.of_system("correspondence")


def call_fallen_flags(now: datetime) -> list[int]:
    """Rule on every correspondence flag that is down at `now`; return the games in order.

    Each game is checked again under its lock: a move made in time or another ruling has priority, and a second run
    changes nothing. Cases without an automatic decision (both flags, an open claim) are left to an arbiter.
    """
    ruled = []
    for game_id, side in list(_down(milliseconds(now))):
        try:
            claim_flag(actor=SWEEPER, now=now, game_id=game_id, side=side)
        except DomainError:
            continue
        ruled.append(game_id)
    return ruled


def _down(now_ms: int) -> Iterator[tuple[int, Side]]:
    """Yield correspondence games whose running clock has run out, according to their rows."""
    rows = Game.objects.filter(phase=GamePhase.PLAYING, control__contains=PER_MOVE).order_by("pk")
    for game_id, snapshot in rows.values_list("pk", "snapshot").iterator():
        clock = snapshot.get("clock")
        if clock is None:
            continue
        side = ClockState.from_json(clock).first_fallen(now_ms)
        if side is not None:
            yield game_id, side


#: Occurs only in the canonical text of a correspondence time control (`TimeControl.times`).
PER_MOVE = "days/move"

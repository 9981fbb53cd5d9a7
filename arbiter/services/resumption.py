"""Resuming an adjourned game (tavreli app. A): setting up, opening, and the rulings that may follow."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from arbiter.messages import say
from arbiter.models import Envelope, Ruling
from arbiter.selectors.regimes import regime_of
from arbiter.services.rulings import apply_effects, apply_remedy, lock_for_effects, lock_state
from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import append
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.law import resumption
from tavleya.law.adjournment import closed_envelope
from tavleya.law.remedies import Remedy, ReplayGame
from tavleya.law.sealing import LONGEST_MOVE, SealedMove, UnsealedMove, receipt_proves, unseal
from tavleya.law.terms import Regime
from tavleya.permissions import Action, require
from tavleya.record.state import Sealed, State
from tavleya.sides import Side


@transaction.atomic
def set_up(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    clocks: Mapping[Side, int] | None = None,
    agreed: bool = False,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Set up the position and the times of the envelope when it is time (A.5); `clocks` if they were set otherwise."""
    game, state = lock_state(actor, game_id, Action.ADJOURN, expected)
    drafts = resumption.set_up(state, at=milliseconds(now), clocks=clocks, agreed=agreed)
    append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    return game


@transaction.atomic
def start_clock_of_absent(*, actor: Actor, now: datetime, game_id: int, idempotency_key: str = "") -> Game:
    """Start the clock of the player who must reply and is not there; the envelope stays closed (A.9)."""
    game, state = lock_state(actor, game_id, Action.ADJOURN)
    drafts = resumption.start_clock_of_absent(state)
    append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    return game


@sensitive_variables()
@transaction.atomic
def open_envelope(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    present: Collection[Side],
    cards: Sequence[str] = (),
    written: str = "",
    language: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Open the envelope with its cards, in the presence of the player who must reply (A.7, A.9).

    For a paper envelope the arbiter enters its text `written`, in the letters of `language`, legal or not. A legal move
    is made on the board and that player's clock starts; other texts wait for `rule_sealed_move`
    (`game.snapshot["sealed"][0]["outcome"]`). A second, concurrent opening finds it open. Nothing is saved on an error.
    Raises: BadInput ("paper_not_read"); the errors of `tavleya.law.sealing.unseal` and
    `tavleya.law.resumption.open_envelope`.
    """
    game, state = lock_state(actor, game_id, Action.ADJOURN, expected)
    book, at = regime_of(game), milliseconds(now)
    sealed = closed_envelope(state)
    # Permission to open it is checked before its contents are read.
    resumption.may_open(state, book, present=present, at=at)
    opened = None if sealed.played else _unsealed(game, sealed, cards, written, language)
    drafts = resumption.open_envelope(state, book, opened, present=present, at=at)
    append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    Envelope.objects.filter(game=game, sealing_seq=sealed.seq).update(status=Envelope.Status.OPENED, opened_at=now)
    return game


@transaction.atomic
def rule_sealed_move(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    reading: str = "",
    reason: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Rule that an ambiguous, unreadable or illegal sealed move loses (A.8), or enter the arbiter's reading with a
    reason.
    """

    def decide(game: Game, state: State, book: Regime) -> Remedy:
        return resumption.rule_sealed_move(state, book, reading=reading, reason=reason)

    return _rule(game_id, decide, actor=actor, now=now, note=reason, expected=expected, idempotency_key=idempotency_key)


@transaction.atomic
def rule_late(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    sides: Collection[Side],
    without_opening: str = "",
    reason: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Rule that a player who comes more than an hour late to the resumption loses (A.10)."""

    def decide(game: Game, state: State, book: Regime) -> Remedy:
        return resumption.rule_late(
            state, book, sides, at=milliseconds(now), without_opening=without_opening, reason=reason
        )

    return _rule(
        game_id,
        decide,
        actor=actor,
        now=now,
        note=reason or without_opening,
        expected=expected,
        idempotency_key=idempotency_key,
    )


@transaction.atomic
def restore_lost(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    move: str,
    language: str = "",
    clocks: Mapping[Side, int] | None = None,
    receipt: str = "",
    note: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Continue without the lost envelope: the player makes the move that they had sealed (A.11).

    `move` is the exact text they wrote; with their `receipt` the record says whether the commitment matches this move.
    """

    def decide(game: Game, state: State, book: Regime) -> Remedy:
        sealed = closed_envelope(state)
        proved = None
        if receipt and sealed.commitment:
            proved = receipt_proves(_stored(game, sealed), move, language, receipt)
        return resumption.restore_lost(
            state, book, move, at=milliseconds(now), language=language, clocks=clocks, proved=proved
        )

    return _rule(game_id, decide, actor=actor, now=now, note=note, expected=expected, idempotency_key=idempotency_key)


@transaction.atomic
def annul_lost(*, actor: Actor, now: datetime, game_id: int, reason: str, idempotency_key: str = "") -> Ruling:
    """Annul a game whose envelope and position are lost, and open a new one at the board (A.11)."""
    unlocked = Game.objects.filter(pk=game_id).first()
    if unlocked is not None:
        require(hooks.standing_of(actor, unlocked), Action.RULE)
        lock_for_effects(unlocked, (ReplayGame(),))
    game, state = lock_state(actor, game_id, Action.RULE)
    remedy = resumption.annul_lost(state, regime_of(game), reason)
    ruling = apply_remedy(game, state, remedy, actor=actor, now=now, note=reason, idempotency_key=idempotency_key)
    apply_effects(ruling, remedy.effects, actor=actor, now=now)
    return ruling


@transaction.atomic
def correct_time(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    clocks: Mapping[Side, int],
    noticed_by: Side | None = None,
    serious: bool = False,
    reason: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Correct a time that was set wrongly at the resumption (A.12)."""

    def decide(game: Game, state: State, book: Regime) -> Remedy:
        return resumption.correct_time(
            state, book, clocks, at=milliseconds(now), noticed_by=noticed_by, serious=serious, reason=reason
        )

    return _rule(game_id, decide, actor=actor, now=now, note=reason, expected=expected, idempotency_key=idempotency_key)


def _rule(
    game_id: int,
    decide: Callable[[Game, State, Regime], Remedy],
    *,
    actor: Actor,
    now: datetime,
    note: str,
    expected: int | None,
    idempotency_key: str,
) -> Ruling:
    game, state = lock_state(actor, game_id, Action.RULE, expected)
    remedy = decide(game, state, regime_of(game))
    return apply_remedy(game, state, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key)


def _unsealed(game: Game, sealed: Sealed, cards: Sequence[str], written: str, language: str) -> UnsealedMove:
    if not sealed.paper:
        return unseal(_stored(game, sealed), cards)
    if not written.strip():
        raise BadInput(say("paper_not_read"))
    return UnsealedMove(written.strip()[:LONGEST_MOVE], language, b"")


def _stored(game: Game, sealed: Sealed) -> SealedMove:
    return SealedMove.from_json(game.entries.get(seq=sealed.seq).data["sealed"])

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.regimes import regime_of
from arbiter.services.rulings import apply_remedy, lock_state
from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import acting_side, check_expected, followed, lock_game
from games.states import state_of
from tavleya.actors import Actor, Role, Standing
from tavleya.errors import Conflict
from tavleya.law import illegal_moves as law
from tavleya.law.claims import decide_claim
from tavleya.law.clock_faults import call_flag
from tavleya.law.illegal_acts import MOVE_KIND
from tavleya.law.messages import say as law_says
from tavleya.law.remedies import Remedy, ReplayGame, RulingOutcome
from tavleya.permissions import Action, require
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.services.matches import ReplannedMatch, lock_for_correction, plan_correction
from tournaments.services.results import changes_the_tournament, prepare_correction


def preview_illegal_move(*, actor: Actor, now: datetime, game: Game) -> Remedy:
    """Return the remedy for the illegal move in the record, without saving.

    Raises: Conflict ("not_of_this_game") in draughts, where the opponent decides on a violation.
    """
    require(hooks.standing_of(actor, game), Action.RULE)
    _ruled_in(game)
    return law.rule_illegal_move(state_of(game), regime_of(game), milliseconds(now))


@transaction.atomic
def rule_illegal_move(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    expected: int | None = None,
    clocks: Mapping[Side, int] | None = None,
    resume: bool = True,
    note: str = "",
    idempotency_key: str = "",
) -> Ruling:
    """Rule on the illegal move in the record and apply the remedy (tavreli 7.4, 10.3; FIDE 7.5).

    `clocks`: the arbiter's readings (ms), the penalty included, instead of the proposed ones. `expected` is the entry
    that the arbiter's page showed.
    Raises: Conflict ("stale" if the game has changed).
    """
    game, state = lock_state(actor, game_id, Action.RULE, expected)
    _ruled_in(game)
    remedy = law.rule_illegal_move(state, regime_of(game), milliseconds(now), clocks=clocks, resume=resume)
    return apply_remedy(game, state, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key)


def _ruled_in(game: Game) -> None:
    if game.game not in MOVE_KIND.games:
        raise Conflict(law_says("not_of_this_game"))


@transaction.atomic
def dismiss_call(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    expected: int | None = None,
    note: str = "",
    idempotency_key: str = "",
) -> Ruling:
    """Reject the call of an illegal move: play continues from the current position."""
    game, state = lock_state(actor, game_id, Action.RULE, expected)
    remedy = Remedy(
        kind=law.REASON,
        article=regime_of(game).article("illegal_move"),
        penalty_article="",
        offender=None,
        drafts=law.dismiss(state),
        grounds=(say("call_dismissed"),),
        facts=MappingProxyType({"calls": [call.seq for call in state.calls]}),
        outcome=RulingOutcome.DISMISSED,
    )
    return apply_remedy(game, state, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key)


# Rulings that change an existing result, under the policy of `tournaments.services.results`.


def lock_section_of(game_id: int) -> None:
    """Lock the section of a knockout before the game; its next stage may rest on the result."""
    pairing = _pairing_of(game_id)
    if pairing is not None and pairing.result:
        lock_for_correction(pairing)


def prepare_correction_of(
    game: Game, remedy: Remedy, *, actor: Actor, now: datetime, undone: bool = False
) -> ReplannedMatch | None:
    """Check whether the remedy may be applied to a finished game; the caller then calls `after_correction`.

    `undone`: the remedy is a reversal and removes the result unless it sets another.
    Raises: Conflict ("ruling_too_late", "next_stage_begun").
    """
    pairing = _pairing_of(game.pk)
    result = _result_after(pairing, remedy, undone=undone)
    if pairing is None or result is None:
        return None
    _refuse(pairing)
    return prepare_correction(pairing, result, actor=actor, now=now)


def refuse_late_correction_of(game: Game, remedy: Remedy, *, undone: bool = False) -> None:
    """Check the same for a preview."""
    pairing = _pairing_of(game.pk)
    result = _result_after(pairing, remedy, undone=undone)
    if pairing is not None and result is not None:
        _refuse(pairing)
        plan_correction(pairing, result)


def _result_after(pairing: Pairing | None, remedy: Remedy, *, undone: bool) -> str | None:
    """Return the new result, empty for none; None if the result does not change."""
    if pairing is None or not pairing.result:
        return None
    if any(isinstance(effect, ReplayGame) for effect in remedy.effects):
        return ""
    if remedy.result is None:
        return "" if undone else None
    return None if remedy.result.value == pairing.result else remedy.result.value


def _refuse(pairing: Pairing) -> None:
    if changes_the_tournament(pairing):
        return
    raise Conflict(say("ruling_too_late"))


def _pairing_of(game_id: int) -> Pairing | None:
    return Pairing.objects.select_related("round__section__event", "match__round__section").filter(game=game_id).first()


_ARBITERS = frozenset({Role.CHIEF_ARBITER, Role.ARBITER})


@transaction.atomic
def claim_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    kind: ClaimKind,
    side: Side | None = None,
    intended: str | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Decide a draw claim from the record at once: a draw, or the penalty for a wrong claim (tavreli 9.2–9.5).

    `intended` is the move that the player announces and does not play. The ruling's outcome is `upheld` or `rejected`.
    An illegal one is refused to a player; entered by an arbiter, it makes the claim wrong.
    Raises: Conflict ("not_live") if the moves are on paper; there an arbiter rules on the claim.
    """
    game = lock_game(game_id)
    standing = hooks.standing_of(actor, game)
    require(standing, Action.CLAIM)
    followed(game)
    check_expected(game, expected)
    state = state_of(game)
    claimant = acting_side(standing, Action.CLAIM, side, state)
    remedy = decide_claim(state, regime_of(game), claimant, kind, intended, milliseconds(now))
    by_laws = not _of_an_arbiter(actor, standing)
    if by_laws and intended:  # on a player's screen an illegal move is a slip; at the board an arbiter enters it
        state.rules.read(state.position, intended)
    return apply_remedy(game, state, remedy, actor=actor, now=now, idempotency_key=idempotency_key, by_laws=by_laws)


@transaction.atomic
def claim_flag(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Rule on the flag of `side`, claimed by the opponent or observed by an arbiter (tavreli 6.8, 6.9, B.6).

    Raises: Conflict ("not_live") on a board with a physical clock; there an arbiter rules on the flag.
    """
    game = lock_game(game_id)
    standing = hooks.standing_of(actor, game)
    require(standing, Action.CLAIM)
    followed(game)
    check_expected(game, expected)
    state = state_of(game)
    caller = None if standing.roles & _ARBITERS else acting_side(standing, Action.CLAIM, side.other, state)
    remedy = call_flag(state, regime_of(game), side, milliseconds(now), caller=caller)
    return apply_remedy(
        game,
        state,
        remedy,
        actor=actor,
        now=now,
        idempotency_key=idempotency_key,
        by_laws=not _of_an_arbiter(actor, standing),
    )


def _of_an_arbiter(actor: Actor, standing: Standing) -> bool:
    """Return whether the actor is an arbiter of the game, not a player or the service itself."""
    return actor.user_id is not None and bool(standing.roles & _ARBITERS)

"""Rulings at a board and claims of players: previewed, applied in one transaction, never edited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.regimes import is_followed, regime_of
from arbiter.selectors.rulings import StandingChange, standings_effect
from arbiter.services.rulings import (
    apply_effects,
    apply_remedy,
    lock_for_effects,
    lock_state,
    next_number,
    tagged,
    write_ruling,
)
from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import acting_side, check_expected, followed, lock_game
from games.services.sheets import Picture, hand_in
from games.states import state_of
from tavleya.actors import Actor, Role, Standing
from tavleya.errors import Conflict
from tavleya.law import illegal_moves as law
from tavleya.law.claims import decide_claim
from tavleya.law.clock_faults import call_flag
from tavleya.law.facts import read as read_facts
from tavleya.law.illegal_acts import MOVE_KIND
from tavleya.law.kinds import decide, ruling_kind
from tavleya.law.messages import say as law_says
from tavleya.law.remedies import Remedy, ReplayGame, RulingOutcome
from tavleya.permissions import Action, require
from tavleya.record.merging import Keeper
from tavleya.record.state import State
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.services.matches import ReplannedMatch, after_correction, lock_for_correction, plan_correction
from tournaments.services.results import changes_the_tournament, prepare_correction


def preview_illegal_move(*, actor: Actor, now: datetime, game: Game) -> Remedy:
    """Return the remedy for the illegal move in the record, without saving.

    Raises: Conflict ("not_of_this_game") in draughts, where the opponent decides on a violation.
    """
    require(hooks.standing_of(actor, game), Action.RULE)
    _check_kind(game)
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
    _check_kind(game)
    remedy = law.rule_illegal_move(state, regime_of(game), milliseconds(now), clocks=clocks, resume=resume)
    return apply_remedy(game, state, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key)


def _check_kind(game: Game) -> None:
    if game.game not in MOVE_KIND.games:
        raise Conflict(law_says("not_of_this_game"))


@transaction.atomic
def dismiss_call(
    *, actor: Actor, now: datetime, game_id: int, expected: int | None = None, note: str = "", idempotency_key: str = ""
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
    if not changes_the_tournament(pairing):
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
    by_laws = not _is_arbiter(actor, standing)
    if by_laws and intended:  # on a player's screen an illegal move is a slip; at the board an arbiter enters it
        state.rules.read(state.position, intended)
    return apply_remedy(game, state, remedy, actor=actor, now=now, idempotency_key=idempotency_key, by_laws=by_laws)


@transaction.atomic
def claim_flag(
    *, actor: Actor, now: datetime, game_id: int, side: Side, expected: int | None = None, idempotency_key: str = ""
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
    return apply_remedy(
        game,
        state,
        call_flag(state, regime_of(game), side, milliseconds(now), caller=caller),
        actor=actor,
        now=now,
        idempotency_key=idempotency_key,
        by_laws=not _is_arbiter(actor, standing),
    )


def _is_arbiter(actor: Actor, standing: Standing) -> bool:
    """Return whether the actor is an arbiter of the game, not a player or the service itself."""
    return actor.user_id is not None and bool(standing.roles & _ARBITERS)


@dataclass(frozen=True, slots=True)
class Preview:
    """The effects of a ruling: `remedy` has the entries, the clocks before and after, and the result.

    `standings` are the changed lines of the section's table.
    """

    remedy: Remedy
    standings: tuple[StandingChange, ...]


def preview(*, actor: Actor, now: datetime, game: Game, kind: str, facts: Mapping[str, object]) -> Preview:
    """Return the effects of `rule` now, without saving. Raises: the errors of `rule`."""
    require(hooks.standing_of(actor, game), Action.RULE)
    remedy = remedy_of(game, state_of(game), kind, facts, now)
    refuse_late_correction_of(game, remedy)
    drafts = tagged(remedy.drafts, next_number(game))
    return Preview(replace(remedy, drafts=drafts), standings_effect(game, remedy))


@transaction.atomic
def rule(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    kind: str,
    facts: Mapping[str, object],
    expected: int | None = None,
    advice: bool = False,
    note: str = "",
    photos: Sequence[Picture] = (),
    idempotency_key: str = "",
) -> Ruling:
    """Decide a question at a board and apply the remedy to record, clock, result and event.

    `kind` and its `facts` are those of `tavleya.law.kinds.KINDS`. `expected` is the entry that the arbiter's page
    showed. `advice`: the ruling is recorded without effect. `photos` are evidence: they are stored with the arbiter's
    sheet, and the ruling refers to them.
    Raises: Conflict ("stale" if the game has changed, "ruling_too_late" and "next_stage_begun" if later rounds depend
    on the result to change); the errors of `hand_in`.
    """
    game = _locked(actor, now, game_id, kind, facts, advice=advice)
    check_expected(game, expected)
    state = state_of(game)
    remedy = remedy_of(game, state, kind, facts, now)
    redo = None if advice else prepare_correction_of(game, remedy, actor=actor, now=now)
    remedy = _with_photos(game, remedy, photos, actor=actor, now=now)
    if advice:
        return _advice(game, state, remedy, actor=actor, now=now, note=note)
    ruling = apply_remedy(game, state, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key)
    apply_effects(ruling, remedy.effects, actor=actor, now=now)
    after_correction(redo, actor=actor, now=now)
    return ruling


def _with_photos(game: Game, remedy: Remedy, photos: Sequence[Picture], *, actor: Actor, now: datetime) -> Remedy:
    if not photos:
        return remedy
    count = game.sheet_photos.filter(keeper=Keeper.ARBITER.value).count()
    hand_in(actor=actor, now=now, game_id=game.pk, keeper=Keeper.ARBITER, photos=photos)
    numbers = [count + number for number in range(1, len(photos) + 1)]
    return replace(remedy, facts={**remedy.facts, "photos": numbers})


def remedy_of(game: Game, state: State, kind: str, facts: Mapping[str, object], now: datetime) -> Remedy:
    """Return the pure decision with the regime and the regulations of the game."""
    laws, live = regime_of(game), is_followed(game)
    parsed = read_facts(ruling_kind(kind).asked(laws, live=live), facts)
    return decide(kind, state, laws, max(milliseconds(now), state.at), parsed, live=live)


def _locked(actor: Actor, now: datetime, game_id: int, kind: str, facts: Mapping[str, object], *, advice: bool) -> Game:
    """Lock the game; if the ruling has effects beyond its board, lock event and sections first."""
    if ruling_kind(kind).wide and not advice:
        unlocked = Game.objects.filter(pk=game_id).first() or lock_game(game_id)
        require(hooks.standing_of(actor, unlocked), Action.RULE)
        effects = remedy_of(unlocked, state_of(unlocked), kind, facts, now).effects
        if not effects:
            lock_section_of(game_id)
        lock_for_effects(unlocked, effects)
        return lock_game(game_id)
    lock_section_of(game_id)
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RULE)
    return game


def _advice(game: Game, state: State, remedy: Remedy, *, actor: Actor, now: datetime, note: str) -> Ruling:
    return write_ruling(
        game,
        remedy,
        number=next_number(game),
        outcome=Ruling.Outcome.ADVICE,
        first_seq=state.seq,
        last_seq=state.seq,
        actor=actor,
        now=now,
        note=note,
    )

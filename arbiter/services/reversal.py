"""Reversal of a ruling by new entries, alone or with a replacement."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.services.ruling import lock_section_of, prepare_correction_of, refuse_late_correction_of
from arbiter.services.rulings import (
    apply_effects,
    apply_remedy,
    lock_for_effects,
    registration_of,
    registrations_of,
    seat_of,
    write_ruling,
)
from arbiter.services.undoing import (
    Undoing,
    annuls,
    decide_from_facts,
    effects_of,
    forfeit_stays,
    plan_replacement,
    plan_reversal,
    result_instead,
    rulings_after,
    seated,
)
from games import hooks
from games.models.game import Game
from games.services.record import append, check_expected, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.law.remedies import ChangePoints, Exclude, Remedy, ReplayGame, SitOut
from tavleya.permissions import Action, require
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.services.exclusion import readmit_registration, reinstate_registration, undo_adjustments, undo_replay
from tournaments.services.matches import after_correction


@transaction.atomic
def reverse(
    *,
    actor: Actor,
    now: datetime,
    ruling_id: int,
    note: str = "",
    clocks: Mapping[Side, int] | None = None,
    resume: bool = False,
    result: Result | str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Withdraw the effects of a ruling: counts, time, result, exclusion, points, touch-move duty. Later entries stay.

    Position, calls and clocks are as they were when it was made, unless play has continued on the board. The clocks get
    that instant's readings, or `clocks`, and start again with `resume`. Otherwise the time that it gave is subtracted,
    on a physical clock by the arbiter. Later rulings that it changes are decided again from their facts. `result`: the
    result of the game then, which a closed round requires, unless such a ruling sets another.
    Raises: Conflict ("already_superseded", "advice_has_no_effect", "later_ruling_rests" if a later ruling cannot be
    decided again, "new_game_begun", "round_closed" if a closed round would lose a result).
    """
    old, game, state = _locked(actor, ruling_id, expected)
    undoing = plan_reversal(old, game, state, actor, now, clocks=clocks, resume=resume, result=result)
    remedy = undoing.remedy
    _undo_effects(old, undoing, actor=actor, now=now)
    redo = prepare_correction_of(game, remedy, actor=actor, now=now, undone=True)
    drafts = remedy.drafts
    if not undoing.dependent:
        # At once: an unchanged result is not announced as withdrawn and entered again.
        drafts += result_instead(undoing.state, remedy.result, state)
    after = append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    ruling = write_ruling(
        game,
        remedy,
        number=game.rulings.count() + 1,
        outcome=Ruling.Outcome.REVERSED,
        first_seq=state.seq + 1,
        last_seq=after.seq,
        actor=actor,
        now=now,
        note=note,
        supersedes=old,
    )
    _decide_again(undoing, game, actor=actor, now=now)
    _keep_result(game, state, remedy.result, actor=actor, now=now)
    after_correction(redo, actor=actor, now=now)
    return ruling


@transaction.atomic
def supersede(
    *,
    actor: Actor,
    now: datetime,
    ruling_id: int,
    kind: str,
    facts: Mapping[str, object],
    note: str = "",
    result: Result | str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Undo a ruling and decide the question again, in one transaction. `result`: as for `reverse`.

    Raises: the errors of `reverse` and `rule`.
    """
    old, game, state = _locked(actor, ruling_id, expected)
    undoing, remedy, outcome = plan_replacement(old, game, state, actor, now, kind, facts, result)
    _undo_effects(old, undoing, actor=actor, now=now)
    redo = prepare_correction_of(game, replace(remedy, result=outcome), actor=actor, now=now, undone=True)
    undone = append(game, state, undoing.remedy.drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    new = apply_remedy(
        game, undone, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key, supersedes=old
    )
    apply_effects(new, remedy.effects, actor=actor, now=now)
    _decide_again(undoing, game, actor=actor, now=now)
    _keep_result(game, state, outcome, actor=actor, now=now)
    after_correction(redo, actor=actor, now=now)
    return new


def preview_reversal(*, actor: Actor, now: datetime, ruling: Ruling, result: Result | str = "") -> Remedy:
    """Return the remedy that `reverse` would apply now, without saving; its grounds list the consequences.

    Raises: the errors of `reverse`.
    """
    game = _reversible_game(actor, ruling)
    undoing = plan_reversal(ruling, game, state_of(game), actor, now, result=result)
    remedy = replace(undoing.remedy, drafts=(*undoing.remedy.drafts, *undoing.drafts))
    refuse_late_correction_of(game, remedy, undone=True)
    return remedy


def preview_superseding(
    *, actor: Actor, now: datetime, ruling: Ruling, kind: str, facts: Mapping[str, object], result: Result | str = ""
) -> Remedy:
    """Return the remedy of the replacement ruling, without saving; its entries begin with those of the reversal."""
    game = _reversible_game(actor, ruling)
    undoing, remedy, outcome = plan_replacement(ruling, game, state_of(game), actor, now, kind, facts, result)
    refuse_late_correction_of(game, replace(remedy, result=outcome), undone=True)
    return replace(remedy, drafts=(*undoing.remedy.drafts, *remedy.drafts, *undoing.drafts))


def _reversible_game(actor: Actor, ruling: Ruling) -> Game:
    require(hooks.standing_of(actor, ruling.game), Action.RULE)
    _check_stands(ruling)
    return Game.objects.get(pk=ruling.game_id)


def _locked(actor: Actor, ruling_id: int, expected: int | None) -> tuple[Ruling, Game, State]:
    old = Ruling.objects.select_related("game").filter(pk=ruling_id).first()
    if old is None:
        raise NotFound(say("no_such_ruling"))
    require(hooks.standing_of(actor, old.game), Action.RULE)
    effects = [effect for ruling in (old, *rulings_after(old)) for effect in effects_of(ruling)]
    if effects:
        lock_for_effects(seated(old.game), effects)
    lock_section_of(old.game_id)
    game = lock_game(old.game_id)
    check_expected(game, expected)
    _check_stands(old)
    return old, game, state_of(game)


def _decide_again(undoing: Undoing, game: Game, *, actor: Actor, now: datetime) -> None:
    for ruling in undoing.dependent:
        state = state_of(game)
        remedy = decide_from_facts(ruling, state, now)
        new = apply_remedy(game, state, remedy, actor=actor, now=now, note=ruling.note, supersedes=ruling)
        apply_effects(new, remedy.effects, actor=actor, now=now)


def _check_stands(old: Ruling) -> None:
    if Ruling.objects.filter(supersedes=old).exists():
        raise Conflict(say("already_superseded"))
    if old.outcome in (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED):
        raise Conflict(say("advice_has_no_effect"))
    # A board recorded as it was played may have the other colours, so effects on a side cannot be withdrawn there.
    replaced = old.game.phase == GamePhase.ANNULLED and Game.objects.filter(replaces=old.game_id).exists()
    if replaced and not any(annuls(ruling) for ruling in old.game.rulings.all()):
        raise Conflict(say("record_replaced"))


def _undo_effects(old: Ruling, undoing: Undoing, *, actor: Actor, now: datetime) -> None:
    for ruling in (old, *undoing.dependent):
        for effect in effects_of(ruling):
            match effect:
                case Exclude():
                    _readmit(ruling, effect, actor=actor, now=now)
                case ChangePoints():
                    undo_adjustments(ruling.game, ruling.number, actor=actor, now=now)
                case SitOut():
                    reinstate_registration(ruling.game, ruling.number, actor=actor, now=now)
                case ReplayGame():
                    _withdraw_replay(ruling, actor=actor, now=now)
        for part in ruling.parts.filter(superseded_by=None).order_by("game_id"):
            if not forfeit_stays(seat_of(part.game)):
                reverse(actor=actor, now=now, ruling_id=part.pk, note=ruling.note)


def _readmit(old: Ruling, effect: Exclude, *, actor: Actor, now: datetime) -> None:
    for registration in registrations_of(registration_of(seat_of(old.game), effect.side)):
        if registration.status == RegistrationStatus.EXCLUDED:
            readmit_registration(registration, actor=actor, now=now, reason=f"ruling {old.number}")


def _withdraw_replay(old: Ruling, *, actor: Actor, now: datetime) -> None:
    replay = Game.objects.get(replaces=old.game_id)
    pairing = seat_of(seated(old.game))
    if pairing.game_id != replay.pk or replay.phase != GamePhase.PENDING:
        raise Conflict(say("new_game_begun"))
    undo_replay(pairing, old.game, actor=actor, now=now, reason=f"ruling {old.number}")


def _keep_result(game: Game, before: State, result: Result | None, *, actor: Actor, now: datetime) -> None:
    """Give the game the planned result, and check that a closed round keeps one."""
    state = state_of(game)
    if drafts := result_instead(state, result, before):
        append(game, state, drafts, actor=actor, now=now)
    keep_result(game, game.result)


def keep_result(game: Game, result: str) -> None:
    """Check that a closed round keeps a result at every board. Raises: Conflict ("round_closed") if `result` is ""."""
    closed = Pairing.objects.filter(game=game, round__status=RoundStatus.CLOSED).exists()
    if closed and not result:
        raise Conflict(say("round_closed"))

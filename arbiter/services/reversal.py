"""Reversal of a ruling by new entries, alone or with a replacement."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import cast

from django.db import transaction

from arbiter.messages import say
from arbiter.models.ruling import Ruling
from arbiter.selectors.regimes import is_followed
from arbiter.services.illegal_moves import lock_section_of, prepare_correction_of, refuse_late_correction_of
from arbiter.services.ruling import remedy_of
from arbiter.services.rulings import (
    apply_effects,
    apply_remedy,
    lock_for_effects,
    registration_of,
    registrations_of,
    seat_of,
    write_ruling,
)
from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import append, check_expected, lock_game
from games.states import state_at, state_of
from games.verification import entries_of
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.law.absence import duration
from tavleya.law.remedies import (
    ChangePoints,
    ClockChange,
    Effect,
    Exclude,
    Remedy,
    ReplayGame,
    RulingOutcome,
    SitOut,
    readings,
    sentence,
    set_clocks,
)
from tavleya.messages import Message
from tavleya.permissions import Action, require
from tavleya.record.entries import Entry, EntryDraft, EntryKind, GamePhase
from tavleya.record.fold import apply
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.penalties import PointAdjustment, RoundExclusion
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.services.exclusion import (
    readmit_registration,
    reinstate_registration,
    undo_adjustments,
    undo_replay,
)
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
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Undo what a ruling did: position, clocks, counts, result and effects are as they were when it was made.

    The clocks get that instant's readings, or `clocks`, and start again with `resume`. Time given on a physical clock
    is subtracted there. Calls and offers that the ruling answered are open again. Moves entered from paper stay,
    because no ruling depends on them.
    Raises: Conflict ("already_superseded", "advice_has_no_effect", "game_went_on" once a move or another ruling depends
    on it, "round_closed" if a closed round would lose a result).
    """
    old, game, state = _locked(actor, ruling_id, expected)
    _undo_effects(old, actor=actor, now=now)
    remedy = _reversal(old, state, milliseconds(now), clocks, resume=resume)
    redo = prepare_correction_of(game, remedy, actor=actor, now=now, undone=True)
    after = append(game, state, remedy.drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    keep_result(game, game.result)
    after_correction(redo, actor=actor, now=now)
    return write_ruling(
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


@transaction.atomic
def supersede(
    *,
    actor: Actor,
    now: datetime,
    ruling_id: int,
    kind: str,
    facts: Mapping[str, object],
    note: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Undo a ruling and decide the question again, in one transaction.

    Raises: the errors of `reverse` and `rule`.
    """
    old, game, state = _locked(actor, ruling_id, expected)
    _undo_effects(old, actor=actor, now=now)
    reversal = _reversal(old, state, milliseconds(now), None, resume=False)
    remedy = remedy_of(game, _undone(state, reversal, now), kind, facts, now)
    both = remedy if remedy.result is not None else replace(remedy, result=reversal.result)
    redo = prepare_correction_of(game, both, actor=actor, now=now, undone=True)
    undone = append(game, state, reversal.drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    remedy = remedy_of(game, undone, kind, facts, now)
    new = apply_remedy(
        game, undone, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key, supersedes=old
    )
    apply_effects(new, remedy.effects, actor=actor, now=now)
    keep_result(game, game.result)
    after_correction(redo, actor=actor, now=now)
    return new


def preview_reversal(*, actor: Actor, now: datetime, ruling: Ruling) -> Remedy:
    """Return the remedy that `reverse` would apply now, without saving. Raises: the errors of `reverse`."""
    require(hooks.standing_of(actor, ruling.game), Action.RULE)
    _still_stands(ruling)
    game = Game.objects.get(pk=ruling.game_id)
    state = state_of(game)
    _not_gone_on(ruling, game, state)
    remedy = _reversal(ruling, state, milliseconds(now), None, resume=False)
    refuse_late_correction_of(game, remedy, undone=True)
    return remedy


def preview_superseding(
    *, actor: Actor, now: datetime, ruling: Ruling, kind: str, facts: Mapping[str, object]
) -> Remedy:
    """Return the remedy of the replacement ruling after the reversal, without saving."""
    require(hooks.standing_of(actor, ruling.game), Action.RULE)
    _still_stands(ruling)
    game = Game.objects.get(pk=ruling.game_id)
    state = state_of(game)
    _not_gone_on(ruling, game, state)
    undoing = _reversal(ruling, state, milliseconds(now), None, resume=False)
    remedy = remedy_of(game, _undone(state, undoing, now), kind, facts, now)
    both = remedy if remedy.result is not None else replace(remedy, result=undoing.result)
    refuse_late_correction_of(game, both, undone=True)
    return remedy


def _undone(state: State, undoing: Remedy, now: datetime) -> State:
    """Return the state after the reversal."""
    at = max(milliseconds(now), state.at)
    return apply(state, Entry(state.seq + 1, EntryKind.REVERSAL, at, "", data=undoing.drafts[0].data))


def _locked(actor: Actor, ruling_id: int, expected: int | None) -> tuple[Ruling, Game, State]:
    old = Ruling.objects.select_related("game").filter(pk=ruling_id).first()
    if old is None:
        raise NotFound(say("no_such_ruling"))
    require(hooks.standing_of(actor, old.game), Action.RULE)
    effects = _effects(old)
    if effects:
        lock_for_effects(_seated(old.game), effects)
    lock_section_of(old.game_id)
    game = lock_game(old.game_id)
    check_expected(game, expected)
    _still_stands(old)
    state = state_of(game)
    _not_gone_on(old, game, state)
    return old, game, state


def _effects(old: Ruling) -> tuple[Effect, ...]:
    excluded = old.kind == "penalty" and _laid(old) == "exclusion"
    beyond = _beyond(old)
    if beyond:
        return beyond
    replayed = Game.objects.filter(replaces=old.game_id).exists()
    effects: tuple[Effect, ...] = (Exclude(Side(old.offender)),) if excluded else ()
    return (*effects, ReplayGame()) if replayed and old.game.phase == GamePhase.ANNULLED else effects


def _laid(old: Ruling) -> str:
    """Return the kind of the penalty, by its first entry."""
    entry = next(iter(entries_of(old.game, old.first_seq - 1)), None)
    return str(entry.data.get("penalty", "")) if entry is not None else ""


def _beyond(old: Ruling) -> tuple[Effect, ...]:
    """Return the points, rounds and fines that still apply; a fine ends with its ruling."""
    created: list[Effect] = []
    of_ruling = {"game": old.game, "ruling": old.number}
    for row in PointAdjustment.objects.filter(**of_ruling, undone_at=None).select_related("registration"):
        created.append(ChangePoints(_side_of(old, row.registration_id), row.half_points))
    out = list(RoundExclusion.objects.filter(**of_ruling, lifted_at=None))
    if out:
        created.append(SitOut(_side_of(old, out[0].registration_id), len(out)))
    return tuple(created)


def _side_of(old: Ruling, registration_id: int) -> Side:
    return Side.WHITE if seat_of(_seated(old.game)).white_id == registration_id else Side.BLACK


def _seated(game: Game) -> Game:
    """Return the game that is now at the board of `game`."""
    later = Game.objects.filter(replaces=game).first()
    return _seated(later) if later else game


def _still_stands(old: Ruling) -> None:
    if Ruling.objects.filter(supersedes=old).exists():
        raise Conflict(say("already_superseded"))
    if old.outcome in (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED):
        raise Conflict(say("advice_has_no_effect"))


def _not_gone_on(old: Ruling, game: Game, state: State) -> None:
    then = state_at(game, old.last_seq)

    def on_it(state: State) -> tuple[object, ...]:
        rulings = tuple(before.number for before in state.before_rulings)
        annulled = state.phase is GamePhase.ANNULLED
        moves = state.plies if is_followed(game) else ()
        return (moves, state.result, annulled, state.unpressed, state.offer, rulings)

    if not any(before.number == old.number for before in state.before_rulings) or on_it(then) != on_it(state):
        raise Conflict(say("game_went_on"), seq=state.seq, last_seq=old.last_seq)


def _reversal(
    old: Ruling, state: State, at: int, clocks: Mapping[Side, int] | None, *, resume: bool
) -> Remedy:
    before = next(
        before_ruling for before_ruling in state.before_rulings if before_ruling.number == old.number
    )
    data: dict[str, object] = {"ruling": old.number}
    if clocks is not None:
        data["set"] = set_clocks(clocks)
    followed = is_followed(old.game)
    if not followed:
        data["keeps_moves"] = True
    back, messages = _taken_back(old)
    drafts = [EntryDraft(EntryKind.REVERSAL, data=MappingProxyType(data)), *back]
    was = before.state
    if resume and was.phase in (GamePhase.PLAYING, GamePhase.PAUSED):
        drafts.append(EntryDraft(EntryKind.RESUMED, was.turn))
    # Elsewhere there is only a physical clock, whose readings are unknown.
    context, then = (readings(state, at), readings(was, before.at)) if followed else (None, None)
    change = ClockChange(context, dict(clocks) if clocks else then) if context and then else None
    return Remedy(
        kind="reversal",
        article=old.article,
        penalty_article="",
        offender=None,
        drafts=tuple(drafts),
        grounds=(say("ruling_undone", number=old.number), *_as_before(state, was), *messages),
        clock=change,
        result=was.result,
        facts=MappingProxyType({"ruling": old.number}),
        outcome=RulingOutcome.APPLIED,
    )


def _as_before(state: State, was: State) -> tuple[Message, ...]:
    """Return messages about the restored result and count of illegal moves."""
    result = (say("result_taken_back"),) if state.result and not was.result else ()
    counts = (
        say("illegal_count", side=sentence(side), count=was.illegal[side])
        for side in Side
        if state.illegal[side] != was.illegal[side]
    )
    return (*result, *counts)


def _taken_back(old: Ruling) -> tuple[tuple[EntryDraft, ...], tuple[Message, ...]]:
    """Return the opposite of the ruling's changes of a physical clock, which the arbiter sets at the board."""
    changes = dict.fromkeys(Side, 0)
    for entry in entries_of(old.game, old.first_seq - 1):
        if entry.seq > old.last_seq or entry.kind is not EntryKind.ADJUSTMENT:
            continue
        at_the_board = cast(dict[str, dict[str, int]], entry.data.get("at_the_board") or {})
        for side, ms in at_the_board.get("add", {}).items():
            changes[Side(side)] -= ms
    back = {side: ms for side, ms in changes.items() if ms}
    if not back:
        return (), ()
    add = {side.value: ms for side, ms in back.items()}
    draft = EntryDraft(
        EntryKind.ADJUSTMENT,
        data=MappingProxyType({"at_the_board": {"add": add}, "article": old.article, "reason": "reversal"}),
    )
    messages = (
        say("time_given_back" if ms > 0 else "time_taken_back", side=sentence(side), time=duration(abs(ms)))
        for side, ms in back.items()
    )
    return (draft,), tuple(messages)


def _undo_effects(old: Ruling, *, actor: Actor, now: datetime) -> None:
    for effect in _effects(old):
        match effect:
            case Exclude():
                _readmit(old, effect, actor=actor, now=now)
            case ChangePoints():
                undo_adjustments(old.game, old.number, actor=actor, now=now)
            case SitOut():
                reinstate_registration(old.game, old.number, actor=actor, now=now)
            case ReplayGame():
                _take_back_replay(old, actor=actor, now=now)
    for part in old.parts.order_by("game_id"):
        reverse(actor=actor, now=now, ruling_id=part.pk, note=old.note)


def _readmit(old: Ruling, effect: Exclude, *, actor: Actor, now: datetime) -> None:
    for registration in registrations_of(registration_of(seat_of(old.game), effect.side)):
        if registration.status == RegistrationStatus.EXCLUDED:
            readmit_registration(registration, actor=actor, now=now, reason=f"ruling {old.number}")


def _take_back_replay(old: Ruling, *, actor: Actor, now: datetime) -> None:
    replay = Game.objects.get(replaces=old.game_id)
    pairing = seat_of(_seated(old.game))
    if pairing.game_id != replay.pk or replay.phase != GamePhase.PENDING:
        raise Conflict(say("game_went_on"))
    undo_replay(pairing, old.game, actor=actor, now=now, reason=f"ruling {old.number}")


def keep_result(game: Game, result: str) -> None:
    """Check that a closed round keeps a result at every board. Raises: Conflict ("round_closed") if `result` is ""."""
    closed = Pairing.objects.filter(game=game, round__status=RoundStatus.CLOSED).exists()
    if closed and not result:
        raise Conflict(say("round_closed"))

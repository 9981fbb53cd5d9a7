"""Plan of a reversal: the entries that remove a ruling's effects, and their consequences. Nothing is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import cast

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.regimes import facts_at, is_followed
from arbiter.services.ruling import remedy_of
from arbiter.services.rulings import seat_of
from games.models.game import Game
from games.models.record import milliseconds, moment
from games.services.record import write_entries
from games.verification import entries_of
from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError
from tavleya.law.kinds import KINDS, ruling_kind
from tavleya.law.remedies import (
    ChangePoints,
    ClockChange,
    Effect,
    Exclude,
    Remedy,
    ReplayGame,
    RulingOutcome,
    SitOut,
    duration,
    readings,
    sentence,
    set_clocks,
)
from tavleya.messages import Message
from tavleya.record.commands import correct_result, enter_result
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.fold import BrokenRecord, continued, time_given
from tavleya.record.results import FACTS, Result, read_result
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.models.pairing import Pairing, PointAdjustment, RoundExclusion
from tournaments.models.round import RoundStatus
from tournaments.services.results import changes_the_tournament


def rulings_after(old: Ruling) -> list[Ruling]:
    """Return the later rulings of the game that are in force and can be decided from their facts."""
    rulings = Ruling.objects.filter(game=old.game, number__gt=old.number, superseded_by=None, kind__in=KINDS)
    ineffective = (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED)
    return list(rulings.exclude(outcome__in=ineffective).select_related("game").order_by("number"))


@dataclass(frozen=True, slots=True)
class Undoing:
    """A reversal: its remedy, and the later rulings that are decided again after it."""

    remedy: Remedy
    dependent: tuple[Ruling, ...]
    state: State  # after the reversal
    drafts: tuple[EntryDraft, ...]  # of the later rulings
    notes: tuple[Message, ...]  # consequences apart from the result and the counts


def plan_reversal(
    old: Ruling,
    game: Game,
    state: State,
    actor: Actor,
    now: datetime,
    *,
    clocks: Mapping[Side, int] | None = None,
    resume: bool = False,
    result: Result | str = "",
    replaced: bool = False,
) -> Undoing:
    """Return the reversal of a ruling, and of the later ones that depend on it.

    `replaced`: another ruling follows; without one, the later rulings are decided again at once.
    """
    before = state.before_ruling(old.number)
    if before is None:
        raise Conflict(say("advice_has_no_effect"))
    at = max(milliseconds(now), state.at)
    data: dict[str, object] = {"ruling": old.number, "last": old.last_seq}
    if clocks is not None:
        data["set"] = set_clocks(clocks)
    drafts = [EntryDraft(EntryKind.REVERSAL, data=MappingProxyType(data))]
    undone = _write(state, drafts, actor, now)
    dependent, notes = _find_dependent(old, state, undone)
    drafts += [
        EntryDraft(EntryKind.REVERSAL, data=MappingProxyType({"ruling": ruling.number, "last": ruling.last_seq}))
        for ruling in reversed(dependent)
    ]
    undone = _write(state, drafts, actor, now)
    messages: list[Message] = []
    for ruling in (old, *dependent):
        back, texts = _time_returned(ruling, state, undone, at, stated=clocks is not None)
        drafts += back
        messages += texts
    if resume and undone.phase is GamePhase.PAUSED:
        drafts.append(EntryDraft(EntryKind.RESUMED, undone.turn))
    undone = _write(state, drafts, actor, now)
    final, later, texts = _decide_later(() if replaced else dependent, undone, actor, now)
    outcome = _outcome(undone, final, result)
    notes = (*(_WITHDRAWN[type(effect)] for effect in effects_of(old)), *notes, *messages, *texts, *_forfeits_left(old))
    # Elsewhere there is only a physical clock, whose readings are unknown.
    old_clocks, new_clocks = (readings(state, at), readings(undone, at)) if is_followed(game) else (None, None)
    remedy = Remedy(
        kind="reversal",
        article=old.article,
        penalty_article="",
        offender=None,
        drafts=tuple(drafts),
        grounds=_unique(_headline(old, state), *_changes(old, state, final, outcome), *notes),
        clock=ClockChange(old_clocks, dict(clocks) if clocks else new_clocks) if old_clocks and new_clocks else None,
        result=outcome,
        facts=MappingProxyType({"ruling": old.number}),
        outcome=RulingOutcome.APPLIED,
    )
    return Undoing(remedy, dependent, undone, later, notes)


def plan_replacement(
    old: Ruling,
    game: Game,
    state: State,
    actor: Actor,
    now: datetime,
    kind: str,
    facts: Mapping[str, object],
    result: Result | str = "",
) -> tuple[Undoing, Remedy, Result | None]:
    """Return the reversal, the ruling that replaces it with all consequences, and the result of the game then."""
    undoing = plan_reversal(old, game, state, actor, now, result=result, replaced=True)
    remedy = remedy_of(game, undoing.state, kind, facts, now)
    after = _write(undoing.state, remedy.drafts, actor, now)
    final, drafts, messages = _decide_later(undoing.dependent, after, actor, now)
    undoing = replace(undoing, drafts=drafts)
    outcome = _outcome(undoing.state, final, result)
    grounds = _unique(*remedy.grounds, *_changes(old, state, final, outcome), *undoing.notes, *messages)
    return undoing, replace(remedy, grounds=grounds), outcome


def _write(state: State, drafts: Sequence[EntryDraft], actor: Actor, now: datetime) -> State:
    """Return the state after the drafts, without saving. Raises: Conflict ("later_entries_depend")."""
    try:
        return write_entries(state, drafts, actor, now)[1]
    except BrokenRecord:
        raise Conflict(say("later_entries_depend")) from None


def _find_dependent(old: Ruling, state: State, undone: State) -> tuple[tuple[Ruling, ...], tuple[Message, ...]]:
    """Return the later rulings that would have been different, and messages about changed counts.

    Rulings of the same kind after such a one are decided again too, in their order.
    """
    dependent: list[Ruling] = []
    messages: list[Message] = []
    for ruling in rulings_after(old):
        before, without = state.before_ruling(ruling.number), undone.before_ruling(ruling.number)
        if before is None or without is None:
            continue
        was, will = _decided(ruling, before.state, before.at), _decided(ruling, without.state, before.at)
        if was is None:
            continue
        if will is not None and will.count != was.count:
            counts = {"was": was.count, "count": will.count}
            messages.append(say("ruling_counts_less", number=ruling.number, **counts))
        if ruling.kind in {earlier.kind for earlier in dependent} or will is None or _effect(will) != _effect(was):
            dependent.append(ruling)
    return tuple(dependent), tuple(messages)


def _decided(ruling: Ruling, state: State, at: int) -> Remedy | None:
    """Return the decision of a ruling in another state; None if its facts do not decide it there."""
    try:
        return decide_from_facts(ruling, state, moment(at))
    except DomainError:
        return None


def decide_from_facts(ruling: Ruling, state: State, now: datetime) -> Remedy:
    names = {fact.name for fact in facts_at(ruling.game, ruling_kind(ruling.kind))}
    facts = {name: value for name, value in ruling.facts.items() if name in names}
    return remedy_of(ruling.game, state, ruling.kind, facts, now)


def _effect(remedy: Remedy) -> tuple[object, ...]:
    """Return the effects that a player notices: without counts, which the record adds up, and without readings."""
    clock = remedy.clock
    gains = {side: clock.after[side] - clock.before[side] for side in Side} if clock else {}
    boards = [dict(draft.data) for draft in remedy.drafts if "at_the_board" in draft.data]
    return (remedy.result, remedy.outcome, remedy.penalty_article, remedy.effects, gains, boards)


def _unique(*messages: Message) -> tuple[Message, ...]:
    return tuple(message for index, message in enumerate(messages) if message not in messages[:index])


def _decide_later(
    rulings: Sequence[Ruling], state: State, actor: Actor, now: datetime
) -> tuple[State, tuple[EntryDraft, ...], list[Message]]:
    """Return the state after deciding the rulings again, their entries and grounds.

    Raises: Conflict ("later_ruling_rests").
    """
    drafts: list[EntryDraft] = []
    messages: list[Message] = []
    for ruling in rulings:
        try:
            remedy = decide_from_facts(ruling, state, now)
        except DomainError as error:
            raise Conflict(say("later_ruling_rests", number=ruling.number, why=error.message)) from None
        state = _write(state, remedy.drafts, actor, now)
        drafts += remedy.drafts
        messages += [say("decided_again", number=ruling.number), *remedy.grounds]
    return state, tuple(drafts), messages


def _outcome(undone: State, final: State, result: Result | str) -> Result | None:
    """Return the result of the game: `result`, unless a ruling after the reversal sets another."""
    return read_result(result) if result and final.result is undone.result else final.result


def result_instead(state: State, result: Result | None, before: State) -> tuple[EntryDraft, ...]:
    """Return the entries that give the game the planned result; one that it had `before` keeps its manner."""
    if result is None or state.result is result:
        return ()
    if state.result is not None:
        return correct_result(state, result, termination="corrected", reason="")
    termination = before.termination if before.result is result else ""
    manner = termination or ("reported" if FACTS[result].played else "forfeit")
    return enter_result(state, result, termination=manner, article="", reason="")


def _headline(old: Ruling, state: State) -> Message:
    newest = state.later[-1].seq == old.last_seq
    return say("ruling_undone" if newest else "ruling_undone.later_kept", number=old.number)


def _changes(old: Ruling, state: State, after: State, result: Result | None) -> tuple[Message, ...]:
    messages: list[Message] = []
    if result is None:
        messages += [say("result_taken_back")] if state.result else []
    elif state.result is not result:
        messages.append(say("result_becomes", result=result.value))
    elif after.result is not result:
        messages.append(say("result_kept", result=result.value))
    elif old.result:
        messages.append(say("result_stays", result=result.value))
    messages += [
        say("illegal_count", side=sentence(side), count=after.illegal[side])
        for side in Side
        if state.illegal[side] != after.illegal[side]
    ]
    return tuple(messages)


def _time_returned(
    ruling: Ruling, state: State, undone: State, at: int, *, stated: bool
) -> tuple[list[EntryDraft], list[Message]]:
    """Return the opposite of the ruling's changes of a physical clock, which the arbiter sets at the board.

    On a followed board the clocks change back by themselves unless play has continued; then its time is subtracted, as
    far as it is still there.
    """
    before = state.before_ruling(ruling.number)
    assert before is not None
    entries = [entry for entry in state.later if before.state.seq < entry.seq <= ruling.last_seq]
    followed, clock = is_followed(ruling.game), undone.clock
    changes = dict.fromkeys(Side, 0)
    if not followed:
        for entry in entries:
            at_the_board = cast(dict[str, dict[str, int]], entry.data.get("at_the_board") or {})
            for name, ms in at_the_board.get("add", {}).items():
                changes[Side(name)] -= ms
    elif clock is not None and not undone.over and not stated and continued(state, before, ruling.last_seq):
        left = clock.readings(at)
        for side, ms in time_given(before.state, entries).items():
            changes[side] -= min(ms, (left.white if side is Side.WHITE else left.black).ms)
    add = {side.value: ms for side, ms in changes.items() if ms}
    if not add:
        return [], []
    change = {"add": add} if followed else {"at_the_board": {"add": add}}
    data = MappingProxyType({**change, "article": ruling.article, "reason": "reversal"})
    added, removed = ("time_given_back", "time_taken_back")
    if followed:
        added, removed = ("time_given_back.followed", "time_taken_back.followed")
    messages = [
        say(added if ms > 0 else removed, side=sentence(side), time=duration(abs(ms)))
        for side, ms in changes.items()
        if ms
    ]
    return [EntryDraft(EntryKind.ADJUSTMENT, data=data)], messages


def forfeit_stays(board: Pairing) -> bool:
    """Return whether a forfeit after an exclusion stays: the game can no longer be played."""
    return board.round.status == RoundStatus.CLOSED or not changes_the_tournament(board)


def _forfeits_left(old: Ruling) -> list[Message]:
    boards = [seat_of(part.game) for part in old.parts.filter(superseded_by=None).order_by("game_id")]
    return [
        say("forfeit_stays", round=board.round.number, board=board.board) for board in boards if forfeit_stays(board)
    ]


def effects_of(old: Ruling) -> tuple[Effect, ...]:
    excluded = old.kind == "penalty" and _penalty_measure(old) == "exclusion"
    beyond = _beyond(old)
    if beyond:
        return beyond
    effects: tuple[Effect, ...] = (Exclude(Side(old.offender)),) if excluded else ()
    return (*effects, ReplayGame()) if annuls(old) else effects


def annuls(old: Ruling) -> bool:
    """Return whether the ruling ordered a new game."""
    entries = entries_of(old.game, old.first_seq - 1)
    return any(entry.kind is EntryKind.ANNULMENT for entry in entries if entry.seq <= old.last_seq)


def _penalty_measure(old: Ruling) -> str:
    """Return the kind of the penalty, by its first entry."""
    entry = next(iter(entries_of(old.game, old.first_seq - 1)), None)
    return str(entry.data.get("penalty", "")) if entry is not None else ""


def _beyond(old: Ruling) -> tuple[Effect, ...]:
    """Return the effects on points and rounds that still apply; a fine ends with its ruling."""
    effects: list[Effect] = []
    of_ruling = {"game": old.game, "ruling": old.number}
    for row in PointAdjustment.objects.filter(**of_ruling, undone_at=None).select_related("registration"):
        effects.append(ChangePoints(_side_of(old, row.registration_id), row.half_points))
    exclusions = list(RoundExclusion.objects.filter(**of_ruling, lifted_at=None))
    if exclusions:
        effects.append(SitOut(_side_of(old, exclusions[0].registration_id), len(exclusions)))
    return tuple(effects)


def _side_of(old: Ruling, registration_id: int) -> Side:
    return Side.WHITE if seat_of(seated(old.game)).white_id == registration_id else Side.BLACK


def seated(game: Game) -> Game:
    """Return the game that is now at the board of `game`."""
    replay = Game.objects.filter(replaces=game).first()
    return seated(replay) if replay else game


_WITHDRAWN: Mapping[type[Effect], Message] = MappingProxyType(
    {
        ReplayGame: say("replay_withdrawn"),
        Exclude: say("exclusion_withdrawn"),
        ChangePoints: say("points_withdrawn"),
        SitOut: say("rounds_withdrawn"),
    }
)

"""Flags and faults of time: defective clocks, both flags, disturbances, deductions."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.law.facts import AT_MOVE, CAN_MATE, EARLIER_MOVES, PLAYER_OR_ARBITER, RESUME, FactKind, fact
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy, RulingOutcome, duration, sentence
from tavleya.law.ruling_kind import (
    Board,
    Case,
    Group,
    RulingKind,
    Words,
    begun,
    clock_setting,
    contradiction,
    data,
    decision,
    going_on,
    need_reason,
    require_fact,
    time_change,
)
from tavleya.law.sheet_check import is_drawn_instead
from tavleya.law.terms import FlagCaller, Regime
from tavleya.messages import N_, Message, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result, win_for
from tavleya.record.state import State
from tavleya.sides import Side

# Flags that are claimed or observed to have fallen (tavreli 6.3, 6.8, 6.9, B.6, B.7; FIDE 6.8, 6.9).

CALLED_BY = fact(
    "called_by",
    FactKind.CHOICE,
    N_("who calls it"),
    choices=PLAYER_OR_ARBITER,
    default="arbiter",
    decides=lambda regime, _: regime.flag_caller is FlagCaller.PLAYER,
)
#: The position when a flag fell, which shows whether the opponent could mate.
POSITION_THEN = fact("position", FactKind.POSITION, N_("the position on the board"), asked=CAN_MATE.asked)
MOVES_THEN = replace(EARLIER_MOVES, asked=CAN_MATE.asked)

FLAG_FACTS = (
    fact("side", FactKind.SIDE, N_("whose flag"), required=True),
    CALLED_BY,
    CAN_MATE,
    POSITION_THEN,
    MOVES_THEN,
    AT_MOVE,
)


def call_flag(state: State, regime: Regime, side: Side, at: int, *, caller: Side | None) -> Remedy:
    """Decide on the flag of `side`, called at instant `at` by the player `caller`, or by an arbiter (None).

    Clocks that were stopped for the claim (tavreli B.7, FIDE A.5.3) count like running ones.  While a move is sealed,
    it is unknown whether it ended the game or was illegal: the envelope is opened first, and its content has priority
    over the flag (tavreli A.8, 6.9; FIDE I.8, I.10).

    Raises: NotPermitted ("flag_is_the_players", "flag_is_the_opponents"); Conflict ("flag_up" with the time left,
    "both_flags_down", "envelope_closed").
    """
    if state.phase not in (GamePhase.PLAYING, GamePhase.PAUSED) or state.clock is None:
        raise Conflict(say("clock_not_running.no_flag"))
    _may_call(regime, side, caller)
    if not state.clock.fallen(side, at):
        readings = state.clock.readings(at)
        ms = readings.white.ms if side is Side.WHITE else readings.black.ms
        raise Conflict(say("flag_up", side=sentence(side)), left_ms=ms)
    if state.sealed:
        raise Conflict(say("envelope_closed.flag"))
    if state.postponed is side:
        raise Conflict(say("claim_pending", side=sentence(side)))
    if state.clock.fallen(side.other, at):
        raise Conflict(say("both_flags_down"))
    drawn = regime.no_win_without_mating and not state.rules.can_mate(state.position, side.other)
    return _fell(regime, side, caller, drawn=drawn)


def _may_call(regime: Regime, side: Side, caller: Side | None) -> None:
    """Check who may call the flag.  The opponent may do so only if their own flag is up (tavreli B.7).

    Raises: NotPermitted ("flag_is_the_players", "flag_is_the_opponents").
    """
    if regime.flag_caller is not FlagCaller.PLAYER:
        return
    if caller is None:
        raise NotPermitted(say("flag_is_the_players"))
    if caller is side:
        raise NotPermitted(say("flag_is_the_opponents"))


def _fell(regime: Regime, side: Side, caller: Side | None, *, drawn: bool) -> Remedy:
    result, grounds = win_for(side.other), [say("flag_fell", side=sentence(side))]
    if drawn:
        result = Result.DRAW
        grounds.append(say("cannot_mate"))
    article = regime.article("flag")
    flag = EntryDraft(EntryKind.FLAG, side, data=MappingProxyType({"by": caller.value if caller else "arbiter"}))
    ended = result_draft(result, "time", side=side, article=article)
    return Remedy("flag", article, article, side, (flag, ended), tuple(grounds), result=result)


def decide_flag(case: Case) -> Remedy:
    """Rule on a flag that a player claims or an arbiter observes.  Raises the errors of `call_flag`.

    At a board that is not followed, the arbiter states which flag fell, and the position or whether the opponent can
    mate.  Raises also the errors of `is_drawn_instead`.
    """
    side = case.facts.required_side("side")
    caller = case.caller or case.facts.side("called_by")
    if not case.live:
        _may_call(case.regime, side, caller)
        drawn = is_drawn_instead(case, side)
        return replace(_fell(case.regime, side, caller, drawn=drawn), facts=case.facts.values)
    return replace(call_flag(case.state, case.regime, side, case.at, caller=caller), facts=case.facts.values)


def _fallen_side(board: Board) -> dict[str, object]:
    clock = board.state.clock
    down = [side for side in Side if clock is not None and clock.fallen(side, board.at)]
    return {"side": down[0].value} if len(down) == 1 else {}


FLAG_KIND = RulingKind(
    key="flag",
    name=label("ruling_flag", N_("Flag fall")),
    group=Group.CLOCK,
    facts=FLAG_FACTS,
    decide=decide_flag,
    known=_fallen_side,
    words=Words(endings={"time": N_("on time")}),
)

DEFECTIVE = (
    fact("clocks", FactKind.CLOCKS, N_("times to set"), required=True),
    fact("shown", FactKind.CLOCKS, N_("what the defective clock showed")),
    fact("reason", FactKind.TEXT, N_("reason for these times"), required=True),
    RESUME,
)


def defective_clock(case: Case) -> Remedy:
    """Replace the clock: both times are set for a stated reason, the old ones stay in the record (6.10)."""
    begun(case)
    after = case.facts.clocks()
    assert after is not None
    article, drafts = case.regime.article("defective_clock"), []
    old = case.facts.clocks("shown") or case.readings()
    if old is not None:
        reading = data(white_ms=old[Side.WHITE], black_ms=old[Side.BLACK], source="defective_clock")
        drafts.append(EntryDraft(EntryKind.READING, data=reading))
    setting, clock = clock_setting(case, after, article, case.facts.text("reason"))
    drafts += [*setting, decision(case, "applied", article), *going_on(case)]
    return case.remedy(article, drafts, say("clock_replaced"), clock=clock, outcome=RulingOutcome.APPLIED)


DISTURBANCE = (
    fact("white_ms", FactKind.TIME, N_("time for White"), default=0),
    fact("black_ms", FactKind.TIME, N_("time for Black"), default=0),
    fact("reason", FactKind.TEXT, N_("what disturbed the game"), required=True),
    RESUME,
)


def disturbance(case: Case) -> Remedy:
    """Compensate an outside disturbance with time; play continues when the arbiter permits (6.12, 13.5)."""
    begun(case)
    add = added_time(case)
    article = case.regime.article("disturbance" if any(add.values()) else "interruption")
    drafts, clock = time_change(case, add, article, case.facts.text("reason"))
    drafts = (*drafts, decision(case, "applied", article), *going_on(case))
    return case.remedy(article, drafts, say("disturbed"), clock=clock, outcome=RulingOutcome.APPLIED)


DEDUCTION = (
    fact("offender", FactKind.SIDE, N_("player whose moves an assistant records"), required=True),
    fact("ms", FactKind.TIME, N_("time deducted"), required=True),
    fact("reason", FactKind.TEXT, N_("why the player cannot record the moves"), required=True),
)


def deduction(case: Case) -> Remedy:
    """Deduct time before play from a player who cannot keep the score (8.1, at its end)."""
    if case.state.phase is not GamePhase.PENDING or case.state.ply:
        raise Conflict(say("already_started"))
    side, ms = case.facts.required_side("offender"), case.facts.number("ms")
    assert ms is not None
    article = case.regime.article("deduction")
    drafts, clock = time_change(case, {side: -ms}, article, case.facts.text("reason"))
    deducted = say("deducted", side=sentence(side), time=duration(ms))
    drafts = (*drafts, decision(case, "applied", article))
    return case.remedy(article, drafts, deducted, clock=clock, outcome=RulingOutcome.APPLIED)


_FIRST = fact("first", FactKind.SIDE, N_("whose flag fell first"), unknown=True)
_LAST_PERIOD = fact("last_period", FactKind.YES_NO, N_("whether all the moves had to be made in this period"))
_CALLED_BY = replace(CALLED_BY, asked=CALLED_BY.decides, decides=None, default=None)
BOTH_FLAGS = (
    _FIRST,
    _LAST_PERIOD,
    _CALLED_BY,
    *(replace(item, needed_for=("first", ("white", "black"))) for item in (CAN_MATE, POSITION_THEN, MOVES_THEN)),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("what the arbiter decides where the rules do not"),
        choices=(("draw", N_("a draw")), ("continue", N_("the game continues"))),
    ),
    fact("reason", FactKind.TEXT, N_("why")),
    RESUME,
)


def both_flags(case: Case) -> Remedy:
    """Decide when both flags are down (6.11, 10.4; FIDE III.3.1).

    If the record has the clock, it has the order, and contradicting facts are refused.  If the order is unknown, the
    game is drawn if all the moves had to be made, else play continues with the next period.

    Raises: NotPermitted ("flag_is_the_players"); BadInput ("fact_missing": the order or the period was not entered and
    decides); and the errors of `is_drawn_instead`.
    """
    begun(case)
    first, grounds = _order(case), [say("both_flags")]
    if case.regime.flag_caller is FlagCaller.PLAYER:
        require_fact(case, _CALLED_BY)
        if case.facts.side("called_by") is None:
            raise NotPermitted(say("flag_is_the_players"))
    elif first is not None:
        drawn = is_drawn_instead(case, first)
        grounds += [say("fell_first", side=sentence(first)), *([say("cannot_mate")] if drawn else [])]
        result = Result.DRAW if drawn else win_for(first.other)
        return _ended(case, case.regime.article("flag"), result, grounds, first)
    grounds.append(say("order_unknown"))
    last = _last_period(case)
    choice = "draw" if last and case.regime.both_flags_draw else "continue"
    if not case.regime.both_flags_draw:
        need_reason(case)
        choice = case.facts.text("decision") or "continue"
    if choice == "draw":
        return _ended(case, case.regime.article("both_flags_last"), Result.DRAW, grounds, None)
    return _next_control(case, case.regime.article("both_flags"), grounds, last=last)


def _order(case: Case) -> Side | None:
    entered, clock = case.facts.side("first"), case.state.clock
    if clock is None or not case.followed:
        if case.regime.flag_caller is not FlagCaller.PLAYER:
            require_fact(case, _FIRST)
        return entered
    up = next((side for side in Side if not clock.fallen(side, case.at)), None)
    if up is not None:
        raise contradiction(say("flag_up", side=sentence(up)))
    first_fallen = clock.first_fallen(case.at)
    if entered is not None and first_fallen is not None and entered is not first_fallen:
        raise contradiction(say("fell_first", side=sentence(first_fallen)))
    return first_fallen or entered


def _last_period(case: Case) -> bool:
    clock = case.state.clock
    if clock is None or not case.followed:
        if case.regime.both_flags_draw:
            require_fact(case, _LAST_PERIOD)
        return case.facts.yes("last_period")
    return all(clock.side(side).last_period for side in Side)


UNPROVEN = (fact("reason", FactKind.TEXT, N_("what is missing in the records"), required=True), RESUME)


def control_unproven(case: Case) -> Remedy:
    """Begin the next control with the next move, because a missed control cannot be proved (8.6)."""
    begun(case)
    clock = case.state.clock
    if case.live and (clock is None or any(clock.side(side).last_period for side in Side)):
        raise Conflict(say("clock_last_period"))
    return _next_control(case, case.regime.article("unproven"), [say("unproven")], last=False)


def _next_control(case: Case, article: str, grounds: list[Message], *, last: bool) -> Remedy:
    drafts: list[EntryDraft] = []
    if not last and case.followed and case.state.clock is not None:
        sides = [side.value for side in Side if not case.state.clock.side(side).last_period]
        drafts.append(EntryDraft(EntryKind.ADJUSTMENT, data=data(next_period=sides, article=article, reason=case.kind)))
        grounds.append(say("next_control"))
    else:
        grounds.append(say("goes_on"))
    drafts += [decision(case, "applied", article), *going_on(case)]
    return case.remedy(article, drafts, *grounds, outcome=RulingOutcome.APPLIED)


def _ended(case: Case, article: str, result: Result, grounds: list[Message], loser: Side | None) -> Remedy:
    manner = "time" if loser else "both_flags"
    drafts = (decision(case, "upheld", article), result_draft(result, manner, side=loser, article=article))
    return case.remedy(article, drafts, *grounds, penalty=article, offender=loser, result=result)


PLACE = (
    fact(
        "stands",
        FactKind.CHOICE,
        N_("where it stands, as White sees it"),
        choices=(("left", N_("on the left")), ("right", N_("on the right"))),
        required=True,
    ),
)


def place(case: Case) -> Remedy:
    """Set the side of the board on which the clock is placed (6.4)."""
    stands, article = case.facts.text("stands"), case.regime.article("clock_place")
    messages = {"left": say("clock_on_the_left"), "right": say("clock_on_the_right")}
    entry = decision(case, "applied", article, calls=[], clock_stands=stands)
    return case.remedy(article, [entry], messages[stands], outcome=RulingOutcome.APPLIED)


TIME = (
    fact("white_ms", FactKind.TIME, N_("time for White"), negative=True, default=0),
    fact("black_ms", FactKind.TIME, N_("time for Black"), negative=True, default=0),
    fact("clocks", FactKind.CLOCKS, N_("times to set")),
    fact("article", FactKind.ARTICLE, N_("the article"), required=True),
    fact("reason", FactKind.TEXT, N_("why the time is changed"), required=True),
)


def time(case: Case) -> Remedy:
    """Add, deduct or set time for a stated reason, if no other ruling fits."""
    if case.live and case.state.clock is None:
        raise Conflict(say("no_clock.to_set"))
    add = added_time(case)
    chosen, article, reason = case.facts.clocks(), case.named_article, case.facts.text("reason")
    if (chosen is not None) == any(add.values()):
        raise BadInput(say("no_time_given"), fact="clocks")
    if chosen is not None:
        drafts, clock = clock_setting(case, chosen, article, reason)
        times = {side.value: clock_text(ms) for side, ms in chosen.items()}
        return case.remedy(article, drafts, say("clocks_set", **times), clock=clock, outcome=RulingOutcome.APPLIED)
    drafts, clock = time_change(case, add, article, reason)
    return case.remedy(article, drafts, *time_grounds(add), clock=clock, outcome=RulingOutcome.APPLIED)


def added_time(case: Case) -> dict[Side, int]:
    """Return the time added to each side, negative if deducted, as entered."""
    return {side: case.facts.number(f"{side.value}_ms") or 0 for side in Side}


def time_grounds(add: Mapping[Side, int]) -> tuple[Message, ...]:
    """Return what each side gains or loses."""
    return tuple(
        say("opponent_gains" if ms > 0 else "time_lost", side=sentence(side), time=duration(abs(ms)))
        for side, ms in add.items()
        if ms
    )


def _settled(board: Board) -> tuple[str, ...]:
    """Return the facts that the record decides: the period, and in most cases the side whose flag fell first."""
    clock = board.state.clock
    if not board.live or clock is None or not clock.started:
        return ()
    return ("last_period",) if clock.first_fallen(board.at) is None else ("last_period", "first")


def _clock_facts(board: Board) -> dict[str, object]:
    if board.state.clock is None:
        return {}
    readings = board.state.clock.readings(max(board.at, board.state.at))
    return {"clocks": {"white": max(readings.white.ms, 0), "black": max(readings.black.ms, 0)}}


BOTH_FLAGS_KIND = RulingKind(
    key="both_flags",
    name=label("ruling_both_flags", N_("Both flags down")),
    group=Group.CLOCK,
    facts=BOTH_FLAGS,
    decide=both_flags,
    settled=_settled,
    words=Words(endings={"both_flags": N_("both flags down"), "time": N_("on time")}),
)
TIME_KIND = RulingKind(
    key="time", name=label("ruling_time", N_("Time on the clocks")), group=Group.CLOCK, facts=TIME, decide=time
)
DEFECTIVE_KIND = RulingKind(
    key="defective_clock",
    name=label("ruling_defective_clock", N_("Defective clock")),
    group=Group.CLOCK,
    facts=DEFECTIVE,
    decide=defective_clock,
    known=_clock_facts,
)
UNPROVEN_KIND = RulingKind(
    key="control_unproven",
    name=label("ruling_control_unproven", N_("Flag fall that cannot be proved")),
    group=Group.CLOCK,
    facts=UNPROVEN,
    decide=control_unproven,
)
DEDUCTION_KIND = RulingKind(
    key="deduction",
    name=label("ruling_deduction", N_("Time deducted before play")),
    group=Group.CLOCK,
    facts=DEDUCTION,
    decide=deduction,
)
PLACE_KIND = RulingKind(
    key="clock_place",
    name=label("ruling_clock_place", N_("Side of the board for the clock")),
    group=Group.CLOCK,
    facts=PLACE,
    decide=place,
)
DISTURBANCE_KIND = RulingKind(
    key="disturbance",
    name=label("ruling_disturbance", N_("External disturbance")),
    group=Group.CONDUCT,
    facts=DISTURBANCE,
    decide=disturbance,
)

"""Flags that are claimed or observed to have fallen (tavreli 6.3, 6.8, 6.9, B.6, B.7; FIDE 6.8, 6.9)."""

from dataclasses import replace
from types import MappingProxyType

from tavleya.errors import Conflict, NotPermitted
from tavleya.law.cases import Case
from tavleya.law.facts import AT_MOVE, CAN_MATE, EARLIER_MOVES, PLAYER_OR_ARBITER, FactKind, fact
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy, sentence
from tavleya.law.ruling_kind import Board, Group, RulingKind, Words
from tavleya.law.sheet_check import is_drawn_instead
from tavleya.law.terms import FlagCaller, Regime
from tavleya.messages import N_, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result, win_for
from tavleya.record.state import State
from tavleya.sides import Side

CALLED_BY = fact(
    "called_by",
    FactKind.CHOICE,
    N_("who calls it"),
    choices=PLAYER_OR_ARBITER,
    default="arbiter",
    decides=lambda regime, _: regime.flag_caller is FlagCaller.PLAYER,
)
#: The position when a flag fell, which tells whether the opponent could mate.
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
        left = state.clock.readings(at)
        ms = left.white.ms if side is Side.WHITE else left.black.ms
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
    value, grounds = win_for(side.other), [say("flag_fell", side=sentence(side))]
    if drawn:
        value = Result.DRAW
        grounds.append(say("cannot_mate"))
    article = regime.article("flag")
    flag = EntryDraft(EntryKind.FLAG, side, data=MappingProxyType({"by": caller.value if caller else "arbiter"}))
    ended = result_draft(value, "time", side=side, article=article)
    return Remedy("flag", article, article, side, (flag, ended), tuple(grounds), result=value)


def decide_flag(case: Case) -> Remedy:
    """Rule on a flag that a player claims or an arbiter observes.  Raises the errors of `call_flag`.

    At a board that is not followed, the arbiter states which flag fell, and the position or whether the opponent can
    mate.  Raises also the errors of `is_drawn_instead`.
    """
    side = case.facts.side("side")
    assert side is not None
    caller = case.caller or case.facts.side("called_by")
    if not case.live:
        _may_call(case.regime, side, caller)
        drawn = is_drawn_instead(case, side)
        return replace(_fell(case.regime, side, caller, drawn=drawn), facts=case.facts.values)
    remedy = call_flag(case.state, case.regime, side, case.at, caller=caller)
    return replace(remedy, facts=case.facts.values)


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

"""A flag that is claimed or observed to have fallen (tavreli 6.3, 6.8, 6.9, B.6, B.7; FIDE 6.8, 6.9)."""

from __future__ import annotations

from types import MappingProxyType

from common.errors import Conflict, NotPermitted
from common.sides import Side
from core.law.messages import say
from core.law.regimes import FlagCaller, Regime
from core.law.remedies import Remedy, can_mate, sentence
from core.record.acts import result as result_draft
from core.record.entries import Draft, Kind
from core.record.phase import Phase
from core.record.results import Result, win_for
from core.record.state import State


def call_flag(state: State, regime: Regime, side: Side, at: int, *, caller: Side | None) -> Remedy:
    """The flag of `side` is called at instant `at` by the player `caller`, or by an arbiter (None).

    Clocks that were stopped to claim it (tavreli B.7, FIDE A.5.3) say the same as running ones.  While a move lies
    sealed nobody knows whether it ended the game, or was none: the envelope is opened first, and what it says goes
    before the flag (tavreli A.8, 6.9; FIDE I.8, I.10).

    Raises NotPermitted `flag_is_the_players`, Conflict `flag_up` (with the time left), `both_flags_down`,
    `envelope_closed`.
    """
    if state.phase not in (Phase.PLAYING, Phase.PAUSED) or state.clock is None:
        raise Conflict(say("clock_not_running.no_flag"))
    if caller is None and regime.flag_caller is FlagCaller.PLAYER:
        raise NotPermitted(say("flag_is_the_players"))
    if not state.clock.fallen(side, at):
        left = state.clock.readings(at)
        ms = left.white.ms if side is Side.WHITE else left.black.ms
        raise Conflict(
            say("flag_up", side=sentence(side)),
            left_ms=ms,
        )
    if state.sealed:
        raise Conflict(say("envelope_closed.flag"))
    if state.postponed is side:
        raise Conflict(say("claim_pending", side=sentence(side)))
    if state.clock.fallen(side.other, at):
        raise Conflict(say("both_flags_down"))
    value, grounds = (
        win_for(side.other),
        [say("flag_fell", side=sentence(side))],
    )
    if regime.no_win_without_mating and not can_mate(state, side.other):
        value = Result.DRAW
        grounds.append(say("cannot_mate"))
    flag = Draft(Kind.FLAG, side, data=MappingProxyType({"by": caller.value if caller else "arbiter"}))
    ended = result_draft(value, "time", side=side, article=regime.flag_article)
    return Remedy(
        "flag", regime.flag_article, regime.flag_article, side, (flag, ended), tuple(grounds), result=value
    )

"""The ruling on an illegal move (tavreli 7.4, 10.3, V.3; FIDE 7.5, A.5; draughts violations)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from common.errors import Conflict
from common.messages import Message
from common.sides import Side
from core.law.messages import say
from core.law.regimes import IllegalMoveStep, Regime
from core.law.remedies import ClockChange, Remedy, answers, can_mate, readings, sentence, set_clocks
from core.record.acts import result as result_draft
from core.record.entries import Draft, Kind
from core.record.phase import Phase
from core.record.results import Result, win_for
from core.record.state import PlyRecord, State

REASON = "illegal_move"


def first_irregular(state: State) -> PlyRecord | None:
    """The first ply still standing that the rules of the board do not allow."""
    return next((ply for ply in state.plies if ply.irregular and not ply.struck and not ply.accepted), None)


def rule_illegal_move(
    state: State, regime: Regime, at: int, *, clocks: Mapping[Side, int] | None = None, resume: bool = True
) -> Remedy:
    """What follows from the illegal move that stands in the record.

    The position before it comes back and later plies are struck out; the clocks are set to what they showed when it was
    made, without the bonus that its press earned, and with the penalty; the offender's count goes up; at the regime's
    last step he loses.  `clocks` are the arbiter's own readings in milliseconds (6.13), used instead of the proposed
    ones; the penalty is in them already.  Raises Conflict `no_irregular_move`, `reply_waived`, `game_over`.
    """
    if state.phase in (Phase.FINISHED, Phase.ANNULLED):
        raise Conflict(say("game_over"))
    ply = first_irregular(state)
    if ply is None:
        raise Conflict(say("no_irregular_move"))
    if regime.illegal_until_reply and _replied(state, ply):
        raise Conflict(
            say("reply_waived"),
            ply=ply.number,
        )
    offender, count = ply.side, state.illegal[ply.side] + 1
    step = step_for(regime, count)
    before = readings(state, at)
    after = _clocks_after(state, ply, step, at, clocks) if before is not None else None
    lost = loss_of(state, regime, offender) if step.loses else None
    drafts = [
        Draft(
            Kind.IRREGULARITY,
            offender,
            ply.number,
            data=MappingProxyType(
                {
                    "what": REASON,
                    "article": regime.illegal_article,
                    "counts": True,
                    "move": ply.text,
                    "count": count,
                }
            ),
        ),
        Draft(
            Kind.RESTORATION,
            data=MappingProxyType({"ply": ply.number - 1, "set": set_clocks(after) if after else {}}),
        ),
        answers(state, REASON, "upheld"),
    ]
    if lost:
        drafts.append(result_draft(lost, "illegal_move", side=offender, article=regime.penalty_article))
    elif resume:
        drafts.append(Draft(Kind.RESUMED, offender))
    return Remedy(
        kind=REASON,
        article=regime.illegal_article,
        penalty_article=regime.penalty_article,
        offender=offender,
        drafts=tuple(drafts),
        grounds=_grounds(state, ply, step, count, lost),
        clock=ClockChange(before, after) if before is not None and after is not None else None,
        result=lost,
        count=count,
        facts=MappingProxyType({"ply": ply.number, "move": ply.text, "count": count}),
    )


def dismiss(state: State, *, resume: bool = True) -> tuple[Draft, ...]:
    """The call was wrong: nothing is taken back and play goes on."""
    drafts = [answers(state, REASON, "dismissed")]
    if resume and state.phase is Phase.PAUSED:
        drafts.append(Draft(Kind.RESUMED, state.turn))
    return tuple(drafts)


def _replied(state: State, ply: PlyRecord) -> bool:
    return any(later.number > ply.number and not later.struck for later in state.plies)


def step_for(regime: Regime, count: int) -> IllegalMoveStep:
    """What the illegal move number `count` of a player costs him."""
    if not regime.illegal_moves:
        return IllegalMoveStep()
    return regime.illegal_moves[min(count, len(regime.illegal_moves)) - 1]


def _clocks_after(
    state: State, ply: PlyRecord, step: IllegalMoveStep, at: int, chosen: Mapping[Side, int] | None
) -> dict[Side, int]:
    if chosen is not None:
        return dict(chosen)
    proposed = readings_at(state, ply, at)
    opponent = ply.side.other
    return {**proposed, opponent: proposed[opponent] + step.opponent_gains_ms}


def readings_at(state: State, ply: PlyRecord, at: int) -> dict[Side, int]:
    """Both clocks when `ply` was made: its author without the bonus that the press earned him, the opponent as he was
    when his own clock began to run, and what an arbiter has given either since."""
    pressed = len(state.turn_clocks) > ply.number
    clock = state.turn_clocks[ply.number] if pressed else state.clock
    if clock is None:
        raise Conflict(say("no_clock"))
    if pressed:
        clock = clock.revoke_bonus(ply.side)
    shown = clock.readings(ply.at if pressed else at)
    times = {Side.WHITE: shown.white.ms, Side.BLACK: shown.black.ms}
    for given in state.adjustments:
        if pressed and given.turns >= ply.number:
            times[given.side] += given.ms
    return {side: max(ms, 0) for side, ms in times.items()}


def loss_of(state: State, regime: Regime, offender: Side) -> Result:
    """The game lost by `offender`, or drawn where the opponent could never mate."""
    if regime.no_win_without_mating and not can_mate(state, offender.other):
        return Result.DRAW
    return win_for(offender.other)


def _grounds(
    state: State, ply: PlyRecord, step: IllegalMoveStep, count: int, lost: Result | None
) -> tuple[Message, ...]:
    before = state.line.cut(ply.number - 1).position
    why = state.rules.explain(before, ply.text)
    said = [why] if why else []
    said.append(say("restored", move=ply.text, side=sentence(ply.side)))
    said.append(say("illegal_count", side=sentence(ply.side), count=count))
    if lost is Result.DRAW:
        said.append(say("cannot_mate"))
    elif lost:
        said.append(say("loses_game", side=sentence(ply.side)))
    elif step.opponent_gains_ms:
        said.append(
            say("opponent_gains", side=sentence(ply.side.other), minutes=step.opponent_gains_ms // 60_000)
        )
    return tuple(said)

"""The ruling on an illegal move (tavreli 7.4, 10.3, V.3; FIDE 7.5, A.5; draughts violations)."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.errors import Conflict
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, answers, duration, readings, sentence, set_clocks
from tavleya.law.terms import IllegalMoveStep, Regime
from tavleya.messages import N_, Message
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result, win_for
from tavleya.record.state import PlyRecord, State
from tavleya.rules.contract import Move, Position, TouchObligation
from tavleya.sides import Side

REASON = "illegal_move"
ENDINGS: Mapping[str, str] = MappingProxyType({"illegal_move": N_("by illegal moves")})


def first_irregular(state: State, regime: Regime) -> PlyRecord | None:
    """Return the first ply that the rules of the board do not allow and that is still in force.

    If a reply accepts it (FIDE A.5.2, tavreli V.3), a last ply without a reply has priority.
    """
    plies = [ply for ply in state.plies if ply.irregular and not ply.struck and not ply.accepted]
    if regime.illegal_until_reply and plies and not _replied(state, plies[-1]):
        return plies[-1]
    return plies[0] if plies else None


def rule_illegal_move(
    state: State,
    regime: Regime,
    at: int,
    *,
    clocks: Mapping[Side, int] | None = None,
    resume: bool = True,
    claimed_by: Side | None = None,
) -> Remedy:
    """Rule on the illegal move in the record.

    The position before it is restored and later plies are struck.  The clocks get the times when it was made, without
    the bonus of its press, and with the penalty.  The offender's count increases; at the last step of the regime the
    game is lost.  The replacing move is bound by touch-move (FIDE 7.5.1, tavreli 7.4).  Without a press of the clock,
    the move is not completed: it is undone without count or penalty.  A pawn left on the last rank remains there as a
    queen (FIDE 7.5.2).  If the arbiter acts only on a claim (tavreli B.5) and the opponent neither claims
    (`claimed_by`) nor has called, the position is restored without a penalty.

    `clocks` are the arbiter's readings in milliseconds (6.13), which replace the proposed ones and include the penalty.

    Raises: Conflict ("no_irregular_move", "reply_waived", "game_over", "only_on_claim": a reply would accept the move
    and no player claims it (tavreli V.3)).
    """
    if state.phase in (GamePhase.FINISHED, GamePhase.ANNULLED):
        raise Conflict(say("game_over"))
    ply = first_irregular(state, regime)
    if ply is None:
        raise Conflict(say("no_irregular_move"))
    if regime.illegal_until_reply and _replied(state, ply):
        raise Conflict(say("reply_waived"), ply=ply.number)
    unclaimed = regime.on_claim_only and not _claimed(state, ply.side.other, claimed_by)
    if ply.number >= state.ply - 1 and state.awaits_press(ply.side):
        bound = None if unclaimed else _bound(state, ply)
        return _not_completed(state, regime, ply, at, clocks, bound, resume=resume)
    if stands_as(state, ply) is not None:
        return _replaced(state, regime, ply, at, clocks, resume=resume)
    if unclaimed:
        return _unclaimed(state, regime, ply, at, clocks, resume=resume)
    offender, count = ply.side, state.illegal[ply.side] + 1
    step = step_for(regime, count)
    after = _clocks_after(state, ply, step, at, clocks) if state.clock is not None else None
    lost = loss_of(state, regime, offender, ply.number - 1) if step.loses else None
    bound = None if lost else _bound(state, ply)
    drafts = [
        _noted(ply, regime.article("illegal_move"), count),
        _restoration(ply, after, step.opponent_gains_ms),
        answers(state, REASON, "upheld", **binding(regime, bound)),
        *_end(regime, lost, offender, resume=resume),
    ]
    grounds = (*_put_back(state, ply), *penalty_grounds(offender, step, count, lost), *duty_grounds(bound))
    return _remedy(state, regime, ply, at, tuple(drafts), grounds, after, lost=lost, count=count)


def _claimed(state: State, opponent: Side, claimed_by: Side | None) -> bool:
    return claimed_by is opponent or any(call.side is opponent and call.reason == REASON for call in state.calls)


def stands_as(state: State, ply: PlyRecord) -> Move | None:
    """Return the legal move that the irregular last ply becomes by law (FIDE 7.5.2), or None."""
    if ply.number != state.ply:
        return None
    return state.rules.stands_as(state.line.cut(ply.number - 1).position, ply.text)


def accepted(state: State, ply: PlyRecord) -> dict[str, object]:
    """Return decision data that accepts the last ply and its position, so that no second ruling follows."""
    return {"accepted": {"ply": ply.number, "position": state.position.text()}}


def _not_completed(
    state: State,
    regime: Regime,
    ply: PlyRecord,
    at: int,
    clocks: Mapping[Side, int] | None,
    bound: TouchObligation | None,
    *,
    resume: bool,
) -> Remedy:
    """Rule before the clock was pressed: the move is undone and another one made with the touched piece."""
    after = _clocks_after(state, ply, IllegalMoveStep(), at, clocks) if state.clock is not None else None
    drafts = (
        _restoration(ply, after),
        answers(state, REASON, "upheld", **binding(regime, bound)),
        *_end(regime, None, ply.side, resume=resume),
    )
    grounds = (*_put_back(state, ply), say("not_completed"), *duty_grounds(bound))
    article = regime.own_article("not_completed") or regime.article("illegal_move")
    return _remedy(state, regime, ply, at, drafts, grounds, after, article=article)


def _unclaimed(
    state: State, regime: Regime, ply: PlyRecord, at: int, clocks: Mapping[Side, int] | None, *, resume: bool
) -> Remedy:
    """Rule without a claim: the position is restored (tavreli 7.4), without count, penalty or touch-move (B.5)."""
    on_claim = regime.article("on_claim_only")
    if regime.illegal_until_reply:
        raise Conflict(say("only_on_claim"), article=on_claim)
    after = _clocks_after(state, ply, IllegalMoveStep(), at, clocks) if state.clock is not None else None
    drafts = (_restoration(ply, after), answers(state, REASON, "upheld"), *_end(regime, None, ply.side, resume=resume))
    return _remedy(state, regime, ply, at, drafts, (*_put_back(state, ply), say("unclaimed")), after)


def _replaced(
    state: State, regime: Regime, ply: PlyRecord, at: int, clocks: Mapping[Side, int] | None, *, resume: bool
) -> Remedy:
    """Rule on a pawn left on the last rank: it becomes a queen, and the move counts as illegal (FIDE 7.5.2)."""
    offender, count = ply.side, state.illegal[ply.side] + 1
    step, before = step_for(regime, count), readings(state, at)
    lost = loss_of(state, regime, offender) if step.loses else None
    article = regime.address(regime.illegal_acts["not_promoted"])
    after = None
    if before is not None:
        opponent = offender.other
        after = dict(clocks) if clocks else {**before, opponent: before[opponent] + step.opponent_gains_ms}
    drafts = [_noted(ply, article, count), answers(state, REASON, "upheld", **accepted(state, ply))]
    if after and after != before:
        data = {"set": set_clocks(after), "article": regime.article("illegal_move_penalty"), "reason": REASON}
        drafts.append(EntryDraft(EntryKind.ADJUSTMENT, data=MappingProxyType(data)))
    if lost:
        drafts += _end(regime, lost, offender, resume=False)
    elif resume and state.phase is GamePhase.PAUSED:
        drafts.append(EntryDraft(EntryKind.RESUMED, offender.other))
    grounds = (say("pawn_replaced"), *penalty_grounds(offender, step, count, lost))
    return _remedy(state, regime, ply, at, tuple(drafts), grounds, after, article=article, lost=lost, count=count)


def _remedy(
    state: State,
    regime: Regime,
    ply: PlyRecord,
    at: int,
    drafts: tuple[EntryDraft, ...],
    grounds: tuple[Message, ...],
    after: Mapping[Side, int] | None,
    *,
    article: str = "",
    lost: Result | None = None,
    count: int = 0,
) -> Remedy:
    before = readings(state, at)
    return Remedy(
        kind=REASON,
        article=article or regime.article("illegal_move"),
        penalty_article=regime.article("illegal_move_penalty") if count else "",
        offender=ply.side,
        drafts=drafts,
        grounds=grounds,
        clock=ClockChange(before, after) if before is not None and after is not None else None,
        result=lost,
        count=count,
        facts=MappingProxyType({"ply": ply.number, "move": ply.text, "count": count}),
    )


def _noted(ply: PlyRecord, article: str, count: int) -> EntryDraft:
    data = {"what": REASON, "article": article, "counts": True, "move": ply.text, "count": count}
    return EntryDraft(EntryKind.IRREGULARITY, ply.side, ply.number, data=MappingProxyType(data))


def _restoration(ply: PlyRecord, after: Mapping[Side, int] | None, gain_ms: int = 0) -> EntryDraft:
    data: dict[str, object] = {"ply": ply.number - 1, "set": set_clocks(after) if after else {}}
    if after and gain_ms:
        data["gain"] = {ply.side.other.value: gain_ms}
    return EntryDraft(EntryKind.RESTORATION, data=MappingProxyType(data))


def _end(regime: Regime, lost: Result | None, side: Side, *, resume: bool) -> tuple[EntryDraft, ...]:
    if lost:
        return (result_draft(lost, "illegal_move", side=side, article=regime.article("illegal_move_penalty")),)
    return (EntryDraft(EntryKind.RESUMED, side),) if resume else ()


def _bound(state: State, ply: PlyRecord) -> TouchObligation:
    """Return the touch-move obligation of the pieces touched by the illegal move (FIDE 4.3, tavreli 4.3)."""
    before = state.line.cut(ply.number - 1).position
    return state.rules.bound_moves(before, state.rules.touched_by(before, ply.text))


def binding(regime: Regime, bound: TouchObligation | None) -> dict[str, object]:
    """Return decision data with the permitted moves, if they are not all the legal ones."""
    if bound is None or bound.free:
        return {}
    return {"bound": [move.text for move in bound.moves], "bound_article": regime.address(bound.article)}


def duty_grounds(bound: TouchObligation | None) -> tuple[Message, ...]:
    """Return the moves to choose from after the touched pieces (FIDE 4.3, 7.5.1)."""
    if bound is None:
        return ()
    if bound.free:
        return (bound.reason, say("any_move"))
    params = {"count": len(bound.moves), "moves": ", ".join([move.text for move in bound.moves][:12])}
    return (bound.reason, say("bound_to", **params))


def dismiss(state: State, *, resume: bool = True) -> tuple[EntryDraft, ...]:
    """Dismiss the call: nothing is undone and play continues."""
    drafts = [answers(state, REASON, "dismissed")]
    if resume and state.phase is GamePhase.PAUSED:
        drafts.append(EntryDraft(EntryKind.RESUMED, state.turn))
    return tuple(drafts)


def _replied(state: State, ply: PlyRecord) -> bool:
    return any(later.number > ply.number and not later.struck for later in state.plies)


def step_for(regime: Regime, count: int) -> IllegalMoveStep:
    """Return the penalty step for the illegal move number `count` of a player."""
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
    """Return both clocks when `ply` was made.

    The author's time is without the bonus of the press, the opponent's is that when their clock started; both include
    time that an arbiter has added since.
    """
    pressed = len(state.turn_clocks) > ply.number
    clock = state.turn_clocks[ply.number] if pressed else state.clock
    if clock is None:
        raise Conflict(say("no_clock"))
    if pressed and clock.running is not ply.side:  # else the reply came before the press
        clock = clock.revoke_bonus(ply.side)
    clock_readings = clock.readings(ply.at if pressed else at)
    times = {Side.WHITE: clock_readings.white.ms, Side.BLACK: clock_readings.black.ms}
    for adjustment in state.adjustments:
        if pressed and adjustment.turns >= ply.number:
            times[adjustment.side] += adjustment.ms
    return {side: max(ms, 0) for side, ms in times.items()}


def loss_of(state: State, regime: Regime, offender: Side, plies: int | None = None) -> Result:
    """Return the loss of `offender`, or a draw if the opponent could never mate.

    `plies`: use the position after them, if it was restored.
    """
    position = state.position if plies is None else state.line.cut(plies).position
    return loss_in(position, state, regime, offender)


def loss_in(position: Position, state: State, regime: Regime, offender: Side) -> Result:
    """Return the result of `loss_of` in a position that the record may not have."""
    if regime.no_win_without_mating and not state.rules.can_mate(position, offender.other):
        return Result.DRAW
    return win_for(offender.other)


def _put_back(state: State, ply: PlyRecord) -> tuple[Message, ...]:
    message = state.rules.explain(state.line.cut(ply.number - 1).position, ply.text)
    restored = say("restored", move=ply.text, side=sentence(ply.side))
    return (message, restored) if message else (restored,)


def penalty_grounds(offender: Side, step: IllegalMoveStep, count: int, lost: Result | None) -> tuple[Message, ...]:
    """Return the count of the offender's illegal moves, and the penalty of this one."""
    messages = [say("illegal_count", side=sentence(offender), count=count)]
    if lost is Result.DRAW:
        messages.append(say("cannot_mate"))
    elif lost:
        messages.append(say("loses_game", side=sentence(offender)))
    elif step.opponent_gains_ms:
        time = duration(step.opponent_gains_ms)
        messages.append(say("opponent_gains", side=sentence(offender.other), time=time))
    return tuple(messages)

"""Rulings on illegal moves: in the record, at a board that is not followed, and acts that count as illegal moves."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.errors import Conflict
from tavleya.law.facts import (
    AT_MOVE,
    CAN_MATE,
    EARLIER_MOVES,
    PLAYER_OR_ARBITER,
    RESUME,
    SHOWN,
    FactKind,
    fact,
    where_followed,
    where_not_followed,
)
from tavleya.law.illegal_moves import (
    ENDINGS,
    REASON,
    accepted,
    duty_grounds,
    penalty_grounds,
    rule_illegal_move,
    stands_as,
    step_for,
)
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy, sentence
from tavleya.law.ruling_kind import (
    Board,
    Case,
    Group,
    RulingKind,
    Words,
    begun,
    contradiction,
    data,
    decision,
    games_where,
    going_on,
    time_change,
)
from tavleya.law.sheet_check import is_drawn_instead, require_castling_rights, shown_position
from tavleya.law.terms import Regime
from tavleya.messages import N_, Message, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.results import Result, win_for
from tavleya.record.state import PlyRecord, State
from tavleya.rules.contract import TouchObligation
from tavleya.sides import Side

#: Acts that count as an illegal move, if the laws say so.
ACTS = ("not_promoted", "press_without_move", "two_hands")
_CHOICES = (
    ("move", N_("an illegal move")),
    ("not_promoted", N_("a pawn was left on the last rank")),
    ("press_without_move", N_("the clock was pressed without a move")),
    ("two_hands", N_("a move was made with two hands")),
)
#: The codes of these acts in the record, which increase the count.
_BREACHES: Mapping[str, str] = MappingProxyType(
    {
        "move": N_("%(side)s made an illegal move."),
        "not_promoted": N_("%(side)s left a pawn on the last rank."),
        "press_without_move": N_("%(side)s pressed the clock without making a move."),
        "two_hands": N_("%(side)s made a move with two hands."),
    }
)
_OFFENDER = fact("offender", FactKind.SIDE, N_("who did it"), required=True)


def _acts(regime: Regime, live: bool) -> set[str]:
    """Return the possible acts; a recorded move has a separate ruling."""
    return {*regime.illegal_acts, *(() if live else ("move",))}


ACT_FACTS = (
    _OFFENDER,
    fact("what", FactKind.CHOICE, N_("what was done"), choices=_CHOICES, required=True, offered=_acts),
    RESUME,
    fact("reason", FactKind.TEXT, N_("what happened")),
)
MOVE_FACTS = (
    fact("offender", FactKind.SIDE, N_("who did it"), required=True, asked=where_not_followed),
    fact(
        "what",
        FactKind.CHOICE,
        N_("what was done"),
        choices=_CHOICES,
        default="move",
        asked=lambda regime, live: not live and bool(regime.illegal_acts),
        offered=_acts,
    ),
    fact(
        "replied",
        FactKind.YES_NO,
        N_("whether the opponent has replied"),
        required=True,
        asked=lambda regime, live: not live and regime.illegal_until_reply,
    ),
    fact(
        "claimed_by",
        FactKind.CHOICE,
        N_("who claims it"),
        choices=PLAYER_OR_ARBITER,
        default="arbiter",
        asked=lambda regime, _: regime.on_claim_only,
        decides=where_not_followed,
    ),
    CAN_MATE,
    fact(
        "move", FactKind.MOVE, N_("the move as it was made"), needed_for=("what", ("move",)), asked=where_not_followed
    ),
    fact("position", FactKind.POSITION, N_("the position before it"), asked=where_not_followed),
    EARLIER_MOVES,
    AT_MOVE,
    SHOWN,
    fact("clocks", FactKind.CLOCKS, N_("times to set"), asked=where_followed),
    RESUME,
    fact("reason", FactKind.TEXT, N_("why")),
)


def illegal_move(case: Case) -> Remedy:
    """Rule on the illegal move in the record.  Raises the errors of `rule_illegal_move`.

    At a board that is not followed, the arbiter states the act and the offender, and the players restore the position.
    """
    if not case.live:
        return illegal_act(case)
    return rule_illegal_move(
        case.state,
        case.regime,
        case.at,
        clocks=case.facts.clocks(),
        resume=case.resume,
        claimed_by=case.facts.side("claimed_by"),
    )


def illegal_act(case: Case) -> Remedy:
    """Increase the offender's count and apply the regime's penalty step; the players restore the position.

    A position that the arbiter entered shows why the move is illegal, which pieces it touched, and whether the opponent
    could mate.

    Raises: Conflict ("not_completed": the clock was not pressed after the move; "reply_waived": a reply accepts it
    under the regime; "only_on_claim": a player has to claim it and does not); BadInput ("facts_contradict_record": the
    move is legal in the entered position); and the errors of `is_drawn_instead`.
    """
    begun(case)
    offender, act = case.facts.required_side("offender"), case.facts.text("what") or "move"
    article = _article(case.regime, act)
    _completed(case, offender, act)
    if case.regime.illegal_until_reply and _replied(case, offender, act):
        raise Conflict(say("reply_waived"))
    if case.regime.on_claim_only and case.facts.side("claimed_by") is not offender.other:
        raise Conflict(say("only_on_claim"), article=case.regime.article("on_claim_only"))
    proof, bound = _proof(case, offender) if act == "move" else ((), None)
    count = case.state.illegal[offender] + 1
    step = step_for(case.regime, count)
    penalty = case.regime.article("illegal_move_penalty")
    timed, clock = time_change(case, {offender.other: step.opponent_gains_ms}, penalty, act)
    lost = None
    if step.loses:
        lost = Result.DRAW if is_drawn_instead(case, offender) else win_for(offender.other)
    move = case.facts.text("move") if act == "move" else ""
    breach = data(what=act, article=article, counts=True, count=count, move=move)
    drafts = [
        EntryDraft(EntryKind.IRREGULARITY, offender, data=breach),
        *timed,
        decision(case, "upheld", article, **_settling(case, act)),
    ]
    if lost:
        drafts.append(result_draft(lost, "illegal_move", side=offender, article=penalty))
    else:
        drafts += going_on(case)
    return case.remedy(
        article,
        drafts,
        say(f"did.{act}", side=sentence(offender)),
        *proof,
        *penalty_grounds(offender, step, count, lost),
        *duty_grounds(None if lost else bound),
        penalty=penalty,
        offender=offender,
        clock=clock,
        result=lost,
        count=count,
    )


def _completed(case: Case, offender: Side, act: str) -> None:
    """Check that the act is completed by the press (FIDE 7.5.2, 7.5.4); before that, it does not count."""
    if case.live and act != "press_without_move" and case.state.awaits_press(offender):
        raise Conflict(say("not_completed"), article=case.regime.article("not_completed"))


def _replied(case: Case, offender: Side, act: str) -> bool:
    """Return whether the opponent replied.

    The record of a followed board has it, except for a press without a move.
    """
    if not case.live:
        return case.facts.yes("replied")
    last = case.state.last_standing()
    return act != "press_without_move" and last is not None and last.side is not offender


def _proof(case: Case, offender: Side) -> tuple[tuple[Message, ...], TouchObligation | None]:
    """Return why the move is illegal and what it binds to, if the arbiter entered the position before it."""
    before, move, rules = shown_position(case, offender), case.facts.text("move"), case.state.rules
    if before is None or not move:
        return (), None
    message = rules.explain(before, move)
    if message is None:
        raise contradiction(say("legal_there", move=move))
    if before.turn is not offender:
        return (message, say("by_typed_position")), None
    touched = rules.touched_by(before, move)
    require_castling_rights(case, [touch.square for touch in touched])
    bound = rules.bound_moves(before, touched)
    return (message, say("by_typed_position")), bound


def _settling(case: Case, act: str) -> dict[str, object]:
    """Return decision data that makes an unpromoted pawn in the record a queen, so that no second ruling follows."""
    last = case.state.last_standing()
    if act != "not_promoted" or last is None or not last.irregular or last.accepted:
        return {}
    return accepted(case.state, last) if stands_as(case.state, last) is not None else {}


def _article(regime: Regime, act: str) -> str:
    number = regime.illegal_acts.get(act)
    return regime.article("illegal_move") if number is None else regime.address(number)


def _settled(board: Board) -> tuple[str, ...]:
    """Return the settled facts: whether the opponent can mate matters only if the next illegal move loses the game."""
    regime, counts = board.regime, board.state.illegal
    loses = regime is None or any(step_for(regime, counts[side] + 1).loses for side in Side)
    return () if loses else (CAN_MATE.name,)


MOVE_KIND = RulingKind(
    key=REASON,
    name=label("ruling_illegal_move", N_("Illegal move")),
    group=Group.MOVES,
    facts=MOVE_FACTS,
    decide=illegal_move,
    settled=_settled,
    games=games_where(lambda spec: not spec.must_capture),
    words=Words(
        decisions={
            "upheld": N_("The call of an illegal move was upheld."),
            "dismissed": N_("The call of an illegal move was not upheld."),
        },
        breaches=_BREACHES,
        endings=ENDINGS,
    ),
)
ACT_KIND = RulingKind(
    key="illegal_act",
    name=label("ruling_illegal_act", N_("Act penalised as an illegal move")),
    group=Group.MOVES,
    facts=ACT_FACTS,
    decide=illegal_act,
    games=games_where(lambda spec: spec.acts_counted),
    from_moves=True,
    words=Words(endings=ENDINGS),
)


# An illegal position that was not corrected in time (FIDE A.5.4, and B.3 by it): drawn if the next move
# keeps it.

FACTS = (
    fact(
        "what",
        FactKind.CHOICE,
        N_("what is illegal on the board"),
        choices=(
            ("both_in_check", N_("both kings are in check")),
            ("pawn_on_last_rank", N_("a pawn stands on the last rank")),
        ),
        required=True,
        asked=where_not_followed,
    ),
    fact(
        "stands",
        FactKind.YES_NO,
        N_("whether it is still so after the next move was completed"),
        required=True,
        asked=where_not_followed,
    ),
    fact("reason", FactKind.TEXT, N_("what the arbiter saw")),
)


def decide(case: Case) -> Remedy:
    """Draw the game if the position is still illegal after the move that the arbiter waited for.

    The record shows it at a followed board; otherwise the arbiter states it.  Raises: Conflict ("no_illegal_position":
    not in the laws or on the board; "next_move_awaited": the next move is not completed).
    """
    begun(case)
    article = case.regime.own_article("illegal_position")
    if not article:
        raise Conflict(say("no_illegal_position"))
    message = _seen(case) if case.live else _ground(case)
    drafts = (decision(case, "upheld", article), result_draft(Result.DRAW, "illegal_position", article=article))
    return case.remedy(article, drafts, message, say("illegal_position_stands"), penalty=article, result=Result.DRAW)


def _seen(case: Case) -> Message:
    """Return the illegal condition of the recorded position, if the next move has kept it."""
    state, pawn = case.state, _pawn_on_last_rank(case.state)
    if pawn is not None:
        if pawn.number == state.ply or state.unpressed is not None:
            raise Conflict(say("next_move_awaited"))
        return say("illegal_position.pawn_on_last_rank")
    before, now = (state.rules.both_in_check(state.line.cut(plies).position) for plies in (state.ply - 1, state.ply))
    if not now:
        raise Conflict(say("no_illegal_position"))
    if not before or state.unpressed is not None:
        raise Conflict(say("next_move_awaited"))
    return say("illegal_position.both_in_check")


def _pawn_on_last_rank(state: State) -> PlyRecord | None:
    """Return the move that left an unpromoted pawn on the last rank, if no later move left or reached its square.

    The record shows it as the queen that it would have become (7.5.2).
    """
    for ply in reversed(state.plies):
        if not ply.irregular or ply.struck or ply.accepted:
            continue
        stands = state.rules.stands_as(state.line.cut(ply.number - 1).position, ply.text)
        if stands is None:
            continue
        square, later = stands.text[2:4], state.line.plies[ply.number :]
        if not any(square in (move.text[:2], move.text[2:4]) for move in later):
            return ply
    return None


def _ground(case: Case) -> Message:
    if not case.facts.yes("stands"):
        raise Conflict(say("next_move_awaited"))
    return say(f"illegal_position.{case.facts.text('what')}")


KIND = RulingKind(
    key="illegal_position",
    name=label("ruling_illegal_position", N_("Illegal position that still stands")),
    group=Group.MOVES,
    facts=FACTS,
    decide=decide,
    games=games_where(lambda spec: spec.acts_counted),
    offered=lambda regime: bool(regime.own_article("illegal_position")),
    words=Words(endings={"illegal_position": N_("by an illegal position")}),
)

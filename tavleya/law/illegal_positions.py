"""An illegal position that was not corrected in time (FIDE A.5.4, and B.3 by it): drawn if the next move keeps it."""

from tavleya.errors import Conflict
from tavleya.law.cases import Case, begun, decision
from tavleya.law.facts import FactKind, fact, where_not_followed
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy
from tavleya.law.ruling_kind import Group, RulingKind, Words, games_where
from tavleya.messages import N_, Message, label
from tavleya.record.commands import result_draft
from tavleya.record.results import Result
from tavleya.record.state import PlyRecord, State

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
    drafts = (
        decision(case, "upheld", article),
        result_draft(Result.DRAW, "illegal_position", article=article),
    )
    return Remedy(
        case.kind,
        article,
        article,
        None,
        drafts,
        (message, say("illegal_position_stands")),
        result=Result.DRAW,
        facts=case.facts.values,
    )


def _seen(case: Case) -> Message:
    """Return the illegal condition of the recorded position, if the next move has kept it."""
    state, pawn = case.state, _pawn_on_last_rank(case.state)
    if pawn is not None:
        if pawn.number == state.ply or state.unpressed is not None:
            raise Conflict(say("next_move_awaited"))
        return say("illegal_position.pawn_on_last_rank")
    before, now = (
        state.rules.both_in_check(state.line.cut(plies).position) for plies in (state.ply - 1, state.ply)
    )
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
        if not any(square in (item.text[:2], item.text[2:4]) for item in later):
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

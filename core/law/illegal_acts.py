"""Illegal moves that the record does not have: at boards that are not followed, and acts that count (FIDE 7.5)."""

from __future__ import annotations

from common.errors import Conflict
from common.messages import N_, label
from core.law.cases import Case, begun, data, decision, going_on, time_change
from core.law.facts import RESUME, FactKind, fact
from core.law.illegal_moves import ENDINGS, accepted, loss_of, penalty_grounds, stands_as, step_for
from core.law.messages import say
from core.law.remedies import Remedy
from core.law.ruling_kind import Group, RulingKind, Words
from core.record.commands import result_draft
from core.record.entries import EntryDraft, EntryKind

#: What counts as an illegal move besides one, where the laws say so.
ACTS = ("not_promoted", "press_without_move", "two_hands")
FACTS = (
    fact("offender", FactKind.SIDE, N_("who did it"), required=True),
    fact(
        "what",
        FactKind.CHOICE,
        N_("what was done"),
        choices=(
            ("move", N_("an illegal move")),
            ("not_promoted", N_("a pawn was left on the last rank")),
            ("press_without_move", N_("the clock was pressed without a move")),
            ("two_hands", N_("a move was made with two hands")),
        ),
        default="move",
    ),
    fact("replied", FactKind.YES_NO, N_("whether the opponent has replied")),
    RESUME,
    fact("reason", FactKind.TEXT, N_("what happened")),
)


def decide(case: Case) -> Remedy:
    """The offender's count goes up and he pays the regime's step; the board is put right by the players.

    Conflict `take_it_back` where the record has the moves (then the illegal one is ruled on there), `no_such_act` in
    this game, `reply_waived` where the regime lets a reply accept it.
    """
    begun(case)
    offender, what = case.facts.side("offender"), case.facts.text("what")
    assert offender is not None
    article = _article(case, what)
    if case.regime.illegal_until_reply and case.facts.yes("replied"):
        raise Conflict(say("reply_waived"))
    count = case.state.illegal[offender] + 1
    step = step_for(case.regime, count)
    penalty = case.regime.article("illegal_move_penalty")
    timed, clock = time_change(case, {offender.other: step.opponent_gains_ms}, penalty, what)
    lost = loss_of(case.state, case.regime, offender) if step.loses else None
    noted = data(what=what, article=article, counts=True, count=count)
    settled = _settled(case, what)
    drafts = [
        EntryDraft(EntryKind.IRREGULARITY, offender, data=noted),
        *timed,
        decision(case, "upheld", article, **settled),
    ]
    if lost:
        drafts.append(result_draft(lost, "illegal_move", side=offender, article=penalty))
    else:
        drafts += going_on(case)
    grounds = penalty_grounds(offender, step, count, lost)
    return Remedy(
        case.kind,
        article,
        penalty,
        offender,
        tuple(drafts),
        grounds,
        clock=clock,
        result=lost,
        count=count,
        facts=case.facts.values,
    )


def _settled(case: Case, what: str) -> dict[str, object]:
    """A pawn that stands unreplaced in the record is a queen by this ruling, and not ruled on again."""
    last = case.state.last_standing()
    if what != "not_promoted" or last is None or not last.irregular or last.accepted:
        return {}
    return accepted(case.state, last) if stands_as(case.state, last) is not None else {}


def _article(case: Case, what: str) -> str:
    if what == "move":
        if case.live:
            raise Conflict(say("take_it_back"))
        return case.regime.article("illegal_move")
    number = case.regime.illegal_acts.get(what)
    if number is None:
        raise Conflict(say("no_such_act"))
    return case.regime.address(number)


KIND = RulingKind(
    key="illegal_act",
    name=label("ruling_illegal_act", N_("Counts as an illegal move")),
    group=Group.MOVES,
    facts=FACTS,
    decide=decide,
    words=Words(endings=ENDINGS),
)

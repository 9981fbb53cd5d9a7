"""Illegal moves that the record does not have: at boards that are not followed, and acts that count (FIDE 7.5)."""

from __future__ import annotations

from common.errors import Conflict
from common.messages import N_
from core.law.cases import Case, begun, data, decision, going_on, time_change
from core.law.facts import FactKind, fact
from core.law.illegal_moves import loss_of, step_for
from core.law.messages import say
from core.law.remedies import Remedy, sentence
from core.record.acts import result as result_draft
from core.record.entries import Draft, Kind
from core.rules.registry import SPECS, spec_of

#: What counts as an illegal move besides one, in any game; its article is the game's.
ACTS = tuple(dict.fromkeys(act for spec in SPECS.values() for act in spec.articles.illegal_acts))
FACTS = (
    fact("offender", FactKind.SIDE, N_("who did it"), required=True),
    fact("what", FactKind.CHOICE, N_("what was done"), choices=("move", *ACTS), default="move"),
    fact("replied", FactKind.YES_NO, N_("whether the opponent has replied")),
    fact("resume", FactKind.YES_NO, N_("whether play goes on at once")),
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
    penalty = case.regime.penalty_article
    timed, clock = time_change(case, {offender.other: step.opponent_gains_ms}, penalty, what)
    lost = loss_of(case.state, case.regime, offender) if step.loses else None
    noted = data(what=what, article=article, counts=True, count=count)
    drafts = [Draft(Kind.IRREGULARITY, offender, data=noted), *timed, decision(case, "upheld", article)]
    if lost:
        drafts.append(result_draft(lost, "illegal_move", side=offender, article=penalty))
    else:
        drafts += going_on(case)
    grounds = [say("illegal_count", side=sentence(offender), count=count)]
    if lost:
        grounds.append(say("loses_game", side=sentence(offender)))
    elif step.opponent_gains_ms:
        params = {"side": sentence(offender.other), "minutes": step.opponent_gains_ms // 60_000}
        grounds.append(say("opponent_gains", **params))
    return Remedy(
        case.kind,
        article,
        penalty,
        offender,
        tuple(drafts),
        tuple(grounds),
        clock=clock,
        result=lost,
        count=count,
        facts=case.facts.values,
    )


def _article(case: Case, what: str) -> str:
    if what == "move":
        if case.live:
            raise Conflict(say("take_it_back"))
        return case.regime.illegal_article
    article = spec_of(case.regime.game).articles.illegal_acts.get(what)
    if article is None:
        raise Conflict(say("no_such_act"))
    return article

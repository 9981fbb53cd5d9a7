"""Refusal to comply, results set by the arbiter, and mere notes (tavreli 12.1–12.8, 13.7; FIDE 11)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tavleya.errors import Conflict
from tavleya.law.facts import BOTH, OPPONENT_SCORES, RESUME, FactKind, fact
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy, RulingOutcome, sentence
from tavleya.law.ruling_kind import (
    Case,
    Group,
    RulingKind,
    Words,
    data,
    decision,
    going_on,
    irregularity,
    need_reason,
    require_fact,
    scored,
)
from tavleya.messages import N_, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.results import Result
from tavleya.tiebreaks.standings import lot

_OPPONENT_SCORE = fact(
    "opponent_score",
    FactKind.CHOICE,
    N_("score of the opponent"),
    choices=OPPONENT_SCORES,
    needed_for=("refuses", ("white", "black")),
    asked=lambda regime, _: not regime.opponent_wins_by(regime.article("refusal")),
)
REFUSAL = (
    fact("refuses", FactKind.SIDES, N_("player refusing to comply with the Laws"), required=True),
    _OPPONENT_SCORE,
    fact("insisted", FactKind.YES_NO, N_("whether the opponent insists on it")),
    fact("reason", FactKind.TEXT, N_("what was refused"), required=True),
)


def refusal(case: Case) -> Remedy:
    """Rule on a refusal to comply: the offender loses, the arbiter sets the other score (12.7, 12.8).

    Raises: Conflict ("not_insisted") if the opponent had to insist (draughts violations.6) and did not; BadInput
    ("fact_missing": the arbiter sets the opponent's score and has not).
    """
    both = case.facts.text("refuses") == BOTH
    if not both and not case.regime.opponent_wins_by(case.regime.article("refusal")):
        require_fact(case, _OPPONENT_SCORE)
    article = case.regime.article("both_guilty" if both else "refusal")
    if case.regime.refusal_insisted and not both and not case.facts.yes("insisted"):
        raise Conflict(say("not_insisted"), article=case.regime.article("insistence"))
    sides = case.facts.sides("refuses")
    result = Result.BOTH_LOSE if both else scored(sides[0], case.facts.text("opponent_score") or "win")
    drafts = (
        *(irregularity(side, "refusal", article) for side in sides),
        decision(case, "upheld", article),
        result_draft(result, "refusal", article=article, reason=case.facts.text("reason")),
    )
    messages = [say("refuses", side=sentence(side)) for side in sides]
    return case.remedy(article, drafts, *messages, penalty=article, offender=None if both else sides[0], result=result)


SCORE = (
    fact("result", FactKind.RESULT, N_("the result"), required=True),
    fact("article", FactKind.ARTICLE, N_("the article"), required=True),
    fact("reason", FactKind.TEXT, N_("why"), required=True),
)


def score(case: Case) -> Remedy:
    """Set a result, also over an existing one (12.7, 12.8; draughts result.3: neither side can win)."""
    result, reason = Result(case.facts.text("result")), need_reason(case)
    article, was = case.named_article, case.state.result
    if result is was:
        raise Conflict(say("same_result"))
    if was is None:
        ended = result_draft(result, "arbiter", article=article, reason=reason)
    else:
        change = data(result=result.value, termination="arbiter", reason=reason, was=was.value, article=article)
        ended = EntryDraft(EntryKind.CORRECTION, data=change)
    return case.remedy(
        article,
        (decision(case, "applied", article), ended),
        say("score_set", result=result.value),
        penalty=article,
        result=result,
        outcome=RulingOutcome.APPLIED,
    )


INCIDENT = (
    fact("what", FactKind.TEXT, N_("what kind of incident"), required=True),
    fact("offender", FactKind.SIDE, N_("whose conduct it was")),
    fact("article", FactKind.ARTICLE, N_("the article")),
    RESUME,
    fact("reason", FactKind.TEXT, N_("what happened"), required=True),
)


def incident(case: Case) -> Remedy:
    """Note an incident in the record of the game, without effect; the article is optional."""
    article = case.named_article
    return case.remedy(
        article,
        (decision(case, "noted", article, what=case.facts.text("what")), *(() if case.state.over else going_on(case))),
        say("noted"),
        offender=case.facts.side("offender"),
        outcome=RulingOutcome.APPLIED,
    )


DISMISSAL = (RESUME, fact("reason", FactKind.TEXT, N_("why")))


def dismissal(case: Case) -> Remedy:
    """Dismiss all open calls; play continues unchanged.  There is no penalty, so no article is cited."""
    return case.remedy(
        "", (decision(case, "dismissed", ""), *going_on(case)), say("call_dismissed"), outcome=RulingOutcome.DISMISSED
    )


REFUSAL_KIND = RulingKind(
    key="refusal",
    name=label("ruling_refusal", N_("Refusal to comply with the Laws")),
    group=Group.CONDUCT,
    facts=REFUSAL,
    decide=refusal,
    words=Words(
        breaches={"refusal": N_("%(side)s refused to comply with the Laws.")},
        endings={"refusal": N_("for refusing to comply with the Laws")},
    ),
)
SCORE_KIND = RulingKind(
    key="score",
    name=label("ruling_score", N_("Result decided by the arbiter")),
    group=Group.CONDUCT,
    facts=SCORE,
    decide=score,
    finished=True,
    words=Words(endings={"arbiter": N_("by decision of the arbiter")}),
)
INCIDENT_KIND = RulingKind(
    key="incident",
    name=label("ruling_incident", N_("Incident")),
    group=Group.CONDUCT,
    facts=INCIDENT,
    decide=incident,
    finished=True,
)
DISMISSAL_KIND = RulingKind(
    key="dismissed",
    name=label("ruling_dismissed", N_("Claim not upheld")),
    group=Group.CALLS,
    facts=DISMISSAL,
    decide=dismissal,
    words=Words(decisions={"dismissed": N_("The call was not upheld.")}),
)


# Random checks of players, drawn by a recorded seed, so that the draw can be repeated.
#
# Under Laws of Chess 11.3.3 the arbiter may have clothes and bags inspected; the random selection is drawn
# here.

#: The number of earlier rounds in which a check makes a new one less likely.
LATELY = 2
_BOARDS_A_CHECK = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player in the draw: the starting number, and the number of checks in the last `LATELY` rounds."""

    number: int
    lately: int = 0


def usual_count(boards: int) -> int:
    """Return the usual number of checks for `boards` boards: one per ten, rounded up, as in large events."""
    return -(-boards // _BOARDS_A_CHECK)


def draw_players(seed: str, pool: Iterable[Candidate], count: int) -> tuple[int, ...]:
    """Return the starting numbers of the players to check, in the order drawn: the same for the same seed and pool.

    Each player draws a lot (`tavleya.tiebreaks.standings`); the smallest are checked.  For each recent check a player
    draws another, and the largest of their lots counts.  So no player is certain to be spared, or always checked.
    """
    return tuple(
        candidate.number
        for candidate in sorted(pool, key=lambda candidate: (_largest_lot(seed, candidate), candidate.number))[:count]
    )


def _largest_lot(seed: str, candidate: Candidate) -> str:
    lots = (lot(seed, f"{candidate.number}:{index}") for index in range(1, candidate.lately + 1))
    return max((lot(seed, candidate.number), *lots))

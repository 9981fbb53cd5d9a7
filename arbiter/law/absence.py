"""A player who is not at the board (tavreli 6.6; FIDE 6.7)."""

from __future__ import annotations

from arbiter.law.cases import Case, contradiction, decision, going_on, need_reason
from arbiter.law.facts import BOTH, FactKind, fact
from arbiter.law.remedies import Outcome, Remedy, sentence
from common.errors import BadInput, Conflict
from common.messages import N_, Message
from common.sides import Side
from games.record.acts import result as result_draft
from games.record.results import Result

FACTS = (
    fact("absent", FactKind.SIDES, N_("who is not at the board"), required=True),
    fact("scheduled_at", FactKind.INSTANT, N_("when play was to begin")),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("what the arbiter rules"),
        choices=("forfeit", "excuse"),
        default="forfeit",
    ),
    fact("reason", FactKind.TEXT, N_("why it is excused")),
)

_FORFEIT = {
    (Side.WHITE,): Result.BLACK_FORFEIT_WIN,
    (Side.BLACK,): Result.WHITE_FORFEIT_WIN,
    tuple(Side): Result.BOTH_FORFEIT,
}


def decide(case: Case) -> Remedy:
    """Who is later than the default time loses, both lose where both are, unless the arbiter rules otherwise.

    The time counts from the planned start, or from the start of the clock.  Conflict `not_late_enough` (with the time
    that is left), `no_start_known`; BadInput `facts_contradict_record` for a side that has moved.
    """
    absent = case.facts.sides("absent")
    for side in absent:
        if any(ply.side is side for ply in case.state.plies):
            raise contradiction(
                Message("has_moved", N_("%(side)s has made a move."), {"side": sentence(side)})
            )
    article = case.regime.article("absence")
    if case.facts.text("decision") == "excuse":
        reason = need_reason(case)
        drafts = (decision(case, "rejected", article, reason=reason), *going_on(case))
        grounds = (Message("absence_excused", N_("The arbiter rules otherwise: the late player may play.")),)
        return Remedy(
            case.kind,
            article,
            "",
            None,
            drafts,
            grounds,
            facts=case.facts.values,
            outcome=Outcome.REJECTED,
        )
    late = _late(case)
    value = _FORFEIT[absent]
    return Remedy(
        case.kind,
        article,
        article,
        None if case.facts.text("absent") == BOTH else absent[0],
        (decision(case, "upheld", article), result_draft(value, "default_time", article=article)),
        (
            Message(
                "not_there",
                N_("%(minutes)s min after the start: not at the board in the default time."),
                {"minutes": late // 60_000},
            ),
        ),
        result=value,
        facts=case.facts.values,
    )


def _late(case: Case) -> int:
    """How late it is, in ms."""
    start = case.facts.number("scheduled_at") or case.state.started_at
    if start is None:
        raise BadInput(Message("no_start_known", N_("Say when play was to begin.")), fact="scheduled_at")
    allowed, late = case.regime.default_time_ms, case.at - start
    if allowed is None:
        need_reason(case)
        return max(late, 0)
    if late <= allowed:
        raise Conflict(
            Message(
                "not_late_enough",
                N_("The default time is not over: %(minutes)s min are left."),
                {"minutes": -(-(allowed - late) // 60_000)},
            ),
            left_ms=allowed - late,
        )
    return late

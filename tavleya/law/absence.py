"""A player who is not at the board (tavreli 6.6; FIDE 6.7)."""

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import BOTH, FactKind, fact
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy, RulingOutcome, duration, sentence
from tavleya.law.ruling_kind import (
    Board,
    Case,
    Group,
    RulingKind,
    Words,
    contradiction,
    decision,
    going_on,
    need_reason,
)
from tavleya.messages import N_, label
from tavleya.record.commands import result_draft
from tavleya.record.results import Result, win_for
from tavleya.sides import Side

FACTS = (
    fact("absent", FactKind.SIDES, N_("player not at the board"), required=True),
    fact("scheduled_at", FactKind.INSTANT, N_("start of play")),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("what the arbiter rules"),
        choices=(("forfeit", N_("the game is lost by default")), ("excuse", N_("excused: the game is played"))),
        default="forfeit",
    ),
    fact("reason", FactKind.TEXT, N_("reason for excusing it")),
)

_FORFEIT = {
    (Side.WHITE,): Result.BLACK_FORFEIT_WIN,
    (Side.BLACK,): Result.WHITE_FORFEIT_WIN,
    tuple(Side): Result.BOTH_FORFEIT,
}


def decide(case: Case) -> Remedy:
    """Rule that players later than the default time lose, one or both, unless the arbiter excuses them.

    The time counts from the planned start, or from the start of the clock.  Raises: Conflict ("no_board_to_be_at",
    "not_late_enough" with the time left); BadInput ("no_start_known", "facts_contradict_record": a side has moved).
    """
    if not case.regime.mode_rules.at_board:
        raise Conflict(say("no_board_to_be_at"), article=case.regime.way_article)
    absent = case.facts.sides("absent")
    for side in absent:
        if any(ply.side is side for ply in case.state.plies):
            raise contradiction(say("has_moved", side=sentence(side)))
    article = case.regime.article("absence")
    if case.facts.text("decision") == "excuse":
        drafts = (decision(case, "rejected", article, reason=need_reason(case)), *going_on(case))
        return case.remedy(article, drafts, say("absence_excused"), outcome=RulingOutcome.REJECTED)
    late = _late(case)
    result = _FORFEIT[absent]
    return case.remedy(
        article,
        (decision(case, "upheld", article), result_draft(result, "default_time", article=article)),
        say("not_there", time=duration(late)) if late >= 1000 else say("not_there.at_start"),
        penalty=article,
        offender=None if case.facts.text("absent") == BOTH else absent[0],
        result=result,
    )


def _late(case: Case) -> int:
    start, allowed = case.facts.number("scheduled_at") or case.state.started_at, case.regime.default_time_ms
    if start is None and allowed:
        raise BadInput(say("no_start_known"), fact="scheduled_at")
    late = 0 if start is None else case.at - start
    if allowed is None:
        need_reason(case)
    elif start is not None and late <= allowed:
        raise Conflict(say("not_late_enough", minutes=-(-(allowed - late) // 60_000)), left_ms=allowed - late)
    return max(late, 0)


OVERDUE = (fact("side", FactKind.SIDE, N_("whose move is overdue"), required=True),)
_DAY = 24 * 60 * 60 * 1000


def overdue(case: Case) -> Remedy:
    """Rule that a correspondence move later than its days loses (draughts ways.3).

    The days count from the opponent's move, or from the start.  Raises: Conflict ("not_by_correspondence",
    "not_overdue" with the time left, "not_to_move").
    """
    side, days, mode = case.facts.required_side("side"), case.regime.move_days, case.regime.mode_rules
    if not mode.days or days is None:
        raise Conflict(say("not_by_correspondence"))
    if case.state.position.turn is not side:
        raise contradiction(say("not_his_move", side=sentence(side)))
    last = case.state.last_standing()
    since = last.at if last is not None else case.state.started_at
    if since is None:
        raise Conflict(say("not_started"))
    left = since + days * _DAY - case.at
    if left >= 0:
        raise Conflict(say("not_overdue", hours=left // 3_600_000), left_ms=left)
    result, article = win_for(side.other), case.regime.way_article
    return case.remedy(
        article,
        (decision(case, "upheld", article), result_draft(result, "time", side=side, article=article)),
        say("overdue", days=days),
        penalty=article,
        offender=side,
        result=result,
    )


def _start(board: Board) -> dict[str, object]:
    start = board.state.started_at or board.starts_at
    return {"scheduled_at": start} if start else {}


KIND = RulingKind(
    key="absence",
    name=label("ruling_absence", N_("Late arrival or absence")),
    group=Group.ABSENCE,
    facts=FACTS,
    decide=decide,
    known=_start,
    words=Words(endings={"default_time": N_("by default")}),
)
OVERDUE_KIND = RulingKind(
    key="overdue",
    name=label("ruling_overdue", N_("Move by correspondence overdue")),
    group=Group.ABSENCE,
    facts=OVERDUE,
    decide=overdue,
    from_moves=True,
    words=Words(endings={"time": N_("on time")}),
)

"""Rules for changing results of past rounds, and for results found wrong too late.

If all opponents are known from the start, any result can be corrected.  In a Swiss, later rounds were paired from it:
only results of the last rounds can be corrected (`Section.correction_rounds`); for an older one the tournament keeps
the result, and the rating report gets the right one.  In a knockout, a correction that changes who advances is
possible until the next match begins (`services.advancement`).  The same holds for results changed by a ruling.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.record.results import read_result
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import RESULT_CORRECTED_FOR_RATING
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.swiss import RatingCorrection
from tournaments.services.advancement import ReplannedMatch, before_correction, plan_correction
from tournaments.services.shared import find_pairing, lock_round


def changes_the_tournament(pairing: Pairing) -> bool:
    """Return whether a correction of this board still counts in the tournament, not only in the rating report."""
    section, number = pairing.round.section, pairing.round.number
    if not section.system.has("correction_rounds") or number is None:
        return True
    public = section.rounds.exclude(status=RoundStatus.DRAFT)
    last = public.aggregate(last=Max("number"))["last"] or number
    return bool(last - number < section.correction_rounds)


def refuse_late_correction(pairing: Pairing) -> None:
    """Refuse a correction that is too late for the tournament.  Raises: Conflict ("correction_too_late")."""
    if not changes_the_tournament(pairing):
        raise Conflict(say("correction_too_late"))


def prepare_correction(
    pairing: Pairing, result: str, *, actor: Actor, now: datetime
) -> ReplannedMatch | None:
    """Check that a correction or ruling may change the result of this board to `result` (empty: no result).

    The caller has called `lock_for_correction`, and calls `after_correction` once the result is changed.
    Raises: Conflict ("correction_too_late", "next_stage_begun").
    """
    if not pairing.result or pairing.result == result:
        return None
    refuse_late_correction(pairing)
    return before_correction(pairing, result, actor=actor, now=now)


def _too_late(pairing: Pairing, result: str) -> bool:
    if not changes_the_tournament(pairing):
        return True
    try:
        plan_correction(pairing, result)
    except Conflict:
        return True
    return False


@transaction.atomic
def correct_for_rating(
    *, actor: Actor, now: datetime, pairing_id: int, result: str, reason: str
) -> RatingCorrection:
    """Note the right result of an old board for the rating report; the tournament is not touched.

    Raises: BadInput ("reason_missing", "unknown_result"); Conflict ("correction_not_late", "no_result_yet",
    "same_result").
    """
    value = read_result(result)
    pairing = find_pairing(pairing_id)
    require(actor, pairing.round.section.event, Action.CORRECT_RESULT)
    lock_round(pairing.round_id)
    pairing = find_pairing(pairing_id)
    if not _too_late(pairing, value):
        raise Conflict(say("correction_not_late"))
    if not pairing.result:
        raise Conflict(say("no_result_yet.round"))
    if not reason.strip():
        raise BadInput(say("reason_missing.correction"), field="reason")
    rating_correction = RatingCorrection.objects.filter(pairing=pairing).first()
    if value == (rating_correction.result if rating_correction else pairing.result):
        raise Conflict(say("same_result.corrected"), field="result")
    row, _new = RatingCorrection.objects.update_or_create(
        pairing=pairing,
        defaults={
            "result": str(value),
            "reason": reason.strip()[:400],
            "actor": actor.key,
            "made_at": now,
        },
    )
    happened(
        RESULT_CORRECTED_FOR_RATING,
        pairing,
        actor=actor,
        now=now,
        before={"result": rating_correction.result if rating_correction else pairing.result},
        after={"result": str(value), "reason": reason.strip()},
    )
    return row

"""Kinds of log entries that `arbiter` writes, and their public messages."""

from collections.abc import Mapping, Sequence

from arbiter.models import Ruling
from tavleya.messages import N_
from tournaments.announcements import boards_of
from tournaments.models.activity import Log
from tournaments.registry import Kind, Telling


def _ruling_bodies(lines: Sequence[Log]) -> Mapping[int, Mapping[str, object]]:
    """Return the rulings without the private notes of arbiters."""
    boards = boards_of(lines)
    rulings = Ruling.objects.in_bulk({line.after["ruling"] for line in lines if line.after})
    return {
        line.pk: {
            "section": board.round.section.slug,
            "round": board.round.number,
            "board": board.board,
            "game": ruling.game_id,
            "number": ruling.number,
            "ruling": ruling.kind,
            "article": ruling.article,
            "outcome": str(ruling.outcome),
            "result": ruling.result,
        }
        for line in lines
        if line.after
        and (board := boards.get(line.pk)) is not None
        and (ruling := rulings.get(line.after["ruling"])) is not None
    }


APPEAL = Telling(choice="appeal")
#: Webhooks receive it when the state before the ruling is public, the players at once.
RULING_APPLIED = Kind("ruling.applied", kept=True, outside=Telling(webhook="ruling.applied", bodies=_ruling_bodies))
RULING_GIVEN = Kind("ruling.given", outside=Telling(choice="ruling"))

APPEAL_DECIDED = Kind("appeal.decided", N_("Appeal decided"))
APPEAL_EFFECT = Kind("appeal.effect", N_("Effect of a ruling under appeal changed"))
APPEAL_FILED = Kind("appeal.filed", N_("Appeal filed"), outside=APPEAL)
APPEAL_HEARING = Kind("appeal.hearing", N_("Hearing of an appeal set"))
APPEAL_PUBLISHED = Kind("appeal.published", N_("Decision on an appeal published"))
APPEAL_WITHDRAWN = Kind("appeal.withdrawn", N_("Appeal withdrawn"))
APPEALS_REGULATION = Kind("appeals.regulation", N_("Regulations on appeals changed"))
COMMITTEE_APPOINTED = Kind("committee.appointed", N_("Member of the appeals committee appointed"))
COMMITTEE_LEFT = Kind("committee.left", N_("Member removed from the appeals committee"))
DUTY_BEGAN = Kind("duty.began", N_("On duty"))
DUTY_ENDED = Kind("duty.ended", N_("Off duty"))
FINE_PAID = Kind("fine.paid", N_("Fine paid"))
FINE_UNPAID = Kind("fine.unpaid", N_("Fine marked as unpaid"))
SECTION_REGULATIONS = Kind("section.regulations", N_("Regulations changed"), table=True)
SESSION_ALTERED = Kind("session.altered", N_("Session of play changed"))
SESSION_ANNOUNCED = Kind("session.announced", N_("Session of play announced"))
SESSION_CANCELLED = Kind("session.cancelled", N_("Session of play cancelled"))

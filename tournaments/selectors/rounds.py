from dataclasses import dataclass

from django.db.models import Prefetch

from tavleya.errors import NotFound
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its boards in order (byes last in them), and who is free in a round robin of an odd number."""

    round: Round
    boards: tuple[Pairing, ...]
    free: tuple[Registration, ...]

    @property
    def missing(self) -> int:
        """How many boards have no result yet."""
        return sum(not board.bye and not board.result for board in self.boards)


def boards_by_round(section: Section) -> dict[int, list[Pairing]]:
    """Return the boards of all public rounds in order, by the keys of the rounds.  Two queries."""
    registrations = section.registrations.select_related("player").in_bulk()
    pairings: dict[int, list[Pairing]] = {}
    rows = Pairing.objects.filter(round__section=section).exclude(round__status=RoundStatus.DRAFT)
    for row in rows.order_by("round", "board"):
        row.white = registrations[row.white_id]
        row.black = None if row.black_id is None else registrations[row.black_id]
        pairings.setdefault(row.round_id, []).append(row)
    return pairings


def round_view(section: Section, number: int | None) -> RoundView:
    """Return round `number`, or (None) the schedule sheet.  Three queries.  Raises: NotFound ("no_such_round").

    Drafts are included: the caller checks who may see them (`Action.SEE_DRAFTS`).
    """
    boards = Pairing.objects.select_related("white__player", "black__player", "game", "match").order_by(
        "board"
    )
    rows = section.rounds.prefetch_related(Prefetch("pairings", boards))
    row = (
        rows.filter(kind=RoundKind.SCHEDULE).first() if number is None else rows.filter(number=number).first()
    )
    if row is None:
        raise NotFound(say("no_such_round"))
    pairings = tuple(row.pairings.all())
    seated = {key for pairing in pairings for key in (pairing.white_id, pairing.black_id)}
    free: tuple[Registration, ...] = ()
    knocked_out = section.system.by_stage and row.number != 1  # who is out is not free
    if row.kind == RoundKind.ROUND and not section.system.teams and not knocked_out:
        active = section.registrations.filter(status=RegistrationStatus.ACTIVE).select_related("player")
        free = tuple(registration for registration in active if registration.pk not in seated)
    return RoundView(row, pairings, free)

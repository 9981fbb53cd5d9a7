"""Fair play data for arbiters: draws with their checks, the log, bags, complaints and counts."""

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import QuerySet

from fairplay.models import CheckDraw, Complaint, Declaration, DeviceBag, DrawnPlayer, Inspection
from tavleya.law.conduct import usual_count
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class DrawnCheck:
    """A drawn player with the standing entry of the log, if there is one."""

    drawn: DrawnPlayer
    entry: Inspection | None


@dataclass(frozen=True, slots=True)
class RoundChecks:
    """The draws and checks of a round. `usual`: the usual number of checks for its boards; `seats`: boards by
    registration.
    """

    draws: list[tuple[CheckDraw, list[DrawnCheck]]]
    log: list[Inspection]
    usual: int
    seats: dict[int, Pairing]


def checks_of_round(row: Round) -> RoundChecks:
    """Return the draws and checks of a round. Six queries."""
    seats = seats_of(row)
    boards = len({pairing.pk for pairing in seats.values() if pairing.black_id is not None})
    entries = Inspection.objects.filter(section=row.section_id, round_number=row.number or 0)
    entries = entries.select_related("registration__player", "arbiter", "reversed_by__arbiter", "section")
    log = list(entries.filter(reverses=None).order_by("-at", "-pk"))
    by_drawn = {
        inspection.drawn_id: inspection for inspection in log if inspection.stands and inspection.drawn_id is not None
    }
    draws = CheckDraw.objects.filter(section=row.section_id, round_number=row.number or 0)
    rows = draws.select_related("arbiter").prefetch_related("drawn__registration__player")
    return RoundChecks(
        [
            (draw, [DrawnCheck(player, by_drawn.get(player.pk)) for player in draw.drawn.all()])
            for draw in rows.order_by("-number")
        ],
        log,
        usual_count(boards),
        seats,
    )


def seats_of(row: Round) -> dict[int, Pairing]:
    """Return the boards of a round by registration."""
    pairings: dict[int, Pairing] = {}
    for pairing in Pairing.objects.filter(round=row).select_related("game"):
        pairings[pairing.white_id] = pairing
        if pairing.black_id is not None:
            pairings[pairing.black_id] = pairing
    return pairings


@dataclass(frozen=True, slots=True)
class PlayerBag:
    """A player of a section and their last bag in a round.

    `over`: the game of the round has a result, so the devices can be handed back.
    """

    registration: Registration
    bag: DeviceBag | None
    board: int | None
    over: bool

    @property
    def held(self) -> bool:
        return self.bag is not None and self.bag.handed_back_at is None


def bags_of_round(row: Round) -> list[PlayerBag]:
    """Return the round's players, and other players with a bag, by starting number. Three queries."""
    seats = seats_of(row)
    bags: dict[int, DeviceBag] = {}
    rows = DeviceBag.objects.filter(registration__section=row.section_id, round_number=row.number or 0)
    for bag in rows.select_related("handed_in_to", "handed_back_by").order_by("handed_in_at", "pk"):
        bags[bag.registration_id] = bag
    players = Registration.objects.filter(pk__in={*seats, *bags}).select_related("player").order_by("number")
    return [_player_bag(player, bags.get(player.pk), seats.get(player.pk)) for player in players]


def _player_bag(registration: Registration, bag: DeviceBag | None, board: Pairing | None) -> PlayerBag:
    over = board is None or board.black_id is None or bool(board.result)
    return PlayerBag(registration, bag, board.board if board and board.black_id else None, over)


def bags_left(event: Event) -> QuerySet[DeviceBag]:
    """Return the bags in use in all sections and rounds of the event, by number."""
    rows = DeviceBag.objects.filter(event=event, handed_back_at=None)
    return rows.select_related("registration__player", "registration__section__event").order_by("bag")


def complaints_of(event: Event) -> QuerySet[Complaint]:
    """Return the complaints of the event, the newest first."""
    rows = Complaint.objects.filter(event=event).select_related(
        "section__event", "complainant__player", "about__player", "received_by"
    )
    return rows.order_by("-number")


def declarations_of(section: Section) -> QuerySet[Declaration]:
    rows = Declaration.objects.filter(registration__section=section)
    return rows.select_related("registration__player", "seen_by").order_by("registration__number", "seen_at")


@dataclass(frozen=True, slots=True)
class FairPlayCounts:
    """Counts of an event: `outcomes` of standing checks, bags handed in, complaints by state."""

    outcomes: Counter[str] = field(default_factory=Counter)
    bags: int = 0
    complaints: Counter[str] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        return bool(self.outcomes or self.bags or self.complaints)

    @property
    def made(self) -> int:
        """Checks that took place: neither refused nor skipped."""
        return self.outcomes[Inspection.Outcome.NOTHING] + self.outcomes[Inspection.Outcome.OBJECT]


def fair_play_counts(event: Event) -> FairPlayCounts:
    """Return the counts of an event. Three queries."""
    standing = standing_inspections(event).order_by().values_list("outcome", flat=True)
    states = Complaint.objects.filter(event=event).order_by().values_list("state", flat=True)
    return FairPlayCounts(Counter(standing), DeviceBag.objects.filter(event=event).count(), Counter(states))


def standing_inspections(event: Event) -> QuerySet[Inspection]:
    """Return the inspections that were not reversed, in order of time."""
    rows = Inspection.objects.filter(section__event=event, reverses=None, reversed_by=None)
    return rows.select_related("registration__player", "section__event").order_by("at", "pk")

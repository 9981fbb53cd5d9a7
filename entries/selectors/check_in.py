"""Check-in for a round: present and missing players."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet

from entries.models.check_in import CheckIn, Presence
from tournaments.models.player import Registration, RegistrationStatus, note_namesakes
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye


@dataclass(frozen=True, slots=True)
class Awaited:
    """A player expected in the round. `at` is None while they are absent; `bye` is the kind of their bye."""

    registration: Registration
    at: datetime | None
    own: bool
    bye: str


@dataclass(frozen=True, slots=True)
class CheckInView:
    check_in: CheckIn
    rows: tuple[Awaited, ...]

    @property
    def present(self) -> int:
        return sum(row.at is not None for row in self.rows)

    @property
    def missing(self) -> tuple[Awaited, ...]:
        """The absent players without a bye."""
        return tuple(row for row in self.rows if row.at is None and not row.bye)


def check_in_of(section: Section, round_number: int) -> CheckInView | None:
    """Return the check-in of the round, None if there is none. Four queries."""
    row = CheckIn.objects.filter(section=section, round_number=round_number).first()
    if row is None:
        return None
    presences = {presence.registration_id: presence for presence in Presence.objects.filter(check_in=row)}
    byes = dict(
        RequestedBye.objects.filter(registration__section=section, round_number=round_number).values_list(
            "registration", "kind"
        )
    )
    rows = []
    for presence in awaited(section, round_number).select_related("player").order_by("player__sort_key", "number"):
        noted = presences.get(presence.pk)
        rows.append(
            Awaited(
                presence,
                noted.at if noted else None,
                noted is not None and noted.own,
                byes.get(presence.pk, ""),
            )
        )
    note_namesakes(item.registration for item in rows)
    return CheckInView(row, tuple(rows))


def awaited(section: Section, round_number: int) -> QuerySet[Registration]:
    """Return the active players whose first round is this one or an earlier one."""
    return section.registrations.filter(status=RegistrationStatus.ACTIVE, from_round__lte=round_number)


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    """Check-in of the round to come, as one of its players sees it.  `at`: since when they are checked in."""

    check_in: CheckIn
    at: datetime | None


def own_check_in(registration: Registration) -> OwnCheckIn | None:
    """Return the player's check-in for the next round; None if there is none or it does not include them. Three
    queries.
    """
    public = Round.objects.filter(section=registration.section_id).exclude(status=RoundStatus.DRAFT)
    last = public.aggregate(last=Max("number"))["last"] or 0
    row = CheckIn.objects.filter(section=registration.section_id, round_number=last + 1).first()
    if row is None or registration.status != RegistrationStatus.ACTIVE or registration.from_round > row.round_number:
        return None
    presence = Presence.objects.filter(check_in=row, registration=registration).first()
    return OwnCheckIn(row, presence.at if presence is not None else None)

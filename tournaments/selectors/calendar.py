"""Public starts of rounds, for calendars and feeds."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round that is not published yet, and when it is planned to begin."""

    section: Section
    number: int
    starts_at: datetime


def planned_rounds(section: Section, rounds: Iterable[Round]) -> list[PlannedRound]:
    """Return the planned rounds by number; `rounds` are those of the section, at least all that are public.

    Empty if the table is final, or if the games of all rounds are one sheet.
    """
    public = [round_ for round_ in rounds if round_.status != RoundStatus.DRAFT]
    if any(round_.kind == RoundKind.SCHEDULE for round_ in public):
        return []
    return planned_after(section, max((round_.number or 0 for round_ in public), default=0))


def planned_after(section: Section, last: int) -> list[PlannedRound]:
    """Return `planned_rounds` if the number of the last public round is known; 0 before the first."""
    if section.final_at is not None:
        return []
    return [
        PlannedRound(section, number, at)
        for number in range(last + 1, len(section.planned_starts) + 1)
        if (at := section.planned_start(number)) is not None
    ]


def planned_for(player: Player) -> list[PlannedRound]:
    """Return the future rounds of the sections that the player has not left.  Two queries."""
    entries = Registration.objects.filter(
        player=player, status=RegistrationStatus.ACTIVE, section__archived_at__isnull=True
    )
    rows = entries.select_related("section__event").prefetch_related("section__rounds").order_by("section")
    return [
        planned_round
        for entry in rows
        for planned_round in planned_rounds(entry.section, entry.section.rounds.all())
    ]


def public_rounds(event: Event) -> list[Round]:
    """Return the published rounds of the event, with their sections, by beginning.  One query."""
    rows = Round.objects.filter(section__event=event, section__archived_at__isnull=True)
    rows = rows.exclude(status=RoundStatus.DRAFT).select_related("section__event")
    return list(rows.order_by("starts_at", "section_id", "number"))


def boards_of_player(player: Player) -> list[Pairing]:
    """Return the player's boards and byes in published rounds, with both players, by their beginning.  One query."""
    rows = Pairing.objects.filter(
        Q(white__player=player) | Q(black__player=player), round__section__archived_at__isnull=True
    ).exclude(round__status=RoundStatus.DRAFT)
    pairings = rows.select_related("round__section__event", "white__player", "black__player")
    return list(pairings.order_by("round__starts_at", "round__section_id", "board"))

"""The computation of one player's tie-breaks, part by part."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext

from tavleya.documents.contents import TieBreakColumn
from tavleya.messages import N_
from tavleya.tiebreaks.base import Contribution, PointSource, Value
from tournaments.models.player import Registration
from tournaments.selectors.standings import StandingsView
from tournaments.views.frame import SectionFrame, decimal_text
from tournaments.views.seats import Seat, seat
from tournaments.views.tables import columns

_SOURCES: Mapping[PointSource, str] = MappingProxyType(
    {
        PointSource.GAME: "",
        PointSource.OWN: "",
        PointSource.FORFEIT: N_("forfeit"),
        PointSource.DUMMY: N_("unplayed, counted against a dummy opponent"),
        PointSource.BYE: N_("bye"),
    }
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a value.  `cut`: a modifier of the tie-break leaves it out of the sum."""

    round: int
    opponent: Seat | None
    note: str
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Working:
    """One tie-break of the player: its value, and the parts of its sum (empty if it is not a sum)."""

    column: TieBreakColumn
    value: str
    parts: tuple[Part, ...]


def workings(frame: SectionFrame, view: StandingsView, registration: Registration) -> list[Working]:
    """Return the tie-breaks of the list that have a value for the player."""
    registrations = {row.registration.pk: row.registration for row in view.rows}
    values = next(row.values for row in view.rows if row.registration.pk == registration.pk)
    return [
        Working(
            column,
            decimal_text(value.text),
            tuple(_part(frame, part, value, registrations) for part in value.parts),
        )
        for column, value in zip(columns(view.tiebreaks), values, strict=True)
        if value is not None
    ]


def _part(
    frame: SectionFrame, contribution: Contribution, value: Value, registrations: Mapping[int, Registration]
) -> Part:
    opponent = registrations.get(contribution.opponent) if contribution.opponent is not None else None
    note = _SOURCES[contribution.source]
    return Part(
        round=contribution.round,
        opponent=seat(frame, opponent) if opponent else None,
        note=gettext(note) if note else "",
        text=decimal_text(value.part_text(contribution)),
        cut=contribution.cut,
    )

"""Certificates of a section, filled: the first three of its table and of each category."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from django.utils.translation import gettext

from documents.selectors.prizes import category_table
from documents.views.fill import head, table_state
from tavleya.actors import Role
from tavleya.documents.contents import Certificate, Certificates
from tavleya.formats.names import split_name
from tavleya.messages import N_
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.section import Section
from tournaments.selectors.match_centre import officials_of
from tournaments.selectors.standings import StandingsRow, standings_of
from tournaments.views.frame import language

HONOURED = 3
_SIGNING = (Role.CHIEF_ARBITER, Role.ORGANISER)
_PLACES: Mapping[str, str] = MappingProxyType(
    {"1": N_("First place"), "2": N_("Second place"), "3": N_("Third place")}
)


def certificates(section: Section, now: datetime) -> Certificates:
    """Return the certificates; all players who share a third place get one, and none before a game has been counted."""
    view = standings_of(section)
    created = [_certificate(row, row.place) for row in _first((row.row.rank, row) for row in view.rows)]
    for category in section.categories.all():
        members = category_table(category, view).members
        created += [
            _certificate(member.row, member.place, category.name_in(language()))
            for member in members[:HONOURED]
            if member.row.row.points
        ]
    top = head(section.event, section, gettext("Certificates"), now, state=_state(section))
    return Certificates(top, tuple(created), _signatures(section))


def _first(rows: Iterable[tuple[int, StandingsRow]]) -> list[StandingsRow]:
    return [row for rank, row in rows if rank <= HONOURED and row.row.points]


def _state(section: Section) -> str:
    """Return the note on the state of the table; empty for a final table, whose certificates are put on display."""
    state = table_state(section)
    return "" if section.final_at is not None else state


def _certificate(row: StandingsRow, place: str, category: str = "") -> Certificate:
    words = gettext(_PLACES[place]) if place in _PLACES else gettext("Place %(place)s") % {"place": place}
    facts = gettext("%(points)s points, games: %(games)s") % {"points": row.points, "games": row.row.played}
    name = split_name(row.registration.player.name_in(language()))
    listed = row.registration.player.name_in(language())
    text = f"{name.given} {name.family}" if "," in listed else listed
    return Certificate(text, f"{words}, {category}" if category else words, facts)


def _signatures(section: Section) -> tuple[tuple[str, str], ...]:
    named = dict(reversed(officials_of(section.event)))
    return tuple((str(ROLE_NAMES[role]), named.get(role, "")) for role in _SIGNING)

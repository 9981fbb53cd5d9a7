"""Names of the codes of sections, rounds and byes, in the language of the reader: for forms and pages."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext, pgettext

from tavleya.messages import N_
from tavleya.pairing import berger
from tavleya.tiebreaks.table import EncounterKind
from tournaments.models.player import Player
from tournaments.models.round import RoundStatus
from tournaments.models.section import RatingKind
from tournaments.systems.registry import SYSTEMS, edition_labels, method_of

_STATUSES: Mapping[str, str] = MappingProxyType(
    {
        RoundStatus.DRAFT: N_("Draft, seen by officials only"),
        RoundStatus.PUBLISHED: N_("Published"),
        RoundStatus.PLAYING: N_("In progress"),
        RoundStatus.CLOSED: N_("Finished"),
    }
)
_TABLES = N_("FIDE C.05, Annex 1")
_BYES: Mapping[str, str] = MappingProxyType(
    {
        EncounterKind.PAIRING_BYE: N_("pairing-allocated bye"),
        EncounterKind.FULL_BYE: N_("full-point bye"),
        EncounterKind.HALF_BYE: N_("half-point bye"),
        EncounterKind.ZERO_BYE: N_("zero-point bye"),
    }
)


def format_name(code: str) -> str:
    return gettext(SYSTEMS[code].label) if code in SYSTEMS else code


def method_name(system: str, edition: str = "") -> str:
    """Return the name of a round's pairing method; empty if no system paired it."""
    method = method_of(system)
    if method is None:
        return ""
    if edition in edition_labels():
        return gettext(edition_labels()[edition])
    name = gettext(method.label)
    if not (method.with_edition and edition):
        return name
    return f"{name}, {gettext(_TABLES) if edition == berger.EDITION else edition}"


def status_name(code: str) -> str:
    return gettext(_STATUSES[code])


def bye_name(code: str) -> str:
    return gettext(_BYES[EncounterKind(code)])


def listed_name(player: Player, language: str) -> str:
    """Return the name as tables list it: with the note that distinguishes namesakes (`note_namesakes`)."""
    name, note = player.name_in(language), player.note
    if not note:
        return name
    return f"{name} ({pgettext('starting number', 'No.')} {note})" if isinstance(note, int) else f"{name} ({note})"


def rating_name(kind: str) -> str:
    """Return the name of a FIDE rating: standard, rapid or blitz."""
    return pgettext("rating", str(RatingKind(kind).label))

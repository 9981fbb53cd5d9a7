"""Names of the codes of sections, rounds and byes, in the language of the reader: for forms and pages."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext, pgettext

from tavleya.messages import N_
from tavleya.pairing import berger
from tavleya.tiebreaks.table import EncounterKind
from tournaments.models.player import Player
from tournaments.models.round import RoundStatus
from tournaments.models.section import RatingKind
from tournaments.models.swiss import Provenance
from tournaments.systems.registry import SYSTEMS, edition_labels, method_of

# The names of actors, looked up for display: the database stores only their keys (`Actor.key`).


def names_of(keys: Iterable[str]) -> Mapping[str, str]:
    """Return the current names of actors, by key; parts of the service have the name in their key.

    At most two queries: one for people with accounts, one for players who came by their links.
    """
    keys_by_kind: dict[str, dict[int, str]] = {"user": {}, "player": {}}
    names: dict[str, str] = {}
    for key in set(keys):
        kind, _, rest = key.partition(":")
        if kind in keys_by_kind and rest.isdecimal():
            keys_by_kind[kind][int(rest)] = key
        names[key] = rest if kind == "system" else key
    if users := keys_by_kind["user"]:
        accounts = get_user_model().objects.filter(pk__in=users)
        names |= {users[user.pk]: user.shown_name for user in accounts}
    if players := keys_by_kind["player"]:
        names |= {players[player.pk]: player.full_name for player in Player.objects.filter(pk__in=players)}
    return names


def waived_by(source: Provenance) -> list[dict[str, Any]]:
    """Return the breaches of a draft that an official accepted, with the official's name."""
    names = names_of(item["who"] for item in source.waived)
    return [{**item, "who": names[item["who"]]} for item in source.waived]


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

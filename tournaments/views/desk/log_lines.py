"""The log in words: actors, acts and changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.contrib.auth import get_user_model
from django.utils.translation import gettext

from games.views.labels import game_name
from tavleya.actors import Role
from tavleya.law.library import current
from tavleya.messages import N_
from tavleya.record.results import FACTS, Result
from tavleya.rules.registry import SPECS
from tavleya.series.rules import RULES as SERIES_RULES
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.byes import Bye
from tournaments.models.log import Log
from tournaments.models.organisation import OrganisationLog
from tournaments.models.player import Player
from tournaments.names import bye_name, format_name, method_name
from tournaments.registry import KINDS
from tournaments.selectors.actors import names_of
from tournaments.systems.registry import edition_labels
from tournaments.views.desk.log_labels import format_value, label_of, value_names
from tournaments.views.desk.log_subjects import subjects_of
from tournaments.views.desk.swiss_labels import CHANGES, RULES

#: Fields that the subject or the code already contains.
_UNSAID = frozenset(
    {
        "version",
        "round",
        "player",
        "section",
        "slug",
        "digest",
        "restore_point",
        "point",
        "games_annulled",
        "complaint_state",
    }
)


#: Origins of rounds that no system paired.
_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "by_hand": N_("by hand"),
        "imported": N_("from a file"),
    }
)
#: Fields that come first, in this order; the others follow by name.
_FIRST = ("user", "number", "game", "regime", "format", "rounds", "system", "edition")


@dataclass(frozen=True, slots=True)
class LogLine:
    """`changes` are pairs of a field and its change."""

    at: datetime
    who: str
    what: str
    about: str
    changes: tuple[tuple[str, str], ...]


def log_lines(rows: Iterable[Log | OrganisationLog]) -> list[LogLine]:
    """Return the rows in words.  One query for each kind of subject, however many rows there are."""
    rows = list(rows)
    names = subjects_of(rows)
    people = _people(rows)
    caller = names_of(row.actor for row in rows)
    return [
        LogLine(
            row.at,
            caller[row.actor],
            _act(row.action),
            names.get(row.subject) or _own_message(row),
            tuple(_changes(row, people)),
        )
        for row in rows
    ]


def _act(action: str) -> str:
    kind = KINDS.get(action)
    return gettext(kind.label) if kind else action


def _own_message(row: Log | OrganisationLog) -> str:
    """Return a deleted subject's name from the row itself."""
    for existing in (row.after, row.before):
        if isinstance(existing, dict):
            for name in ("player", "name", "slug"):
                if isinstance(existing.get(name), str):
                    return str(existing[name])
    return ""


def _people(rows: list[Log | OrganisationLog]) -> dict[object, str]:
    """Return the names of the users who were given roles, by their keys."""
    sides = [side for row in rows for side in (row.before, row.after) if isinstance(side, dict)]
    keys = {side["user"] for side in sides if "user" in side}
    users = get_user_model().objects.filter(pk__in=keys) if keys else ()
    return {user.pk: user.shown_name for user in users}


def _changes(row: Log | OrganisationLog, people: Mapping[object, str]) -> Iterable[tuple[str, str]]:
    before = row.before if isinstance(row.before, dict) else {}
    after = row.after if isinstance(row.after, dict) else {}
    if row.action == "registrations.numbered":
        return
    if row.action == "ratings.renewed":
        yield label_of("players"), str(len(after))
        return
    for name in sorted({*before, *after}, key=_place):
        old, new = (_coded(name, side.get(name), people) for side in (before, after))
        if name in _UNSAID or old == new or (not old and not new):
            continue
        label = label_of(name, Player if row.subject.startswith("player:") else None)
        if name in before and name in after:
            yield label, f"{format_value(old)} → {format_value(new)}"
        else:
            yield label, format_value(new if name in after else old)


def _place(name: str) -> tuple[int, str]:
    """Return the sort key of a field: the database keeps no order of names within a row, so the page sets one."""
    return (_FIRST.index(name) if name in _FIRST else len(_FIRST), name)


def _coded(name: str, value: object, people: Mapping[object, str]) -> object:
    """Return the label of a code in the log."""
    if name == "roles" and isinstance(value, list):
        return [str(ROLE_NAMES[Role(role)]) for role in value]
    if not isinstance(value, (str, int)) or not value:
        return value
    if name == "user":
        return people.get(value, value)
    if name == "role" and value in ROLE_NAMES:
        return str(ROLE_NAMES[Role(value)])
    if name == "result" and value in FACTS:
        return " – ".join(FACTS[Result(value)].shown)
    if name == "game" and value in SPECS:
        return game_name(str(value))
    if name == "bye" and value in Bye.values:
        return bye_name(str(value))
    if name == "rule" and value in RULES:
        return gettext(RULES[str(value)])
    if name == "rule" and value in SERIES_RULES:
        return gettext(SERIES_RULES[str(value)].label)
    if name == "by_hand" and value in CHANGES:
        return gettext(CHANGES[str(value)])
    if name == "regime":
        regime = current().regimes.get(str(value))
        return regime.name.render(gettext) if regime else value
    if name == "system":
        return gettext(_SOURCES[str(value)]) if value in _SOURCES else method_name(str(value)) or value
    if name == "edition" and value in edition_labels():
        return gettext(edition_labels()[str(value)])
    if name == "format":
        return format_name(str(value))
    return value_names(name, str(value)) or value

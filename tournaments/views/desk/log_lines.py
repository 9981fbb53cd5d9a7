"""The log in words: actors, acts and changes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.contrib.auth import get_user_model
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from games.templatetags.tavleya import day
from games.views.labels import cite, game_name
from tavleya.actors import Role
from tavleya.hooks import Collector, QuestionByKind
from tavleya.law.library import current
from tavleya.messages import N_
from tavleya.record.results import FACTS, Result
from tavleya.rules.registry import SPECS
from tavleya.series import RULES as SERIES_RULES
from tournaments.access import labels, uses
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.activity import Log
from tournaments.models.entry import Entry
from tournaments.models.event import OrganisationLog
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraintKind
from tournaments.names import bye_name, format_name, method_name, names_of
from tournaments.registry import KINDS
from tournaments.systems.registry import edition_labels
from tournaments.views.frame import language, round_name

# Labels of acts in a Swiss.

RULES: Mapping[str, str] = MappingProxyType(
    {PairConstraintKind.APART: N_("do not meet"), PairConstraintKind.TOGETHER: N_("must meet")}
)
CHANGES: Mapping[str, str] = MappingProxyType(
    {
        "colours": N_("colours swapped"),
        "exchange": N_("players exchanged"),
        "pair": N_("pair set by hand"),
        "table": N_("board moved"),
        "off": N_("player removed"),
        "in": N_("player added"),
        "engine": N_("engine's pairing restored"),
        "imported": N_("pairing imported from another engine"),
        "confirmed": N_("reviewed and confirmed"),
    }
)
_BEFORE: Mapping[str, str] = MappingProxyType(
    {
        "pairing": N_("Before round %(n)s was paired"),
        "manual": N_("Before a manual change in round %(n)s"),
        "undo": N_("Before round %(n)s was undone"),
        "bye": N_("Before a bye was added or removed"),
        "pair_rule": N_("Before a pairing restriction"),
        "attendance": N_("Before absences were recorded"),
        "late_entry": N_("Before a late entry"),
        "re_entry": N_("Before a player was reinstated"),
        "correction": N_("Before a result of round %(n)s was corrected"),
        "renumbered": N_("Before the players were renumbered"),
        "expulsion": N_("Before a player was expelled"),
        "restored": N_("Before the section was restored"),
    }
)


def point_name(before: str, number: int | None) -> str:
    """Return the label of a restore point by the act after it."""
    return gettext(_BEFORE[before]) % {"n": number} if before in _BEFORE else before


#: The quality criteria, in the order in which they are met, by the system of a round: C.04.3, C.04.4.1, C.04.4.2 and
#: C.04.6.
CRITERIA: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "dutch": {
            "C5": N_("the pairing-allocated bye goes to the lowest possible score"),
            "C6": N_("as few players as possible float down"),
            "C7": N_("players who float down have the lowest possible scores"),
            "C8": N_("the next bracket can be paired as well as possible"),
            "C9": N_("the bye goes to a player with as few unplayed rounds as possible"),
            "C10": N_("as few topscorers or their opponents as possible get a colour difference beyond two"),
            "C11": N_("as few topscorers or their opponents as possible get the same colour three times in a row"),
            "C12": N_("as few players as possible do not get the colour they prefer"),
            "C13": N_("as few players as possible do not get a colour they strongly prefer"),
            "C14": N_("as few players as possible float down for the second round running"),
            "C15": N_("as few players as possible float up for the second round running"),
            "C16": N_("as few players as possible float down as they did two rounds ago"),
            "C17": N_("as few players as possible float up as they did two rounds ago"),
            "C18": N_("players who floated down in the previous round meet scores near their own"),
            "C19": N_("players who floated up in the previous round meet scores near their own"),
            "C20": N_("players who floated down two rounds ago meet scores near their own"),
            "C21": N_("players who floated up two rounds ago meet scores near their own"),
        },
        "dubov": {
            "C5": N_("as few players as possible float up"),
            "C6": N_("players who float up have the highest possible scores"),
            "C7": N_("as few players as possible do not get the colour they prefer"),
            "C8": N_("as few players as possible float up who have done so as often as allowed"),
            "C9": N_("players who have floated up as often as allowed have done so as rarely as possible"),
            "C10": N_("as few players as possible float up for the second round running"),
        },
        "burstein": {
            "C5": N_("as few players as possible float down"),
            "C6": N_("players who float down have the lowest possible scores"),
            "C7": N_("the next bracket can be paired as well as possible"),
            "C8": N_("as few players as possible do not get the colour they prefer"),
        },
        "team_swiss": {
            "C4": N_("as few teams as possible float up"),
            "C5": N_("teams that float up have the highest possible scores"),
            "C6": N_("the rest of the next score group can be paired in its turn"),
            "C7": N_("as few teams as possible float up that floated in the previous round"),
            "C8": N_("as few teams as possible do not get the colour they prefer"),
            "C9": N_("as few teams as possible do not get a colour they strongly prefer"),
            "C10": N_("as few opponents as possible of teams that float up floated in the previous round"),
        },
    }
)


def criteria(system: str, codes: Iterable[str]) -> list[dict[str, str]]:
    """Return the criteria that were not fully met, each once: `C10` of the article, and its description."""
    words = CRITERIA.get(system, {})
    articles = dict.fromkeys(code.partition(".")[0] for code in codes)
    return [{"code": code, "words": gettext(words[code])} for code in articles if code in words]


#: Fields that the subject or the code already contains, and values for the undo alone.
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
        "undo",
    }
)


#: Origins of rounds that no system paired.
_SOURCES: Mapping[str, str] = MappingProxyType({"by_hand": N_("by hand"), "imported": N_("from a file")})
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
    actors = names_of(row.actor for row in rows)
    return [
        LogLine(
            row.at,
            actors[row.actor],
            _act(row.action),
            names.get(row.subject) or _own_name(row),
            tuple(_changes(row, people)),
        )
        for row in rows
    ]


def _act(action: str) -> str:
    kind = KINDS.get(action)
    return gettext(kind.label) if kind else action


def _own_name(row: Log | OrganisationLog) -> str:
    """Return a deleted subject's name from the row itself."""
    for values in (row.after, row.before):
        if isinstance(values, dict):
            for name in ("player", "name", "slug"):
                if isinstance(values.get(name), str):
                    return str(values[name])
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


# Names of the subjects of log lines.


def subjects_of(rows: Sequence[Log | OrganisationLog]) -> dict[str, str]:
    """Return the names of subjects in the reader's language.  One query for each kind of subject."""
    wanted: dict[str, set[int]] = {}
    for row in rows:
        kind, _, key = row.subject.partition(":")
        if key.isdecimal():
            wanted.setdefault(kind, set()).add(int(key))
    names: dict[str, str] = {}
    for kind, keys in wanted.items():
        names |= {f"{kind}:{key}": name for key, name in _names_by_key(kind, keys)}
    return names


def _names_by_key(kind: str, keys: set[int]) -> Iterable[tuple[int, str]]:
    if kind == "pairing":
        pairings = Pairing.objects.filter(pk__in=keys).select_related("round", "white__player", "black__player")
        for pairing in pairings:
            people = " – ".join(seat.player.name_in(language()) for seat in (pairing.white, pairing.black) if seat)
            numbers = {"round": round_name(pairing.round.number), "board": pairing.board}
            yield pairing.pk, gettext("%(round)s, board %(board)s") % numbers + f": {people}"
    elif kind == "round":
        for round_ in Round.objects.filter(pk__in=keys).select_related("section__event"):
            yield round_.pk, f"{round_.section.name_in(language())}, {round_name(round_.number)}"
    elif kind == "section":
        for section in Section.objects.filter(pk__in=keys):
            yield section.pk, section.name_in(language())
    elif kind == "player":
        for player in Player.objects.filter(pk__in=keys):
            yield player.pk, player.name_in(language())
    elif kind == "entry":
        for entry in Entry.objects.filter(pk__in=keys):
            yield entry.pk, entry.full_name
    elif kind == "registration":
        for registration in Registration.objects.filter(pk__in=keys).select_related("player"):
            yield registration.pk, registration.player.name_in(language())


# Labels of the fields in the log, and their values in words.

FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "adjusted": N_("adjusted problems of the file"),
        "after_pairing": N_("changed after round 1 was paired"),
        "after_round": N_("after round"),
        "at": N_("at"),
        "boards": N_("boards"),
        "bye": N_("bye"),
        "by_hand": N_("change"),
        "differ": N_("rounds not paired by the rules"),
        "event": N_("event"),
        "events": N_("events"),
        "forfeits": N_("forfeits"),
        "from_section": N_("from section"),
        "games": N_("games"),
        "half_point_rounds": N_("half a point for rounds"),
        "half_points": N_("half-points"),
        "in_round": N_("in round"),
        "known_players": N_("of them in the event already"),
        "list": N_("rating list"),
        "into": N_("joined to"),
        "mode": N_("mode"),
        "names": N_("names"),
        "norm_kind": N_("kind of event for title norms"),
        "of": N_("joined from"),
        "otherwise": N_("rounds that would be paired otherwise"),
        "pair": N_("pair"),
        "play_off": N_("play-off"),
        "players": N_("players"),
        "plies": N_("half-moves"),
        "reason": N_("reason"),
        "removed": N_("removed from the list"),
        "result": N_("result"),
        "role": N_("role"),
        "roles": N_("roles"),
        "rounds": N_("rounds"),
        "scopes": N_("permissions"),
        "series": N_("series"),
        "starts": N_("starts of rounds"),
        "starts_at": N_("start"),
        "system": N_("pairing system"),
        "table": N_("table"),
        "unfinished": N_("unfinished"),
        "updated": N_("updated"),
        "user": N_("person"),
    }
)

#: Fields whose label comes from a form, where it starts with a capital.
_ON_FORMS: Mapping[str, str] = MappingProxyType(
    {"currency": N_("Currency"), "ends_at": N_("End: play stops"), "terms": N_("Who qualifies")}
)

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


#: The label of a field on a form of another app.
field_labels: Collector[[str], str] = Collector()
#: The label of a value on a form of another app, by the name of its field.
value_names: QuestionByKind[[str], str] = QuestionByKind("")


def label_of(name: str, model: type[models.Model] | None = None) -> str:
    """Return the label of a field in the reader's language; if it has none, its name with spaces for underscores.

    `model`: the model whose own label is preferred to a label that all models share.
    """
    declared = uses(model)[name].label if model is not None and name in uses(model) else ""
    if label := declared or FIELDS.get(name) or labels().get(name):
        return gettext(label)
    if name in _ON_FORMS:
        return _small(gettext(_ON_FORMS[name]))
    if form_labels := field_labels(name):
        return _small(form_labels[0])
    return name.replace("_", " ")


def format_value(value: object) -> str:
    """Return a value in words: instants in the event's time zone, an article as a citation."""
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return "; ".join(
            f"{label_of(str(key))}: {format_value(item)}" if key else format_value(item) for key, item in value.items()
        )
    if isinstance(value, list):
        return ", ".join(format_value(item) for item in value)
    text = str(value)
    if _INSTANT.match(text):
        at = timezone.localtime(datetime.fromisoformat(text))
        return f"{day(at)}, {at:%H:%M}"
    return cite(text)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]

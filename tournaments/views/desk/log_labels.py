"""The names of fields in the log, and their values as a reader has them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.utils import timezone
from django.utils.translation import gettext

from games.templatetags.tavleya import day
from games.views.labels import cite
from tavleya.hooks import Collector, QuestionByKind
from tavleya.messages import N_

FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "accelerated": N_("Baku acceleration"),
        "address": N_("address"),
        "adjusted": N_("adjusted problems of the file"),
        "after_pairing": N_("changed after round 1 was paired"),
        "after_round": N_("after round"),
        "announcement": N_("announcement"),
        "at": N_("at"),
        "best": N_("results that count"),
        "birth_year": N_("year of birth"),
        "boards": N_("boards"),
        "bye": N_("bye"),
        "club": N_("club"),
        "by_hand": N_("change"),
        "contact": N_("contact"),
        "control": N_("time control"),
        "correction_rounds": N_("rounds open to correction"),
        "tracking": N_("board recording"),
        "broadcast_delay": N_("broadcast delay, minutes"),
        "description": N_("description"),
        "differ": N_("rounds not paired by the rules"),
        "edition": N_("edition"),
        "equal_seeds": N_("of equal rating and title"),
        "event": N_("event"),
        "events": N_("events"),
        "ends_on": N_("last day"),
        "external_value": N_("external values"),
        "family_name": N_("family name"),
        "federation": N_("federation"),
        "fide_id": N_("FIDE ID"),
        "first_board": N_("first board number"),
        "forfeits": N_("forfeits"),
        "format": N_("format"),
        "from_round": N_("from round"),
        "from_section": N_("from section"),
        "game": N_("game"),
        "games": N_("games"),
        "given_name": N_("given name"),
        "half_byes": N_("entitled to half-point byes"),
        "hand_order": N_("order of tied players"),
        "half_point_rounds": N_("half a point for rounds"),
        "half_points": N_("half-points"),
        "in_round": N_("in round"),
        "known_players": N_("of them in the event already"),
        "list": N_("rating list"),
        "into": N_("joined to"),
        "languages": N_("languages"),
        "mode": N_("mode"),
        "name": N_("name"),
        "names": N_("names"),
        "norm_kind": N_("kind of event for title norms"),
        "number": N_("number"),
        "of": N_("joined from"),
        "otherwise": N_("rounds that would be paired otherwise"),
        "pair": N_("pair"),
        "place": N_("place"),
        "place_points": N_("points by place"),
        "play_off": N_("play-off"),
        "players": N_("players"),
        "plies": N_("half-moves"),
        "published": N_("published"),
        "rating": N_("rating"),
        "ratings": N_("ratings"),
        "reason": N_("reason"),
        "regime": N_("laws"),
        "regulations": N_("regulations"),
        "removed": N_("removed from the list"),
        "result": N_("result"),
        "role": N_("role"),
        "roles": N_("roles"),
        "rounds": N_("rounds"),
        "rounds_planned": N_("rounds planned"),
        "rule": N_("rule"),
        "scopes": N_("permissions"),
        "scoring": N_("scoring"),
        "series": N_("series"),
        "shows_minors": N_("players under 16 on public pages of people"),
        "starts": N_("starts of rounds"),
        "starts_at": N_("start"),
        "starts_on": N_("first day"),
        "system": N_("pairing system"),
        "table": N_("table"),
        "tiebreaks": N_("tie-breaks"),
        "title": N_("title"),
        "unfinished": N_("unfinished"),
        "updated": N_("updated"),
        "user": N_("person"),
    }
)

#: Fields that have their name on a form: it is written there with a capital.
_ON_FORMS: Mapping[str, str] = MappingProxyType(
    {
        "currency": N_("Currency"),
        "ends_at": N_("End: play stops"),
        "lists": N_("Prizes"),
        "sharing": N_("Players with equal points"),
        "terms": N_("Who qualifies"),
    }
)

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


#: The label of a field of another app, as its form has it.
field_labels: Collector[[str], str] = Collector()
#: What a form of another app calls a value, by the name of its field.
value_names: QuestionByKind[[str], str] = QuestionByKind("")


def label_of(name: str) -> str:
    """The name of a field in the reader's language; one that has none is at least without underscores."""
    if name in FIELDS:
        return gettext(FIELDS[name])
    if name in _ON_FORMS:
        return _small(gettext(_ON_FORMS[name]))
    if labels := field_labels(name):
        return _small(labels[0])
    return name.replace("_", " ")


def shown(value: object) -> str:
    """A value in words: instants by the clock of the event, an article as it is cited."""
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return "; ".join(
            f"{label_of(str(key))}: {shown(one)}" if key else shown(one) for key, one in value.items()
        )
    if isinstance(value, list):
        return ", ".join(shown(one) for one in value)
    text = str(value)
    if _INSTANT.match(text):
        at = timezone.localtime(datetime.fromisoformat(text))
        return f"{day(at)}, {at:%H:%M}"
    return cite(text)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]

"""The names of fields in the log, and their values as a reader has them."""

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from games.templatetags.tavleya import day
from games.views.labels import cite
from tavleya.hooks import Collector, QuestionByKind
from tavleya.messages import N_
from tournaments.declarations import labels, uses

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


#: The label of a field on a form of another app.
field_labels: Collector[[str], str] = Collector()
#: The label of a value on a form of another app, by the name of its field.
value_names: QuestionByKind[[str], str] = QuestionByKind("")


def label_of(name: str, model: type[models.Model] | None = None) -> str:
    """The name of a field in the reader's language; one that has none is at least without underscores.

    `model`: the one whose declaration goes before the names that all models share.
    """
    declared = uses(model)[name].label if model is not None and name in uses(model) else ""
    if label := declared or FIELDS.get(name) or labels().get(name):
        return gettext(label)
    if name in _ON_FORMS:
        return _small(gettext(_ON_FORMS[name]))
    if of_forms := field_labels(name):
        return _small(of_forms[0])
    return name.replace("_", " ")


def format_value(value: object) -> str:
    """Return a value in words: instants in the event's time zone, an article as a citation."""
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return "; ".join(
            f"{label_of(str(key))}: {format_value(item)}" if key else format_value(item)
            for key, item in value.items()
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

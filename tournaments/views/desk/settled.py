"""Confirmation of changed settings that the first pairing settled, listed one by one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tavleya.errors import DomainError
from tavleya.tiebreaks.table import Scoring, points_text
from tournaments.forms.sections import POINTS, SectionForm
from tournaments.forms.tiebreak_codes import tiebreaks_text
from tournaments.models.section import Section
from tournaments.names import rating_name
from tournaments.views.desk.frame import SectionDesk
from tournaments.views.desk.log_labels import format_value, label_of


@dataclass(frozen=True, slots=True)
class SettledChange:
    """One setting with its current and its new value, in words."""

    name: str
    before: str
    after: str


def changes_of(section: Section, fields: Iterable[str], values: Mapping[str, object]) -> list[SettledChange]:
    return [
        SettledChange(
            label_of(name), _words(section, name, getattr(section, name)), _words(section, name, values[name])
        )
        for name in fields
    ]


def _words(section: Section, name: str, value: object) -> str:
    if name == "scoring" and isinstance(value, dict):
        return _points(value)
    if name == "tiebreaks" and isinstance(value, list):
        return tiebreaks_text(value) or format_value(value)
    if name == "edition":
        return gettext(section.system.edition_labels.get(str(value), str(value)))
    if name == "rating_kind":
        return rating_name(str(value))
    return format_value(value)


def _points(scoring: Mapping[str, int]) -> str:
    """Return the points for win, draw and loss, and all other changed ones."""
    points = Scoring.read(scoring).plain()
    named = [name for name in POINTS if name in ("win", "draw", "loss") or name in scoring]
    return ", ".join(f"{POINTS[name]} {points_text(points[name])}" for name in named)


def confirmation(
    request: HttpRequest, frame: SectionDesk, form: SectionForm, refused: DomainError
) -> HttpResponse:
    """Return the page that names each change; it contains the input as hidden fields."""
    names = [str(item) for item in cast(list[object], refused.detail["fields"])]
    context = {
        **frame.context(),
        "changes": changes_of(frame.section, names, form.values()),
        "fields": list(dict.fromkeys([*request.POST.getlist("confirmed"), *names])),
        "in_play": refused.message.render(gettext) if refused.detail.get("in_play") else "",
        "otherwise": refused.detail["otherwise"],
        "typed": [
            (name, value)
            for name in request.POST
            if name not in ("csrfmiddlewaretoken", "confirmed")
            for value in request.POST.getlist(name)
        ],
    }
    return render(request, "desk/section_confirm.html", context, status=409)

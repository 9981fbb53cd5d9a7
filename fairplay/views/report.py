"""Fair play in the arbiters' report: counts, and names only if the chief arbiter asks for them."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from arbiter.views.desk import AddedPart, DeskFrame
from fairplay.models import Inspection
from fairplay.selectors import complaints_of, fair_play_counts, standing_inspections
from fairplay.views.labels import OUTCOMES, STATES
from tavleya.documents.contents import Item, ReportPart
from tavleya.permissions import Action, allowed
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.views.frame import language
from tournaments.views.labels import round_name

_Outcome = Inspection.Outcome


def fair_play_part(request: HttpRequest, frame: DeskFrame) -> AddedPart | None:
    """The part of the report; names only with `?names=1`, for those who lead fair play."""
    may_name = allowed(frame.standing, Action.LEAD_FAIR_PLAY)
    names = may_name and request.GET.get("names") == "1"
    items = _items(frame.event, names=names)
    part = ReportPart(gettext("Fair play"), tuple(items))
    return AddedPart("fair-play", part, names if may_name else None) if items else None


def _items(event: Event, *, names: bool) -> list[Item]:
    """Empty if nothing of fair play was kept."""
    found = fair_play_counts(event)
    if not found:
        return []
    items = []
    if found.outcomes:
        said = ngettext("%(n)s check made", "%(n)s checks made", found.made) % {"n": found.made}
        lines = [said] + [
            f"{gettext(OUTCOMES[code])}: {found.outcomes[code]}"
            for code in (_Outcome.OBJECT, _Outcome.REFUSED, _Outcome.SKIPPED)
            if found.outcomes[code]
        ]
        items.append(Item(gettext("Checks"), (*lines, *(_checked(event) if names else ()))))
    if found.bags:
        said = ngettext("%(n)s bag handed in", "%(n)s bags handed in", found.bags) % {"n": found.bags}
        items.append(Item(gettext("Devices"), (said,)))
    if found.complaints:
        states = [
            f"{gettext(STATES[code])}: {found.complaints[code]}" for code in STATES if found.complaints[code]
        ]
        items.append(Item(gettext("Complaints"), (*states, *(_complaints(event) if names else ()))))
    return items


def _checked(event: Event) -> list[str]:
    """Return lines for inspections with an object found or a refusal."""
    rows = standing_inspections(event).filter(outcome__in=(_Outcome.OBJECT, _Outcome.REFUSED))
    return [
        f"{one.section.name_in(language())}, {round_name(one.round_number)}: {_name(one.registration)} – "
        f"{gettext(OUTCOMES[one.outcome])}"
        for one in rows
    ]


def _complaints(event: Event) -> list[str]:
    return [
        gettext("Complaint %(number)s from %(name)s: %(state)s")
        % {"number": one.number, "name": _name(one.complainant), "state": gettext(STATES[one.state])}
        for one in complaints_of(event).order_by("number")
    ]


def _name(registration: Registration) -> str:
    return registration.player.name_in(language())

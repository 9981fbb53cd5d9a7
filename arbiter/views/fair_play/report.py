"""Fair play in the arbiters' report: counts, and names only if the chief arbiter asks for them."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from arbiter.models.fair_play import Inspection
from arbiter.selectors.fair_play import complaints_of, fair_play_counts, standing_inspections
from arbiter.views.desk import DeskFrame
from arbiter.views.fair_play.labels import OUTCOMES, STATES
from tavleya.documents.contents import Item
from tavleya.permissions import Action, allowed
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.views.frame import language
from tournaments.views.labels import round_name

_Outcome = Inspection.Outcome


def may_name(frame: DeskFrame) -> bool:
    return allowed(frame.standing, Action.LEAD_FAIR_PLAY)


def with_names(request: HttpRequest, frame: DeskFrame) -> bool:
    """Return whether the report has names: `?names=1` from a user who may name players."""
    return request.GET.get("names") == "1" and may_name(frame)


def fair_play_items(event: Event, *, names: bool) -> list[Item]:
    """Return the items of the report, empty without fair play data."""
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

"""Fair play in the arbiters' report: counts, and names only if the chief arbiter asks for them."""

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
    result = fair_play_counts(event)
    if not result:
        return []
    items = []
    if result.outcomes:
        text = ngettext("%(n)s check made", "%(n)s checks made", result.made) % {"n": result.made}
        lines = [text] + [
            f"{gettext(OUTCOMES[code])}: {result.outcomes[code]}"
            for code in (_Outcome.OBJECT, _Outcome.REFUSED, _Outcome.SKIPPED)
            if result.outcomes[code]
        ]
        items.append(Item(gettext("Checks"), (*lines, *(_checked(event) if names else ()))))
    if result.bags:
        text = ngettext("%(n)s bag handed in", "%(n)s bags handed in", result.bags) % {"n": result.bags}
        items.append(Item(gettext("Devices"), (text,)))
    if result.complaints:
        states = [
            f"{gettext(STATES[code])}: {result.complaints[code]}"
            for code in STATES
            if result.complaints[code]
        ]
        items.append(Item(gettext("Complaints"), (*states, *(_complaints(event) if names else ()))))
    return items


def _checked(event: Event) -> list[str]:
    """Return lines for inspections with an object found or a refusal."""
    rows = standing_inspections(event).filter(outcome__in=(_Outcome.OBJECT, _Outcome.REFUSED))
    return [
        f"{row.section.name_in(language())}, {round_name(row.round_number)}: {_name(row.registration)} – "
        f"{gettext(OUTCOMES[row.outcome])}"
        for row in rows
    ]


def _complaints(event: Event) -> list[str]:
    return [
        gettext("Complaint %(number)s from %(name)s: %(state)s")
        % {
            "number": complaint.number,
            "name": _name(complaint.complainant),
            "state": gettext(STATES[complaint.state]),
        }
        for complaint in complaints_of(event).order_by("number")
    ]


def _name(registration: Registration) -> str:
    return registration.player.name_in(language())

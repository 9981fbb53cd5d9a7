"""The public page of a club or a federation, and its logo."""

from django.core.files.storage import default_storage
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games.views.caching import shared_page
from games.views.problems import find_or_404, require_found
from people.forms.organisations import KIND_NAMES, ORGANISATION_ROLE_NAMES
from people.selectors.organisations import events_of, officials_listed, organisation_at
from tournaments.models.event import in_language
from tournaments.models.organisation import OrganisationKind
from tournaments.views.event_list import event_cards
from tournaments.views.frame import language

#: So many of the events that are over; the list of events has the others.
PAST = 24


@require_safe
@shared_page
def organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show current, upcoming and past events, and officials."""
    row = find_or_404(lambda: organisation_at(slug))
    if row.slug != slug:
        return redirect("organisation", row.slug, permanent=True)
    events = events_of(row, timezone.localdate(), PAST + 1)
    live = {event.pk for event in events.live}
    context = {
        "organisation": row,
        "name": row.name_in(language()),
        "kind": KIND_NAMES[OrganisationKind(row.kind)],
        "about": in_language(row.about, language(), row.languages),
        "live": event_cards(events.live, live),
        "coming": event_cards(events.coming, live),
        "past": event_cards(events.past[:PAST], live),
        "more": len(events.past) > PAST,
        "series": [
            (reverse("organisation_series", args=[event.slug]), event.name_in(language()))
            for event in row.series.select_related("organisation")
        ],
        "officials": [(ORGANISATION_ROLE_NAMES[role], names) for role, names in officials_listed(row)],
        "section_of_site": "events",
    }
    return render(request, "people/organisation.html", context)


@require_safe
def organisation_logo(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the image, with the type detected from its bytes."""
    row = find_or_404(lambda: organisation_at(slug))
    require_found(row.logo and default_storage.exists(row.logo))
    etag = f'"{row.logo_digest[:32]}"'
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = FileResponse(default_storage.open(row.logo), content_type=row.logo_type)
        answer["Content-Security-Policy"] = "default-src 'none'; img-src 'self'; sandbox"
    answer["ETag"] = etag
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "public, max-age=300"
    return answer

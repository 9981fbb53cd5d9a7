"""The public page of a club or a federation, and its logo."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.core.files.storage import default_storage
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.views.caching import shared_page
from games.views.requests import actor_of, find_or_404, redirect_with, require_found
from people.forms.organisations import KIND_NAMES, ORGANISATION_ROLE_NAMES
from people.selectors.organisations import events_of, officials_listed, organisation_at
from people.services.organisations import accept_invitation, invitation_of
from tavleya.actors import Role
from tavleya.errors import NotPermitted
from tournaments.access import HELD_INVITATION
from tournaments.models.access import Invitation
from tournaments.models.event import OrganisationKind, in_language
from tournaments.services.tokens import digest_of
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


# Acceptance of an invitation: open the link, create an account or sign in, accept the roles.


@never_cache
@require_safe
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Store the digest of the invitation in the session and redirect to its page."""
    digest = digest_of(token)
    try:
        row = invitation_of(digest=digest, now=timezone.now())
    except NotPermitted:
        return render(request, "people/invitation_gone.html", status=404)
    request.session[HELD_INVITATION] = digest
    if row.email:
        # Only its receiver knows the link of a letter: the address needs no further proof.
        get_adapter().stash_verified_email(request, row.email)
    return redirect("invitation")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Show the invitation; a signed-in user accepts it here."""
    now = timezone.now()
    try:
        row = invitation_of(digest=request.session.get(HELD_INVITATION, ""), now=now)
        if request.method == "POST" and request.user.is_authenticated:
            accept_invitation(actor=actor_of(request), now=now, digest=row.digest)
            del request.session[HELD_INVITATION]
            if row.organisation is not None:
                return redirect_with(
                    request,
                    gettext("You belong to this organisation now."),
                    "desk_organisation",
                    row.organisation.slug,
                )
            messages.success(request, gettext("You are an official of this event now."))
            assert row.event is not None
            return redirect("desk_event", row.event.slug)
    except NotPermitted:
        return render(request, "people/invitation_gone.html", status=404)
    place = row.organisation or row.event
    context = {
        "invitation": row,
        "event_name": place.name_in(language()) if place is not None else "",
        "roles": [ORGANISATION_ROLE_NAMES[Role(role)] for role in row.roles],
    }
    return render(request, "people/invitation.html", context)


def role_names(row: Invitation) -> str:
    """Return the roles of an invitation in the reader's language."""
    return ", ".join(str(ORGANISATION_ROLE_NAMES[Role(role)]) for role in row.roles)

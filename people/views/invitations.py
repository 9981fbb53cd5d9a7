"""Acceptance of an invitation: open the link, create an account or sign in, accept the roles."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.views.problems import redirect_with
from games.views.requests import actor_of
from people.forms.organisations import ORGANISATION_ROLE_NAMES
from people.services.invitations import accept_invitation, invitation_of
from tavleya.actors import Role
from tavleya.errors import NotPermitted
from tournaments.access import HELD_INVITATION
from tournaments.models.access import Invitation
from tournaments.services.tokens import digest_of
from tournaments.views.frame import language


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

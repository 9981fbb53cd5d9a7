"""Invitations of officials: by email, or by a link that the organiser passes on."""

from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.views.requests import redirect_with, require_found
from people.services import organisations
from people.services.organisations import revoke_invitation
from people.views.desk.officials import show_officials
from people.views.organisations import role_names
from tavleya.actors import Role
from tavleya.permissions import Action
from tournaments.forms.events import InvitationForm
from tournaments.models.access import Invitation
from tournaments.views.desk.frame import DeskFrame, desk, posted_from


@posted_from("desk_officials", "slug")
@desk
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an invitation: send it, or show its link in the answer and never again."""
    frame = DeskFrame.at(request, slug, Action.GRANT_ROLES)
    form = InvitationForm(request.POST)
    if not form.attempt(
        lambda: organisations.invite(
            actor=frame.actor,
            now=timezone.now(),
            event_id=frame.event.pk,
            roles=[Role(role) for role in form.cleaned_data["roles"]],
            email=form.cleaned_data["email"] if settings.SENDS_EMAIL else "",
        )
    ):
        return show_officials(request, frame, inviting=form, status=form.status)
    row, secret = form.result
    link = request.build_absolute_uri(reverse("invitation_opened", args=[secret]))
    if not row.email:
        return show_officials(request, frame, link=link)
    if problem := send_invitation(row, frame.event_name, frame.actor.name, link):
        revoke_invitation(actor=frame.actor, now=timezone.now(), invitation_id=row.pk)
        return show_officials(request, frame, inviting=form, problem=problem, status=503)
    return redirect_with(
        request,
        gettext("The invitation has been sent to %(address)s.") % {"address": row.email},
        "desk_officials",
        slug,
    )


def send_invitation(row: Invitation, place: str, username: str, link: str) -> str:
    """Send the email; `place` is the event or the organisation. Return the error, if any."""
    context = {
        "event": place,
        "roles": role_names(row),
        "who": username,
        "link": link,
        "until": row.expires_at,
    }
    subject = gettext("Invitation to %(event)s") % {"event": place}
    letter = render_to_string("desk/invitation.txt", context)
    try:
        send_mail(" ".join(subject.split()), letter, None, [row.email])
    except (OSError, SMTPException):
        return gettext("The e-mail could not be sent. Leave the address empty to get a link that you pass on yourself.")
    return ""


@posted_from("desk_officials", "slug")
@desk
def invitation_revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Revoke an open invitation."""
    frame = DeskFrame.at(request, slug, Action.GRANT_ROLES)
    require_found(Invitation.objects.filter(pk=invitation_id, event=frame.event).exists())
    revoke_invitation(actor=frame.actor, now=timezone.now(), invitation_id=invitation_id)
    return redirect_with(request, gettext("The invitation has been revoked."), "desk_officials", slug)

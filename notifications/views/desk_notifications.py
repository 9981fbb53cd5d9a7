"""At the desk: an official's own notifications, and the record of outgoing messages."""

from allauth.account.models import EmailAddress
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.views.requests import Attempt, redirect_with
from notifications.models import Channel
from notifications.services.channels import WAYS
from notifications.services.kinds import KINDS, LETTERS
from notifications.services.sending import counts, dead_addresses, end_mail, failures, retry_messages
from notifications.services.subscriptions import Subject
from notifications.views.notifications import NotificationsPage
from tavleya.permissions import Action
from tournaments.views.desk.frame import DeskFrame, desk


@desk
def desk_own(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the official's notifications in this event."""
    frame = DeskFrame.at(request, slug)
    user = frame.actor.user_id
    subject = Subject(frame.event, user_id=user)
    email_addresses = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    page = NotificationsPage(request, frame.actor, subject, frame.url("notifications"), tuple(email_addresses))
    context = {**frame.context(), **page.context()}
    return page.acted() or render(request, "notifications/desk/notifications.html", context, status=page.form.status)


@desk
def desk_messages(request: HttpRequest, slug: str) -> HttpResponse:
    """Show counts and failures of messages; on POST, retry the failed ones."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    bounced = request.POST.get("do") == "bounced"
    if attempt := Attempt(request, lambda: (_end_mail if bounced else _retry)(frame)):
        return redirect_with(request, attempt.result, frame.url("messages"))
    context = {
        **frame.context(),
        "rows": [
            {"kind": _kind(count.kind), "way": _way(count.channel), "counted": count} for count in counts(frame.event)
        ],
        "failures": [
            {"row": count, "kind": _kind(count.kind), "way": _way(count.channel)} for count in failures(frame.event)
        ],
        "addresses": dead_addresses(frame.event),
        "refused": attempt.refused,
        "typed": request.POST.get("address", ""),
    }
    return render(request, "notifications/desk/messages.html", context, status=422 if attempt.error else 200)


def _end_mail(frame: DeskFrame) -> str:
    address = frame.request.POST.get("address", "")[:254].strip()
    end_mail(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, address=address)
    return gettext("No more mail will be sent to %(address)s.") % {"address": address}


def _retry(frame: DeskFrame) -> str:
    n = retry_messages(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk)
    return ngettext("%(n)s message is being sent again.", "%(n)s messages are being sent again.", n) % {"n": n}


def _kind(code: str) -> str:
    """Return the name of a kind; kinds of webhooks have only their documented code."""
    if code in KINDS:
        return gettext(KINDS[code].name)
    return gettext(LETTERS[code]) if code in LETTERS else code


def _way(channel: str) -> str:
    return gettext(WAYS[Channel(channel)].name) if channel in WAYS else gettext("Webhook")

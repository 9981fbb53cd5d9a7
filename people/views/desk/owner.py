"""The owner of an event: requested at its desk, accepted at the desk of the organisation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.problems import posted_data, redirect_with
from people.forms.organisations import OwnerForm
from people.selectors.organisations import organisation_at, owners_of_events
from people.services.event_moves import cancel_move, move_event
from tavleya.permissions import Action
from tournaments.models.organisation import EventMove
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language


@desk
def owner(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the owner; on POST, cancel the request (`act` cancel), or request a move to `organisation`."""
    frame = DeskFrame.at(request, slug, Action.GRANT_ROLES)
    form = OwnerForm(posted_data(request))
    event_move = EventMove.objects.select_related("to").filter(event=frame.event).first()
    cancels = request.POST.get("act") == "cancel"
    if form.attempt(lambda: (_cancel if cancels else _move)(frame, form), unchecked=cancels):
        return redirect_with(request, form.result, "desk_owner", slug)
    context = {
        **frame.context(),
        "form": form,
        "owner": frame.event.organisation,
        "owner_name": frame.event.organisation.name_in(language()) if frame.event.organisation else "",
        "asked": event_move,
        "asked_name": event_move.to.name_in(language()) if event_move else "",
        "own": [
            (owners_of_event.slug, owners_of_event.name_in(language()))
            for owners_of_event in owners_of_events(frame.actor)
            if owners_of_event.pk != frame.event.organisation_id
        ],
    }
    return render(request, "people/desk/owner.html", context, status=form.status)


def _cancel(frame: DeskFrame, _: OwnerForm) -> str:
    cancel_move(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk)
    return gettext("The request has been cancelled.")


def _move(frame: DeskFrame, form: OwnerForm) -> str:
    event = move_event(
        actor=frame.actor,
        now=timezone.now(),
        event_id=frame.event.pk,
        organisation_id=organisation_at(form.cleaned_data["organisation"].strip()).pk,
    )
    if EventMove.objects.filter(event=event).exists():
        return gettext("The organisation has been asked. The event moves when it agrees.")
    return gettext("The event has been moved.")

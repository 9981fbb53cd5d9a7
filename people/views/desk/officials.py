"""The officials of an event, and its API keys."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.views.requests import Attempt, or_404, posted_data, redirect_with, require_found, whole_number
from people.forms.organisations import OwnerForm
from people.selectors.organisations import organisation_at, owners_of_events
from people.services.series import cancel_move, move_event
from people.views.desk.account_keys import FOR_PROGRAMS, keys_page
from tavleya.actors import Role
from tavleya.permissions import Action
from tournaments.forms.events import ROLE_NAMES, InvitationForm, RoleForm, TokenForm
from tournaments.models.access import GRANTED, ApiToken, Invitation
from tournaments.models.event import EventMove
from tournaments.services.events import grant_role, revoke_role
from tournaments.services.tokens import issue_token, revoke_token
from tournaments.views.desk.acts import action_name
from tournaments.views.desk.frame import DeskFrame, desk, flash, posted_from
from tournaments.views.frame import language


@desk
def officials(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the officials; an organiser grants roles here."""
    frame = DeskFrame.at(request, slug)
    form = RoleForm(posted_data(request))
    if request.method == "POST":
        frame.require(Action.GRANT_ROLES)
    if form.attempt(
        lambda: grant_role(
            actor=frame.actor,
            now=timezone.now(),
            event_id=frame.event.pk,
            user_id=form.cleaned_data["username"],
            role=Role(form.cleaned_data["role"]),
        )
    ):
        names = {"name": form.result.user.shown_name, "role": ROLE_NAMES[Role(form.result.role)]}
        return redirect_with(request, gettext("%(name)s: %(role)s.") % names, "desk_officials", slug)
    return show_officials(request, frame, form, status=form.status)


def show_officials(
    request: HttpRequest,
    frame: DeskFrame,
    form: RoleForm | None = None,
    *,
    inviting: InvitationForm | None = None,
    problem: str = "",
    link: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page of officials; `link`: of a new invitation."""
    order = {role.value: index for index, role in enumerate(GRANTED)}
    rows = sorted(frame.event.roles.select_related("user"), key=lambda row: (order[row.role], row.user.shown_name))
    people = [{"user": row.user, "role": row.role, "role_name": ROLE_NAMES[Role(row.role)]} for row in rows]
    context = {
        **frame.context(),
        "people": people,
        "form": form or RoleForm(),
        "inviting": inviting or InvitationForm(),
        "invitations": _invitations(frame) if frame.may[Action.GRANT_ROLES] else [],
        "sends_email": settings.SENDS_EMAIL,
        "problem": problem,
        "link": link,
    }
    return render(request, "people/desk/officials.html", context, status=status)


def _invitations(frame: DeskFrame) -> list[dict[str, object]]:
    open_ones = Invitation.open_at(timezone.now()).filter(event=frame.event)
    return [
        {"row": row, "roles": ", ".join(str(ROLE_NAMES[Role(role)]) for role in row.roles)}
        for row in open_ones.select_related("invited_by").order_by("pk")
    ]


@posted_from("desk_officials", "slug")
@desk
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """Take `role` from `user`."""
    frame = DeskFrame.at(request, slug, Action.GRANT_ROLES)
    user = or_404(whole_number(request.POST.get("user", "")))
    role = request.POST.get("role", "")
    require_found(role in {item.value for item in GRANTED})
    attempt = Attempt(
        request,
        lambda: revoke_role(
            actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, user_id=user, role=Role(role)
        ),
    )
    if not attempt:
        return show_officials(request, frame, problem=attempt.sentence, status=attempt.status)
    flash(request, gettext("The role has been revoked."))
    # A user who gave up their own role may not see this page any more.
    own_only = frame.actor.user_id == user
    return redirect("desk") if own_only else redirect("desk_officials", slug)


@desk
def tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the API keys of the event. A new key is shown once, in the response to its form."""
    frame = DeskFrame.at(request, slug, Action.ISSUE_TOKENS)
    scopes = [(action, action_name(action)) for action in FOR_PROGRAMS if frame.may[action]]

    def issue(form: TokenForm) -> str:
        return issue_token(
            actor=frame.actor,
            now=timezone.now(),
            event_id=frame.event.pk,
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            expires_at=form.expires_at,
        )[1]

    rows = ApiToken.objects.filter(event=frame.event, revoked_at=None).select_related("user").order_by("-pk")
    context: dict[str, object] = {
        **frame.context(),
        "lede": gettext(
            "With a key a program can act for you in this event: for example an electronic board that relays "
            "moves, or a script that enters results."
        ),
    }
    return keys_page(
        request, context, rows, scopes, issue, lambda row: reverse("desk_token_revoke", args=[slug, row.pk])
    )


@posted_from("desk_tokens", "slug")
@desk
def token_revoke(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    frame = DeskFrame.at(request, slug, Action.ISSUE_TOKENS)
    require_found(ApiToken.objects.filter(pk=token_id, event=frame.event).exists())
    revoke_token(actor=frame.actor, now=timezone.now(), token_id=token_id)
    return redirect_with(request, gettext("The key has been revoked."), "desk_tokens", slug)


# The owner of an event: requested at its desk, accepted at the desk of the organisation.


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

"""The officials of an event, their invitations, its owner, and API keys of events and accounts."""

from collections.abc import Callable, Iterable
from functools import partial
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.views.requests import (
    Attempt,
    actor_of,
    find_or_404,
    or_404,
    posted_data,
    redirect_with,
    require_found,
    whole_number,
)
from people.forms import OwnerForm
from people.selectors.organisations import organisation_at, owners_of_events
from people.services import organisations
from people.services.organisations import revoke_invitation
from people.services.series import cancel_move, move_event
from people.views.organisations import role_names
from tavleya.actors import Role
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.forms.events import ROLE_NAMES, InvitationForm, RoleForm, TokenForm
from tournaments.models.access import GRANTED, ApiToken, Invitation
from tournaments.models.event import EventMove
from tournaments.services.events import grant_role, revoke_role
from tournaments.services.tokens import issue_account_token, issue_token, revoke_account_token, revoke_token
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
    open_invitations = Invitation.open_at(timezone.now()).filter(event=frame.event)
    rows = open_invitations.select_related("invited_by").order_by("pk")
    return [{"row": invitation, "roles": role_names(invitation)} for invitation in rows]


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
            (organisation.slug, organisation.name_in(language()))
            for organisation in owners_of_events(frame.actor)
            if organisation.pk != frame.event.organisation_id
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


# Invitations of officials: by email, or by a link that the organiser passes on.


@posted_from("desk_officials", "slug")
@desk
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an invitation: send it, or show its link once, in the response."""
    frame = DeskFrame.at(request, slug, Action.GRANT_ROLES)
    invite_to = partial(organisations.invite, actor=frame.actor, event_id=frame.event.pk)
    page = ("desk_officials", slug)
    return answer_invitation(
        request,
        InvitationForm(request.POST),
        invite_to,
        frame.event_name,
        partial(show_officials, request, frame),
        page,
    )


def answer_invitation(
    request: HttpRequest,
    form: InvitationForm,
    invite_to: Callable[..., tuple[Invitation, str]],
    place: str,
    show: Callable[..., HttpResponse],
    page: tuple[str, str],
) -> HttpResponse:
    """Make the invitation of the form to `place`, and send it; without an address, `show` its link once."""
    actor = actor_of(request)
    if not form.attempt(
        lambda: invite_to(
            now=timezone.now(),
            roles=[Role(role) for role in form.cleaned_data["roles"]],
            email=form.cleaned_data["email"] if settings.SENDS_EMAIL else "",
        )
    ):
        return show(inviting=form, status=form.status)
    invitation, secret = form.result
    link = request.build_absolute_uri(reverse("invitation_opened", args=[secret]))
    if not invitation.email:
        return show(link=link)
    if problem := send_invitation(invitation, place, actor.name, link):
        revoke_invitation(actor=actor, now=timezone.now(), invitation_id=invitation.pk)
        return show(inviting=form, problem=problem, status=503)
    return redirect_with(
        request, gettext("The invitation has been sent to %(address)s.") % {"address": invitation.email}, *page
    )


def send_invitation(row: Invitation, place: str, username: str, link: str) -> str:
    """Send the email; `place` is the event or the organisation. Return the error, if any."""
    context = {"event": place, "roles": role_names(row), "who": username, "link": link, "until": row.expires_at}
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


# API keys of an account for all its events, and shared parts of the pages of keys.

#: Scopes of an account's key that no event gives.
FOR_ACCOUNTS = (Action.CREATE_EVENT, Action.EDIT_ORGANISATION, Action.OWN_EVENTS)
#: Scopes of the API; `tests/api` compares it with the acts. Other acts are for people.
FOR_PROGRAMS = (
    Action.SEE_DRAFTS,
    Action.SEE_DESK,
    Action.EDIT_EVENT,
    Action.EDIT_SECTION,
    Action.ENTER_PLAYERS,
    Action.SUBMIT_ENTRY,
    Action.CHECK_IN,
    Action.PAIR_ROUND,
    Action.SET_LINE_UP,
    Action.PUBLISH_ROUND,
    Action.CLOSE_ROUND,
    Action.ENTER_RESULT,
    Action.CORRECT_RESULT,
    Action.IMPORT_GAMES,
    Action.PLAY,
    Action.START_GAME,
    Action.STOP_CLOCKS,
    Action.SET_CLOCKS,
    Action.CALL_ARBITER,
    Action.CLAIM,
    Action.RULE,
    Action.ISSUE_PLAYER_LINKS,
    Action.GRANT_ROLES,
    Action.ISSUE_TOKENS,
    Action.MANAGE_WEBHOOKS,
    Action.REPORT_BOARDS,
    Action.HANDLE_FEES,
    Action.REHEARSE,
    Action.HAND_OFF,
)


@desk
def keys(request: HttpRequest) -> HttpResponse:
    """Show the user's API keys for all events. A new key is shown once, in the response to its form."""
    actor = actor_of(request)
    scopes = [(action, action_name(action)) for action in (*FOR_ACCOUNTS, *FOR_PROGRAMS)]

    def issue(form: TokenForm) -> str:
        return issue_account_token(
            actor=actor,
            now=timezone.now(),
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            expires_at=form.expires_at,
        )[1]

    rows = ApiToken.objects.filter(event=None, user=actor.user_id, revoked_at=None)
    context: dict[str, object] = {
        "crumbs": [{"name": gettext("Desk"), "url": reverse("desk")}],
        "section_of_site": "desk",
        "lede": gettext(
            "With a key of your account a program can act for you in all your events, and create new ones."
        ),
    }
    return keys_page(request, context, rows, scopes, issue, lambda row: reverse("desk_key_revoke", args=[row.pk]))


def keys_page(
    request: HttpRequest,
    context: dict[str, object],
    rows: Iterable[ApiToken],
    scopes: list[tuple[Action, str]],
    issue: Callable[[TokenForm], str],
    url_of: Callable[[ApiToken], str],
) -> HttpResponse:
    """Show the page of keys: existing ones, and the form of a new one, which `issue` creates."""
    form, secret = TokenForm(posted_data(request), scopes=scopes), ""
    if form.attempt(lambda: issue(form)):
        secret, form = form.result, TokenForm(scopes=scopes)
    now = timezone.now()
    token_rows = [
        {
            "token": token,
            "scopes": [action_name(scope) for scope in token.scopes],
            "expired": token.expires_at is not None and token.expires_at <= now,
            "revoke_url": url_of(token),
        }
        for token in rows
    ]
    return render(
        request,
        "people/desk/tokens.html",
        {**context, "form": form, "tokens": token_rows, "secret": secret},
        status=form.status,
    )


@desk
@require_POST
def key_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    find_or_404(
        lambda: revoke_account_token(actor=actor_of(request), now=timezone.now(), token_id=token_id), DomainError
    )
    return redirect_with(request, gettext("The key has been revoked."), "desk_keys")

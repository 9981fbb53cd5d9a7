"""API keys of an account for all its events, and shared parts of the pages of keys."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.views.requests import (
    Attempt,
    actor_of,
    find_or_404,
    or_404,
    posted_data,
    redirect_with,
    require_found,
)
from people.models.person import PersonAct
from people.selectors.organisations import acts_of, others_of, perhaps_the_same
from people.services.persons.decisions import hide_person, join_players, split_player, undo_person_act
from tavleya.errors import DomainError
from tavleya.messages import N_
from tavleya.permissions import Action
from tournaments.forms.events import TokenForm
from tournaments.models.access import ApiToken
from tournaments.models.player import Player
from tournaments.services.tokens import issue_account_token, revoke_account_token
from tournaments.views.desk.acts import action_name
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language
from tournaments.views.seats import person_url

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
    revoked_at: Callable[[ApiToken], str],
) -> HttpResponse:
    """Show the page of keys: existing ones, and the form of a new one, which `issue` creates."""
    form, secret = TokenForm(posted_data(request), scopes=scopes), ""
    if form.attempt(lambda: issue(form)):
        secret, form = form.result, TokenForm(scopes=scopes)
    now = timezone.now()
    listed = [
        {
            "token": row,
            "scopes": [action_name(scope) for scope in row.scopes],
            "expired": row.expires_at is not None and row.expires_at <= now,
            "revoke_url": revoked_at(row),
        }
        for row in rows
    ]
    return render(
        request,
        "people/desk/tokens.html",
        {**context, "form": form, "tokens": listed, "secret": secret},
        status=form.status,
    )


@desk
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    find_or_404(
        lambda: revoke_account_token(actor=actor_of(request), now=timezone.now(), token_id=token_id),
        DomainError,
    )
    return redirect_with(request, gettext("The key has been revoked."), "desk_keys")


# One player of the event and players of other events who are the same person: join, split, hide.

_LONGEST = 80
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        PersonAct.Kind.NUMBER: N_("Joined by the same FIDE ID or national ID"),
        PersonAct.Kind.SELF: N_("Joined by the player"),
        PersonAct.Kind.JOINED: N_("Joined by an official"),
        PersonAct.Kind.SPLIT: N_("Separated by an official"),
        PersonAct.Kind.RELEASED: N_("Separated: the ID was corrected"),
    }
)


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show the page; on POST, `do` is `join` (with `other`), `split`, `undo` (an `act`), `hide` or `show`."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    if attempt := Attempt(request, lambda: _done(request, frame, _player(frame, player_id))):
        return redirect_with(request, attempt.result, frame.url("person", player_id))
    player = _player(frame, player_id)
    q = request.GET.get("q", player.family_name).strip()[:_LONGEST]
    context = {
        **frame.context(),
        "player": player,
        "name": player.name_in(language()),
        "refused": attempt.refused,
        "reason": request.POST.get("reason", ""),
        "others": [_player_row(act) for act in others_of(player)],
        "found": [_player_row(act) for act in perhaps_the_same(player, frame.actor, q)],
        "acts": [
            {"act": act, "words": gettext(_KINDS[act.kind]), "undone": act.undone_at is not None}
            for act in acts_of(player)
        ],
        "hidden": player.person is not None and player.person.hidden_at is not None,
        "person_url": person_url(player),
        "q": q,
    }
    return render(request, "people/desk/person.html", context, status=attempt.status)


def _player(frame: DeskFrame, player_id: int) -> Player:
    return or_404(
        Player.objects.filter(event=frame.event, pk=player_id, erased_at=None).select_related("event", "person").first()
    )


def _player_row(player: Player) -> dict[str, object]:
    return {
        "player": player,
        "name": player.name_in(language()),
        "event": player.event.name_in(language()),
        "published": player.event.published,
    }


def _done(request: HttpRequest, frame: DeskFrame, player: Player) -> str:
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "player_id": player.pk}
    reason = request.POST.get("reason", "")
    match request.POST.get("do", ""):
        case "join":
            join_players(**common, same_as=_number(request, "other"), reason=reason)
            return gettext("The players are joined.")
        case "split":
            split_player(**common, reason=reason)
            return gettext("The player is separated.")
        case "undo":
            undo_person_act(**common, act_id=_number(request, "act"))
            return gettext("Undone.")
        case "hide":
            hide_person(**common, hidden=True, reason=reason)
            return gettext("The public page is hidden.")
        case "show":
            hide_person(**common, hidden=False, reason=reason)
            return gettext("The public page is shown again.")
    raise Http404


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    require_found(text.isdecimal() and len(text) <= 15)
    return int(text)

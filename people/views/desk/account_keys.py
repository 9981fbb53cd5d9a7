"""API keys of an account for all its events, and shared parts of the pages of keys."""

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.views.problems import find_or_404, posted_data, redirect_with
from games.views.requests import actor_of
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.forms.events import TokenForm
from tournaments.models.access import ApiToken
from tournaments.services.tokens import issue_account_token, revoke_account_token
from tournaments.views.desk.frame import desk
from tournaments.views.desk.labels import action_name

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
    return keys_page(
        request, context, rows, scopes, issue, lambda row: reverse("desk_key_revoke", args=[row.pk])
    )


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

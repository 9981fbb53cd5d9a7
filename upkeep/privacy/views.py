"""Privacy pages: the kinds of data kept, the user's data, and acts of administrators for others."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.views.caching import fresh, unlisted
from games.views.problems import or_404, redirect_with, require_found
from games.views.requests import actor_of
from tavleya.errors import BadInput, DomainError
from tournaments.models.player import Player
from tournaments.services.player_links import holder
from tournaments.services.tokens import digest_of
from upkeep.administration.views import administrators
from upkeep.messages import say
from upkeep.privacy import erasure, selectors
from upkeep.privacy.export import export_person
from upkeep.privacy.people import Person, held_until, person_of


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the public page about the kinds of data, their purpose and their retention."""
    context = {
        "kinds": selectors.kinds(),
        "contact": settings.PRIVACY_CONTACT,
        "hold": settings.ERASURE_HOLD_DAYS,
    }
    return render(request, "upkeep/public/privacy.html", context)


# The user's data


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_data(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    if request.method == "POST":
        erasure.ask(now=timezone.now(), user=user)
        return redirect("account_data")
    context = _own(person_of(user), asked=selectors.asked_on(user=user))
    return render(request, "account/data.html", context)


@login_required
@require_safe
def account_data_file(request: HttpRequest) -> HttpResponse:
    return _file(person_of(_user(request)))


@require_http_methods(["GET", "HEAD", "POST"])
def my_data(request: HttpRequest, token: str) -> HttpResponse:
    """Show a player's own data, by the private link."""
    player = _holder(token)
    if request.method == "POST":
        erasure.ask(now=timezone.now(), player=player)
        return redirect("my_data", token=token)
    context = _own(Person(None, (player,)), asked=selectors.asked_on(player=player))
    return unlisted(render(request, "upkeep/data.html", {**context, "token": token}))


@require_safe
def my_data_file(request: HttpRequest, token: str) -> HttpResponse:
    return _file(Person(None, (_holder(token),)))


def _own(person: Person, **more: Any) -> dict[str, Any]:
    return {"person": person, "held": _hold_context(person), **more}


def _hold_context(person: Person) -> dict[str, Any] | None:
    results = held_until(person.events, timezone.now())
    return {"event": results[0], "day": results[1]} if results else None


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _holder(token: str) -> Player:
    actor = or_404(holder(digest_of(token)))
    return get_object_or_404(Player.objects.select_related("event"), pk=actor.player_id)


def _file(person: Person) -> HttpResponse:
    response = HttpResponse(export_person(person, now=timezone.now()), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="personal-data.zip"'
    return fresh(response)


# Acts of administrators on requests


@administrators
@require_safe
def requests(request: HttpRequest) -> HttpResponse:
    return _requests(request)


def _requests(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    query = request.GET.get("q", "").strip()[:100]
    context = {
        "asked": selectors.requests(timezone.now()),
        "query": query,
        "players": selectors.players(query),
        "problem": problem,
        "here": "privacy",
    }
    return render(request, "upkeep/administration/privacy.html", context, status=status)


@administrators
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Perform `do`: `export` the data of the selected players or an account, or `erase` them."""
    account = request.POST.get("account", "")
    chosen = [int(name) for name in request.POST.getlist("player") if name.isdecimal() and len(name) < 18]
    try:
        if request.POST.get("do") == "export":
            return _file(_chosen(account, chosen))
        require_found(request.POST.get("do") == "erase")
        if not request.POST.get("sure"):
            raise BadInput(say("not_confirmed"))
        actor, now = actor_of(request), timezone.now()
        if account:
            erasure.erase_account(actor=actor, now=now, user_id=_number(account))
        else:
            erasure.erase_players(actor=actor, now=now, player_ids=chosen)
    except DomainError as error:
        return _requests(request, error.message.render(gettext), status=409)
    return redirect_with(request, gettext("The personal data have been erased."), "administration_privacy")


def _chosen(account: str, players: list[int]) -> Person:
    if account:
        return person_of(get_object_or_404(User, pk=_number(account), deleted_at=None))
    rows = tuple(Player.objects.filter(pk__in=players, erased_at=None).select_related("event"))
    if not rows:
        raise BadInput(say("no_player_chosen"))
    return Person(None, rows)


def _number(text: str) -> int:
    require_found(text.isdecimal() and len(text) < 18)
    return int(text)

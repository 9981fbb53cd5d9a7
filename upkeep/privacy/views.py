"""Privacy pages: the kinds of data kept, the user's data, and acts of administrators for others."""

import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.models.game import Game
from games.models.sheet import SheetPhoto
from games.views.caching import fresh, unlisted
from games.views.requests import actor_of, or_404, redirect_with, require_found
from tavleya.errors import BadInput, DomainError
from tavleya.record.merging import Keeper
from tavleya.use import ErasureRule
from tournaments.models.access import ErasureRequest
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.selectors.events import players_by_name
from tournaments.services.players import holder
from tournaments.services.tokens import digest_of
from upkeep.administration import administrators
from upkeep.messages import say
from upkeep.privacy import erasure
from upkeep.privacy.erasure import rows_naming
from upkeep.privacy.inventory import HOLDINGS, KINDS, Holding
from upkeep.privacy.people import Names, Person, held_until, names_of, names_of_account, person_of


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the public page about the kinds of data, their purpose and their retention."""
    context = {"kinds": kept_kinds(), "contact": settings.PRIVACY_CONTACT, "hold": settings.ERASURE_HOLD_DAYS}
    return render(request, "upkeep/public/privacy.html", context)


# The user's data


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_data(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    if request.method == "POST":
        erasure.ask(now=timezone.now(), user=user)
        return redirect("account_data")
    context = _own(person_of(user), asked=asked_on(user=user))
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
    context = _own(Person(None, (player,)), asked=asked_on(player=player))
    return unlisted(render(request, "upkeep/data.html", {**context, "token": token}))


@require_safe
def my_data_file(request: HttpRequest, token: str) -> HttpResponse:
    return _file(Person(None, (_holder(token),)))


def _own(person: Person, **more: Any) -> dict[str, Any]:
    return {"person": person, "held": _hold_context(person), **more}


def _hold_context(person: Person) -> dict[str, Any] | None:
    hold = held_until(person.events, timezone.now())
    return {"event": hold[0], "day": hold[1]} if hold else None


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
        "asked": list(pending_erasures(timezone.now())),
        "query": query,
        "players": players_named(query),
        "problem": problem,
        "here": "privacy",
    }
    return render(request, "upkeep/administration/privacy.html", context, status=status)


@administrators
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Perform `do`: `export` the data of the selected players or an account, or `erase` them."""
    account = request.POST.get("account", "")
    chosen = [int(key) for key in request.POST.getlist("player") if key.isdecimal() and len(key) < 18]
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


# The export of all personal data of a person in one file, complete because it follows the inventory.

FORMAT = "tavleya-person"
VERSION = 1
#: Dates and numbers of rows that say something without being a text.
_EXTRA_FIELDS = (
    "at",
    "asked_at",
    "made_at",
    "created_at",
    "opened_at",
    "last_login",
    "date_joined",
    "last_seen_at",
    "event_id",
)


def export_person(person: Person, *, now: datetime) -> bytes:
    """Return a zip file: `person.json` with the fields of each model, and photographs of the person's score sheets."""
    photographs = list(_photographs(person))
    content = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": now,
        "name": person.name,
        "rows": dict(_rows(person)),
        "named_in": list(_named_in(person)),
        "log": list(_log(person)),
        "photographs": [_file_name(photograph) for photograph in photographs if photograph.stored],
    }
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("person.json", json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
        for photograph in photographs:
            if photograph.stored and default_storage.exists(photograph.stored):
                with default_storage.open(photograph.stored) as source:
                    archive.writestr(f"photographs/{_file_name(photograph)}", source.read())
    return file.getvalue()


def _file_name(sheet_photo: SheetPhoto) -> str:
    return (sheet_photo.stored or "").rpartition("/")[2]


def _rows(person: Person) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the person's rows by model."""
    rows_by_model: dict[str, dict[Any, dict[str, Any]]] = {}
    for holding in HOLDINGS:
        if holding.account or holding.player:
            rows = rows_by_model.setdefault(holding.model, {})
            for row in _values(holding.rows_of(person), holding):
                rows.setdefault(row["pk"], {}).update(row)
    for model, by_key in rows_by_model.items():
        if by_key:
            yield model, list(by_key.values())


def _values(rows: QuerySet[Any], holding: Holding) -> Iterator[dict[str, Any]]:
    attnames = {field.attname for field in rows.model._meta.concrete_fields}
    names = [name for name in holding.names if name not in holding.withheld]
    names += [name for name in _EXTRA_FIELDS if name in attnames]
    yield from rows.distinct().order_by("pk").values("pk", *names)


def _named_in(person: Person) -> Iterator[dict[str, Any]]:
    """Yield texts of the person's events that name the person, with their locations."""
    names = Names(
        name
        for item in (*map(names_of, person.players), *([names_of_account(person.user)] if person.user else []))
        for name in item.all
    )
    for event in person.events:
        for holding in HOLDINGS:
            of_event = holding.event and not holding.confidential
            if of_event and holding.way in (ErasureRule.NAMED, ErasureRule.NAMED_EMPTIED):
                yield from _texts(event, holding, names)


def _texts(event: Event, holding: Holding, names: Names) -> Iterator[dict[str, Any]]:
    for name in holding.names:
        if name not in holding.withheld:
            for row in rows_naming(holding.rows_in(event), name, names):
                yield {"event": event.slug, "in": holding.model, "field": name, "text": getattr(row, name)}


def _log(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the person's acts, and acts on their registrations."""
    subjects = [f"player:{player.pk}" for player in person.players]
    subjects += [f"registration:{row.pk}" for player in person.players for row in player.registrations.all()]
    rows = Log.objects.filter(Q(actor__in=person.keys) | Q(subject__in=subjects)).order_by("pk")
    for row in rows.values("event__slug", "at", "actor", "action", "subject", "before", "after"):
        yield dict(row)


def _photographs(person: Person) -> Iterator[SheetPhoto]:
    for keeper, side in ((Keeper.WHITE, "white"), (Keeper.BLACK, "black")):
        games = Game.objects.filter(**{f"pairing__{side}__player__in": person.players})
        yield from SheetPhoto.objects.filter(game__in=games, keeper=keeper.value).order_by("pk")


# Data for the privacy pages.

MOST = 100


def kept_kinds() -> list[dict[str, object]]:
    """Return the kinds of data, their purpose, and their retention in days after the event (0: it is kept)."""
    held_kinds = {holding.kind for holding in HOLDINGS}
    after_event = {"KEEP_LINKS_DAYS", "KEEP_CONTACTS_DAYS", "KEEP_DECLARATIONS_DAYS", "KEEP_PHOTOGRAPHS_DAYS"}
    return [
        {
            "what": kind.what,
            "why": kind.why,
            "days": getattr(settings, kind.days) if kind.days else 0,
            "after_event": kind.days in after_event,
        }
        for name, kind in KINDS.items()
        if name in held_kinds
    ]


def pending_erasures(now: datetime) -> Iterator[dict[str, object]]:
    """Yield the open requests, the oldest first; `held` until which day an event needs the name, None if none does."""
    for request in ErasureRequest.objects.filter(done_at=None).select_related("user", "player__event"):
        person = person_of(request.user) if request.user else Person(None, (request.player,) if request.player else ())
        yield {"request": request, "person": person, "held": held_until(person.events, now)}


def players_named(query: str) -> QuerySet[Player]:
    """Return players of all events whose name has every word of `query`, by name; none without a query."""
    rows = players_by_name(Player.objects.filter(erased_at=None, event__deleted_at=None), query)
    return rows.select_related("event").order_by("sort_key", "event")[:MOST]


def asked_on(**arguments: Any) -> datetime | None:
    """Return when the account (`user`) or the player requested erasure, if it is not done yet."""
    return ErasureRequest.objects.filter(**arguments, done_at=None).values_list("asked_at", flat=True).first()

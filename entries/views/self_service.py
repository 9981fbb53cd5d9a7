"""A player's own page by private link: their seats, their results, and their acts."""

import secrets
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from entries.selectors.self_service import own_page_state, own_sections, valid_links, version_for
from entries.services.check_in import check_player_in
from entries.views.fees import own_fee_line
from entries.views.own_boards import shown_section
from games.live.events import channel
from games.services.moves import call_arbiter
from games.views.caching import etag_of, is_shared, unlisted
from games.views.ledger import call_reason
from games.views.requests import (
    Attempt,
    Refused,
    find_or_404,
    held_link,
    hold_link,
    or_404,
    redirect_with,
    release_link,
    whole_number,
)
from tavleya.actors import Actor
from tavleya.errors import NotPermitted
from tavleya.record.clock_entries import CallReason
from tournaments.announcements import key_of
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.swiss import REQUESTABLE, PlayerLink
from tournaments.names import bye_name
from tournaments.services.bye_requests import submit_bye_request, withdraw_bye_request
from tournaments.services.players import actor_of_link
from tournaments.services.results import report_result
from tournaments.views import typed_offline
from tournaments.views.frame import LivePage, language


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page; on POST, `do` is `report`, `call`, `bye` or `no-bye`. An invalid link gives 404."""
    link, actor = find_or_404(lambda: actor_of_link(secret=token, now=timezone.now(), links=valid_links), NotPermitted)
    player = link.player
    timezone.activate(player.event.zone)
    response = _page(request, actor, link, token)
    # The boards and score sheets that the page links to recognise the player by this.
    if not request.user.is_authenticated and held_link(request) != link.digest:
        hold_link(request, response, link.digest)
    return response


@require_POST
def forget(request: HttpRequest, token: str) -> HttpResponse:
    """Sign this browser out of the link; its service worker deletes the cached page when it sees this URL.

    It works for revoked links too.
    """
    response = redirect("home")
    release_link(response)
    return response


def _page(request: HttpRequest, actor: Actor, link: PlayerLink, token: str) -> HttpResponse:
    player = link.player
    owes = bool(link.of_fees)  # type: ignore[attr-defined]
    if request.method == "POST" and typed_offline.comes_with_key(request):
        return typed_offline.answer(request, actor, lambda: _handle(request.POST, actor, player))
    if attempt := Attempt(request, lambda: _handle(request.POST, actor, player)):
        return redirect_with(request, attempt.result, "my", token=token)
    if attempt.error:
        return _answer(request, actor, player, attempt.refused, owes=owes)
    tag = _tag(request, link)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        version = version_for(player, link.entries)  # type: ignore[attr-defined]
        live = LivePage(channel("players", key_of(link)), version, own=True)
        response = _answer(request, actor, player, live=live, owes=owes)
    response["ETag"] = tag
    return response


def _tag(request: HttpRequest, link: PlayerLink) -> str:
    """Return the ETag: it changes with the content of the page and with the CSRF cookie.

    It is never reused for a signed-in user or a user with a message.
    """
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    once = "" if is_shared(request) else secrets.token_hex(8)
    # Check-in opens and closes by the clock.
    minute = f"{timezone.now():%d %H:%M}" if link.of_check_ins else ""  # type: ignore[attr-defined]
    return etag_of(request, own_page_state(link), request.META["CSRF_COOKIE"], once, minute)


def _answer(
    request: HttpRequest,
    actor: Actor,
    player: Player,
    refused: Refused | None = None,
    live: LivePage | None = None,
    *,
    owes: bool = False,
) -> HttpResponse:
    event = player.event
    context: dict[str, Any] = {
        "event": event,
        "event_name": event.name_in(language()),
        "player": player,
        "name": player.name_in(language()),
        "sections": [shown_section(request, actor, own_section) for own_section in own_sections(player)],
        "fee": own_fee_line(player) if owes else "",
        "reasons": [(reason.value, call_reason(reason)) for reason in CallReason],
        "bye_kinds": [(kind.value, bye_name(kind.value)) for kind in REQUESTABLE],
        "refused": refused,
        "given": request.POST if refused else {},
        "now": timezone.now(),
        "token": request.resolver_match.kwargs["token"] if request.resolver_match else "",
        "public_url": reverse("event", args=[event.slug]) if event.published else "",
        "live_page": live,
    }
    status = refused.status if refused else 200
    return unlisted(render(request, "entries/page.html", context, status=status))


# Acts


def _handle(form_data: QueryDict, actor: Actor, player: Player) -> str:
    """Perform the act and return the message for the player."""
    act = or_404(_HANDLERS.get(form_data.get("do", "")))
    return act(form_data, {"actor": actor, "now": timezone.now()}, player)


def _report(form_data: QueryDict, caller: dict[str, Any], player: Player) -> str:
    pairing = _pairing(form_data, player)
    report_result(**caller, pairing_id=pairing.pk, result=form_data.get("result", ""))
    pairing.refresh_from_db()
    if pairing.result:
        return gettext("Your opponent has reported the same: the result has been entered.")
    return gettext("Your report has been saved.")


def _call(form_data: QueryDict, caller: dict[str, Any], player: Player) -> str:
    pairing = _pairing(form_data, player)
    if pairing.game_id is None:
        raise Http404
    call_arbiter(
        **caller, game_id=pairing.game_id, reason=form_data.get("reason", ""), said={"text": form_data.get("text", "")}
    )
    return gettext("The arbiter has been called. Stay at your board.")


def _bye(form_data: QueryDict, caller: dict[str, Any], player: Player) -> str:
    submit_bye_request(**caller, **_entry_and_round(form_data, player), kind=form_data.get("kind", ""))
    return gettext("Your request has been sent. It counts only when an official grants it.")


def _no_bye(form_data: QueryDict, caller: dict[str, Any], player: Player) -> str:
    withdraw_bye_request(**caller, **_entry_and_round(form_data, player))
    return gettext("Your request is withdrawn: you will be paired.")


def _check_in(form_data: QueryDict, caller: dict[str, Any], player: Player) -> str:
    check_player_in(**caller, **_entry_and_round(form_data, player))
    return gettext("You are checked in.")


_HANDLERS: dict[str, Callable[[QueryDict, dict[str, Any], Player], str]] = {
    "report": _report,
    "call": _call,
    "bye": _bye,
    "no-bye": _no_bye,
    "here": _check_in,
}


def _number(form_data: QueryDict, name: str) -> int:
    return or_404(whole_number(form_data.get(name, "")))


def _entry_and_round(form_data: QueryDict, player: Player) -> dict[str, Any]:
    """Return the registration of the player and the round of the form, as arguments of a service."""
    registration = or_404(player.registrations.filter(pk=_number(form_data, "registration")).first())
    return {"registration_id": registration.pk, "round_number": _number(form_data, "round")}


def _pairing(form_data: QueryDict, player: Player) -> Pairing:
    """Return a public board of the player."""
    rows = Pairing.objects.select_related("white", "black").exclude(round__status="draft")
    pairing = rows.filter(pk=_number(form_data, "board"), round__section__event=player.event).first()
    seats = () if pairing is None else (pairing.white, pairing.black)
    if pairing is None or not any(seat is not None and seat.player_id == player.pk for seat in seats):
        raise Http404
    return pairing

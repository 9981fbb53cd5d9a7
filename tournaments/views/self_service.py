"""A player's own page, by his private link: where he sits, his results, and what he can say himself."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clocks.timekeeping import ClockState
from common.actors import Actor
from common.errors import DomainError, NotPermitted
from common.sides import Side
from core.record.calls import CallReason
from core.record.phase import GamePhase
from core.record.results import FACTS, GameOutcome, Result
from games import services as games
from games.live.channels import channel
from games.models import TrackingLevel
from games.views.caching import etag_of, is_shared
from games.views.labels import game_name, phase_name
from games.views.ledger import call_reason
from games.views.problems import Refused
from games.views.requests import held_link, hold_link
from tournaments import services
from tournaments.announcements import key_of
from tournaments.models import Pairing, Player, PlayerLink, Registration
from tournaments.models.player import RegistrationStatus
from tournaments.models.self_service import REPORTABLE, REQUESTABLE
from tournaments.names import bye_name
from tournaments.selectors.own_page import own_page_state, version_for
from tournaments.selectors.self_service import OwnBoard, OwnSection, own_sections
from tournaments.views.cards import card_line
from tournaments.views.frame import LivePage, SectionFrame, language
from tournaments.views.labels import control_label, round_name
from tournaments.views.seats import seat

_LONGEST_NUMBER = 9


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The page; posted, `do` is `report`, `call`, `bye` or `no-bye`.  Any other link than a valid one is 404."""
    try:
        row, actor = services.actor_of_link(secret=token, now=timezone.now())
    except NotPermitted:
        raise Http404 from None
    player = row.player
    timezone.activate(player.event.zone)
    response = _page(request, actor, row, token)
    # The boards and score sheets to which the page leads know the holder by this.
    if not request.user.is_authenticated and held_link(request) != row.digest:
        hold_link(request, response, row.digest)
    return response


def _page(request: HttpRequest, actor: Actor, row: PlayerLink, token: str) -> HttpResponse:
    player = row.player
    problem: DomainError | None = None
    if request.method == "POST":
        try:
            done = _handle(request.POST, actor, player)
        except DomainError as refused:
            problem = refused
        else:
            messages.success(request, done)
            return redirect("my", token=token)
    if problem is not None:
        return _answer(request, actor, player, problem)
    tag = _tag(request, row)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is None:
        version = version_for(player, row.entries)  # type: ignore[attr-defined]
        live = LivePage(channel("players", key_of(row)), version, own=True)
        unchanged = _answer(request, actor, player, live=live)
    unchanged["ETag"] = tag
    return unchanged


def _tag(request: HttpRequest, row: PlayerLink) -> str:
    """Changes with what is on the page, and with the cookie that its forms belong to.

    Never twice the same for who is signed in or has a message to read.
    """
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    once = "" if is_shared(request) else secrets.token_hex(8)
    return etag_of(request, own_page_state(row), request.META["CSRF_COOKIE"], once)


def _answer(
    request: HttpRequest,
    actor: Actor,
    player: Player,
    problem: DomainError | None = None,
    live: LivePage | None = None,
) -> HttpResponse:
    event = player.event
    refused = Refused.by(problem) if problem else None
    context: dict[str, Any] = {
        "event": event,
        "event_name": event.name_in(language()),
        "player": player,
        "name": player.name_in(language()),
        "sections": [_shown(request, actor, one) for one in own_sections(player)],
        "reasons": [(one.value, call_reason(one)) for one in CallReason],
        "bye_kinds": [(kind.value, bye_name(kind.value)) for kind in REQUESTABLE],
        "refused": refused,
        "given": request.POST if problem else {},
        "now": timezone.now(),
        "public_url": reverse("event", args=[event.slug]) if event.published else "",
        "live_page": live,
    }
    status = refused.status if refused else 200
    response = render(request, "my/page.html", context, status=status)
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex"
    return response


# What is done


def _handle(given: QueryDict, actor: Actor, player: Player) -> str:
    """Returns what is told to the player."""
    act = _HANDLERS.get(given.get("do", ""))
    if act is None:
        raise Http404
    return act(given, {"actor": actor, "now": timezone.now()}, player)


def _report(given: QueryDict, who: dict[str, Any], player: Player) -> str:
    pairing = _pairing(given, player)
    services.report_result(**who, pairing_id=pairing.pk, result=given.get("result", ""))
    pairing.refresh_from_db()
    if pairing.result:
        return gettext("Your opponent has reported the same: the result has been entered.")
    return gettext("Your report has been saved.")


def _call(given: QueryDict, who: dict[str, Any], player: Player) -> str:
    pairing = _pairing(given, player)
    if pairing.game_id is None:
        raise Http404
    games.call_arbiter(
        **who,
        game_id=pairing.game_id,
        reason=given.get("reason", ""),
        said={"text": given.get("text", "")},
    )
    return gettext("The arbiter has been called. Stay at your board.")


def _bye(given: QueryDict, who: dict[str, Any], player: Player) -> str:
    services.submit_bye_request(
        **who,
        registration_id=_registration(given, player),
        round_number=_round(given),
        kind=given.get("kind", ""),
    )
    return gettext("Your request has been sent. It counts only when an official grants it.")


def _no_bye(given: QueryDict, who: dict[str, Any], player: Player) -> str:
    services.withdraw_bye_request(
        **who, registration_id=_registration(given, player), round_number=_round(given)
    )
    return gettext("Your request is withdrawn: you will be paired.")


_HANDLERS: dict[str, Callable[[QueryDict, dict[str, Any], Player], str]] = {
    "report": _report,
    "call": _call,
    "bye": _bye,
    "no-bye": _no_bye,
}


def _number(given: QueryDict, name: str) -> int:
    text = given.get(name, "")
    if not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        raise Http404
    return int(text)


def _round(given: QueryDict) -> int:
    return _number(given, "round")


def _registration(given: QueryDict, player: Player) -> int:
    found = (
        player.registrations.filter(pk=_number(given, "registration")).values_list("pk", flat=True).first()
    )
    if found is None:
        raise Http404
    return int(found)


def _pairing(given: QueryDict, player: Player) -> Pairing:
    """A board of the player's own that anybody may see."""
    rows = Pairing.objects.select_related("white", "black").exclude(round__status="draft")
    found = rows.filter(pk=_number(given, "board"), round__section__event=player.event).first()
    seats = () if found is None else (found.white, found.black)
    if found is None or not any(one is not None and one.player_id == player.pk for one in seats):
        raise Http404
    return found


# What is shown


@dataclass(frozen=True, slots=True)
class Choice:
    """A result as the player says it: `value` is what is reported."""

    value: str
    words: str


def outcome_labels(side: Side, result: str) -> str:
    """A result from one player's point of view."""
    outcome = FACTS[Result(result)].of(side)
    return {
        GameOutcome.WIN: gettext("I won"),
        GameOutcome.DRAW: gettext("Draw"),
        GameOutcome.LOSS: gettext("I lost"),
    }[outcome]


def _shown(request: HttpRequest, actor: Actor, own: OwnSection) -> dict[str, Any]:
    registration = own.registration
    frame = SectionFrame(request, actor, registration.section, "player")
    standing = own.standing if registration.section.system.ranked else None
    return {
        "registration": registration,
        "name": frame.section_name,
        "game": registration.section.game,
        "game_name": game_name(registration.section.game),
        "control": control_label(registration.section.control),
        "url": frame.url("section"),
        "standings_url": "" if not registration.section.system.ranked else frame.url("standings"),
        "place": standing.place if standing else "",
        "points": standing.points if standing else "",
        "lines": [card_line(frame, one) for one in own.lines],
        "next": _board(frame, own.next) if own.next else None,
        "display": [_of_display(frame, registration, one) for one in own.display],
        "byes": [(one, bye_name(one.kind)) for one in own.byes],
        "byes_open": own.byes_open,
        "gone": registration.status != RegistrationStatus.ACTIVE,
    }


def _of_display(frame: SectionFrame, giver: Registration, pairing: Pairing) -> dict[str, Any]:
    """One board of a display for who gives it; `waits`: the player there has moved and waits for him."""
    game, black = pairing.game, pairing.black
    assert game is not None
    assert black is not None
    side = Side.WHITE if pairing.white_id == giver.pk else Side.BLACK
    live = game.tracking == TrackingLevel.LIVE
    running = game.phase in (GamePhase.PLAYING, GamePhase.PAUSED)
    return {
        "board": pairing.board,
        "side": side.value,
        "opponent": seat(frame, black if side is Side.WHITE else pairing.white),
        "result": game.result,
        "waits": live and running and game.snapshot.get("turn") == side.value,
        "phase": "" if game.result else phase_name(game.phase),
        "url": reverse("live-board" if live else "game", args=[frame.event.slug, game.pk]),
    }


def _board(frame: SectionFrame, own: OwnBoard) -> dict[str, Any]:
    pairing = own.pairing
    shown: dict[str, Any] = {
        "pairing": pairing,
        "round": round_name(pairing.round.number),
        "starts_at": pairing.round.starts_at,
        "zone": frame.event.time_zone,
        "bye": bye_name(pairing.bye) if pairing.bye else "",
    }
    if own.side is None or own.opponent is None or pairing.game is None:
        return shown
    args = [frame.event.slug, pairing.game_id]
    live = pairing.game.tracking == TrackingLevel.LIVE
    ordered = REPORTABLE if own.side is Side.WHITE else REPORTABLE[::-1]  # I won, a draw, I lost
    choices = [Choice(one.value, outcome_labels(own.side, one.value)) for one in ordered]
    shown |= {
        "side": own.side.value,
        "opponent": seat(frame, own.opponent),
        "choices": choices if not live or pairing.game.phase == "pending" else [],
        "mine": own.mine,
        "mine_words": outcome_labels(own.side, own.mine) if own.mine else "",
        "theirs_words": outcome_labels(own.side, own.theirs) if own.theirs else "",
        "differ": own.differ,
        "live": live,
        "board_url": reverse("live-board" if live else "game", args=args),
        "sheet_url": reverse("own-sheet", args=args) if pairing.game.tracking != TrackingLevel.RESULT else "",
        "called": pairing.game.calls,
        **_clock(own.snapshot, own.side),
    }
    return shown


def _clock(snapshot: Mapping[str, Any], side: Side) -> dict[str, Any]:
    """Whose move it is, and until when it has to be made if nothing happens; nothing on a board without a clock."""
    clock = snapshot.get("clock")
    if clock is None:
        return {}
    state = ClockState.from_json(clock)
    if state.running is None:
        return {}
    at = state.flag_at(state.running)
    by_post = state.side(state.running).control.per_move
    until = datetime.fromtimestamp(at / 1000, UTC) if at is not None and by_post else None
    return {"to_move": state.running is side, "begun": True, "until": until}

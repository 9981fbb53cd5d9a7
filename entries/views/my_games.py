"""My games: the boards, live games and results of the signed-in user, over all events."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from entries.selectors.my_games import games_of, is_live, seats_of
from entries.selectors.self_service import OwnBoard
from entries.views.own_boards import board_notices, shown_board
from games import gate
from games.models.game import TrackingLevel
from games.models.record import milliseconds
from games.views.caching import fresh
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundKind
from tournaments.models.section import Section
from tournaments.selectors.calendar import planned_after
from tournaments.views.addresses import numbered
from tournaments.views.frame import language
from tournaments.views.labels import round_name
from tournaments.views.seats import seat_in

ON_A_PAGE = 30


@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """Show the user's games. `page`: of the results, from 1."""
    now = timezone.now()
    assert request.user.pk is not None
    with gate.bypass_gate():  # players see their own games without the broadcast delay
        seats = seats_of(request.user.pk, now)
        page = Paginator(games_of(seats), ON_A_PAGE).get_page(request.GET.get("page"))
        results = _results(page.object_list, {registration.pk for registration in seats.registrations})
    boards = [_board(registration, own, now) for registration, own in seats.boards]
    context = {
        "seats": seats,
        "live": [board for board in boards if board["is_live"]],
        "following": [board for board in boards if not board["is_live"]],
        "waiting": [_waiting(registration) for registration in seats.waiting],
        "results": results,
        "page": page,
    }
    return fresh(render(request, "entries/games.html", context))


def _place(section: Section) -> dict[str, Any]:
    """Return the event and the section, with their links."""
    event = section.event
    return {
        "event": event.name_in(language()),
        "event_url": reverse("event", args=[event.slug]),
        "section": section.name_in(language()),
        "section_url": reverse("section", args=[event.slug, section.slug]),
        "game": section.game,
        "zone": event.time_zone,
    }


def _board(registration: Registration, own: OwnBoard, now: datetime) -> dict[str, Any]:
    section = registration.section
    notices = board_notices(own, milliseconds(now))
    if own.pairing.asked:  # type: ignore[attr-defined]
        notices.append(gettext("The electronic board has a question for the arbiter."))
    return {
        **_place(section),
        "next": {**shown_board(section, own), "notices": notices},
        "control": control_label(section.control),
        "is_live": is_live(own.pairing),
    }


def _waiting(registration: Registration) -> dict[str, Any]:
    section = registration.section
    last: int = registration.last_public or 0  # type: ignore[attr-defined]
    coming = next(iter(planned_after(section, last)), None)
    return {
        **_place(section),
        "starts_on": section.event.starts_on,
        "ends_on": section.event.ends_on,
        "gone": registration.status != RegistrationStatus.ACTIVE,
        "coming": {"name": round_name(coming.number), "at": coming.starts_at} if coming else None,
    }


def _results(games: Iterable[Pairing], own: set[int]) -> list[dict[str, Any]]:
    """Return the games by section, in their order; `own`: the keys of the user's registrations."""
    groups: dict[int, dict[str, Any]] = {}
    for pairing in games:
        section = pairing.round.section
        group = groups.setdefault(section.pk, {**_place(section), "key": section.pk, "lines": []})
        group["lines"].append(_line(section, pairing, own))
    return list(groups.values())


def _line(section: Section, pairing: Pairing, own: set[int]) -> dict[str, Any]:
    slugs = [section.event.slug, section.slug]
    side = Side.WHITE if pairing.white_id in own else Side.BLACK
    opponent = pairing.black if side is Side.WHITE else pairing.white
    played = pairing.game is not None and pairing.game.tracking != TrackingLevel.RESULT
    row = pairing.round
    return {
        "round": row.number,
        "round_url": reverse("schedule", args=slugs)
        if row.kind == RoundKind.SCHEDULE
        else reverse("round", args=[*slugs, row.number]),
        "side": side.value,
        "opponent": seat_in(section.event.slug, section, opponent) if opponent else None,
        "text": FACTS[Result(pairing.result)].shown[0 if side is Side.WHITE else 1],
        "url": numbered("game", slugs[0], number=pairing.game_id) if played and pairing.game_id else "",
    }

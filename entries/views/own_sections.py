"""The sections on a player's own page: the next board, results so far, byes, next rounds."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from clocks.labels import control_label
from entries.selectors.check_in import OwnCheckIn
from entries.selectors.self_service import OwnSection
from entries.services.check_in import is_open
from entries.views.own_boards import shown_board
from games.models.game import TrackingLevel
from games.views.labels import game_name, phase_name
from tavleya.actors import Actor
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.names import bye_name
from tournaments.selectors.calendar import planned_after
from tournaments.selectors.matches import bracket
from tournaments.views.cards import card_line
from tournaments.views.frame import SectionFrame
from tournaments.views.labels import round_name
from tournaments.views.seats import seat


def shown_section(request: HttpRequest, actor: Actor, own: OwnSection) -> dict[str, Any]:
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
        "players_url": frame.url("players"),
        "standings_url": "" if not registration.section.system.ranked else frame.url("standings"),
        "place": standing.place if standing else "",
        "points": standing.points if standing else "",
        "lines": [card_line(frame, line) for line in own.lines],
        "next": shown_board(registration.section, own.next) if own.next else None,
        "display": [_display_board(frame, registration, line) for line in own.display],
        "byes": [(line, bye_name(line.kind)) for line in own.byes],
        "byes_open": own.byes_open,
        "coming": _coming(registration),
        "check_in": _checking_in(own.check_in),
        "gone": registration.status != RegistrationStatus.ACTIVE,
        "over": "" if own.next else _over(registration),
    }


def _checking_in(own: OwnCheckIn | None) -> dict[str, object] | None:
    """Return the check-in; None once it has closed without the player."""
    if own is None:
        return None
    now, row = timezone.now(), own.check_in
    is_over = row.closes_at is not None and row.closes_at <= now
    if is_over and own.at is None:
        return None
    return {
        "row": row,
        "round": round_name(row.round_number),
        "at": own.at,
        "open": is_open(row, now),
        "opens_at": row.opens_at,
        "closes_at": row.closes_at,
    }


def _coming(registration: Registration) -> dict[str, object] | None:
    """Return the next planned round, for a player without a board."""
    last = registration.last_public or 0  # type: ignore[attr-defined]
    for planned_round in planned_after(registration.section, last)[:1]:
        return {"name": round_name(planned_round.number), "at": planned_round.starts_at}
    return None


def _over(registration: Registration) -> str:
    """Return the text that a player is out of a knockout or has won it, with their remaining places."""
    section = registration.section
    if not section.system.by_stage:
        return ""
    places = bracket(section, drafts=False).places.get(registration.pk)
    if places is None:
        return ""
    if places == (1, 1):
        return gettext("You have won.")
    if places[0] == places[1]:
        return gettext("You are out: place %(place)s.") % {"place": places[0]}
    return gettext("You are out: places %(first)s–%(last)s.") % {"first": places[0], "last": places[1]}


def _display_board(frame: SectionFrame, giver: Registration, pairing: Pairing) -> dict[str, Any]:
    """Return one board of a display for its giver; `waits`: the opponent has moved and waits for them."""
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

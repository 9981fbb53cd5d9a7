"""A board from its player's view: place, opponent, side to move, reported results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
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
from entries.selectors.self_service import OwnBoard, OwnCheckIn, OwnSection
from entries.services.check_in import is_open
from games import gate
from games.models.game import TrackingLevel
from games.models.record import milliseconds
from games.views.caching import fresh
from games.views.labels import game_name, phase_name
from tavleya.actors import Actor
from tavleya.clocks.timekeeping import ClockState
from tavleya.law.library import regime
from tavleya.law.terms import FlagCaller
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundKind
from tournaments.models.section import Section
from tournaments.models.swiss import REPORTABLE
from tournaments.names import bye_name
from tournaments.selectors.events import planned_after
from tournaments.selectors.match_centre import bracket
from tournaments.views.boards import card_line
from tournaments.views.frame import SectionFrame, language, round_name
from tournaments.views.seats import numbered, seat, seat_in


@dataclass(frozen=True, slots=True)
class Choice:
    """A result from the player's view: `value` is the reported result."""

    value: str
    words: str


def outcome_labels(side: Side, result: str) -> str:
    """Return a result from one player's point of view."""
    outcome = FACTS[Result(result)].of(side)
    return {GameOutcome.WIN: gettext("I won"), GameOutcome.DRAW: gettext("Draw"), GameOutcome.LOSS: gettext("I lost")}[
        outcome
    ]


def shown_board(section: Section, own: OwnBoard) -> dict[str, Any]:
    """Return the context of `entries/seat.html`; `section` with its event."""
    pairing, event = own.pairing, section.event
    context: dict[str, Any] = {
        "pairing": pairing,
        "round": round_name(pairing.round.number),
        "starts_at": pairing.round.starts_at,
        "zone": event.time_zone,
        "bye": bye_name(pairing.bye) if pairing.bye else "",
    }
    if own.side is None or own.opponent is None or pairing.game is None:
        return context
    args = [event.slug, pairing.game_id]
    live = pairing.game.tracking == TrackingLevel.LIVE
    ordered = REPORTABLE if own.side is Side.WHITE else REPORTABLE[::-1]  # I won, a draw, I lost
    choices = [Choice(result.value, outcome_labels(own.side, result.value)) for result in ordered]
    context |= {
        "side": own.side.value,
        "opponent": seat_in(event.slug, section, own.opponent),
        "choices": choices if not live or pairing.game.phase == "pending" else [],
        "mine": own.mine,
        "mine_words": outcome_labels(own.side, own.mine) if own.mine else "",
        "theirs_words": outcome_labels(own.side, own.theirs) if own.theirs else "",
        "differ": own.differ,
        "live": live,
        "board_url": reverse("live-board" if live else "game", args=args),
        "sheet_url": reverse("own-sheet", args=args) if pairing.game.tracking != TrackingLevel.RESULT else "",
        "called": pairing.game.calls,
        "notices": board_notices(own),
        **_clock(own.snapshot, own.side),
    }
    return context


def board_notices(own: OwnBoard, now_ms: int | None = None) -> list[str]:
    """Return the open notices of a game in progress: an offer, a claim, and with `now_ms` a fallen flag."""
    snapshot, side = own.snapshot, own.side
    notices = []
    if offer := snapshot.get("offer"):
        notices.append(
            gettext("You have offered a draw.") if offer["side"] == side else gettext("Your opponent offers a draw.")
        )
    if claimant := snapshot.get("postponed"):
        notices.append(
            gettext("The arbiter is still to decide on your claim of a draw.")
            if claimant == side
            else gettext("The arbiter is still to decide on your opponent’s claim of a draw.")
        )
    if now_ms is not None and (fallen := _fallen(own, now_ms)):
        notices.append(
            gettext("Your flag has fallen.") if fallen is side else gettext("Your opponent’s flag has fallen.")
        )
    return notices


def _fallen(own: OwnBoard, now_ms: int) -> Side | None:
    """Return the side whose flag is down, if the rules let more than the players see it."""
    game, clock = own.pairing.game, own.snapshot.get("clock")
    if game is None or clock is None or regime(game.regime).flag_caller is FlagCaller.PLAYER:
        return None
    state = ClockState.from_json(clock)
    return next((side for side in Side if state.fallen(side, now_ms)), None)


def _clock(snapshot: Mapping[str, Any], side: Side) -> dict[str, Any]:
    """Return the side to move and the deadline of its move; empty on a board without a clock."""
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


# My games: the boards, live games and results of the signed-in user, over all events.

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
    round_ = pairing.round
    return {
        "round": round_.number,
        "round_url": reverse("schedule", args=slugs)
        if round_.kind == RoundKind.SCHEDULE
        else reverse("round", args=[*slugs, round_.number]),
        "side": side.value,
        "opponent": seat_in(section.event.slug, section, opponent) if opponent else None,
        "text": FACTS[Result(pairing.result)].shown[0 if side is Side.WHITE else 1],
        "url": numbered("game", slugs[0], number=pairing.game_id) if played and pairing.game_id else "",
    }


# The sections on a player's own page: the next board, results so far, byes, next rounds.


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
        "display": [_display_board(frame, registration, pairing) for pairing in own.display],
        "byes": [(bye, bye_name(bye.kind)) for bye in own.byes],
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
    now, check_in = timezone.now(), own.check_in
    is_over = check_in.closes_at is not None and check_in.closes_at <= now
    if is_over and own.at is None:
        return None
    return {
        "row": check_in,
        "round": round_name(check_in.round_number),
        "at": own.at,
        "open": is_open(check_in, now),
        "opens_at": check_in.opens_at,
        "closes_at": check_in.closes_at,
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

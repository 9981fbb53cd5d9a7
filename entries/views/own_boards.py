"""A board from its player's view: place, opponent, side to move, reported results."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from entries.selectors.self_service import OwnBoard
from games.models.game import TrackingLevel
from tavleya.clocks.timekeeping import ClockState
from tavleya.law.library import regime
from tavleya.law.terms import FlagCaller
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.sides import Side
from tournaments.models.section import Section
from tournaments.models.self_service import REPORTABLE
from tournaments.names import bye_name
from tournaments.views.labels import round_name
from tournaments.views.seats import seat_in


@dataclass(frozen=True, slots=True)
class Choice:
    """A result from the player's view: `value` is the reported result."""

    value: str
    words: str


def outcome_labels(side: Side, result: str) -> str:
    """Return a result from one player's point of view."""
    outcome = FACTS[Result(result)].of(side)
    return {
        GameOutcome.WIN: gettext("I won"),
        GameOutcome.DRAW: gettext("Draw"),
        GameOutcome.LOSS: gettext("I lost"),
    }[outcome]


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
            gettext("You have offered a draw.")
            if offer["side"] == side
            else gettext("Your opponent offers a draw.")
        )
    if claimant := snapshot.get("postponed"):
        notices.append(
            gettext("The arbiter is still to decide on your claim of a draw.")
            if claimant == side
            else gettext("The arbiter is still to decide on your opponent’s claim of a draw.")
        )
    if now_ms is not None and (fallen := _fallen(own, now_ms)):
        notices.append(
            gettext("Your flag has fallen.")
            if fallen is side
            else gettext("Your opponent’s flag has fallen.")
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

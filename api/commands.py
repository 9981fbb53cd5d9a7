"""From a posted entry to the service that does it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from arbiter.models.ruling import Ruling
from arbiter.services.claims import claim_draw, claim_flag
from games.models.game import Game
from games.services.play import (
    answer_draw,
    call_arbiter,
    offer_draw,
    play_move,
    press_clock,
    resign,
    resume_play,
    start_game,
    stop_clocks,
)
from games.services.results import correct_result, record_result
from tavleya.actors import Actor
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side

Given = dict[str, Any]
Who = dict[str, Any]  # actor, now, game_id, request: what every service takes


def perform(game: Game, given: Given, *, actor: Actor, now: datetime, idempotency_key: str) -> Ruling | None:
    """Carry out a posted entry; return the ruling, if it led to one."""
    who: Who = {"actor": actor, "now": now, "game_id": game.pk, "idempotency_key": idempotency_key}
    done = _COMMANDS[given["kind"]](given, who)
    return done if isinstance(done, Ruling) else None


def _side(given: Given) -> Side | None:
    return Side(given["side"]) if given.get("side") else None


def _seen(given: Given) -> dict[str, Any]:
    return {"side": _side(given), "expected": given.get("seq")}


def _move(given: Given, who: Who) -> Game:
    options = {name: given[name] for name in ("press", "offer", "irregular", "language")}
    return play_move(**who, **_seen(given), **options, text=given["move"])


def _claim(given: Given, who: Who) -> Ruling:
    kind, intended = ClaimKind(given["claim"]), given.get("intended") or None
    return claim_draw(**who, **_seen(given), kind=kind, intended=intended)


def _result(given: Given, who: Who) -> Game:
    return record_result(**who, expected=given.get("seq"), result=given["result"], reason=given["reason"])


def _correction(given: Given, who: Who) -> Game:
    return correct_result(**who, expected=given.get("seq"), result=given["result"], reason=given["reason"])


_COMMANDS: dict[str, Callable[[Given, Who], Game | Ruling]] = {
    "start": lambda given, who: start_game(**who),
    "move": _move,
    "press": lambda given, who: press_clock(**who, **_seen(given)),
    "offer": lambda given, who: offer_draw(**who, **_seen(given)),
    "answer": lambda given, who: answer_draw(**who, **_seen(given), accept=given["accept"]),
    "claim": _claim,
    "flag": lambda given, who: claim_flag(**who, side=Side(given["side"]), expected=given.get("seq")),
    "call": lambda given, who: call_arbiter(
        **who, **_seen(given), reason=given["reason"], said={"text": given["text"]}
    ),
    "pause": lambda given, who: stop_clocks(**who, reason=given["reason"]),
    "resume": lambda given, who: resume_play(**who, side=_side(given)),
    "resign": lambda given, who: resign(**who, **_seen(given)),
    "result": _result,
    "correction": _correction,
}

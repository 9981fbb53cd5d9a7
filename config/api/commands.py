"""From a posted entry to the service that does it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from arbiter import services as arbiter
from arbiter.models import Ruling
from games import services as games
from games.models import Game
from tavleya.actors import Actor
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side

Given = dict[str, Any]
Who = dict[str, Any]  # actor, now, game_id, request: what every service takes


def perform(game: Game, given: Given, *, actor: Actor, now: datetime, idempotency_key: str) -> Ruling | None:
    """Do what was posted; the ruling, where it led to one."""
    who: Who = {"actor": actor, "now": now, "game_id": game.pk, "idempotency_key": idempotency_key}
    done = _COMMANDS[given["kind"]](given, who)
    return done if isinstance(done, Ruling) else None


def _side(given: Given) -> Side | None:
    return Side(given["side"]) if given.get("side") else None


def _seen(given: Given) -> dict[str, Any]:
    return {"side": _side(given), "expected": given.get("seq")}


def _move(given: Given, who: Who) -> Game:
    options = {name: given[name] for name in ("press", "offer", "irregular", "language")}
    return games.play_move(**who, **_seen(given), **options, text=given["move"])


def _claim(given: Given, who: Who) -> Ruling:
    kind, intended = ClaimKind(given["claim"]), given.get("intended") or None
    return arbiter.claim_draw(**who, **_seen(given), kind=kind, intended=intended)


def _result(given: Given, who: Who) -> Game:
    return games.record_result(
        **who, expected=given.get("seq"), result=given["result"], reason=given["reason"]
    )


def _correction(given: Given, who: Who) -> Game:
    return games.correct_result(
        **who, expected=given.get("seq"), result=given["result"], reason=given["reason"]
    )


_COMMANDS: dict[str, Callable[[Given, Who], Game | Ruling]] = {
    "start": lambda given, who: games.start_game(**who),
    "move": _move,
    "press": lambda given, who: games.press_clock(**who, **_seen(given)),
    "offer": lambda given, who: games.offer_draw(**who, **_seen(given)),
    "answer": lambda given, who: games.answer_draw(**who, **_seen(given), accept=given["accept"]),
    "claim": _claim,
    "flag": lambda given, who: arbiter.claim_flag(**who, side=Side(given["side"]), expected=given.get("seq")),
    "call": lambda given, who: games.call_arbiter(
        **who, **_seen(given), reason=given["reason"], said={"text": given["text"]}
    ),
    "pause": lambda given, who: games.stop_clocks(**who, reason=given["reason"]),
    "resume": lambda given, who: games.resume_play(**who, side=_side(given)),
    "resign": lambda given, who: games.resign(**who, **_seen(given)),
    "result": _result,
    "correction": _correction,
}

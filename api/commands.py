"""From a posted entry to the service that does it."""

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


def perform(game: Game, values: Given, *, actor: Actor, now: datetime, idempotency_key: str) -> Ruling | None:
    """Carry out a posted entry; return the ruling, if it led to one."""
    caller: Who = {"actor": actor, "now": now, "game_id": game.pk, "idempotency_key": idempotency_key}
    done = _COMMANDS[values["kind"]](values, caller)
    return done if isinstance(done, Ruling) else None


def _side(values: Given) -> Side | None:
    return Side(values["side"]) if values.get("side") else None


def _seen(values: Given) -> dict[str, Any]:
    return {"side": _side(values), "expected": values.get("seq")}


def _move(values: Given, caller: Who) -> Game:
    options = {name: values[name] for name in ("press", "offer", "irregular", "language")}
    return play_move(**caller, **_seen(values), **options, text=values["move"])


def _claim(values: Given, caller: Who) -> Ruling:
    kind, intended = ClaimKind(values["claim"]), values.get("intended") or None
    return claim_draw(**caller, **_seen(values), kind=kind, intended=intended)


def _result(values: Given, caller: Who) -> Game:
    return record_result(
        **caller, expected=values.get("seq"), result=values["result"], reason=values["reason"]
    )


def _correction(values: Given, caller: Who) -> Game:
    return correct_result(
        **caller, expected=values.get("seq"), result=values["result"], reason=values["reason"]
    )


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

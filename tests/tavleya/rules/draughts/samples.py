"""Reference positions, and small helpers that the draughts tests share."""

import json
from functools import cache
from typing import Any

from tavleya.rules.contract import LineOfPlay, Ply
from tavleya.rules.draughts import DraughtsMove, DraughtsPosition, DraughtsRules
from tests.paths import ROOT

ROUND_ROBIN = ROOT / "portal" / "demo_data" / "draughts-ussr-18-player-round-robin.pdn"
RULES = DraughtsRules()
START = RULES.start()


@cache
def reference() -> dict[str, Any]:
    """Positions with their legal moves and perft, made by a generator in another language."""
    path = ROOT / "tests" / "data" / "draughts" / "cases.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def at(text: str) -> DraughtsPosition:
    return RULES.position(text)


def texts(position: DraughtsPosition) -> list[str]:
    return [move.text for move in position.legal_moves()]


def played(position: DraughtsPosition, *moves: str) -> DraughtsPosition:
    for text in moves:
        position = position.play(RULES.read(position, text))
    return position


def line_of(start: DraughtsPosition, *moves: str, rules: DraughtsRules = RULES) -> LineOfPlay:
    line = LineOfPlay(start)
    for text in moves:
        position = line.position
        move: DraughtsMove = rules.read(position, text)
        line = line.add(Ply(move.text, position.play(move)))
    return line


def code(position: DraughtsPosition, text: str) -> str:
    """The code of the reason why `text` is not legal, or `legal`."""
    message = RULES.explain(position, text)
    return message.code if message else "legal"

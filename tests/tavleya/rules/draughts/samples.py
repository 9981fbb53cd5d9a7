"""Reference positions, positions for property tests, and small helpers that the draughts tests share."""

import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tavleya.rules.contract import LineOfPlay, Ply
from tavleya.rules.draughts import DraughtsMove, DraughtsPosition, DraughtsRules
from tavleya.rules.draughts.generator import RUSSIAN
from tavleya.sides import Side
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


SQUARES = tuple(RUSSIAN.bit)
FIRST_ROW, LAST_ROW = RUSSIAN.crown


@st.composite
def positions(draw: st.DrawFn) -> DraughtsPosition:
    """Any men on any squares; kings are frequent, so that long takes and Turkish strikes occur."""
    squares = draw(st.lists(st.sampled_from(SQUARES), min_size=1, max_size=20, unique=True))
    kinds = draw(st.lists(st.sampled_from("mmkMMMK"), min_size=len(squares), max_size=len(squares)))
    by_kind = {
        kind: RUSSIAN.squares(tuple(s for s, k in zip(squares, kinds, strict=True) if k == kind)) for kind in "mkMK"
    }
    return DraughtsPosition(
        by_kind["m"] & ~LAST_ROW, by_kind["k"] | by_kind["m"] & LAST_ROW, by_kind["M"] & ~FIRST_ROW,
        by_kind["K"] | by_kind["M"] & FIRST_ROW, draw(st.sampled_from(Side)),
    )  # fmt: skip


@st.composite
def paths(draw: st.DrawFn) -> tuple[str, ...]:
    """Squares, each on a diagonal with the one before: any movement of a hand on a board."""
    path = [draw(st.sampled_from(SQUARES))]
    for _ in range(draw(st.integers(1, 3))):
        path.append(draw(st.sampled_from([s for s in SQUARES if RUSSIAN.between(path[-1], s) is not None])))
    return tuple(path)

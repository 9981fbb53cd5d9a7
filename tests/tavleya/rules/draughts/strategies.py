"""Positions for property tests."""

from hypothesis import strategies as st

from tavleya.rules.draughts import DraughtsPosition
from tavleya.rules.draughts.board import RUSSIAN
from tavleya.sides import Side

SQUARES = tuple(RUSSIAN.bit)
FIRST_ROW, LAST_ROW = RUSSIAN.crown


@st.composite
def positions(draw: st.DrawFn) -> DraughtsPosition:
    """Any men on any squares; kings are frequent, so that long takes and Turkish strikes occur."""
    squares = draw(st.lists(st.sampled_from(SQUARES), min_size=1, max_size=20, unique=True))
    kinds = draw(st.lists(st.sampled_from("mmkMMMK"), min_size=len(squares), max_size=len(squares)))
    by_kind = {
        kind: RUSSIAN.squares(tuple(s for s, k in zip(squares, kinds, strict=True) if k == kind))
        for kind in "mkMK"
    }
    return DraughtsPosition(
        by_kind["m"] & ~LAST_ROW, by_kind["k"] | by_kind["m"] & LAST_ROW, by_kind["M"] & ~FIRST_ROW,
        by_kind["K"] | by_kind["M"] & FIRST_ROW, draw(st.sampled_from(Side)),
    )  # fmt: skip


@st.composite
def paths(draw: st.DrawFn) -> tuple[str, ...]:
    """Squares of which each lies on a diagonal with the one before: what a hand may do on a board."""
    path = [draw(st.sampled_from(SQUARES))]
    for _ in range(draw(st.integers(1, 3))):
        path.append(draw(st.sampled_from([s for s in SQUARES if RUSSIAN.between(path[-1], s) is not None])))
    return tuple(path)

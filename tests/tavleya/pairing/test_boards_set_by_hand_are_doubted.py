"""Doubts about boards that no rule forbids: third colours, wrong colours, the bye (C.04.1, C.04.3)."""

import pytest

from tavleya.pairing.doubts import doubts
from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side

SIDES = {"W": Side.WHITE, "B": Side.BLACK}


def player(number: int, colours: str, points: int = 0) -> SwissPlayer:
    """`colours`: W, B, `-` for a bye that was asked for; the points of the first round are all."""
    rounds = tuple(
        PastRound(RoundOutcome.BYE, points if not index else 0)
        if colour == "-"
        else PastRound(RoundOutcome.PLAYED, points if not index else 0, 99, SIDES[colour])
        for index, colour in enumerate(colours)
    )
    return SwissPlayer(number, rounds)


def codes(white: str, black: str, rounds: int = 9) -> list[str]:
    state = SwissState((player(1, white), player(2, black)), rounds)
    return [doubt.code for doubt in doubts(state, [(1, 2)], None)]


@pytest.mark.parametrize(("white", "black", "expected"), [
    ("WB", "BW", []), ("BW", "WB", ["against_colours"]), ("BW", "BW", []), ("WW", "BW", ["third_colour"]),
    ("WW", "BB", ["third_colour", "third_colour"]), ("BB", "WW", []), ("--", "WB", []),
    ("BWW", "WWB", ["third_colour"]), ("W-W", "-BW", ["third_colour"]),
])  # fmt: skip
def test_colours_are_doubted(white: str, black: str, expected: list[str]) -> None:
    assert codes(white, black) == expected


def test_in_the_last_round_a_third_colour_is_allowed() -> None:
    assert codes("WW", "BW", rounds=3) == []
    assert codes("WW", "BW", rounds=4) == ["third_colour"]


def test_a_bye_is_doubted_if_a_lower_player_could_have_it() -> None:
    state = SwissState((player(1, "W", 2), player(2, "B", 1), player(3, "-", 0)), 9)
    assert [doubt.code for doubt in doubts(state, [], 1)] == ["bye_not_lowest"]
    assert doubts(state, [], 3) == ()
    had = SwissState((player(1, "W", 2), player(2, "B", 1), player(3, "-", 2)), 9)
    assert doubts(had, [], 2) == ()  # the last one had a full-point bye

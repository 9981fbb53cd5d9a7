"""C.04.3, 1.6-1.7 and article 5."""

import pytest

from tavleya.pairing.dutch.colours import Strength, preference, side_of_higher
from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer
from tavleya.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK


def player(colours: str) -> SwissPlayer:
    """`W` and `B` are games; `w` and `b` forfeits, `-` is a bye."""
    rounds = []
    for place, colour in enumerate(colours, start=1):
        happened = (
            RoundOutcome.BYE
            if colour == "-"
            else RoundOutcome.PLAYED
            if colour.isupper()
            else RoundOutcome.FORFEIT
        )
        side = {"W": WHITE, "B": BLACK}.get(colour.upper())
        rounds.append(PastRound(happened, 1, None if side is None else 100 + place, side))
    return SwissPlayer(1, tuple(rounds))


@pytest.mark.parametrize(("colours", "side", "strength"), [
    ("", None, Strength.NONE), ("--w", None, Strength.NONE), ("W", BLACK, Strength.STRONG),
    ("B-", WHITE, Strength.STRONG), ("WB", WHITE, Strength.MILD), ("BW", BLACK, Strength.MILD),
    ("WW", BLACK, Strength.ABSOLUTE), ("BWW", BLACK, Strength.ABSOLUTE), ("BBWW", BLACK, Strength.ABSOLUTE),
    ("WBWW", BLACK, Strength.ABSOLUTE), ("WWBW", BLACK, Strength.ABSOLUTE), ("WWB", BLACK, Strength.STRONG),
    ("W-bW", BLACK, Strength.ABSOLUTE), ("BbB", WHITE, Strength.ABSOLUTE),
])  # fmt: skip
def test_preference(colours: str, side: Side | None, strength: Strength) -> None:
    wish = preference(player(colours))
    assert (wish.side, wish.strength) == (side, strength)


@pytest.mark.parametrize(("higher", "lower", "value", "rule"), [
    ("WB", "BW", WHITE, "both_preferences"), ("", "W", WHITE, "both_preferences"),
    ("W", "", BLACK, "both_preferences"), ("WB", "B", BLACK, "stronger_preference"),
    ("WWB", "BBWW", WHITE, "stronger_preference"), ("BWW", "WWBW", WHITE, "wider_difference"),
    ("WBWB", "BWWB", WHITE, "colours_alternate"), ("BWWB", "WBWB", BLACK, "colours_alternate"),
    ("WB-", "WB", WHITE, "higher_ranked_preference"), ("W", "W", BLACK, "higher_ranked_preference"),
])  # fmt: skip
def test_colours_follow_the_preferences(higher: str, lower: str, value: Side, rule: str) -> None:
    side, message = side_of_higher(preference(player(higher)), preference(player(lower)), 1, WHITE)
    assert (side, message.code) == (value, rule)


@pytest.mark.parametrize(
    ("tpn", "initial", "value"), [(1, WHITE, WHITE), (2, WHITE, BLACK), (2, BLACK, WHITE)]
)
def test_without_any_game_the_pairing_number_decides(tpn: int, initial: Side, value: Side) -> None:
    side, message = side_of_higher(preference(player("")), preference(player("-")), tpn, initial)
    assert (side, message.code) == (value, "initial_colour")

"""One against many: boards, colours and clocks of all players."""

from __future__ import annotations

import pytest

from tavleya.pairing.simul import Colours, seats
from tavleya.sides import Side


def test_opponents_sit_at_one_board_each_in_order_against_the_chosen_colour():
    made = seats([31, 7, 12], giver_control="120", own_control="60")
    assert [(one.board, one.opponent, one.side, one.white) for one in made] == [
        (1, 31, Side.WHITE, None),
        (2, 7, Side.WHITE, None),
        (3, 12, Side.WHITE, None),
    ]
    assert {(one.giver_control, one.own_control) for one in made} == {("120", "60")}


def test_opponents_may_have_white_or_take_turns():
    assert [one.white for one in seats([31, 7], Colours.BLACK)] == [31, 7]
    assert [one.white for one in seats([31, 7, 12, 5], Colours.ALTERNATE)] == [None, 7, None, 5]


def test_no_player_sits_at_two_boards():
    with pytest.raises(ValueError, match="one board"):
        seats([1, 2, 1])

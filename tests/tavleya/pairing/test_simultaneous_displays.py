"""One against many: boards, colours and clocks of all players."""

import pytest

from tavleya.pairing.simul import Colours, seats
from tavleya.sides import Side


def test_opponents_sit_at_one_board_each_in_order_against_the_chosen_colour():
    created = seats([31, 7, 12])
    assert [(item.board, item.opponent, item.side, item.white) for item in created] == [
        (1, 31, Side.WHITE, None),
        (2, 7, Side.WHITE, None),
        (3, 12, Side.WHITE, None),
    ]


def test_opponents_may_have_white_or_take_turns():
    assert [seat.white for seat in seats([31, 7], Colours.BLACK)] == [31, 7]
    assert [seat.white for seat in seats([31, 7, 12, 5], Colours.ALTERNATE)] == [None, 7, None, 5]


def test_no_player_sits_at_two_boards():
    with pytest.raises(ValueError, match="one board"):
        seats([1, 2, 1])

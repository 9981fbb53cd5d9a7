"""The pairing input from a report: the same rounds as in the file, and the records that only pairing uses."""

from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import first_colour, state_before
from tavleya.sides import Side
from tests.tavleya.formats.samples import file, player

SIX = (
    player(1, "   4 w 1"), player(2, "   5 b 0"), player(3, "0000 - Z"), player(4, "   1 b 0"),
    player(5, "   2 w 1"),
)  # fmt: skip


def test_acceleration_pairs_apart_and_byes_ahead_are_for_their_rounds():
    lines = ("250       1.0   1   2    1    2", "260   2   3    1    5", "240 H 002    4", *SIX)
    tournament = read(file("142 5", *lines)).tournament
    state = state_before(tournament, 2)
    assert [player.virtual for player in state.players] == [(2, 2), (2, 2), (), (), ()]
    assert (state.forbidden, state.absent) == ({(1, 5)}, {4})
    assert state_before(tournament, 4).forbidden == frozenset()


def test_older_programs_say_it_in_their_own_lines():
    lines = ("XXR 5", "XXC black1", "XXZ 4", "XXP 1 5", "XXA    1  1.0  0.5", *SIX)
    state = state_before(read(file(*lines)).tournament, 2)
    assert (state.rounds, state.initial_colour) == (5, Side.BLACK)
    assert (state.absent, state.forbidden, state.players[0].virtual) == ({4}, {(1, 5)}, (2, 1))


def test_the_drawn_colour_shows_on_the_first_board():
    assert first_colour(read(file(*SIX)).tournament) is Side.WHITE
    swapped = [line.replace(" w ", " x ").replace(" b ", " w ").replace(" x ", " b ") for line in SIX]
    assert first_colour(read(file(*swapped)).tournament) is Side.BLACK
    assert first_colour(read(file(player(1), player(2))).tournament) is None


def test_a_bye_written_ahead_in_a_line_keeps_its_player_away():
    lines = (player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0"))
    assert state_before(read(file("142 3", *lines)).tournament, 2).absent == {1}

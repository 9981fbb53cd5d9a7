"""Games that end by themselves: mate, stalemate, dead position, fivefold repetition, 75 moves."""

import pytest

from tavleya.rules.contract import EndingKind, LineOfPlay, Ply, StatusKind
from tavleya.sides import Side
from tests.tavleya.rules.chess.samples import RULES, line_of

KNIGHTS_OUT_AND_BACK = ("Nf3", "Nf6", "Ng1", "Ng8")


def status(fen):
    return RULES.position(fen).status()


def test_mate_wins_for_the_side_that_gave_it():
    line = line_of("f3", "e5", "g4", "Qh4#")
    ending = RULES.ending(line)
    assert (ending.kind, ending.winner, ending.article) == (EndingKind.CHECKMATE, Side.BLACK, "5.1.1")
    assert line.position.status().winner is Side.BLACK


def test_stalemate_is_drawn():
    line = line_of("Qc7", start="k7/8/1K6/8/8/8/8/2Q5 w - - 0 1")
    assert line.position.status().kind is StatusKind.STALEMATE
    ending = RULES.ending(line)
    assert (ending.kind, ending.winner, ending.article) == (EndingKind.STALEMATE, None, "5.2.1")


def test_check_does_not_end_the_game():
    line = line_of("e4", "f5", "Qh5+")
    assert line.position.status().kind is StatusKind.CHECK
    assert RULES.ending(line) is None


def test_taking_the_last_pawn_leaves_a_dead_position():
    line = line_of("Kxe4", start="8/8/4k3/8/4p3/4K3/8/8 w - - 0 1")
    ending = RULES.ending(line)
    assert (ending.kind, ending.winner, ending.article) == (EndingKind.DEAD, None, "5.2.2")


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KN2/8/8 w - - 0 1",
        "8/8/4kb2/8/8/4K3/8/8 w - - 0 1",
        "8/8/4kb2/8/8/4K3/5B2/8 w - - 0 1",  # both bishops on dark squares
        "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1",
        "8/4k3/8/1p1p1p1p/1P1P1P1P/1P6/4K3/8 w - - 0 1",  # a doubled file is a wall too
    ],
)
def test_positions_without_a_possible_win_are_dead(fen):
    assert status(fen).kind is StatusKind.DEAD


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/4KNN1/8/8 w - - 0 1",  # two knights mate if the other side helps
        "8/8/4kb2/8/8/4KB2/8/8 w - - 0 1",  # bishops on squares of two colours
        "8/8/4kn2/8/8/4KN2/8/8 w - - 0 1",
        "4k3/8/1p1p4/1P1P3p/7P/8/8/4K3 w - - 0 1",  # a king can walk round to the h-pawn
        "4k3/8/1p1p1p1p/1P1P1P1P/8/8/7P/4K3 w - - 0 1",  # a pawn that still has a step
        "4k3/p7/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1",  # a7-a5 can be taken en passant or a7-a6 takes
    ],
)
def test_positions_with_a_possible_win_are_not_dead(fen):
    assert status(fen).kind is StatusKind.ONGOING


def test_a_forced_capture_of_the_last_man_is_a_dead_position_already():
    """The king on a1 has no other move than to take the rook."""
    assert status("8/8/8/8/3k4/8/1r6/K7 w - - 0 1").kind is StatusKind.DEAD
    assert status("8/8/8/8/3k4/1r6/8/K7 w - - 0 1").kind is StatusKind.ONGOING


def test_the_fifth_appearance_ends_the_game_and_names_its_plies():
    line = line_of(*KNIGHTS_OUT_AND_BACK * 4)
    ending = RULES.ending(line)
    assert (ending.kind, ending.winner, ending.article) == (EndingKind.FIVEFOLD, None, "9.6.1")
    assert ending.plies == (0, 4, 8, 12, 16)
    assert RULES.ending(line.cut(15)) is None


def _quiet(counter, moves=("Nf3", "Nf6"), board="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"):
    return line_of(*moves, start=f"{board} {counter} 90")


def test_seventy_five_moves_by_each_end_the_game():
    assert RULES.ending(_quiet(147)) is None
    ending = RULES.ending(_quiet(148))
    assert (ending.kind, ending.winner, ending.article) == (EndingKind.SEVENTY_FIVE_MOVES, None, "9.6.2")
    assert ending.plies == (1, 2)


def test_a_pawn_move_starts_the_count_again():
    assert RULES.ending(_quiet(148, ("Nf3", "e5"))) is None


def test_mate_by_the_last_of_75_moves_takes_precedence():
    line = line_of("Ra8#", start="6k1/5ppp/8/8/8/8/8/R6K w - - 149 120")
    assert line.position.quiet_plies == 150
    assert RULES.ending(line).kind is EndingKind.CHECKMATE


def test_an_irregular_move_does_not_checkmate():
    """The rook went to a8 over its own pawn; the position would be mate had the move been legal."""
    start = RULES.position("6k1/5ppp/8/8/P7/8/8/R6K w - - 0 1")
    mated = RULES.displace(start, "a1a8")
    line = LineOfPlay(start).add(Ply("a1a8", mated, irregular=True))
    assert mated.status().kind is StatusKind.CHECKMATE
    assert RULES.ending(line) is None
    assert RULES.ending(LineOfPlay(mated)).kind is EndingKind.CHECKMATE


def test_a_game_without_moves_has_no_ending():
    assert RULES.ending(LineOfPlay(RULES.start())) is None

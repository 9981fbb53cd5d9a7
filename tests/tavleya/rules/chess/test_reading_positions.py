"""FEN is read strictly, and written so that equal positions have equal texts."""

import pytest

from tavleya.rules.chess import ChessPosition
from tavleya.rules.contract import BadPosition, Figure
from tavleya.sides import Side
from tests.tavleya.rules.chess.samples import RULES, recorded_plies

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_start_stands_for_the_starting_position():
    assert RULES.position("start").text() == START
    assert RULES.position(START) == RULES.start()


def test_missing_fields_take_their_usual_values():
    assert RULES.position("4k3/8/8/8/8/8/8/4K3").text() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def test_an_unusable_en_passant_square_is_not_written():
    after = RULES.start().play(RULES.read(RULES.start(), "e4"))
    assert after.text().split()[3] == "-"


@pytest.mark.parametrize("text, reason", [
    ("", "bad_fen"), ("hello", "bad_fen"), ("8/8/8/8/8/8/8/8 w - - 0 1", "empty_board"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "no_black_king"), ("4k3/8/8/8/8/8/8/8 w - - 0 1", "no_white_king"),
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "two_kings"), ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn_on_last_rank"),
    ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "bad_castling_rights"),
    ("4k3/8/8/8/8/8/8/4K2R w HA - 0 1", "bad_castling_rights"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "bad_en_passant"), ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "bad_fen"),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "bad_fen"), ("8" * 200, "fen_too_long"),
])  # fmt: skip
def test_an_invalid_position_is_refused_with_its_reason(text, reason):
    with pytest.raises(BadPosition) as excinfo:
        RULES.position(text)
    assert excinfo.value.detail["reason"] == reason


def test_a_position_where_no_game_can_start_has_objections():
    assert RULES.objections(RULES.start()) == ()
    nine = RULES.position("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1")
    assert [message.code for message in RULES.objections(nine)] == ["too_many_pawns"]
    seventeen = RULES.position("4k3/8/8/8/8/N7/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    assert "too_many_pieces" in [message.code for message in RULES.objections(seventeen)]
    three_checks = RULES.position("4k3/8/8/8/4r3/5n2/6b1/r3K3 w - - 0 1")
    assert [message.code for message in RULES.objections(three_checks)] == ["impossible_check"]


def test_figures_list_every_piece_once():
    figures = RULES.start().figures()
    assert len(figures) == 32
    assert figures["e1"] == (Figure("K", Side.WHITE),)
    assert figures["d8"] == (Figure("Q", Side.BLACK),)


def test_every_recorded_position_is_read_back_from_its_text():
    for number, (position, _) in enumerate(recorded_plies()):
        if number % 20 == 0:
            assert RULES.position(position.text()).text() == position.text()


def test_positions_are_values():
    assert hash(ChessPosition.start()) == hash(RULES.start())
    assert ChessPosition.start() != START

"""Castling in Chess960 (FIDE Laws, Guidelines II.3): written, read, explained, touched, and done against the rules."""

import random

import chess
import pytest

from tavleya.rules.chess.position import ChessPosition
from tavleya.rules.chess960 import Chess960Rules
from tavleya.rules.contract import IllegalMove, Style, Touch, UnreadableMove

RULES = Chess960Rules()
#: The king on f1 and rooks on b1 and g1: castling to the king's side puts the king where its rook stood.
NEAR = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1"


@pytest.mark.parametrize("text", ["O-O", "0-0", "O-O+", "f1g1", "Kf1xg1"])
def test_castling_is_entered_by_its_sign_or_as_king_takes_rook(text: str) -> None:
    position = RULES.position(NEAR)
    move = RULES.read(position, text)
    assert move.text == "f1g1" and move.squares == ("f1", "g1")
    assert RULES.write(position, move, Style("short")) == "0-0"
    assert RULES.write(position, move, Style("pgn")) == "O-O"
    assert position.play(move).text().startswith("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b")


def test_the_other_wing_brings_the_king_to_the_c_file_and_the_rook_to_the_d_file() -> None:
    position = RULES.position(NEAR)
    after = position.play(RULES.read(position, "O-O-O"))
    assert after.text() == "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 b kq - 1 1"


def test_a_king_that_names_its_target_alone_does_not_castle() -> None:
    with pytest.raises(IllegalMove):
        RULES.read(RULES.position(NEAR), "Kg1")


@pytest.mark.parametrize(("fen", "text", "code"), [
    ("1r3kr1/8/8/8/8/8/8/1R3KR1 w B - 0 1", "O-O", "castling_right_lost"),
    ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "O-O", "castling_king_moved"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O", "castling_no_rook"),
    ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "castling_blocked"),
    ("4k3/8/8/8/8/8/8/1R1NK3 w B - 0 1", "e1b1", "castling_blocked"),
    ("2r1k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "O-O-O", "castling_into_check"),
    ("3rk3/8/8/8/8/8/8/R4K2 w Q - 0 1", "f1a1", "castling_through_check"),
    ("4kr2/8/8/8/8/8/8/R4K2 w Q - 0 1", "O-O-O", "castling_in_check"),
    ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "O-O-O", "castling_not_allowed"),
])  # fmt: skip
def test_why_castling_is_not_legal(fen: str, text: str, code: str) -> None:
    message = RULES.explain(RULES.position(fen), text)
    assert message is not None and message.code == code


@pytest.mark.article("chess:4.4.1")
def test_king_and_then_rook_touched_bind_to_castling_with_that_rook() -> None:
    position = RULES.position(NEAR)
    assert [move.text for move in RULES.bound_moves(position, [Touch("f1"), Touch("b1")]).moves] == ["f1b1"]
    assert [move.text for move in RULES.bound_moves(position, [Touch("f1"), Touch("g1")]).moves] == ["f1g1"]


@pytest.mark.article("chess:4.4.3")
def test_where_that_castling_is_not_legal_the_king_makes_another_move() -> None:
    position = RULES.position("1r3k2/8/8/8/8/8/8/1R3KR1 w B - 0 1")
    duty = RULES.bound_moves(position, [Touch("f1"), Touch("g1")])
    assert duty.article == "4.4.3" and {move.text[:2] for move in duty.moves} == {"f1"}


def test_castling_against_the_rules_is_done_bodily() -> None:
    lost = RULES.position("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w - - 0 1")
    for text in ("O-O", "f1g1"):
        assert RULES.displace(lost, text).text() == "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b - - 1 1"
    with pytest.raises(UnreadableMove):
        RULES.displace(RULES.position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), "O-O")


def test_a_long_castling_against_the_rules_puts_king_and_rook_on_c_and_d() -> None:
    lost = RULES.position("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w - - 0 1")
    for text in ("O-O-O", "f1b1"):
        assert RULES.displace(lost, text).text() == "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 b - - 1 1"


def test_a_piece_beyond_the_target_of_the_rook_does_not_block_the_long_castling() -> None:
    message = RULES.explain(RULES.position("4k3/8/8/8/8/8/8/RK1NN3 w Q - 0 1"), "O-O-O")
    assert message is not None
    assert (message.code, message.params["squares"]) == ("castling_blocked", "d1")


@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_written_and_read_as_the_library_does(seed: int) -> None:
    lots = random.Random(seed)
    number = lots.randrange(960)
    board, position = chess.Board.from_chess960_pos(number), RULES.position(str(number))
    for _ in range(80):
        if board.is_game_over():
            break
        assert {move.text for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}
        castling = [legal_move for legal_move in board.legal_moves if board.is_castling(legal_move)]
        move = lots.choice(castling or list(board.legal_moves))
        written = board.san(move)
        read = RULES.read(position, written, language="en")
        assert read.text == move.uci() and RULES.write(position, read, Style("pgn")) == written
        board.push(move)
        position = position.play(read)
        assert isinstance(position, ChessPosition) and position.text() == board.fen(en_passant="legal")

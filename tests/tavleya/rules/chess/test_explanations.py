"""Reasons why a move is illegal, each with a sentence and a code."""

import pytest

from tavleya.rules.contract import IllegalMove
from tests.tavleya.rules.chess.samples import RULES

RUY_LOPEZ = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
CASES = [
    ("start", "e3e4", "no_piece", "There is no piece on e3."),
    ("start", "e7e5", "wrong_colour", "The pawn on e7 is the opponent's."),
    ("start", "Nf1g3", "other_piece", "The piece on f1 is a bishop, not a knight."),
    ("start", "Nd2", "own_piece", "d2 is occupied by the player's own pawn."),
    ("start", "g1g3", "way_of_moving", "The knight on g1 does not move to g3."),
    ("start", "Nd5", "none_can_reach", "No knight can go to d5."),
    ("start", "Bc4", "blocked", "The path is blocked on e2."),
    ("start", "a1a4", "blocked", "The path is blocked on a2."),
    ("start", "e5", "none_can_reach", "No pawn can go to e5."),
    ("start", "exd3", "pawn_takes_nothing", None),
    ("start", "e4=Q", "no_promotion", "Only a pawn that reaches the last rank is promoted."),
    ("start", "e1e1", "same_square", "The piece must leave its square."),
    ("start", "Qd8=K", "promotion_piece", None),
    (RUY_LOPEZ, "d5", None, None),
    (RUY_LOPEZ, "e4", "blocked", "The path is blocked on e4."),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", "double_step", "The pawn on e3 has already moved."),
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "blocked", "The path is blocked on e3."),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6 e.p.", "en_passant_gone", None),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "no_such_piece", None),
    ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", "promotion_missing", None),
    ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8", "promotion_missing", None),
    (
        "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1",
        "Ne4",
        "pinned",
        "The knight on c3 is pinned: the king would be in check from the bishop on b4.",
    ),
    (
        "4k3/8/8/8/4r3/8/8/4K2N w - - 0 1",
        "Ng3",
        "check_stays",
        "The king is in check from the rook on e4 and would still be.",
    ),
    (
        "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
        "Ke2",
        "own_king_in_check",
        "On e2 the king would be in check from the rook on a2.",
    ),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "0-0", "castling_right_lost", None),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0-0", "castling_no_rook", "There is no rook on h1 to castle with."),
    ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "0-0", "castling_king_moved", None),
    ("start", "0-0", "castling_blocked", "There is a piece between king and rook on f1, g1."),
    ("start", "0-0-0", "castling_blocked", "There is a piece between king and rook on b1, c1, d1."),
    ("r3kn2/8/8/8/8/8/8/4K3 b q - 0 1", "0-0-0", None, None),
    (
        "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1",
        "0-0",
        "castling_in_check",
        "The king is in check from the rook on e4 and cannot castle.",
    ),
    (
        "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1",
        "e1g1",
        "castling_through_check",
        "The king would pass f1, attacked by the rook on f4.",
    ),
    (
        "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1",
        "0-0",
        "castling_into_check",
        "The king would land on g1, attacked by the rook on g4.",
    ),
    ("r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1", "0-0-0", None, None),
    ("start", "Zz9", "unreadable_move", "“Zz9” is not a move in algebraic notation."),
]


@pytest.mark.parametrize("fen, text, code, sentence", CASES)
def test_each_illegal_move_has_its_reason(fen, text, code, sentence):
    position = RULES.position(fen)
    message = RULES.explain(position, text)
    if code is None:
        assert message is None
        assert RULES.read(position, text) in position.legal_moves()
        return
    assert message is not None
    assert message.code == code
    assert sentence in (None, message.render())


def test_every_illegal_pair_of_squares_has_a_reason_and_no_legal_one_has():
    positions = ["start", RUY_LOPEZ, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    for fen in positions:
        position = RULES.position(fen)
        legal = {move.text for move in position.legal_moves()}
        for origin in squares:
            for to in squares:
                message = RULES.explain(position, origin + to)
                assert (message is None) == (origin + to in legal), origin + to
                assert message is None or message.render()


def test_an_illegal_move_comes_with_the_legal_ones_nearest_to_it():
    with pytest.raises(IllegalMove) as excinfo:
        RULES.read(RULES.start(), "Nf4")
    assert excinfo.value.nearest == ("g1f3", "f2f4")
    with pytest.raises(IllegalMove) as excinfo:
        RULES.read(RULES.start(), "e2e5")
    assert "e2e4" in excinfo.value.nearest


def test_an_ambiguous_move_is_explained_by_its_candidates():
    position = RULES.position("4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1")
    message = RULES.explain(position, "Nf3")
    assert message is not None
    assert message.render() == "“Nf3” fits several moves: e1f3, g1f3."

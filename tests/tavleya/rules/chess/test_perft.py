"""The number of move sequences from well-known positions, as every correct move generator counts them."""

import pytest

from tavleya.rules.chess import ChessPosition
from tests.tavleya.rules.chess.samples import RULES

KNOWN = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (20, 400, 8902, 197281)),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039, 97862)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379)),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2079, 89890)),
]


def leaves(position: ChessPosition, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(leaves(position.play(move), depth - 1) for move in moves)


@pytest.mark.long
@pytest.mark.parametrize("fen, counts", KNOWN)
def test_counts_of_move_sequences_match_published_perft_values(fen, counts):
    position = RULES.position(fen)
    assert tuple(leaves(position, depth) for depth in range(1, len(counts) + 1)) == counts


def test_playing_a_move_leaves_the_position_as_it_was():
    position = RULES.start()
    text = position.text()
    for move in position.legal_moves():
        position.play(move)
    assert position.text() == text
    assert len(position.legal_moves()) == 20


def test_legal_moves_are_sorted_by_text():
    texts = [move.text for move in RULES.start().legal_moves()]
    assert texts == sorted(texts)

"""Ends of games of chess: by the rules, by claims, and if no mate is possible."""

import chess
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.rules.contract import ClaimKind, Ending, EndingKind, IllegalMove, LineOfPlay, Ply, StatusKind
from tavleya.sides import Side
from tests.tavleya.rules.chess.samples import RULES, line_of

OUT_AND_BACK = ("Nf3", "Nf6", "Ng1", "Ng8")


@pytest.mark.parametrize(("line", "kind", "ending"), [
    (line_of("f3", "e5", "g4", "Qh4#"), StatusKind.CHECKMATE, Ending(EndingKind.CHECKMATE, Side.BLACK, "5.1.1")),
    (line_of("Qc7", start="k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"), StatusKind.STALEMATE,
     Ending(EndingKind.STALEMATE, None, "5.2.1")),
    (line_of("Kxe4", start="8/8/4k3/8/4p3/4K3/8/8 w - - 0 1"), StatusKind.DEAD, Ending(EndingKind.DEAD, None, "5.2.2")),
    (line_of("e4", "f5", "Qh5+"), StatusKind.CHECK, None), (LineOfPlay(RULES.start()), StatusKind.ONGOING, None),
], ids=["mate", "stalemate", "dead", "check", "no move"])  # fmt: skip
def test_mate_stalemate_and_a_dead_position_end_the_game(line, kind, ending):
    assert RULES.ending(line) == ending
    status = line.position.status()
    assert (status.kind, status.winner) == (kind, ending and ending.winner)


@pytest.mark.parametrize(("fen", "dead"), [
    ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", True), ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", True),
    ("8/8/4kb2/8/8/4K3/8/8 w - - 0 1", True),
    ("8/8/4kb2/8/8/4K3/5B2/8 w - - 0 1", True),  # both bishops on dark squares
    ("4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1", True),
    ("8/4k3/8/1p1p1p1p/1P1P1P1P/1P6/4K3/8 w - - 0 1", True),  # a doubled file is a wall too
    ("8/8/8/8/3k4/8/1r6/K7 w - - 0 1", True),  # the king has no other move than to take the rook
    ("8/8/8/8/3k4/1r6/8/K7 w - - 0 1", False),
    ("8/8/4k3/8/8/4KNN1/8/8 w - - 0 1", False),  # two knights mate if the other side helps
    ("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", False),  # bishops on squares of two colours
    ("8/8/4kn2/8/8/4KN2/8/8 w - - 0 1", False),
    ("4k3/8/1p1p4/1P1P3p/7P/8/8/4K3 w - - 0 1", False),  # a king can walk round to the h-pawn
    ("4k3/8/1p1p1p1p/1P1P1P1P/8/8/7P/4K3 w - - 0 1", False),  # a pawn that still has a step
    ("4k3/p7/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1", False),  # a7-a5 can be taken en passant or a7-a6 takes
])  # fmt: skip
def test_positions_without_a_possible_win_are_dead(fen, dead):
    assert RULES.position(fen).status().kind is (StatusKind.DEAD if dead else StatusKind.ONGOING)


def test_the_fifth_appearance_ends_the_game_and_names_its_plies():
    line = line_of(*OUT_AND_BACK * 4)
    assert RULES.ending(line) == Ending(EndingKind.FIVEFOLD, None, "9.6.1", (0, 4, 8, 12, 16))
    assert RULES.ending(line.cut(15)) is None


def test_seventy_five_moves_by_each_end_the_game_unless_the_last_one_mates():
    assert RULES.ending(_quiet(147)) is None
    assert RULES.ending(_quiet(148)) == Ending(EndingKind.SEVENTY_FIVE_MOVES, None, "9.6.2", (1, 2))
    assert RULES.ending(_quiet(148, ("Nf3", "e5"))) is None, "a pawn move starts the count again"
    line = line_of("Ra8#", start="6k1/5ppp/8/8/8/8/8/R6K w - - 149 120")
    assert line.position.quiet_plies == 150
    assert RULES.ending(line).kind is EndingKind.CHECKMATE


def _quiet(counter, moves=("Nf3", "Nf6"), board="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"):
    return line_of(*moves, start=f"{board} {counter} 90")


def test_an_irregular_move_does_not_checkmate():
    """The rook went to a8 over its own pawn; the position would be mate had the move been legal."""
    start = RULES.position("6k1/5ppp/8/8/P7/8/8/R6K w - - 0 1")
    mated = RULES.displace(start, "a1a8")
    line = LineOfPlay(start).add(Ply("a1a8", mated, irregular=True))
    assert mated.status().kind is StatusKind.CHECKMATE
    assert RULES.ending(line) is None
    assert RULES.ending(LineOfPlay(mated)).kind is EndingKind.CHECKMATE


REPETITION, FIFTY = ClaimKind.REPETITION, ClaimKind.FIFTY_MOVES


@pytest.mark.parametrize(("moves", "written", "upheld", "plies"), [
    (OUT_AND_BACK * 2, None, True, (0, 4, 8)), (OUT_AND_BACK, None, False, (0, 4)),
    ((OUT_AND_BACK * 2)[:7], None, False, (3, 7)),
    ((OUT_AND_BACK * 2)[:7], "Ng8", True, (0, 4, 8)), ((OUT_AND_BACK * 2)[:7], "e5", False, (8,)),
])  # fmt: skip
def test_a_third_appearance_also_by_the_written_move_is_a_right_claim(moves, written, upheld, plies):
    verdict = RULES.claim(line_of(*moves), REPETITION, written)
    assert (verdict.upheld, verdict.plies) == (upheld, plies)
    assert verdict.message.code == ("repetition_right" if upheld else "repetition_wrong")


@pytest.mark.parametrize(("kind", "written", "error"), [
    (REPETITION, "e5", IllegalMove), (ClaimKind.KINGS_ONLY, None, BadInput),  # a claim of draughts
])  # fmt: skip
def test_a_claim_with_an_illegal_written_move_or_of_another_game_is_refused(kind, written, error):
    with pytest.raises(error):
        RULES.claim(line_of(*OUT_AND_BACK), kind, written)


@pytest.mark.parametrize(("moves", "start"), [
    (("Ra2", "Kd8", "Ra3", "Ke8", "Ra1"), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    (("Ke2", "Ke7", "Ke1", "Ke8"), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
], ids=["the other side to move", "a lost castling right"])  # fmt: skip
def test_the_same_pieces_may_be_another_position(moves, start):
    line = line_of(*moves, start=start)
    assert line.position.figures() == line.start.figures()
    assert line.position.repetition_key() != line.start.repetition_key()


@pytest.mark.parametrize(("board", "counts"), [
    ("4k3/8/8/3pP3/8/8/8/4K3", True), ("4k3/8/8/3p2P1/8/8/8/4K3", False),
    ("4k3/8/8/K2pP2r/8/8/8/8", False),  # the king would be in check along the rank once both pawns have left it
])  # fmt: skip
def test_en_passant_counts_only_if_the_capture_is_legal(board, counts):
    with_right, without = (RULES.position(f"{board} w - {square} 0 1").repetition_key() for square in ("d6", "-"))
    assert (with_right != without) is counts


def _with_rook(counter, *moves):
    return line_of(*moves, start=f"4k3/4p3/8/8/8/8/4P3/R3K3 w - - {counter} 80")


@pytest.mark.parametrize(("counter", "moves", "written", "upheld", "plies"), [
    (97, ("Ra2", "Kd8", "Ra3"), None, True, (1, 3)), (97, ("Ra2", "Kd8"), None, False, (0,)),
    (97, ("Ra2", "Kd8"), "Ra3", True, (1, 3)),
    (97, ("Ra2", "Kd8"), "e4", False, (3,)),  # a pawn move starts the count again
    (90, ("Ra2", "e5", "Ra3", "Ke7"), None, False, (2,)),  # the move that broke the run
])  # fmt: skip
def test_fifty_moves_by_each_without_pawn_or_capture_are_a_right_claim(counter, moves, written, upheld, plies):
    verdict = RULES.claim(_with_rook(counter, *moves), FIFTY, written)
    assert (verdict.upheld, verdict.plies) == (upheld, plies)
    assert verdict.message.code == ("fifty_right" if upheld else "fifty_wrong")


def test_a_refused_claim_says_how_many_moves_were_made():
    verdict = RULES.claim(_with_rook(90, "Ra2", "e5", "Ra3", "Ke7"), FIFTY)
    assert verdict.message.render().endswith("capture: 1; needed: 50.")


WHITE, BLACK = Side.WHITE, Side.BLACK


def can_mate(fen, side):
    return RULES.can_mate(RULES.position(fen), side)


@pytest.mark.parametrize("fen, white, black", [
    ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", False, False), ("8/8/4k3/8/8/4KP2/8/8 w - - 0 1", True, False),
    ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", False, False),
    ("8/8/4kp2/8/8/4KN2/8/8 w - - 0 1", True, True),  # the pawn can block its own king
    ("8/8/4kr2/8/8/4KN2/8/8 w - - 0 1", True, True), ("8/8/4kq2/8/8/4KN2/8/8 w - - 0 1", False, True),
    ("8/8/4kr2/8/8/4KB2/8/8 w - - 0 1", False, True), ("8/8/4kn2/8/8/4KB2/8/8 w - - 0 1", True, True),
    ("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", True, True), ("8/8/4kb2/8/8/4K3/5B2/8 w - - 0 1", False, False),
    ("8/8/4k3/8/8/4KNN1/8/8 w - - 0 1", True, False), ("8/8/4k3/8/8/4KBN1/8/8 w - - 0 1", True, False),
    ("4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1", False, False),
    ("8/8/8/8/3k4/8/1r6/K7 w - - 0 1", False, False),  # the last piece must be taken at once
    ("8/8/8/8/2k5/8/1r6/K7 b - - 0 1", False, True),
])  # fmt: skip
def test_the_material_decides(fen, white, black):
    assert (can_mate(fen, WHITE), can_mate(fen, BLACK)) == (white, black)


SQUARES = range(64)
#: By the symmetry of the board the king to be mated only needs these squares.
TRIANGLE = [chess.square(file, rank) for file in range(4) for rank in range(file + 1)]


def mates(attacker: chess.PieceType, helper: chess.PieceType) -> int:
    """Return the number of mates by king and `attacker` against king and `helper`, of all placements."""
    count = 0
    for king in TRIANGLE:
        for origin in chess.SquareSet(_checking_squares(attacker, king)):
            for other_king in SQUARES:
                if chess.square_distance(king, other_king) > 1:
                    count += sum(_is_mate(king, origin, attacker, other_king, square, helper) for square in SQUARES)
    return count


def _checking_squares(attacker: chess.PieceType, king: chess.Square) -> int:
    """Squares from which the piece could give check on an empty board: its moves are the same both ways."""
    board = chess.Board(None)
    board.set_piece_at(king, chess.Piece(attacker, chess.BLACK))
    return board.attacks_mask(king)


def _is_mate(king, origin, attacker, other_king, square, helper):
    if len({king, origin, other_king, square}) < 4 or square not in chess.SquareSet(chess.BB_KING_ATTACKS[king]):
        # A helper that is not next to its king takes no flight square away from it.
        return False
    board = chess.Board(None)
    board.turn = chess.BLACK
    board.set_piece_at(king, chess.Piece(chess.KING, chess.BLACK))
    board.set_piece_at(square, chess.Piece(helper, chess.BLACK))
    board.set_piece_at(other_king, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(origin, chess.Piece(attacker, chess.WHITE))
    return board.is_checkmate()


@pytest.mark.long
@pytest.mark.parametrize("attacker, helper, possible", [
    (chess.KNIGHT, chess.QUEEN, False), (chess.KNIGHT, chess.ROOK, True), (chess.KNIGHT, chess.BISHOP, True),
    (chess.KNIGHT, chess.KNIGHT, True), (chess.BISHOP, chess.ROOK, False), (chess.BISHOP, chess.QUEEN, False),
    (chess.BISHOP, chess.KNIGHT, True), (chess.BISHOP, chess.BISHOP, True),
])  # fmt: skip
def test_a_search_of_every_placement_agrees_with_the_material(attacker, helper, possible):
    assert (mates(attacker, helper) > 0) is possible
    board = chess.Board(None)
    board.set_piece_map({
        chess.E1: chess.Piece(chess.KING, chess.WHITE), chess.E8: chess.Piece(chess.KING, chess.BLACK),
        chess.F1: chess.Piece(attacker, chess.WHITE), chess.F8: chess.Piece(helper, chess.BLACK),
    })  # fmt: skip
    assert can_mate(board.fen(), WHITE) is possible


#: For each file nothing, or the rank of a white pawn with a black one right before it.
anywhere = st.lists(st.one_of(st.none(), st.integers(1, 5)), min_size=8, max_size=8)
#: Ranks so near to each other that the walls often hold.
close = st.lists(st.sampled_from([3, 3, 3, 4, None]), min_size=8, max_size=8)


def board_of(ranks, white_king, black_king, turn):
    board = chess.Board(None)
    board.turn = turn
    for file, rank in enumerate(ranks):
        if rank is not None:
            board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
            board.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
    for square, color in ((white_king, chess.WHITE), (black_king, chess.BLACK)):
        if board.piece_type_at(square):
            return None
        board.set_piece_at(square, chess.Piece(chess.KING, color))
    return board if board.is_valid() and any(board.legal_moves) else None


def something_is_ever_taken(board):
    """Return whether legal moves ever reach a capture or a pawn move, by trying all of them."""
    seen, waiting = set(), [board]
    while waiting:
        current = waiting.pop()
        for move in current.legal_moves:
            if current.is_zeroing(move):
                return True
            after = current.copy(stack=False)
            after.push(move)
            key = (after.kings, after.occupied_co[chess.WHITE], after.turn)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
        assert not current.is_checkmate(), "kings and stopped pawns never mate"
    return False


@settings(deadline=None, max_examples=60)
@given(
    st.one_of(anywhere, close), st.sampled_from(chess.SQUARES[:16]), st.sampled_from(chess.SQUARES[48:]), st.booleans()
)
def test_a_wall_is_dead_exactly_when_nothing_can_ever_be_taken(ranks, white_king, black_king, turn):
    assume(sum(rank is not None for rank in ranks) >= 3)
    board = board_of(ranks, white_king, black_king, turn)
    assume(board is not None)
    dead = RULES.position(board.fen()).status().kind is StatusKind.DEAD
    assert dead is not something_is_ever_taken(board)

"""Moves of chess: counts, reasons of illegality, irregular moves, touched pieces, and positions."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.chess import ChessPosition
from tavleya.rules.chess960 import Chess960Rules
from tavleya.rules.contract import BadPosition, Figure, IllegalMove, LineOfPlay, Ply, StatusKind, Touch, UnreadableMove
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.rules.chess.samples import RULES, recorded_plies

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
    ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", "pinned",
     "The knight on c3 is pinned: the king would be in check from the bishop on b4."),
    ("4k3/8/8/8/4r3/8/8/4K2N w - - 0 1", "Ng3", "check_stays",
     "The king is in check from the rook on e4 and would still be."),
    ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Ke2", "own_king_in_check",
     "On e2 the king would be in check from the rook on a2."),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "0-0", "castling_right_lost", None),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0-0", "castling_no_rook", "There is no rook on h1 to castle with."),
    ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "0-0", "castling_king_moved", None),
    ("start", "0-0", "castling_blocked", "There is a piece between king and rook on f1, g1."),
    ("start", "0-0-0", "castling_blocked", "There is a piece between king and rook on b1, c1, d1."),
    ("r3kn2/8/8/8/8/8/8/4K3 b q - 0 1", "0-0-0", None, None),
    ("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "0-0", "castling_in_check",
     "The king is in check from the rook on e4 and cannot castle."),
    ("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "e1g1", "castling_through_check",
     "The king would pass f1, attacked by the rook on f4."),
    ("4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "0-0", "castling_into_check",
     "The king would land on g1, attacked by the rook on g4."),
    ("r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1", "0-0-0", None, None),
    ("start", "Zz9", "unreadable_move", "“Zz9” is not a move in algebraic notation."),
]  # fmt: skip


@pytest.mark.parametrize("fen, text, code, sentence", CASES)
def test_each_illegal_move_has_its_reason(fen, text, code, sentence):
    position = RULES.position(fen)
    message = RULES.explain(position, text)
    if code is None:
        assert message is None
        assert RULES.read(position, text) in position.legal_moves()
        return
    assert message.code == code
    assert sentence in (None, message.render())


def test_every_illegal_pair_of_squares_has_a_reason_and_no_legal_one_has():
    positions = ["start", RUY_LOPEZ, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    for fen in positions:
        position = RULES.position(fen)
        legal = {move.text for move in position.legal_moves()}
        for origin in squares:
            for target in squares:
                message = RULES.explain(position, origin + target)
                assert (message is None) == (origin + target in legal), origin + target
                assert message is None or message.render()


def test_an_illegal_move_comes_with_the_legal_ones_nearest_to_it_and_an_ambiguous_one_with_its_candidates():
    by_queen = ("4k3/8/8/8/8/3Q4/8/K6R w - - 0 1", "Qd3e1", "d3d1 d3d2 d3e2 d3f1")
    for fen, text, nearest in (("start", "Nf4", "g1f3 f2f4"), ("start", "e2e5", "e2e4"), by_queen):
        with pytest.raises(IllegalMove) as excinfo:
            RULES.read(RULES.position(fen), text)
        assert excinfo.value.nearest == tuple(nearest.split())
    position = RULES.position("4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1")
    assert RULES.explain(position, "Nf3").render() == "“Nf3” fits several moves: e1f3, g1f3."


def displaced(text, fen="start"):
    return RULES.displace(RULES.position(fen), text)


@pytest.mark.parametrize(("fen", "text", "after"), [
    ("start", "a1a5", "rnbqkbnr/pppppppp/8/R7/8/8/PPPPPPPP/1NBQKBNR b Kkq - 1 1"),
    ("start", "Nb1xd7", "rnbqkbnr/pppNpppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1"),
    ("start", "e1e3", "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR b kq - 1 1"),
    # A short text is enough if it fits one piece only; an unreplaced pawn on the last rank becomes a queen.
    ("start", "Kd3", "rnbqkbnr/pppppppp/8/8/8/3K4/PPPPPPPP/RNBQ1BNR b kq - 1 1"),
    ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8", "4Q2k/8/8/8/8/8/8/K7 b - - 0 1"),
    ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8n", "4N2k/8/8/8/8/8/8/K7 b - - 0 1"),
    # Castling that the rules forbid moves king and rook.
    ("4k3/8/8/8/5r2/8/8/4K2R w K - 3 9", "0-0", "4k3/8/8/8/5r2/8/8/5RK1 b - - 4 9"),
    ("4k3/8/8/8/3r4/8/8/R3K3 w Q - 3 9", "0-0-0", "4k3/8/8/8/3r4/8/8/2KR4 b - - 4 9"),
    ("r3k3/8/8/8/8/8/3R4/4K3 b q - 3 9", "0-0-0", "2kr4/8/8/8/8/8/3R4/4K3 w - - 4 10"),
])  # fmt: skip
def test_a_move_against_the_rules_is_done_bodily(fen, text, after):
    assert displaced(text, fen).text() == after


def test_a_king_left_in_check_can_stand_and_is_never_taken():
    position = displaced("Ke1d1", "3rk3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert all(not move.text.endswith("d1") for move in position.legal_moves())
    assert position.status().kind is StatusKind.ONGOING
    assert RULES.position(position.text()) == position, "the position can be stored and read again"
    assert [message.code for message in RULES.objections(position)] == ["opposite_check"]


@pytest.mark.parametrize(("fen", "text", "reason"), [
    ("start", "e3e4", "no_piece"), ("start", "Nd5", "origin_missing"), ("start", "e2e2", "same_square"),
    ("start", "0-0", "castling_not_allowed"), ("4k3/8/8/8/8/8/4P3/K7 w - - 0 1", "e2e1", "pawn_on_first_rank"),
])  # fmt: skip
def test_what_cannot_have_been_done_is_refused(fen, text, reason):
    with refused(UnreadableMove, "cannot_displace", reason=reason):
        displaced(text, fen)
    with refused(UnreadableMove, "unreadable_move"):
        displaced("nonsense", fen)


@pytest.mark.parametrize("rules", [RULES, Chess960Rules()], ids=["chess", "chess960"])
def test_a_king_that_was_taken_is_off_the_board_and_the_game_stands_so(rules):
    position = rules.displace(rules.position("4k3/4r1p1/6P1/8/8/8/8/4K2R b K - 0 1"), "e7e1")
    assert position.figures()["e1"] == (Figure("R", Side.BLACK),)
    assert rules.standing(position.text()) == position, "the position can be stored and read again"
    assert position.legal_moves() and position.status().kind is StatusKind.ONGOING
    assert rules.explain(position, "h1e1") is None
    assert not rules.both_in_check(position)
    assert rules.can_mate(position, Side.BLACK)
    assert rules.explain(rules.position("4k3/4r3/8/8/8/8/8/4K3 b - - 0 1"), "e7e1").code == "takes_king"
    with pytest.raises(BadPosition):
        rules.position(position.text())
    pawns = rules.displace(rules.position("4k3/3K2p1/6P1/8/8/8/8/8 b - - 0 1"), "e8d7")
    assert not rules.can_mate(pawns, Side.BLACK)


def test_two_kings_in_check_are_seen():
    assert RULES.both_in_check(RULES.position("4k3/4r3/8/1B6/8/8/8/4K3 b - - 0 1"))
    assert not RULES.both_in_check(RULES.position("4k3/4r3/8/8/8/8/B7/4K3 w - - 0 1"))


def test_a_game_goes_on_from_an_irregular_move():
    start = RULES.start()
    after = RULES.displace(start, "a1a5")
    line = LineOfPlay(start).add(Ply("a1a5", after, irregular=True))
    reply = RULES.read(after, "b6")
    line = line.add(Ply(reply.text, after.play(reply)))
    assert RULES.ending(line) is None
    assert RULES.read(line.position, "Rxa7").text == "a5a7"


#: White may castle on both sides; d5 and e5 are Black's pawns, a5 a knight of Black's.
BOTH_WINGS = "r3k2r/8/8/n2pp3/8/2N5/P6P/R3K2R w KQkq - 0 1"


def duty(fen, touches):
    """`touches` are squares; a `!` after one means that adjusting was announced."""
    touched = [Touch(square.rstrip("!"), square.endswith("!")) for square in touches.split()]
    return RULES.bound_moves(RULES.position(fen), touched)


@pytest.mark.parametrize(("fen", "touches", "moves", "article", "code", "square"), [
    (BOTH_WINGS, "c3! a1!", None, "4.2.1", "nothing_touched", ""),
    (BOTH_WINGS, "e4", None, "4.2.1", "nothing_touched", ""),  # an empty square
    # The first own piece that can move, the first of the opponent's that can be taken, and one by the other.
    ("start", "f1 g1 b1", "g1f3 g1h3", "4.3.1", "must_move", "g1"),
    (BOTH_WINGS, "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", "4.3.1", "must_move", "e1"),
    (BOTH_WINGS, "e5 d5", "c3d5", "4.3.2", "must_take", "d5"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5", "e5d6", "4.3.2", "must_take", "d5"),
    (BOTH_WINGS, "c3 d5", "c3d5", "4.3.3", "must_take_with", "c3"),
    # If that capture is illegal, the first touched piece that can be is moved or taken.
    (BOTH_WINGS, "a1 d5", "a1b1 a1c1 a1d1", "4.3.3", "must_move", "a1"),
    (BOTH_WINGS, "d5 a1", "c3d5", "4.3.3", "must_take", "d5"), ("start", "f1 e7", None, "4.5", "none_can_move", ""),
    # King and then rook is castling on that side, the other order is none.
    (BOTH_WINGS, "e1 h1", "e1g1", "4.4.1", "must_castle", "e1"),
    (BOTH_WINGS, "e1 a1", "e1c1", "4.4.1", "must_castle", "e1"),
    (BOTH_WINGS, "h1 e1", "h1f1 h1g1", "4.4.2", "must_move", "h1"),
    # Illegal castling is another move of the king, if it has one.
    ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1 h1", "e1c1 e1d1 e1d2 e1e2", "4.4.3", "must_move_king", "e1"),
    ("start", "e1 h1", None, "4.4.3", "king_cannot_move", ""),
])  # fmt: skip
def test_touched_pieces_bind_to_moves_or_leave_the_player_free(fen, touches, moves, article, code, square):
    obligation = duty(fen, touches)
    legal = [move.text for move in RULES.position(fen).legal_moves()]
    assert [move.text for move in obligation.moves] == (legal if moves is None else moves.split())
    assert (obligation.free, obligation.article, obligation.reason.code) == (moves is None, article, code)
    assert obligation.square == square


def test_an_invalid_square_is_refused():
    with refused(BadInput, "no_square"):
        duty("start", "e9")


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("text", "whole"), [("start", START), (START, START), ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")]
)
def test_missing_fields_take_their_usual_values(text, whole):
    assert RULES.position(text).text() == whole


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


@pytest.mark.parametrize(("fen", "codes"), [
    ("start", []), ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", ["too_many_pawns"]),
    ("4k3/8/8/8/8/N7/QQQQQQQQ/QQQQKQQQ w - - 0 1", ["too_many_pieces"]),
    ("4k3/8/8/8/4r3/5n2/6b1/r3K3 w - - 0 1", ["impossible_check"]),
])  # fmt: skip
def test_a_position_where_no_game_can_start_has_objections(fen, codes):
    objections = [message.code for message in RULES.objections(RULES.position(fen))]
    assert set(codes) <= set(objections) and bool(codes) == bool(objections)


def test_figures_list_every_piece_once():
    figures = RULES.start().figures()
    assert len(figures) == 32
    assert figures["e1"] == (Figure("K", Side.WHITE),)
    assert figures["d8"] == (Figure("Q", Side.BLACK),)


def test_every_recorded_position_is_read_back_from_its_text():
    for index, (position, _) in enumerate(recorded_plies()):
        if index % 20 == 0:
            assert RULES.position(position.text()).text() == position.text()


def test_positions_are_values():
    assert hash(ChessPosition.start()) == hash(RULES.start())
    assert ChessPosition.start() != START


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


def test_legal_moves_are_sorted_by_text_and_playing_them_leaves_the_position_as_it_was():
    position = RULES.start()
    texts = [move.text for move in position.legal_moves()]
    assert texts == sorted(texts) and len(texts) == 20
    for move in position.legal_moves():
        assert position.play(move).text().split()[3] == "-", "an en passant square that nothing can use"
    assert position.text() == START

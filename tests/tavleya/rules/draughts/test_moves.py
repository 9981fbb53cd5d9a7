"""Moves of draughts: the articles on moves and takes, and legal moves against the literal rules."""

import random

import pytest
from hypothesis import given, settings

from tavleya.errors import BadInput
from tavleya.rules.contract import Touch
from tavleya.rules.draughts import DraughtsPosition
from tavleya.rules.draughts.generator import RUSSIAN, perft
from tavleya.sides import Side
from tests.amounts import examples
from tests.refusals import refused
from tests.tavleya.rules.draughts import literal
from tests.tavleya.rules.draughts.samples import RULES, START, at, code, played, positions, reference, texts


@pytest.mark.article(
    "draughts:moves.1", "draughts:moves.2", "draughts:moves.4", "draughts:moves.9", "draughts:takes.1",
    "draughts:takes.2", "draughts:takes.3", "draughts:takes.5", "draughts:takes.6", "draughts:takes.7",
    "draughts:takes.8", "draughts:takes.14",
)  # fmt: skip
@pytest.mark.parametrize(("fen", "moves"), [
    # A man goes one square forward to a free square; a king any distance both ways over free squares.
    ("W:Wb2,Kg1:Bh8", "b2-a3 b2-c3 g1-a7 g1-b6 g1-c5 g1-d4 g1-e3 g1-f2 g1-h2"),
    ("W:Wd4,a1,b2:Bh8", "b2-a3 b2-c3 d4-c5 d4-e5"),
    ("B:Wh2:Bd4", "d4-c3 d4-e3"),
    ("W:WKd4,f6:Ba7", "d4-a1 d4-b2 d4-b6 d4-c3 d4-c5 d4-e3 d4-e5 d4-f2 d4-g1 f6-e7 f6-g7"),
    # A take is compulsory, forwards and backwards, if the square behind a neighbour is free, and not over own men.
    ("W:Wc3,a1:Bd4", "c3:e5"), ("W:Wc5,a1:Bd4", "c5:e3"), ("W:Wc3:Bd4,e5", "c3-b4"), ("W:Wc3:Be5", "c3-b4 c3-d4"),
    ("W:WKc1,e3:Bf4", "e3:g5"),
    # A king takes from a distance, lands on any free square behind, and must land where it can go on.
    ("W:WKa1:Bd4", "a1:e5 a1:f6 a1:g7 a1:h8"), ("W:WKa1:Bd4,g7", "a1:h8"), ("W:WKa1:Bd4,f6,g7", "a1:e5"),
    ("W:WKa1:Bd4,e5", "a1-b2 a1-c3"), ("W:WKa1:Bg5,d4", "a1:h4"), ("W:WKa1:Bc3,f4,h8", "a1:g3 a1:h2"),
    # Taking goes on; a square may be passed twice and a man only once; a man crowned on the way goes on as a king.
    ("W:Wc1:Bd2,f4,f6,d6", "c1:c5"), ("W:Wc3:Bb6,d6,b4,d4", "c3:c3"), ("W:WKg7:Bb6,f6,f2", "g7:a7 g7:g1"),
    ("W:Wb6:Bc7,g5", "b6:h4"),
])  # fmt: skip
def test_the_legal_moves_of_a_position(fen, moves):
    assert texts(at(fen)) == moves.split()


@pytest.mark.article(
    "draughts:first-move", "draughts:moves.3", "draughts:moves.5", "draughts:moves.6", "draughts:moves.7",
    "draughts:moves.8", "draughts:takes.1", "draughts:takes.4", "draughts:takes.6", "draughts:takes.14",
)  # fmt: skip
@pytest.mark.parametrize(("fen", "moves", "after"), [
    ("start", "c3-d4", "B:Wd4,a3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
    # A man that reaches the last row is a king, which stays one wherever it goes.
    ("W:Wc7:Bh4", "c7-d8", "B:WKd8:Bh4"), ("B:Wh4:Bc3", "c3-d2", "W:Wh4:Bd2"), ("B:Wh4:Bd2", "d2-e1", "W:Wh4:BKe1"),
    ("W:WKd8:Bh8,h6", "d8-a5 h6-g5 a5-e1 g5-h4 e1-a5", "B:WKa5:Bh8,h4"),
    # The man taken is off the board when the take is over.
    ("W:Wc3:Bd4,h8", "c3:e5", "B:We5:Bh8"), ("W:WKa1:Bg5,d4", "a1:h4", "B:WKh4:B"),
    ("W:Wb6:Bc7,g5", "b6:h4", "B:WKh4:B"), ("W:Wb6:Bc7,h8", "b6:d8", "B:WKd8:Bh8"),
])  # fmt: skip
def test_the_position_after_moves(fen, moves, after):
    assert played(at(fen), *moves.split()).text() == after


@pytest.mark.article("draughts:moves.8")
def test_a_new_king_moves_only_after_the_reply():
    position = played(at("W:Wc7:Bh8,a5"), "c7-d8")
    assert code(position, "d8-e7") == "not_your_man"
    assert "d8-e7" in texts(played(position, "h8-g7"))


@pytest.mark.article(
    "draughts:moves.11", "draughts:moves.12", "draughts:moves.13", "draughts:moves.14", "draughts:first-move"
)
@pytest.mark.parametrize(("fen", "touches", "square", "moves"), [
    ("start", "e3 c3", "e3", "e3-d4 e3-f4"),
    # One that cannot move binds to nothing, nor does the opponent's, and neither frees from a take.
    ("start", "a1", "", ""), ("start", "a1 c3", "c3", "c3-b4 c3-d4"), ("start", "c7", "", ""),
    ("W:Wc3,g3:Bd4,h8", "g3", "", "c3:e5"),
    # The touched man may go to any square it can reach.
    ("W:WKa1,h2:Bh8", "a1", "a1", "a1-b2 a1-c3 a1-d4 a1-e5 a1-f6 a1-g7"),
    # An announced adjustment binds to nothing, nor does a touch out of turn.
    ("start", "e3!", "", ""), ("start", "e3! g3", "g3", "g3-f4 g3-h4"), ("start", "d6 c3!", "", ""),
])  # fmt: skip
def test_the_first_touched_man_that_can_move_must(fen, touches, square, moves):
    position = at(fen)
    touched = [Touch(name.rstrip("!"), adjusting=name.endswith("!")) for name in touches.split()]
    duty = RULES.bound_moves(position, touched)
    assert (duty.square, duty.free) == (square, not square)
    assert duty.reason.code == ("touched_man_moves" if square else "free_choice")
    assert [move.text for move in duty.moves] == (moves.split() or texts(position))


def test_an_invalid_square_is_refused():
    with refused(BadInput, "no_such_square"):
        RULES.bound_moves(START, [Touch("c3"), Touch("j9")])


@pytest.mark.article("draughts:takes.5", "draughts:takes.6", "draughts:takes.8", "draughts:takes.9")
@pytest.mark.parametrize(("fen", "text", "squares", "captured"), [
    ("W:Wc1:Bd2,f4,f6,d6", "c1:c5", "c1 e3 g5 e7 c5", "d2 d6 f4 f6"),
    ("W:WKa1:Bg5,d4", "a1:f6:h4", "a1 f6 h4", "d4 g5"),
    ("W:Wc3:Bb6,d6,b4,d4", "c3:e5:c7:a5:c3", "c3 a5 c7 e5 c3", "b4 b6 d4 d6"),
    ("B:Wd6,d4,a3,e3,g3,b2,d2,h2,a1,c1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6", "c7:h4", "c7 e5 c3 e1 h4", "d2 d4 d6 g3"),
])  # fmt: skip
def test_a_take_is_shown_man_by_man(fen, text, squares, captured):
    move = RULES.read(at(fen), text)
    assert (" ".join(move.squares), " ".join(sorted(move.captured))) == (squares, captured)


@pytest.mark.article("draughts:takes.6")
def test_a_king_that_goes_straight_on_may_be_written_with_any_landing_between():
    assert {move.squares[1] for move in at("W:WKa1:Bc3,f4,h8").legal_moves()} == {"e5"}
    position = at("W:WKa1:Bc3,g7")
    assert texts(position) == ["a1:h8"]
    for landing in ("d4", "e5", "f6"):
        assert RULES.read(position, f"a1:{landing}:h8").captured == ("c3", "g7")


@pytest.mark.article("draughts:takes.13")
def test_any_take_may_be_chosen_whether_of_more_men_or_fewer_by_man_or_king():
    position = at("W:Wc3,h2,Ka7:Bd4,f6,g3")
    assert {(move.text, len(move.captured)) for move in position.legal_moves()} == {
        ("a7:d8", 3),  # the king, over d4, g3 and f6
        ("a7:e7", 3),
        ("c3:g7", 2),
        ("h2:f4", 1),
    }


@pytest.mark.parametrize(("fen", "text", "expected"), [
    ("start", "d4-e5", "no_man_there"), ("start", "d6-c5", "not_your_man"), ("start", "c3-c4", "light_square"),
    ("start", "a3-a5", "not_diagonal"), ("start", "b2-c3", "target_occupied"), ("start", "c3-e5", "too_far_for_a_man"),
    ("start", "b2-d4", "own_man_in_the_way"), ("start", "a3-b4-c5", "nothing_to_take"),
    ("start", "cf4", "no_such_short_move"), ("start", "zz", "unreadable_move"), ("start", "c3-d4", "legal"),
    ("W:Wd4,a1,b2:Bh8", "d4-e5", "legal"), ("W:Wd4,h2:Bh8", "d4-c3", "men_go_forward"),
    ("W:WKa1,c3:Bh8", "a1-e5", "way_barred"), ("W:WKd4,f6:Ba7", "d4-h4", "not_diagonal"),
    ("W:WKd4,f6:Ba7", "d4-g7", "way_barred"), ("W:WKa1,h2:Bd4,e5,c7", "a1-g7", "way_barred"),
    ("W:Wc3,a1:Bd4", "a1-b2", "take_compulsory"), ("W:Wc3,a1:Bd4", "c3-b4", "take_compulsory"),
    ("W:Wc3,f2:Bd4,f6", "c3:e5", "take_not_finished"), ("W:Wc1:Bd2,f4,f6,d6", "c1:e3", "take_not_finished"),
    ("W:Wc1:Bd2,f4,f6,d6", "c1:e3:g5", "take_not_finished"), ("W:Wc1:Bd2,f4,f6,d6", "c1:g5", "take_not_finished"),
    ("W:Wc1:Bd2,f4,f6,d6", "c1:e7", "take_not_finished"), ("W:Wb6:Bc7,g5", "b6:d8", "take_not_finished"),
    ("W:WKa1:Bc3,g7", "a1:b2:h8", "take_compulsory"), ("W:Wc3,f2:Bd4,f6", "c3:e5:g7:h8", "takes_nothing"),
    ("W:Wc3,f2:Bd4,f6", "c3:e5:d5", "light_square"), ("W:Wc3,f2:Bd4,f6", "c3:e5:e7", "not_diagonal"),
    ("W:Wc3,g7,h2:Bd4,f6,f4", "c3:e5:g7", "target_occupied"), ("W:Wc3,d4:Bh8", "c3:e5", "own_man_in_the_way"),
    ("W:WKa1,c3,g5:Bd4,h6", "a1:e5", "own_man_in_the_way"), ("W:Wc3,f6,h2:Bd4,f4", "c3:e5:g7", "own_man_in_the_way"),
    ("W:WKa1,h2:Bc3,d4,g3", "a1:e5", "two_men_at_once"), ("W:WKg7:Bb6,f6,f2", "g7:d4:a7:g1", "jumped_twice"),
    ("W:WKg7:Bb6,f6,f2", "g7:d4", "take_not_finished"), ("W:WKg7:Bb6,f6,f2", "g7:e5", "king_must_go_on"),
    ("W:WKa1:Bg5,d4", "a1:h8", "king_must_go_on"), ("W:WKa1:Bg5,d4", "a1:e5", "king_must_go_on"),
    ("W:Wa1,d2:Be3,c3", "a1:g7", "too_far_for_a_man"), ("W:Wc1,b2:Bd4,c3", "c1:f4", "too_far_for_a_man"),
    ("W:Wa3:Bc5,b4", "a3:c5", "game_over"),
])  # fmt: skip
def test_each_reason_has_its_code(fen, text, expected):
    assert code(at(fen), text) == expected


@pytest.mark.parametrize(("fen", "text", "sentence"), [
    ("W:Wc3,g3:Bd4,f4,h8", "c3-b4", "Capturing is compulsory: c3:e5, g3:e5."),
    ("W:Wc3,f2:Bd4,f6", "c3:e5", "The capture cannot end on e5: it must continue (c3:e5:g7)."),
    ("W:WKa1:Bg5,d4", "a1:h8", "The king may not stop on h8: it must stop where it can continue capturing (f6)."),
])  # fmt: skip
def test_the_sentence_names_the_takes_that_are_due_or_how_one_goes_on(fen, text, sentence):
    assert RULES.explain(at(fen), text).render() == sentence


CASES = {case["id"]: case for case in reference()["cases"]}


def white_to_move(position: DraughtsPosition) -> bool:
    return position.turn is Side.WHITE


@pytest.mark.parametrize("name", CASES)
def test_every_reference_position_has_its_legal_moves_and_no_other(name):
    case = CASES[name]
    position = at(case["fen"])
    moves = {
        (move.origin, move.target, frozenset(move.captured), position.play(move).text(), position.crowns(move))
        for move in position.legal_moves()
    }
    expected = set()
    for move in case["legal_moves"]:
        squares = move["paths"][0].replace("-", ":").split(":")
        after = at(move["after"]).text() if not move["after"].endswith(":B") else None
        expected.add((squares[0], squares[-1], frozenset(move["captured"]), after, move["promotes"]))
    # A text that leaves one side without men is compared by the men of the other.
    assert {facts[:3] + facts[4:] for facts in moves} == {facts[:3] + facts[4:] for facts in expected}
    assert {facts for facts in expected if facts[3] is not None} <= moves


@pytest.mark.parametrize("name", CASES)
def test_every_path_of_a_reference_move_is_read_as_that_move(name):
    case = CASES[name]
    position = at(case["fen"])
    for move in case["legal_moves"]:
        for path in move["paths"]:
            assert set(RULES.read(position, path).captured) == set(move["captured"])


@pytest.mark.parametrize("name", CASES)
def test_lines_are_counted_as_in_the_reference(name):
    case = CASES[name]
    position = at(case["fen"])
    counts = [perft(position.pieces, white_to_move(position), depth) for depth in range(1, len(case["perft"]) + 1)]
    assert counts == case["perft"]


def test_lines_from_the_start_are_counted_as_published():
    published = reference()["published_start"]["unique"]
    assert [perft(START.pieces, True, depth) for depth in range(1, 9)] == published[:8]


def by_order_of_taking(position: DraughtsPosition, depth: int) -> int:
    """Like perft, with two orders of taking the same men counted apart."""
    if depth == 0:
        return 1
    return sum(len(move.routes) * by_order_of_taking(position.play(move), depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize("name", CASES)
def test_every_order_of_taking_the_same_men_is_known(name):
    case = CASES[name]
    position = at(case["fen"])
    counts = [by_order_of_taking(position, depth) for depth in range(1, 5)]
    assert counts == case["perft_by_capture_order"][:4]


def agrees_with_the_literal_rules(position: DraughtsPosition) -> None:
    moves = position.legal_moves()
    results = {}
    for move in moves:
        after = position.play(move)
        is_king = move.target in RUSSIAN.names(after.kings(position.turn))
        results[move.origin, move.target, frozenset(move.captured)] = is_king
    assert results == literal.results(position.text()), position.text()
    assert len(results) == len(moves), "a move is listed twice"
    assert len({move.text for move in moves}) == len(moves), "two moves share a text"


def test_random_games_have_the_moves_of_the_literal_rules():
    rng = random.Random(1964)
    for _ in range(60):
        position = START
        for _ in range(120):
            agrees_with_the_literal_rules(position)
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))


@settings(max_examples=examples(300), deadline=None)
@given(positions())
def test_any_position_has_the_moves_of_the_literal_rules(position):
    agrees_with_the_literal_rules(position)


@settings(max_examples=examples(300), deadline=None)
@given(positions())
def test_every_legal_move_is_read_back_from_its_texts(position):
    for move in position.legal_moves():
        assert RULES.read(position, move.text) == move
        assert RULES.read(position, move.full_text) == move


@settings(max_examples=examples(300), deadline=None)
@given(positions())
def test_the_bits_never_leave_the_board(position):
    for move in position.legal_moves():
        after = position.play(move)
        assert RUSSIAN.all | after.owned(Side.WHITE) | after.owned(Side.BLACK) == RUSSIAN.all
        assert not after.owned(Side.WHITE) & after.owned(Side.BLACK)
        assert not after.men(Side.WHITE) & RUSSIAN.crown[True]
        assert not after.men(Side.BLACK) & RUSSIAN.crown[False]

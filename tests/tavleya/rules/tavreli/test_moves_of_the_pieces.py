"""Moves of the pieces of tavreli, and moves against the rules."""

import pytest

from tavleya.rules.contract import StatusKind, UnreadableMove
from tavleya.rules.tavreli import TavreliPosition
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, legal, play, position, tower


def targets(text: str, origin: str) -> set[str]:
    """Return the targets of the whole tower of `origin`."""
    return {move[3:5] for move in legal(position(text), origin) if "(" not in move}


@pytest.mark.article("tavreli:1.1")
def test_white_begins_and_the_players_take_turns() -> None:
    start = RULES.start()
    assert start.turn is Side.WHITE
    assert play(start, "e2-e4").turn is Side.BLACK
    assert play(start, "e2-e4", "e7-e5").turn is Side.WHITE


@pytest.mark.article("tavreli:1.2", "tavreli:3.2")
@pytest.mark.parametrize(("text", "moves", "kind", "winner"), [
    ("k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1", "b5-b6", StatusKind.CHECKMATE, Side.WHITE),
    ("k7/8/8/8/8/8/1r6/R3K3 b - - - 0 1", "", StatusKind.CHECK, None),
    ("k7/8/8/8/8/8/4K3/(NR)7 w - - - 0 1", "a1-b3(1)", StatusKind.CHECK, None),  # by the remaining tower
])  # fmt: skip
def test_a_volhv_that_nothing_can_save_from_attack_is_mated(text, moves, kind, winner) -> None:
    after = play(position(text), *moves.split())
    assert (after.status().kind, after.status().winner) == (kind, winner)
    assert (after.legal_moves() == ()) is (kind is StatusKind.CHECKMATE)


@pytest.mark.article("tavreli:2.1", "tavreli:2.3", "tavreli:2.4", "tavreli:2.5")
def test_the_pieces_stand_as_in_chess_with_the_knyaz_on_d_and_each_ratnik_bears_the_sign_of_that_behind_it() -> None:
    start = RULES.start()
    assert {rank: [tower(start, file + rank) for file in "abcdefgh"] for rank in "12345678"} == {
        "1": list("RNBQKBNR"), "2": ["PR", "PN", "PB", "PQ", "PH", "PB", "PN", "PR"],
        **dict.fromkeys("3456", [""] * 8),
        "7": ["pr", "pn", "pb", "pq", "ph", "pb", "pn", "pr"], "8": list("rnbqkbnr"),
    }  # fmt: skip


@pytest.mark.article(
    "tavreli:3.1", "tavreli:3.3", "tavreli:3.4", "tavreli:3.5", "tavreli:3.6", "tavreli:3.8", "tavreli:3.9"
)
@pytest.mark.parametrize(("text", "origin", "squares"), [
    # Only the vsadnik passes over an occupied square.
    ("4k3/8/8/8/8/8/PRPN6/RN2K3 w - AB - 0 1", "a1", "a2 b1"),
    ("4k3/8/8/8/8/8/PRPN6/RN2K3 w - AB - 0 1", "b1", "a3 c3 d2"),
    # Knyaz, ratoborets, luchnik, vsadnik, and the helgi as knyaz and as vsadnik.
    ("7k/8/8/3Q1R2/8/1b6/8/K7 w - - - 0 1", "d5",
     "d1 d2 d3 d4 d6 d7 d8 a5 b5 c5 e5 f5 a8 b7 c6 e4 f3 g2 h1 c4 b3 e6 f7 g8"),
    ("7k/8/3b1n2/8/3R4/8/8/K7 w - - - 0 1", "d4", "d5 d6 d3 d2 d1 a4 b4 c4 e4 f4 g4 h4"),
    ("7k/8/5n2/8/3B4/8/1N6/K7 w - - - 0 1", "d4", "e5 f6 e3 f2 g1 c3 b2 c5 b6 a7"),
    ("7k/8/8/8/3N4/8/8/K7 w - - - 0 1", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
    ("8/8/7k/8/3+H4/8/8/K7 w - - - 0 1", "d4",
     "b3 b5 c2 c6 e2 e6 f3 f5 d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1"),
    # The volhv, not onto an attacked square, nor beside the other one.
    ("7k/8/8/3r4/8/8/4K3/8 w - - - 0 1", "e2", "e1 e3 f1 f2 f3"),
    ("8/8/8/4k3/8/4K3/8/8 w - - - 0 1", "e3", "d2 e2 f2 d3 f3"),
])  # fmt: skip
def test_each_piece_goes_as_its_article_says(text: str, origin: str, squares: str) -> None:
    assert targets(text, origin) == set(squares.split())


CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1"
COVERING = "4k3/8/8/8/8/8/5n2/R3K2R b KQ - - 0 1"
PASSING = "4k3/3pq4/8/4PH3/8/8/8/R3K3 b - d - 0 1"
FIRST_SQUARE = "4k3/7r/8/8/8/2N5/PR7/4K3 w - A - 0 1"
CARRIED_OFF_AND_BACK = "f2-h1 a1-a2 h1-f2 a2-a1 f2-h1 a1-a2 h1-f2(1) a2-a1 f2-g4"
RATNIK_CARRIED_OFF_AND_BACK = "c3-a2 h7-h6 a2-c3 h6-h7 c3-a2 h7-h6 a2-b4(1) h6-h7"


@pytest.mark.article("tavreli:3.1", "tavreli:3.2", "tavreli:3.7", "tavreli:3.9")
@pytest.mark.parametrize(("text", "moves", "towers"), [
    # A tower that a piece moves onto lies beneath it.
    ("start", "e2-e4 d7-d5 e4-d5 d8-d5", {"d5": "q PH pq"}),
    # A tower moves whole, or is split in two anywhere.
    ("4k3/8/8/8/8/8/8/(NRB)3K3 w - - - 0 1", "a1-b3", {"b3": "N R B", "a1": ""}),
    ("4k3/8/8/8/8/8/8/(NRB)3K3 w - - - 0 1", "a1-b3(2)", {"b3": "N R", "a1": "B"}),
    ("k7/8/8/8/8/8/4K3/(Nq)7 w - - - 0 1", "a1-b3(1)", {"b3": "N", "a1": "q"}),
    # The volhv stands on own and opposing towers, and moves with any part of its own.
    ("7k/8/8/8/8/5B2/4Kn2/6n1 w - - - 0 1", "e2-f2", {"f2": "K n"}),
    ("7k/8/8/8/8/5B2/4Kn2/8 w - - - 0 1", "e2-f3", {"f3": "K B"}),
    ("7k/8/8/8/8/8/8/(KNB)7 w - - - 0 1", "a1-a2(2)", {"a2": "K N", "a1": "B"}),
    # Castling, and a ratoborets that was covered, or carried off and back.
    (CASTLING, "0-0 0-0-0", {"g1": "K", "f1": "R", "h1": "", "c8": "k", "d8": "r", "a8": ""}),
    (COVERING, "f2-h1", {"h1": "n R"}), (COVERING, CARRIED_OFF_AND_BACK, {"h1": "R"}),
    (FIRST_SQUARE, RATNIK_CARRIED_OFF_AND_BACK, {"a2": "PR"}),
    # A ratnik steps onto an own tower, and takes diagonally, also en passant, and with any part of its tower.
    ("4k3/8/8/8/R7/PR7/8/4K3 w - - - 0 1", "a3-a4", {"a4": "PR R"}),
    ("4k3/8/8/1n1N4/2PB5/8/8/4K3 w - - - 0 1", "c4-b5", {"b5": "PB n"}),
    (PASSING, "d7-d5 e5-d6", {"d6": "PH pq", "d5": ""}),
    ("4k3/3pq4/8/3(rB)PH3/8/8/8/4K3 b - d - 0 1", "d7-d5 e5-d6", {"d6": "PH pq", "d5": "r B"}),
    ("4k3/3pq4/8/4(PHN)3/8/8/8/4K3 b - d - 0 1", "d7-d5 e5-d6(1)", {"d6": "PH pq", "e5": "N"}),
    # It is promoted on its last rank, carried there only as it becomes the top, also by the opponent.
    ("k7/3PN4/8/8/8/8/3ph4/6K1 w - - - 0 1", "d7-d8 d2-d1", {"d8": "+N", "d1": "+h"}),
    ("k7/8/8/8/8/8/8/4K2(RPN) w - - - 0 1", "h1-h8", {"h8": "R PN"}),
    ("k7/8/8/8/8/8/8/4K2(RPN) w - - - 0 1", "h1-h8 a8-a7 h8-g8(1)", {"h8": "+N"}),
    ("7k/8/8/8/8/8/8/K2(Rpn)4 w - - - 0 1", "d1-d2(1)", {"d1": "+n"}),
    # Promoted and stood on it is an ordinary ratnik again, also when it is set free.
    ("1k6/8/8/8/3+Q4/8/4n3/1K6 b - - - 0 1", "e2-d4", {"d4": "n PQ"}),
    ("1k6/8/8/8/3+Q4/8/4N3/1K6 w - - - 0 1", "e2-d4", {"d4": "N PQ"}),
    ("7k/8/8/8/3(nPQ)4/8/8/6K1 b - - - 0 1", "d4-b5(1)", {"d4": "PQ"}),
])  # fmt: skip
def test_towers_are_built_moved_and_split(text: str, moves: str, towers: dict[str, str]) -> None:
    start = position(text)
    after = play(start, *moves.split())
    assert {square: tower(after, square) for square in towers} == towers
    before, now = (sum(len(pieces) for pieces in state.figures().values()) for state in (start, after))
    assert before == now, "nothing leaves the board"


@pytest.mark.article("tavreli:3.2", "tavreli:3.7", "tavreli:3.9")
@pytest.mark.parametrize(("text", "moves", "origin", "expected"), [
    ("4k3/8/8/8/8/8/8/(NRB)3K3 w - - - 0 1", "", "a1", "a1-b3 a1-b3(1) a1-b3(2) a1-c2 a1-c2(1) a1-c2(2)"),
    ("k7/8/8/8/8/8/1r6/R3K3 b - - - 0 1", "", "", "a8-b8 a8-b7 b2-a2"),  # answers to a check
    # No move leaves the own volhv attacked, not even by a piece that it sets free or promotes.
    ("7k/8/8/8/8/8/8/K2(Nr)4 w - - - 0 1", "", "d1", "d1-b2 d1-c3 d1-e3 d1-f2"),
    ("7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1", "", "d1", "d1-b2 d1-c3 d1-e3 d1-f2"),
    # Castling in check, across an attacked square, onto one, past one by the ratoborets alone, and blocked.
    ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - - 0 1", "", "0", ""), ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - - 0 1", "", "0", "0-0-0"),
    ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - - 0 1", "", "0", "0-0-0"),
    ("4k3/8/8/8/1r6/8/8/R3K2R w KQ - - 0 1", "", "0", "0-0 0-0-0"),
    ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - - 0 1", "", "0", ""),
    # The right is lost once volhv or ratoborets has moved, and waits while the ratoborets is covered.
    (CASTLING, "h1-h2 a8-a7 h2-h1 a7-a8", "0", "0-0-0"), (CASTLING, "e1-e2 a8-a7 e2-e1 a7-a8", "0", ""),
    (COVERING, "f2-h1", "0", "0-0-0"), (COVERING, "f2-h1 a1-a2 h1-f2(1) a2-a3 f2-g4", "0", "0-0"),
    (COVERING, CARRIED_OFF_AND_BACK, "0", ""),
    # A ratnik steps forward, not onto the opponents, and diagonally only onto them.
    ("4k3/8/8/8/8/PR7/8/4K3 w - - - 0 1", "", "a3", "a3-a4"), ("4k3/8/8/8/r7/PR7/8/4K3 w - - - 0 1", "", "a3", ""),
    ("4k3/8/8/1n1N4/2PB5/8/8/4K3 w - - - 0 1", "", "c4", "c4-c5 c4-b5"),
    # It steps by two from its first square, over nothing, also onto an own tower, and after it was covered there.
    ("4k3/8/8/8/R2r4/8/PR2PQ4/4K3 w - AD - 0 1", "", "a2", "a2-a3 a2-a4"),
    ("4k3/8/8/8/R2r4/8/PR2PQ4/4K3 w - AD - 0 1", "", "d2", "d2-d3"),
    ("4k3/8/8/8/8/N7/PR7/4K3 w - A - 0 1", "", "a2", "a2-a3"), ("4k3/8/8/8/8/n7/PR7/4K3 w - A - 0 1", "", "a2", ""),
    (FIRST_SQUARE, RATNIK_CARRIED_OFF_AND_BACK, "a2", "a2-a3"),
    (FIRST_SQUARE, "c3-a2 h7-h6 a2-c3(1) h6-h7", "a2", "a2-a3 a2-a4"),
    # En passant on the next move only, and not if that opens the own volhv.
    (PASSING, "d7-d5 a1-a2 e8-f8", "e5", "e5-e6"), ("4k3/3pq4/8/K3PH2r/8/8/8/8 b - d - 0 1", "d7-d5", "e5", "e5-e6"),
    # A ratnik that is set free after its promotion must march again.
    ("7k/8/8/8/3(nPQ)4/8/8/6K1 b - - - 0 1", "d4-b5(1)", "d4", "d4-d5"),
])  # fmt: skip
def test_the_legal_moves_from_a_square(text: str, moves: str, origin: str, expected: str) -> None:
    assert legal(play(position(text), *moves.split()), origin) == set(expected.split())


@pytest.mark.article("tavreli:3.1", "tavreli:3.2", "tavreli:3.9")
@pytest.mark.parametrize(("text", "moves", "may", "may_not"), [
    # Own and opposing pieces may be stood on, but never a volhv.
    ("3k4/3nR3/8/8/4R3/8/8/4K3 w - - - 0 1", "", "e4-e7 e7-e4 e7-d7", "e4-e1"),
    ("4k3/4R3/8/8/8/8/8/4K3 w - - - 0 1", "", "e7-d7", "e7-e8"),
    # A remaining tower acts at once for the owner of its new top.
    ("k7/8/8/8/8/8/4K3/(Nq)7 w - - - 0 1", "a1-b3(1)", "a1-h8", ""),
    # The volhv does not stand on a defended tower; the vsadnik on g1 attacks f3.
    ("7k/8/8/8/8/5B2/4Kn2/6n1 w - - - 0 1", "", "e2-f2", "e2-f3"),
    ("7k/8/8/8/8/8/8/(KNB)7 w - - - 0 1", "", "a1-a2 a1-a2(1) a1-a2(2)", ""),
    ("7k/8/8/8/8/8/8/K2(Rr)4 w - - - 0 1", "", "d1-b1(1) d1-c1(1)", "d1-d2(1)"),
])  # fmt: skip
def test_some_moves_are_legal_and_others_not(text: str, moves: str, may: str, may_not: str) -> None:
    legal_moves = legal(play(position(text), *moves.split()))
    assert set(may.split()) <= legal_moves
    assert not set(may_not.split()) & legal_moves


def displaced(text: str, move: str) -> TavreliPosition:
    return RULES.displace(position(text), move)


@pytest.mark.parametrize(("text", "move", "after"), [
    # Any tower is carried anywhere, as high as it is named or else whole, also the opponent's.
    ("start", "a1-d5", "rnbqkbnr/prpnpbpqphpbpnpr/8/3R4/8/8/PRPNPBPQPHPBPNPR/1NBQKBNR b Kkq ABCDEFGHabcdefgh - 1 1"),
    ("4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 0 1", "a2-h7(2)", "4k3/7(RN)/8/8/8/8/B7/4K3 b - - - 1 1"),
    ("4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 0 1", "a2-h7", "4k3/7(RNB)/8/8/8/8/8/4K3 b - - - 1 1"),
    ("start", "e7-e5", "rnbqkbnr/prpnpbpq1pbpnpr/8/4ph3/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR b KQkq ABCDEFGHabcdfgh - 0 1"),
    # Ratniks are promoted and turned back on the way, and taken en passant though the volhv is then attacked.
    ("4k3/8/8/8/8/PR7/8/4K3 w - - - 0 1", "a3-a8", "+R3k3/8/8/8/8/8/8/4K3 b - - - 0 1"),
    ("4k3/8/8/8/+R7/8/1N6/4K3 w - - - 0 1", "b2-a4", "4k3/8/8/8/(NPR)7/8/8/4K3 b - - - 0 1"),
    ("7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1", "d1-b2(1)", "7k/8/8/8/8/8/1N6/K2+r4 b - - - 1 1"),
    ("4k3/8/8/K2pqPH2r/8/8/8/8 w - - d6 0 2", "e5-d6", "4k3/8/3(PHpq)4/K6r/8/8/8/8 b - - - 0 2"),
    # A volhv may be left attacked; a double step without the right can be answered en passant.
    ("4k3/8/8/8/4r3/8/4N3/4K3 w - - - 0 1", "e2-c3", "4k3/8/8/8/4r3/2N5/8/4K3 b - - - 1 1"),
    ("4k3/8/8/8/3pq4/8/4PH3/4K3 w - - - 0 1", "e2-e4", "4k3/8/8/8/3pqPH3/8/8/4K3 b - - e3 0 1"),
    # Castling: a volhv that left its square; both pieces, also by its two squares; and marked as a single move.
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1", "e1-e4", "r3k2r/8/8/8/4K3/8/8/R6R b kq - - 1 1"),
    ("4k3/8/8/8/5r2/8/8/4K1NR w - - - 7 9", "0-0", "4k3/8/8/8/5r2/8/8/5R(KN)1 b - - - 0 9"),
    ("4k3/8/8/8/5r2/8/8/4K2R w K - - 0 1", "0-0", "4k3/8/8/8/5r2/8/8/5RK1 b - - - 1 1"),
    ("4k3/8/8/8/5r2/8/8/4K2R w K - - 0 1", "e1-g1", "4k3/8/8/8/5r2/8/8/5RK1 b - - - 1 1"),
    ("4k3/8/8/8/5r2/8/8/4K2R w K - - 0 1", "e1-g1(1)", "4k3/8/8/8/5r2/8/8/6KR b - - - 1 1"),
    ("4k3/8/8/8/5r2/8/8/4K3 w - - - 0 1", "e1-g1", "4k3/8/8/8/5r2/8/8/6K1 b - - - 1 1"),
    # The counter goes on as after any move.
    ("4k3/8/8/8/8/8/4N3/4K3 w - - - 7 9", "e2-e5", "4k3/8/8/4N3/8/8/8/4K3 b - - - 8 9"),
    ("4k3/8/8/8/8/PR7/8/4K3 w - - - 7 9", "a3-c5", "4k3/8/8/2PR5/8/8/8/4K3 b - - - 0 9"),
    ("4k3/8/8/8/8/8/4N3/R3K3 b - - - 7 9", "a1-e2", "4k3/8/8/8/8/8/4(RN)3/4K3 w - - - 0 10"),
])  # fmt: skip
def test_a_move_against_the_rules_is_done_bodily(text: str, move: str, after: str) -> None:
    result = displaced(text, move)
    assert result.text() == after
    assert RULES.position(after) == result, "the position can be stored and read again"


def test_what_stands_after_a_move_against_the_rules_is_played_on() -> None:
    attacked = displaced("4k3/8/8/8/4r3/8/4N3/4K3 w - - - 0 1", "e2-c3")
    assert "e4-e2" in legal(attacked)
    assert "e4-e1" not in legal(attacked)
    assert "d4-e3" in legal(displaced("4k3/8/8/8/3pq4/8/4PH3/4K3 w - - - 0 1", "e2-e4"))


@pytest.mark.parametrize(("code", "move"), [
    ("nothing_there", "e5-e6"), ("lifts_too_many", "a2-a8(3)"), ("lifts_none", "a2-a8(0)"),
    ("goes_nowhere", "a2-a2"), ("onto_volhv", "a2-e8"), ("castling_not_there", "0-0"),
    ("unreadable_move", "a piece fell over"), ("two_alphabets", "е2-е4"),
])  # fmt: skip
def test_an_impossible_move_is_refused(code: str, move: str) -> None:
    with refused(UnreadableMove, code):
        displaced("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 0 1", move)

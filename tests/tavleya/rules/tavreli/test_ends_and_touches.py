"""Ends, draw claims, rulings and touched pieces of tavreli."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import ClaimKind, Ending, EndingKind, IllegalMove, LineOfPlay, Touch, TouchObligation
from tavleya.rules.registry import rules_for
from tavleya.rules.tavreli import TavreliRules
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, legal, line, play, position, tower

SHUFFLE = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")


OUT_AND_BACK = ("a1-a2", "a8-a7", "a2-a1", "a7-a8")
FIFTY, REPETITION = ClaimKind.FIFTY_MOVES, ClaimKind.REPETITION


def quiet(plies: int, start: str = "4k2r/8/8/8/8/8/8/R3K3 w - - - 0 1") -> LineOfPlay:
    return line(position(start), *(("a1-a2", "h8-h7", "a2-a1", "h7-h8") * 30)[:plies])


@pytest.mark.article("tavreli:5.1", "tavreli:5.2", "tavreli:5.4")
@pytest.mark.parametrize(("text", "moves", "ending"), [
    ("k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1", ["b5-b6"], Ending(EndingKind.CHECKMATE, Side.WHITE, "5.1")),
    ("k7/8/2(Qrn)5/8/8/8/8/4K3 w - - - 0 1", ["c6-c7"], Ending(EndingKind.STALEMATE, None, "5.2")),
    ("start", ["e2-e4"], None),
    ("k7/8/8/8/8/8/1R6/4K3 w - - - 0 1", ["b2-a2"], None),  # check
    ("start", SHUFFLE * 60, None),  # nobody has claimed a draw
], ids=["mate", "stalemate", "a move", "check", "repetition and fifty moves"])  # fmt: skip
def test_mate_and_stalemate_end_the_game_at_once(text: str, moves: list[str], ending: Ending | None) -> None:
    assert RULES.ending(line(position(text), *moves)) == ending


@pytest.mark.article("tavreli:9.2", "tavreli:9.3", "tavreli:5.4")
@pytest.mark.parametrize(("game", "kind", "announced", "upheld", "plies"), [
    (line(RULES.start(), *SHUFFLE * 2), REPETITION, None, True, (0, 4, 8)),
    (line(RULES.start(), *SHUFFLE), REPETITION, None, False, (0, 4)),
    # The third time may be announced by a written move.
    (line(RULES.start(), *(SHUFFLE * 2)[:-1]), REPETITION, None, False, (3, 7)),
    (line(RULES.start(), *(SHUFFLE * 2)[:-1]), REPETITION, "f6-g8", True, (0, 4, 8)),
    (line(RULES.start(), *(SHUFFLE * 2)[:-1]), REPETITION, "f6-e4", False, (8,)),
    # The start position had the same towers, with White to move.
    (line(position("4k3/8/8/8/8/8/8/R3K3 w - - - 0 1"), "a1-a2", "e8-d8", "a2-a3", "d8-e8", "a3-a1", "e8-d8", "a1-a2",
          "d8-e8", "a2-a1"), REPETITION, None, False, (5, 9)),
    # A lost right, and en passant that could be played, make it another position.
    (line(position("r3k3/8/8/8/8/8/8/4K2R w K - - 0 1"), *("h1-h2", "a8-a7", "h2-h1", "a7-a8") * 2),
     REPETITION, None, False, (4, 8)),
    (line(position("r3k3/3pq4/8/4PH3/8/8/8/R3K3 b - d - 0 1"), "d7-d5", *OUT_AND_BACK * 2),
     REPETITION, None, False, (5, 9)),
    (line(position("r3k3/3pq4/8/8/4PH3/8/8/R3K3 b - d - 0 1"), "d7-d5", *OUT_AND_BACK * 2),
     REPETITION, None, True, (1, 5, 9)),
    # A tower that is built and taken apart restarts the count of moves and does not cut the search.
    (line(position("4k3/r7/8/8/8/8/8/RN2K3 w - - - 0 1"), *("a1-b1", "a7-a8", "b1-a1(1)", "a8-a7") * 2),
     REPETITION, None, True, (0, 4, 8)),
    # Fifty moves by each, the last of which may be announced and builds no tower.
    (quiet(100), FIFTY, None, True, (1, 100)),
    (quiet(99), FIFTY, None, False, ()),
    (quiet(99), FIFTY, "h7-h8", True, (1, 100)),
    (quiet(98), FIFTY, "a2-a1", False, ()),
    (quiet(100, "4k2r/8/8/8/8/8/8/R1N1K3 w - - - 0 1"), FIFTY, None, True, (1, 100)),
    (quiet(100, "4k2r/8/8/8/8/8/8/R1N1K3 w - - - 0 1"), FIFTY, "a1-c1", False, (101,)),
])  # fmt: skip
def test_a_third_appearance_and_fifty_quiet_moves_are_draws_on_a_claim(game, kind, announced, upheld, plies) -> None:
    verdict = RULES.claim(game, kind, announced)
    assert (verdict.upheld, verdict.plies) == (upheld, plies)
    codes = {
        FIFTY: ("fifty_moves_refuted", "fifty_moves_upheld"), REPETITION: ("repetition_refuted", "repetition_upheld"),
    }  # fmt: skip
    assert verdict.message.code == codes[kind][upheld]
    if plies == (0, 4, 8):
        assert verdict.message.params["moves"] == "0, 2…, 4…"


@pytest.mark.article("tavreli:9.2")
@pytest.mark.parametrize(("kind", "announced", "error"), [
    (REPETITION, "e2-e5", IllegalMove), (ClaimKind.KINGS_ONLY, None, BadInput), (ClaimKind.MAIN_ROAD, None, BadInput),
])  # fmt: skip
def test_a_claim_with_an_illegal_announced_move_or_of_another_game_is_refused(kind, announced, error) -> None:
    with pytest.raises(error) as excinfo:
        RULES.claim(line(RULES.start(), *SHUFFLE), kind, announced)
    assert announced or excinfo.value.code == "no_such_claim"


@pytest.mark.article("tavreli:9.2")
def test_the_order_in_a_tower_and_its_promotion_tell_positions_apart() -> None:
    original = position("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 0 1")
    for other in ("(NR)7", "(Rn)7", "(RPN)7", "RN6", "(+RN)7"):
        assert original.repetition_key() != position(f"4k3/8/8/8/8/8/{other}/4K3 w - - - 0 1").repetition_key()
    assert original.repetition_key() == position("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 40 33").repetition_key()


@pytest.mark.article("tavreli:5.5")
@pytest.mark.parametrize(("text", "move", "counter"), [
    ("4k3/8/8/8/8/PR7/8/4K3 w - - - 9 20", "a3-a4", "0"),  # a ratnik moves
    ("4k3/8/8/8/8/8/NR6/4K3 w - - - 9 20", "b2-a2", "0"),  # a tower is built
    ("4k3/8/8/8/8/8/nR6/4K3 w - - - 9 20", "b2-a2", "0"),
    ("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 9 20", "a2-a3", "10"),  # a tower moves whole
    ("4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 9 20", "a2-a3(2)", "10"),  # or in part
    ("4k3/8/8/8/8/8/(RPN)7/4K3 w - - - 9 20", "a2-a3", "10"),  # a ratnik is carried
    ("4k3/8/8/8/8/8/8/4K2R w K - - 9 20", "0-0", "10"),
    ("(RPN)7/7k/8/8/8/8/8/4K3 w - - - 9 20", "a8-a6(1)", "10"),  # a ratnik is promoted by uncovering
])  # fmt: skip
def test_some_moves_restart_the_count(text: str, move: str, counter: str) -> None:
    assert play(position(text), move).text().split()[5] == counter


@pytest.mark.article("tavreli:5.5")
@pytest.mark.parametrize(("options", "rank", "move", "counter"), [
    ({"carried_ratnik_resets": True}, "(RPN)7", "a2-a3", "0"), ({"splitting_resets": True}, "(RNB)7", "a2-a3(2)", "0"),
    ({"splitting_resets": True}, "(RNB)7", "a2-a3(1)", "10"),
])  # fmt: skip
def test_a_federation_may_count_carried_ratniks_and_split_towers(options, rank, move, counter) -> None:
    rules = TavreliRules(**options)
    start = rules.position(f"4k3/8/8/8/8/8/{rank}/4K3 w - - - 9 20")
    assert play(start, move, rules=rules).text().split()[5] == counter


def test_a_game_that_is_over_can_no_longer_be_claimed_drawn() -> None:
    game = line(position("k7/8/8/1+H6/8/8/8/4K3 w - - - 100 90"), "b5-b6")
    verdict = RULES.claim(game, ClaimKind.FIFTY_MOVES)
    assert (verdict.upheld, verdict.message.code) == (False, "game_over")


@pytest.mark.parametrize(("options", "text", "moves", "origin", "usual", "changed"), [
    ({"double_step_over_own": True}, "4k3/8/8/8/8/N7/PR7/4K3 w - A - 0 1", "", "a2", "a2-a3", "a2-a3 a2-a4"),
    ({"covered_ratnik_keeps_double_step": False}, "4k3/7r/8/8/8/2N5/PR7/4K3 w - A - 0 1",
     "c3-a2 h7-h6 a2-c3(1) h6-h7", "a2", "a2-a3 a2-a4", "a2-a3"),
    ({"captured_rook_keeps_castling": False}, "4k3/8/8/8/8/8/5n2/R3K2R b KQ - - 0 1",
     "f2-h1 a1-a2 h1-f2(1) a2-a3 f2-g4", "0", "0-0", ""),
])  # fmt: skip
def test_an_option_changes_the_legal_moves(options, text, moves, origin, usual, changed) -> None:
    for rules, expected in ((RULES, usual), (TavreliRules(**options), changed)):
        after = play(rules.position(text), *moves.split(), rules=rules)
        assert legal(after, origin) == set(expected.split())


@pytest.mark.parametrize(("choice", "takes", "on_d6", "on_d5"), [
    ("ratnik", True, "PH pq", "r B"), ("tower", True, "PH pq r B", ""), ("lone", False, "", "pq r B"),
])  # fmt: skip
def test_en_passant(choice: str, takes: bool, on_d6: str, on_d5: str) -> None:
    rules = TavreliRules(en_passant=choice)  # type: ignore[arg-type]
    stepped = play(rules.position("4k3/3pq4/8/3(rB)PH3/8/8/8/4K3 b - d - 0 1"), "d7-d5", rules=rules)
    assert ("e5-d6" in legal(stepped)) == takes
    after = play(stepped, "e5-d6", rules=rules) if takes else stepped
    assert (tower(after, "d6"), tower(after, "d5")) == (on_d6, on_d5)


@pytest.mark.parametrize(
    ("choice", "by_owner", "by_opponent"), [("always", "+r", "+r"), ("owner", "+r", "pr"), ("never", "pr", "pr")]
)
def test_promote_when_uncovered(choice: str, by_owner: str, by_opponent: str) -> None:
    rules = TavreliRules(promote_when_uncovered=choice)  # type: ignore[arg-type]
    owner = rules.position("7k/8/8/8/8/8/6K1/(rpr)7 b - - - 0 1")
    assert tower(play(owner, "a1-a5(1)", rules=rules), "a1") == by_owner
    opponent = rules.position("7k/8/8/8/8/8/6K1/(Rpr)7 w - - - 0 1")
    after = play(opponent, "a1-a5(1)", rules=rules)
    assert tower(after, "a1") == by_opponent
    assert bool(legal(after, "a1")) == (by_opponent == "+r")


@pytest.mark.parametrize(
    ("choice", "under_own", "under_opponent"), [("always", "PQ", "PQ"), ("opponent", "+Q", "PQ"), ("never", "+Q", "+Q")]
)
def test_demote_when_covered(choice: str, under_own: str, under_opponent: str) -> None:
    rules = TavreliRules(demote_when_covered=choice)  # type: ignore[arg-type]
    own = rules.position("6k1/8/8/8/3+Q4/8/4N3/1K6 w - - - 0 1")
    assert tower(play(own, "e2-d4", rules=rules), "d4") == f"N {under_own}"
    opponent = rules.position("6k1/8/8/8/3+Q4/8/4n3/1K6 b - - - 0 1")
    covered = play(opponent, "e2-d4", rules=rules)
    assert tower(covered, "d4") == f"n {under_opponent}"
    freed = play(covered, "b1-a1", "d4-b5(1)", rules=rules)
    assert ("d4-d7" in legal(freed)) == (under_opponent == "+Q")


def test_options_come_by_name_and_an_unknown_one_is_refused() -> None:
    assert rules_for("tavreli", {"en_passant": "lone"}) == TavreliRules(en_passant="lone")
    for options in ({"en_passant": "sometimes"}, {"double_step_over_own": "yes"}, {"captures": True}):
        with refused(BadInput, "unknown_option"):
            rules_for("tavreli", options)


CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - - 0 1"


ALONE = "4k3/8/8/8/r7/PR7/8/1N2K3 w - - - 0 1"


def texts(duty: TouchObligation) -> set[str]:
    return {move.text for move in duty.moves}


def touched(*squares: str) -> list[Touch]:
    """Touches of squares; a `!` after one means that adjusting was announced."""
    return [Touch(square.rstrip("!"), adjusting=square.endswith("!")) for square in squares]


@pytest.mark.article("tavreli:4.1", "tavreli:4.2", "tavreli:4.3", "tavreli:4.4", "tavreli:4.5")
@pytest.mark.parametrize(("text", "touches", "bound", "article", "code"), [
    ("start", "a1! g1", "g1-e2 g1-f3 g1-h3", "4.2", "touched_first"),
    ("start", "b1 g1", "b1-a3 b1-c3 b1-d2", "4.2", "touched_first"),
    # Also a piece that was let go where it may not go; a tower moves whole or in part.
    ("start", "g2", "g2-g3 g2-g4", "4.2", "touched_first"),
    ("4k3/8/8/8/8/8/8/(NR)3K3 w - - - 0 1", "a1", "a1-b3 a1-b3(1) a1-c2 a1-c2(1)", "4.2", "touched_first"),
    # The opponent's piece cannot be moved and binds to nothing.
    ("start", "e7 e5", "", "4.4", "none_can_move"),
    # A ratoborets before the volhv does not castle; if it cannot move, nor does the volhv.
    (CASTLING, "h1 e1", "h1", "4.2", "touched_first"),
    ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - - 0 1", "h1 e1", "e1", "4.3", "ratoborets_before_volhv"),
    # A volhv touched first, or with a ratoborets, may castle, on the other side if that one is impossible.
    (CASTLING, "e1", "e1 0-0 0-0-0", "4.3", "volhv_touched"),
    (CASTLING, "e1 h1", "e1 0-0 0-0-0", "4.3", "volhv_touched"),
    ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - - 0 1", "e1 h1", "e1 0-0-0", "4.3", "volhv_touched"),
    ("3rkr2/8/8/8/8/2n5/8/R3K2R w KQ - - 0 1", "e1 h1", "", "4.3", "volhv_cannot_move"),
    # The next piece that can move is bound, and if none can every move is free.
    (ALONE, "a3 b1", "b1", "4.2", "touched_first"), (ALONE, "a3 a4 h5", "", "4.4", "none_can_move"),
])  # fmt: skip
def test_the_first_touched_piece_that_can_move_must(text, touches, bound, article, code) -> None:
    start = position(text)
    duty = RULES.bound_moves(start, touched(*touches.split()))
    expected = [legal(start, part) if len(part) == 2 else {part} for part in bound.split()]
    assert texts(duty) == (set().union(*expected) if bound else legal(start))
    assert (duty.free, duty.article, duty.reason.code) == (not bound, article, code)


@pytest.mark.article("tavreli:4.2")
def test_a_federation_may_bind_to_the_opponents_piece_too() -> None:
    rules = TavreliRules(touched_opponent_binds=True)
    start = rules.position("4k3/8/8/3n4/4PH3/2N5/8/4K3 w - - - 0 1")
    duty = rules.bound_moves(start, touched("d5"))
    assert texts(duty) == {"e4-d5", "c3-d5"}
    assert (duty.reason.code, duty.square) == ("opponent_touched", "d5")
    assert texts(rules.bound_moves(start, touched("c3", "d5"))) == {"c3-d5"}
    assert texts(rules.bound_moves(start, touched("e1", "d5"))) == legal(start, "e1")


def test_an_invalid_square_is_refused() -> None:
    with refused(BadInput, "no_square"):
        RULES.bound_moves(RULES.start(), touched("j9"))

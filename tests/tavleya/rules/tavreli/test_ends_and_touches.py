"""Ends, draw claims, rulings and touched pieces of tavreli."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import ClaimKind, Ending, EndingKind, IllegalMove, LineOfPlay, Touch, TouchObligation
from tavleya.rules.registry import rules_for
from tavleya.rules.tavreli import TavreliPosition, TavreliRules
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, legal, line, play, position, tower

SHUFFLE = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")


@pytest.mark.article("tavreli:5.1")
def test_mate_ends_the_game_at_once() -> None:
    game = line(position("k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1"), "b5-b6")
    assert RULES.ending(game) == Ending(EndingKind.CHECKMATE, Side.WHITE, "5.1")


@pytest.mark.article("tavreli:5.2")
def test_stalemate_is_a_draw_at_once() -> None:
    game = line(position("k7/8/2(Qrn)5/8/8/8/8/4K3 w - - - 0 1"), "c6-c7")
    assert RULES.ending(game) == Ending(EndingKind.STALEMATE, None, "5.2")


@pytest.mark.article("tavreli:5.2")
def test_a_player_in_check_or_with_a_move_goes_on() -> None:
    assert RULES.ending(line(RULES.start(), "e2-e4")) is None
    assert RULES.ending(line(position("k7/8/8/8/8/8/1R6/4K3 w - - - 0 1"), "b2-a2")) is None


@pytest.mark.article("tavreli:5.4")
def test_repetition_and_fifty_moves_end_nothing_without_a_claim() -> None:
    game = line(RULES.start(), *SHUFFLE * 60)
    assert game.position.text().split()[5] == "240"
    assert RULES.ending(game) is None


@pytest.mark.article("tavreli:9.2")
def test_a_position_that_stands_for_the_third_time_is_a_draw_on_a_claim() -> None:
    verdict = RULES.claim(line(RULES.start(), *SHUFFLE * 2), ClaimKind.REPETITION)
    assert verdict.upheld
    assert verdict.plies == (0, 4, 8)
    assert verdict.message.code == "repetition_upheld"
    assert verdict.message.params["moves"] == "0, 2…, 4…"


@pytest.mark.article("tavreli:9.2")
def test_twice_is_not_enough() -> None:
    verdict = RULES.claim(line(RULES.start(), *SHUFFLE), ClaimKind.REPETITION)
    assert not verdict.upheld
    assert verdict.plies == (0, 4)
    assert verdict.message.code == "repetition_refuted"


@pytest.mark.article("tavreli:9.2")
def test_the_third_time_may_be_announced_by_a_written_move() -> None:
    game = line(RULES.start(), *(SHUFFLE * 2)[:-1])
    assert not RULES.claim(game, ClaimKind.REPETITION).upheld
    verdict = RULES.claim(game, ClaimKind.REPETITION, "f6-g8")
    assert verdict.upheld
    assert verdict.plies == (0, 4, 8)
    assert not RULES.claim(game, ClaimKind.REPETITION, "f6-e4").upheld


@pytest.mark.article("tavreli:9.2")
def test_an_announced_move_must_be_a_legal_one() -> None:
    with pytest.raises(IllegalMove):
        RULES.claim(line(RULES.start(), *SHUFFLE), ClaimKind.REPETITION, "e2-e5")


@pytest.mark.article("tavreli:5.4")
def test_the_same_towers_with_the_other_player_to_move_are_another_position() -> None:
    start = position("4k3/8/8/8/8/8/8/R3K3 w - - - 0 1")
    game = line(start, "a1-a2", "e8-d8", "a2-a3", "d8-e8", "a3-a1", "e8-d8", "a1-a2", "d8-e8", "a2-a1")
    # The start position had the same towers, with White to move.
    assert RULES.claim(game, ClaimKind.REPETITION).plies == (5, 9)


@pytest.mark.article("tavreli:9.2")
def test_a_lost_right_makes_it_another_position() -> None:
    start = position("r3k3/8/8/8/8/8/8/4K2R w K - - 0 1")
    game = line(start, *("h1-h2", "a8-a7", "h2-h1", "a7-a8") * 2)
    assert RULES.claim(game, ClaimKind.REPETITION).plies == (4, 8)


@pytest.mark.article("tavreli:9.2")
def test_en_passant_that_could_be_played_makes_it_another_position() -> None:
    back = ("a1-a2", "a8-a7", "a2-a1", "a7-a8")
    with_taker = position("r3k3/3pq4/8/4PH3/8/8/8/R3K3 b - d - 0 1")
    assert RULES.claim(line(with_taker, "d7-d5", *back * 2), ClaimKind.REPETITION).plies == (5, 9)
    without = position("r3k3/3pq4/8/8/4PH3/8/8/R3K3 b - d - 0 1")
    assert RULES.claim(line(without, "d7-d5", *back * 2), ClaimKind.REPETITION).plies == (1, 5, 9)


@pytest.mark.article("tavreli:9.2")
def test_the_order_in_a_tower_and_its_promotion_tell_positions_apart() -> None:
    tavreli_position = position("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 0 1")
    for other in ("(NR)7", "(Rn)7", "(RPN)7", "RN6", "(+RN)7"):
        assert tavreli_position.repetition_key() != position(f"4k3/8/8/8/8/8/{other}/4K3 w - - - 0 1").repetition_key()
    assert tavreli_position.repetition_key() == position("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 40 33").repetition_key()


@pytest.mark.article("tavreli:9.2")
def test_a_tower_built_and_taken_apart_does_not_cut_the_search() -> None:
    start = position("4k3/r7/8/8/8/8/8/RN2K3 w - - - 0 1")
    cycle = ("a1-b1", "a7-a8", "b1-a1(1)", "a8-a7")  # builds a tower each time: the counter restarts
    game = line(start, *cycle * 2)
    assert game.position.text().split()[5] == "3"
    verdict = RULES.claim(game, ClaimKind.REPETITION)
    assert (verdict.upheld, verdict.plies) == (True, (0, 4, 8))


def quiet(plies: int, start: str = "4k2r/8/8/8/8/8/8/R3K3 w - - - 0 1") -> LineOfPlay:
    return line(position(start), *(("a1-a2", "h8-h7", "a2-a1", "h7-h8") * 30)[:plies])


@pytest.mark.article("tavreli:9.3")
def test_fifty_moves_by_each_without_a_ratnik_move_or_a_new_tower_are_a_draw_on_a_claim() -> None:
    verdict = RULES.claim(quiet(100), ClaimKind.FIFTY_MOVES)
    assert (verdict.upheld, verdict.plies) == (True, (1, 100))
    assert verdict.message.code == "fifty_moves_upheld"
    refuted = RULES.claim(quiet(99), ClaimKind.FIFTY_MOVES)
    assert (refuted.upheld, refuted.message.code) == (False, "fifty_moves_refuted")


@pytest.mark.article("tavreli:9.3")
def test_the_hundredth_ply_may_be_announced() -> None:
    assert RULES.claim(quiet(99), ClaimKind.FIFTY_MOVES, "h7-h8").upheld
    assert not RULES.claim(quiet(98), ClaimKind.FIFTY_MOVES, "a2-a1").upheld


@pytest.mark.article("tavreli:9.3")
def test_an_announced_move_that_builds_a_tower_is_no_fiftieth() -> None:
    start = "4k2r/8/8/8/8/8/8/R1N1K3 w - - - 0 1"
    game = quiet(100, start)
    assert RULES.claim(game, ClaimKind.FIFTY_MOVES).upheld
    refuted = RULES.claim(game, ClaimKind.FIFTY_MOVES, "a1-c1")
    assert (refuted.upheld, refuted.plies) == (False, (101,))


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
def test_a_federation_may_count_carried_ratniks_and_split_towers() -> None:
    carried = TavreliRules(carried_ratnik_resets=True)
    start = carried.position("4k3/8/8/8/8/8/(RPN)7/4K3 w - - - 9 20")
    assert play(start, "a2-a3", rules=carried).text().split()[5] == "0"
    split = TavreliRules(splitting_resets=True)
    start = split.position("4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 9 20")
    assert play(start, "a2-a3(2)", rules=split).text().split()[5] == "0"
    assert play(start, "a2-a3(1)", rules=split).text().split()[5] == "10"


@pytest.mark.parametrize("kind", [ClaimKind.KINGS_ONLY, ClaimKind.MAIN_ROAD])
def test_other_claims_are_not_known_in_tavreli(kind: ClaimKind) -> None:
    with refused(BadInput, "no_such_claim"):
        RULES.claim(line(RULES.start()), kind)


def test_a_game_that_is_over_can_no_longer_be_claimed_drawn() -> None:
    game = line(position("k7/8/8/1+H6/8/8/8/4K3 w - - - 100 90"), "b5-b6")
    verdict = RULES.claim(game, ClaimKind.FIFTY_MOVES)
    assert (verdict.upheld, verdict.message.code) == (False, "game_over")


DEFAULT = TavreliRules()


def test_double_step_over_own() -> None:
    text = "4k3/8/8/8/8/N7/PR7/4K3 w - A - 0 1"
    assert "a2-a4" not in legal(DEFAULT.position(text))
    rules = TavreliRules(double_step_over_own=True)
    start = rules.position(text)
    assert "a2-a4" in legal(start)
    # Over an occupied square there is nothing to be taken on in passing.
    assert play(start, "a2-a4", rules=rules).text().split()[4] == "-"


def test_covered_ratnik_keeps_double_step() -> None:
    text = "4k3/7r/8/8/8/2N5/PR7/4K3 w - A - 0 1"
    moves = ("c3-a2", "h7-h6", "a2-c3(1)", "h6-h7")
    assert "a2-a4" in legal(play(DEFAULT.position(text), *moves))
    rules = TavreliRules(covered_ratnik_keeps_double_step=False)
    assert "a2-a4" not in legal(play(rules.position(text), *moves, rules=rules))


@pytest.mark.parametrize(
    ("choice", "takes", "on_d6", "on_d5"),
    [("ratnik", True, "PH pq", "r B"), ("tower", True, "PH pq r B", ""), ("lone", False, "", "pq r B")],
)
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


def test_captured_rook_keeps_castling() -> None:
    text = "4k3/8/8/8/8/8/5n2/R3K2R b KQ - - 0 1"
    moves = ("f2-h1", "a1-a2", "h1-f2(1)", "a2-a3", "f2-g4")
    assert legal(play(DEFAULT.position(text), *moves), "0") == {"0-0"}
    rules = TavreliRules(captured_rook_keeps_castling=False)
    assert legal(play(rules.position(text), *moves, rules=rules), "0") == set()


def test_options_come_by_name_and_an_unknown_one_is_refused() -> None:
    assert rules_for("tavreli", {"en_passant": "lone"}) == TavreliRules(en_passant="lone")
    for options in ({"en_passant": "sometimes"}, {"double_step_over_own": "yes"}, {"captures": True}):
        with refused(BadInput, "unknown_option"):
            rules_for("tavreli", options)


CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - - 0 1"


def texts(duty: TouchObligation) -> set[str]:
    return {move.text for move in duty.moves}


def touched(*squares: str) -> list[Touch]:
    return [Touch(square) for square in squares]


def bound_moves(position: TavreliPosition, touches: list[Touch]) -> TouchObligation:
    return RULES.bound_moves(position, touches)


@pytest.mark.article("tavreli:4.1")
def test_a_piece_touched_after_adjusting_another_binds() -> None:
    duty = bound_moves(RULES.start(), [Touch("a1", adjusting=True), Touch("g1")])
    assert texts(duty) == {"g1-e2", "g1-f3", "g1-h3"}


@pytest.mark.article("tavreli:4.2")
def test_the_first_touched_piece_must_move() -> None:
    duty = bound_moves(RULES.start(), touched("b1", "g1"))
    assert texts(duty) == {"b1-a3", "b1-c3", "b1-d2"}
    assert (duty.article, duty.reason.code, duty.free) == ("4.2", "touched_first", False)


@pytest.mark.article("tavreli:4.2")
def test_a_touched_tower_may_move_whole_or_in_part() -> None:
    start = position("4k3/8/8/8/8/8/8/(NR)3K3 w - - - 0 1")
    assert texts(bound_moves(start, touched("a1"))) == legal(start, "a1")
    assert "a1-b3(1)" in texts(bound_moves(start, touched("a1")))


@pytest.mark.article("tavreli:4.2")
def test_the_opponents_piece_cannot_be_moved_and_binds_to_nothing() -> None:
    duty = bound_moves(RULES.start(), touched("e7", "e5"))
    assert (duty.free, duty.article, duty.reason.code) == (True, "4.4", "none_can_move")


@pytest.mark.article("tavreli:4.2")
def test_a_federation_may_bind_to_the_opponents_piece_too() -> None:
    rules = TavreliRules(touched_opponent_binds=True)
    start = rules.position("4k3/8/8/3n4/4PH3/2N5/8/4K3 w - - - 0 1")
    duty = bound_moves(start, touched("d5"))
    assert texts(duty) == {"e4-d5", "c3-d5"}
    assert (duty.reason.code, duty.square) == ("opponent_touched", "d5")
    assert texts(bound_moves(start, touched("c3", "d5"))) == {"c3-d5"}
    assert texts(bound_moves(start, touched("e1", "d5"))) == legal(start, "e1")


@pytest.mark.article("tavreli:4.3")
def test_a_ratoborets_touched_before_the_volhv_must_move_and_does_not_castle() -> None:
    duty = bound_moves(position(CASTLING), touched("h1", "e1"))
    assert texts(duty) == legal(position(CASTLING), "h1")
    assert not {"0-0", "0-0-0"} & texts(duty)


@pytest.mark.article("tavreli:4.3")
def test_if_that_ratoborets_cannot_move_the_volhv_moves_without_castling() -> None:
    # In check along the e-file the ratoborets of h1 has no move.
    start = position("4k3/8/8/8/4r3/8/8/R3K2R w KQ - - 0 1")
    duty = bound_moves(start, touched("h1", "e1"))
    assert texts(duty) == legal(start, "e1")
    assert duty.reason.code == "ratoborets_before_volhv"


@pytest.mark.article("tavreli:4.3")
def test_a_volhv_touched_first_or_with_a_ratoborets_moves_and_may_castle() -> None:
    for touches in (touched("e1"), touched("e1", "h1")):
        duty = bound_moves(position(CASTLING), touches)
        assert texts(duty) == legal(position(CASTLING), "e1") | {"0-0", "0-0-0"}
        assert (duty.article, duty.reason.code) == ("4.3", "volhv_touched")


@pytest.mark.article("tavreli:4.3")
def test_if_castling_that_way_is_impossible_the_other_way_or_a_volhv_move_is_left() -> None:
    start = position("4k3/8/8/8/6r1/8/8/R3K2R w KQ - - 0 1")
    assert texts(bound_moves(start, touched("e1", "h1"))) == legal(start, "e1") | {"0-0-0"}


@pytest.mark.article("tavreli:4.3")
def test_if_the_volhv_has_no_move_at_all_every_move_is_free() -> None:
    start = position("3rkr2/8/8/8/8/2n5/8/R3K2R w KQ - - 0 1")
    assert legal(start, "e1") == set()
    duty = bound_moves(start, touched("e1", "h1"))
    assert (duty.free, duty.article, duty.reason.code) == (True, "4.3", "volhv_cannot_move")
    assert texts(duty) == legal(start)


@pytest.mark.article("tavreli:4.4")
def test_if_the_first_touched_piece_cannot_move_the_next_one_that_can_is_bound() -> None:
    start = position("4k3/8/8/8/r7/PR7/8/1N2K3 w - - - 0 1")
    assert texts(bound_moves(start, touched("a3", "b1"))) == legal(start, "b1")


@pytest.mark.article("tavreli:4.4")
def test_if_none_of_the_touched_pieces_can_move_every_move_is_free() -> None:
    start = position("4k3/8/8/8/r7/PR7/8/1N2K3 w - - - 0 1")
    duty = bound_moves(start, touched("a3", "a4", "h5"))
    assert (duty.free, duty.article) == (True, "4.4")
    assert texts(duty) == legal(start)


@pytest.mark.article("tavreli:4.5")
def test_a_piece_let_go_where_it_may_not_go_is_still_a_touched_piece() -> None:
    start = RULES.start()
    assert texts(bound_moves(start, touched("g2"))) == {"g2-g3", "g2-g4"}


def test_an_invalid_square_is_refused() -> None:
    with refused(BadInput, "no_square"):
        bound_moves(RULES.start(), touched("j9"))

"""Endings on the board, and claims of repetition and of fifty moves."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import ClaimKind, Ending, EndingKind, IllegalMove, LineOfPlay
from tavleya.rules.tavreli import TavreliRules
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, line, play, position

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
        assert (
            tavreli_position.repetition_key()
            != position(f"4k3/8/8/8/8/8/{other}/4K3 w - - - 0 1").repetition_key()
        )
    assert (
        tavreli_position.repetition_key()
        == position("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 40 33").repetition_key()
    )


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
@pytest.mark.parametrize(
    ("text", "move", "counter"),
    [
        ("4k3/8/8/8/8/PR7/8/4K3 w - - - 9 20", "a3-a4", "0"),  # a ratnik moves
        ("4k3/8/8/8/8/8/NR6/4K3 w - - - 9 20", "b2-a2", "0"),  # a tower is built
        ("4k3/8/8/8/8/8/nR6/4K3 w - - - 9 20", "b2-a2", "0"),
        ("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 9 20", "a2-a3", "10"),  # a tower moves whole
        ("4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 9 20", "a2-a3(2)", "10"),  # or in part
        ("4k3/8/8/8/8/8/(RPN)7/4K3 w - - - 9 20", "a2-a3", "10"),  # a ratnik is carried
        ("4k3/8/8/8/8/8/8/4K2R w K - - 9 20", "0-0", "10"),
        ("(RPN)7/7k/8/8/8/8/8/4K3 w - - - 9 20", "a8-a6(1)", "10"),  # a ratnik is promoted by uncovering
    ],
)
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

"""Moves of the pieces of tavreli, and moves against the rules."""

import pytest

from tavleya.rules.contract import Figure, StatusKind, UnreadableMove
from tavleya.rules.tavreli import TavreliPosition
from tavleya.sides import Side
from tests.tavleya.refusals import refused
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


@pytest.mark.article("tavreli:1.2")
def test_a_volhv_that_nothing_can_save_from_attack_is_mated() -> None:
    mate = play(position("k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1"), "b5-b6")
    assert mate.status().kind is StatusKind.CHECKMATE
    assert mate.status().winner is Side.WHITE
    assert mate.legal_moves() == ()


@pytest.mark.article("tavreli:1.2")
def test_a_check_that_can_be_answered_is_no_mate() -> None:
    checked = position("k7/8/8/8/8/8/1r6/R3K3 b - - - 0 1")
    assert checked.status().kind is StatusKind.CHECK
    assert legal(checked) == {"a8-b8", "a8-b7", "b2-a2"}


@pytest.mark.article("tavreli:2.1")
def test_the_board_has_64_squares_of_which_each_player_fills_two_ranks() -> None:
    figures = RULES.start().figures()
    assert set(figures) == {file + rank for file in "abcdefgh" for rank in "1278"}
    assert all(len(pieces) == 1 for pieces in figures.values())


@pytest.mark.article("tavreli:2.3")
def test_each_side_has_sixteen_pieces_of_six_kinds() -> None:
    for side in Side:
        kinds = [pieces[0].kind for pieces in RULES.start().figures().values() if pieces[0].side is side]
        assert sorted(kinds) == sorted("KQRRBBNN" + "P" * 8)


@pytest.mark.article("tavreli:2.4")
def test_the_pieces_stand_as_in_chess_with_the_knyaz_on_the_d_file() -> None:
    figures = RULES.start().figures()
    assert [figures[file + "1"][0].kind for file in "abcdefgh"] == list("RNBQKBNR")
    assert [figures[file + "8"][0].kind for file in "abcdefgh"] == list("RNBQKBNR")


@pytest.mark.article("tavreli:2.5")
def test_each_ratnik_bears_the_sign_of_the_piece_behind_it_and_the_volhvs_that_of_the_helgi() -> None:
    figures = RULES.start().figures()
    assert [figures[file + "2"][0].becomes for file in "abcdefgh"] == list("RNBQHBNR")
    assert figures["e7"] == (Figure("P", Side.BLACK, becomes="H"),)


@pytest.mark.article("tavreli:3.1")
def test_nothing_leaves_the_board_and_what_is_stood_on_lies_beneath() -> None:
    after = play(RULES.start(), "e2-e4", "d7-d5", "e4-d5", "d8-d5")
    assert tower(after, "d5") == "q PH pq"
    assert sum(len(pieces) for pieces in after.figures().values()) == 32


@pytest.mark.article("tavreli:3.1")
def test_own_and_opposing_pieces_may_be_stood_on_but_never_a_volhv() -> None:
    start = position("3k4/3nR3/8/8/4R3/8/8/4K3 w - - - 0 1")
    assert {"e4-e7", "e7-e4", "e7-d7"} <= legal(start)
    assert "e4-e1" not in legal(start)
    assert "e7-e8" not in legal(position("4k3/4R3/8/8/8/8/8/4K3 w - - - 0 1"))


@pytest.mark.article("tavreli:3.1")
def test_only_vsadnik_and_castling_pass_over_an_occupied_square() -> None:
    text = "4k3/8/8/8/8/8/PRPN6/RN2K3 w - AB - 0 1"
    assert targets(text, "a1") == {"a2", "b1"}
    assert targets(text, "b1") == {"a3", "c3", "d2"}


@pytest.mark.article("tavreli:3.2")
def test_a_tower_moves_as_its_top_piece_whole_or_split_in_two_anywhere() -> None:
    start = position("4k3/8/8/8/8/8/8/(NRB)3K3 w - - - 0 1")
    assert legal(start, "a1") == {f"a1-{to}{count}" for to in ("b3", "c2") for count in ("", "(1)", "(2)")}
    assert tower(play(start, "a1-b3"), "b3") == "N R B"
    split = play(start, "a1-b3(2)")
    assert (tower(split, "b3"), tower(split, "a1")) == ("N R", "B")


@pytest.mark.article("tavreli:3.2")
def test_a_remaining_tower_acts_at_once_for_the_owner_of_its_new_top() -> None:
    freed = play(position("k7/8/8/8/8/8/4K3/(Nq)7 w - - - 0 1"), "a1-b3(1)")
    assert tower(freed, "a1") == "q"
    assert "a1-h8" in legal(freed)
    discovered = play(position("k7/8/8/8/8/8/4K3/(NR)7 w - - - 0 1"), "a1-b3(1)")
    assert discovered.status().kind is StatusKind.CHECK


@pytest.mark.article("tavreli:3.3")
def test_the_knyaz_goes_along_ranks_files_and_diagonals() -> None:
    text = "7k/8/8/3Q1R2/8/1b6/8/K7 w - - - 0 1"
    straight = {"d1", "d2", "d3", "d4", "d6", "d7", "d8", "a5", "b5", "c5", "e5", "f5"}
    diagonal = {"a8", "b7", "c6", "e4", "f3", "g2", "h1", "c4", "b3", "e6", "f7", "g8"}
    assert targets(text, "d5") == straight | diagonal


@pytest.mark.article("tavreli:3.4")
def test_the_ratoborets_goes_along_ranks_and_files() -> None:
    text = "7k/8/3b1n2/8/3R4/8/8/K7 w - - - 0 1"
    assert targets(text, "d4") == {"d5", "d6", "d3", "d2", "d1", "a4", "b4", "c4", "e4", "f4", "g4", "h4"}


@pytest.mark.article("tavreli:3.5")
def test_the_luchnik_goes_along_diagonals() -> None:
    assert targets("7k/8/5n2/8/3B4/8/1N6/K7 w - - - 0 1", "d4") == {
        "e5", "f6", "e3", "f2", "g1", "c3", "b2", "c5", "b6", "a7",
    }  # fmt: skip


@pytest.mark.article("tavreli:3.6")
def test_the_vsadnik_goes_to_the_nearest_squares_off_its_lines() -> None:
    assert targets("7k/8/8/8/3N4/8/8/K7 w - - - 0 1", "d4") == {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}


@pytest.mark.article("tavreli:3.8")
def test_the_helgi_goes_as_knyaz_and_as_vsadnik() -> None:
    helgi, knyaz, vsadnik = (targets(f"8/8/7k/8/3{piece}4/8/8/K7 w - - - 0 1", "d4") for piece in ("+H", "Q", "N"))
    assert helgi == knyaz | vsadnik
    assert len(helgi) == 34


@pytest.mark.article("tavreli:3.9")
def test_the_volhv_steps_to_any_neighbouring_square_that_is_not_attacked() -> None:
    assert targets("7k/8/8/3r4/8/8/4K3/8 w - - - 0 1", "e2") == {"e1", "e3", "f1", "f2", "f3"}


@pytest.mark.article("tavreli:3.9")
def test_the_volhv_may_stand_on_own_and_opposing_towers_that_are_not_defended() -> None:
    defended = position("7k/8/8/8/8/5B2/4Kn2/6n1 w - - - 0 1")
    assert "e2-f2" in legal(defended)
    assert "e2-f3" not in legal(defended)  # the vsadnik on g1 attacks it
    assert tower(play(defended, "e2-f2"), "f2") == "K n"
    assert tower(play(position("7k/8/8/8/8/5B2/4Kn2/8 w - - - 0 1"), "e2-f3"), "f3") == "K B"


@pytest.mark.article("tavreli:3.9")
def test_two_volhvs_never_stand_side_by_side() -> None:
    assert targets("8/8/8/4k3/8/4K3/8/8 w - - - 0 1", "e3") == {"d2", "e2", "f2", "d3", "f3"}


@pytest.mark.article("tavreli:3.9")
def test_a_volhv_on_a_tower_moves_alone_or_with_any_part_of_it() -> None:
    start = position("7k/8/8/8/8/8/8/(KNB)7 w - - - 0 1")
    assert {"a1-a2", "a1-a2(1)", "a1-a2(2)"} <= legal(start)
    assert tower(play(start, "a1-a2(2)"), "a2") == "K N"


@pytest.mark.article("tavreli:3.9")
def test_no_move_may_leave_the_own_volhv_attacked_not_even_by_what_it_sets_free() -> None:
    start = position("7k/8/8/8/8/8/8/K2(Nr)4 w - - - 0 1")
    assert legal(start, "d1") == {"d1-b2", "d1-c3", "d1-e3", "d1-f2"}
    shielded = position("7k/8/8/8/8/8/8/K2(Rr)4 w - - - 0 1")
    assert {"d1-b1(1)", "d1-c1(1)"} <= legal(shielded)
    assert "d1-d2(1)" not in legal(shielded)


class TestCastling:
    START = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1"

    @pytest.mark.article("tavreli:3.9")
    def test_moves_the_volhv_two_squares_and_the_ratoborets_over_it(self) -> None:
        short = play(position(self.START), "0-0")
        assert (tower(short, "g1"), tower(short, "f1"), tower(short, "h1")) == ("K", "R", "")
        both = play(short, "0-0-0")
        assert (tower(both, "c8"), tower(both, "d8"), tower(both, "a8")) == ("k", "r", "")

    @pytest.mark.article("tavreli:3.9")
    def test_is_lost_once_volhv_or_ratoborets_has_moved(self) -> None:
        assert "0-0" not in legal(play(position(self.START), "h1-h2", "a8-a7", "h2-h1", "a7-a8"))
        assert "0-0-0" in legal(play(position(self.START), "h1-h2", "a8-a7", "h2-h1", "a7-a8"))
        back = play(position(self.START), "e1-e2", "a8-a7", "e2-e1", "a7-a8")
        assert not {"0-0", "0-0-0"} & legal(back)

    @pytest.mark.article("tavreli:3.9")
    @pytest.mark.parametrize(
        ("board", "castles"),
        [
            ("4k3/8/8/8/4r3/8/8/R3K2R", set()),  # in check
            ("4k3/8/8/8/5r2/8/8/R3K2R", {"0-0-0"}),  # f1 would be crossed
            ("4k3/8/8/8/6r1/8/8/R3K2R", {"0-0-0"}),  # g1 would be entered
            ("4k3/8/8/8/1r6/8/8/R3K2R", {"0-0", "0-0-0"}),  # b1 is passed by the ratoborets alone
            ("4k3/8/8/8/8/8/8/RN2K1NR", set()),  # the path is blocked
        ],
    )
    def test_is_barred_for_now(self, board: str, castles: set[str]) -> None:
        assert legal(position(f"{board} w KQ - - 0 1"), "0") == castles

    @pytest.mark.article("tavreli:3.9")
    def test_a_covered_ratoborets_waits_with_its_right(self) -> None:
        covered = play(position("4k3/8/8/8/8/8/5n2/R3K2R b KQ - - 0 1"), "f2-h1")
        assert tower(covered, "h1") == "n R"
        assert legal(covered, "0") == {"0-0-0"}
        assert "0-0" in legal(play(covered, "a1-a2", "h1-f2(1)", "a2-a3", "f2-g4"))

    @pytest.mark.article("tavreli:3.9")
    def test_a_ratoborets_that_was_carried_off_and_back_castles_no_more(self) -> None:
        start = position("4k3/8/8/8/8/8/5n2/R3K2R b KQ - - 0 1")
        back = play(start, "f2-h1", "a1-a2", "h1-f2", "a2-a1", "f2-h1", "a1-a2", "h1-f2(1)", "a2-a1", "f2-g4")
        assert tower(back, "h1") == "R"
        assert legal(back, "0") == set()


class TestRatnik:
    @pytest.mark.article("tavreli:3.7")
    def test_steps_forward_onto_an_empty_square_or_an_own_tower_but_not_onto_the_opponents(self) -> None:
        assert legal(position("4k3/8/8/8/8/PR7/8/4K3 w - - - 0 1"), "a3") == {"a3-a4"}
        assert tower(play(position("4k3/8/8/8/R7/PR7/8/4K3 w - - - 0 1"), "a3-a4"), "a4") == "PR R"
        assert legal(position("4k3/8/8/8/r7/PR7/8/4K3 w - - - 0 1"), "a3") == set()

    @pytest.mark.article("tavreli:3.7")
    def test_steps_by_two_from_its_first_square_also_onto_an_own_tower(self) -> None:
        start = position("4k3/8/8/8/R2r4/8/PR2PQ4/4K3 w - AD - 0 1")
        assert legal(start, "a2") == {"a2-a3", "a2-a4"}
        assert legal(start, "d2") == {"d2-d3"}

    @pytest.mark.article("tavreli:3.7")
    def test_does_not_step_by_two_over_anything(self) -> None:
        for crossed in ("N", "n"):
            assert "a2-a4" not in legal(position(f"4k3/8/8/8/8/{crossed}7/PR7/4K3 w - A - 0 1"))

    @pytest.mark.article("tavreli:3.7")
    def test_carried_off_its_first_square_and_put_back_steps_by_one(self) -> None:
        start = position("4k3/7r/8/8/8/2N5/PR7/4K3 w - A - 0 1")
        back = play(start, "c3-a2", "h7-h6", "a2-c3", "h6-h7", "c3-a2", "h7-h6", "a2-b4(1)", "h6-h7")
        assert tower(back, "a2") == "PR"
        assert legal(back, "a2") == {"a2-a3"}

    @pytest.mark.article("tavreli:3.7")
    def test_covered_and_uncovered_on_its_first_square_still_steps_by_two(self) -> None:
        start = position("4k3/7r/8/8/8/2N5/PR7/4K3 w - A - 0 1")
        assert legal(play(start, "c3-a2", "h7-h6", "a2-c3(1)", "h6-h7"), "a2") == {"a2-a3", "a2-a4"}

    @pytest.mark.article("tavreli:3.7")
    def test_goes_diagonally_only_onto_the_opponent(self) -> None:
        start = position("4k3/8/8/1n1N4/2PB5/8/8/4K3 w - - - 0 1")
        assert legal(start, "c4") == {"c4-c5", "c4-b5"}
        assert tower(play(start, "c4-b5"), "b5") == "PB n"

    @pytest.mark.article("tavreli:3.7")
    def test_takes_a_double_step_en_passant_on_the_next_move_only(self) -> None:
        start = position("4k3/3pq4/8/4PH3/8/8/8/R3K3 b - d - 0 1")
        taken = play(start, "d7-d5", "e5-d6")
        assert (tower(taken, "d6"), tower(taken, "d5")) == ("PH pq", "")
        assert "e5-d6" not in legal(play(start, "d7-d5", "a1-a2", "e8-f8"))

    @pytest.mark.article("tavreli:3.7")
    def test_taken_en_passant_leaves_the_tower_that_it_had_landed_on(self) -> None:
        start = position("4k3/3pq4/8/3(rB)PH3/8/8/8/4K3 b - d - 0 1")
        taken = play(start, "d7-d5", "e5-d6")
        assert (tower(taken, "d6"), tower(taken, "d5")) == ("PH pq", "r B")

    @pytest.mark.article("tavreli:3.7")
    def test_takes_en_passant_with_any_part_of_its_tower(self) -> None:
        start = position("4k3/3pq4/8/4(PHN)3/8/8/8/4K3 b - d - 0 1")
        taken = play(start, "d7-d5", "e5-d6(1)")
        assert (tower(taken, "d6"), tower(taken, "e5")) == ("PH pq", "N")

    @pytest.mark.article("tavreli:3.7")
    def test_does_not_take_en_passant_if_that_opens_its_own_volhv(self) -> None:
        start = position("4k3/3pq4/8/K3PH2r/8/8/8/8 b - d - 0 1")
        assert "e5-d6" not in legal(play(start, "d7-d5"))
        assert play(start, "d7-d5").text().split()[4] == "-"

    @pytest.mark.article("tavreli:3.7")
    def test_is_promoted_on_its_last_rank_to_its_own_piece(self) -> None:
        start = position("k7/3PN4/8/8/8/8/3ph4/6K1 w - - - 0 1")
        assert tower(play(start, "d7-d8"), "d8") == "+N"
        assert tower(play(start, "d7-d8", "d2-d1"), "d1") == "+h"

    @pytest.mark.article("tavreli:3.7")
    def test_carried_to_its_last_rank_is_promoted_only_as_it_becomes_the_top(self) -> None:
        carried = play(position("k7/8/8/8/8/8/8/4K2(RPN) w - - - 0 1"), "h1-h8", "a8-a7")
        assert tower(carried, "h8") == "R PN"
        assert tower(play(carried, "h8-g8(1)"), "h8") == "+N"

    @pytest.mark.article("tavreli:3.7")
    def test_uncovered_on_its_last_rank_by_the_opponent_is_promoted_too(self) -> None:
        assert tower(play(position("7k/8/8/8/8/8/8/K2(Rpn)4 w - - - 0 1"), "d1-d2(1)"), "d1") == "+n"

    @pytest.mark.article("tavreli:3.7")
    def test_uncovered_into_attacking_the_volhv_of_the_mover_cannot_be_uncovered(self) -> None:
        start = position("7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1")
        assert legal(start, "d1") == {"d1-b2", "d1-c3", "d1-e3", "d1-f2"}

    @pytest.mark.article("tavreli:3.7")
    @pytest.mark.parametrize("cover", ["n", "N"])
    def test_promoted_and_stood_on_is_an_ordinary_ratnik_again(self, cover: str) -> None:
        side = "w" if cover.isupper() else "b"
        covered = play(position(f"7k/8/8/8/3+Q4/8/4{cover}3/1K6 {side} - - - 0 1"), "e2-d4")
        assert tower(covered, "d4") == f"{cover} PQ"


@pytest.mark.article("tavreli:3.7")
def test_a_ratnik_set_free_after_its_promotion_must_march_again() -> None:
    freed = play(position("7k/8/8/8/3(nPQ)4/8/8/6K1 b - - - 0 1"), "d4-b5(1)")
    assert tower(freed, "d4") == "PQ"
    assert legal(freed, "d4") == {"d4-d5"}


def displaced(text: str, move: str) -> TavreliPosition:
    return RULES.displace(position(text), move)


def test_any_tower_is_carried_anywhere_and_the_turn_passes() -> None:
    after = RULES.displace(RULES.start(), "a1-d5")
    assert tower(after, "d5") == "R"
    assert after.turn is Side.BLACK
    assert after.text().split()[2] == "Kkq"


def test_the_number_named_is_lifted_or_else_the_whole_tower() -> None:
    text = "4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 0 1"
    assert tower(displaced(text, "a2-h7(2)"), "h7") == "R N"
    assert tower(displaced(text, "a2-h7(2)"), "a2") == "B"
    assert tower(displaced(text, "a2-h7"), "h7") == "R N B"


def test_the_opponents_tower_may_be_what_was_moved() -> None:
    after = RULES.displace(RULES.start(), "e7-e5")
    assert tower(after, "e5") == "ph"
    assert "e" not in after.text().split()[3]
    assert after.text().split()[4] == "-"


def test_ratniks_are_promoted_and_turned_back_on_the_way() -> None:
    assert tower(displaced("4k3/8/8/8/8/PR7/8/4K3 w - - - 0 1", "a3-a8"), "a8") == "+R"
    assert tower(displaced("4k3/8/8/8/+R7/8/1N6/4K3 w - - - 0 1", "b2-a4"), "a4") == "N PR"
    assert tower(displaced("7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1", "d1-b2(1)"), "d1") == "+r"


def test_a_volhv_that_left_its_square_takes_the_castling_rights_along() -> None:
    assert displaced("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1", "e1-e4").text().split()[2] == "kq"


def test_a_volhv_may_be_left_attacked_and_the_position_is_still_read_and_played() -> None:
    after = displaced("4k3/8/8/8/4r3/8/4N3/4K3 w - - - 0 1", "e2-c3")
    tavreli_position = RULES.position(after.text())
    assert tavreli_position == after
    assert "e4-e1" not in legal(tavreli_position)
    assert "e4-e2" in legal(tavreli_position)


def test_a_double_step_without_the_right_can_be_answered_en_passant() -> None:
    after = displaced("4k3/8/8/8/3pq4/8/4PH3/4K3 w - - - 0 1", "e2-e4")
    assert after.text().split()[4] == "e3"
    assert RULES.position(after.text()) == after
    assert "d4-e3" in legal(after)


def test_en_passant_that_leaves_the_volhv_attacked_takes_the_ratnik_along() -> None:
    start = RULES.displace(position("4k3/3pq4/8/K3PH2r/8/8/8/8 b - d - 0 1"), "d7-d5")
    after = RULES.displace(start, "e5-d6")
    assert (tower(after, "d6"), tower(after, "d5")) == ("PH pq", "")


def test_castling_against_the_rules_moves_both_pieces() -> None:
    after = displaced("4k3/8/8/8/5r2/8/8/4K1NR w - - - 7 9", "0-0")
    assert (tower(after, "g1"), tower(after, "f1"), tower(after, "h1")) == ("K N", "R", "")
    assert after.text().split()[5:] == ["0", "9"]


def test_two_squares_of_the_volhv_are_castling_unless_marked_as_a_single_move() -> None:
    text = "4k3/8/8/8/5r2/8/8/4K2R w K - - 0 1"
    assert displaced(text, "e1-g1") == displaced(text, "0-0")
    assert tower(displaced(text, "e1-g1(1)"), "h1") == "R"
    assert tower(displaced("4k3/8/8/8/5r2/8/8/4K3 w - - - 0 1", "e1-g1"), "g1") == "K"


def test_the_counter_goes_on_as_after_any_move() -> None:
    assert displaced("4k3/8/8/8/8/8/4N3/4K3 w - - - 7 9", "e2-e5").text().split()[5] == "8"
    assert displaced("4k3/8/8/8/8/PR7/8/4K3 w - - - 7 9", "a3-c5").text().split()[5] == "0"
    assert displaced("4k3/8/8/8/8/8/4N3/R3K3 b - - - 7 9", "a1-e2").text().split()[5:] == ["0", "10"]


@pytest.mark.parametrize(("code", "move"), [
    ("nothing_there", "e5-e6"), ("lifts_too_many", "a2-a8(3)"), ("lifts_none", "a2-a8(0)"),
    ("goes_nowhere", "a2-a2"), ("onto_volhv", "a2-e8"), ("castling_not_there", "0-0"),
    ("unreadable_move", "a piece fell over"), ("two_alphabets", "е2-е4"),
])  # fmt: skip
def test_an_impossible_move_is_refused(code: str, move: str) -> None:
    with refused(UnreadableMove, code):
        displaced("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 0 1", move)

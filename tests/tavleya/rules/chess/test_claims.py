"""Draw claims by the player to move, decided from the record (FIDE Laws 9.2, 9.3)."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import ClaimKind, IllegalMove
from tests.tavleya.rules.chess.samples import RULES, line_of

OUT_AND_BACK = ("Nf3", "Nf6", "Ng1", "Ng8")
REPETITION, FIFTY = ClaimKind.REPETITION, ClaimKind.FIFTY_MOVES


def test_a_position_that_stands_for_the_third_time_is_a_right_claim():
    verdict = RULES.claim(line_of(*OUT_AND_BACK * 2), REPETITION)
    assert (verdict.upheld, verdict.message.code) == (True, "repetition_right")
    assert verdict.plies == (0, 4, 8)


def test_a_claim_is_right_if_the_written_move_brings_the_third_appearance():
    line = line_of(*(OUT_AND_BACK * 2)[:7])
    assert not RULES.claim(line, REPETITION).upheld
    verdict = RULES.claim(line, REPETITION, "Ng8")
    assert verdict.upheld
    assert verdict.plies == (0, 4, 8)


def test_a_claim_of_a_second_appearance_is_wrong_and_shows_both():
    verdict = RULES.claim(line_of(*OUT_AND_BACK), REPETITION)
    assert not verdict.upheld
    assert verdict.plies == (0, 4)
    assert verdict.message.code == "repetition_wrong"


def test_another_written_move_does_not_make_the_claim_right():
    assert not RULES.claim(line_of(*(OUT_AND_BACK * 2)[:7]), REPETITION, "e5").upheld


def test_an_illegal_written_move_is_refused_with_its_reason():
    with pytest.raises(IllegalMove):
        RULES.claim(line_of(*OUT_AND_BACK), REPETITION, "e5")


def test_the_same_pieces_with_the_other_side_to_move_are_another_position():
    line = line_of("Ra2", "Kd8", "Ra3", "Ke8", "Ra1", start="4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert line.position.figures() == line.start.figures()
    assert line.position.repetition_key() != line.start.repetition_key()


def test_a_lost_castling_right_makes_another_position():
    line = line_of("Ke2", "Ke7", "Ke1", "Ke8", start="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert line.position.figures() == line.start.figures()
    assert line.position.repetition_key() != line.start.repetition_key()


def test_en_passant_counts_only_if_the_capture_is_legal():
    could = RULES.position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    cannot = RULES.position("4k3/8/8/3p2P1/8/8/8/4K3 w - d6 0 1")
    assert could.repetition_key() != RULES.position("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").repetition_key()
    assert cannot.repetition_key() == RULES.position("4k3/8/8/3p2P1/8/8/8/4K3 w - - 0 1").repetition_key()


def test_an_en_passant_that_the_pin_forbids_does_not_count():
    """The king would be in check along the fifth rank once both pawns have left it."""
    pinned = "4k3/8/8/K2pP2r/8/8/8/8 w - {} 0 1"
    key = RULES.position(pinned.format("d6")).repetition_key()
    assert key == RULES.position(pinned.format("-")).repetition_key()


def _quiet(counter, *moves):
    return line_of(*moves, start=f"4k3/4p3/8/8/8/8/4P3/R3K3 w - - {counter} 80")


def test_fifty_moves_by_each_without_pawn_or_capture_are_a_right_claim():
    line = _quiet(97, "Ra2", "Kd8", "Ra3")
    verdict = RULES.claim(line, FIFTY)
    assert (verdict.upheld, verdict.message.code) == (True, "fifty_right")
    assert verdict.plies == (1, 3)
    early = RULES.claim(line.cut(2), FIFTY)
    assert (early.upheld, early.message.code) == (False, "fifty_wrong")


def test_the_written_move_may_complete_the_fifty():
    line = _quiet(97, "Ra2", "Kd8")
    assert RULES.claim(line, FIFTY, "Ra3").upheld
    assert not RULES.claim(line, FIFTY, "e4").upheld, "a pawn move starts the count again"


def test_a_refused_fifty_move_claim_shows_the_move_that_broke_the_run():
    verdict = RULES.claim(_quiet(90, "Ra2", "e5", "Ra3", "Ke7"), FIFTY)
    assert not verdict.upheld
    assert verdict.plies == (2,)
    assert verdict.message.render().endswith("capture: 1; needed: 50.")


def test_chess_has_no_claim_of_draughts():
    with pytest.raises(BadInput):
        RULES.claim(_quiet(0), ClaimKind.KINGS_ONLY)

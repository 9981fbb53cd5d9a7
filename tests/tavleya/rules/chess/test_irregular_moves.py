"""Irregular moves are executed on the board, so that a game can continue from there (FIDE Laws 7.5)."""

import pytest

from tavleya.rules.chess960.rules import Chess960Rules
from tavleya.rules.contract import BadPosition, Figure, LineOfPlay, Ply, StatusKind, UnreadableMove
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.chess.samples import RULES


def displaced(text, fen="start"):
    return RULES.displace(RULES.position(fen), text)


def test_the_piece_goes_where_it_was_put_and_the_turn_passes():
    position = displaced("a1a5")
    assert position.text() == "rnbqkbnr/pppppppp/8/R7/8/8/PPPPPPPP/1NBQKBNR b Kkq - 1 1"
    assert position.turn is Side.BLACK


def test_a_piece_that_stood_there_is_gone_and_the_count_begins_again():
    position = displaced("Nb1xd7")
    assert position.figures()["d7"] == (Figure("N", Side.WHITE),)
    assert position.quiet_plies == 0
    assert len(position.figures()) == 31


def test_a_king_that_was_moved_wrongly_loses_both_castling_rights():
    assert displaced("e1e3").text().split()[2] == "kq"


def test_an_unreplaced_pawn_on_the_last_rank_becomes_a_queen():
    position = displaced("e7e8", "7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    assert position.figures()["e8"] == (Figure("Q", Side.WHITE),)
    assert displaced("e7e8n", "7k/4P3/8/8/8/8/8/K7 w - - 0 1").figures()["e8"] == (Figure("N", Side.WHITE),)


def test_castling_that_the_rules_forbid_moves_king_and_rook():
    position = displaced("0-0", "4k3/8/8/8/5r2/8/8/4K2R w K - 3 9")
    assert position.text() == "4k3/8/8/8/5r2/8/8/5RK1 b - - 4 9"


def test_a_forbidden_long_castling_leaves_king_and_rook_on_c_and_d():
    assert displaced("0-0-0", "4k3/8/8/8/3r4/8/8/R3K3 w Q - 3 9").text() == "4k3/8/8/8/3r4/8/8/2KR4 b - - 4 9"
    assert (
        displaced("0-0-0", "r3k3/8/8/8/8/8/3R4/4K3 b q - 3 9").text() == "2kr4/8/8/8/8/8/3R4/4K3 w - - 4 10"
    )


def test_a_king_left_in_check_can_stand_and_is_never_taken():
    position = displaced("Ke1d1", "3rk3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert all(not move.text.endswith("d1") for move in position.legal_moves())
    assert position.status().kind is StatusKind.ONGOING
    assert RULES.position(position.text()) == position, "a game that stands so can be stored and read again"
    assert [message.code for message in RULES.objections(position)] == ["opposite_check"]


def test_a_short_text_is_enough_where_one_piece_can_be_meant():
    assert displaced("Kd3").figures()["d3"] == (Figure("K", Side.WHITE),)


@pytest.mark.parametrize(("text", "reason"), [
    ("e3e4", "no_piece"), ("Nd5", "origin_missing"), ("e2e2", "same_square"), ("0-0", "castling_not_allowed"),
])  # fmt: skip
def test_an_incomplete_description_of_a_move_is_refused(text, reason):
    with refused(UnreadableMove, "cannot_displace", reason=reason):
        displaced(text)


@pytest.mark.parametrize("rules", [RULES, Chess960Rules()], ids=["chess", "chess960"])
def test_a_king_that_was_taken_is_off_the_board_and_the_game_stands_so(rules):
    position = rules.displace(rules.position("4k3/4r1p1/6P1/8/8/8/8/4K2R b K - 0 1"), "e7e1")
    assert position.figures()["e1"] == (Figure("R", Side.BLACK),)
    assert rules.standing(position.text()) == position, "a game that stands so can be stored and read again"
    assert position.legal_moves() and position.status().kind is StatusKind.ONGOING
    assert rules.explain(position, "h1e1") is None
    assert not rules.both_in_check(position)
    assert rules.can_mate(position, Side.BLACK)
    explain = rules.explain(rules.position("4k3/4r3/8/8/8/8/8/4K3 b - - 0 1"), "e7e1")
    assert explain is not None and explain.code == "takes_king"
    with pytest.raises(BadPosition):
        rules.position(position.text())
    pawns = rules.displace(rules.position("4k3/3K2p1/6P1/8/8/8/8/8 b - - 0 1"), "e8d7")
    assert not rules.can_mate(pawns, Side.BLACK)


def test_two_kings_in_check_are_seen():
    assert RULES.both_in_check(RULES.position("4k3/4r3/8/1B6/8/8/8/4K3 b - - 0 1"))
    assert not RULES.both_in_check(RULES.position("4k3/4r3/8/8/8/8/B7/4K3 w - - 0 1"))


def test_a_pawn_cannot_be_put_on_its_first_rank():
    with pytest.raises(UnreadableMove) as excinfo:
        displaced("e2e1", "4k3/8/8/8/8/8/4P3/K7 w - - 0 1")
    assert excinfo.value.detail["reason"] == "pawn_on_first_rank"


def test_an_unreadable_move_cannot_be_executed():
    with refused(UnreadableMove, "unreadable_move"):
        displaced("nonsense")


def test_a_game_goes_on_from_an_irregular_move():
    start = RULES.start()
    after = RULES.displace(start, "a1a5")
    line = LineOfPlay(start).add(Ply("a1a5", after, irregular=True))
    reply = RULES.read(after, "b6")
    line = line.add(Ply(reply.text, after.play(reply)))
    assert RULES.ending(line) is None
    assert RULES.read(line.position, "Rxa7").text == "a5a7"

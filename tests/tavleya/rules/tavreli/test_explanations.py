"""Reasons why a move is illegal: each has its own code and names the relevant square."""

import pytest

from tavleya.rules.tavreli import TavreliRules
from tests.tavleya.rules.tavreli.helpers import RULES, play, position

START = RULES.start().text()
CASES = [
    ("nothing_there", START, "e4-e5", "e4"), ("opponents_tower", START, "e7-e5", "e7"),
    ("opponents_tower", "4k3/8/8/8/4(nQ)3/8/8/4K3 w - - - 0 1", "e4-e5", "e4"),
    ("another_piece", START, "♘e2-e4", "e2"),
    ("lifts_too_many", "4k3/8/8/8/8/8/(RN)7/4K3 w - - - 0 1", "a2-a8(3)", "2"),
    ("lifts_none", START, "e2-e4(0)", "e2"), ("goes_nowhere", START, "e2-e2", ""),
    ("onto_volhv", "4k3/8/8/8/8/8/4R3/4K3 w - - - 0 1", "e2-e8", "e8"),
    ("onto_volhv", "4k3/8/8/8/8/8/4R3/4K3 w - - - 0 1", "e2-e1", "e1"), ("not_its_way", START, "g1-g3", "g3"),
    ("not_its_way", START, "e2-e5", "e5"), ("blocked", START, "a1-a4", "a2"),
    ("blocked", "4k3/8/8/2n5/8/4N3/5B2/4K3 w - - - 0 1", "f2-b6", "e3"),
    ("ratnik_blocked", "4k3/8/8/8/8/n7/PR7/4K3 w - A - 0 1", "a2-a3", "a3"),
    ("double_step_lost", "4k3/8/8/8/8/8/PR7/4K3 w - - - 0 1", "a2-a4", "a2"),
    ("double_step_blocked", "4k3/8/8/8/8/N7/PR7/4K3 w - A - 0 1", "a2-a4", "a3"),
    ("double_step_onto_opponent", "4k3/8/8/8/n7/8/PR7/4K3 w - A - 0 1", "a2-a4", "a4"),
    ("diagonal_onto_nothing", START, "e2-d3", "d3"),
    ("diagonal_onto_own", "4k3/8/8/8/8/1N6/PR7/4K3 w - A - 0 1", "a2-b3", "b3"),
    ("castling_lost", "r3k2r/8/8/8/8/8/8/R3K2R w kq - - 0 1", "0-0", ""),
    ("castling_lost_there", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - - 0 1", "0-0", "h1"),
    ("castling_rook_covered", "4k3/8/8/8/8/8/8/4K2(nR) w K - - 0 1", "0-0", "h1"),
    ("castling_occupied", START, "0-0-0", "d1"),
    ("castling_in_check", "4k3/8/8/8/4r3/8/8/4K2R w K - - 0 1", "0-0", "e4"),
    ("castling_through_check", "4k3/8/8/8/5r2/8/8/4K2R w K - - 0 1", "0-0", "f4"),
    ("castling_into_check", "4k3/8/8/8/6r1/8/8/4K2R w K - - 0 1", "e1-g1", "g4"),
    ("frees_attacker", "7k/8/8/8/8/8/8/K2(Nr)4 w - - - 0 1", "d1-b2(1)", "d1"),
    ("promotes_attacker", "7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1", "d1-b2(1)", "d1"),
    ("volhv_into_attack", "7k/8/8/3r4/8/8/4K3/8 w - - - 0 1", "e2-d2", "d5"),
    ("frees_attacker", "7k/8/8/8/8/8/8/(Kr)7 w - - - 0 1", "a1-a2(1)", "a1"),
    ("volhvs_adjacent", "8/8/8/4k3/8/4K3/8/8 w - - - 0 1", "e3-e4", ""),
    ("still_in_check", "4k3/8/8/8/4r3/8/7N/4K3 w - - - 0 1", "h2-f1", "e4"),
    ("exposes_volhv", "4k3/8/8/8/4r3/8/4N3/4K3 w - - - 0 1", "e2-c3", "e4"),
    ("game_over_checkmate", "k7/8/1(+Hq)6/8/8/8/8/4K3 b - - - 0 1", "a8-a7", ""),
    ("game_over_stalemate", "k7/2(Qrn)5/8/8/8/8/8/4K3 b - - - 0 1", "a8-a7", ""),
    ("unreadable_move", START, "hello", "hello"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "move", "names"), CASES, ids=[f"{c[0]}-{c[2]}" for c in CASES])
def test_the_reason_names_its_square(code: str, text: str, move: str, names: str) -> None:
    reason = RULES.explain(position(text), move)
    assert reason is not None
    assert reason.code == code
    assert names in reason.render()


def test_a_freed_piece_lets_the_sentence_name_it() -> None:
    reason = RULES.explain(position("7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1"), "d1-b2(1)")
    assert reason is not None
    assert reason.render() == (
        "The ratnik uncovered on d1 is promoted (ratoborets) and attacks the volhv on a1."
    )


def test_a_double_step_passed_by_one_move_ago_can_no_longer_be_taken() -> None:
    start = position("4k3/3pq4/8/4PH3/8/8/8/R3K3 b - d - 0 1")
    late = play(start, "d7-d5", "a1-a2", "e8-f8")
    reason = RULES.explain(late, "e5-d6")
    assert reason is not None
    assert reason.code == "diagonal_onto_nothing"


def test_where_en_passant_takes_lone_ratniks_only_the_tower_is_named() -> None:
    rules = TavreliRules(en_passant="lone")
    start = rules.position("4k3/3pq4/8/3rPH3/8/8/8/4K3 b - d - 0 1")
    reason = rules.explain(play(start, "d7-d5", rules=rules), "e5-d6")
    assert reason is not None
    assert reason.code == "en_passant_from_tower"


def test_every_legal_move_has_nothing_to_explain_and_every_other_pair_of_squares_has() -> None:
    crowded = position(
        "1k1rr3/prpnpb2Rpnpr/2n1(qR)3/7(Qpb)/3(bpqN)2PN1/1PN(nN)2PH1K/PR1PB4PR/6(bphBBPQPB)1 b - ACHabcgh - 2 26"
    )
    legal = {move.text for move in crowded.legal_moves()}
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    for origin in squares:
        for target in squares:
            text = f"{origin}-{target}"
            assert (RULES.explain(crowded, text) is None) == (text in legal), text

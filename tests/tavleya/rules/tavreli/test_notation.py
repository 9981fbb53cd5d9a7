"""Moves and positions of tavreli as they are written and read, also hostile texts."""

import pytest

from tavleya.rules.contract import AmbiguousMove, BadPosition, Figure, IllegalMove, Style, UnreadableMove
from tavleya.rules.tavreli import TavreliRules
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, play, position

TOWER = "4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1"


@pytest.mark.article("tavreli:G.1")
@pytest.mark.parametrize(("cyrillic", "latin"), list(zip("абвгдежз", "abcdefgh", strict=True)))
def test_the_files_are_named_in_either_alphabet(cyrillic: str, latin: str) -> None:
    start = RULES.start()
    assert RULES.read(start, f"{latin}2-{latin}4").text == f"{latin}2-{latin}4"
    assert RULES.read(start, f"{cyrillic}2 – {cyrillic}4").text == f"{latin}2-{latin}4"
    assert RULES.read(start, f"{cyrillic}2-{cyrillic}4", language="ru").text == f"{latin}2-{latin}4"


@pytest.mark.article("tavreli:G.2")
def test_the_ranks_count_from_white_up() -> None:
    start = position("4k3/8/8/8/8/8/8/R3K3 w - - - 0 1")
    assert {RULES.read(start, f"a1-a{rank}").squares for rank in range(2, 9)} == {
        ("a1", f"a{rank}") for rank in range(2, 9)
    }


@pytest.mark.article("tavreli:G.4")
@pytest.mark.parametrize(
    "text", ["d2-d3", "d2d3", "d2 - d3", "г2 – г3", "г2г3", "D2-D3", "Г2—ГЗ", "♙d2-d3", "1. d2-d3", "d2:d3", "d2-d3!?"]
)
def test_a_move_is_written_by_its_two_squares(text: str) -> None:
    assert RULES.read(RULES.start(), text).text == "d2-d3"


@pytest.mark.article("tavreli:G.6")
@pytest.mark.parametrize("text", ["(2) а2 – а8", "(2)a2-a8", "(2) a2 х a8", "a2-a8(2)", "a2-a8 (2)", "(2) a2-a8 (2)"])
def test_the_number_lifted_stands_in_brackets_before_the_move_or_after_it(text: str) -> None:
    assert RULES.read(position(TOWER), text).text == "a2-a8(2)"


@pytest.mark.article("tavreli:G.6")
def test_without_a_number_the_whole_tower_moves() -> None:
    assert RULES.read(position(TOWER), "a2-a8").text == "a2-a8"
    assert RULES.read(position(TOWER), "a2-a8(3)").text == "a2-a8"
    assert RULES.read(RULES.start(), "e2-e4(1)").text == "e2-e4"


@pytest.mark.article("tavreli:G.modern")
def test_todays_form_has_latin_files_no_mark_and_the_number_at_the_end() -> None:
    start = position("4k3/8/8/8/n7/8/(RNB)7/4K3 w - - - 0 1")
    assert RULES.write(start, RULES.read(start, "a2-a4(2)"), Style("short")) == "a2-a4(2)"
    assert RULES.write(start, RULES.read(start, "a2-a3"), Style("short")) == "a2-a3"


@pytest.mark.article("tavreli:G.6")
@pytest.mark.parametrize(("move", "russian", "english"), [
    ("a2-a4(2)", "(2) а2 х а4", "(2) a2 x a4"), ("a2-a3", "а2 – а3", "a2 – a3"),
    ("a2-e2(1)", "(1) а2 – д2+", "(1) a2 – e2+"), ("g5-h3", "ж5 – з3", "g5 – h3"),
])  # fmt: skip
def test_the_books_form(move: str, russian: str, english: str) -> None:
    start = position("4k3/8/8/6N1/n7/8/(RNB)7/2K5 w - - - 0 1")
    read = RULES.read(start, move)
    assert RULES.write(start, read, Style("book", "ru")) == russian
    assert RULES.write(start, read, Style("book", "uk")) == russian
    assert RULES.write(start, read, Style("book", "en")) == english


@pytest.mark.article("tavreli:G.6")
def test_mate_is_marked_with_two_crosses_in_the_book() -> None:
    start = position("k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1")
    assert RULES.write(start, RULES.read(start, "b5-b6"), Style("book", "ru")) == "б5 – б6++"


@pytest.mark.parametrize("text", ["0-0", "O-O", "О-О", "о-о", "00", "0 - 0", "0–0+", "e1-g1", "e1g1", "д1 – ж1"])
def test_short_castling_is_read_in_every_spelling(text: str) -> None:
    assert RULES.read(position(CASTLING), text).text == "0-0"


@pytest.mark.parametrize("text", ["0-0-0", "O-O-O", "О-О-О", "000", "e1-c1", "д1-в1"])
def test_long_castling_is_read_in_every_spelling(text: str) -> None:
    assert RULES.read(position(CASTLING), text).text == "0-0-0"


@pytest.mark.parametrize(("text", "move"), [
    ("ж1 – eЗ", "g1-f3"),  # a Latin e and a letter for the 3, as a scan has it
    ("б1 – вЗ", "b1-c3"),  # the same 3 behind a Cyrillic file
    ("al х а2", "a1-a2"),  # a letter for the 1, one Latin a and one Cyrillic
    ("с2-c4", "c2-c4"),  # Cyrillic с is not a file of the book
    ("е2-e4", "e2-e4"),  # one Cyrillic and one Latin letter
    ("а2-а4", "a2-a4"),  # both Cyrillic, and the same file in both alphabets
    ("2... e2-e4++", "e2-e4"),
    ("e2-e4 $1", "e2-e4"),
])  # fmt: skip
def test_look_alikes_and_marks_are_seen_through(text: str, move: str) -> None:
    assert RULES.read(RULES.start(), text).text == move


def test_cyrillic_letters_that_name_two_files_are_not_guessed_at() -> None:
    with pytest.raises(AmbiguousMove) as excinfo:
        RULES.read(RULES.start(), "е2-е4")
    assert set(excinfo.value.candidates) == {"e2-e4", "f2-f4"}
    assert RULES.read(RULES.start(), "е2-е4", language="ru").text == "f2-f4"
    assert RULES.read(RULES.start(), "е2-е4", language="en").text == "e2-e4"
    assert RULES.read(RULES.start(), "е2 – е4").text == "f2-f4"


def test_the_legal_reading_of_two_counts() -> None:
    assert RULES.read(play(RULES.start(), "f2-f4", "a7-a6"), "е2-е4").text == "e2-e4"


@pytest.mark.parametrize("text", ["", "Nf3", "e2", "e2-e9", "i2-i4", "e2-e4-e5", "0-0-0-0", "г2-c3", "resigns"])
def test_an_invalid_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        RULES.read(RULES.start(), text)


def test_mixed_alphabets_in_file_letters_are_reported() -> None:
    with refused(UnreadableMove, "mixed_alphabets"):
        RULES.read(RULES.start(), "г2-d3")


@pytest.mark.parametrize("language", ["", "ru", "en"])
@pytest.mark.parametrize(("letter", "file"), [("с", "c"), ("н", "h")])
def test_a_cyrillic_letter_that_is_no_file_of_the_book_is_the_latin_file_that_it_looks_like(
    letter: str, file: str, language: str
) -> None:
    for text in (f"{letter}2-{letter}4", f"{letter}2 – {letter}4"):
        assert RULES.read(RULES.start(), text, language=language).text == f"{file}2-{file}4"


def test_two_different_numbers_are_unreadable() -> None:
    with refused(UnreadableMove, "two_counts"):
        RULES.read(position(TOWER), "(1) a2-a8 (2)")


def test_an_illegal_move_comes_with_the_legal_ones_nearest_to_it() -> None:
    with pytest.raises(IllegalMove) as excinfo:
        RULES.read(RULES.start(), "e2-e5")
    assert excinfo.value.nearest[0] == "e2-e4"
    assert set(excinfo.value.nearest) <= {move.text for move in RULES.start().legal_moves()}


def test_every_legal_move_of_a_crowded_position_survives_every_form() -> None:
    crowded = position(
        "1k1rr3/prpnpb2Rpnpr/2n1(qR)3/7(Qpb)/3(bpqN)2PN1/1PN(nN)2PH1K/PR1PB4PR/6(bphBBPQPB)1 b - ACHabcgh - 2 26"
    )
    for move in crowded.legal_moves():
        for style in (Style(), Style("book", "ru"), Style("book", "uk"), Style("book"), Style("figurine")):
            assert RULES.read(crowded, RULES.write(crowded, move, style)) == move


START = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR w KQkq ABCDEFGHabcdefgh - 0 1"


@pytest.mark.article("tavreli:G.7")
def test_every_occupied_square_is_listed_with_its_tower_from_the_top_down() -> None:
    figures = position("4k3/8/8/8/3(KqPB)4/8/8/8 w - - - 0 1").figures()
    assert figures == {
        "e8": (Figure("K", Side.BLACK),),
        "d4": (Figure("K", Side.WHITE), Figure("Q", Side.BLACK), Figure("P", Side.WHITE, becomes="B")),
    }


@pytest.mark.article("tavreli:G.7")
def test_a_promoted_ratnik_is_shown_as_what_it_is_now() -> None:
    figures = position("4k3/8/8/8/8/8/8/4K1+h1 w - - - 0 1").figures()
    assert figures["g1"] == (Figure("H", Side.BLACK, becomes="H", promoted=True),)


def test_start_stands_for_the_first_position() -> None:
    assert RULES.position("start") == RULES.start()
    assert RULES.start().text() == START


def test_the_crossed_square_is_written_only_if_it_can_be_taken_on() -> None:
    assert play(RULES.start(), "e2-e4").text().split()[4] == "-"
    threatened = play(RULES.start(), "e2-e4", "a7-a6", "e4-e5", "d7-d5")
    assert threatened.text().split()[4] == "d6"
    assert RULES.position(threatened.text()) == threatened


def test_the_counters_go_on_as_in_chess() -> None:
    assert play(RULES.start(), "g1-f3", "g8-f6").text().split()[5:] == ["2", "2"]


EVERY_OTHER = "QRRBBNNPRPRPNPNPBPBPQPHqrrbbnnprprpnpnpbpbpqph"
REFUSED = {
    "position_fields": "8/8/8/8/8/8/8/8 w - - 0 1", "position_ranks": "4k3/8/8/8/8/8/4K3 w - - - 0 1",
    "rank_width": "4k3/8/8/8/8/8/8/4K4 w - - - 0 1", "unknown_piece": "4k3/8/8/8/8/7P/8/4K3 w - - - 0 1",
    "tower_brackets": "4k3/8/8/8/8/(RN6/8/4K3 w - - - 0 1",
    "tower_empty": "4k3/8/8/8/8/()7/8/4K3 w - - - 0 1", "position_side": "4k3/8/8/8/8/8/8/4K3 x - - - 0 1",
    "castling_field": "4k3/8/8/8/8/8/8/4K3 w X - - 0 1", "double_field": "4k3/8/8/8/8/8/8/4K3 w - AA - 0 1",
    "position_counters": "4k3/8/8/8/8/8/8/4K3 w - - - -1 1", "no_volhv": "8/8/8/8/8/8/8/4K3 w - - - 0 1",
    "two_volhvs": "4k3/8/8/8/8/8/8/2K1K3 w - - - 0 1", "volhv_covered": "4k3/8/8/8/8/8/8/4(rK)3 w - - - 0 1",
    "ratnik_unpromoted": "4k1PR1/8/8/8/8/8/8/4K3 w - - - 0 1",
    "tower_too_tall": f"4k3/8/8/8/8/8/8/4(K{EVERY_OTHER})3 w - - - 0 1",
    "promoted_covered": "4k3/8/8/8/8/(R+N)7/8/4K3 w - - - 0 1",
    "too_many_ratniks": "4k3/8/8/PQPQ6/8/8/8/4K3 w - - - 0 1",
    "too_many_pieces": "4k3/8/8/8/8/8/NNNN4/NNNNK3 w - - - 0 1",
    "castling_contradicts_board": "4k3/8/8/8/8/8/8/4K2N w K - - 0 1",
    "double_contradicts_board": "4k3/8/8/8/8/8/PN7/4K3 w - A - 0 1",
    "en_passant_field": "4k3/8/8/8/8/8/8/4K3 w - - e4 0 1",
    "en_passant_contradicts_board": "4k3/8/8/8/8/8/8/4K3 w - - e6 0 1",
}  # fmt: skip


@pytest.mark.parametrize(("code", "text"), REFUSED.items(), ids=REFUSED)
def test_an_absurd_position_is_refused_with_its_reason(code: str, text: str) -> None:
    with pytest.raises(BadPosition) as excinfo:
        RULES.position(text)
    assert excinfo.value.code == code
    assert str(excinfo.value)


@pytest.mark.parametrize(("code", "text"), [
    ("rank_width", "4k3/8/8/8/8/81/8/4K3 w - - - 0 1"), ("unknown_piece", "4k3/8/8/8/8/9/8/4K3 w - - - 0 1"),
    ("unknown_piece", "4k3/8/8/8/8/(R?)7/8/4K3 w - - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/3K3R w K - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/4(KN)2R w K - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/4K2(RN) w K - - 0 1"),
    ("double_contradicts_board", "4k3/8/8/8/8/8/(PRN)7/4K3 w - A - 0 1"),
    ("en_passant_contradicts_board", "4k3/3r4/8/3pq4/8/8/8/4K3 w - - d6 0 1"),
    ("en_passant_field", "4k3/8/8/3pq4/8/8/8/4K3 b - - d6 0 1"),
    ("position_counters", "4k3/8/8/8/8/8/8/4K3 w - - - 0 0"),
    ("position_counters", "4k3/8/8/8/8/8/8/4K3 w - - - ² 1"), ("position_fields", ""),
    ("tower_too_tall", f"4k3/8/8/8/({'R' * 31})7/8/8/4K3 w - - - 0 1"),
    ("too_many_pieces", f"4k3/8/8/8/({'R' * 30})7/8/8/4K3 w - - - 0 1"),
    ("volhv_covered", "4k3/8/8/8/(QRRBBNNKqrrbbnn)7/8/8/8 w - - - 0 1"),
])  # fmt: skip
def test_less_obvious_absurdities_are_refused_too(code: str, text: str) -> None:
    with refused(BadPosition, code):
        RULES.position(text)


def test_all_pieces_but_the_volhvs_may_stand_on_one_square() -> None:
    assert len(position(f"4k3/8/8/8/({EVERY_OTHER})7/8/8/4K3 w - - - 0 1").figures()["a4"]) == 30


def test_a_covered_ratoborets_keeps_its_right_in_the_text() -> None:
    text = "4k3/8/8/8/8/8/8/4K2(nR) w K - - 0 1"
    assert position(text).text() == text


def test_positions_allowed_by_an_option_are_read_under_it() -> None:
    waiting = "4k1PR1/8/8/8/8/8/8/4K3 w - - - 0 1"
    assert TavreliRules(promote_when_uncovered="never").position(waiting).text() == waiting
    beneath = "4k3/8/8/8/8/(R+N)7/8/4K3 w - - - 0 1"
    assert TavreliRules(demote_when_covered="never").position(beneath).text() == beneath


def test_positions_after_irregular_moves_are_read() -> None:
    attacked = "4k3/8/8/8/8/8/4R3/4K3 w - - - 0 1"
    assert position(attacked).text() == attacked


def test_equal_positions_are_equal_whatever_way_they_came_about() -> None:
    tavreli_position = play(RULES.start(), "g1-f3", "g8-f6", "b1-c3", "b8-c6")
    other = play(RULES.start(), "b1-c3", "b8-c6", "g1-f3", "g8-f6")
    assert tavreli_position == other
    assert hash(tavreli_position) == hash(other)
    assert tavreli_position != RULES.start()

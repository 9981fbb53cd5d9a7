"""Moves and positions of tavreli as they are written and read, also hostile texts."""

import pytest

from tavleya.rules.contract import AmbiguousMove, BadPosition, Figure, IllegalMove, Style, UnreadableMove
from tavleya.rules.tavreli import TavreliRules
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, play, position

TOWER = "4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 0 1"
FILES = list(zip("абвгдежз", "abcdefgh", strict=True))
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1"


@pytest.mark.article("tavreli:G.1", "tavreli:G.2", "tavreli:G.4", "tavreli:G.6")
@pytest.mark.parametrize(("text", "move", "texts"), [
    *(("start", f"{latin}2-{latin}4", [f"{latin}2-{latin}4", f"{cyrillic}2 – {cyrillic}4"])
      for cyrillic, latin in FILES),
    *(("4k3/8/8/8/8/8/8/R3K3 w - - - 0 1", f"a1-a{rank}", [f"a1-a{rank}"]) for rank in range(2, 9)),
    ("start", "d2-d3", ["d2-d3", "d2d3", "d2 - d3", "г2 – г3", "г2г3", "D2-D3", "Г2—ГЗ", "♙d2-d3", "1. d2-d3", "d2:d3",
                        "d2-d3!?"]),
    # The number lifted stands in brackets before the move or after it; without one the whole tower moves.
    (TOWER, "a2-a8(2)", ["(2) а2 – а8", "(2)a2-a8", "(2) a2 х a8", "a2-a8(2)", "a2-a8 (2)", "(2) a2-a8 (2)"]),
    (TOWER, "a2-a8", ["a2-a8", "a2-a8(3)"]), ("start", "e2-e4", ["e2-e4(1)", "2... e2-e4++", "e2-e4 $1"]),
    (CASTLING, "0-0", ["0-0", "O-O", "О-О", "о-о", "00", "0 - 0", "0–0+", "e1-g1", "e1g1", "д1 – ж1"]),
    (CASTLING, "0-0-0", ["0-0-0", "O-O-O", "О-О-О", "000", "e1-c1", "д1-в1"]),
    # A Latin e and a letter for the 3, as a scan has it; the same 3 behind a Cyrillic file; a letter for the 1.
    ("start", "g1-f3", ["ж1 – eЗ"]), ("start", "b1-c3", ["б1 – вЗ"]), ("start", "a1-a2", ["al х а2"]),
    # Cyrillic с is not a file of the book; one letter of each alphabet; the same file in both.
    ("start", "c2-c4", ["с2-c4"]), ("start", "e2-e4", ["е2-e4"]), ("start", "a2-a4", ["а2-а4"]),
])  # fmt: skip
def test_a_move_is_read_in_every_usual_way(text: str, move: str, texts: list[str]) -> None:
    for written in texts:
        assert RULES.read(position(text), written).text == move, written


@pytest.mark.article("tavreli:G.1")
@pytest.mark.parametrize(("cyrillic", "latin"), FILES)
def test_a_russian_sheet_has_cyrillic_files(cyrillic: str, latin: str) -> None:
    assert RULES.read(RULES.start(), f"{cyrillic}2-{cyrillic}4", language="ru").text == f"{latin}2-{latin}4"


@pytest.mark.article("tavreli:G.modern", "tavreli:G.6")
@pytest.mark.parametrize(("move", "russian", "english", "today"), [
    ("a2-a4(2)", "(2) а2 х а4", "(2) a2 x a4", "a2-a4(2)"), ("a2-a3", "а2 – а3", "a2 – a3", "a2-a3"),
    ("a2-e2(1)", "(1) а2 – д2+", "(1) a2 – e2+", "a2-e2(1)"), ("g5-h3", "ж5 – з3", "g5 – h3", "g5-h3"),
])  # fmt: skip
def test_the_books_form_and_that_of_today(move: str, russian: str, english: str, today: str) -> None:
    start = position("4k3/8/8/6N1/n7/8/(RNB)7/2K5 w - - - 0 1")
    read = RULES.read(start, move)
    written = [RULES.write(start, read, Style("book", language)) for language in ("ru", "uk", "en")]
    assert written == [russian, russian, english]
    assert RULES.write(start, read, Style("short")) == today


@pytest.mark.article("tavreli:G.6")
def test_mate_is_marked_with_two_crosses_in_the_book() -> None:
    start = position("k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1")
    assert RULES.write(start, RULES.read(start, "b5-b6"), Style("book", "ru")) == "б5 – б6++"


def test_cyrillic_letters_that_name_two_files_are_not_guessed_at() -> None:
    with pytest.raises(AmbiguousMove) as excinfo:
        RULES.read(RULES.start(), "е2-е4")
    assert set(excinfo.value.candidates) == {"e2-e4", "f2-f4"}
    assert RULES.read(RULES.start(), "е2-е4", language="ru").text == "f2-f4"
    assert RULES.read(RULES.start(), "е2-е4", language="en").text == "e2-e4"
    assert RULES.read(RULES.start(), "е2 – е4").text == "f2-f4"
    only_one_is_legal = play(RULES.start(), "f2-f4", "a7-a6")
    assert RULES.read(only_one_is_legal, "е2-е4").text == "e2-e4"


@pytest.mark.parametrize("text", ["", "Nf3", "e2", "e2-e9", "i2-i4", "e2-e4-e5", "0-0-0-0", "г2-c3", "resigns"])
def test_an_invalid_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        RULES.read(RULES.start(), text)


@pytest.mark.parametrize(("text", "code"), [("г2-d3", "mixed_alphabets"), ("(1) a2-a8 (2)", "two_counts")])
def test_mixed_alphabets_and_two_numbers_are_reported(text: str, code: str) -> None:
    with refused(UnreadableMove, code):
        RULES.read(position(TOWER), text)


@pytest.mark.parametrize("language", ["", "ru", "en"])
@pytest.mark.parametrize(("letter", "file"), [("с", "c"), ("н", "h")])
def test_a_cyrillic_letter_that_is_no_file_of_the_book_is_the_latin_file_that_it_looks_like(
    letter: str, file: str, language: str
) -> None:
    for text in (f"{letter}2-{letter}4", f"{letter}2 – {letter}4"):
        assert RULES.read(RULES.start(), text, language=language).text == f"{file}2-{file}4"


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
    figures = position("4k3/8/8/8/3(KqPB)4/8/8/6+h1 w - - - 0 1").figures()
    assert figures == {
        "e8": (Figure("K", Side.BLACK),), "g1": (Figure("H", Side.BLACK, becomes="H", promoted=True),),
        "d4": (Figure("K", Side.WHITE), Figure("Q", Side.BLACK), Figure("P", Side.WHITE, becomes="B")),
    }  # fmt: skip


def test_start_stands_for_the_first_position_from_which_the_counters_go_on_as_in_chess() -> None:
    assert RULES.position("start") == RULES.start()
    assert RULES.start().text() == START
    assert play(RULES.start(), "g1-f3", "g8-f6").text().split()[5:] == ["2", "2"]


def test_the_crossed_square_is_written_only_if_it_can_be_taken_on() -> None:
    assert play(RULES.start(), "e2-e4").text().split()[4] == "-"
    opens_its_volhv = position("4k3/3pq4/8/K3PH2r/8/8/8/8 b - d - 0 1")
    assert play(opens_its_volhv, "d7-d5").text().split()[4] == "-"
    threatened = play(RULES.start(), "e2-e4", "a7-a6", "e4-e5", "d7-d5")
    assert threatened.text().split()[4] == "d6"
    assert RULES.position(threatened.text()) == threatened
    over_own = TavreliRules(double_step_over_own=True)
    stepped = play(over_own.position("4k3/8/8/8/8/N7/PR7/4K3 w - A - 0 1"), "a2-a4", rules=over_own)
    assert stepped.text().split()[4] == "-"


ALL_BUT_VOLHVS = "QRRBBNNPRPRPNPNPBPBPQPHqrrbbnnprprpnpnpbpbpqph"
REFUSED = {
    "position_fields": "8/8/8/8/8/8/8/8 w - - 0 1", "position_ranks": "4k3/8/8/8/8/8/4K3 w - - - 0 1",
    "rank_width": "4k3/8/8/8/8/8/8/4K4 w - - - 0 1", "unknown_piece": "4k3/8/8/8/8/7P/8/4K3 w - - - 0 1",
    "tower_brackets": "4k3/8/8/8/8/(RN6/8/4K3 w - - - 0 1",
    "tower_empty": "4k3/8/8/8/8/()7/8/4K3 w - - - 0 1", "position_side": "4k3/8/8/8/8/8/8/4K3 x - - - 0 1",
    "castling_field": "4k3/8/8/8/8/8/8/4K3 w X - - 0 1", "double_field": "4k3/8/8/8/8/8/8/4K3 w - AA - 0 1",
    "position_counters": "4k3/8/8/8/8/8/8/4K3 w - - - -1 1", "no_volhv": "8/8/8/8/8/8/8/4K3 w - - - 0 1",
    "two_volhvs": "4k3/8/8/8/8/8/8/2K1K3 w - - - 0 1", "volhv_covered": "4k3/8/8/8/8/8/8/4(rK)3 w - - - 0 1",
    "ratnik_unpromoted": "4k1PR1/8/8/8/8/8/8/4K3 w - - - 0 1",
    "tower_too_tall": f"4k3/8/8/8/8/8/8/4(K{ALL_BUT_VOLHVS})3 w - - - 0 1",
    "promoted_covered": "4k3/8/8/8/8/(R+N)7/8/4K3 w - - - 0 1",
    "too_many_ratniks": "4k3/8/8/PQPQ6/8/8/8/4K3 w - - - 0 1",
    "too_many_pieces": "4k3/8/8/8/8/8/NNNN4/NNNNK3 w - - - 0 1",
    "castling_contradicts_board": "4k3/8/8/8/8/8/8/4K2N w K - - 0 1",
    "double_contradicts_board": "4k3/8/8/8/8/8/PN7/4K3 w - A - 0 1",
    "en_passant_field": "4k3/8/8/8/8/8/8/4K3 w - - e4 0 1",
    "en_passant_contradicts_board": "4k3/8/8/8/8/8/8/4K3 w - - e6 0 1",
}  # fmt: skip


@pytest.mark.parametrize(("code", "text"), [
    *REFUSED.items(), ("rank_width", "4k3/8/8/8/8/81/8/4K3 w - - - 0 1"),
    ("unknown_piece", "4k3/8/8/8/8/9/8/4K3 w - - - 0 1"), ("unknown_piece", "4k3/8/8/8/8/(R?)7/8/4K3 w - - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/3K3R w K - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/4(KN)2R w K - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/4K2(RN) w K - - 0 1"),
    ("double_contradicts_board", "4k3/8/8/8/8/8/(PRN)7/4K3 w - A - 0 1"),
    ("en_passant_contradicts_board", "4k3/3r4/8/3pq4/8/8/8/4K3 w - - d6 0 1"),
    ("en_passant_field", "4k3/8/8/3pq4/8/8/8/4K3 b - - d6 0 1"),
    ("position_counters", "4k3/8/8/8/8/8/8/4K3 w - - - 0 0"), ("position_counters", "4k3/8/8/8/8/8/8/4K3 w - - - ² 1"),
    ("position_fields", ""), ("tower_too_tall", f"4k3/8/8/8/({'R' * 31})7/8/8/4K3 w - - - 0 1"),
    ("too_many_pieces", f"4k3/8/8/8/({'R' * 30})7/8/8/4K3 w - - - 0 1"),
    ("volhv_covered", "4k3/8/8/8/(QRRBBNNKqrrbbnn)7/8/8/8 w - - - 0 1"),
])  # fmt: skip
def test_an_absurd_position_is_refused_with_its_reason(code: str, text: str) -> None:
    with refused(BadPosition, code):
        RULES.position(text)


def test_all_pieces_but_the_volhvs_may_stand_on_one_square() -> None:
    assert len(position(f"4k3/8/8/8/({ALL_BUT_VOLHVS})7/8/8/4K3 w - - - 0 1").figures()["a4"]) == 30


@pytest.mark.parametrize(("options", "text"), [
    ({}, "4k3/8/8/8/8/8/8/4K2(nR) w K - - 0 1"),  # a covered ratoborets keeps its right
    ({}, "4k3/8/8/8/8/8/4R3/4K3 w - - - 0 1"),  # an irregular move was made
    ({"promote_when_uncovered": "never"}, "4k1PR1/8/8/8/8/8/8/4K3 w - - - 0 1"),
    ({"demote_when_covered": "never"}, "4k3/8/8/8/8/(R+N)7/8/4K3 w - - - 0 1"),
])  # fmt: skip
def test_positions_that_rules_and_options_allow_are_read(options: dict[str, str], text: str) -> None:
    assert TavreliRules(**options).position(text).text() == text  # type: ignore[arg-type]


def test_equal_positions_are_equal_whatever_way_they_came_about() -> None:
    first = play(RULES.start(), "g1-f3", "g8-f6", "b1-c3", "b8-c6")
    second = play(RULES.start(), "b1-c3", "b8-c6", "g1-f3", "g8-f6")
    assert first == second
    assert hash(first) == hash(second)
    assert first != RULES.start()

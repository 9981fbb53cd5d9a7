"""Reading of PGN: good files, broken files, encodings, and null moves."""

import codecs
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.decoding import decode
from tavleya.errors import BadInput
from tavleya.rules.pgn import read_pgn
from tests.amounts import examples


def read_single_game(text, **options):
    reading = read_pgn(text, **options)
    assert reading.clean, [problem.message.render() for problem in reading.problems]
    [game] = reading.games
    return game


def warning_codes(text):
    return [warning.message.code for warning in read_pgn(text).warnings]


BOTH_LOST = '[Result "0-0"]\n\n'
ENDGAME = "4k3/P7/8/8/8/8/8/4K3 w - - 5 40"


@pytest.mark.parametrize(("text", "expected"), [
    # Tags with escaped and bare quotation marks; a byte order mark is no part of the game.
    ('[Event "The \\"Blue\\" Cup \\\\ B"]\n[Site "Club "Ladya""]\n[Round "1.2"] [White "Ю. А."]\n\n1. e4 *',
     {"tags": {"Event": 'The "Blue" Cup \\ B', "Site": 'Club "Ladya"', "Round": "1.2", "White": "Ю. А."}}),
    ('\ufeff[Event "x"]\n\n1. e4 *', {"tags": {"Event": "x"}}),
    # Comments belong to the ply that they follow; lines that begin with a percent sign are skipped.
    ("{before} 1. e4 {first} {and more} e5 ; to the end of the line\n2. Nf3 {a\n  b} *",
     {"comments": {0: "before", 1: "first and more", 2: "to the end of the line", 3: "a b"}}),
    ("1. e4 e5\n% 2. nonsense\n2. Nf3 *", {"moves": ("e2e4", "e7e5", "g1f3")}),
    # Marks are kept unchanged, side lines as text that is not played.
    ("1. e4! e5 $2 2. Nf3!? $14 Nc6 ?! *", {"marks": {1: ("!",), 2: ("$2",), 3: ("!?", "$14"), 4: ("?!",)}}),
    ("1. e4 (1. d4 d5 (1... Nf6 {) not the end}) 2. c4) e5 (1... c5) (1... e6) 2. Nf3 *",
     {"moves": ("e2e4", "e7e5", "g1f3"),
      "variations": {1: ("1. d4 d5 (1... Nf6 {) not the end}) 2. c4",), 2: ("1... c5", "1... e6")}}),
    # Clock times are taken out of comments, except one that cannot be read.
    ("1. e4 {[%clk 1:29:57] book [%emt 0:00:03]} e5 {[%clk 1:30:00.5]} 2. Nf3 {[%clk 59:58] [%eval 0.2]} *",
     {"clocks": {1: 5_397_000, 2: 5_400_500, 3: 3_598_000}, "elapsed": {1: 3_000},
      "comments": {1: "book", 3: "[%eval 0.2]"}}),
    ("1. e4 {[%clk ::]} *", {"clocks": {}, "comments": {1: "[%clk ::]"}}),
    # A forfeit is a game without moves; a double loss is distinguished from castling.
    ('[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1-0\n', {"moves": (), "result": "1-0"}),
    ('[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n0-1\n', {"moves": (), "result": "0-1"}),
    (BOTH_LOST + "0-0", {"moves": (), "result": "0-0"}), (BOTH_LOST + "*", {"result": "0-0"}),
    (BOTH_LOST + "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *",
     {"moves": ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"), "result": "0-0"}),
    # A game starts from its FEN; one without a variant is chess.
    (f'[SetUp "1"]\n[FEN "{ENDGAME}"]\n\n40. a8=Q+ Kd7 *', {"start": ENDGAME, "moves": ("a7a8q", "e8d7")}),
    ("1. e4 *", {"game": "chess"}), ('[Variant "Standard"]\n1. e4 *', {"game": "chess"}),
    # Results are read however they are written.
    ("1. e4 e5 1-0", {"result": "1-0"}), ("1. e4 e5 0-1", {"result": "0-1"}), ("1. e4 e5 *", {"result": "*"}),
    ("1. e4 e5 1/2-1/2", {"result": "1/2-1/2"}), ("1. e4 e5 ½-½", {"result": "1/2-1/2"}),
    ("1. e4 e5 1/2", {"result": "1/2-1/2"}),
])  # fmt: skip
def test_a_game_is_read_with_all_that_stands_in_it(text, expected):
    game = read_single_game(text)
    assert {name: getattr(game, name) for name in expected} == expected


def test_the_moves_of_a_sheet_are_read_in_its_language():
    game = read_single_game("1. e4 e5 2. Кf3 Кc6 3. Сb5 (=)", language="ru")
    assert (game.moves[-1], game.marks) == ("f1b5", {5: ("(=)",)})


@pytest.mark.parametrize("movetext", [
    "1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "1 e4 e5 2 Nf3 *", "e4 e5 Nf3 *", "1. e4 1... e5 2. Nf3 *",
    "1.e4\r\ne5\r\n2.\r\nNf3 *", "1. e2-e4 e7-e5 2. Ng1-f3 *", "1.e4 1...e5 2.Nf3*", "1… e4 e5 2… Nf3 *",
])  # fmt: skip
def test_layout_does_not_matter(movetext):
    assert read_single_game(movetext).moves == ("e2e4", "e7e5", "g1f3")


def test_games_are_separated_by_results_and_by_tags():
    text = '[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4\n\n[Event "c"]\n[Event "d"]\n1. c4 {end} \n[Event "e"]\n0-1'
    reading = read_pgn(text)
    assert [(game.number, game.line, game.tags["Event"], game.moves) for game in reading.games] == [
        (1, 1, "a", ("e2e4",)), (2, 5, "b", ("d2d4",)), (3, 9, "c", ()), (4, 10, "d", ("c2c4",)),
        (5, 12, "e", ()),
    ]  # fmt: skip


def test_a_comment_after_the_result_belongs_to_the_game_before():
    reading = read_pgn('1. e4 e5 1-0 {White won}\n\n[Event "b"]\n1. d4 *')
    assert len(reading.games) == 2
    assert reading.games[0].comments == {2: "White won"}


@pytest.mark.parametrize("text, code", [
    ("1. e4 e5", "result_missing"), ('[Result "1-0"]\n1. e4 e5 0-1', "result_differs"),
    ('[Result "won"]\n1. e4 e5 0-1', "unknown_result"), ("1. e4 e5 3. Nf3 *", "move_number"),
    ("1. f3 e5 2. g4 Qh4# 1-0", "result_against_board"), ("1. f3 e5 2. g4 Qh4+ 0-1", "mate_marked_check"),
    ('[Event "a"]\n[Event2 "b"]\n[Event2 "c"]\n1. e4 *', "tag_twice"),
    ('[FEN "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"]\n*', "opposite_check"), ('[Result "0-1"]\n1. f3 e5 2. g4 Qh4# 0-1', ""),
])  # fmt: skip
def test_odd_but_readable_text_is_a_warning(text, code):
    assert warning_codes(text) == ([code] if code else [])
    assert read_pgn(text).clean


GOOD = '[Event "good"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'


def problems(text):
    return [(problem.message.code, problem.line, problem.game, problem.ply) for problem in read_pgn(text).problems]


def test_an_illegal_move_is_reported_with_its_place_and_reason():
    reading = read_pgn(GOOD + '[Event "bad"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Bb6 Nf6 1-0\n\n' + GOOD)
    [problem] = reading.problems
    assert (problem.line, problem.game, problem.ply) == (9, 2, 5)
    assert problem.message.render() == "No bishop can go to b6."
    assert [len(game.moves) for game in reading.games] == [3, 4, 3]
    assert reading.games[1].result == "1-0", "the result is read in spite of the moves"
    assert reading.problems_of(2) == (problem,)


@pytest.mark.parametrize("text, line, column", [
    ("1. e4 e5\n2. Nf3 Nc6 3. Bb6 *", 2, 15), ("1.e4 e5 2.Ke3 *", 1, 11), ("1. e4 e5) *", 1, 9),
    ("\n  [Event x]\n1. e4 *", 2, 3),
])  # fmt: skip
def test_a_problem_has_its_column(text, line, column):
    [problem] = read_pgn(text).problems
    assert (problem.line, problem.column) == (line, column)


@pytest.mark.parametrize("text, expected", [
    ("1. e4 e5 2. Zz *", [("unreadable_move", 1, 1, 3)]),
    ("1. e4 --- 2. d4 *", [("unreadable_move", 1, 1, 2)]),
    ("1. Nf3 e5 2. Ng5 e4\n3. Nc3 d6 4. Ne4 *", [("ambiguous_move", 2, 1, 7)]),
    ("1. e4 {no end\n2. d4 *", [("unclosed_comment", 1, 1, None)]),
    ("1. e4 e5 (1... c5 2. Nf3 *", [("unclosed_variation", 1, 1, None)]),
    ("1. e4 e5) 2. Nf3 *", [("stray_sign", 1, 1, None)]),
    ("1. e4 e5 } 2. Nf3 *", [("stray_sign", 1, 1, None)]),
    ('[Event x]\n[Site "y"]\n1. e4 *', [("bad_tag", 1, 1, None)]),
    ('\n\n[FEN "nonsense"]\n1. e4 *', [("bad_position", 3, 1, None)]),
    ('[Variant "Atomic"]\n1. e4 *', [("unknown_variant", 1, 1, None)]),
])  # fmt: skip
def test_each_kind_of_trouble_is_named(text, expected):
    assert problems(text) == expected


@pytest.mark.parametrize(("text", "moves", "code"), [
    ("1. e4 {no end\n\n" + GOOD + "{a comment}", [1, 3], "unclosed_comment"),
    ("1. e4 e5 (1... c5\n\n" + GOOD, [2, 3], "unclosed_variation"),
])  # fmt: skip
def test_what_is_never_closed_does_not_swallow_the_next_game(text, moves, code):
    reading = read_pgn(text)
    assert [len(game.moves) for game in reading.games] == moves
    assert [problem.message.code for problem in reading.problems] == [code]


def test_comments_after_a_bad_move_are_not_attached_to_the_last_good_move():
    [game] = read_pgn("1. e4 {good} Ke4 {bad} $4 (1... e5) 2. d4! 0-1").games
    assert game.comments == {1: "good"}
    assert game.marks == {}
    assert game.variations == {}


def test_problems_stand_in_the_order_of_the_file():
    """An unclosed side line is found only at the end of its game, after the problems in it."""
    assert [(code, line) for code, line, *_ in problems('[Event "x"]\n1. e4 (\n} *\n' * 3)] == [
        (code, line + 3 * game) for game in range(3) for code, line in (("unclosed_variation", 2), ("stray_sign", 3))
    ]


@settings(deadline=None, max_examples=examples(100))
@given(st.integers(0, len(GOOD) * 2), st.text(max_size=3))
def test_a_file_cut_or_spoilt_anywhere_is_still_read(offset, noise):
    text = GOOD + GOOD
    assert read_pgn(text[:offset]) is not None
    reading = read_pgn(text[:offset] + noise + text[offset:] + GOOD)
    assert reading.games[-1].moves == ("e2e4", "e7e5", "g1f3")


@pytest.mark.long
@pytest.mark.parametrize(
    "fragment", ["{", "(", "[", '[Event "', "\\", "1.", "$", "(=)", "e4(", "{x}", "$1 ", '[Event "x"]\n{']
)
def test_a_spiteful_file_takes_no_more_than_its_share_of_time(fragment):
    """Twice the text may take little more than twice the time: nothing grows with the square of the length."""

    def seconds(count):
        text = fragment * count
        started = time.perf_counter()
        read_pgn(text)
        return time.perf_counter() - started

    seconds(100)
    short, long = min(seconds(4_000) for _ in range(3)), min(seconds(16_000) for _ in range(3))
    assert long < 8 * short + 0.05


RUSSIAN = '[White "Чигорин, Михаил"]\n[Black "Стейниц, Вильгельм"]\n\n1. e4 e5 *\n'
WESTERN = '[White "Réti, Richard"]\n[Black "Grünfeld, Ernst"]\n\n1. e4 e5 *\n'


@pytest.mark.parametrize(("data", "text"), [
    (RUSSIAN.encode(), RUSSIAN), (codecs.BOM_UTF8 + RUSSIAN.encode(), RUSSIAN),
    (codecs.BOM_UTF16_LE + RUSSIAN.encode("utf-16-le"), RUSSIAN),
    (codecs.BOM_UTF16_BE + RUSSIAN.encode("utf-16-be"), RUSSIAN), (b"", ""), (b"1. e4 *\r\n\x1a", "1. e4 *\r\n"),
], ids=["utf-8", "utf-8 with mark", "utf-16-le", "utf-16-be", "empty", "end mark of old programs"])  # fmt: skip
def test_unicode_is_read_without_a_warning(data, text):
    assert decode(data) == (text, None)


@pytest.mark.parametrize(
    "text, encoding", [(RUSSIAN, "windows-1251"), (WESTERN, "windows-1252")], ids=["Cyrillic", "Western"]
)
def test_an_older_encoding_is_guessed_with_a_warning(text, encoding):
    decoded, warning = decode(text.encode(encoding))
    assert decoded == text
    assert warning.code == "guessed_encoding"
    assert encoding in warning.render()


@pytest.mark.parametrize("data", [
    b"PK\x03\x04 zip", b"\x00\x01\x02", b"1. e4\x00 e5", codecs.BOM_UTF16_LE + b"a", b"\x98\x98\xd0\xd1",
    b"\x89PNG\r\n\x1a\n\x00",
])  # fmt: skip
def test_binary_data_are_refused(data):
    with pytest.raises(BadInput):
        decode(data)


@given(st.binary(max_size=80))
def test_no_bytes_break_the_reader(data):
    try:
        text, warning = decode(data)
    except BadInput:
        return
    assert "\x00" not in text
    assert warning is None or warning.render()


FILE = (
    '[White "A"]\n[Black "B"]\n[Result "{result}"]\n\n1. e4 e5 {moves} {result}\n\n'
    '[White "C"]\n[Black "D"]\n\n1. d4 *\n'
)


@pytest.mark.parametrize("moves", ["2. Z0 Nc6 3. Bb5", "2. -- Nc6", "2.-- Nc6", "2. 0000 {idle} Qh9", "2. @@@@"])
def test_the_moves_stop_before_a_null_move_and_the_result_stays(moves: str) -> None:
    reading = read_pgn(FILE.replace("{moves}", moves).replace("{result}", "1-0"))
    assert not reading.problems
    first, second = reading.games
    assert (first.texts, first.result, second.texts) == (("e4", "e5"), "1-0", ("d4",))
    [problem] = [warning for warning in reading.warnings if warning.message.code == "null_move"]
    assert (problem.line, problem.game, problem.ply) == (5, 1, 3)
    assert problem.message.params["move"] in moves


def test_a_move_in_no_known_notation_refuses_the_game_and_a_null_move_in_a_side_line_changes_nothing() -> None:
    unknown, aside = (
        read_pgn(FILE.replace("{moves}", moves).replace("{result}", "1-0"))
        for moves in ("2. Z1", "2. Nf3 (2. Z0 Nc6) Nc6")
    )
    assert [(problem.game, problem.ply) for problem in unknown.problems] == [(1, 3)]
    assert aside.games[0].texts == ("e4", "e5", "Nf3", "Nc6")
    assert "null_move" not in [warning.message.code for warning in aside.warnings]

"""Problems in a file are reported with line, game and ply, and the other games are still read."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.rules.pgn import read_pgn
from tests.amounts import examples

GOOD = '[Event "good"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'


def problems(text):
    return [(p.message.code, p.line, p.game, p.ply) for p in read_pgn(text).problems]


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


@pytest.mark.parametrize("text, result", [
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
def test_each_kind_of_trouble_is_named(text, result):
    assert problems(text) == result


def test_a_comment_that_is_never_closed_does_not_swallow_the_next_game():
    reading = read_pgn("1. e4 {no end\n\n" + GOOD + "{a comment}")
    assert [len(game.moves) for game in reading.games] == [1, 3]
    assert [problem.message.code for problem in reading.problems] == ["unclosed_comment"]


def test_a_side_line_that_is_never_closed_does_not_swallow_the_next_game():
    reading = read_pgn("1. e4 e5 (1... c5\n\n" + GOOD)
    assert [len(game.moves) for game in reading.games] == [2, 3]


def test_comments_after_a_bad_move_are_not_attached_to_the_last_good_move():
    [game] = read_pgn("1. e4 {good} Ke4 {bad} $4 (1... e5) 2. d4! 0-1").games
    assert game.comments == {1: "good"}
    assert game.marks == {}
    assert game.variations == {}


def test_problems_stand_in_the_order_of_the_file():
    """An unclosed side line is found only at the end of its game, after the problems in it."""
    result = problems('[Event "x"]\n1. e4 (\n} *\n' * 3)
    assert [(code, line) for code, line, *_ in result] == [
        (code, line + 3 * game)
        for game in range(3)
        for code, line in (("unclosed_variation", 2), ("stray_sign", 3))
    ]


pieces = st.sampled_from(
    ['[Event "x"]\n', '[Result "0-0"]',
     '[FEN "8/8"]', '[Variant "Tavreli"]', '[SetUp "1"]', "1.", "e4", "e5", "0-0", "Nf3",
     "{", "}", "(", ")", ";", "%", "\n", "$5", "(=)", "1-0", "*", "x", "К", "[", "]", '"', "\\", "\r", " ",
     "½-½", "Qxe5#",
     "e8=Q", "12…", "!?", "999999999999", "e2-e4", "a1-a2(2)", "{[%clk 1:00]}", "[%emt 9:99:99.9999]", "\ufeff", "\x00"]
)  # fmt: skip


@settings(deadline=None, max_examples=examples(300))
@given(st.lists(st.one_of(pieces, st.text(max_size=8)), max_size=40).map("".join))
def test_no_text_breaks_the_reader(text):
    reading = read_pgn(text)
    for problem in (*reading.problems, *reading.warnings):
        assert problem.message.render()
        assert 1 <= problem.line <= text.count("\n") + text.count("\r") + 1


@settings(deadline=None, max_examples=examples(100))
@given(st.integers(0, len(GOOD) * 2), st.text(max_size=3))
def test_a_file_cut_or_spoilt_anywhere_is_still_read(place, noise):
    text = GOOD + GOOD
    assert read_pgn(text[:place]) is not None
    reading = read_pgn(text[:place] + noise + text[place:] + GOOD)
    assert reading.games[-1].moves == ("e2e4", "e7e5", "g1f3")


@pytest.mark.long
@pytest.mark.parametrize(
    "piece", ["{", "(", "[", '[Event "', "\\", "1.", "$", "(=)", "e4(", "{x}", "$1 ", '[Event "x"]\n{']
)
def test_a_spiteful_file_takes_no_more_than_its_share_of_time(piece):
    """Twice the text may take little more than twice the time: nothing grows with the square of the length."""

    def seconds(count):
        text = piece * count
        started = time.perf_counter()
        read_pgn(text)
        return time.perf_counter() - started

    seconds(100)
    short, long = min(seconds(4_000) for _ in range(3)), min(seconds(16_000) for _ in range(3))
    assert long < 8 * short + 0.05

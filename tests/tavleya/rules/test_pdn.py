"""PDN: untidy files, writing, and a whole round robin."""

import re
from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.rules.contract import LineOfPlay, Ply
from tavleya.rules.draughts import DraughtsRules
from tavleya.rules.filegame import FileReading, Notes
from tavleya.rules.pdn import decode, read_pdn, write_pdn
from tests.tavleya.rules.draughts.samples import ROUND_ROBIN, RULES, START, at, line_of


def only_game(text):
    reading = read_pdn(text)
    assert [str(problem) for problem in reading.problems] == []
    (game,) = reading.games
    return game


def problems(text):
    return [(problem.message.code, problem.line, problem.game, problem.ply) for problem in read_pdn(text).problems]


def warnings(text):
    return [warning.message.code for warning in read_pdn(text).warnings]


@pytest.mark.parametrize("text", [
    "1. c3-d4 b6-c5 2. d4:b6 *", "1.c3-d4 b6-c5 2.d4:b6 *", "1 c3-d4 b6-c5 2 d4:b6 *",
    "1. c3-d4 1... b6-c5 2. d4xb6", "1. c3d4 b6c5 2. d4b6 *", "1. cd4 bc5 2. db6 *",
    "1. 22-18 9-14 2. 18x9 *", "1. c3-d4! {good} b6-c5?! $2 2. d4:b6 (!) *",
    "1. c3-d4 (1. c3-b4 {a ( comment} (1. e3-f4) b6-c5) 1... b6-c5 2. d4:b6 *",
    "1. c3-d4 ; the rest of the line d6-e5\nb6-c5 2. d4:b6 *",
    "% a note\n1. c3-d4\n% another\nb6-c5 2. d4:b6 *", "\ufeff1. с3-d4 b6-с5\r\n2. d4:b6 x *",
    "1. c3-d4 b6-c5 2. d4:b6 = *", "1...... c3-d4 ... b6-c5 2. d4:b6",
])  # fmt: skip
def test_the_same_moves_are_read_however_they_are_written(text):
    assert only_game(text).moves == ("c3-d4", "b6-c5", "d4:b6")


@pytest.mark.parametrize(("written", "result"), [
    ("1-0", "1-0"), ("2-0", "1-0"), ("0-1", "0-1"), ("0-2", "0-1"), ("1/2-1/2", "1/2-1/2"), ("½-½", "1/2-1/2"),
    ("1-1", "1/2-1/2"), ("1/2", "1/2-1/2"), ("0-0", "0-0"), ("*", "*"), ("1–0", "1-0"),
])  # fmt: skip
def test_results_are_read_in_every_usual_way(written, result):
    assert only_game(f"1. c3-d4 b6-c5 {written}").result == result
    assert only_game(f'[Result "{written}"]\n\n1. c3-d4').result == result


@pytest.mark.parametrize(("text", "expected"), [
    ("{before} 1. c3-d4! {[%clk 1:02:03] one} {two} (1. c3-b4 b6-a5) b6-c5 $4 {[%emt 0:00:05.5]} 2. d4:b6 {the\nend} *",
     {"comments": {0: "before", 1: "one two", 3: "the end"}, "marks": {1: ("!",), 2: ("$4",)},
      "clocks": {1: 3_723_000}, "elapsed": {2: 5_500}, "variations": {1: ("1. c3-b4 b6-a5",)},
      "texts": ("c3-d4!", "b6-c5", "d4:b6")}),
    ('[Event "The \\"open\\" \\\\ one"]\n[Termination "time forfeit"]\n[Result "1-0"]\n\n1-0',
     {"tags": {"Event": 'The "open" \\ one', "Termination": "time forfeit", "Result": "1-0"},
      "termination": "time forfeit", "moves": ()}),
    ('[GameType "25"]\n[FEN "B:Wa3:Bh8,b6"]\n\n1... b6-c5 2. a3-b4 c5:a3 0-1',
     {"start": "B:Wa3:Bh8,b6", "moves": ("b6-c5", "a3-b4", "c5:a3")}),
], ids=["notes", "tags", "start"])  # fmt: skip
def test_a_game_is_read_with_all_that_stands_in_it(text, expected):
    game = only_game(text)
    assert {name: getattr(game, name) for name in expected} == expected


def test_games_are_separated_without_results_and_without_tags():
    text = '[Event "1"]\n1. c3-d4\n\n[Event "2"]\n\n[Event "3"]\n1. c3-b4 *\n1. e3-f4 1-0 1. g3-h4'
    reading = read_pdn(text)
    assert reading.clean
    assert [(g.tags.get("Event"), g.moves, g.line) for g in reading.games] == [
        ("1", ("c3-d4",), 1), ("2", (), 4), ("3", ("c3-b4",), 6), (None, ("e3-f4",), 8), (None, ("g3-h4",), 8),
    ]  # fmt: skip


def test_an_illegal_move_is_reported_with_its_place_and_its_reason():
    text = '[Event "a"]\n\n1. c3-d4 b6-c5\n2.g3-h4 c5:e3\n\n[Event "b"]\n\n1. c3-d4 *'
    (problem,) = read_pdn(text).problems
    assert (problem.line, problem.column, problem.game, problem.ply) == (4, 3, 1, 3)
    assert problem.message.code == "take_compulsory"
    assert problem.message.render() == "“g3-h4”: Capturing is compulsory: d4:b6."
    first, second = read_pdn(text).games
    assert first.moves == ("c3-d4", "b6-c5")
    assert second.moves == ("c3-d4",)


def test_sentences_inside_a_problem_are_translated_too():
    (problem,) = read_pdn("1. c3-d4 zzz").problems

    def loud(text: str) -> str:
        return re.sub(r"%\(\w+\)S", lambda name: name[0].lower(), text.upper())

    assert "“zzz” IS NOT A DRAUGHTS MOVE" in problem.message.render(loud)


@pytest.mark.parametrize(("text", "expected"), [
    ("1. c3-d4 junk *", [("unreadable_move", 1, 1, 2)]),
    ("1. c3-d4\n(1. c3-b4 *", [("variation_not_closed", 2, 1, None)]),
    ("1. c3-d4 ) b6-c5 *", [("variation_not_opened", 1, 1, None)]),
    ("1. c3-d4 {never closed\nb6-c5 *", [("comment_not_closed", 1, 1, None)]),
    ("[Event no quotes]\n1. c3-d4 *", [("bad_tag", 1, 1, None)]),
    ("1. c3-d4 } *", [("stray_character", 1, 1, None)]),
    ('[FEN "W:Wa2:Bb8"]\n1. c3-d4 *', [("light_square", 1, 1, None)]),
    ('[GameType "20"]\n1. 32-28 19-23 *', [("other_game_type", 1, 1, None)]),
    ('[FEN "W:WKc3,Kc5:Bh8"]\n1. cd4 *', [("ambiguous_move", 2, 1, 1)]),
])  # fmt: skip
def test_unreadable_text_is_a_problem_with_its_place(text, expected):
    assert problems(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ('[Result "1-0"]\n1. c3-d4 0-1', ["results_differ"]), ('[Result "won"]\n1. c3-d4 *', ["unknown_result"]),
    ('[Event "a"]\n[Round "1"]\n[Round "2"]\n1. c3-d4 *', ["tag_twice"]),
    ('[FEN "W:WK1,21:B12"]\n*', ["numbered_squares"]),
    ('[FEN "W:Wc3:Bd4"]\n1. c3:e5 0-1', ["result_against_position"]), ('[FEN "W:Wc3:Bd4"]\n1. c3:e5 1-0', []),
])  # fmt: skip
def test_doubtful_text_is_only_a_warning(text, expected):
    assert warnings(text) == expected
    assert problems(text) == []


def test_moves_after_a_draw_by_the_rules_are_kept_and_reported():
    cycle = "b2-a1 b8-a7 a1-b2 a7-b8 " * 3
    reading = read_pdn(f'[FEN "W:WKb2,Kd2,h2:BKb8,Kf8,h8"]\n\n{cycle} 1/2-1/2')
    (warning,) = reading.warnings
    assert (warning.message.code, warning.ply) == ("moves_after_draw", 8)
    assert len(reading.games[0].moves) == 12


def test_old_files_in_the_cyrillic_code_page_are_decoded():
    text = '[Event "Чемпионат"]\n\n1. c3-d4 *'
    assert decode(text.encode("cp1251")) == decode(text.encode("utf-8")) == decode(text.encode("utf-8-sig")) == text


def test_an_empty_file_has_no_games():
    assert read_pdn("").games == read_pdn(" \n\n").games == ()


@given(st.binary(max_size=100))
def test_no_bytes_make_the_decoder_fail(data):
    assert isinstance(decode(data), str)


def test_a_game_has_its_tags_in_order_its_moves_and_its_result():
    tags = {"WhiteRating": "2100", "White": "Иванов", "Event": 'The "open"', "Date": "2026.01.02"}
    assert write_pdn(RULES, line_of(START, "c3-d4", "b6-c5", "d4:b6"), tags=tags, result="1-0") == (
        '[Event "The \\"open\\""]\n[Date "2026.01.02"]\n[White "Иванов"]\n[Result "1-0"]\n[WhiteRating "2100"]\n'
        '[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4 b6-c5 2. d4:b6 1-0\n\n'
    )


def test_notes_stand_by_their_ply():
    line = line_of(START, "c3-d4", "b6-c5", "d4:b6")
    notes = Notes(
        comments={0: "start", 1: "a } brace\nand { lines"}, marks={1: ("!?",), 2: ("$4",)},
        clocks={3: 61_500}, elapsed={3: 5000},
    )  # fmt: skip
    body = write_pdn(RULES, line, notes=notes).split("\n\n")[1]
    assert body.replace("\n", " ") == (
        "{start} 1. c3-d4!? {a ) brace and ( lines} 1... b6-c5 $4 2. d4:b6 {[%clk 0:01:01.5] [%emt 0:00:05]} *"
    )
    (game,) = read_pdn(write_pdn(RULES, line, notes=notes)).games
    assert (game.marks, game.clocks, game.elapsed) == (notes.marks, notes.clocks, notes.elapsed)


def test_side_lines_are_written_again():
    text = "1. c3-d4 (1. c3-b4 b6-a5 ; so\n(1... d6-c5)) b6-c5 (1... d6-e5) 2. d4:b6 *"
    (game,) = read_pdn(text).games
    (reread,) = read_pdn(write_pdn(RULES, game.line_of_play, notes=Notes.of(game))).games
    assert reread.variations == game.variations == {1: ("1. c3-b4 b6-a5 {so} (1... d6-c5)",), 2: ("1... d6-e5",)}
    assert reread.moves == game.moves


@pytest.mark.parametrize(("line", "options", "written"), [
    (line_of(at("B:Wa3:Bh8,b6"), "b6-c5", "a3-b4", "c5:a3"), {"result": "0-1", "tags": {"FEN": "stale", "SetUp": "0"}},
     '[SetUp "1"]\n[FEN "B:Wa3:Bh8,b6"]\n\n1... b6-c5 2. a3-b4 c5:a3 0-1'),
    # A take that two moves share is written with every square.
    (line_of(at("B:Wc7,b4,d4,f2:BKb8,a7,g7"), "b8:c3:a5"), {}, "1... b8:e5:c3:a5 *"),
    (LineOfPlay(START), {"result": "1-0", "tags": {"White": "A", "Black": "B"}}, "1-0"),
], ids=["start", "take", "no moves"])  # fmt: skip
def test_a_game_is_written_from_its_start_and_read_back(line, options, written):
    text = write_pdn(RULES, line, **options)
    assert written in text
    (game,) = read_pdn(text).games
    assert (game.line_of_play, game.result) == (line, options.get("result", "*"))


def test_after_an_irregular_ply_the_game_goes_on_as_another_from_the_position():
    before = line_of(START, "c3-d4")
    after = RULES.displace(before.position, "d6-c4")
    line = before.add(Ply("d6-c4", after, irregular=True))
    reply = min(after.legal_moves(), key=lambda move: move.text)
    line = line.add(Ply(reply.text, after.play(reply)))
    text = write_pdn(RULES, line, result="1-0", tags={"Event": "Open"})
    assert "1. c3-d4 {irregular: d6-c4} *" in text.replace("\n", " ")
    reading = read_pdn(text)
    assert reading.clean
    first, second = reading.games
    assert (first.moves, first.result) == (("c3-d4",), "*")
    assert (second.moves, second.result) == ((reply.text,), "1-0")
    assert second.tags["Event"] == "Open (continued)"
    assert second.line_of_play.start.text() == after.text()


@cache
def round_robin() -> FileReading:
    return read_pdn(ROUND_ROBIN.read_text(encoding="utf-8"))


@pytest.mark.article("draughts:notation")
def test_every_game_of_the_event_is_read_with_its_result():
    reading = round_robin()
    assert reading.problems == reading.warnings == ()
    assert sum(len(game.moves) for game in reading.games) == 8730
    assert Counter(game.result for game in reading.games) == {"1-0": 22, "1/2-1/2": 111, "0-1": 20}


def test_the_event_has_long_takes_and_crownings_on_the_way():
    long, crowned, on_the_way = 0, 0, 0
    for game in round_robin().games:
        position = game.line_of_play.start
        for ply in game.line_of_play.plies:
            move = DraughtsRules().read(position, ply.text)
            long += len(move.captured) > 1
            if position.crowns(move):
                crowned += 1
                on_the_way += move.target[1] not in "18"
            position = ply.position
    assert (long, crowned, on_the_way) == (203, 132, 5)


def test_games_know_their_number_and_their_line_and_are_read_back_as_they_are_written():
    lines, games = ROUND_ROBIN.read_text(encoding="utf-8").split("\n"), round_robin().games
    assert [game.number for game in games] == list(range(1, 154))
    assert all(lines[game.line - 1].startswith("[White ") for game in games)
    written = "".join(write_pdn(DraughtsRules(), g.line_of_play, tags=g.tags, result=g.result) for g in games)
    reading = read_pdn(written)
    assert reading.clean and reading.warnings == ()
    assert [(g.moves, g.result, g.start) for g in reading.games] == [(g.moves, g.result, g.start) for g in games]
    assert all(g.tags["GameType"] == "25,W,8,8,A0,0" for g in reading.games)
    assert max(map(len, written.split("\n"))) <= 80

"""Content of PGN other than moves: tags, comments, marks, side lines, clock times, several games, odd layout."""

import pytest

from tavleya.rules.pgn import read_pgn


def read_single_game(text, **options):
    reading = read_pgn(text, **options)
    assert reading.clean, [problem.message.render() for problem in reading.problems]
    [game] = reading.games
    return game


def warning_codes(text):
    return [warning.message.code for warning in read_pgn(text).warnings]


def test_tags_are_read_with_escaped_and_bare_quotation_marks():
    game = read_single_game(
        '[Event "The \\"Blue\\" Cup \\\\ B"]\n[Site "Club "Ladya""]\n[Round "1.2"] [White "Ю. А."]\n\n1. e4 *'
    )
    assert game.tags == {
        "Event": 'The "Blue" Cup \\ B', "Site": 'Club "Ladya"', "Round": "1.2", "White": "Ю. А.",
    }  # fmt: skip


def test_comments_belong_to_the_ply_that_they_follow():
    game = read_single_game(
        "{before} 1. e4 {first} {and more} e5 ; to the end of the line\n2. Nf3 {a\n  b} *"
    )
    assert game.comments == {0: "before", 1: "first and more", 2: "to the end of the line", 3: "a b"}


def test_lines_that_begin_with_a_percent_sign_are_skipped():
    assert read_single_game("1. e4 e5\n% 2. nonsense\n2. Nf3 *").moves == ("e2e4", "e7e5", "g1f3")


def test_marks_are_kept_as_they_stand():
    game = read_single_game("1. e4! e5 $2 2. Nf3!? $14 Nc6 ?! *")
    assert game.marks == {1: ("!",), 2: ("$2",), 3: ("!?", "$14"), 4: ("?!",)}


def test_side_lines_are_kept_as_text_and_not_played():
    game = read_single_game(
        "1. e4 (1. d4 d5 (1... Nf6 {) not the end}) 2. c4) e5 (1... c5) (1... e6) 2. Nf3 *"
    )
    assert game.moves == ("e2e4", "e7e5", "g1f3")
    assert game.variations == {1: ("1. d4 d5 (1... Nf6 {) not the end}) 2. c4",), 2: ("1... c5", "1... e6")}


def test_clock_times_are_taken_out_of_comments():
    game = read_single_game(
        "1. e4 {[%clk 1:29:57] book [%emt 0:00:03]} e5 {[%clk 1:30:00.5]} 2. Nf3 {[%clk 59:58] [%eval 0.2]} *"
    )
    assert game.clocks == {1: 5_397_000, 2: 5_400_500, 3: 3_598_000}
    assert game.elapsed == {1: 3_000}
    assert game.comments == {1: "book", 3: "[%eval 0.2]"}


def test_a_clock_time_that_cannot_be_read_stays_in_the_comment():
    game = read_single_game("1. e4 {[%clk ::]} *")
    assert game.clocks == {}
    assert game.comments == {1: "[%clk ::]"}


@pytest.mark.parametrize(
    "movetext",
    [
        "1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "1 e4 e5 2 Nf3 *", "e4 e5 Nf3 *", "1. e4 1... e5 2. Nf3 *",
        "1.e4\r\ne5\r\n2.\r\nNf3 *", "1. e2-e4 e7-e5 2. Ng1-f3 *", "1.e4 1...e5 2.Nf3*", "1… e4 e5 2… Nf3 *",
    ],
)  # fmt: skip
def test_layout_does_not_matter(movetext):
    assert read_single_game(movetext).moves == ("e2e4", "e7e5", "g1f3")


def test_a_byte_order_mark_is_no_part_of_the_game():
    assert read_single_game('\ufeff[Event "x"]\n\n1. e4 *').tags == {"Event": "x"}


@pytest.mark.parametrize("written, result", [
    ("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("1/2", "1/2-1/2"),
    ("*", "*"),
])  # fmt: skip
def test_results_are_read_however_they_are_written(written, result):
    assert read_single_game(f"1. e4 e5 {written}").result == result


@pytest.mark.parametrize("written", ["1-0", "0-1"])
def test_a_forfeit_is_a_game_without_moves(written):
    game = read_single_game(f'[White "A"]\n[Black "B"]\n[Result "{written}"]\n\n{written}\n')
    assert game.moves == ()
    assert game.result == written


def test_a_double_loss_is_distinguished_from_castling():
    both = '[Result "0-0"]\n\n'
    assert read_single_game(both + "0-0").result == "0-0"
    assert read_single_game(both + "*").result == "0-0"
    castled = read_single_game(both + "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *")
    assert castled.moves[-1] == "e1g1"


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


def test_a_game_starts_from_its_fen():
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 5 40"
    game = read_single_game(f'[SetUp "1"]\n[FEN "{fen}"]\n\n40. a8=Q+ Kd7 *')
    assert game.start == fen
    assert game.moves == ("a7a8q", "e8d7")


def test_the_moves_of_a_sheet_are_read_in_its_language():
    game = read_single_game("1. e4 e5 2. Кf3 Кc6 3. Сb5 (=)", language="ru")
    assert game.moves[-1] == "f1b5"
    assert game.marks == {5: ("(=)",)}


def test_a_game_without_variant_is_chess():
    assert read_single_game("1. e4 *").game == "chess"
    assert read_single_game('[Variant "Standard"]\n1. e4 *').game == "chess"


@pytest.mark.parametrize("text, code", [
    ("1. e4 e5", "result_missing"), ('[Result "1-0"]\n1. e4 e5 0-1', "result_differs"),
    ('[Result "won"]\n1. e4 e5 0-1', "unknown_result"), ("1. e4 e5 3. Nf3 *", "move_number"),
    ("1. f3 e5 2. g4 Qh4# 1-0", "result_against_board"), ("1. f3 e5 2. g4 Qh4+ 0-1", "mate_marked_check"),
    ('[Event "a"]\n[Event2 "b"]\n[Event2 "c"]\n1. e4 *', "tag_twice"),
    ('[FEN "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"]\n*', "opposite_check"),
])  # fmt: skip
def test_odd_but_readable_text_is_a_warning(text, code):
    assert warning_codes(text) == [code]
    assert read_pgn(text).clean


def test_a_whole_game_has_no_warnings():
    assert warning_codes('[Result "0-1"]\n1. f3 e5 2. g4 Qh4# 0-1') == []


def test_no_text_is_no_game():
    assert read_pgn("").games == ()
    assert read_pgn("\n \n").games == ()

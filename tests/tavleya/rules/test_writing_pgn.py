"""PGN is written and read again: real games, and the dialect of tavreli."""

import io
import json
import re
from functools import cache

import chess.pgn
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tavleya.rules.chess import ChessRules
from tavleya.rules.contract import LineOfPlay, Ply
from tavleya.rules.pgn import Notes, read_pgn, write_pgn
from tavleya.rules.registry import rules_for
from tests.tavleya.rules.chess.samples import MATCH_1886, ROOT, TATA_STEEL, line_of, recorded_games

RULES = ChessRules()
OPENING = line_of("e4", "e5", "Nf3", "Nc6", "Bb5")


def write(line=OPENING, tags=None, result="*", **notes):
    return write_pgn(RULES, line, tags=tags or {}, result=result, notes=Notes(**notes))


def test_the_seven_tags_come_first_and_in_order():
    text = write(tags={"WhiteElo": "2500", "Black": "B", "White": "A", "Result": "0-1"}, result="1-0")
    assert text.splitlines() == [
        '[Event "?"]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]', '[White "A"]', '[Black "B"]',
        '[Result "1-0"]', '[WhiteElo "2500"]', "", "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0", "",
    ]  # fmt: skip


VALUE = 'a "quoted" \\ name'
LATE = line_of("Kd7", "a8=Q", start="4k3/P7/8/8/8/8/8/4K3 b - - 5 40")
TIMES = {"clocks": {1: 5_397_000, 2: 5_400_500}, "elapsed": {1: 3_000}, "comments": {0: "start", 1: "book"}}


@pytest.mark.parametrize(("options", "written", "matches"), [
    ({"tags": {"Event": VALUE}}, '[Event "a \\"quoted\\" \\\\ name"]', lambda game: game.tags["Event"] == VALUE),
    (TIMES, "{start} 1. e4 {[%clk 1:29:57] [%emt 0:00:03] book} 1... e5 {[%clk 1:30:00.5]} 2. Nf3",
     lambda game: (game.clocks, game.elapsed, game.comments) == tuple(TIMES.values())),
    ({"marks": {1: ("!",), 2: ("$14",), 5: ("(=)",)}}, "1. e4 $1 e5 $14 2. Nf3 Nc6 3. Bb5 {(=)} *",
     lambda game: game.marks == {1: ("$1",), 2: ("$14",), 5: ("(=)",)}),
    ({"line": LATE}, '[SetUp "1"] [FEN "4k3/P7/8/8/8/8/8/4K3 b - - 5 40"]  40... Kd7 41. a8=Q *',
     lambda game: game.moves == ("e8d7", "a7a8q")),
    ({"line": LineOfPlay(RULES.start()), "result": "0-0"}, '[Result "0-0"]  *', lambda game: game.result == "0-0"),
], ids=["escaped tag", "times and comments", "marks", "start", "both lost"])  # fmt: skip
def test_a_game_is_written_with_all_that_stands_in_it_and_read_back(options, written, matches):
    text = write(**options)
    assert written in text.replace("\n", " ")
    assert matches(read_pgn(text).games[0])


def test_no_line_is_longer_than_pgn_allows():
    longest = max(recorded_games(), key=lambda game: len(game.moves))
    text = write(
        longest.line_of_play,
        comments=dict.fromkeys(range(0, len(longest.moves), 3), "a remark of several words"),
        clocks={n: 3_600_000 - n * 1000 for n in range(1, len(longest.moves) + 1)},
    )
    assert max(map(len, text.splitlines())) <= 79
    assert read_pgn(text).games[0].moves == longest.moves


def test_the_notes_of_a_game_that_was_read_can_be_written_again():
    text = write(comments={2: "hm"}, marks={3: ("$5",), 5: ("(=)",)}, clocks={4: 61_000}, elapsed={5: 250})
    [game] = read_pgn(text).games
    second = write_pgn(RULES, game.line_of_play, tags=game.tags, result=game.result, notes=Notes.of(game))
    assert second == text


def test_side_lines_are_written_again_and_mean_the_same_to_another_reader():
    text = (
        "1. e4 (1. d4 d5 $1 (1... Nf6 ; to the end } of the line\n2. c4) {why (not)?} 2. c4) 1... e5 2. Nf3 "
        "(2. Bc4\n% an escape\nNc6) (2. f4) *"
    )
    [game] = read_pgn(text).games
    second = write_pgn(RULES, game.line_of_play, tags=game.tags, notes=Notes.of(game))
    [reread] = read_pgn(second).games
    assert (reread.moves, reread.variations) == (game.moves, game.variations)
    assert "1... e5" in second.replace("\n", " "), "a move after a side line has its number"
    other = chess.pgn.read_game(io.StringIO(second))
    assert [child.san() for child in other.variations] == ["e4", "d4"]
    assert [child.san() for child in other.variations[1].variations] == ["d5", "Nf6"]
    assert [child.san() for child in other.variations[0].variations[0].variations] == ["Nf3", "Bc4", "f4"]


def test_after_an_irregular_move_the_game_goes_on_as_another_from_the_position():
    after = RULES.displace(OPENING.position, "a8a4")
    reply = RULES.read(after, "d3")
    line = OPENING.add(Ply("a8a4", after, irregular=True)).add(Ply(reply.text, after.play(reply)))
    tags = {"Event": "Open", "White": "A", "GameId": "k"}
    text = write(line, tags, "1-0", clocks={5: 5000, 6: 4000, 7: 3000}, marks={6: ("(=)",), 7: ("!",)})
    assert "3. Bb5 {[%clk 0:00:05]} {irregular: a8a4} *" in text
    first, second = read_pgn(text).games
    assert read_pgn(text).clean
    assert (first.moves, first.result) == (tuple(ply.text for ply in OPENING.plies), "*")
    assert (second.moves, second.result, second.start) == ((reply.text,), "1-0", after.text())
    assert second.clocks == {0: 4000, 1: 3000} and second.marks == {1: ("$1",)}
    assert (first.tags["Event"], first.tags["GameId"]) == ("Open", "k")
    assert (second.tags["Event"], second.tags["GameId"]) == ("Open (continued)", "k-2")
    file = io.StringIO(text)
    others = [chess.pgn.read_game(file), chess.pgn.read_game(file)]
    assert chess.pgn.read_game(file) is None
    assert [len(list(other.mainline_moves())) for other in others] == [5, 1]
    assert others[1].board().fen().split()[0] == after.text().split()[0]
    assert not others[0].errors and not others[1].errors


def test_every_irregular_move_begins_another_chapter_and_the_last_one_may_be_empty():
    after = RULES.displace(OPENING.position, "a8a4")
    after_both = RULES.displace(after, "a1a3")
    line = OPENING.add(Ply("a8a4", after, irregular=True)).add(Ply("a1a3", after_both, irregular=True))
    games = read_pgn(write(line, {"GameId": "k"}, "0-1")).games
    assert [(game.tags["GameId"], len(game.moves), game.result) for game in games] == [
        ("k", 5, "*"), ("k-2", 0, "*"), ("k-3", 0, "0-1")
    ]  # fmt: skip


remarks = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=120)


@given(st.dictionaries(st.integers(0, 5), remarks), st.dictionaries(st.integers(1, 5), st.integers(0, 10**8)))
def test_whatever_is_remarked_can_be_read_back(comments, clocks):
    text = write(comments=comments, clocks=clocks)
    [game] = read_pgn(text).games
    assert game.moves == tuple(ply.text for ply in OPENING.plies)
    assert game.clocks == clocks
    other = chess.pgn.read_game(io.StringIO(text))
    assert [move.uci() for move in other.mainline_moves()] == list(game.moves)


@given(st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=60))
@example(" ")
def test_whatever_is_in_a_tag_can_be_read_back(value):
    [game] = read_pgn(write(tags={"White": value})).games
    assert game.tags["White"] == (" ".join(value.split()) or "?")


FILES = [(TATA_STEEL, 91, 7012), (MATCH_1886, 20, 1680)]


def text_of(path):
    return path.read_bytes().decode("utf-8")


@cache
def reading_of(path):
    return read_pgn(text_of(path))


@pytest.mark.parametrize("path, games, plies", FILES, ids=["tata", "1886"])
def test_every_game_is_read_without_a_problem_as_another_reader_finds_it(path, games, plies):
    reading = reading_of(path)
    assert reading.clean
    assert reading.warnings == ()
    assert len(reading.games) == games
    assert sum(len(game.moves) for game in reading.games) == plies
    file = io.StringIO(text_of(path))
    for game in reading.games:
        assert game.game == "chess" and game.result == game.tags["Result"]
        other = chess.pgn.read_game(file)
        assert dict(other.headers) == dict(game.tags)
        assert tuple(move.uci() for move in other.mainline_moves()) == game.moves


@pytest.mark.long
@pytest.mark.parametrize("path", [TATA_STEEL, MATCH_1886], ids=["tata", "1886"])
def test_written_games_are_read_back_by_us_and_by_another_reader(path):
    games = reading_of(path).games
    written = "".join(
        write_pgn(ChessRules(), game.line_of_play, tags=game.tags, result=game.result, notes=Notes()) for game in games
    )
    pgn = read_pgn(written)
    assert pgn.clean
    assert [(g.moves, g.result, dict(g.tags)) for g in pgn.games] == [(g.moves, g.result, dict(g.tags)) for g in games]
    file = io.StringIO(written)
    for game in games:
        other = chess.pgn.read_game(file)
        assert other.errors == []
        assert tuple(move.uci() for move in other.mainline_moves()) == game.moves


@cache
def tavreli():
    return rules_for("tavreli")


@cache
def demo_games():
    path = ROOT / "portal" / "demo_data" / "tavreli-games.json"
    return json.loads(path.read_text(encoding="utf-8"))["games"]


def tavreli_line(record):
    """The game as recorded; each text must be the canonical text of a legal move."""
    position, moves = tavreli().start(), []
    for text in record["moves"]:
        [move] = [move for move in position.legal_moves() if move.text == text]
        moves.append(move)
        position = position.play(move)
    return LineOfPlay.of(tavreli().start(), moves)


@pytest.mark.article("tavreli:G.modern")
@pytest.mark.parametrize("record", demo_games(), ids=lambda record: record["name"])
def test_a_recorded_game_goes_out_and_comes_back(record):
    text = write_pgn(tavreli(), tavreli_line(record), tags={"Event": record["name"]}, result="*")
    assert '[Variant "Tavreli"]' in text
    reading = read_pgn(text)
    assert reading.clean
    [game] = reading.games
    assert game.game == "tavreli"
    assert game.moves == tuple(record["moves"])
    assert game.line_of_play.position.text() == record["final"][0]
    assert max(map(len, text.splitlines())) <= 79


def test_marks_comments_and_times_are_as_in_chess():
    text = '[Variant "tavreli"]\n\n1. e2-e4! {[%clk 1:00:00] steady} e7-e5 $6 (1... d7-d5) 2. 0-0 *'
    reading = read_pgn(text)
    [game] = reading.games
    assert game.marks == {1: ("!",), 2: ("$6",)}
    assert game.comments == {1: "steady"}
    assert game.clocks == {1: 3_600_000}
    assert game.variations == {2: ("1... d7-d5",)}
    [problem] = reading.problems
    assert (problem.line, problem.game, problem.ply) == (3, 1, 3), "castling is not possible so early"


def test_a_game_starts_from_its_position_text():
    line = tavreli_line(demo_games()[0])
    later = LineOfPlay(line.positions[10], line.plies[10:])
    text = write_pgn(tavreli(), later, tags={}, notes=Notes(comments={0: "adjourned"}))
    [game] = read_pgn(text).games
    assert game.start == line.positions[10].text()
    assert game.moves == tuple(ply.text for ply in line.plies[10:])
    assert game.comments == {0: "adjourned"}


def test_the_example_of_the_description_is_a_good_file():
    page = (ROOT / "docs" / "formats" / "tavreli-pgn.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    reading = read_pgn(example)
    assert reading.clean
    assert reading.warnings == ()
    assert len(reading.games[0].moves) == 10

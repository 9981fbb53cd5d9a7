"""Games of tavreli in PGN: the recorded games go out and come back."""

import json
import re
from functools import cache

import pytest

from tavleya.rules.contract import LineOfPlay
from tavleya.rules.pgn import Notes, read_pgn, write_pgn
from tavleya.rules.registry import rules_for
from tests.tavleya.rules.chess.samples import ROOT


@cache
def tavreli():
    return rules_for("tavreli")


@cache
def recorded():
    path = ROOT / "portal" / "demo_data" / "tavreli-games.json"
    return json.loads(path.read_text(encoding="utf-8"))["games"]


def line_of(record):
    """The game as recorded; each text must be the canonical text of a legal move."""
    position, moves = tavreli().start(), []
    for text in record["moves"]:
        [move] = [move for move in position.legal_moves() if move.text == text]
        moves.append(move)
        position = position.play(move)
    return LineOfPlay.of(tavreli().start(), moves)


@pytest.mark.article("tavreli:G.modern")
@pytest.mark.parametrize("record", recorded(), ids=lambda record: record["name"])
def test_a_recorded_game_goes_out_and_comes_back(record):
    text = write_pgn(tavreli(), line_of(record), tags={"Event": record["name"]}, result="*")
    reading = read_pgn(text)
    assert reading.clean
    [game] = reading.games
    assert game.game == "tavreli"
    assert game.moves == tuple(record["moves"])
    assert game.line_of_play.position.text() == record["final"][0]
    assert max(map(len, text.splitlines())) <= 79


def test_the_variant_is_named_and_lifted_pieces_stand_in_brackets():
    record = next(record for record in recorded() if any("(" in move for move in record["moves"]))
    text = write_pgn(tavreli(), line_of(record), tags={})
    assert '[Variant "Tavreli"]' in text
    assert any(move in text for move in record["moves"] if "(" in move)


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
    line = line_of(recorded()[0])
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

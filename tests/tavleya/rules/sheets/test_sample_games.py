"""The sample games of the rule texts, read whole from the sheets as they are printed and as one was scanned."""

import json

import pytest

from tavleya.rules.chess import ChessRules
from tavleya.rules.contract import Style
from tavleya.rules.draughts import DraughtsRules
from tavleya.rules.sheets import read_sheet
from tavleya.rules.tavreli import TavreliRules
from tests.tavleya.rules.chess.samples import ROOT

SHEETS = ROOT / "tests" / "data" / "sheets"


def sheet(name: str) -> str:
    return (SHEETS / f"{name}.txt").read_text(encoding="utf-8")


def recorded_sample() -> tuple[str, ...]:
    games = json.loads((ROOT / "tests" / "data" / "tavreli" / "games.json").read_text(encoding="utf-8"))[
        "games"
    ]
    return tuple(next(game["moves"] for game in games if game["name"] == "seed-game"))


@pytest.mark.article("tavreli:G.4", "tavreli:G.6")
def test_the_scan_of_the_books_game_is_mended_by_the_rules() -> None:
    reading = read_sheet(TavreliRules(), sheet("tavreli-book-scan"))
    assert reading.problems == reading.warnings == ()
    assert len(reading.moves) == len(reading.tokens) == 43
    assert reading.result == "1-0"
    assert recorded_sample() in reading.readings
    # A 6 where б or д stood makes most of the moves doubtful by themselves; the rules settle all but three of them.
    assert sum("6" in token for token in reading.tokens) == 15
    assert reading.open == {
        22: ("c7-b7", "c7-e7"),
        30: ("b7-b4", "b7-e4", "e7-e4"),
        32: ("b7-e4(2)", "e7-e4(2)"),
    }
    assert len(reading.readings) == 4


@pytest.mark.article("tavreli:G.6")
def test_one_decided_move_settles_the_rest_of_the_scan() -> None:
    reading = read_sheet(TavreliRules(), sheet("tavreli-book-scan"), decided={30: "e7-e4"})
    assert reading.readings == (recorded_sample(),)
    assert reading.moves == recorded_sample()
    assert reading.open == {}


@pytest.mark.article("tavreli:G.1", "tavreli:G.6")
def test_the_undamaged_sheet_needs_no_mending() -> None:
    rules = TavreliRules()
    position, words = rules.start(), []
    for number, text in enumerate(recorded_sample()):
        move = rules.read(position, text)
        words.append(
            f"{number // 2 + 1}. " * (number % 2 == 0) + rules.write(position, move, Style("book", "ru"))
        )
        position = position.play(move)
    reading = read_sheet(rules, " ".join(words))
    assert reading.moves == recorded_sample()
    assert (reading.mended, reading.problems, reading.warnings) == ({}, (), ())


@pytest.mark.article("chess:C.8", "chess:C.9", "chess:C.12", "chess:C.13")
@pytest.mark.parametrize(("form", "eighth"), [("short", "d4e3"), ("bare", "d4e3"), ("long", "d4d3")])
def test_the_three_forms_of_the_chess_sample_are_read(form: str, eighth: str) -> None:
    reading = read_sheet(ChessRules(), sheet(f"chess-sample-{form}"))
    assert (reading.problems, reading.warnings, reading.mended, reading.remarks) == ((), (), {}, ())
    assert len(reading.moves) == 21
    assert reading.moves[14] == eighth
    assert reading.moves[-1] == "c1b1"
    assert reading.tokens[-1] == "Kb1 (=)"


@pytest.mark.article("draughts:notation", "draughts:marks")
def test_the_draughts_sample_is_read_with_its_sign_of_victory() -> None:
    reading = read_sheet(DraughtsRules(), sheet("draughts-sample"))
    assert reading.problems == reading.warnings == ()
    assert reading.moves == (
        "e3-d4", "d6-c5", "f2-e3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "h4:f2", "e1:g3", "c7:h4",
    )  # fmt: skip
    assert reading.result == "0-1", "an x behind Black's last move"
    assert reading.remarks == ("Белые", "Чёрные", "Иванов", "Петров")
    assert reading.mended == {1: "е3-d4"}, "its first letter is Cyrillic"

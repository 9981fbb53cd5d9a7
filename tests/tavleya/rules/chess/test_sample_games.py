"""The three sample games of appendix C, which write the same opening in three ways."""

import pytest

from tavleya.rules.pgn import read_pgn
from tests.tavleya.rules.chess.samples import ROOT

SHEETS = ROOT / "tests" / "data" / "sheets"
SHORT, WITHOUT_SIGNS, LONG = (
    (SHEETS / f"chess-sample-{form}.txt").read_text(encoding="utf-8") for form in ("short", "bare", "long")
)
#: The long form has another eighth move for White.
END = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/{}/PPPN1PPP/1K1R1B1R b - - 9 11"


@pytest.mark.article("chess:C.8", "chess:C.12", "chess:C.13")
@pytest.mark.parametrize("text, third_rank", [
    (SHORT, "4QN2"), (WITHOUT_SIGNS, "4QN2"), (LONG, "3Q1N2"),
], ids=["short", "bare", "long"])  # fmt: skip
def test_a_sample_game_is_read_move_by_move(text, third_rank):
    reading = read_pgn(text)
    assert reading.clean
    [game] = reading.games
    assert len(game.moves) == 21
    assert game.line_of_play.position.text() == END.format(third_rank)
    assert game.marks == {21: ("(=)",)}, "the draw offer is kept with the move it was made with"


@pytest.mark.article("chess:C.9", "chess:C.13")
def test_the_two_short_forms_are_the_same_moves():
    assert read_pgn(SHORT).games[0].moves == read_pgn(WITHOUT_SIGNS).games[0].moves


@pytest.mark.article("chess:C.3")
def test_the_sample_game_is_read_from_a_russian_sheet():
    russian = SHORT.translate(str.maketrans({"N": "К", "Q": "Ф", "R": "Л", "B": "С"})).replace("Kb1", "Крb1")
    reading = read_pgn(russian.replace("x", ":").replace("e.p.", "е.р."), language="ru")
    assert reading.clean
    assert reading.games[0].moves == read_pgn(SHORT).games[0].moves

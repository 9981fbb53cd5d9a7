"""A null move ends the reading of a game; the game is accepted with a warning."""

import pytest

from tavleya.rules.pgn.reading import read_pgn

FILE = (
    '[White "A"]\n[Black "B"]\n[Result "{result}"]\n\n1. e4 e5 {words} {result}\n\n'
    '[White "C"]\n[Black "D"]\n\n1. d4 *\n'
)


@pytest.mark.parametrize(
    "text", ["2. Z0 Nc6 3. Bb5", "2. -- Nc6", "2.-- Nc6", "2. 0000 {idle} Qh9", "2. @@@@"]
)
def test_the_moves_stop_before_it_and_the_result_stays(text: str) -> None:
    reading = read_pgn(FILE.replace("{words}", text).replace("{result}", "1-0"))
    assert not reading.problems
    first, second = reading.games
    assert (first.texts, first.result, second.texts) == (("e4", "e5"), "1-0", ("d4",))
    [problem] = [warning for warning in reading.warnings if warning.message.code == "null_move"]
    assert (problem.line, problem.game, problem.ply) == (5, 1, 3)
    assert problem.message.params["move"] in text


def test_a_move_in_no_known_notation_refuses_the_game() -> None:
    reading = read_pgn(FILE.replace("{words}", "2. Z1").replace("{result}", "1-0"))
    assert [(problem.game, problem.ply) for problem in reading.problems] == [(1, 3)]


def test_in_a_side_line_it_changes_nothing() -> None:
    reading = read_pgn(FILE.replace("{words}", "2. Nf3 (2. Z0 Nc6) Nc6").replace("{result}", "1-0"))
    assert reading.games[0].texts == ("e4", "e5", "Nf3", "Nc6")
    assert "null_move" not in [warning.message.code for warning in reading.warnings]

"""Chess960 in PGN, with its tags, and on the command line."""

import pytest

from tavleya.rules import pgn
from tavleya.rules.__main__ import main
from tavleya.rules.chess960 import Chess960Rules
from tavleya.rules.contract import LineOfPlay

RULES = Chess960Rules()
TEXT = """[Event "?"]
[Variant "{variant}"]
[SetUp "1"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[Result "*"]

1. O-O Ng6 2. Nb3 O-O *
"""


@pytest.mark.parametrize("variant", ["Chess960", "chess960", "Fischerandom"])
def test_the_tag_variant_makes_a_game_of_chess960(variant: str) -> None:
    reading = pgn.read_pgn(TEXT.format(variant=variant))
    [game] = reading.games
    assert reading.clean and game.game == "chess960"
    assert game.start == "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"
    assert game.moves == ("f1g1", "h8g6", "a1b3", "f8g8")
    [problem] = pgn.read_pgn(TEXT.format(variant=variant).replace("1. O-O", "1. O-O-O")).problems
    assert problem.ply == 1


def test_a_game_that_is_written_is_read_again_with_its_start_position() -> None:
    start = RULES.position("1")
    line = LineOfPlay.of(start, [])
    for text in ("Nf3", "Nf6", "g3", "g6", "h3", "h6", "g1h2", "g8h7"):
        line = LineOfPlay.of(start, [*_moves(line), RULES.read(line.position, text)])
    written = pgn.write_pgn(RULES, line, tags={})
    assert (
        '[Variant "Chess960"]' in written
        and '[SetUp "1"]' in written
        and f'[FEN "{start.text()}"]' in written
    )
    [game] = pgn.read_pgn(written).games
    assert game.line_of_play.position == line.position


def _moves(line: LineOfPlay) -> list:
    chess_moves, position = [], line.start
    for ply in line.plies:
        chess_moves.append(RULES.read(position, ply.text))
        position = ply.position
    return chess_moves


def test_the_start_position_is_written_even_where_it_is_that_of_chess() -> None:
    written = pgn.write_pgn(RULES, LineOfPlay(RULES.start()), tags={})
    assert f'[FEN "{RULES.start().text()}"]' in written


def test_a_file_without_a_start_position_is_warned_of() -> None:
    reading = pgn.read_pgn('[Variant "Chess960"]\n\n1. e4 e5 *\n')
    assert reading.clean and [warning.message.code for warning in reading.warnings] == ["start_missing"]


def test_the_command_line_knows_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess960", "perft", "518", "2"]) == 0
    assert capsys.readouterr().out == "400\n"
    assert main(["chess960", "--rules", "start_position=1", "play", "start", "Nf3", "Nf6"]) == 0
    assert capsys.readouterr().out.startswith("bqnb1rkr/pppppppp/5n2/8/8/5N2/")
    assert main(["chess960", "moves", "1000"]) == 1

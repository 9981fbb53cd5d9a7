"""A game that is only a record outside the product is played through the registry."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.__main__ import count_lines
from tavleya.rules.contract import EndingKind, IllegalMove, LineOfPlay
from tavleya.rules.files import read_game_file, write_game
from tavleya.rules.pictures import board_svg, describe
from tavleya.rules.registry import SPECS, rules_for, spec_of
from tavleya.sides import Side
from tests.antichess import ANTICHESS


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SPECS, ANTICHESS.game, ANTICHESS)


def test_lines_are_counted_as_published_and_a_game_that_is_not_registered_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = rules_for("antichess").start()
    assert [count_lines(start, depth) for depth in (1, 2, 3)] == [20, 400, 8067]
    monkeypatch.delitem(SPECS, "antichess")
    with pytest.raises(BadInput):
        spec_of("antichess")


def test_a_move_that_takes_nothing_is_explained() -> None:
    rules = rules_for("antichess")
    position = rules.start()
    for text in ("e3", "b5"):
        position = position.play(rules.read(position, text))
    with pytest.raises(IllegalMove) as excinfo:
        rules.read(position, "d4")
    assert excinfo.value.message.code == "capture_compulsory"
    assert rules.read(position, "Bxb5").text == "f1b5"


def test_a_player_without_pieces_wins() -> None:
    rules = rules_for("antichess")
    line = LineOfPlay.of(start := rules.position("8/8/8/8/8/2p5/1P6/8 b - - 0 1"), [rules.read(start, "cxb2")])
    ending = rules.ending(line)
    assert (ending.kind, ending.winner) == (EndingKind.NO_PIECES, Side.WHITE)


def test_a_game_travels_as_pgn_and_has_a_picture() -> None:
    rules = rules_for("antichess")
    position, moves = rules.start(), []
    for text in ("e3", "b5", "Bxb5"):
        moves.append(rules.read(position, text))
        position = position.play(moves[-1])
    text = write_game(rules, LineOfPlay.of(rules.start(), moves), tags={}, result="*")
    assert '[Variant "Antichess"]' in text
    reading = read_game_file("chess", text)
    assert not reading.problems
    assert (reading.games[0].game, reading.games[0].moves) == ("antichess", ("e2e3", "b7b5", "f1b5"))
    assert 'data-square="b5"' in board_svg(position.figures(), game="antichess", title="Board")
    assert describe(position.figures(), position.turn, game="antichess")

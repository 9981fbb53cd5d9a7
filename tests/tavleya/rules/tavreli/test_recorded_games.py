"""Twenty-two games that were played, move by move."""

import json
from typing import Any

import pytest

from tavleya.rules.contract import Style
from tests.paths import DATA
from tests.tavleya.rules.tavreli.helpers import RULES

GAMES = json.loads((DATA / "tavreli" / "games.json").read_text())["games"]
by_name = pytest.mark.parametrize("game", GAMES, ids=lambda game: game["name"])


def test_there_are_twenty_two_games_of_789_plies() -> None:
    assert (len(GAMES), sum(len(game["moves"]) for game in GAMES)) == (22, 789)


@by_name
def test_every_move_is_legal_and_the_final_position_is_reached(game: dict[str, Any]) -> None:
    position = RULES.start()
    for text in game["moves"]:
        move = RULES.read(position, text)
        assert move.text == text
        position = position.play(move)
    text, status, moves = game["final"]
    assert position.text() == text
    assert position.status().kind == status
    assert len(position.legal_moves()) == moves


@by_name
@pytest.mark.parametrize("style", [
    Style("book", "ru"), Style("book", "uk"), Style("book", "en"), Style("short"), Style("figurine"),
], ids=str)  # fmt: skip
def test_every_style_is_read_back_as_the_same_move(game: dict[str, Any], style: Style) -> None:
    position = RULES.start()
    for text in game["moves"]:
        move = RULES.read(position, text)
        written = RULES.write(position, move, style)
        assert RULES.read(position, written) == move, written
        position = position.play(move)


@by_name
def test_every_position_is_read_back_from_its_text(game: dict[str, Any]) -> None:
    position = RULES.start()
    for text in game["moves"]:
        position = position.play(RULES.read(position, text))
        tavreli_position = RULES.position(position.text())
        assert tavreli_position == position
        assert tavreli_position.repetition_key() == position.repetition_key()
        assert tavreli_position.legal_moves() == position.legal_moves()

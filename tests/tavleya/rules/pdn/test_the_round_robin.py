"""A whole recorded event, read and written again."""

from collections import Counter
from functools import cache

import pytest

from tavleya.rules.draughts import DraughtsRules
from tavleya.rules.filegame import FileReading
from tavleya.rules.pdn import read_pdn, write_pdn
from tests.tavleya.rules.draughts.samples import ROUND_ROBIN


@cache
def reading() -> FileReading:
    return read_pdn(ROUND_ROBIN.read_text(encoding="utf-8"))


@pytest.mark.article("draughts:notation")
def test_every_game_is_read_and_every_move_is_legal():
    result = reading()
    assert result.problems == ()
    assert result.warnings == ()
    assert len(result.games) == 153
    assert sum(len(game.moves) for game in result.games) == 8730


def test_the_results_are_those_of_the_event():
    assert Counter(game.result for game in reading().games) == {"1-0": 22, "1/2-1/2": 111, "0-1": 20}


def test_eighteen_players_met_once_each():
    games = reading().games
    players = {game.tags[side] for game in games for side in ("White", "Black")}
    pairs = {frozenset((game.tags["White"], game.tags["Black"])) for game in games}
    assert (len(players), len(pairs)) == (18, 153)


def test_the_event_has_long_takes_and_crownings_on_the_way():
    long, crowned, on_the_way = 0, 0, 0
    for game in reading().games:
        position = game.line_of_play.start
        for ply in game.line_of_play.plies:
            move = DraughtsRules().read(position, ply.text)
            long += len(move.captured) > 1
            if position.crowns(move):
                crowned += 1
                on_the_way += move.target[1] not in "18"
            position = ply.position
    assert (long, crowned, on_the_way) == (203, 132, 5)


def test_games_know_their_number_and_their_line():
    text = ROUND_ROBIN.read_text(encoding="utf-8").split("\n")
    games = reading().games
    assert [game.number for game in games] == list(range(1, 154))
    assert all(text[game.line - 1].startswith("[White ") for game in games)


def test_written_games_are_read_back_unchanged():
    games = reading().games
    text = "".join(write_pdn(DraughtsRules(), g.line_of_play, tags=g.tags, result=g.result) for g in games)
    pdn = read_pdn(text)
    assert pdn.clean and pdn.warnings == ()
    assert [(g.moves, g.result, g.start) for g in pdn.games] == [(g.moves, g.result, g.start) for g in games]
    assert all(g.tags["GameType"] == "25,W,8,8,A0,0" for g in pdn.games)
    assert max(map(len, text.split("\n"))) <= 80

"""The recorded games of the demo and the tests: every move legal, every result read, another reader agrees."""

import io
from functools import cache

import chess.pgn
import pytest

from tavleya.rules.chess import ChessRules
from tavleya.rules.pgn import Notes, read_pgn, write_pgn
from tests.tavleya.rules.chess.samples import MATCH_1886, TATA_STEEL

FILES = [(TATA_STEEL, 91, 7012), (MATCH_1886, 20, 1680)]


def text_of(path):
    return path.read_bytes().decode("utf-8")


@cache
def reading_of(path):
    return read_pgn(text_of(path))


@pytest.mark.parametrize("path, games, plies", FILES, ids=["tata", "1886"])
def test_every_game_is_read_without_a_problem(path, games, plies):
    reading = reading_of(path)
    assert reading.clean
    assert reading.warnings == ()
    assert len(reading.games) == games
    assert sum(len(game.moves) for game in reading.games) == plies
    assert all(game.game == "chess" and game.result == game.tags["Result"] for game in reading.games)


def test_the_round_robin_has_its_results():
    reading = reading_of(TATA_STEEL)
    points: dict[str, int] = {}
    for game in reading.games:
        halves = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2)}[game.result]
        for player, half in zip((game.tags["White"], game.tags["Black"]), halves, strict=True):
            points[player] = points.get(player, 0) + half
    assert len(points) == 14
    assert points["Carlsen, Magnus"] == 19
    assert sum(points.values()) == 2 * 91


def test_games_that_were_forfeited_have_no_moves_and_a_result():
    forfeits = [game for game in reading_of(TATA_STEEL).games if not game.moves]
    assert len(forfeits) == 4
    assert {"Dubov, Daniil"} == set.intersection(*({g.tags["White"], g.tags["Black"]} for g in forfeits))
    assert all(game.result in ("1-0", "0-1") for game in forfeits)


@pytest.mark.parametrize("path", [TATA_STEEL, MATCH_1886], ids=["tata", "1886"])
def test_another_reader_finds_the_same_games(path):
    file = io.StringIO(text_of(path))
    for game in reading_of(path).games:
        other = chess.pgn.read_game(file)
        assert dict(other.headers) == {**dict(game.tags)}
        assert tuple(move.uci() for move in other.mainline_moves()) == game.moves


@pytest.mark.long
@pytest.mark.parametrize("path", [TATA_STEEL, MATCH_1886], ids=["tata", "1886"])
def test_written_games_are_read_back_by_us_and_by_another_reader(path):
    games = reading_of(path).games
    written = "".join(
        write_pgn(ChessRules(), game.line_of_play, tags=game.tags, result=game.result, notes=Notes())
        for game in games
    )
    pgn = read_pgn(written)
    assert pgn.clean
    assert [(g.moves, g.result, dict(g.tags)) for g in pgn.games] == [
        (g.moves, g.result, dict(g.tags)) for g in games
    ]
    file = io.StringIO(written)
    for game in games:
        other = chess.pgn.read_game(file)
        assert other.errors == []
        assert tuple(move.uci() for move in other.mainline_moves()) == game.moves

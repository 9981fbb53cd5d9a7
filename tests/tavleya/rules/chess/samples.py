"""Recorded games and small helpers that the chess and PGN tests share."""

from collections.abc import Iterator
from functools import cache

from tavleya.rules.chess import ChessMove, ChessPosition, ChessRules
from tavleya.rules.contract import LineOfPlay
from tavleya.rules.filegame import FileGame
from tavleya.rules.pgn import read_pgn
from tests.paths import ROOT

TATA_STEEL = ROOT / "portal" / "demo_data" / "chess-tata-steel-masters-2022.pgn"
MATCH_1886 = ROOT / "tests" / "data" / "chess-match-1886.pgn"
RULES = ChessRules()


@cache
def recorded_games() -> tuple[FileGame, ...]:
    return tuple(game for path in (TATA_STEEL, MATCH_1886) for game in read_pgn(path.read_text(encoding="utf-8")).games)


def recorded_plies() -> Iterator[tuple[ChessPosition, ChessMove]]:
    """Every ply of the recorded games with the position before it."""
    for game in recorded_games():
        before = RULES.position(game.start)
        for text in game.moves:
            move = ChessMove(text)
            yield before, move
            before = before.play(move)


def line_of(*moves: str, start: str = "start") -> LineOfPlay:
    """The line of `moves`, each read in the position that it is played in."""
    position = RULES.position(start)
    parsed_moves = []
    for text in moves:
        move = RULES.read(position, text)
        parsed_moves.append(move)
        position = position.play(move)
    return LineOfPlay.of(RULES.position(start), parsed_moves)

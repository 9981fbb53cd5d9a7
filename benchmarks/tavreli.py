"""How fast the tavreli core finds moves, beside python-chess in the same process.

Two measures, each the median of five runs: leaves of the tree of four plies from the start, where the last ply is
counted and not made (both programs count it that way), and moves listed one by one over games played at random.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import TypeVar

import chess

from games.rules.tavreli import TavreliPosition, TavreliRules

_Given = TypeVar("_Given")

RUNS = 5
DEPTH = 4
GAMES, PLIES = 20, 80


def run() -> None:
    rules = TavreliRules()
    ours = _per_second(lambda start: start.perft(DEPTH), rules.start)
    theirs = _per_second(lambda board: _chess_perft(board, DEPTH), chess.Board)
    print(_row(f"leaves, {DEPTH} plies from the start", ours, theirs))
    texts = [position.text() for position in _random_tavreli(rules)]
    boards = _random_chess()
    # Read anew for each run: a position remembers the moves that it has found.
    ours = _per_second(
        lambda positions: sum(len(position.legal_moves()) for position in positions),
        lambda: [rules.position(text) for text in texts],
    )
    theirs = _per_second(lambda given: sum(len(list(board.legal_moves)) for board in given), lambda: boards)
    print(_row("moves listed, random games", ours, theirs))


def _row(what: str, ours: float, theirs: float) -> str:
    return f"tavreli  {what:<32} {ours:>12,.0f}/s   python-chess {theirs:>12,.0f}/s   ×{ours / theirs:.1f}"


def _per_second(count: Callable[[_Given], int], prepare: Callable[[], _Given]) -> float:
    rates = []
    for _ in range(RUNS):
        given = prepare()
        began = time.perf_counter()
        counted = count(given)
        rates.append(counted / (time.perf_counter() - began))
    return statistics.median(rates)


def _chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1)
        board.pop()
    return leaves


def _random_tavreli(rules: TavreliRules) -> list[TavreliPosition]:
    choose, positions = random.Random(1), []
    for _ in range(GAMES):
        position = rules.start()
        for _ in range(PLIES):
            moves = position.legal_moves()
            if not moves:
                break
            positions.append(position)
            position = position.play(choose.choice(moves))
    return positions


def _random_chess() -> list[chess.Board]:
    choose, boards = random.Random(1), []
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            boards.append(board.copy(stack=False))
            board.push(choose.choice(moves))
    return boards

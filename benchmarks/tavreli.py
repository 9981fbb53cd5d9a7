"""Speed of the tavreli core, compared with python-chess in the same process.

Measured: leaves of the tree of four plies from the start, where the last ply is counted and not made (both programs
count it that way); moves listed one by one over games played at random; a move read, checked and played, and the status
after it asked, at about a hundred legal moves and in the position with the most that play has ever led to.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

import chess

from benchmarks.measuring import Row, rate
from tavleya.rules.tavreli import TavreliPosition, TavreliRules

DEPTH = 4
GAMES, PLIES = 20, 80
RULES = TavreliRules()

#: 811 legal moves, the most met so far; play from the start led to it, both sides choosing moves that leave White many.
WORST = "5R2/2pq5/8/3(+HphBNbPNNprPRpbbnpbpnrqnrQPBPQPNRpn)B3/k7/8/1pr2(KPR)3/2PB5 w - - - 4 346"


def run() -> Iterator[Row]:
    ours = rate(lambda start: start.perft(DEPTH), RULES.start)
    theirs = rate(lambda board: _chess_perft(board, DEPTH), chess.Board)
    yield Row(
        f"leaves, {DEPTH} plies from the start", ours, "/s", "python-chess", theirs, "meant to pass ×0.5"
    )
    positions = _random_tavreli()
    texts = [position.text() for position in positions]
    boards = _random_chess()
    # Read again for each run: a position remembers the moves that it has found.
    ours = rate(
        lambda given: sum(len(position.legal_moves()) for position in given),
        lambda: [RULES.position(text) for text in texts],
    )
    theirs = rate(lambda given: sum(len(list(board.legal_moves)) for board in given), lambda: boards)
    yield Row("moves listed, random games", ours, "/s", "python-chess", theirs)
    usual = [
        text for text, position in zip(texts, positions, strict=True) if 90 <= position.count_moves() <= 110
    ]
    yield Row(
        "move read and checked, status, ~100 moves", _ply(usual[:60]), "ms", goal="meant to be under 0.5 ms"
    )
    most = RULES.position(WORST).count_moves()
    yield Row(f"the same at {most} legal moves", _ply([WORST]), "ms", goal="meant to be under 5 ms")
    slowest = max(_every_ply(WORST))
    yield Row(f"the slowest of those {most} moves", slowest, "ms", goal="meant to be under 5 ms")


def _ply(texts: list[str]) -> float:
    return median(took for text in texts for took in _every_ply(text))


def _every_ply(text: str) -> list[float]:
    """Milliseconds for each legal move of the position: read, checked, played, status; the median of three times."""
    times = []
    for move in RULES.position(text).legal_moves():
        runs = []
        for _ in range(3):
            position = RULES.position(text)
            began = time.process_time()
            position.play(RULES.read(position, move.text)).status()
            runs.append(1000 * (time.process_time() - began))
        times.append(median(runs))
    return times


def _chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1)
        board.pop()
    return leaves


def _random_tavreli() -> list[TavreliPosition]:
    choose, positions = random.Random(1), []
    for _ in range(GAMES):
        position = RULES.start()
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

"""Run by the benchmark of draughts with `py-draughts` installed: reads a question, prints rates as JSON."""

import json
import statistics
import sys
import time

from draughts import RussianBoard
from loguru import logger

logger.disable("draughts")


def perft(board, depth):
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def rate(count, runs):
    rates, counted = [], 0
    for _ in range(runs):
        began = time.process_time()
        counted = count()
        rates.append(counted / (time.process_time() - began))
    return statistics.median(rates), counted


question = json.load(sys.stdin)
runs = question["runs"]
leaves_rate, leaves = rate(lambda: perft(RussianBoard(), question["depth"]), runs)
boards = [RussianBoard.from_fen(text) for text in question["positions"]]
listed_rate, listed = rate(lambda: sum(len(board.legal_moves) for board in boards), runs)


def replay():
    plies = 0
    for squares in question["games"]:
        board = RussianBoard()
        for text in squares:
            try:
                board.push_uci(text)
            except ValueError:  # a take that it names in another way: the game is left there
                break
            if board.game_over:
                break
            plies += 1
    return plies


plies_rate, plies = rate(replay, runs)
json.dump(
    {
        "leaves": leaves,
        "leaves_rate": leaves_rate,
        "listed": listed,
        "listed_rate": listed_rate,
        "plies": plies,
        "plies_rate": plies_rate,
    },
    sys.stdout,
)

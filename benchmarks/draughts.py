"""How fast the draughts core is, beside a straightforward generator on a dictionary of squares in the same process.

Three measures: leaves of the tree from the start (the last ply is counted and not made), moves of recorded positions
listed as the program uses them, and whole plies of recorded games: text read, checked, played, status asked.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from games.rules.draughts import START, DraughtsPosition, DraughtsRules
from games.rules.draughts.generator import perft
from games.rules.pdn import read_games

RUNS = 5
DEPTH, SLOW_DEPTH = 8, 5
GAMES = Path(__file__).parents[1] / "tournaments" / "demo_data" / "draughts-ussr-18-player-round-robin.pdn"

Board = dict[tuple[int, int], tuple[int, bool]]
"""(file, row) → (colour: 1 moves up, -1 moves down; is a king)."""


def run() -> None:
    ours = _rate(lambda: perft(START.pieces, True, DEPTH))
    theirs = _rate(lambda: _plain_perft(_board(START), 1, SLOW_DEPTH))
    _row("leaves from the start", ours, theirs)
    lines = [game.line_of_play for game in read_games(GAMES.read_text(encoding="utf-8")).games[:20]]
    positions = [DraughtsPosition.of(p.pieces, p.turn) for line in lines for p in _positions(line.positions)]
    ours = _rate(lambda: sum(len(p.legal_moves()) for p in _anew(positions)))
    boards = [(_board(p), 1 if p.turn.value == "white" else -1) for p in positions]
    theirs = _rate(lambda: sum(len(_plain_moves(board, colour)) for board, colour in boards))
    _row("moves listed, recorded games", ours, theirs)
    rules = DraughtsRules()
    texts = [[ply.text for ply in line.plies] for line in lines]
    plies = _rate(lambda: sum(_replay(rules, moves) for moves in texts))
    print(f"draughts {'plies read, checked, played':<32} {plies:>12,.0f}/s   {1e6 / plies:.1f} µs a ply")


def _positions(positions: tuple[object, ...]) -> list[DraughtsPosition]:
    return [position for position in positions if isinstance(position, DraughtsPosition)]


def _anew(positions: list[DraughtsPosition]) -> list[DraughtsPosition]:
    """Copies: a position remembers the moves that it has found."""
    return [DraughtsPosition.of(position.pieces, position.turn) for position in positions]


def _replay(rules: DraughtsRules, moves: list[str]) -> int:
    position = DraughtsPosition.of(START.pieces, START.turn)
    for text in moves:
        position = position.play(rules.read(position, text))
        position.status()
    return len(moves)


def _row(what: str, ours: float, theirs: float) -> None:
    print(f"draughts {what:<32} {ours:>12,.0f}/s   dictionary   {theirs:>12,.0f}/s   ×{ours / theirs:.1f}")


def _rate(count: Callable[[], int]) -> float:
    rates = []
    for _ in range(RUNS):
        began = time.perf_counter()
        counted = count()
        rates.append(counted / (time.perf_counter() - began))
    return statistics.median(rates)


# The straightforward generator


def _board(position: DraughtsPosition) -> Board:
    return {
        ("abcdefgh".index(square[0]), int(square[1])): (
            1 if figures[0].side.value == "white" else -1,
            figures[0].kind == "D",
        )
        for square, figures in position.figures().items()
    }


_WAYS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
Square = tuple[int, int]
Taken = frozenset[Square]


def _plain_moves(board: Board, colour: int) -> set[tuple[Square, Square, Taken, bool]]:
    moves: set[tuple[Square, Square, Taken, bool]] = set()
    for square, (owner, king) in board.items():
        if owner == colour:
            rest = {other: man for other, man in board.items() if other != square}
            _take_on(rest, square, square, colour, king, frozenset(), moves)
    if moves:
        return moves
    for (file, row), (owner, king) in board.items():
        for across, up in _WAYS if owner == colour else ():
            target = (file + across, row + up)
            while (king or up == colour) and _inside(target) and target not in board:
                crowned = king or target[1] == (8 if colour == 1 else 1)
                moves.add(((file, row), target, frozenset(), crowned))
                if not king:
                    break
                target = (target[0] + across, target[1] + up)
    return moves


def _inside(square: Square) -> bool:
    return 0 <= square[0] < 8 and 1 <= square[1] <= 8


def _jumps(
    board: Board, at: Square, colour: int, king: bool, taken: Taken
) -> list[tuple[Square, list[Square]]]:
    found = []
    for across, up in _WAYS:
        over = (at[0] + across, at[1] + up)
        while king and _inside(over) and over not in board:
            over = (over[0] + across, over[1] + up)
        if over in taken or board.get(over, (colour, False))[0] == colour:
            continue
        landings = []
        landing = (over[0] + across, over[1] + up)
        while _inside(landing) and landing not in board:
            landings.append(landing)
            landing = (landing[0] + across, landing[1] + up)
            if not king:
                break
        if landings:
            found.append((over, landings))
    return found


def _take_on(
    board: Board,
    origin: Square,
    at: Square,
    colour: int,
    king: bool,
    taken: Taken,
    moves: set[tuple[Square, Square, Taken, bool]],
) -> None:
    last = 8 if colour == 1 else 1
    king = king or (bool(taken) and at[1] == last)
    jumps = _jumps(board, at, colour, king, taken)
    if taken and not jumps:
        moves.add((origin, at, taken, king))
    for over, landings in jumps:
        now = taken | {over}
        onward = [s for s in landings if _jumps(board, s, colour, king or s[1] == last, now)]
        for landing in onward or landings:
            _take_on(board, origin, landing, colour, king, now, moves)


def _plain_perft(board: Board, colour: int, depth: int) -> int:
    moves = _plain_moves(board, colour)
    if depth == 1:
        return len(moves)
    leaves = 0
    for origin, target, taken, king in moves:
        after = {square: man for square, man in board.items() if square != origin and square not in taken}
        after[target] = (colour, king)
        leaves += _plain_perft(after, -colour, depth - 1)
    return leaves


if __name__ == "__main__":
    run()

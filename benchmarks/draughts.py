"""Speed of the draughts core, compared with `py-draughts` in a separate environment and a plain generator on dicts.

Measured: leaves of the tree from the start (the last ply is counted and not made), once by the generator alone and once
through the positions that the program uses; moves of recorded positions listed; whole plies of recorded games: text
read, checked, played, status asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import RUNS, Row, rate
from benchmarks.rivals import NoRival, ask
from tavleya.rules.__main__ import count_lines
from tavleya.rules.draughts import START, DraughtsPosition, DraughtsRules
from tavleya.rules.draughts.board import RUSSIAN
from tavleya.rules.draughts.generator import perft
from tavleya.rules.pdn import read_pdn

DEPTH, SLOW_DEPTH = 7, 5
GAMES = Path(__file__).parents[1] / "portal" / "demo_data" / "draughts-ussr-18-player-round-robin.pdn"
RIVAL = "py-draughts==1.10.1"

Board = dict[tuple[int, int], tuple[int, bool]]
"""(file, row) → (colour: 1 moves up, -1 moves down; is a king)."""


def run() -> Iterator[Row]:
    rules = DraughtsRules()
    lines = [game.line_of_play for game in read_pdn(GAMES.read_text(encoding="utf-8")).games[:20]]
    texts = [[ply.text for ply in line.plies] for line in lines]
    positions = [position for line in lines for position in line.positions]
    boards = [_board(position) for position in positions]
    colours = [1 if position.turn.value == "white" else -1 for position in positions]

    generated = rate(lambda _: perft(START.pieces, True, DEPTH), _nothing)
    leaves = rate(lambda start: count_lines(start, DEPTH), lambda: rules.position("start"))
    listed = rate(
        lambda fresh: sum(len(position.legal_moves()) for position in fresh), lambda: _anew(positions)
    )
    plies = rate(lambda _: sum(_replay(rules, moves) for moves in texts), _nothing)

    plain = rate(lambda _: _plain_perft(_board(START), 1, SLOW_DEPTH), _nothing)
    yield Row("leaves from the start, generator", generated, "/s", "dictionary", plain)
    plain = rate(lambda _: sum(map(len, map(_plain_moves, boards, colours))), _nothing)
    yield Row("moves listed, recorded games", listed, "/s", "dictionary", plain)
    question = {
        "depth": DEPTH,
        "runs": RUNS,
        "positions": [position.text() for position in positions],
        "games": [[_numbered(text) for text in moves] for moves in texts],
    }
    try:
        theirs = ask("py_draughts.py", RIVAL, question)
    except NoRival as why:
        theirs, missing = {}, str(why)
    else:
        missing = RIVAL
        assert theirs["leaves"] == perft(START.pieces, True, DEPTH), "the two do not count the same game"
    yield Row("leaves from the start, positions", leaves, "/s", missing, theirs.get("leaves_rate"))
    yield Row("moves listed, recorded games", listed, "/s", missing, theirs.get("listed_rate"))
    yield Row("plies read, checked, played, status asked", plies, "/s", missing, theirs.get("plies_rate"))
    yield Row("one such ply", 1e6 / plies, "µs", goal="meant to be under 100 µs")


def _nothing() -> None:
    pass


def _anew(positions: list[DraughtsPosition]) -> list[DraughtsPosition]:
    """Copies: a position remembers the moves that it has found."""
    return [DraughtsPosition.of(position.pieces, position.turn) for position in positions]


def _replay(rules: DraughtsRules, moves: list[str]) -> int:
    position = DraughtsPosition.of(START.pieces, START.turn)
    for text in moves:
        position = position.play(rules.read(position, text))
        position.status()
    return len(moves)


def _numbered(text: str) -> str:
    """A move as the other library reads it: `22-18`, `22x15`."""
    sign = "x" if ":" in text else "-"
    squares = text.replace(":", "-").split("-")
    return sign.join(str(RUSSIAN.numbered.index(square) + 1) for square in (squares[0], squares[-1]))


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

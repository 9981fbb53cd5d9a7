"""A second generator, slow and word for word from the rules, for comparison with the fast one.

It uses no bitboards: a board is a dictionary of squares, and a take is tried hop by hop.
"""

from collections.abc import Iterator

Board = dict[str, tuple[str, bool]]  # square -> (colour W or B, is a king)
Result = tuple[str, str, frozenset[str]]

DIRECTIONS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def parse(fen: str) -> tuple[str, Board]:
    turn, *sides = fen.split(":")
    board: Board = {}
    for side in sides:
        for sign in filter(None, side[1:].split(",")):
            board[sign.removeprefix("K")] = (side[0], sign.startswith("K"))
    return turn, board


def walk(square: str, across: int, up: int) -> Iterator[str]:
    file, row = "abcdefgh".index(square[0]) + across, int(square[1]) + up
    while 0 <= file < 8 and 1 <= row <= 8:
        yield "abcdefgh"[file] + str(row)
        file, row = file + across, row + up


def last_row(colour: str) -> str:
    return "8" if colour == "W" else "1"


def hops(board: Board, origin: str, colour: str, king: bool, taken: frozenset[str]) -> dict[str, list[str]]:
    """Men that can be jumped from here, each with the free squares behind it."""
    result: dict[str, list[str]] = {}
    for across, up in DIRECTIONS:
        way = list(walk(origin, across, up))
        ahead = way if king else way[:2]
        over = next((n for n, square in enumerate(ahead) if square in board), None)
        if over is None or (not king and over != 0):
            continue
        man = ahead[over]
        if board[man][0] == colour or man in taken:
            continue
        landings = []
        for square in ahead[over + 1 :]:
            if square in board:
                break
            landings.append(square)
        if landings:
            result[man] = landings
    return result


def finish(
    board: Board, place: str, colour: str, king: bool, taken: frozenset[str]
) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Yield every end of a take that has come to `place`: square, men taken, whether the piece is a king."""
    king = king or (bool(taken) and place[1] == last_row(colour))
    further = hops(board, place, colour, king, taken)
    if not further and taken:
        yield place, taken, king
    for man, landings in further.items():
        jumped = taken | {man}
        continuing = [
            square for square in landings if hops(board, square, colour, king or square[1] == last_row(colour), jumped)
        ]
        for square in continuing or landings:
            yield from finish(board, square, colour, king, jumped)


def results(fen: str) -> dict[Result, bool]:
    """Return every legal move as (from, to, men taken), with whether the piece on the target is a king."""
    turn, board = parse(fen)
    takes: dict[Result, bool] = {}
    for square, (colour, king) in board.items():
        if colour == turn:
            without = {name: man for name, man in board.items() if name != square}
            for end, taken, crowned in finish(without, square, colour, king, frozenset()):
                takes[square, end, taken] = crowned
    return takes or quiet(turn, board)


def quiet(turn: str, board: Board) -> dict[Result, bool]:
    moves: dict[Result, bool] = {}
    for square, (colour, king) in board.items():
        if colour != turn:
            continue
        for across, up in DIRECTIONS:
            if not king and up != (1 if turn == "W" else -1):
                continue
            for target in walk(square, across, up):
                if target in board:
                    break
                moves[square, target, frozenset()] = king or target[1] == last_row(turn)
                if not king:
                    break
    return moves

"""Fast generation of legal moves on bits, without messages.

A raw move is `(origin, target, taken)`, each a set of bits; two ways of capturing the same men from the same square to
the same square are one move.  `Route` is one such way: the bits of origin, of the squares where it stops, and of
target.
"""

from collections.abc import Collection, Mapping

from tavleya.rules.draughts.board import RUSSIAN, Board

Raw = tuple[int, int, int]
Route = tuple[int, ...]
Pieces = tuple[int, int, int, int]
"""Men and kings of the side to move, then men and kings of the other."""


def quiet_moves(men: int, kings: int, empty: int, white: bool) -> list[Raw]:
    """Return moves without captures (legal only if no capture is possible)."""
    moves: list[Raw] = []
    add = moves.append
    for shift in (5, 6):
        if white:
            targets = men << shift & empty
            while targets:
                target = targets & -targets
                targets ^= target
                add((target >> shift, target, 0))
        else:
            targets = men >> shift & empty
            while targets:
                target = targets & -targets
                targets ^= target
                add((target << shift, target, 0))
    while kings:
        king = kings & -kings
        kings ^= king
        for shift in (5, 6):
            target = (king << shift) & empty
            while target:
                add((king, target, 0))
                target = (target << shift) & empty
            target = (king >> shift) & empty
            while target:
                add((king, target, 0))
                target = (target >> shift) & empty
    return moves


def captures(men: int, kings: int, opponents: int, empty: int, crown: int) -> dict[Raw, list[Route]]:
    """Return every complete capture with all its routes (orders of capturing the same men).

    `crown`: the squares where a man continues as a king.
    """
    result: dict[Raw, list[Route]] = {}
    if men:
        # One shift finds the men that have a man next to them and a free square behind it.
        starters = (
            (((men << 5) & opponents) << 5 & empty) >> 10
            | (((men << 6) & opponents) << 6 & empty) >> 12
            | (((men >> 5) & opponents) >> 5 & empty) << 10
            | (((men >> 6) & opponents) >> 6 & empty) << 12
        )
        while starters:
            man = starters & -starters
            starters ^= man
            _man_takes(man, man, 0, (man,), opponents, empty | man, crown, result)
    while kings:
        king = kings & -kings
        kings ^= king
        _king_takes(king, king, 0, (king,), opponents, empty | king, result)
    return result


def _man_takes(
    origin: int,
    at: int,
    taken: int,
    route: Route,
    opponents: int,
    empty: int,
    crown: int,
    result: dict[Raw, list[Route]],
) -> None:
    """Continue a capture by a man on `at`; `opponents` are those not yet jumped."""
    ended = True
    for over, target in ((at << 5, at << 10), (at << 6, at << 12), (at >> 5, at >> 10), (at >> 6, at >> 12)):
        if over & opponents and target & empty:
            ended = False
            if target & crown:
                # Crowned on the way: it continues as a king at once if it can (takes.14).
                _king_takes(origin, target, taken | over, (*route, target), opponents ^ over, empty, result)
            else:
                _man_takes(origin, target, taken | over, (*route, target), opponents ^ over, empty, crown, result)
    if ended:
        result.setdefault((origin, at, taken), []).append(route)


def _ray(at: int, shift: int, empty: int) -> tuple[int, int]:
    """Return the free squares from `at` in one direction (a negative shift goes down) and the first occupied bit."""
    free = 0
    if shift > 0:
        at <<= shift
        while at & empty:
            free |= at
            at <<= shift
    else:
        at >>= -shift
        while at & empty:
            free |= at
            at >>= -shift
    return free, at


_DIRECTIONS = (5, 6, -5, -6)


def _first_take(at: int, shift: int, opponents: int, empty: int) -> int:
    """Return the man that a king on `at` can capture in one direction, or 0."""
    _, over = _ray(at, shift, empty)
    if not over & opponents:
        return 0
    behind = over << shift if shift > 0 else over >> -shift
    return over if behind & empty else 0


def _king_takes(
    origin: int, at: int, taken: int, route: Route, opponents: int, empty: int, result: dict[Raw, list[Route]]
) -> None:
    """Continue a capture by a king on `at`, or end it there.

    Men already jumped are neither in `opponents` nor in `empty`: they are obstacles until the end (takes.8, 11).
    """
    ended = True
    for shift in _DIRECTIONS:
        over = _first_take(at, shift, opponents, empty)
        if over:
            ended = False
            _king_lands(origin, over, shift, taken | over, route, opponents ^ over, empty, result)
    if ended and taken:
        result.setdefault((origin, at, taken), []).append(route)


def _king_lands(
    origin: int,
    over: int,
    shift: int,
    taken: int,
    route: Route,
    opponents: int,
    empty: int,
    result: dict[Raw, list[Route]],
) -> None:
    """Land a king that has passed `over`: where it can continue capturing, else anywhere behind the man."""
    landings: list[int] = []
    at = over << shift if shift > 0 else over >> -shift
    while at & empty:
        landings.append(at)
        at = at << shift if shift > 0 else at >> -shift
    went_on = False
    # Straight on is the same capture from every landing; it is followed once, from the square behind the man.
    ahead = _first_take(landings[0], shift, opponents, empty)
    if ahead:
        went_on = True
        _king_lands(origin, ahead, shift, taken | ahead, (*route, landings[0]), opponents ^ ahead, empty, result)
    sideways = (6, -6) if shift in (5, -5) else (5, -5)
    for landing in landings:
        for turn in sideways:
            beside = _first_take(landing, turn, opponents, empty)
            if beside:
                went_on = True
                _king_lands(origin, beside, turn, taken | beside, (*route, landing), opponents ^ beside, empty, result)
    if not went_on:
        for landing in landings:
            result.setdefault((origin, landing, taken), []).append((*route, landing))


def most(takes: Mapping[Raw, list[Route]]) -> dict[Raw, list[Route]]:
    """Return the captures of as many men as possible."""
    count = max((move[2].bit_count() for move in takes), default=0)
    return {move: routes for move, routes in takes.items() if move[2].bit_count() == count}


def raw_moves(position: Pieces, white: bool, board: Board = RUSSIAN) -> Collection[Raw]:
    """Return every legal move, distinct, in no particular order."""
    men, kings, other_men, other_kings = position
    opponents = other_men | other_kings
    empty = board.all & ~(men | kings | opponents)
    takes = captures(men, kings, opponents, empty, board.crown_in_passing[white])
    if not takes:
        return quiet_moves(men, kings, empty, white)
    return most(takes) if board.majority else takes


def crowns(move: Raw, white: bool, board: Board = RUSSIAN) -> bool:
    """Return whether a man is a king after this move.

    A capture crowns in passing exactly if it passes the second to last row.
    """
    _, target, taken = move
    return bool(target & board.crown[white] or taken & board.passed[white])


def apply(position: Pieces, white: bool, move: Raw, board: Board = RUSSIAN) -> Pieces:
    """Return the pieces after `move`, those of the next side to move first."""
    men, kings, other_men, other_kings = position
    origin, target, taken = move
    if origin & kings:
        kings = kings ^ origin | target
    elif target & board.crown[white] or taken & board.passed[white]:
        men ^= origin
        kings |= target
    else:
        men = men ^ origin | target
    return other_men & ~taken, other_kings & ~taken, men, kings


def perft(position: Pieces, white: bool, depth: int, board: Board = RUSSIAN) -> int:
    """Return the number of lines of `depth` legal moves (without games that end earlier)."""
    if depth == 0:
        return 1
    moves = raw_moves(position, white, board)
    if depth == 1:
        return len(moves)
    return sum(perft(apply(position, white, move, board), not white, depth - 1, board) for move in moves)


def can_take(at: int, king: bool, opponents: int, empty: int) -> bool:
    """Return whether a man or king on `at` can capture one of `opponents` from there."""
    if king:
        return any(_first_take(at, shift, opponents, empty) for shift in _DIRECTIONS)
    return bool(
        (at << 5 & opponents) << 5 & empty
        or (at << 6 & opponents) << 6 & empty
        or (at >> 5 & opponents) >> 5 & empty
        or (at >> 6 & opponents) >> 6 & empty
    )

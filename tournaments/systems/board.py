"""A board as standings see it, without the database."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Board:
    """The data of one pairing that standings need; `round` is 0 on a schedule sheet.

    `white_change`, `black_change`: half-points that penalties gave or took; `bounded`: both together have no more
    than the points of one game.
    For a game of a match: the match, its planned number of games, and whether it counts as one result.
    """

    id: int
    round: int
    board: int
    white: int
    black: int | None
    bye: str
    result: str
    game: int | None
    match: int | None = None
    games: int = 1
    as_one: bool = False
    white_change: int | None = None
    black_change: int | None = None
    bounded: bool = True

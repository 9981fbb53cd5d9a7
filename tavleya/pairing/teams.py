"""Team matches: who may sit where, who has White, and a round robin of teams by the Berger tables."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tavleya.errors import BadInput
from tavleya.pairing import berger
from tavleya.pairing.messages import say
from tavleya.sides import Side

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class TeamPair:
    """Numbers of two teams; the first-named has White on the odd boards."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class TeamRound:
    """`free`: the team without an opponent; None with an even number of teams."""

    number: int
    matches: tuple[TeamPair, ...]
    free: int | None = None


def team_round_robin(teams: int, *, cycles: int = 1, exchange_last: bool = True) -> tuple[TeamRound, ...]:
    """Every team against every other, once or (`cycles` 2) with either first, as `berger.round_robin` has it; who is
    White in the Berger tables is first-named here."""
    return tuple(
        TeamRound(one.number, tuple(TeamPair(board.white, board.black) for board in one.boards), one.free)
        for one in berger.round_robin(teams, cycles=cycles, exchange_last=exchange_last)
    )


def colour_of_first(board: int) -> Side:
    """What the first-named team plays on a board, counted from 1."""
    return Side.WHITE if board % 2 else Side.BLACK


def line_up(order: Sequence[Player], absent: Collection[Player], boards: int) -> tuple[Player | None, ...]:
    """Who sits at boards 1, 2 … when the players of a board order are there but for `absent`: everybody moves up.

    None at the last boards where there are too few; they are forfeited.
    """
    there = [player for player in order if player not in absent][:boards]
    return (*there, *[None] * (boards - len(there)))


def check_line_up(order: Sequence[Player], seated: Sequence[Player | None], boards: int) -> None:
    """Raises BadInput unless `seated` keeps to the team's board order.

    `too_many_boards`, `not_of_the_team`, `seated_twice`, `board_order` (a player above one who stands before them in
    the order), `board_left_out` (an empty board above a filled one).
    """
    if len(seated) > boards:
        raise BadInput(say("too_many_boards", boards=boards))
    places = {player: place for place, player in enumerate(order)}
    last, empty = -1, False
    taken: set[Player] = set()
    for board, player in enumerate(seated, start=1):
        if player is None:
            empty = True
            continue
        if empty:
            raise BadInput(say("board_left_out"), board=board)
        if player not in places:
            raise BadInput(
                say("not_of_the_team", board=board),
                board=board,
            )
        if player in taken:
            raise BadInput(say("seated_twice"), board=board)
        if places[player] < last:
            raise BadInput(
                say("board_order", board=board),
                board=board,
            )
        last = places[player]
        taken.add(player)


@dataclass(frozen=True, slots=True)
class TeamScore:
    """Half-points of the boards and, made of them, of the match; for the first-named team and for the other."""

    game_points: tuple[int, int]
    match_points: tuple[int, int]


def team_score(boards: Sequence[tuple[int, int]], *, win: int = 4, draw: int = 2, loss: int = 0) -> TeamScore:
    """What a match brings when every board has its result: (first-named, other) half-points board by board.

    Two teams without a point have both lost.
    """
    first, second = sum(one for one, _ in boards), sum(other for _, other in boards)
    if first == second:
        both = draw if first else loss
        return TeamScore((first, second), (both, both))
    return TeamScore((first, second), (win, loss) if first > second else (loss, win))

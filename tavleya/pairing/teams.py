"""Team matches: line-ups, colours, and a round robin of teams by the Berger tables."""

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
    """The matches of a round; with an odd number of teams one team has none."""

    number: int
    matches: tuple[TeamPair, ...]


def team_round_robin(teams: int, *, cycles: int = 1, exchange_last: bool = True) -> tuple[TeamRound, ...]:
    """Return a round robin of teams, once or (`cycles` 2) twice with reversed order, as in `berger.round_robin`.

    White in the Berger tables is the first-named team.
    """
    return tuple(
        TeamRound(
            berger_round.number,
            tuple(TeamPair(board.white, board.black) for board in berger_round.boards),
        )
        for berger_round in berger.round_robin(teams, cycles=cycles, exchange_last=exchange_last)
    )


def colour_of_first(board: int) -> Side:
    """Return the colour of the first-named team on a board, from 1."""
    return Side.WHITE if board % 2 else Side.BLACK


def line_up(order: Sequence[Player], absent: Collection[Player], boards: int) -> tuple[Player | None, ...]:
    """Return the players of boards 1, 2 … in the board order without `absent`: all others move up.

    The last boards are None if there are too few players; they are forfeited.
    """
    players = [player for player in order if player not in absent][:boards]
    return (*players, *[None] * (boards - len(players)))


def check_line_up(order: Sequence[Player], seated: Sequence[Player | None], boards: int) -> None:
    """Check that `seated` keeps the team's board order.

    Raises: BadInput ("too_many_boards", "not_of_the_team", "seated_twice", "board_order": a player is below one who
    follows them in the order; "board_left_out": an empty board above a filled one).
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
    """The half-points of the boards and of the match, for the first-named team and for the other."""

    game_points: tuple[int, int]
    match_points: tuple[int, int]


def team_score(boards: Sequence[tuple[int, int]], *, win: int = 4, draw: int = 2, loss: int = 0) -> TeamScore:
    """Return the score of a match from the results of all boards: (first-named, other) half-points board by board.

    Two teams without a point have both lost.
    """
    first, second = sum(number for number, _ in boards), sum(other for _, other in boards)
    if first == second:
        both = draw if first else loss
        return TeamScore((first, second), (both, both))
    return TeamScore((first, second), (win, loss) if first > second else (loss, win))

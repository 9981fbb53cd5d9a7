"""Scheveningen: two teams of n players; every player meets all players of the other team in n rounds.

If n is divisible by four, the tables are the usual ones: the teams are halved, halves meet crosswise, and each half of
team A alternates colours against the other.  Then every player has White in exactly half of their games, and each team
on half of the boards of every round.  For other n, no such table achieves both: a player's colours differ by one game
at most (not at all for even n), and a team has White on one board more than half, or one or two more for odd n.
"""

from dataclasses import dataclass

from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class ScheveningenBoard:
    """Player `a` of team A against player `b` of team B, from 1; `side` is the colour of `a`."""

    a: int
    b: int
    side: Side


def table(players: int) -> tuple[tuple[ScheveningenBoard, ...], ...]:
    """Return the rounds, with boards in the order of team A."""
    if players < 1:
        raise ValueError("a team has at least one player")
    scheveningen_board = _crossed if players % 4 == 0 else _cyclic
    return tuple(
        tuple(scheveningen_board(players, number, player) for player in range(players)) for number in range(players)
    )


def _crossed(players: int, number: int, player: int) -> ScheveningenBoard:
    half = players // 2
    crossed, shift = divmod(number, half)
    own, place = divmod(player, half)
    other = (own + crossed) % 2 * half + (place + shift) % half
    return ScheveningenBoard(player + 1, other + 1, _side(own + number))


def _cyclic(players: int, number: int, player: int) -> ScheveningenBoard:
    other = (player + number) % players
    return ScheveningenBoard(player + 1, other + 1, _side(_turned(players, player) + other))


def _turned(players: int, player: int) -> int:
    """Return 1 for the players of team A who have White against even numbers, 0 for the others.

    The two kinds are equally many if possible, and distributed so that no player of team B has the same colour for
    long.
    """
    if players % 2:
        return player // 2 % 2
    if player < players // 2:
        return int(player % 3 == 2)
    return 1 - _turned(players, players - 1 - player)


def _side(parity: int) -> Side:
    return Side.BLACK if parity % 2 else Side.WHITE

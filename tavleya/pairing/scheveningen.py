"""Scheveningen: two teams of n players, everybody meets everybody of the other team in n rounds.

Where n is divisible by four, the tables are the usual ones: the teams are cut in halves, halves meet crosswise, and
each half of team A alternates colours against the other.  Then everybody has White in exactly half of their games, and
each team on half of the boards of every round.  For other n no table of this making does all of it: everybody's
colours differ by one game at most (not at all where n is even), and a team has White on one board more than half, or
one or two more where n is odd.
"""

from __future__ import annotations

from dataclasses import dataclass

from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class ScheveningenBoard:
    """Player `a` of team A against player `b` of team B, counted from 1; `side` is what `a` plays."""

    a: int
    b: int
    side: Side


def table(players: int) -> tuple[tuple[ScheveningenBoard, ...], ...]:
    """The rounds, boards in the order of team A."""
    if players < 1:
        raise ValueError("a team has at least one player")
    made = _crossed if players % 4 == 0 else _cyclic
    return tuple(
        tuple(made(players, number, player) for player in range(players)) for number in range(players)
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
    """1 for the players of team A who have White against even numbers, 0 for the others.

    They are as many as the others where that can be, and stand among them so that nobody of team B has the same
    colour long.
    """
    if players % 2:
        return player // 2 % 2
    if player < players // 2:
        return int(player % 3 == 2)
    return 1 - _turned(players, players - 1 - player)


def _side(parity: int) -> Side:
    return Side.BLACK if parity % 2 else Side.WHITE

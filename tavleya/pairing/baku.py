"""The Baku acceleration (FIDE C.04.7, art. 1): virtual points for the upper half in the first rounds."""

from collections.abc import Collection
from dataclasses import replace

from tavleya.pairing.state import SwissState


def size_of_first_group(players: int) -> int:
    """Return the size of group GA: half of the initial list, rounded up to an even number (1.2)."""
    return 2 * -(-players // 4)


def virtual_points(rounds: int, win: int = 2) -> tuple[int, ...]:
    """Return the half-points of GA before round 1, 2, … (1.4); `win` must be even (1.1)."""
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win // 2,) * (accelerated - full)


def first_group(state: SwissState, entrants: Collection[int]) -> frozenset[int]:
    """Return GA by starting rank.  `entrants`: the players to be paired before round 1.

    The last player of GA stays the last (1.3.2): a late entry ranked above them joins GA.
    """
    ranked = sorted(entrants)
    if not ranked:
        return frozenset()
    last = ranked[size_of_first_group(len(ranked)) - 1 : size_of_first_group(len(ranked))] or ranked[-1:]
    return frozenset(player.number for player in state.players if player.number <= last[0])


def accelerated(state: SwissState, entrants: Collection[int]) -> SwissState:
    """Return the state with the virtual points of the Baku method."""
    points = virtual_points(state.rounds, state.win)
    first = first_group(state, entrants)
    return replace(
        state,
        players=tuple(
            replace(player, virtual=points if player.number in first else ()) for player in state.players
        ),
    )

"""Checks of a round robin that is paired by hand: the meetings that are missing or too many."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from tavleya.messages import Message
from tavleya.pairing.messages import say

#: Starting numbers of White and Black at each board of a round.
Boards = Sequence[tuple[int, int]]
_IN_A_ROW = 3


def breaches(rounds: Sequence[Boards], meetings: int) -> tuple[Message, ...]:
    """Return the breaches of the last of these rounds.

    Opponents meet `meetings` times: 1, or 2 with the colours reversed.

    No pair may meet more often (C.05, 3) or twice with the same colours, and in a double round robin no player may have
    the same colour in three rounds in a row.
    """
    return (*_too_often(rounds, meetings), *(_same_colour(rounds) if meetings > 1 else ()))


def yet_to_meet(rounds: Sequence[Boards], players: Collection[int], meetings: int) -> list[tuple[int, int]]:
    """Return the pairs with missing meetings, the lower number first, once per missing meeting."""
    met = _met(rounds)
    missing = []
    for pair in combinations(sorted(players), 2):
        missing += [pair] * max(0, meetings - met[frozenset(pair)])
    return missing


def cannot_be_met(
    rounds: Sequence[Boards], players: Collection[int], meetings: int, planned: int
) -> tuple[int, ...]:
    """Return the players who have more opponents left than planned rounds."""
    left = Counter(number for pair in yet_to_meet(rounds, players, meetings) for number in pair)
    return tuple(number for number in sorted(players) if left[number] > planned - len(rounds))


def _met(rounds: Sequence[Boards]) -> Counter[frozenset[int]]:
    return Counter(frozenset(board) for boards in rounds for board in boards)


def _too_often(rounds: Sequence[Boards], meetings: int) -> Iterator[Message]:
    met = _met(rounds)
    for white, black in rounds[-1] if rounds else ():
        if met[frozenset((white, black))] > meetings:
            yield say("met_too_often", one=white, other=black)


def _same_colour(rounds: Sequence[Boards]) -> Iterator[Message]:
    earlier = Counter(board for boards in rounds[:-1] for board in boards)
    for white, black in rounds[-1] if rounds else ():
        if earlier[white, black]:
            yield say("met_with_colours", one=white, other=black)
    last = [{number: side for board in boards for side, number in enumerate(board)} for boards in rounds]
    for number in sorted(last[-1] if last else ()):
        running = [sides.get(number) for sides in last[-_IN_A_ROW:]]
        if len(running) == _IN_A_ROW and len(set(running)) == 1:
            yield say("colour_three_times", number=number)

"""Maximum weight matching in a general graph, exact for integers of any size.

py4swiss has a compiled one; on platforms without its wheel, networkx does the same more slowly.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tavleya.pairing.dutch.pool import bits

try:
    from py4swiss.dynamicuint import DynamicUint
    from py4swiss.matching_computer import ComputerDutchOptimality, ComputerDutchValidity
except ImportError:  # no wheel for this platform
    DynamicUint = None

COMPILED = DynamicUint is not None
_WORD = 32


def heaviest(size: int, edges: Mapping[tuple[int, int], int]) -> list[int]:
    """Return a matching of greatest total weight on vertices 0 … size-1: for each vertex its mate, or itself.

    Weights are positive; an edge of weight 0 is ignored.  Vertices may remain unmatched.
    """
    if not edges:
        return list(range(size))
    return _compiled(size, edges) if COMPILED else _networkx(size, edges.items())


def largest(size: int, meets: Sequence[int]) -> list[int]:
    """Return a matching of as many vertices as possible; `meets[v]` holds the neighbours of v as bits."""
    pairs = [
        (vertex, other) for vertex in range(size) for other in range(vertex + 1, size) if meets[vertex] >> other & 1
    ]
    if not pairs:
        return list(range(size))
    if not COMPILED:
        return _networkx(size, ((pair, 1) for pair in pairs))
    computer = ComputerDutchValidity(size, 1)
    for _ in range(size):
        computer.add_vertex()
    for vertex, other in pairs:
        computer.set_edge_weight(vertex, other, 1)
    computer.compute_matching()
    return list(computer.get_matching())


def _compiled(size: int, edges: Mapping[tuple[int, int], int]) -> list[int]:
    heaviest_edge = max(edges.values())
    words = (heaviest_edge.bit_length() + 2) // _WORD + 1  # the algorithm needs two spare bits
    zero: Any = DynamicUint(1)
    for _ in range(words - 1):
        zero.shift_grow(_WORD)
    zero = zero & 0
    numbers: dict[int, Any] = {}

    def convert(weight: int) -> Any:
        if weight not in numbers:
            number = DynamicUint(zero)
            for word in range(words - 1, -1, -1):
                number <<= _WORD
                number |= weight >> (_WORD * word) & 0xFFFFFFFF
            numbers[weight] = number
        return numbers[weight]

    computer = ComputerDutchOptimality(size, convert(heaviest_edge))
    for _ in range(size):
        computer.add_vertex()
    for (first, second), weight in edges.items():
        computer.set_edge_weight(first, second, convert(weight))
    computer.compute_matching()
    return list(computer.get_matching())


def _networkx(size: int, edges: Iterable[tuple[tuple[int, int], int]]) -> list[int]:
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((first, second, weight) for (first, second), weight in edges)
    mates = list(range(size))
    for first, second in networkx.max_weight_matching(graph):
        mates[first], mates[second] = second, first
    return mates


# The existence of a complete pairing: C4, and C5 derived from it.
#
# Nearly always a few swaps complete the obvious pairing.  Otherwise the kernel decides, so that a "no" is always exact.


def complete(players: int, meets: Sequence[int], bye: int | None) -> dict[int, int] | None:
    """Return a pairing of all `players` (a set), or None if there is none.

    `meets[p]`: the possible opponents of p. `bye`: the candidates, exactly one of which stays alone, as their own
    mate; None if no player may.
    """
    if players.bit_count() % 2 != (bye is not None):
        return None
    if bye is None:
        return _perfect(players, meets)
    candidates = bye & players
    for alone in sorted(bits(candidates), reverse=True)[:3]:
        rest = players & ~(1 << alone)
        mates = _obvious(rest, meets)
        if mates is not None:
            return {**mates, alone: alone}
    return None if not candidates else _with_bye(players, meets, candidates)


def _with_bye(players: int, meets: Sequence[int], candidates: int) -> dict[int, int] | None:
    """Return a pairing with the bye as an additional vertex for its candidates."""
    bye = players.bit_length()
    wider = [*meets[:bye], candidates]
    for candidate in bits(candidates):
        wider[candidate] |= 1 << bye
    mates = _perfect(players | 1 << bye, wider)
    if mates is None:
        return None
    alone = mates.pop(bye)
    mates[alone] = alone
    return mates


def _perfect(players: int, meets: Sequence[int]) -> dict[int, int] | None:
    mates = _obvious(players, meets)
    if mates is not None:
        return mates
    order = list(bits(players))
    place = {player: number for number, player in enumerate(order)}
    narrowed = [sum(1 << place[other] for other in bits(meets[player] & players)) for player in order]
    matching = largest(len(order), narrowed)
    if any(number == mate for number, mate in enumerate(matching)):
        return None
    return {order[number]: order[mate] for number, mate in enumerate(matching)}


def _obvious(players: int, meets: Sequence[int]) -> dict[int, int] | None:
    """Pair greedily, players with the fewest opponents first, then repair; None does not prove anything."""
    free = players
    mates: dict[int, int] = {}
    for player in sorted(bits(players), key=lambda number: (meets[number] & players).bit_count()):
        if not free >> player & 1:
            continue
        free ^= 1 << player
        target = meets[player] & free
        if target:
            mate = target.bit_length() - 1 if player < (free.bit_length() >> 1) else (target & -target).bit_length() - 1
            free ^= 1 << mate
            mates[player], mates[mate] = mate, player
        else:
            free |= 1 << player
            if not meets[player] & players:
                return None
    return _repaired(free, mates, meets)


def _repaired(alone: int, mates: dict[int, int], meets: Sequence[int]) -> dict[int, int] | None:
    """Match the remaining players along alternating paths; odd cycles are not searched."""
    while alone:
        start = (alone & -alone).bit_length() - 1
        others = alone ^ 1 << start
        path = _alternating(start, others, mates, meets)
        if path is None:
            return None
        for first, second in zip(path[::2], path[1::2], strict=True):
            mates[first], mates[second] = second, first
        alone = others ^ 1 << path[-1]
    return mates


def _alternating(start: int, goals: int, mates: dict[int, int], meets: Sequence[int]) -> list[int] | None:
    """Return a path start, a, mate of a, b, mate of b, … goal, found breadth first."""
    previous: dict[int, tuple[int, int]] = {}
    unseen = 0
    for player in mates:
        unseen |= 1 << player
    frontier = [start]
    while frontier:
        further = []
        for player in frontier:
            reached = meets[player] & goals
            if reached:
                path = [(reached & -reached).bit_length() - 1, player]
                while path[-1] != start:
                    through, before = previous[path[-1]]
                    path += [through, before]
                return path[::-1]
            for through in bits(meets[player] & unseen):
                if not unseen >> through & 1:
                    continue
                mate = mates[through]
                unseen &= ~(1 << through | 1 << mate)
                previous[mate] = (through, player)
                further.append(mate)
        frontier = further
    return None

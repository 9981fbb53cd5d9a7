"""Maximum weight matching in a general graph, exact for integers of any size.

py4swiss has a compiled one; on platforms without its wheel, networkx does the same more slowly.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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
    created: dict[int, Any] = {}

    def convert(weight: int) -> Any:
        if weight not in created:
            number = DynamicUint(zero)
            for word in range(words - 1, -1, -1):
                number <<= _WORD
                number |= weight >> (_WORD * word) & 0xFFFFFFFF
            created[weight] = number
        return created[weight]

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

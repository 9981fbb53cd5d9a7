"""The order of boards (C.04.2, 3.6)."""

from collections.abc import Iterable

from tavleya.pairing.state import Pair, SwissState


def ordered(state: SwissState, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Sort boards by the higher ranked player's score, both scores, the higher ranked player's pairing number.

    Scores are pairing scores: with virtual points (C.04.7, 1.5).
    """
    score = {player.number: player.pairing_score(state.round_number) for player in state.present}

    def key(pair: Pair) -> tuple[int, int, int]:
        higher, lower = sorted(pair, key=lambda number: (-score[number], number))
        return -score[higher], -score[higher] - score[lower], number_of[higher]

    number_of = state.tpn
    return tuple(sorted(pairs, key=key))

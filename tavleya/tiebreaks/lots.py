"""Reproducible drawing of lots: an order computed from a published seed (C.07 4.2)."""

import hashlib
from collections.abc import Collection, Mapping

from tavleya.messages import N_
from tavleya.tiebreaks.base import TieBreak, Value
from tavleya.tiebreaks.descriptor import Descriptor
from tavleya.tiebreaks.table import Table


def lot(seed: str, key: int | str) -> str:
    """Return the lot that `key` draws from `seed`: the SHA-256 of `seed:key`; the smaller comes first."""
    return hashlib.sha256(f"{seed}:{key}".encode()).hexdigest()


class Lots(TieBreak):
    """Each participant draws the SHA-256 of `seed:number`, their pairing number in decimal; the smaller ranks higher.

    The seed must be published before the last round, so that it cannot be chosen.
    """

    name, article, label = "OTHER_LOTS", "4.2", N_("Drawing of lots")

    def __init__(self, seed: str) -> None:
        super().__init__(Descriptor(self.name))
        self.seed = seed

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        """Return the places drawn among the tied."""
        drawn = sorted(
            group,
            key=lambda key: (lot(self.seed, table.participants[key].number), table.participants[key].number),
        )
        return {key: Value(place, self.scale, -place) for place, key in enumerate(drawn, start=1)}

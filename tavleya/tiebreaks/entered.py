"""Tie-breaks whose values somebody enters: worked out elsewhere, or an order that an arbiter decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tavleya.messages import N_
from tavleya.tiebreaks.base import OwnTieBreak, TieBreak, Value
from tavleya.tiebreaks.table import Participant, Table

#: Places are counted down from here, so that whoever has none comes last.
_LAST_PLACE = 100_000


class ExternalValue(OwnTieBreak):
    """OTHER_EXTERNAL: a value that was worked out elsewhere, the greater the better; 0 for whoever has none."""

    name, article, label, scale = "OTHER_EXTERNAL", "", N_("External value"), 100

    def value(self, table: Table, participant: Participant) -> Value:
        units = participant.external_value or 0
        return Value(units, self.scale, units)


class HandOrder(TieBreak):
    """OTHER_ORDER: the place among the tied that an arbiter gave; whoever has none comes after all who have one."""

    name, article, label = "OTHER_ORDER", "", N_("Order decided by the arbiter")

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        places = {key: table.participants[key].hand_order for key in group}
        return {key: Value(place or 0, self.scale, -(place or _LAST_PLACE)) for key, place in places.items()}

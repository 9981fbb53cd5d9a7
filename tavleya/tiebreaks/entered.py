"""Tie-breaks with entered values: computed elsewhere, or an order decided by an arbiter."""

from collections.abc import Collection, Mapping

from tavleya.messages import N_
from tavleya.tiebreaks.base import OwnTieBreak, TieBreak, Value
from tavleya.tiebreaks.table import Participant, Table

#: Places are subtracted from this, so that participants without a place come last.
_LAST_PLACE = 100_000


class ExternalValue(OwnTieBreak):
    """OTHER_EXTERNAL: a value computed elsewhere, the greater the better; 0 if missing."""

    name, article, label, scale = "OTHER_EXTERNAL", "", N_("External value"), 100

    def value(self, table: Table, participant: Participant) -> Value:
        units = participant.external_value or 0
        return Value(units, self.scale, units)


class HandOrder(TieBreak):
    """OTHER_ORDER: the place among the tied decided by an arbiter; participants without one come last."""

    name, article, label = "OTHER_ORDER", "", N_("Order decided by the arbiter")

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        places = {key: table.participants[key].hand_order for key in group}
        return {key: Value(place or 0, self.scale, -(place or _LAST_PLACE)) for key, place in places.items()}

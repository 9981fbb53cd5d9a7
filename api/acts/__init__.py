"""Everything that the desk and the console do, as calls: one record each.  A new act is one record."""

from __future__ import annotations

from api.acts import events, fees, organisations, people, players, rounds, rulings, series, tables, venue
from api.acts.record import Act

ACTS: tuple[Act, ...] = (
    *events.ACTS,
    *players.ACTS,
    *rounds.ACTS,
    *tables.ACTS,
    *rulings.ACTS,
    *people.ACTS,
    *venue.ACTS,
    *fees.ACTS,
    *organisations.ACTS,
    *series.ACTS,
)

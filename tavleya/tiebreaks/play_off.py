"""Places decided by a play-off (C.07, 2), for exactly the tied players who played it."""

from collections.abc import Collection, Mapping

from tavleya.tiebreaks.standings import Standings


def block_of(standings: Standings, participants: Collection[int]) -> range | None:
    """Return the rows of these participants if a play-off can decide among them; None otherwise.

    They must have equal points, be adjacent, and share no place with other participants.
    """
    at = [place for place, row in enumerate(standings.rows) if row.participant in participants]
    if len(at) < 2 or len(at) < len(participants) or at[-1] - at[0] != len(at) - 1:
        return None
    rows = [standings.rows[place] for place in at]
    if len({row.points for row in rows}) > 1:
        return None
    apart = min(row.rank for row in rows) == at[0] + 1 and max(row.last for row in rows) == at[-1] + 1
    return range(at[0], at[-1] + 1) if apart else None


def with_play_off(standings: Standings, places: Mapping[int, tuple[int, int]]) -> Standings:
    """Return the table with the places of a play-off: by participant, the first and the last shared place, from 1.

    Unchanged if they are no longer tied as `block_of` requires.
    """
    block = block_of(standings, places)
    if block is None:
        return standings
    decided = sorted((standings.rows[at] for at in block), key=lambda row: places[row.participant])
    rows = list(standings.rows)
    for at, row in zip(block, decided, strict=True):
        first, last = places[row.participant]
        rows[at] = row._replace(rank=block.start + first, last=block.start + last, play_off=True)
    return Standings(tuple(rows), standings.tiebreaks, standings.dropped)

"""The ladder of a section that is ranked by one, and what every score on it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from core.pairing.keizer import Part, parts_of, values_of
from core.pairing.options import KeizerOptions, read
from tournaments.models import Entry, Section
from tournaments.selectors.table import load_boards
from tournaments.systems.keizer import ladder_of, seasons_of


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One line: `own` is what a player's own value brings, `parts` what each evening does."""

    place: int
    entry: Entry
    value: int
    own: int
    score: Fraction
    parts: tuple[Part, ...]


def ladder(section: Section, after_round: int | None = None) -> tuple[LadderRow, ...]:
    """The whole list with its values, now or after a round.  Two queries."""
    entries = list(section.entries.select_related("player").order_by("number"))
    order = [entry.pk for entry in entries]
    played = seasons_of(order, load_boards(section, after_round=after_round))
    lines = ladder_of(played, order, section.options)
    terms = read(KeizerOptions, section.options).terms
    by_id = {entry.pk: entry for entry in entries}
    values = values_of([line.player for line in lines], terms)
    return tuple(
        LadderRow(
            place,
            by_id[line.player],
            line.value,
            terms.own * line.value,
            line.score,
            parts_of(line.player, played[line.player], values, terms),
        )
        for place, line in enumerate(lines, start=1)
    )

"""The ladder of a section, with the parts of every score."""

from dataclasses import dataclass
from fractions import Fraction

from tavleya.pairing.keizer import ScorePart, parts_of, values_of
from tavleya.pairing.options import KeizerOptions, read
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.table import load_boards
from tournaments.systems.keizer import keizer_histories_of, ladder_of


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One line: `own` is the contribution of a player's own value, `parts` those of each evening."""

    place: int
    registration: Registration
    value: int
    own: int
    score: Fraction
    parts: tuple[ScorePart, ...]


def ladder(section: Section, after_round: int | None = None) -> tuple[LadderRow, ...]:
    """Return the whole list with its values, now or after a round.  Two queries."""
    registrations = list(section.registrations.select_related("player").order_by("number"))
    order = [registration.pk for registration in registrations]
    played = keizer_histories_of(order, load_boards(section, after_round=after_round))
    lines = ladder_of(played, order, section.options)
    terms = read(KeizerOptions, section.options).terms
    by_id = {registration.pk: registration for registration in registrations}
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

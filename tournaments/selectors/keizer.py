"""The ladder of a Keizer section, and what every score on it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from common.sides import Side
from core.pairing.keizer import Evening, Line, Missing, Part, parts_of, ranking, values_of
from core.pairing.options import KeizerOptions, read
from core.record.results import FACTS, Outcome, Result
from core.tiebreaks.table import Kind
from tournaments.models import Entry, Section
from tournaments.selectors.table import Board, load_boards

_MISSING = {
    Kind.PAIRING_BYE: Missing.BYE,
    Kind.FULL_BYE: Missing.DUTY,
    Kind.HALF_BYE: Missing.EXCUSED,
    Kind.ZERO_BYE: Missing.UNEXCUSED,
}
_POINTS = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.DRAW: 1}


def seasons_of(entries: Iterable[Entry], boards: Sequence[Board]) -> dict[int, list[Evening]]:
    """Every round of every entry, by the entry's key; a round not over yet at his board is none so far.

    Who has no board in a round that is public stayed away.
    """
    found: dict[int, dict[int, Evening]] = {entry.pk: {} for entry in entries}
    waiting: set[tuple[int, int]] = set()
    for board in boards:
        if board.black is None:
            found[board.white][board.round] = Evening(missing=_MISSING[Kind(board.bye)])
        elif not board.result:
            waiting |= {(board.white, board.round), (board.black, board.round)}
        else:
            facts = FACTS[Result(board.result)]
            for own, other, side in (
                (board.white, board.black, Side.WHITE),
                (board.black, board.white, Side.BLACK),
            ):
                points = _POINTS.get(facts.of(side), 0)
                found[own][board.round] = Evening(other, points, side if facts.played else None)
    rounds = sorted({board.round for board in boards})
    return {
        key: [evenings.get(number, Evening()) for number in rounds if (key, number) not in waiting]
        for key, evenings in found.items()
    }


def _ranked(
    section: Section, entries: Sequence[Entry], after_round: int | None
) -> tuple[tuple[Line, ...], dict[int, list[Evening]]]:
    played = seasons_of(entries, load_boards(section, after_round=after_round))
    order = [entry.pk for entry in sorted(entries, key=lambda one: one.number)]
    return ranking(order, played, read(KeizerOptions, section.options).terms), played


def keizer_order(section: Section, entries: list[Entry], after_round: int | None) -> list[int]:
    """The entries (keys) as the ladder has them.  One query."""
    return [line.player for line in _ranked(section, entries, after_round)[0]]


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One line: `own` is what his own value brings him, `parts` what each evening does."""

    place: int
    entry: Entry
    value: int
    own: int
    score: Fraction
    parts: tuple[Part, ...]


def ladder(section: Section, after_round: int | None = None) -> tuple[LadderRow, ...]:
    """The whole list with its values, now or after a round.  Two queries."""
    entries = list(section.entries.select_related("player").order_by("number"))
    lines, played = _ranked(section, entries, after_round)
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

"""Standings while a round is being played."""

from dataclasses import dataclass

from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.broadcast import shown_result
from tournaments.selectors.standings import StandingsRow, movement, standings_of


@dataclass(frozen=True, slots=True)
class LiveRow:
    """`playing`: their game of the round has no result yet.  `change`: places won (or lost, below 0) since the round
    before; None in round 1."""

    row: StandingsRow
    playing: bool
    change: int | None


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """`round`: the one being played, else the last; `finished` of its `boards` have a result.  Byes do not count."""

    round: Round | None
    boards: int
    finished: int
    rows: tuple[LiveRow, ...]


def live_standings(section: Section) -> LiveStandings:
    """Return the table with all results so far, and the open games of the round."""
    public = section.rounds.exclude(status=RoundStatus.DRAFT).order_by("number")
    rounds = list(public)
    open_rounds = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    current = next(iter(open_rounds or rounds[-1:]), None)
    view = standings_of(section)
    if current is None:
        return LiveStandings(None, 0, 0, tuple(LiveRow(row, False, None) for row in view.rows))
    seated = Pairing.objects.filter(round=current, bye="").annotate(shown=shown_result())
    boards = list(seated.values_list("white_id", "black_id", "shown"))
    playing = {seat for white, black, result in boards if not result for seat in (white, black)}
    number = current.number if current.kind == RoundKind.ROUND else None
    changes = movement(section, view.rows, number)
    rows = tuple(
        LiveRow(row, row.registration.pk in playing, changes.get(row.registration.pk)) for row in view.rows
    )
    return LiveStandings(current, len(boards), sum(bool(result) for *_, result in boards), rows)

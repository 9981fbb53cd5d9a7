from dataclasses import dataclass
from functools import cached_property

from tavleya.pairing.knockout import Drawn, DrawRecord
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring, points_text
from tournaments.models.match import DrawScope, OpeningDraw
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.standings import StandingsRow, placed, ranking, standings_version
from tournaments.selectors.table import load_boards
from tournaments.systems.base import Board

#: The marks of byes for programs; pages show the points instead, because `+` is a forfeit there.
_BYES = {
    EncounterKind.PAIRING_BYE: "+",
    EncounterKind.FULL_BYE: "+",
    EncounterKind.HALF_BYE: "=",
    EncounterKind.ZERO_BYE: "0",
}


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One game or bye in its player's line.

    `mark`: `1`, `½`, `0` (with `*` if it is not rated), `+`, `−`, or empty while it is played.
    `place`: the opponent's line in the table (1-based).  `bye`: the kind of a bye, `points` what it gave.
    """

    mark: str
    round: int
    side: Side | None
    opponent: int | None
    place: int | None
    game: int | None
    played: bool
    bye: str = ""
    points: str = ""

    @property
    def text(self) -> str:
        """The result as people read it."""
        return self.points or self.mark


@dataclass(frozen=True)
class CrosstableRow:
    """One player's line.  `cells` in order of rounds; `lines` and `rounds` are those of the whole table."""

    line: int
    standing: StandingsRow
    cells: tuple[CrosstableCell, ...]
    lines: int
    rounds: int

    @cached_property
    def against(self) -> tuple[tuple[CrosstableCell, ...], ...]:
        """For each line of the table the games with it (empty on the diagonal).  Unused in a Swiss."""
        crosstable_cells: list[tuple[CrosstableCell, ...]] = [()] * self.lines
        for cell in self.cells:
            if cell.place is not None:
                crosstable_cells[cell.place - 1] += (cell,)
        return tuple(crosstable_cells)

    @cached_property
    def by_round(self) -> tuple[tuple[CrosstableCell, ...], ...]:
        crosstable_cells: list[tuple[CrosstableCell, ...]] = [()] * self.rounds
        for cell in self.cells:
            if cell.round:
                crosstable_cells[cell.round - 1] += (cell,)
        return tuple(crosstable_cells)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Lines in order of rank.  `rounds` is 0 if they were not recorded: then only `against` is meaningful."""

    section: Section
    version: int
    rounds: int
    tiebreaks: tuple[str, ...]
    rows: tuple[CrosstableRow, ...]


def crosstable_of(section: Section) -> Crosstable:
    """Return the crosstable in order of rank, the expelled last and without one.  Four queries at most."""
    version = standings_version(section)
    registrations = list(section.registrations.select_related("player").order_by("number"))
    ranked = ranking(section, registrations, version.key, None)
    rows, expelled = placed(ranked, registrations)
    lines = [*rows, *expelled]
    places = {line.registration.pk: place for place, line in enumerate(lines, start=1)}
    boards = load_boards(section)
    cells: dict[int, list[CrosstableCell]] = {key: [] for key in places}
    for board in boards:
        for key, cell in _cells(board, places, section.points):
            cells.setdefault(key, []).append(cell)
    rounds = max((board.round for board in boards), default=0)
    crossed = tuple(
        CrosstableRow(place, line, tuple(cells[line.registration.pk]), len(lines), rounds)
        for place, line in enumerate(lines, start=1)
    )
    return Crosstable(section, version.number, rounds, ranked.tiebreaks, crossed)


def _cells(board: Board, places: dict[int, int], scoring: Scoring) -> list[tuple[int, CrosstableCell]]:
    if board.black is None:
        kind = EncounterKind(board.bye)
        points = points_text(scoring.of_bye(kind))
        cell = CrosstableCell(_BYES[kind], board.round, None, None, None, None, False, kind, points)
        return [(board.white, cell)]
    facts = FACTS[Result(board.result)] if board.result else None
    marks = facts.shown if facts else ("", "")
    played = facts.played if facts else True
    return [
        (
            board.white,
            CrosstableCell(marks[0], board.round, Side.WHITE, board.black, places.get(board.black), board.game, played),
        ),
        (
            board.black,
            CrosstableCell(marks[1], board.round, Side.BLACK, board.white, places.get(board.white), board.game, played),
        ),
    ]


# The public record of a section's drawn openings.


def draw_record(section: Section) -> DrawRecord | None:
    """Return the commitment and the draws so far, with the seed once it is revealed; None if nothing is drawn."""
    lots = OpeningDraw.objects.filter(section=section).first()
    if lots is None:
        return None
    rows = (
        Pairing.objects.filter(round__section=section, drawn__isnull=False)
        .exclude(round__status=RoundStatus.DRAFT)
        .order_by("drawn", "board")
        .values_list("drawn", "round__number", "match__number", "board", "opening")
    )
    matches, boards = lots.scope == DrawScope.MATCH, lots.scope == DrawScope.BOARD
    draws = dict.fromkeys(
        Drawn(number or 0, round_number or 0, match if matches else None, code, board if boards else None)
        for number, round_number, match, board, code in rows
    )
    seed = lots.seed if lots.revealed_at is not None else None
    return DrawRecord(lots.table, lots.commitment, lots.public, seed, tuple(draws))

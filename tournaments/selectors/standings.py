from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.cache import caches

from tavleya.messages import Message
from tavleya.pairing.knockout import Drawn, DrawRecord
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.base import Value
from tavleya.tiebreaks.registry import tiebreak, tiebreaks
from tavleya.tiebreaks.standings import HandOrder, RankedRow, Standings, compute_standings
from tavleya.tiebreaks.table import EncounterKind, Scoring, points_text
from tavleya.tiebreaks.team_breaks import with_play_off
from tournaments.models.pairing import DrawScope, OpeningDraw, Pairing, PlayOff
from tournaments.models.player import Registration, RegistrationStatus, note_namesakes
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section, StandingsVersion
from tournaments.selectors.broadcast import held_boards, shown_result
from tournaments.selectors.match_centre import bracket
from tournaments.selectors.table import load_boards, make_table
from tournaments.systems.base import Board

_KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line: the entry (with its player) and its row of the computed standings."""

    registration: Registration
    row: RankedRow

    @property
    def place(self) -> str:
        """`1`, or `3–4` for a shared place; empty for an unranked player."""
        if not self.row.rank:
            return ""
        return f"{self.row.rank}–{self.row.last}" if self.row.shared else str(self.row.rank)

    @property
    def points(self) -> str:
        return points_text(self.row.points)

    @property
    def values(self) -> tuple[Value | None, ...]:
        return self.row.values


@dataclass(frozen=True, slots=True)
class StandingsView:
    """`version`: the number of the section's `StandingsVersion`; `dropped`: tie-breaks that could not be used.

    `expelled`: players who have points, but no place.
    """

    section: Section
    version: int
    after_round: int | None
    tiebreaks: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    dropped: tuple[Message, ...]
    expelled: tuple[StandingsRow, ...] = ()

    @property
    def everybody(self) -> tuple[StandingsRow, ...]:
        return (*self.rows, *self.expelled)


def points_before(section: Section, number: int | None) -> dict[int, int]:
    """Return the half-points before round `number`, by the key of an entry; empty before round 2 or if unranked."""
    if number is None or number < 2 or not section.system.ranked:
        return {}
    before = standings_of(section, after_round=number - 1)
    return {row.registration.pk: row.row.points for row in before.everybody}


def standings_version(section: Section) -> StandingsVersion:
    """Return the version of the section's standings; the loaded one if it was loaded with the section.

    Its `key` is for caches and ETags: a section without a version gets a new key each time.
    """
    if Section.standings_row.is_cached(section):
        row = getattr(section, "standings_row", None)
    else:
        row = StandingsVersion.objects.filter(section=section).first()
    return row or StandingsVersion(section_id=section.pk)


def shown_key(section: Section, version: StandingsVersion) -> str:
    """Return the cache key of the standings that the current viewer may see: without results that are held back."""
    digest = held_boards(section)
    return f"{version.key}:without:{digest}" if digest else version.key


def standings_of(section: Section, after_round: int | None = None, *, explained: bool = False) -> StandingsView:
    """Return the standings now, or after a round.  Three queries, or two if they are cached.

    `explained`: with the parts of every value, which make the cached value many times larger.
    """
    # The version first: later reads are at least as new, and a later version has a separate place in the cache.
    version = standings_version(section)
    registrations = list(section.registrations.select_related("player").order_by("number"))
    ranked = ranking(section, registrations, shown_key(section, version), after_round, explained=explained)
    rows, expelled = placed(ranked, registrations)
    return StandingsView(section, version.number, after_round, ranked.tiebreaks, rows, ranked.dropped, expelled)


def placed(
    ranked: Standings, registrations: Sequence[Registration]
) -> tuple[tuple[StandingsRow, ...], tuple[StandingsRow, ...]]:
    """Return the lines of the ranked, and of the expelled, who have no place: the players behind them move up."""
    note_namesakes(registrations)
    by_id = {registration.pk: registration for registration in registrations}
    keys = {registration.pk for registration in registrations if registration.status == RegistrationStatus.EXCLUDED}
    others = ranked.without(keys) if keys else ranked
    rows = tuple(StandingsRow(by_id[row.participant], row) for row in others.rows if row.participant in by_id)
    expelled = tuple(
        StandingsRow(by_id[row.participant], row._replace(rank=0, last=0))
        for row in ranked.rows
        if row.participant in keys
    )
    return rows, expelled


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The place and the points of one entry; `points` in half-points."""

    rank: int
    last: int
    half_points: int

    @property
    def place(self) -> str:
        """`1`, or `3–4` for a shared place."""
        return str(self.rank) if self.rank == self.last else f"{self.rank}–{self.last}"

    @property
    def points(self) -> str:
        return points_text(self.half_points)


def place_of(registration: Registration) -> OwnPlace | None:
    """Return one line of the standings, from the cache if they have been computed; None for an unranked entry.

    `registration` with its section and the version of its standings.
    """
    section = registration.section
    key = f"standings:{shown_key(section, standings_version(section))}:places"
    places: dict[int, tuple[int, int, int]] | None = caches["computed"].get(key)
    if places is None:
        rows = standings_of(section).rows
        places = {
            row.registration.pk: (row.row.rank, row.row.last if row.row.shared else row.row.rank, row.row.points)
            for row in rows
        }
        caches["computed"].set(key, places, _KEPT_SECONDS)
    place = places.get(registration.pk)
    return None if place is None else OwnPlace(*place)


def movement(section: Section, rows: Sequence[StandingsRow], number: int | None) -> dict[int, int]:
    """Return the places won (below 0: lost) since the round before `number`, by the key of an entry.

    Empty in round 1.
    """
    if number is None or number < 2:
        return {}
    earlier = standings_of(section, after_round=number - 1)
    before = {row.registration.pk: row.row.rank for row in earlier.rows}
    ranks = ((row.registration.pk, row.row.rank) for row in rows)
    return {key: before[key] - rank for key, rank in ranks if key in before}


def ranking(
    section: Section,
    registrations: list[Registration],
    version: str,
    after_round: int | None,
    *,
    explained: bool = False,
) -> Standings:
    """Return the computed standings, cached for each version of the section (`version`: its key)."""
    key = f"standings:{version}:{after_round or 'now'}"
    standings: Standings | None = caches["computed"].get(f"{key}:explained" if explained else key)
    if standings is not None:
        return standings
    boards = load_boards(section, after_round=after_round)
    ranked = computed(section, registrations, boards)
    ranking_of_system = section.system.ranking
    if ranking_of_system is not None:
        by_number = [registration.pk for registration in sorted(registrations, key=lambda entry: entry.number)]
        ranked = reordered(ranked, ranking_of_system(by_number, boards, section.options))
    ranked = _after_play_offs(section, registrations, boards, ranked)
    bare = ranked.bare()
    caches["computed"].set_many({key: bare, f"{key}:explained": ranked}, _KEPT_SECONDS)
    return ranked if explained else bare


def computed(section: Section, registrations: Sequence[Registration], boards: Sequence[Board]) -> Standings:
    """Return all entries by points and the section's tie-breaks; nothing is stored."""
    breaks = tiebreaks(section.tiebreaks)
    if HandOrder.name not in section.tiebreaks and any(registration.hand_order for registration in registrations):
        breaks = (*breaks, tiebreak(HandOrder.name))  # an order set by hand decides the remaining ties
    return compute_standings(make_table(section, registrations, boards), breaks)


def _after_play_offs(
    section: Section, registrations: Iterable[Registration], boards: Sequence[Board], standings: Standings
) -> Standings:
    """Return the standings with the places that play-offs decided after the last of these rounds."""
    last = max((board.round for board in boards), default=0)
    play_offs = PlayOff.objects.filter(section=section, after_round=last).select_related("by__event")
    own = {registration.player_id: registration.pk for registration in registrations}
    for play_off in play_offs:
        standings = with_play_off(standings, _decided_places(play_off.by, own))
    return standings


def _decided_places(by: Section, own: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Return the places in a play-off by the key of an entry in the parent section; empty until it is over.

    `own`: those keys by player.
    """
    if not is_over(by):
        return {}
    if by.system.by_stage:
        places, players = bracket(by).places, dict(by.registrations.values_list("pk", "player"))
        return {own[players[key]]: place for key, place in places.items() if players[key] in own}
    rows = standings_of(by).rows
    return {
        own[row.registration.player_id]: (row.row.rank, row.row.last)
        for row in rows
        if row.registration.player_id in own
    }


def is_over(section: Section) -> bool:
    """Return whether a section is finished: all rounds are public, and every board has its result."""
    rounds = section.rounds.all()
    if not rounds or any(round_.status == RoundStatus.DRAFT for round_ in rounds):
        return False
    if section.system.by_stage:
        return len(bracket(section).places) == section.registrations.count()
    boards = Pairing.objects.filter(round__section=section, bye="").annotate(shown=shown_result())
    return not boards.filter(shown="").exists()


def reordered(standings: Standings, order: list[int]) -> Standings:
    """Return the same rows in another order, one to a place."""
    rows = {row.participant: row for row in standings.rows}
    ranked = tuple(
        rows[key]._replace(rank=place, last=place, values=())
        for place, key in enumerate((key for key in order if key in rows), start=1)
    )
    return Standings(ranked, (), standings.dropped)


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
        games: list[tuple[CrosstableCell, ...]] = [()] * self.lines
        for cell in self.cells:
            if cell.place is not None:
                games[cell.place - 1] += (cell,)
        return tuple(games)

    @cached_property
    def by_round(self) -> tuple[tuple[CrosstableCell, ...], ...]:
        rounds: list[tuple[CrosstableCell, ...]] = [()] * self.rounds
        for cell in self.cells:
            if cell.round:
                rounds[cell.round - 1] += (cell,)
        return tuple(rounds)


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
    crosstable_rows = tuple(
        CrosstableRow(place, line, tuple(cells[line.registration.pk]), len(lines), rounds)
        for place, line in enumerate(lines, start=1)
    )
    return Crosstable(section, version.number, rounds, ranked.tiebreaks, crosstable_rows)


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
    by_match, by_board = lots.scope == DrawScope.MATCH, lots.scope == DrawScope.BOARD
    draws = dict.fromkeys(
        Drawn(number or 0, round_number or 0, match if by_match else None, code, board if by_board else None)
        for number, round_number, match, board, code in rows
    )
    seed = lots.seed if lots.revealed_at is not None else None
    return DrawRecord(lots.table, lots.commitment, lots.public, seed, tuple(draws))

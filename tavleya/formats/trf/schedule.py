"""Comparison of the rounds of a report with a fixed table: Berger, Scheveningen, Schiller, Molter.

The organiser may exchange rounds of a table, reverse all its colours, or draw numbers other than the starting ranks.
These are valid orders too.  Boards that the table does not contain are not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from tavleya.formats.trf.pairing import paired_in, teams_of, uncoloured_in
from tavleya.formats.trf.records import (
    Header,
    InitialColour,
    NewHeader,
    PlayerRecord,
    RawRecord,
    ResultCell,
    ResultMark,
    RoundCount,
    TieBreakList,
    TrfRecord,
)
from tavleya.formats.trf.swiss_records import AccelerationRecord, ByesRecord, ForbiddenRecord, ScoringRecord
from tavleya.formats.trf.team_records import TeamRecord
from tavleya.formats.trf.team_table import table_of, team_table_of, teams_paired_in
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.messages import Message
from tavleya.pairing import burstein, dubov
from tavleya.pairing.berger import numbers_of
from tavleya.pairing.schedules import PlayerSchedule, TeamSchedule, breaches, cycles_of, seated
from tavleya.pairing.simulation import OF_MATCHES, Simulated
from tavleya.pairing.state import DUTCH_2017, DUTCH_2026, Pair, PastRound, RoundOutcome, SwissPlayer
from tavleya.sides import Side
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tavleya.tiebreaks.table import ScoreType, Scoring

Boards = frozenset[Pair]


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round of the file.  `place`: its round of the table; None if its boards differ.

    `missing` are boards of the table, `extra` those that the table does not contain.  `illegal`: breaches of the rules
    of the system's tables.  `differs` is false for another valid table if the system has no fixed table.
    """

    number: int
    place: int | None
    missing: tuple[Pair, ...] = ()
    extra: tuple[Pair, ...] = ()
    illegal: tuple[Message, ...] = ()
    differs: bool = False


@dataclass(frozen=True, slots=True)
class TableCheck:
    """`turned`: all colours are reversed.

    `numbers`: the numbers in the table; empty if they are the starting ranks.
    """

    rounds: tuple[TableRound, ...]
    turned: bool = False
    numbers: Mapping[int, int] = field(default_factory=dict)

    @property
    def wrong(self) -> int:
        return sum(round_.differs for round_ in self.rounds)


def check_players(tournament: TrfTournament, schedule: PlayerSchedule, options: Mapping[str, Any]) -> TableCheck:
    """Compare a round robin of players with the tables, for as many cycles as it has rounds."""
    recorded = _recorded_rounds(tournament)
    if not recorded:
        return TableCheck(())
    ranks = sorted(tournament.players)
    planned = tournament.rounds_planned or len(recorded)
    rounds = schedule.rounds(len(ranks), cycles_of(len(ranks), planned), options)
    check = _against(_table(rounds, ranks), recorded)
    numbers = _other_numbers(ranks, recorded) if check.wrong else None
    if numbers is None:
        return check
    by_lot = _against(_table(rounds, sorted(ranks, key=lambda number: numbers[number])), recorded)
    return replace(by_lot, numbers=numbers) if by_lot.wrong < check.wrong else check


def check_teams(tournament: TrfTournament, schedule: TeamSchedule, options: Mapping[str, Any]) -> TableCheck:
    """Compare team tables by seats, or by matches if line-ups are free.  Raises: BadInput if the teams do not fit."""
    teams = list(teams_of(tournament).values())
    sizes = [len(team.members) for team in teams]
    planned = tournament.rounds_planned or tournament.rounds_recorded
    rounds = schedule.rounds(sizes, {**options, **schedule.told_by_rounds(sizes, planned)})
    if not any(meeting.boards for meetings in rounds for meeting in meetings):
        table = [
            frozenset(Pair(teams[meeting.first - 1].number, teams[meeting.second - 1].number) for meeting in meetings)
            for meetings in rounds
        ]
        return _against(table, _recorded_rounds(tournament, teams=True))
    members = [team.members for team in teams]
    check = _against([frozenset(seated(meetings, members)) for meetings in rounds], _recorded_rounds(tournament))
    if schedule.fixed or not check.wrong:
        return check
    team_of = {member: team.number for team in teams for member in team.members}
    return _by_rules(check, [boards for boards, _ in _recorded_rounds(tournament)], team_of, several=schedule.several)


def _table(rounds: Iterable[Any], ranks: Sequence[int]) -> list[Boards]:
    return [
        frozenset(Pair(ranks[board.white - 1], ranks[board.black - 1]) for board in round_.boards) for round_ in rounds
    ]


def _recorded_rounds(tournament: TrfTournament, *, teams: bool = False) -> list[tuple[Boards, Boards]]:
    """Return the boards of each round, and those of them with unknown colours."""
    rounds = range(1, tournament.rounds_recorded + 1)
    if teams:
        return [(teams_paired_in(tournament, at)[0], frozenset()) for at in rounds]
    return [(paired_in(tournament, at)[0], uncoloured_in(tournament, at)) for at in rounds]


def _against(table: Sequence[Boards], recorded: Sequence[tuple[Boards, Boards]]) -> TableCheck:
    straight = TableCheck(tuple(_compared(table, recorded)))
    if not straight.wrong:
        return straight
    turned = TableCheck(tuple(_compared([_turned(boards) for boards in table], recorded)), turned=True)
    return turned if turned.wrong < straight.wrong else straight


def _compared(table: Sequence[Boards], recorded: Sequence[tuple[Boards, Boards]]) -> Iterator[TableRound]:
    """Match each round with the table round at its own place, else with the first unused table round."""
    departed = _departed_players([boards for boards, _ in recorded])
    places: dict[int, int] = {}
    for in_place in (True, False):
        for index, (boards, bare) in enumerate(recorded):
            if index in places:
                continue
            for place, expected in enumerate(table):
                if place in places.values() or (in_place and place != index):
                    continue
                if not any(_differing(expected, boards, bare, departed[index])):
                    places[index] = place
                    break
    unused = [place for place in range(len(table)) if place not in places.values()]
    for index, (boards, bare) in enumerate(recorded):
        if index in places:
            yield TableRound(index + 1, places[index] + 1)
            continue
        nearest = _nearest(table, boards, unused, index)
        missing, extra = _differing(
            table[nearest] if nearest is not None else frozenset(), boards, bare, departed[index]
        )
        if nearest is not None:
            unused.remove(nearest)
        yield TableRound(index + 1, None, missing, extra, differs=True)


def _nearest(table: Sequence[Boards], boards: Boards, unused: Sequence[int], at: int) -> int | None:
    """Return the round of the table that these boards most likely represent."""

    def shared(place: int) -> tuple[int, bool]:
        return len(_either_way(table[place]) & _either_way(boards)), place == at

    return max(unused, key=shared, default=None)


def _either_way(boards: Boards) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(board) for board in boards)


def _differing(
    expected: Boards, boards: Boards, bare: Boards, departed: frozenset[int]
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the missing boards of the table, except those of players who had left, and the extra boards."""
    coloured = {
        turned if board in bare and (turned := Pair(board.black, board.white)) in expected else board
        for board in boards
    }
    missing = (board for board in expected - coloured if not {board.white, board.black} & departed)
    return tuple(sorted(missing, key=tuple)), tuple(sorted(coloured - expected, key=tuple))


def _departed_players(rounds: Sequence[Boards]) -> list[frozenset[int]]:
    """Return for each round the players who have no board in it or later."""
    everyone = {number for boards in rounds for board in boards for number in board}
    departed: list[frozenset[int]] = []
    later: set[int] = set()
    for boards in reversed(rounds):
        later |= {number for board in boards for number in board}
        departed.append(frozenset(everyone - later))
    return departed[::-1]


def _turned(boards: Boards) -> Boards:
    return frozenset(Pair(board.black, board.white) for board in boards)


def _other_numbers(ranks: Sequence[int], recorded: Sequence[tuple[Boards, Boards]]) -> dict[int, int] | None:
    """Return the numbers by which the first cycle matches the tables, or None.

    With an odd number of players the last number is empty.
    """
    odd = len(ranks) % 2
    rounds: list[list[tuple[int | None, int | None]]] = []
    for index, (boards, _) in enumerate(recorded[: len(ranks) - 1 + odd]):
        free = set(ranks) - {rank for board in boards for rank in board}
        if len(free) != odd:
            return None
        # In the tables, the empty place has the last number and plays Black first.
        with_empty = [(None, rank) if index % 2 else (rank, None) for rank in free]
        rounds.append([*((board.white, board.black) for board in boards), *with_empty])
    numbers = numbers_of(rounds)
    if numbers is None or (odd and numbers[None] != len(ranks) + 1):
        return None
    return {rank: number for rank, number in numbers.items() if rank is not None}


def _by_rules(check: TableCheck, rounds: Sequence[Boards], team_of: Mapping[int, int], *, several: bool) -> TableCheck:
    """Report only breaches of the rules as differences, for a system without a fixed table."""
    broken = breaches(
        [[(board.white, board.black) for board in boards] for boards in rounds], team_of, one_team_once=several
    )
    return TableCheck(
        tuple(
            round_
            if round_.place is not None and not messages
            else TableRound(round_.number, None, round_.missing, round_.extra, messages, differs=bool(messages))
            for round_, messages in zip(check.rounds, broken, strict=True)
        )
    )


# A simulated tournament as a report, with all data that a checker of pairings and ranks needs.

MATCH_POINTS, GAME_POINTS = "MPTS", "GPTS"
_GAMES = "### Each round is a match of up to {} games, one column for each"
_TYPES = {
    DUTCH_2026: "FIDE_DUTCH_2026",
    DUTCH_2017: "FIDE_DUTCH_2017",
    dubov.EDITION: "FIDE_DUBOV",
    burstein.EDITION: "FIDE_BURSTEIN",
    OF_MATCHES: "FIDE_DOUBLESWISS",
}


@dataclass(frozen=True, slots=True)
class TableType:
    """The report type of a system that is paired at once (092, 192).

    `teams`: the starting ranks of each in board order.

    `ranked_by`: the list of the teams (212); the first is MPTS if they meet in matches, else GPTS.
    """

    words: str
    code: str
    teams: tuple[tuple[int, ...], ...] = ()
    ranked_by: tuple[str, ...] = (GAME_POINTS,)


def report_of(
    simulated: Simulated, name: str, comments: Sequence[str] = (), table: TableType | None = None
) -> TrfTournament:
    """Return the records of TRF26: requested byes in 240, accelerated points in 250, forbidden pairs in 260.

    Ranks follow from the results by the tie-breaks of the plan (202 and 212), those of teams by the list of `table`.
    Participants tied to the end share a rank.
    """
    plan, state = simulated.plan, simulated.state
    baku = "_BAKU" if _accelerated(simulated) else ""
    kind = table or TableType("Individual: Swiss-System", _TYPES[plan.edition] + baku)
    records: list[TrfRecord] = [
        *(RawRecord(text=f"### {comment}") for comment in comments),
        Header(code="012", text=name),
        Header(code="062", text=str(len(state.players))),
        Header(code="072", text=str(sum(rating > 0 for rating in simulated.ratings))),
        Header(code="092", text=kind.words),
        *([RawRecord(text=_GAMES.format(simulated.games))] if simulated.games > 1 else ()),
        RoundCount(rounds=state.rounds * simulated.games),
        *([InitialColour(text="W" if state.initial_colour is Side.WHITE else "B")] if table is None else ()),
        *([ScoringRecord.of(plan.scoring)] if plan.scoring != Scoring() else ()),
        NewHeader(code="192", text=kind.code),
        *(_lists(plan.tiebreaks) if not kind.teams else [TieBreakList(code="212", text=",".join(kind.ranked_by))]),
        *_byes(simulated),
        *_accelerations(simulated),
        *(
            ForbiddenRecord(first_round=1, last_round=state.rounds * simulated.games, ids=pair)
            for pair in sorted(state.forbidden)
        ),
    ]
    records += [
        PlayerRecord(
            number=player.number,
            name=f"Player {player.number:04}",
            rating=simulated.ratings[player.number - 1] or None,
            points=sum(past.points for past in columns),
            rounds=tuple(_cell(past, plan.scoring) for past in columns),
        )
        for player, columns in zip(state.players, simulated.columns, strict=True)
    ]
    if kind.teams:
        report = TrfTournament((*records, *_teams(simulated, kind.teams)))
        return _ranked_by_matches(report) if kind.ranked_by[0] == MATCH_POINTS else report
    return _ranked(TrfTournament(tuple(records)))


def _teams(simulated: Simulated, teams: Sequence[Sequence[int]]) -> list[TeamRecord]:
    """Rank the teams by the points of their players; ties share the first rank."""
    points = [sum(past.points for number in members for past in simulated.columns[number - 1]) for members in teams]
    return [
        TeamRecord(
            number=number,
            name=f"Team {number:03}",
            game_points=own,
            rank=1 + sum(other > own for other in points),
            members=tuple(members),
        )
        for number, (members, own) in enumerate(zip(teams, points, strict=True), start=1)
    ]


def _ranked_by_matches(report: TrfTournament) -> TrfTournament:
    table = team_table_of(report)
    points = table.in_score(ScoreType.MATCH).scores
    standings = compute_standings(table.table, tiebreaks(report.tiebreaks))
    ranks = {row.participant: row.rank for row in standings.rows}
    return TrfTournament(
        tuple(
            replace(record, match_points=points[record.number], rank=ranks[record.number])
            if isinstance(record, TeamRecord)
            else record
            for record in report.records
        )
    )


def _lists(names: Sequence[str]) -> list[TieBreakList]:
    if not names:
        return []
    return [TieBreakList(code="202", text=",".join(names)), TieBreakList(code="212", text=",".join(("PTS", *names)))]


def _ranked(report: TrfTournament) -> TrfTournament:
    standings = compute_standings(table_of(report), tiebreaks(report.tiebreaks))
    ranks = {row.participant: row.rank for row in standings.rows}
    return TrfTournament(
        tuple(
            replace(record, rank=ranks[record.number]) if isinstance(record, PlayerRecord) else record
            for record in report.records
        )
    )


def _cell(past: PastRound, scoring: Scoring) -> ResultCell:
    if past.happened is RoundOutcome.PAIRING_BYE:
        return ResultCell(mark=ResultMark.PAIRING_BYE)
    if past.happened is RoundOutcome.BYE:
        byes = {scoring.zero_bye: ResultMark.ZERO_BYE, scoring.half_bye: ResultMark.HALF_BYE}
        return ResultCell(mark=byes.get(past.points, ResultMark.FULL_BYE))
    if past.happened is RoundOutcome.FORFEIT:
        won = past.points == scoring.forfeit_win
        return ResultCell(past.opponent, past.side, ResultMark.FORFEIT_WIN if won else ResultMark.FORFEIT_LOSS)
    played = {scoring.win: ResultMark.WIN, scoring.draw: ResultMark.DRAW, scoring.loss: ResultMark.LOSS}
    return ResultCell(past.opponent, past.side, played[past.points])


def _byes(simulated: Simulated) -> list[ByesRecord]:
    scoring = simulated.plan.scoring
    games = simulated.games
    marked = sorted(
        (column, str(_cell(simulated.columns[number - 1][column - 1], scoring).mark), number)
        for at, number in simulated.byes
        for column in range(games * (at - 1) + 1, games * at + 1)
    )
    return [
        ByesRecord(kind=kind, round=at, ids=tuple(number for *_, number in same))
        for (at, kind), same in groupby(marked, key=lambda row: row[:2])
    ]


def _accelerations(simulated: Simulated) -> list[AccelerationRecord]:
    """Return the acceleration records; the first group is a range of starting ranks from 1."""
    group = _accelerated(simulated)
    return [
        AccelerationRecord(
            game_points=points, first_round=number, last_round=number, first_id=1, last_id=group[-1].number
        )
        for number, points in enumerate(group[0].virtual if group else (), start=1)
    ]


def _accelerated(simulated: Simulated) -> list[SwissPlayer]:
    return [player for player in simulated.state.players if player.virtual]

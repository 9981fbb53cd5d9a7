"""A simulated tournament as a report, with all data that a checker of pairings and ranks needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tavleya.formats.trf.records import (
    Header,
    InitialColour,
    NewHeader,
    PlayerRecord,
    RawRecord,
    RoundCount,
    TieBreakList,
    TrfRecord,
)
from tavleya.formats.trf.results import ResultCell, ResultMark
from tavleya.formats.trf.swiss_records import AccelerationRecord, ByesRecord, ForbiddenRecord, ScoringRecord
from tavleya.formats.trf.table import table_of
from tavleya.formats.trf.team_records import TeamRecord
from tavleya.formats.trf.team_table import team_table_of
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing import burstein, dubov
from tavleya.pairing.simulation import OF_MATCHES, Simulated
from tavleya.pairing.state import DUTCH_2017, DUTCH_2026, PastRound, RoundOutcome, SwissPlayer
from tavleya.sides import Side
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tavleya.tiebreaks.table import ScoreType, Scoring

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
        *(
            _lists(plan.tiebreaks)
            if not kind.teams
            else [TieBreakList(code="212", text=",".join(kind.ranked_by))]
        ),
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
    points = [
        sum(past.points for number in members for past in simulated.columns[number - 1]) for members in teams
    ]
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


def _lists(listed: Sequence[str]) -> list[TieBreakList]:
    if not listed:
        return []
    return [
        TieBreakList(code="202", text=",".join(listed)),
        TieBreakList(code="212", text=",".join(("PTS", *listed))),
    ]


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
        return ResultCell(
            past.opponent, past.side, ResultMark.FORFEIT_WIN if won else ResultMark.FORFEIT_LOSS
        )
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
            game_points=points, first_round=index, last_round=index, first_id=1, last_id=group[-1].number
        )
        for index, points in enumerate(group[0].virtual if group else (), start=1)
    ]


def _accelerated(simulated: Simulated) -> list[SwissPlayer]:
    return [player for player in simulated.state.players if player.virtual]

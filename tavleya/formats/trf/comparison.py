"""A report compared with the rules: ranks and points, accelerated points (250, XXA), and the pairing of rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from tavleya.errors import BadInput
from tavleya.formats.messages import say
from tavleya.formats.trf.pairing import (
    match_state_before,
    matches_in,
    matches_paired_in,
    paired_in,
    state_before,
    teams_of,
    uncoloured_in,
)
from tavleya.formats.trf.records import TieBreakList
from tavleya.formats.trf.swiss_records import AccelerationRecord, PlayerAcceleration
from tavleya.formats.trf.team_records import AbnormalPoints, TeamRecord
from tavleya.formats.trf.team_table import table_of, team_options, team_state_before, team_table_of, teams_paired_in
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.messages import Message
from tavleya.pairing import state as baku
from tavleya.pairing.engines import Engine
from tavleya.pairing.schedules import PairingDifference, compare
from tavleya.pairing.state import Pair, RoundOutcome, SwissState
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import RankedRow, Standings, compute_standings
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, ScoreType, Table, TieBreakEdition

# Comparison of the ranks and points of a report with those from its results and tie-breaks.

_POINTS = ("PTS", "MPTS", "GPTS")


@dataclass(frozen=True, slots=True)
class WrongFigure:
    """A wrong value of one participant: `said` in the file, from `least` to `most` by the results.

    `name` is `rank`, `points`, or the score of a team (`MP`, `GP`), in half-points except for ranks.  `number` is a
    starting rank or the number of a team.
    """

    name: str
    number: int
    said: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class RankCheck:
    """`compared`: the number of ranks in the file.  `dropped`: reasons why tie-breaks of the list were not applied."""

    tiebreaks: tuple[str, ...]
    dropped: tuple[Message, ...]
    compared: int
    wrong: tuple[WrongFigure, ...]


def check_ranks(tournament: TrfTournament, edition: TieBreakEdition = TieBreakEdition.MARCH_2026) -> RankCheck:
    """Compare the points and ranks of 001 with the results, by the tie-breaks of the file (202, else 212).

    Participants tied to the end may share the first of their ranks, or have them in any order.  Without a list, only
    the points decide.  Raises: BadInput for an unknown tie-break in the list, and BadInput ("trf_not_by_points").
    """
    table = table_of(tournament, edition)
    players = tournament.players
    wrong = list(_scores("points", {number: player.points for number, player in players.items()}, table.scores))
    return _ranked(tournament, table, {number: player.rank for number, player in players.items()}, wrong)


def check_team_ranks(tournament: TrfTournament, edition: TieBreakEdition = TieBreakEdition.MARCH_2026) -> RankCheck:
    """Compare the scores and ranks of the teams (310).  Raises: BadInput as in `team_table_of` and `check_ranks`.

    If a team meets several others in a round, there are no matches: game points alone decide.
    """
    teams = {number: team.record for number, team in teams_of(tournament).items()}
    records = {number: record for number, record in teams.items() if isinstance(record, TeamRecord)}
    if any(matches_in(tournament, at) is None for at in range(1, tournament.rounds_recorded + 1)):
        return _ranked_by_games(tournament, records, edition)
    table = team_table_of(tournament, edition)
    wrong: list[WrongFigure] = []
    if not tournament.of(AbnormalPoints):
        for score, points in (
            (ScoreType.MATCH, {number: record.match_points for number, record in records.items()}),
            (ScoreType.GAME, {number: record.game_points for number, record in records.items()}),
        ):
            wrong += _scores(score.value, points, table.in_score(score).scores)
    return _ranked(tournament, table.table, {number: record.rank for number, record in records.items()}, wrong)


def _ranked_by_games(
    tournament: TrfTournament, records: Mapping[int, TeamRecord], edition: TieBreakEdition
) -> RankCheck:
    """Rank the teams by the points of their players.

    Raises: BadInput ("trf_no_matches") if the file has tie-breaks.
    """
    if tournament.tiebreaks:
        at = next(at for at in range(1, tournament.rounds_recorded + 1) if matches_in(tournament, at) is None)
        raise BadInput(say("trf_no_matches", round=at))
    players = table_of(tournament, edition).scores
    points = {number: sum(players[member] for member in record.members if member) for number, record in records.items()}
    table = Table(
        {
            number: Participant(number, number, None, (Encounter(1, EncounterKind.FULL_BYE, own),))
            for number, own in points.items()
        },
        1,
        tournament.scoring,
        predetermined=False,
        edition=edition,
    )
    game_points = {number: record.game_points for number, record in records.items()}
    wrong = list(_scores(ScoreType.GAME.value, game_points, points))
    return _ranked(tournament, table, {number: record.rank for number, record in records.items()}, wrong)


def _ranked(
    tournament: TrfTournament, table: Table, file_ranks: Mapping[int, int | None], wrong: list[WrongFigure]
) -> RankCheck:
    full = tournament.of(TieBreakList, "212")
    if full and full[0].text.split(",")[0].strip().upper() not in _POINTS:
        raise BadInput(say("trf_not_by_points", listed=full[0].text.strip()))
    standings = compute_standings(table, tiebreaks(tournament.tiebreaks))
    ranks = {number: rank for number, rank in file_ranks.items() if rank}
    if ranks:
        # A participant without a rank, while others have one, was expelled and is not ranked.
        standings = standings.without(file_ranks.keys() - ranks.keys())
    wrong += _ranks(standings, ranks, listed=bool(tournament.tiebreaks))
    return RankCheck(standings.tiebreaks, standings.dropped, len(ranks), tuple(wrong))


def _scores(name: str, file_scores: Mapping[int, int | None], scores: Mapping[int, int]) -> Iterator[WrongFigure]:
    for number, points in file_scores.items():
        if points is not None and points != scores[number]:
            yield WrongFigure(name, number, points, scores[number], scores[number])


def _ranks(standings: Standings, file_ranks: Mapping[int, int], *, listed: bool) -> Iterator[WrongFigure]:
    for (least, most), level in groupby(standings.rows, key=lambda row: (row.rank, row.last)):
        rows = [row for row in level if row.participant in file_ranks]
        ranks = [file_ranks[row.participant] for row in rows]
        within = [least <= rank <= most for rank in ranks]
        # One shared rank or different ranks; without a list, the file may have used an unrecorded tie-break.
        if all(within) and listed and not _fits(rows, ranks, least):
            within = [False] * len(rows)
        for row, rank, right in zip(rows, ranks, within, strict=True):
            if not right:
                yield WrongFigure("rank", row.participant, rank, least, most)


def _fits(rows: Sequence[RankedRow], ranks: Sequence[int], least: int) -> bool:
    return len(set(ranks)) == len(rows) or set(ranks) == {least}


def virtual_points(tournament: TrfTournament, rounds: int) -> Mapping[int, tuple[int, ...]]:
    """Return the half-points by starting rank for rounds 1, 2 …, without trailing zeros and empty lists."""
    result: dict[int, tuple[int, ...]] = {}
    if not tournament.of(AccelerationRecord) and not tournament.of(PlayerAcceleration):
        return result
    for number in tournament.players:
        points = [tournament.accelerated(number, at) for at in range(1, rounds + 1)]
        while points and not points[-1]:
            points.pop()
        if points:
            result[number] = tuple(points)
    return result


def named_baku(tournament: TrfTournament) -> bool:
    """Return whether the encoded type says Baku and no line lists the points."""
    if not tournament.system.endswith("_BAKU"):
        return False
    return not tournament.of(AccelerationRecord) and not tournament.of(PlayerAcceleration)


def is_baku(tournament: TrfTournament, rounds: int) -> bool:
    """Return whether the points are those of the Baku method in a tournament of `rounds` rounds (C.04.7, 1)."""
    values = virtual_points(tournament, rounds)
    state = replace(state_before(tournament, tournament.rounds_recorded + 1), rounds=rounds)
    if not values or state.win % 2:
        return False
    if state.round_number == 1:
        entrants = [player.number for player in state.present]
    else:
        entrants = [
            swiss_player.number
            for swiss_player in state.players
            if swiss_player.rounds[0].happened is not RoundOutcome.BYE
        ]
    swiss_state = baku.accelerated(state, entrants)
    return {player.number: player.virtual for player in swiss_state.players if any(player.virtual)} == values


def state_as_paired(tournament: TrfTournament, round_number: int, *, accelerated: bool = False) -> SwissState:
    """Return the state before a round, with Baku points if the type of the file or `accelerated` says so."""
    state = state_before(tournament, round_number)
    if not accelerated and not named_baku(tournament):
        return state
    return baku.accelerated(state, [player.number for player in state_before(tournament, 1).present])


# A round of a report, of players or teams: its pairing input and its pairing.


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """`options`: those of the system that the encoded type (192) names.  `uncoloured`: as in `uncoloured_in`."""

    state: SwissState
    boards: frozenset[Pair]
    bye: int | None
    uncoloured: frozenset[Pair] = frozenset()
    options: Mapping[str, Any] = field(default_factory=dict)

    def against(self, engine: Engine, options: Mapping[str, Any] | None = None) -> PairingDifference:
        """Compare the round with the pairing of `engine`, with `options` instead of those of the report."""
        own = self.options if options is None else options
        return compare(engine, self.state, self.boards, self.bye, own, uncoloured=self.uncoloured)


def recorded_round(
    tournament: TrfTournament, number: int, *, accelerated: bool = False, teams: bool | None = None, games: int = 1
) -> RecordedRound:
    """Return a round of the file, or the next one without boards; `teams` None: by the encoded type.

    `accelerated`: by the Baku method, whatever the file says.  `games`: the number of columns per round.  Raises:
    BadInput if the matches of teams are ambiguous.
    """
    if games > 1:
        state = match_state_before(tournament, number, games)
        return RecordedRound(state, *matches_paired_in(tournament, number, games))
    if tournament.team_swiss if teams is None else teams:
        return RecordedRound(
            team_state_before(tournament, number, accelerated=accelerated),
            *teams_paired_in(tournament, number),
            options=team_options(tournament.system),
        )
    return RecordedRound(
        state_as_paired(tournament, number, accelerated=accelerated),
        *paired_in(tournament, number),
        uncoloured_in(tournament, number),
    )

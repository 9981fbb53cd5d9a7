"""The standings table of a TRF of teams."""

from dataclasses import replace
from typing import Any

from tavleya.errors import BadInput
from tavleya.formats.messages import say
from tavleya.formats.trf.check import bye_kind, points_in, points_of
from tavleya.formats.trf.pairing import FileMatch, cell_of, matches_in, teams_of
from tavleya.formats.trf.records import PlayerRecord, ResultMark, TieBreakList
from tavleya.formats.trf.swiss_records import AccelerationRecord, ByesRecord
from tavleya.formats.trf.team_records import AbnormalPoints, TeamByes
from tavleya.formats.trf.tournament import TEAM, TrfTournament
from tavleya.pairing import state as baku
from tavleya.pairing.options import NO_PREFERENCES, PREFERENCES_A, PREFERENCES_B
from tavleya.pairing.state import Pair, SwissState
from tavleya.pairing.team_swiss import state_of_teams
from tavleya.sides import Side
from tavleya.tiebreaks.table import (
    Encounter,
    EncounterKind,
    Participant,
    ScoreType,
    Scoring,
    Table,
    TeamEncounter,
    TeamParticipant,
    TeamTable,
    TieBreakEdition,
)

_BYES = {"F": EncounterKind.FULL_BYE, "H": EncounterKind.HALF_BYE, "Z": EncounterKind.ZERO_BYE}
#: Kinds of results of 299 other than W, D and L of a played match.
_KINDS = {**_BYES, "+": EncounterKind.FORFEIT_WIN, "-": EncounterKind.FORFEIT_LOSS}
#: Systems in which the score of a team is the sum of its players' game points.
_BY_GAME_POINTS = ("SCHILLER", "MOLTER")
#: For each kind of forfeited match, whether the first and the second team won.
_WON = {"+-": (True, False), "-+": (False, True), "--": (False, False)}


def team_table_of(tournament: TrfTournament, edition: TieBreakEdition = TieBreakEdition.MARCH_2026) -> TeamTable:
    """Return the teams of 310 (or 013) with the matches that the boards of their members make.

    Raises: BadInput ("trf_without_teams", "trf_no_matches": the boards of a round do not pair each team with exactly
    one other).
    """
    teams = teams_of(tournament)
    if not teams:
        raise BadInput(say("trf_without_teams"))
    rounds, file_matches = tournament.rounds_recorded, _all_matches(tournament)
    boards = max((len(match.boards) for match in file_matches), default=0)
    terms = _Terms(tournament, boards)
    matches: dict[int, list[TeamEncounter]] = {number: [] for number in teams}
    for match in file_matches:
        for number, encounter in terms.both(match):
            matches[number].append(encounter)
    for number, encounters in matches.items():
        encounters += terms.away(number, rounds, {encounter.round for encounter in encounters})
        encounters.sort(key=lambda encounter: encounter.round)
        encounters[:] = [_with_abnormal(tournament, number, encounter) for encounter in encounters]
    cycles = max(1, round(rounds / max(1, len(teams) - 1 + len(teams) % 2)))
    return TeamTable(
        {number: TeamParticipant(number, number, tuple(encounters)) for number, encounters in matches.items()},
        rounds,
        boards,
        terms.match,
        terms.game,
        _primary(tournament),
        tournament.round_robin,
        cycles * (len(teams) - 1) if tournament.round_robin else 0,
        edition,
    )


def _all_matches(tournament: TrfTournament) -> list[FileMatch]:
    file_matches: list[FileMatch] = []
    for at in range(1, tournament.rounds_recorded + 1):
        matches = matches_in(tournament, at)
        if matches is None:
            raise BadInput(say("trf_no_matches", round=at))
        file_matches += matches
    return file_matches


def _with_abnormal(tournament: TrfTournament, number: int, encounter: TeamEncounter) -> TeamEncounter:
    """Return a match with the points of lines 299: they replace its points for a kind of result, else they are added.

    A line with a single number contains match points.
    """
    for record in tournament.of(AbnormalPoints):
        ids = {team for team in record.ids if team}
        if (record.round and record.round != encounter.round) or (ids and number not in ids):
            continue
        match, game = record.match_points, record.game_points
        if match is None:
            match, game = game, None
        if not record.kind.strip():
            encounter = replace(
                encounter,
                match_points=encounter.match_points + (match or 0),
                game_points=encounter.game_points + (game or 0),
            )
        elif _KINDS.get(record.kind.upper()) is encounter.kind or record.kind.upper() == _result(encounter):
            encounter = replace(
                encounter,
                match_points=encounter.match_points if match is None else match,
                game_points=encounter.game_points if game is None else game,
            )
    return encounter


def _result(match: TeamEncounter) -> str:
    """Return W, D or L of a played match."""
    if match.kind is not EncounterKind.PLAYED:
        return ""
    return "W" if match.game_points > match.game_against else "D" if match.game_points == match.game_against else "L"


def _primary(tournament: TrfTournament) -> ScoreType:
    """Return the ranking score: the first of 212, else by the encoded type."""
    for record in tournament.of(TieBreakList, "212"):
        first = record.text.split(",")[0].strip().upper()
        if first in ("MPTS", "GPTS"):
            return ScoreType.GAME if first == "GPTS" else ScoreType.MATCH
    named = tournament.system or tournament.header("092").upper()
    by_games = named.endswith("GP_MP") or any(word in named for word in _BY_GAME_POINTS)
    return ScoreType.GAME if by_games else ScoreType.MATCH


class _Terms:
    """The points of matches, byes and boards in one file, in half-points."""

    def __init__(self, tournament: TrfTournament, boards: int) -> None:
        self.tournament = tournament
        _, self.game = TeamTable.usual_scoring(boards, tournament.scoring.win)
        worth = tournament.match_scoring
        win, draw, loss = worth["TW"], worth["TD"], worth["TL"]
        bye = next(iter(tournament.of(TeamByes)), None)
        match_points = bye.match_points if bye is not None and bye.match_points is not None else draw
        self.bye_game = bye.game_points if bye is not None and bye.game_points is not None else None
        self.match = Scoring(
            win, draw, loss, forfeit_win=win, forfeit_loss=loss, pairing_bye=match_points, full_bye=win, half_bye=draw
        )
        self.requested = {
            (number, record.round): _BYES[record.kind.upper()]
            for record in tournament.of(ByesRecord)
            if record.kind.upper() in _BYES and tournament.team_swiss
            for number in record.ids
            if number
        }

    def both(self, match: FileMatch) -> list[tuple[int, TeamEncounter]]:
        if match.second is None:
            game = self.game.pairing_bye if self.bye_game is None else self.bye_game
            resting = TeamEncounter(match.round, EncounterKind.PAIRING_BYE, self.match.pairing_bye, game)
            return [(match.first, resting)]
        if match.forfeited:
            return self._forfeited(match, match.second)
        points = [self._board(match.round, seat) for seat in match.boards]
        if any(pair is None for pair in points):
            return []  # the match is not over
        pairs = [pair for pair in points if pair is not None]
        own, other = sum(value for value, _ in pairs), sum(value for _, value in pairs)
        played = any(self._played(match.round, seat) for seat in match.boards)
        encounters = []
        for index, (number, opponent, got, against) in enumerate(
            ((match.first, match.second, own, other), (match.second, match.first, other, own))
        ):
            forfeit = EncounterKind.FORFEIT_WIN if got > against else EncounterKind.FORFEIT_LOSS
            encounters.append(
                (
                    number,
                    TeamEncounter(
                        match.round,
                        EncounterKind.PLAYED if played else forfeit,
                        self._match_points(got, against),
                        got,
                        opponent,
                        Side.BLACK if index else Side.WHITE,
                        self._match_points(against, got),
                        against,
                        tuple(pair[index] for pair in pairs),
                    ),
                )
            )
        return encounters

    def _forfeited(self, match: FileMatch, second: int) -> list[tuple[int, TeamEncounter]]:
        won = _WON.get(match.forfeited, (False, False))
        return [
            (
                number,
                TeamEncounter(
                    match.round,
                    EncounterKind.FORFEIT_WIN if own else EncounterKind.FORFEIT_LOSS,
                    self.match.forfeit_win if own else self.match.forfeit_loss,
                    self.game.forfeit_win if own else self.game.forfeit_loss,
                    opponent,
                    None,
                    self.match.forfeit_win if other else self.match.forfeit_loss,
                    self.game.forfeit_win if other else self.game.forfeit_loss,
                ),
            )
            for number, opponent, own, other in (
                (match.first, second, won[0], won[1]),
                (second, match.first, won[1], won[0]),
            )
        ]

    def away(self, number: int, rounds: int, played: set[int]) -> list[TeamEncounter]:
        """Return the rounds in which a team has no match: requested byes (240), else byes without points."""
        encounters = []
        for at in range(1, rounds + 1):
            kind = self.requested.get((number, at), EncounterKind.ZERO_BYE)
            resting = kind is EncounterKind.ZERO_BYE and self.tournament.round_robin
            if at not in played and not resting and not self._waits(number, at):
                encounters.append(TeamEncounter(at, kind, self.match.of_bye(kind), self.game.of_bye(kind)))
        return encounters

    def _waits(self, number: int, at: int) -> bool:
        """Return whether a team has unfinished boards in the round."""
        members = teams_of(self.tournament)[number].members
        return any(cell_of(self.tournament, self.tournament.players[member], at).opponent for member in members)

    def _match_points(self, own: int, other: int) -> int:
        return self.match.win if own > other else self.match.draw if own == other else self.match.loss

    def _board(self, at: int, seat: tuple[int | None, int | None]) -> tuple[int, int] | None:
        """Return the points of a board for both teams; None without a result."""
        scoring, points = self.tournament.scoring, []
        for player in seat:
            if player is None:
                points.append(scoring.forfeit_loss)
                continue
            cell = cell_of(self.tournament, self.tournament.players[player], at)
            if cell.opponent is not None and cell.mark.open:
                return None
            alone = bye_kind(cell) is EncounterKind.FULL_BYE
            points.append(scoring.forfeit_win if alone else points_of(cell, scoring))
        return points[0], points[1]

    def _played(self, at: int, seat: tuple[int | None, int | None]) -> bool:
        player = seat[0]
        if player is None or seat[1] is None:
            return False
        mark = cell_of(self.tournament, self.tournament.players[player], at).mark
        return not mark.forfeit and mark is not ResultMark.NONE


# The standings table of a TRF.

_FORFEITS = {ResultMark.FORFEIT_WIN: EncounterKind.FORFEIT_WIN, ResultMark.FORFEIT_LOSS: EncounterKind.FORFEIT_LOSS}


def table_of(tournament: TrfTournament, edition: TieBreakEdition = TieBreakEdition.MARCH_2026) -> Table:
    """Return the individual standings.  Games without a result are left out; blank rounds are byes."""
    scoring, rounds = tournament.scoring, tournament.rounds_recorded
    predetermined = tournament.round_robin
    participants = {
        player.number: Participant(
            player.number,
            player.number,
            player.rating or None,
            _encounters(tournament, player, rounds, scoring, predetermined=predetermined),
        )
        for player in tournament.players.values()
    }
    games = len(participants) - 1 if predetermined else 0
    if predetermined and games:
        games *= max(1, round(rounds / (len(participants) - 1 + len(participants) % 2)))
    return Table(participants, rounds, scoring, predetermined, games, edition)


def _encounters(
    tournament: TrfTournament, player: PlayerRecord, rounds: int, scoring: Scoring, *, predetermined: bool
) -> tuple[Encounter, ...]:
    encounters = []
    for at in range(1, rounds + 1):
        cell = cell_of(tournament, player, at)
        kind = bye_kind(cell)
        if kind is not None:
            # In a round robin of an odd number, the free player rests: this does not count as a round (C.07 15.2).
            if not (predetermined and kind is EncounterKind.ZERO_BYE):
                points = points_in(tournament, player.number, at, cell, scoring) - points_of(cell, scoring)
                encounters.append(Encounter(at, kind, scoring.of_bye(kind) + points))
        elif not cell.mark.open and cell.opponent is not None:
            opponent_cell = tournament.players[cell.opponent].rounds[at - 1]
            encounters.append(
                Encounter(
                    at,
                    _FORFEITS.get(cell.mark, EncounterKind.PLAYED),
                    points_in(tournament, player.number, at, cell, scoring),
                    cell.opponent,
                    Side.WHITE if cell.side is Side.WHITE else Side.BLACK,
                    points_in(tournament, cell.opponent, at, opponent_cell, scoring),
                )
            )
    return tuple(encounters)


# Input of the team Swiss from a TRF of teams.


def team_options(code: str) -> dict[str, Any]:
    """Return the options of the team Swiss in an encoded type (192); FIDE_TEAM alone is type A, MP before GP."""
    words = code.removesuffix("_BAKU").removeprefix(TEAM).strip("_").split("_")
    if words == [""]:
        words = ["TYPEA", "MP", "GP"]
    kinds = {"TYPEA": PREFERENCES_A, "TYPEB": PREFERENCES_B}
    scores = [word for word in words if word in ("MP", "GP")]
    return {
        "preferences": next((kinds[word] for word in words if word in kinds), NO_PREFERENCES),
        "rank_by": scores[0] if scores else "MP",
        "secondary": len(scores) != 1,
    }


def team_code(preferences: str, rank_by: str, *, secondary: bool) -> str:
    """Return the encoded type (192) of these options, without acceleration."""
    kind = {PREFERENCES_A: ["TYPEA"], PREFERENCES_B: ["TYPEB"]}.get(preferences, [])
    scores = ["MP", "GP"] if rank_by == "MP" else ["GP", "MP"]
    return "_".join([TEAM, *kind, *scores[: 2 if secondary else 1]])


def team_state_before(tournament: TrfTournament, round_number: int, *, accelerated: bool = False) -> SwissState:
    """Return the teams before a round is (or was) paired.  Raises: BadInput as in `team_table_of`.

    In a recorded round, teams are absent if they have no match and no allocated bye; in the next round, if they asked
    for a bye.
    """
    primary = ScoreType(team_options(tournament.system)["rank_by"])
    table = replace(team_table_of(tournament), primary=primary)
    recorded = tournament.rounds_recorded
    absent = {number for at, number in tournament.byes if at == round_number}
    if round_number <= recorded:
        absent = set(teams_of(tournament)) - _present(tournament, round_number)
    planned = tournament.rounds_planned or (recorded if round_number <= recorded else round_number + 1)
    virtual = {
        number: tuple(tournament.accelerated(number, at) for at in range(1, round_number + 1))
        for number in teams_of(tournament)
    }
    state = state_of_teams(
        table,
        round_number,
        rounds=planned,
        initial_colour=tournament.initial_colour or Side.WHITE,
        absent=absent,
        forbidden=tournament.forbidden(round_number),
        virtual={number: points for number, points in virtual.items() if any(points)},
    )
    with_baku = accelerated or tournament.system.endswith("_BAKU")
    if with_baku and not any(map(any, virtual.values())):
        entrants = _present(tournament, 1) if recorded else set(teams_of(tournament)) - absent
        return baku.accelerated(state, entrants)
    return state


def is_team_baku(tournament: TrfTournament) -> bool:
    """Return whether the type names the Baku method and the points of 250 are those of that method for teams."""
    if not tournament.system.endswith("_BAKU"):
        return False
    bare = tuple(record for record in tournament.records if not isinstance(record, AccelerationRecord))
    state = team_state_before(TrfTournament(bare, tournament.writing), 1, accelerated=True)
    return all(
        tuple(tournament.accelerated(team.number, at) for at in range(1, state.rounds + 1))
        == (*team.virtual, *(0,) * (state.rounds - len(team.virtual)))
        for team in state.players
    )


def teams_paired_in(tournament: TrfTournament, round_number: int) -> tuple[frozenset[Pair], int | None]:
    """Return the matches of a round, White at the first board first, and the team with the allocated bye."""
    matches = _matches(tournament, round_number)
    bye = next((match.first for match in matches if match.second is None), None)
    return frozenset(Pair(match.first, match.second) for match in matches if match.second is not None), bye


def _present(tournament: TrfTournament, round_number: int) -> set[int]:
    matches = _matches(tournament, round_number)
    return {number for match in matches for number in (match.first, match.second) if number is not None}


def _matches(tournament: TrfTournament, round_number: int) -> tuple[FileMatch, ...]:
    return matches_in(tournament, round_number) or ()

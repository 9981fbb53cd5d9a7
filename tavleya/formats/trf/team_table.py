"""The standings table of a TRF of teams."""

from dataclasses import replace

from tavleya.errors import BadInput
from tavleya.formats.messages import say
from tavleya.formats.trf.check import bye_kind, points_of
from tavleya.formats.trf.matches import FileMatch, matches_in, teams_of
from tavleya.formats.trf.pairing import cell_of
from tavleya.formats.trf.records import TieBreakList
from tavleya.formats.trf.results import ResultMark
from tavleya.formats.trf.swiss_records import ByesRecord
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.sides import Side
from tavleya.tiebreaks.table import (
    EncounterKind,
    ScoreType,
    Scoring,
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


def team_table_of(
    tournament: TrfTournament, edition: TieBreakEdition = TieBreakEdition.MARCH_2026
) -> TeamTable:
    """Return the teams of 310 (or 013) with the matches that the boards of their members make.

    Raises: BadInput ("trf_without_teams", "trf_no_matches": the boards of a round do not pair each team with exactly
    one other).
    """
    teams = teams_of(tournament)
    if not teams:
        raise BadInput(say("trf_without_teams"))
    rounds, file_matches = tournament.rounds_recorded, _all_matches(tournament)
    boards = max((len(team_encounter.boards) for team_encounter in file_matches), default=0)
    terms = _Terms(tournament, boards)
    matches: dict[int, list[TeamEncounter]] = {number: [] for number in teams}
    for match in file_matches:
        for number, team_encounter in terms.both(match):
            matches[number].append(team_encounter)
    for number, own in matches.items():
        own += terms.away(number, rounds, {team_encounter.round for team_encounter in own})
        own.sort(key=lambda team_encounter: team_encounter.round)
        own[:] = [_with_abnormal(tournament, number, team_encounter) for team_encounter in own]
    cycles = max(1, round(rounds / max(1, len(teams) - 1 + len(teams) % 2)))
    return TeamTable(
        {number: TeamParticipant(number, number, tuple(own)) for number, own in matches.items()},
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


def _with_abnormal(tournament: TrfTournament, number: int, team_encounter: TeamEncounter) -> TeamEncounter:
    """Return a match with the points of lines 299: they replace its points for a kind of result, else they are added.

    A line with a single number contains match points.
    """
    for record in tournament.abnormal_points:
        ids = {team for team in record.ids if team}
        if (record.round and record.round != team_encounter.round) or (ids and number not in ids):
            continue
        match, game = record.match_points, record.game_points
        if match is None:
            match, game = game, None
        if not record.kind.strip():
            team_encounter = replace(
                team_encounter,
                match_points=team_encounter.match_points + (match or 0),
                game_points=team_encounter.game_points + (game or 0),
            )
        elif _KINDS.get(record.kind.upper()) is team_encounter.kind or record.kind.upper() == _result(
            team_encounter
        ):
            team_encounter = replace(
                team_encounter,
                match_points=team_encounter.match_points if match is None else match,
                game_points=team_encounter.game_points if game is None else game,
            )
    return team_encounter


def _result(team_encounter: TeamEncounter) -> str:
    """Return W, D or L of a played match."""
    if team_encounter.kind is not EncounterKind.PLAYED:
        return ""
    return (
        "W"
        if team_encounter.game_points > team_encounter.game_against
        else "D"
        if team_encounter.game_points == team_encounter.game_against
        else "L"
    )


def _primary(tournament: TrfTournament) -> ScoreType:
    """Return the ranking score: the first of 212, else by the encoded type."""
    for tie_break_list in tournament.of(TieBreakList, "212"):
        first = tie_break_list.text.split(",")[0].strip().upper()
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
        bye = next(iter(tournament.team_byes), None)
        match_points = bye.match_points if bye is not None and bye.match_points is not None else draw
        self.bye_game = bye.game_points if bye is not None and bye.game_points is not None else None
        self.match = Scoring(
            win,
            draw,
            loss,
            forfeit_win=win,
            forfeit_loss=loss,
            pairing_bye=match_points,
            full_bye=win,
            half_bye=draw,
        )
        self.asked = {
            (number, byes_record.round): _BYES[byes_record.kind.upper()]
            for byes_record in tournament.of(ByesRecord)
            if byes_record.kind.upper() in _BYES and tournament.team_swiss
            for number in byes_record.ids
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
        if any(two is None for two in points):
            return []  # the match is not over
        twos = [two for two in points if two is not None]
        own, other = sum(value for value, _ in twos), sum(value for _, value in twos)
        played = any(self._played(match.round, seat) for seat in match.boards)
        results = []
        for index, (number, opponent, got, against) in enumerate(
            ((match.first, match.second, own, other), (match.second, match.first, other, own))
        ):
            forfeit = EncounterKind.FORFEIT_WIN if got > against else EncounterKind.FORFEIT_LOSS
            results.append(
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
                        tuple(two[index] for two in twos),
                    ),
                )
            )
        return results

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

    def away(self, number: int, rounds: int, existing: set[int]) -> list[TeamEncounter]:
        """Return the rounds in which a team has no match: requested byes (240), else byes without points."""
        team_encounters = []
        for at in range(1, rounds + 1):
            kind = self.asked.get((number, at), EncounterKind.ZERO_BYE)
            resting = kind is EncounterKind.ZERO_BYE and self.tournament.round_robin
            if at not in existing and not resting and not self._waits(number, at):
                team_encounters.append(
                    TeamEncounter(at, kind, self.match.of_bye(kind), self.game.of_bye(kind))
                )
        return team_encounters

    def _waits(self, number: int, at: int) -> bool:
        """Return whether a team has unfinished boards in the round."""
        members = teams_of(self.tournament)[number].members
        return any(
            cell_of(self.tournament, self.tournament.players[member], at).opponent for member in members
        )

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

"""The teams of a TRF: names, members in board order, and the matches that their boards make."""

from dataclasses import dataclass, field

from reports.messages import say
from reports.services.context import TrfImportContext, refuse
from tavleya.errors import DomainError, Problem
from tavleya.formats.trf.matches import FileMatch, FileTeam, matches_in, teams_of
from tavleya.formats.trf.records import OldTeam
from tavleya.formats.trf.swiss_records import ByesRecord, MatchScoring
from tavleya.formats.trf.team_records import LineUpRecord, TeamByes, TeamForfeit, TeamRecord
from tournaments.models.byes import Bye
from tournaments.models.round import Round
from tournaments.models.team import Forfeit, LineUp, Team, TeamMatch, TeamMember
from tournaments.services.shared import check_fields

_KINDS = (TeamRecord, OldTeam, LineUpRecord, TeamByes, TeamForfeit, MatchScoring)
_ASKED = {"H": Bye.HALF, "F": Bye.FULL, "Z": Bye.ZERO}
_FORFEITS = {"+-": Forfeit.SECOND, "-+": Forfeit.FIRST, "--": Forfeit.BOTH}


@dataclass(frozen=True, slots=True)
class TeamSeats:
    """By starting rank, in a round: the table and the match of a team's player."""

    tables: dict[int, int] = field(default_factory=dict)
    matches: dict[int, TeamMatch] = field(default_factory=dict)


def import_trf_teams(context: TrfImportContext) -> None:
    """Enter the teams in a section of teams; otherwise report each of their lines as left out."""
    section, tournament = context.section, context.tournament
    if not section.system.teams:
        for record in tournament.records:
            if isinstance(record, _KINDS):
                context.left_out(record)
        return
    teams: dict[int, Team] = {}
    members: list[tuple[int, int, int]] = []
    problems: list[Problem] = []
    of: dict[int, int] = {}
    for file_team in teams_of(tournament).values():
        row = Team(
            section=section, number=file_team.number, name=(file_team.name or f"{file_team.number}")[:80]
        )
        try:
            check_fields(row, exclude=["section"])
        except DomainError as error:
            problems.append(Problem(error.message, line=file_team.record.line))
            continue
        problems += _wrong(context, file_team, of, {team.name for team in teams.values()})
        teams[file_team.number] = row
        members += [
            (file_team.number, place, number) for place, number in enumerate(file_team.members, start=1)
        ]
    refuse(problems)
    Team.objects.bulk_create(teams.values())
    TeamMember.objects.bulk_create(
        TeamMember(team=teams[number], registration=context.registrations[member], place=place)
        for number, place, member in members
    )
    context.teams = len(teams)
    _options(context)


def _wrong(
    context: TrfImportContext, file_team: FileTeam, of: dict[int, int], names: set[str]
) -> list[Problem]:
    problems = []
    if file_team.name in names:
        message = say("team_name_taken", name=file_team.name)
        problems.append(Problem(message, line=file_team.record.line))
    for member in file_team.members:
        if member not in context.registrations:
            message = say("trf_member_unknown", number=member)
            problems.append(Problem(message, line=file_team.record.line))
        elif of.setdefault(member, file_team.number) != file_team.number:
            message = say("in_another_team", number=member)
            problems.append(Problem(message, line=file_team.record.line))
    return problems


def _options(context: TrfImportContext) -> None:
    """Set the boards per match, the number of meetings and the match points from the file."""
    section, tournament = context.section, context.tournament
    options = dict(section.options)
    matches = [
        match for at in range(1, tournament.rounds_recorded + 1) for match in matches_in(tournament, at) or ()
    ]
    if section.system.line_ups and any(match.boards for match in matches):
        options["boards"] = max(len(match.boards) for match in matches)
    met = [frozenset((match.first, match.second)) for match in matches if match.second is not None]
    if section.system.scheduled and any(met.count(pair) > 1 for pair in met):
        options["cycles"] = 2
    if tournament.of(MatchScoring):
        match_scoring = tournament.match_scoring
        options |= {
            "match_win": match_scoring["TW"],
            "match_draw": match_scoring["TD"],
            "match_loss": match_scoring["TL"],
        }
    options = section.system.checked_options(options)
    if options != section.options:
        section.options = options
        section.save(update_fields=["options"])


def seats_of_teams(context: TrfImportContext, row: Round) -> TeamSeats:
    """Write the matches of a round and return the seats, empty without matches."""
    seats = TeamSeats()
    section, number = context.section, row.number or 0
    if not section.system.teams:
        return seats
    matches = matches_in(context.tournament, number)
    if matches is None:
        context.adjust(
            None,
            "trf_no_matches",
            round=number,
        )
        return seats
    teams = {team.number: team for team in section.teams.all()}
    size = section.options.get("boards", 0) if section.system.line_ups else 0
    size = size or max((len(file_match.boards) for file_match in matches), default=0)
    for place, match in enumerate(matches, start=1):
        team_match = TeamMatch.objects.create(
            round=row,
            number=place,
            first=teams[match.first],
            second=teams[match.second] if match.second is not None else None,
            bye="" if match.second is not None else Bye.PAIRING_ALLOCATED,
            forfeited=_FORFEITS.get(match.forfeited, ""),
        )
        for board, two in enumerate(match.boards, start=1):
            for player in filter(None, two):
                seats.tables[player] = section.first_board - 1 + (place - 1) * size + board
                seats.matches[player] = team_match
        _line_ups(context, team_match, match, teams)
    _byes_asked_for(context, row, teams)
    return seats


def _byes_asked_for(context: TrfImportContext, row: Round, teams: dict[int, Team]) -> None:
    """Set the byes (240) of teams without a match in a played round."""
    if not context.section.system.by_round:
        return
    playing = {key for two in row.team_matches.values_list("first", "second") for key in two}
    kinds = {
        number: _ASKED[record.kind.upper()]
        for record in context.tournament.of(ByesRecord)
        if record.round == row.number
        for number in record.ids
        if number in teams and teams[number].pk not in playing
    }
    after = row.team_matches.count() + 1
    TeamMatch.objects.bulk_create(
        TeamMatch(round=row, number=place, first=teams[number], bye=kind)
        for place, (number, kind) in enumerate(sorted(kinds.items()), start=after)
    )


def _line_ups(
    context: TrfImportContext, team_match: TeamMatch, match: FileMatch, teams: dict[int, Team]
) -> None:
    """Set the line-ups of the file (300); others follow from the order of the team."""
    line_up_records = {
        line_up.team: line_up
        for line_up in context.tournament.line_ups
        if line_up.round == match.round and match.boards
    }
    for side, team in enumerate((match.first, match.second)):
        if team in line_up_records:
            LineUp.objects.bulk_create(
                LineUp(
                    match=team_match,
                    team=teams[team],
                    board=board,
                    registration=context.registrations.get(seat[side] or 0),
                )
                for board, seat in enumerate(match.boards, start=1)
            )

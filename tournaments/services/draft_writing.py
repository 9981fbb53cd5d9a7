"""Saving a manually changed draft: boards of players, or matches of teams with their line-ups."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max

from tavleya.pairing.state import Pair
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.swiss import RequestedBye
from tournaments.models.team import Forfeit, LineUp, TeamMatch
from tournaments.models.team_swiss import TeamBye
from tournaments.services.draft_sheet import DraftSheet
from tournaments.services.matches import Seats, seat, terms_of
from tournaments.services.swiss import byes_of, give_byes, seat_boards
from tournaments.services.team_state import match_teams


def write_sheet(sheet: DraftSheet) -> None:
    """Write the tables, then the byes, replacing those of the draft."""
    row, section = sheet.row, sheet.section
    if section.system.teams:
        _write_matches(row, [Pair(*two) for two in sheet.numbers], sheet.allocated)
        return
    registrations = {
        registration.number: registration for registration in section.registrations.select_related("player")
    }
    byes = byes_of(section, row.number or 1, registrations, sheet.allocated)
    _clear_boards(row)
    if terms_of(section) is not None:
        seats = [Seats(row, number, *pair) for number, pair in sorted(sheet.tables.items())]
        seat(section, seats)
        last = row.pairings.aggregate(last=Max("board"))["last"] or section.first_board - 1
    else:
        last = max(sheet.tables, default=section.first_board - 1)
        Pairing.objects.bulk_create(
            Pairing(round=row, board=number, white_id=white, black_id=black)
            for number, (white, black) in sorted(sheet.tables.items())
        )
    give_byes(row, byes, after=last)


def write_pairing(row: Round, pairs: tuple[Pair, ...], bye: int | None) -> None:
    """Write a pairing given by starting numbers, at the tables that an engine's pairing gets."""
    section = row.section
    if section.system.teams:
        _write_matches(row, pairs, bye)
        return
    registrations = {registration.number: registration for registration in section.registrations.all()}
    _clear_boards(row)
    seat_boards(row, section, registrations, pairs, byes_of(section, row.number or 1, registrations, bye))


def _clear_boards(row: Round) -> None:
    row.pairings.all().delete()
    row.matches.all().delete()


def _write_matches(row: Round, pairs: Sequence[Pair], bye: int | None) -> None:
    """Write the matches; line-ups move with their teams, and a forfeit stays if the same two teams still meet."""
    line_ups = list(LineUp.objects.filter(match__round=row))
    forfeited = {
        frozenset((team_match.first_id, team_match.second_id)): _loser(
            team_match.forfeited, team_match.first_id, team_match.second_id
        )
        for team_match in row.team_matches.exclude(forfeited="")
    }
    row.team_matches.all().delete()
    match_teams(row, pairs, bye)
    of_team: dict[int, TeamMatch] = {}
    for match in row.team_matches.filter(second__isnull=False):
        of_team[match.first_id] = of_team[match.second_id or 0] = match
        lost = forfeited.get(frozenset((match.first_id, match.second_id)))
        if lost is not None:
            match.forfeited = (
                Forfeit.BOTH if not lost else Forfeit.FIRST if lost == match.first_id else Forfeit.SECOND
            )
            match.save(update_fields=["forfeited"])
    LineUp.objects.bulk_create(
        LineUp(
            match=of_team[team_match.team_id],
            team_id=team_match.team_id,
            board=team_match.board,
            registration_id=team_match.registration_id,
        )
        for team_match in line_ups
        if team_match.team_id in of_team
    )


def _loser(forfeited: str, first: int, second: int | None) -> int:
    """Return the key of the team that lost a whole match; 0 for both."""
    return {Forfeit.FIRST: first, Forfeit.SECOND: second or 0}.get(Forfeit(forfeited), 0)


def note_bye(sheet: DraftSheet, key: int, kind: str, now: datetime) -> None:
    """Store a bye for an entrant removed from a draft, as if they had asked for it."""
    values = {"kind": kind, "asked_at": now}
    number = sheet.row.number or 1
    if sheet.section.system.teams:
        TeamBye.objects.update_or_create(team_id=key, round_number=number, defaults=values)
    else:
        RequestedBye.objects.update_or_create(registration_id=key, round_number=number, defaults=values)


def drop_bye(sheet: DraftSheet, key: int) -> None:
    """Delete the bye of an entrant added to a draft; they play from this round on."""
    number = sheet.row.number or 1
    if sheet.section.system.teams:
        TeamBye.objects.filter(team=key, round_number=number).delete()
        return
    RequestedBye.objects.filter(registration=key, round_number=number).delete()
    Registration.objects.filter(pk=key, from_round__gt=number).update(from_round=number)

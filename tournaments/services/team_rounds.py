"""The rounds of team events: pairs of teams, line-ups, forfeited matches."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.pairing.micromatches import colour_of_first
from tavleya.pairing.schedules import Meeting, TeamSchedule, check_line_up, line_up
from tavleya.permissions import Action
from tavleya.sides import Side
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import LINE_UP_CLEARED, LINE_UP_SET, MATCH_FORFEITED, ROUNDS_PAIRED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import (
    Forfeit,
    LineUp,
    Registration,
    RegistrationStatus,
    Team,
    TeamMatch,
    TeamMember,
    TeamStatus,
)
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.teams import options_of
from tournaments.services.results import enter_result
from tournaments.services.schedule import starts_of
from tournaments.services.shared import find, lock_round_with_section, lock_section_for, or_refuse, require_unpaired
from tournaments.services.team_requests import members_of


@transaction.atomic
def pair_teams(*, actor: Actor, now: datetime, section_id: int, starts: Sequence[datetime] = ()) -> list[Round]:
    """Make all the rounds of a team event as drafts; `starts` are the times of the first of them, in order.

    Teams meet by the schedule of the system, which in some systems also seats the players.
    Raises: BadInput ("not_of_teams" and the schedule's codes "too_few_teams", "not_two_teams", "teams_uneven",
    "molter_rounds", "molter_players"); Conflict ("already_paired").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    schedule = or_refuse(section.system.team_schedule, BadInput(say("not_of_teams")))
    require_unpaired(section)
    teams = list(section.teams.filter(status=TeamStatus.ACTIVE).order_by("number"))
    players = _players(teams)
    planned = schedule.rounds([len(team_players) for team_players in players], section.options)
    rounds = _rounds(section, len(planned), schedule, starts)
    matches = TeamMatch.objects.bulk_create(
        TeamMatch(
            round=row,
            number=number,
            first=teams[meeting.first - 1],
            second=teams[meeting.second - 1],
            partial=schedule.several,
        )
        for row, meetings in zip(rounds, planned, strict=True)
        for number, meeting in enumerate(meetings, start=1)
    )
    numbered_meetings = [numbered for meetings in planned for numbered in _boards_before(meetings)]
    Pairing.objects.bulk_create(
        board
        for match, (meeting, before) in zip(matches, numbered_meetings, strict=True)
        for board in _boards(match, meeting, players, section.first_board - 1 + before)
    )
    after = {"system": schedule.system, "rounds": len(rounds), "teams": len(teams)}
    happened(ROUNDS_PAIRED, section, actor=actor, now=now, after=after)
    return rounds


def _players(teams: Sequence[Team]) -> list[list[Registration]]:
    """Return the players of each team, in its order."""
    registrations: dict[int, list[Registration]] = {team.pk: [] for team in teams}
    members = TeamMember.objects.filter(team__in=teams).select_related("registration").order_by("place")
    for member in members:
        if _plays(member.registration):
            registrations[member.team_id].append(member.registration)
    return list(registrations.values())


def _rounds(section: Section, count: int, schedule: TeamSchedule, starts: Sequence[datetime]) -> list[Round]:
    return Round.objects.bulk_create(
        Round(section=section, number=number, starts_at=at, system=schedule.system, edition=schedule.edition)
        for number, at in enumerate(starts_of(section, count, starts), start=1)
    )


def _boards_before(meetings: Sequence[Meeting]) -> Iterable[tuple[Meeting, int]]:
    """Return the meetings of a round, each with the number of boards before it."""
    before = 0
    for meeting in meetings:
        yield meeting, before
        before += len(meeting.boards)


def _boards(
    match: TeamMatch, meeting: Meeting, players: Sequence[Sequence[Registration]], before: int
) -> list[Pairing]:
    """Return the boards that the system fills, in the order of the first team; `before` counts earlier boards."""
    pairings = []
    for number, board in enumerate(meeting.boards, start=1):
        seats = players[meeting.first - 1][board.a - 1], players[meeting.second - 1][board.b - 1]
        white, black = seats if board.side is Side.WHITE else seats[::-1]
        pairings.append(Pairing(round=match.round, board=before + number, white=white, black=black, team_match=match))
    return pairings


def _plays(registration: Registration) -> bool:
    return registration.status == RegistrationStatus.ACTIVE


@transaction.atomic
def set_line_up(*, actor: Actor, now: datetime, match_id: int, team_id: int, seats: Sequence[int | None]) -> TeamMatch:
    """Store the line-up of a team at boards 1, 2 … (ids of entries; None: empty seat), while the round is a draft.

    Raises: BadInput ("board_order", "not_of_the_team", "seated_twice", "board_left_out", "too_many_boards",
    "not_playing", "team_not_in_match"); Conflict ("round_status", "boards_are_set", "match_forfeited").
    """
    match = _lock_match(match_id)
    section = match.round.section
    require(actor, section.event, Action.SET_LINE_UP)
    _require_draft_without_boards(match)
    team = or_refuse(
        next((team for team in (match.first, match.second) if team is not None and team.pk == team_id), None),
        BadInput(say("team_not_in_match"), field="team"),
    )
    _check_seats(section, team, seats)
    LineUp.objects.filter(match=match, team=team).delete()
    LineUp.objects.bulk_create(
        LineUp(match=match, team=team, board=board, registration_id=registration_id)
        for board, registration_id in enumerate(seats, start=1)
    )
    after = {"round": match.round.number, "team": team.name, "seats": list(seats)}
    happened(LINE_UP_SET, match, actor=actor, now=now, after=after)
    return match


@transaction.atomic
def clear_line_up(*, actor: Actor, now: datetime, match_id: int, team_id: int) -> TeamMatch:
    """Delete a line-up: the team plays in its usual order.  Raises: Conflict as in `set_line_up`."""
    match = _lock_match(match_id)
    require(actor, match.round.section.event, Action.SET_LINE_UP)
    _require_draft_without_boards(match)
    LineUp.objects.filter(match=match, team=team_id).delete()
    after = {"round": match.round.number, "team": team_id}
    happened(LINE_UP_CLEARED, match, actor=actor, now=now, after=after)
    return match


def _check_seats(section: Section, team: Team, seats: Sequence[int | None]) -> None:
    options = options_of(section)
    members = members_of(team)
    order = [registration.pk for registration in members]
    if not options.keep_order:
        seated = [key for key in seats if key is not None and key in order]
        order = [*seated, *(key for key in order if key not in seated)]
    check_line_up(order, seats, options.boards)
    absent = next((member for member in members if member.pk in seats and not _plays(member)), None)
    if absent is not None:
        raise BadInput(say("not_playing.named", player=absent.player.full_name))


def line_up_of(match: TeamMatch, team: Team, boards: int) -> tuple[int | None, ...]:
    """Return the seats of a team: its line-up, else its first available players, in their order."""
    seats = {line_up.board: line_up.registration_id for line_up in match.line_ups.all() if line_up.team_id == team.pk}
    if seats:
        return tuple(seats.get(board) for board in range(1, boards + 1))
    members = members_of(team)
    absent = {registration.pk for registration in members if not _plays(registration)}
    return line_up([registration.pk for registration in members], absent, boards)


def seat_teams(row: Round) -> int:
    """Create the boards of the matches of a round that is being published; return their number.

    A team that withdrew, or that has no available player, forfeits its match.  The caller, `rounds.publish_round`, has
    locked the section.  Raises: Conflict ("line_up_outdated") if a player of a line-up has left since.
    """
    section = row.section
    if not section.system.teams:
        return 0
    boards = options_of(section).boards
    pairings: list[Pairing] = []
    matches = row.team_matches.select_related("first", "second").prefetch_related("line_ups__registration__player")
    for match in matches.order_by("number"):
        if match.second is None or match.forfeited or match.boards.exists():
            continue
        _refuse_outdated(match)
        first, second = (
            () if team.status == TeamStatus.WITHDRAWN else line_up_of(match, team, boards)
            for team in (match.first, match.second)
        )
        lost = [not any(seats) for seats in (first, second)]
        if any(lost):
            match.forfeited = Forfeit.BOTH if all(lost) else Forfeit.FIRST if lost[0] else Forfeit.SECOND
            match.save(update_fields=["forfeited"])
            continue
        before = section.first_board - 1 + (match.number - 1) * boards
        pairings += _boards_of(match, before, zip(first, second, strict=True))
    Pairing.objects.bulk_create(pairings)
    return len(pairings)


def _boards_of(match: TeamMatch, before: int, seats: Iterable[tuple[int | None, int | None]]) -> Iterable[Pairing]:
    for board, (first, second) in enumerate(seats, start=1):
        pair = (first, second) if colour_of_first(board) is Side.WHITE else (second, first)
        registrations = [registration for registration in pair if registration is not None]
        if registrations:
            yield Pairing(
                round=match.round,
                board=before + board,
                white_id=registrations[0],
                black_id=registrations[1] if len(registrations) > 1 else None,
                bye="" if len(registrations) > 1 else Bye.FULL,
                team_match=match,
            )


def _refuse_outdated(match: TeamMatch) -> None:
    for seat in match.line_ups.all():
        if seat.registration is not None and not _plays(seat.registration):
            raise Conflict(
                say("line_up_outdated", player=seat.registration.player.full_name, match=match.number),
                match=match.number,
            )


@transaction.atomic
def forfeit_match(*, actor: Actor, now: datetime, match_id: int, lost_by: str, reason: str) -> TeamMatch:
    """Let one team, or both, lose a whole match without play; an empty `lost_by` undoes that in a draft.

    In a draft the match gets no boards; in a public round its boards without a result are forfeited.
    Raises: BadInput ("unknown_forfeit", "reason_missing"); Conflict ("round_closed", "no_open_boards").
    """
    match = _lock_match(match_id)
    row, section = match.round, match.round.section
    require(actor, section.event, Action.ENTER_RESULT)
    if lost_by not in ("", *Forfeit.values) or match.second_id is None:
        raise BadInput(say("unknown_forfeit"), field="lost_by")
    if lost_by and not reason.strip():
        raise BadInput(say("reason_missing.forfeit"), field="reason")
    if row.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    if row.status == RoundStatus.DRAFT and not match.boards.exists():
        match.forfeited = lost_by
        match.save(update_fields=["forfeited"])
    else:
        waiting = list(match.boards.filter(bye="", result="").select_related("white__membership"))
        if not waiting or not lost_by or row.status == RoundStatus.DRAFT:
            raise Conflict(say("no_open_boards"))
        for pairing in waiting:
            first_has_white = pairing.white.membership.team_id == match.first_id
            enter_result(
                actor=actor,
                now=now,
                pairing_id=pairing.pk,
                result=_forfeit_result(lost_by, first_has_white),
                reason=reason,
            )
    after = {"round": row.number, "match": match.number, "lost_by": lost_by, "reason": reason.strip()}
    happened(MATCH_FORFEITED, match, actor=actor, now=now, after=after)
    return match


def _forfeit_result(lost_by: str, first_has_white: bool) -> str:
    if lost_by == Forfeit.BOTH:
        return "-/-"
    return "-/+" if (lost_by == Forfeit.FIRST) is first_has_white else "+/-"


def _lock_match(match_id: int) -> TeamMatch:
    """Return the match, after locking its section and round.  Raises: NotFound ("no_such_match")."""
    round_id = find(
        TeamMatch.objects.filter(pk=match_id).values_list("round", flat=True), NotFound(say("no_such_match"))
    )
    row = lock_round_with_section(round_id)
    match = TeamMatch.objects.select_related("first", "second").get(pk=match_id)
    match.round = row
    return match


def _require_draft_without_boards(match: TeamMatch) -> None:
    if match.round.status != RoundStatus.DRAFT:
        raise Conflict(say("round_status", status=match.round.status))
    if match.forfeited:
        raise Conflict(say("match_forfeited"))
    if match.boards.exists():
        raise Conflict(say("boards_are_set"))

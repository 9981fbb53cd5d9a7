"""Public pages of a section of teams: their table, the matches of a round, the players, the boards."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.views.caching import tagged, unchanged
from games.views.requests import require_found
from tavleya.pairing.micromatches import MatchVerdict
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Forfeit, Registration, Team, TeamStatus
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name, status_name
from tournaments.selectors.match_centre import MatchView
from tournaments.selectors.rounds import round_view
from tournaments.selectors.teams import (
    MatchCard,
    TeamBoard,
    board_list,
    match_cards,
    match_size,
    options_of,
    team_standings,
)
from tournaments.views.boards import round_selector
from tournaments.views.frame import SectionFrame, language, round_name, value_texts
from tournaments.views.opening_draws import DrawnOpening, drawn_opening
from tournaments.views.seats import Seat, seat, seat_in
from tournaments.views.tables import BoardLine, columns, kind_of


def standings(request: HttpRequest, frame: SectionFrame, after: int | None) -> HttpResponse:
    view = team_standings(frame.section, after)
    names = {row.team.pk: team_name(frame.event.slug, frame.section, row.team) for row in view.rows}
    marks: dict[tuple[int, int], list[dict[str, str]]] = {}
    for card in view.cards:
        for key, mark in _marks(frame, card):
            marks.setdefault(key, []).append(mark)
    order = [row.team.pk for row in view.rows]
    context = {
        **frame.live_context(),
        "after": after,
        "round_choices": round_selector(frame, after),
        "now_url": frame.url("standings"),
        "columns": columns(view.tiebreaks),
        "by_games": _by_games(frame),
        "games_alone": frame.section.system.by_game_points,
        "heads": [(place, names[key].name) for place, key in enumerate(order, start=1)],
        "rows": [
            {
                "team": names[row.team.pk],
                "place": row.place,
                "played": row.row.played,
                "match_points": row.match_text,
                "game_points": row.game_text,
                "values": value_texts(row.row.values),
                "withdrawn": row.team.status == TeamStatus.WITHDRAWN,
                "cells": [
                    {"diagonal": other == row.team.pk, "marks": marks.get((row.team.pk, other), ())} for other in order
                ],
            }
            for row in view.rows
        ],
        "boards_url": frame.url("team_boards"),
    }
    return render(request, "public/team_standings.html", context)


def team_leaders(frame: SectionFrame, most: int) -> list[dict[str, object]]:
    """Return the first teams that have points, for the event's page."""
    by_games = _by_games(frame)
    return [
        {
            "rank": row.place,
            "seat": team_name(frame.event.slug, frame.section, row.team),
            "points": row.game_text if by_games else row.match_text,
        }
        for row in team_standings(frame.section).rows[:most]
        if row.row.points
    ]


def _by_games(frame: SectionFrame) -> bool:
    return options_of(frame.section).rank_by == "GP"


def _marks(frame: SectionFrame, card: MatchCard) -> list[tuple[tuple[int, int], dict[str, str]]]:
    """Return the cells of a match for either team's line: its own game points, with a link to the match."""
    match = card.match
    if match.second_id is None or not (card.finished or any(board.points for board in card.boards)):
        return []
    url = f"{frame.round_url(match.round)}#match-{match.number}"
    first, second = card.score.game_points
    marks = []
    for own, other, points_for, points_against in (
        (match.first_id, match.second_id, first, second),
        (match.second_id, match.first_id, second, first),
    ):
        kind = "1" if points_for > points_against else "0" if points_for < points_against else "½"
        words = f"{round_name(match.round.number)}, {points_text(points_for)}:{points_text(points_against)}"
        marks.append(
            (
                (own, other),
                {
                    "text": points_text(points_for),
                    "kind": kind_of(kind) if card.finished else "open",
                    "words": words,
                    "url": url,
                },
            )
        )
    return marks


def round_page(request: HttpRequest, frame: SectionFrame, number: int | None) -> HttpResponse:
    view = round_view(frame.section, number)
    cards = match_cards(frame.section, number, drafts=True)
    playing = {key for card in cards for key in (card.match.first_id, card.match.second_id)}
    free = frame.section.teams.filter(status=TeamStatus.ACTIVE).exclude(
        pk__in=[key for key in playing if key is not None]
    )
    context = {
        **frame.live_context(),
        "round": view.round,
        "round_name": round_name(number),
        "status_name": status_name(view.round.status),
        "rounds": frame.round_links(view.round),
        "unfinished": view.missing if view.round.status == RoundStatus.PLAYING else 0,
        "matches": [card_view(frame.event.slug, frame.section, card) for card in cards],
        "free": [team_name(frame.event.slug, frame.section, team) for team in free.order_by("number")],
        "q": request.GET.get("q", "").strip(),
    }
    return render(request, "public/team_round.html", context)


@require_safe
def teams(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Every team with its players in board order."""
    frame = _team_frame(request, slug, section_slug, "teams")
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    boards = match_size(frame.section)
    teams = frame.section.teams.prefetch_related("members__registration__player").order_by("number")
    team_rows = [
        {
            "team": team_name(frame.event.slug, frame.section, team),
            "captain": team.captain,
            "federation": team.federation,
            "withdrawn": team.status == TeamStatus.WITHDRAWN,
            "players": [
                {"place": member.place, "reserve": member.place > boards, "seat": seat(frame, member.registration)}
                for member in sorted(team.members.all(), key=lambda member: member.place)
            ],
        }
        for team in teams
    ]
    response = render(request, "public/teams.html", {**frame.live_context(), "teams": team_rows})
    return tagged(request, response, frame.etag)


@require_safe
def boards(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The scores of the players, board by board."""
    frame = _team_frame(request, slug, section_slug, "boards")
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    rows = [
        {
            "seat": seat(frame, board_score.registration),
            "team": board_score.team.name_in(language()),
            "board": board_score.board,
            "points": board_score.text,
            "games": board_score.games,
            "unplayed": board_score.unplayed,
            "percent": board_score.percent,
        }
        for board_score in board_list(frame.section)
    ]
    numbers = sorted({int(str(row["board"])) for row in rows})
    groups = [(number, [row for row in rows if row["board"] == number]) for number in numbers]
    response = render(request, "public/team_boards.html", {**frame.live_context(), "groups": groups})
    return tagged(request, response, frame.etag)


def _team_frame(request: HttpRequest, slug: str, section_slug: str, place: str) -> SectionFrame:
    frame = SectionFrame.of(request, slug, section_slug, place)
    require_found(frame.section.system.teams)
    return frame


# A match of teams as pages show it.


@dataclass(frozen=True, slots=True)
class TeamName:
    number: int
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """`side` is what the first team plays; `result` is the score from its side, empty while the game is on.

    Without play it is `+` and `−`, as in a crosstable.
    """

    number: int
    table: int
    first: Seat | None
    second: Seat | None
    side: str
    result: tuple[str, str] | None
    url: str


@dataclass(frozen=True, slots=True)
class CardView:
    """`bye`: the bye of the first team; `lost_by`: the name of the team that forfeited, `both` if neither came."""

    number: int
    first: TeamName
    second: TeamName | None
    bye: str
    score: tuple[str, str]
    begun: bool
    finished: bool
    lost_by: str
    both: bool
    boards: tuple[BoardView, ...]

    @property
    def search(self) -> str:
        people = [seat.search for board in self.boards for seat in (board.first, board.second) if seat]
        return " ".join([self.first.name, self.second.name if self.second else "", *people])


def team_name(event_slug: str, section: Section, team: Team) -> TeamName:
    url = reverse("teams", args=[event_slug, section.slug]) + f"#team-{team.number}"
    return TeamName(team.number, team.name_in(language()), url)


def card_view(event_slug: str, section: Section, card: MatchCard) -> CardView:
    first, second = card.score.game_points
    match = card.match
    lost = {Forfeit.FIRST.value: match.first, Forfeit.SECOND.value: match.second}.get(match.forfeited)
    return CardView(
        match.number,
        team_name(event_slug, section, match.first),
        team_name(event_slug, section, match.second) if match.second else None,
        bye_name(match.bye) if match.bye else "",
        (points_text(first), points_text(second)),
        bool(match.forfeited) or any(board.points is not None for board in card.boards),
        card.finished,
        lost.name_in(language()) if lost else "",
        match.forfeited == Forfeit.BOTH,
        tuple(_board(event_slug, section, board) for board in card.boards),
    )


def _board(event_slug: str, section: Section, board: TeamBoard) -> BoardView:
    def player_seat(registration: Registration | None) -> Seat | None:
        return seat_in(event_slug, section, registration) if registration is not None else None

    game = board.pairing.game_id
    points = board.points
    return BoardView(
        board.number,
        board.pairing.board,
        player_seat(board.first),
        player_seat(board.second),
        board.side.value,
        _result(points, played=board.played) if points is not None else None,
        reverse("game", args=[event_slug, game]) if game else "",
    )


def _result(points: tuple[int, int], *, played: bool) -> tuple[str, str]:
    if played:
        return points_text(points[0]), points_text(points[1])
    best = max(points)
    first, second = ("+" if best and point == best else "−" for point in points)
    return first, second


# The games of a round under the matches that they belong to.


@dataclass(frozen=True, slots=True)
class MatchHead:
    """The heading above the games of a match; `first` has White in the first."""

    number: int
    first: Seat
    second: Seat
    score: tuple[str, str]
    begun: bool
    open: bool
    opening: DrawnOpening | None

    @property
    def search(self) -> str:
        return f"{self.first.search} {self.second.search}"


@dataclass(frozen=True, slots=True)
class Group:
    """Boards with their match, or without one."""

    head: MatchHead | None
    boards: tuple[BoardLine, ...]


def grouped(frame: SectionFrame, pairings: Sequence[Pairing], lines: Sequence[BoardLine]) -> list[Group]:
    """Return the lines of a round in order, grouped by match; `lines` may leave out boards of `pairings`."""
    board_lines = {line.number: line for line in lines}
    games: dict[int, list[Pairing]] = {}
    for pairing in pairings:
        if pairing.match_id is not None:
            games.setdefault(pairing.match_id, []).append(pairing)
    groups: list[Group] = []
    placed: set[int] = set()
    for pairing in pairings:
        if pairing.match_id in placed:
            continue
        match_games = games.get(pairing.match_id or 0, [pairing])
        boards = tuple(board_lines[game.board] for game in match_games if game.board in board_lines)
        if pairing.match_id is not None:
            placed.add(pairing.match_id)
        if not boards:
            continue
        if len(match_games) > 1:
            groups.append(Group(_head(frame, match_games), boards))
        elif groups and groups[-1].head is None:
            groups[-1] = Group(None, (*groups[-1].boards, *boards))
        else:
            groups.append(Group(None, boards))
    return groups


def _head(frame: SectionFrame, games: list[Pairing]) -> MatchHead:
    match = games[0].match
    assert match is not None
    view = MatchView(match, tuple(sorted(games, key=lambda game: game.leg)), frame.section.points)
    people = {
        registration.pk: registration
        for game in games
        for registration in (game.white, game.black)
        if registration is not None
    }
    assert match.second_id is not None
    first, second = view.points
    return MatchHead(
        match.number,
        seat(frame, people[match.first_id]),
        seat(frame, people[match.second_id]),
        (points_text(first), points_text(second)),
        bool(view.scores),
        view.verdict is MatchVerdict.OPEN,
        drawn_opening(games[0], frame.section),
    )

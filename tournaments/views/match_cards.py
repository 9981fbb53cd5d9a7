"""A match of teams as pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from tavleya.pairing.micromatches import MatchVerdict
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.team import Forfeit, Team
from tournaments.names import bye_name
from tournaments.selectors.match_centre import MatchView
from tournaments.selectors.teams import MatchCard, TeamBoard
from tournaments.views.frame import SectionFrame, language
from tournaments.views.opening_draws import DrawnOpening, drawn_opening
from tournaments.views.seats import Seat, seat, seat_in
from tournaments.views.tables import BoardLine


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
    def person(registration: Registration | None) -> Seat | None:
        return seat_in(event_slug, section, registration) if registration is not None else None

    game = board.pairing.game_id
    points = board.points
    return BoardView(
        board.number,
        board.pairing.board,
        person(board.first),
        person(board.second),
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
        of_match = games.get(pairing.match_id or 0, [pairing])
        boards = tuple(board_lines[game.board] for game in of_match if game.board in board_lines)
        if pairing.match_id is not None:
            placed.add(pairing.match_id)
        if not boards:
            continue
        if len(of_match) > 1:
            groups.append(Group(_head(frame, of_match), boards))
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

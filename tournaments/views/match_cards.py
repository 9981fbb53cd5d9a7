"""A match of teams as pages show it."""

from dataclasses import dataclass

from django.urls import reverse

from tavleya.tiebreaks.table import points_text
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.team import Forfeit, Team
from tournaments.names import bye_name
from tournaments.selectors.teams import MatchCard, TeamBoard
from tournaments.views.frame import language
from tournaments.views.seats import Seat, seat_in


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

"""The games of a round under the matches that they belong to."""

from collections.abc import Sequence
from dataclasses import dataclass

from tavleya.pairing.micromatch import MatchVerdict
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.selectors.matches import MatchView
from tournaments.views.frame import SectionFrame
from tournaments.views.openings import DrawnOpening, drawn_opening
from tournaments.views.seats import Seat, seat
from tournaments.views.tables import BoardLine


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

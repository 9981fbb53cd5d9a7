from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ratings.models.rated import RatedPlayer
from tavleya.ratings.elo import Pace, is_rated
from tavleya.ratings.report import Rated, ReportLine, report
from tavleya.record.results import FACTS, GameOutcome, Result
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.swiss import RatingCorrection
from tournaments.selectors.table import load_boards
from tournaments.systems.board import Board

#: Half-points as ratings count them, whatever the section's points are.
_WORTH = {GameOutcome.WIN: 2, GameOutcome.DRAW: 1, GameOutcome.LOSS: 0}


class UnratedReason(StrEnum):
    """The reason a game is not rated."""

    FORFEIT = "forfeit"  # no player moved (B.02, 5)
    SHORT = "short"  # less than one move was played (B.02, 5)
    UNRATED = "unrated"  # the opponent has no rating
    GAP = "gap"  # rapid and blitz: 600 points and more, and one above 2600


@dataclass(frozen=True, slots=True)
class NotRated:
    """A game of a player that is not rated."""

    round: int
    opponent: Registration
    why: UnratedReason


@dataclass(frozen=True, slots=True)
class Corrected:
    """A game that is rated by another result than its tournament result."""

    round: int
    opponent: Registration
    stands: str
    rated_by: str


@dataclass(frozen=True, slots=True)
class RatingRow:
    registration: Registration
    line: ReportLine
    not_rated: tuple[NotRated, ...] = ()
    corrected: tuple[Corrected, ...] = ()

    @property
    def limited(self) -> int:
        """How many games were counted by a smaller difference than there is (the rule of 400 points)."""
        change, own = self.line.change, self.line.rating
        if change is None or own is None:
            return 0
        return sum(game.gap != own - game.game.opponent for game in change.games)


def rating_report(section: Section, *, on: date) -> list[RatingRow]:
    """Return the rating changes of the section's games by FIDE's rules in force `on` that day, by starting number.

    Forfeits and games without a complete move do not count. A result corrected too late for the tournament counts as
    corrected. The K factor is that of the rating list; a player who is not in it gets the one for thirty games. Four
    queries at most.
    """
    registrations = {
        registration.pk: registration
        for registration in section.registrations.select_related("player").order_by("number")
    }
    corrections: Mapping[int, str] = dict(
        RatingCorrection.objects.filter(pairing__round__section=section).values_list("pairing", "result")
    )
    games: dict[int, list[tuple[int | None, int]]] = {key: [] for key in registrations}
    not_rated: dict[int, list[NotRated]] = {key: [] for key in registrations}
    corrected: dict[int, list[Corrected]] = {key: [] for key in registrations}
    pace = Pace(section.rating_kind)
    for board in load_boards(section):
        result = corrections.get(board.id, board.result)
        played = bool(result) and FACTS[Result(result)].played
        for own, other, points in _sides(board, result):
            opponent = registrations[other]
            unrated_reason = _unrated_reason(registrations[own].rating, opponent.rating, pace, on)
            if points is None:
                unrated_reason = UnratedReason.SHORT if played else UnratedReason.FORFEIT
            if unrated_reason is not None:
                not_rated[own].append(NotRated(board.round, opponent, unrated_reason))
            if points is not None:
                games[own].append((opponent.rating, points))
            if result != board.result:
                corrected[own].append(Corrected(board.round, opponent, board.result, result))
    numbers = [
        registration.player.fide_id for registration in registrations.values() if registration.player.fide_id
    ]
    listed = {rated_player.pk: rated_player.ks for rated_player in RatedPlayer.objects.filter(pk__in=numbers)}
    players = [
        Rated(
            key,
            registration.rating,
            tuple(games[key]),
            k=listed.get(registration.player.fide_id or 0, {}).get(pace.value),
            birth_year=registration.player.birth_year,
        )
        for key, registration in registrations.items()
    ]
    return [
        RatingRow(registrations[line.id], line, tuple(not_rated[line.id]), tuple(corrected[line.id]))
        for line in report(players, pace=pace, on=on)
    ]


def _sides(board: Board, result: str) -> Iterator[tuple[int, int, int | None]]:
    """Yield each player of a board, the opponent and the half-points; None if a player made no move. Byes yield
    nothing.
    """
    if board.black is None or not result:
        return
    facts = FACTS[Result(result)]
    yield board.white, board.black, _WORTH[facts.white] if facts.rated else None
    yield board.black, board.white, _WORTH[facts.black] if facts.rated else None


def _unrated_reason(own: int | None, other: int | None, pace: Pace, on: date) -> UnratedReason | None:
    if other is None:
        return UnratedReason.UNRATED
    if own is not None and not is_rated(own, other, pace=pace, on=on):
        return UnratedReason.GAP
    return None

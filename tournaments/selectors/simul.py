"""A simultaneous display with its score, from the giver's side."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F

from games.models.game import Game
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.finality import finality
from tournaments.selectors.standings import StandingsRow, standings_of, standings_version


@dataclass(frozen=True, slots=True)
class DisplayBoard:
    """`side` is the giver's; `points` their half-points and the opponent's, None while it is played."""

    pairing: Pairing
    opponent: Registration
    side: Side
    points: tuple[int, int] | None
    outcome: GameOutcome | None


@dataclass(frozen=True, slots=True)
class Display:
    """A display; `giver` is None before it is seated."""

    giver: Registration | None
    boards: tuple[DisplayBoard, ...]

    @property
    def score(self) -> tuple[str, str]:
        points = [board.points for board in self.boards if board.points is not None]
        return points_text(sum(own for own, _ in points)), points_text(sum(other for _, other in points))

    @property
    def open(self) -> int:
        return sum(board.points is None for board in self.boards)

    def count(self, *outcomes: GameOutcome) -> int:
        return sum(board.outcome in outcomes for board in self.boards)

    @property
    def won(self) -> int:
        return self.count(GameOutcome.WIN, GameOutcome.FORFEIT_WIN)

    @property
    def drawn(self) -> int:
        return self.count(GameOutcome.DRAW)

    @property
    def lost(self) -> int:
        return self.count(GameOutcome.LOSS, GameOutcome.FORFEIT_LOSS)


def display(section: Section, *, drafts: bool = False) -> Display:
    """Return the display with its boards.  Two queries."""
    giver = (
        Registration.objects.select_related("player").filter(pk=section.giver_id).first() if section.giver_id else None
    )
    if giver is None:
        return Display(None, ())
    rows = Pairing.objects.filter(round__section=section, in_schedule=True, black__isnull=False)
    if not drafts:
        rows = rows.exclude(round__status=RoundStatus.DRAFT)
    rows = rows.select_related("white__player", "black__player", "game").order_by("board")
    return Display(giver, tuple(_board(section, giver, row) for row in rows))


def _board(section: Section, giver: Registration, pairing: Pairing) -> DisplayBoard:
    side = Side.WHITE if pairing.white_id == giver.pk else Side.BLACK
    opponent = pairing.black if side is Side.WHITE else pairing.white
    assert opponent is not None
    if not pairing.result:
        return DisplayBoard(pairing, opponent, side, None, None)
    facts = FACTS[Result(pairing.result)]
    own, other = facts.of(side), facts.of(side.other)
    scoring = section.points
    return DisplayBoard(pairing, opponent, side, (scoring.of_outcome(own), scoring.of_outcome(other)), own)


# Qualifiers from one section of an event for another, by its standings.


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A row of the source's standings.  `entered`: plays in the other section already."""

    standing: StandingsRow
    entered: bool

    @property
    def available(self) -> bool:
        return not self.entered and self.standing.registration.status == RegistrationStatus.ACTIVE


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """The standings of the source, in order.  `key`: of these standings; `final`: they were declared final."""

    key: str
    final: bool
    after_round: int | None
    rows: tuple[Qualifier, ...]

    def first(self, n: int) -> tuple[Qualifier, ...]:
        """Return the first `n` who are still in the source; withdrawn players are skipped."""
        active = [row for row in self.rows if row.standing.registration.status == RegistrationStatus.ACTIVE]
        return tuple(active[:n])

    def tied_at_cut(self, n: int) -> tuple[Qualifier, ...]:
        """Return the players who share the place of the `n`-th, if only some of them are among the first `n`."""
        active = self.first(len(self.rows))
        if not 0 < n < len(active) or active[n - 1].standing.row.rank != active[n].standing.row.rank:
            return ()
        rank = active[n].standing.row.rank
        return tuple(qualifier for qualifier in active if qualifier.standing.row.rank == rank)


def can_send(source: Section) -> bool:
    """Return whether a section has standings of players with places."""
    return source.system.ranked and not source.system.teams and not source.system.by_stage


def qualifiers(section: Section, source: Section) -> Qualifiers:
    """Return the standings of the source.  The number of queries does not grow with the players."""
    version = standings_version(source)
    view = standings_of(source)
    entered = set(section.registrations.values_list("player", flat=True))
    last = source.rounds.filter(published_at__isnull=False).order_by("-number").first()
    return Qualifiers(
        version.key,
        finality(source, view).final,
        last.number if last else None,
        tuple(Qualifier(row, row.registration.player_id in entered) for row in view.rows),
    )


# Answers of tournaments to the questions of games (registered with `games.hooks`).


def names_in(game: Game, language: str) -> tuple[str, str]:
    """Return the players' names in the script of `language` if known, else those of the game when it was opened."""
    seats = (
        Pairing.objects.filter(game=game, black__isnull=False)
        .values_list("white__player__names", "black__player__names")
        .first()
    )
    if seats is None:
        return game.white_name, game.black_name
    white, black = seats
    return white.get(language) or game.white_name, black.get(language) or game.black_name


def differing_results(keys: Collection[int]) -> dict[int, str]:
    """Return the boards with another result than their game, by the key of the game."""
    boards = Pairing.objects.filter(game__in=keys).exclude(result=F("game__result"))
    return {key: f"pairing {pk}" for key, pk in boards.values_list("game_id", "pk")}

"""Standings while a round is being played."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from games.models.game import Game
from tournaments.models.boards import BoardQuestion
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.broadcast import shown_result
from tournaments.selectors.standings import StandingsRow, movement, standings_of


@dataclass(frozen=True, slots=True)
class LiveRow:
    """`playing`: their game of the round has no result yet.  `change`: places won (or lost, below 0) since the round
    before; None in round 1."""

    row: StandingsRow
    playing: bool
    change: int | None


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """`round`: the one being played, else the last; `finished` of its `boards` have a result.  Byes do not count."""

    round: Round | None
    boards: int
    finished: int
    rows: tuple[LiveRow, ...]


def live_standings(section: Section) -> LiveStandings:
    """Return the table with all results so far, and the open games of the round."""
    public = section.rounds.exclude(status=RoundStatus.DRAFT).order_by("number")
    rounds = list(public)
    open_rounds = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    current = next(iter(open_rounds or rounds[-1:]), None)
    view = standings_of(section)
    if current is None:
        return LiveStandings(None, 0, 0, tuple(LiveRow(row, False, None) for row in view.rows))
    seated = Pairing.objects.filter(round=current, bye="").annotate(shown=shown_result())
    boards = list(seated.values_list("white_id", "black_id", "shown"))
    playing = {seat for white, black, result in boards if not result for seat in (white, black)}
    number = current.number if current.kind == RoundKind.ROUND else None
    changes = movement(section, view.rows, number)
    rows = tuple(LiveRow(row, row.registration.pk in playing, changes.get(row.registration.pk)) for row in view.rows)
    return LiveStandings(current, len(boards), sum(bool(result) for *_, result in boards), rows)


# The board of a game, for pages about one game.

_JOINED = (
    *("game__source", "match", "white__player", "black__player"),
    *("round__section__event", "round__section__prize_fund", "round__section__opening_draw"),
)


def board_of_game(slug: str, game_id: int) -> Pairing | None:
    """Return the board in the event at which this game is or was played, with all data of its pages loaded.

    An annulled game was played at the board of its replacement; the board then has it as its `game`, for reading
    only: it must not be saved.  `asked`: whether its electronic board has raised an open question.
    """
    board_questions = BoardQuestion.objects.filter(game=OuterRef("game"), gone_at=None, answered_at=None)
    boards = Pairing.objects.select_related(*_JOINED).filter(round__section__event__slug=slug)
    boards = boards.annotate(asked=Exists(board_questions))
    result, last = boards.filter(game=game_id).first(), game_id
    if result is not None:
        return result
    while result is None:
        later = Game.objects.filter(replaces=last).values_list("pk", flat=True).first()
        if later is None:
            return None
        result, last = boards.filter(game=later).first(), later
    result.game = Game.objects.get(pk=game_id)
    return result

"""The board of a game, for pages about one game."""

from django.db.models import Exists, OuterRef

from games.models.game import Game
from tournaments.models.boards import BoardQuestion
from tournaments.models.pairing import Pairing

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

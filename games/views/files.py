"""A game as a file to take away, in the form that games of its kind travel in."""

from collections.abc import Mapping

from django.http import HttpResponse

from games.files import game_text
from games.models.game import Game
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import FileForm

FILE_TYPES: Mapping[str, str] = {FileForm.PGN: "application/vnd.chess-pgn", FileForm.PDN: "text/plain"}


def game_file(game: Game, tags: Mapping[str, str]) -> HttpResponse:
    """Return the standing moves with the clock readings after each; `tags` name the event."""
    form = spec_of(game.game).file
    response = HttpResponse(
        game_text(game, tags).encode(), headers={"Content-Type": f"{FILE_TYPES[form]}; charset=utf-8"}
    )
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.{form}"'
    return response

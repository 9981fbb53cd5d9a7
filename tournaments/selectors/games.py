"""Answers of tournaments to the questions of games (registered with `games.hooks`)."""

from collections.abc import Collection

from django.db.models import F

from games.models.game import Game
from tournaments.models.pairing import Pairing


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

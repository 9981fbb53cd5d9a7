"""The names of a game's players in the reader's language."""

from games import hooks
from games.models.game import Game
from games.views.languages import reader_language


def players_of(game: Game) -> tuple[str, str]:
    """Return White and Black; cached during a request."""
    language, stored = reader_language(), _name_cache(game)
    if language not in stored:
        stored[language] = hooks.names_of(game, language)
    return stored[language]


def call_players(game: Game, white: str, black: str) -> None:
    """Set the players' names if the caller has loaded them already."""
    _name_cache(game)[reader_language()] = (white, black)


def _name_cache(game: Game) -> dict[str, tuple[str, str]]:
    dict_: dict[str, tuple[str, str]] = game.__dict__.setdefault("_players_in", {})
    return dict_


def pair_of(game: Game) -> str:
    """Return `White – Black`."""
    return " – ".join(players_of(game))

"""Which reader a file of games needs."""

from __future__ import annotations

from common.errors import BadInput
from common.messages import N_, Message
from games.rules.contract import Game
from games.rules.filegame import FileReading


def read_game_file(game: str, text: str) -> FileReading:
    """Every game of a PGN (chess) or PDN (draughts) text.  Raises BadInput for a game without such a reader."""
    if game == Game.CHESS:
        from games.rules.pgn.reading import read_games as read_pgn

        return read_pgn(text)
    if game == Game.DRAUGHTS:
        from games.rules.pdn.reader import read_games as read_pdn

        return read_pdn(text)
    raise BadInput(
        Message("no_file_reader", N_("Files of this game cannot be read here yet: %(game)s."), {"game": game})
    )

"""Which reader a file of games needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from core.rules.contract import Game
from core.rules.filegame import FileReading
from core.rules.registry import rules_for


def read_game_file(game: str, text: str, options: Mapping[str, object] | None = None) -> FileReading:
    """Every game of a PDN (draughts) or PGN (chess, tavreli) text; a PGN without the tag `Variant` is of this game.

    `options` are those of the rules that the games are held to.  Raises BadInput for an unknown game or option.
    """
    rules = rules_for(game, options)
    if rules.game is Game.DRAUGHTS:
        from core.rules.draughts import DraughtsRules
        from core.rules.pdn.reader import read_games as read_pdn

        return read_pdn(text, cast(DraughtsRules, rules))
    from core.rules.pgn.reading import read_games as read_pgn

    return read_pgn(text, rules=rules)

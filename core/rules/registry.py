"""The games by name."""

from __future__ import annotations

from collections.abc import Mapping

from common.errors import BadInput
from core.rules.contract import Game, Rules
from core.rules.messages import say


def rules_for(game: str, options: Mapping[str, object] | None = None) -> Rules:
    """The rules of `game` (`chess`, `draughts`, `tavreli`) with `options` over the defaults.

    Raises BadInput for an unknown game or option.
    """
    try:
        name = Game(game)
    except ValueError:
        raise BadInput(say("unknown_game", game=game)) from None
    try:
        return _make(name, dict(options or {}))
    except (TypeError, ValueError) as problem:
        raise BadInput(say("unknown_option", problem=problem)) from None


def _make(game: Game, options: dict[str, object]) -> Rules:
    # Imported here: whoever wants one game need not load the other two.
    if game is Game.TAVRELI:
        from core.rules.tavreli import TavreliRules

        return TavreliRules(**options)  # type: ignore[arg-type]
    if game is Game.DRAUGHTS:
        from core.rules.draughts import DraughtsRules

        return DraughtsRules(**options)  # type: ignore[arg-type]
    from core.rules.chess import ChessRules

    return ChessRules(**options)

"""The games: their specifications, one line each, and their rules by name."""

from collections.abc import Mapping

from tavleya.errors import BadInput
from tavleya.rules.chess.spec import CHESS
from tavleya.rules.chess960 import CHESS960
from tavleya.rules.contract import Rules
from tavleya.rules.draughts.spec import DRAUGHTS, INTERNATIONAL
from tavleya.rules.messages import say
from tavleya.rules.spec import GameSpec, OpeningTable
from tavleya.rules.tavreli.spec import TAVRELI

SPECS: dict[str, GameSpec] = {spec.game: spec for spec in (CHESS, CHESS960, DRAUGHTS, INTERNATIONAL, TAVRELI)}


def spec_of(game: str) -> GameSpec:
    """Return the specification of `game`.  Raises: BadInput ("unknown_game")."""
    try:
        return SPECS[game]
    except KeyError:
        raise BadInput(say("unknown_game", game=game)) from None


def opening_table(key: str) -> OpeningTable:
    """Return the table of openings of any game.  Raises: BadInput ("no_such_table")."""
    for spec in SPECS.values():
        for table in spec.openings:
            if table.key == key:
                return table
    raise BadInput(say("no_such_table", table=key[:40]), field="table")


def rules_for(game: str, options: Mapping[str, object] | None = None) -> Rules:
    """Return the rules of `game` with `options` over the defaults.  Raises: BadInput for an unknown game or option."""
    spec = spec_of(game)
    try:
        return spec.rules(**dict(options or {}))
    except (TypeError, ValueError) as problem:
        raise BadInput(say("unknown_option", problem=problem)) from None

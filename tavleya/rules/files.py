"""Files of games: the reader and writer of each game."""

from collections.abc import Mapping

from tavleya.rules import pdn, pgn
from tavleya.rules.contract import LineOfPlay, Rules
from tavleya.rules.draughts import DraughtsRules
from tavleya.rules.filegame import UNKNOWN, FileReading, Notes
from tavleya.rules.registry import rules_for, spec_of
from tavleya.rules.spec import FileForm


def read_game_file(game: str, text: str, options: Mapping[str, object] | None = None) -> FileReading:
    """Read every game of a PDN or PGN text; a PGN without the tag `Variant` is of this game.

    `options` are the options of the rules.  Raises: BadInput for an unknown game or option.
    """
    return read_games(rules_for(game, options), text)


def read_games(rules: Rules, text: str) -> FileReading:
    """Read every game of `text` in the file format of the game of `rules`."""
    if spec_of(rules.game).file is FileForm.PDN:
        assert isinstance(rules, DraughtsRules), "PDN is a notation of draughts"
        return pdn.read_pdn(text, rules)
    return pgn.read_pgn(text, rules=rules)


def write_game(
    rules: Rules, line: LineOfPlay, *, tags: Mapping[str, str], result: str = UNKNOWN, notes: Notes | None = None
) -> str:
    """Write one game in its file format, as `pdn.write_pdn` and `pgn.write_pgn` do."""
    if spec_of(rules.game).file is FileForm.PDN:
        return pdn.write_pdn(rules, line, tags=tags, result=result, notes=notes)
    return pgn.write_pgn(rules, line, tags=tags, result=result, notes=notes)

"""Games as files: which reader and writer a game needs."""

from __future__ import annotations

from collections.abc import Mapping

from tavleya.rules import pdn, pgn
from tavleya.rules.contract import LineOfPlay, Rules
from tavleya.rules.draughts import DraughtsRules
from tavleya.rules.filegame import UNKNOWN, FileReading, Notes
from tavleya.rules.registry import rules_for, spec_of
from tavleya.rules.spec import FileForm


def read_game_file(game: str, text: str, options: Mapping[str, object] | None = None) -> FileReading:
    """Every game of a PDN or PGN text; a PGN without the tag `Variant` is of this game.

    `options` are those of the rules that the games are held to.  Raises BadInput for an unknown game or option.
    """
    return read_games(rules_for(game, options), text)


def read_games(rules: Rules, text: str) -> FileReading:
    """Every game of `text` in the form of the game of `rules`."""
    if spec_of(rules.game).file is FileForm.PDN:
        assert isinstance(rules, DraughtsRules), "PDN is a notation of draughts"
        return pdn.read_pdn(text, rules)
    return pgn.read_pgn(text, rules=rules)


def write_game(
    rules: Rules,
    line: LineOfPlay,
    *,
    tags: Mapping[str, str],
    result: str = UNKNOWN,
    notes: Notes | None = None,
) -> str:
    """One game in the form of its game, as `pdn.write_game` and `pgn.write_game` do it."""
    if spec_of(rules.game).file is FileForm.PDN:
        return pdn.write_pdn(rules, line, tags=tags, result=result, notes=notes)
    return pgn.write_pgn(rules, line, tags=tags, result=result, notes=notes)

"""A game as a file to take away: PGN for chess and tavreli, PDN for draughts."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse

from clocks.controls import parse, pgn_tags
from common.sides import Side
from core.record.results import Result
from core.record.state import State
from core.rules import filegame, pdn, pgn
from core.rules.contract import Game as GameName
from core.rules.filegame import BLACK_WON, BOTH_LOST, DRAWN, UNKNOWN, WHITE_WON
from games.models import Game
from games.states import state_of

FILE_FORMS: Mapping[str, str] = {GameName.CHESS: "pgn", GameName.TAVRELI: "pgn", GameName.DRAUGHTS: "pdn"}
FILE_TYPES = {"pgn": "application/vnd.chess-pgn", "pdn": "text/plain"}

# Files know four results; a forfeit is one of them with a tag of its own, and an arbiter's ½-0 is none of them.
_RESULTS: Mapping[Result, str] = {
    Result.WHITE_WINS: WHITE_WON,
    Result.BLACK_WINS: BLACK_WON,
    Result.DRAW: DRAWN,
    Result.BOTH_LOSE: BOTH_LOST,
    Result.WHITE_FORFEIT_WIN: WHITE_WON,
    Result.BLACK_FORFEIT_WIN: BLACK_WON,
    Result.BOTH_FORFEIT: BOTH_LOST,
}
_FORFEITS = frozenset({Result.WHITE_FORFEIT_WIN, Result.BLACK_FORFEIT_WIN, Result.BOTH_FORFEIT})


def game_file(game: Game, tags: Mapping[str, str]) -> HttpResponse:
    """The standing moves with what the clocks showed after each; `tags` say where it was played."""
    form = FILE_FORMS[game.game]
    response = HttpResponse(
        game_text(game, tags).encode(), headers={"Content-Type": f"{FILE_TYPES[form]}; charset=utf-8"}
    )
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.{form}"'
    return response


def game_text(game: Game, tags: Mapping[str, str]) -> str:
    state = state_of(game)
    result = Result(game.result) if game.result else None
    ending = _RESULTS.get(result, UNKNOWN) if result else UNKNOWN
    all_tags = {name: value for name, value in tags.items() if value} | pgn_tags(
        parse(game.control) if game.control else None
    )
    if not game.control:
        all_tags["TimeControl"] = "?"
    if result in _FORFEITS:
        all_tags["Termination"] = "unplayed"
    clocks, marks = _clocks(state), _marks(state)
    if game.game == GameName.DRAUGHTS:
        notes = filegame.Notes(clocks=clocks, marks=marks)
        return pdn.write_game(state.line, tags=all_tags, result=ending, notes=notes)
    return pgn.write_game(
        state.rules,
        state.line,
        tags=all_tags,
        result=ending,
        notes=pgn.Notes(clocks=clocks, marks=marks),
    )


def _clocks(state: State) -> dict[int, int]:
    """What the mover's clock showed after each standing ply; nothing where the clock was never started."""
    if state.clock is None or not state.clock.started:
        return {}
    return {
        ply.number: ms
        for ply in state.plies
        if not ply.struck and (ms := ply.white_ms if ply.side is Side.WHITE else ply.black_ms) is not None
    }


def _marks(state: State) -> dict[int, tuple[str, ...]]:
    return {ply.number: ("(=)",) for ply in state.plies if ply.offered and not ply.struck}

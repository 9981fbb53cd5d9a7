"""A game as the text of a file, in the exchange format of its kind of game."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games import gate
from games.models.game import Game
from games.models.record import RecordEntry
from games.states import state_of
from tavleya.clocks.controls import parse_control, pgn_tags
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.rules.filegame import BLACK_WON, BOTH_LOST, DRAWN, UNKNOWN, WHITE_WON, Notes
from tavleya.rules.files import write_game
from tavleya.sides import Side

# Files know four results; a forfeit is one of them with a separate tag, and an arbiter's ½-0 is not among them.
_RESULTS: Mapping[Result, str] = {
    Result.WHITE_WINS: WHITE_WON,
    Result.BLACK_WINS: BLACK_WON,
    Result.DRAW: DRAWN,
    Result.BOTH_LOSE: BOTH_LOST,
    Result.WHITE_FORFEIT_WIN: WHITE_WON,
    Result.BLACK_FORFEIT_WIN: BLACK_WON,
    Result.BOTH_FORFEIT: BOTH_LOST,
    Result.WHITE_WINS_UNRATED: WHITE_WON,
    Result.BLACK_WINS_UNRATED: BLACK_WON,
    Result.DRAW_UNRATED: DRAWN,
}
_FORFEITS = frozenset({Result.WHITE_FORFEIT_WIN, Result.BLACK_FORFEIT_WIN, Result.BOTH_FORFEIT})


def game_text(game: Game, tags: Mapping[str, str]) -> str:
    """Return the standing moves with the clock readings after each; `tags` give players, place and date.

    A game without moves has only its tags: programs of electronic boards read pairings in this form.
    """
    state = state_of(game)
    result = Result(game.result) if game.result else None
    ending = _RESULTS.get(result, UNKNOWN) if result else UNKNOWN
    all_tags = {name: value for name, value in tags.items() if value} | pgn_tags(
        parse_control(game.control) if game.control else None
    )
    if not game.control:
        all_tags["TimeControl"] = "?"
    if result in _FORFEITS:
        all_tags["Termination"] = "unplayed"
    notes = Notes(clocks=_clocks(state), marks=_marks(state))
    return write_game(state.rules, state.line, tags=all_tags, result=ending, notes=notes)


def _clocks(state: State) -> dict[int, int]:
    """Return the mover's clock reading after each standing ply; empty if the clock was never started."""
    if state.clock is None or not state.clock.started:
        return {}
    return {
        ply.number: ms
        for ply in state.plies
        if not ply.struck and (ms := ply.white_ms if ply.side is Side.WHITE else ply.black_ms) is not None
    }


def _marks(state: State) -> dict[int, tuple[str, ...]]:
    return {ply.number: ("(=)",) for ply in state.plies if ply.offered and not ply.struck}


def moves_shown(delay: int, boards: QuerySet[Any]) -> int | None:
    """Return a number that grows as moves held back for `delay` minutes become public; None without a delay."""
    if not delay:
        return None
    public = (gate.closed_at() or timezone.now()) - timedelta(minutes=delay)
    return RecordEntry.objects.filter(game__in=boards.order_by().values("game"), at__lte=public).count()

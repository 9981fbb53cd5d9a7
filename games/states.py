"""The fold of a game's record, kept in memory while it is the newest one."""

from __future__ import annotations

from core.record.fold import fold
from core.record.state import State
from games.models import Game

_KEPT = 512


class _States:
    """The newest states by game.  A state is immutable and belongs to one digest, so a kept one is never wrong:

    it is used only when its digest is the row's, whatever process wrote the row or rolled it back.
    """

    def __init__(self) -> None:
        self._by_game: dict[int, State] = {}

    def get(self, game: Game) -> State | None:
        state = self._by_game.get(game.pk)
        return state if state is not None and state.digest == game.digest else None

    def put(self, game: Game, state: State) -> None:
        self._by_game.pop(game.pk, None)
        self._by_game[game.pk] = state
        if len(self._by_game) > _KEPT:
            self._by_game.pop(next(iter(self._by_game)), None)


_states = _States()


def state_of(game: Game) -> State:
    """The state of the game at its last entry."""
    kept = _states.get(game)
    if kept is None:
        # Up to the row's own number: without its lock, entries may have been added since it was read.
        kept = fold(row.entry() for row in game.entries.filter(seq__lte=game.seq).order_by("seq"))
        _states.put(game, kept)
    return kept


def state_at(game: Game, seq: int) -> State:
    """The state of the game right after entry `seq`."""
    if seq >= game.seq:
        return state_of(game)
    return fold(row.entry() for row in game.entries.filter(seq__lte=seq).order_by("seq"))


def remember(game: Game, state: State) -> None:
    """Keep a state that has just been written, if its game's row says the same."""
    _states.put(game, state)

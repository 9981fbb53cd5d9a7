"""A cache of the folds of games' records, valid while they are the newest."""

from collections import OrderedDict
from threading import Lock

import msgspec

from games.models.game import Game
from games.models.record import entry_of, moment
from games.verification import entries_of
from tavleya.record.entries import Entry, digest_of
from tavleya.record.fold import apply, fold
from tavleya.record.state import State

_KEPT_PLIES = 40_000  # the limit for all cached states together; a ply takes up to 5 KiB, in chess


class _States:
    """The newest states by game; the least recently used are dropped first.

    A state is immutable and belongs to one digest, so a cached one is never wrong: it is used only if its digest is the
    row's, or the predecessor of the next entry, whatever process wrote them or rolled them back.
    """

    def __init__(self) -> None:
        self._by_game: OrderedDict[int, State] = OrderedDict()
        self._plies = 0
        self._lock = Lock()  # request threads share the states

    def get(self, game_id: int) -> State | None:
        with self._lock:
            state = self._by_game.get(game_id)
            if state is not None:
                self._by_game.move_to_end(game_id)
            return state

    def put(self, game_id: int, state: State) -> None:
        with self._lock:
            before = self._by_game.pop(game_id, None)
            self._by_game[game_id] = state
            self._plies += _weight(state) - (_weight(before) if before else 0)
            while self._plies > _KEPT_PLIES and len(self._by_game) > 1:
                self._plies -= _weight(self._by_game.popitem(last=False)[1])


def _weight(state: State) -> int:
    """Return the number of plies that memory is counted for; a game without moves counts too."""
    return 4 + len(state.plies)


_states = _States()
_earlier = _States()  # the public states of games that are broadcast with a delay


def state_of(game: Game) -> State:
    """Return the state of the game at its last entry."""
    stored = _states.get(game.pk)
    if stored is not None and stored.digest == game.digest:
        return stored
    earlier = _earlier.get(game.pk)
    if earlier is not None and earlier.digest == game.digest:
        return earlier
    state = None
    if stored is not None and stored.seq < game.seq:
        state = _advance(stored, entries_of(game, stored.seq))
    if state is None or state.digest != game.digest:
        state = fold(entries_of(game))
    _states.put(game.pk, state)
    return state


def earlier_state(game: Game, seq: int) -> State:
    """Return the state right after entry `seq`; cached next to the newest one, because it is used repeatedly."""
    stored = _earlier.get(game.pk)
    if stored is not None and stored.seq == seq:
        return stored
    state = None
    if stored is not None and stored.seq < seq:
        state = _advance(stored, [entry for entry in entries_of(game, stored.seq) if entry.seq <= seq])
    if state is None:
        state = state_at(game, seq)
    _earlier.put(game.pk, state)
    return state


def newest_kept(game_id: int) -> int | None:
    """Return the number of the last entry in the game's cached state; None if there is no cached state."""
    state = _states.get(game_id)
    return None if state is None else state.seq


def follow(game: Game, missing: str) -> None:
    """Update the cached state with the later entries that were read with the row: see `MISSING`."""
    stored = _states.get(game.pk)
    entries = [entry_of(seq, kind, moment(at), *rest) for seq, kind, at, *rest in msgspec.json.decode(missing)]
    state = _advance(stored, entries) if stored is not None else None
    if state is not None and state.digest == game.digest:
        _states.put(game.pk, state)


#: A part of a statement that reads the row `game`: the entries of the game with key %s after number %s, as text.
MISSING = """
(SELECT json_agg(json_build_array(entry.seq, entry.kind, (EXTRACT(epoch FROM entry.at) * 1000)::bigint, entry.actor,
     entry.side, entry.ply, entry.move, entry.white_ms, entry.black_ms, entry.data, entry.request, entry.digest)
     ORDER BY entry.seq)::text
 FROM games_recordentry AS entry WHERE entry.game_id = %s AND entry.seq > %s AND entry.seq <= game.seq)
"""


def _advance(state: State, entries: list[Entry]) -> State | None:
    """Return the state after `entries`; None if the first of them does not continue this state (it was rolled back)."""
    if not entries or digest_of(entries[0], state.digest) != entries[0].digest:
        return None
    for entry in entries:
        state = apply(state, entry)
    return state


def state_at(game: Game, seq: int) -> State:
    """Return the state of the game right after entry `seq`."""
    if seq >= game.seq:
        return state_of(game)
    return fold(entry for entry in entries_of(game) if entry.seq <= seq)


def remember(game: Game, state: State) -> None:
    """Cache a state that has just been written, if its game's row matches."""
    _states.put(game.pk, state)

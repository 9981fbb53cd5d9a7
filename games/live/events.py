"""Events of a game for its viewers: the appended entries, and the resulting state."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.models.game import Game
from games.models.record import RecordEntry
from tavleya.clocks.timekeeping import ClockState, browser_state
from tavleya.record.entries import Entry
from tavleya.record.state import State

# An entry's `data` may be confidential to arbiters, so it is never sent.
_PUBLIC_FIELDS = ("seq", "kind", "side", "ply", "move", "white_ms", "black_ms")

_written = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Step:
    """Entries appended to a game after entry `after`, and the state at that time: the game may continue before it is
    sent.

    `delayed`: it is not public yet.
    """

    game_id: int
    after: int
    seq: int
    entries: Sequence[Entry]
    snapshot: dict[str, Any]
    clock: ClockState | None
    delayed: bool = False

    @classmethod
    def of(cls, game: Game, entries: Sequence[Entry], state: State) -> Step:
        """Return the step to `game`, as `entries` have left it, and its `state`."""
        after, delayed = state.seq - len(entries), bool(game.broadcast_delay)
        return cls(game.pk, after, state.seq, entries, game.snapshot, state.clock, delayed)


def server_now_ms() -> int:
    """Return the server's time, by which a browser corrects its clock."""
    return time.time_ns() // 1_000_000


def step_frame(step: Step) -> bytes:
    """Return the frame of the appended entries; a client with entry `after` is up to date with it."""
    entries = [
        {
            "seq": entry.seq,
            "kind": entry.kind.value,
            "side": entry.side.value if entry.side else "",
            "ply": entry.ply,
            "move": entry.move,
            "white_ms": entry.white_ms,
            "black_ms": entry.black_ms,
        }
        for entry in step.entries
    ]
    return _frame(_event(step.game_id, step.seq, step.after, entries, step.snapshot, step.clock))


def state_frame(game: Game) -> bytes:
    """Return the frame of a game's state without entries: clients with an older frame have missed entries."""
    return _frame(_event(game.pk, game.seq, game.seq, [], game.snapshot, _clock(game)))


def entries_after(game: Game, seq: int) -> dict[str, Any]:
    """Return the entries of a game after entry `seq` in the form of frames, and the resulting state."""
    rows = RecordEntry.objects.filter(game_id=game.pk, seq__gt=seq, seq__lte=game.seq).order_by("seq")
    entries = list(rows.values(*_PUBLIC_FIELDS))
    return _event(game.pk, game.seq, min(seq, game.seq), entries, game.snapshot, _clock(game))


def public_state(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return the snapshot without data for arbiters only."""
    hidden = {"calls", "illegal", "irregular", "past_end"}
    return {name: value for name, value in snapshot.items() if name not in hidden} | {
        "arbiter_called": bool(snapshot.get("calls"))
    }


def _clock(game: Game) -> ClockState | None:
    clock = game.snapshot.get("clock")
    return ClockState.from_json(clock) if clock else None


def _event(
    game_id: int,
    seq: int,
    after: int,
    entries: Sequence[dict[str, Any]],
    snapshot: dict[str, Any],
    clock: ClockState | None,
) -> dict[str, Any]:
    """Return the event; `clocks` is the input of `static/js/clock.js`, the longer state of the clock is left out."""
    now = server_now_ms()
    state = public_state(snapshot)
    state.pop("clock", None)
    return {
        "game": game_id,
        "seq": seq,
        "after": after,
        "entries": entries,
        "state": state,
        "server_now": now,
        "clocks": browser_state(clock, now) if clock else None,
    }


def _frame(event: dict[str, Any]) -> bytes:
    """Return one server-sent event; its id is the number of its last entry."""
    return b"id: %d\nevent: entries\ndata: %b\n\n" % (event["seq"], _written(event))

"""What is told about a game to those who watch it: what was appended, and the state it led to."""

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

# What an entry's `data` holds may be meant for arbiters only, so none of it is sent.
_PUBLIC_FIELDS = ("seq", "kind", "side", "ply", "move", "white_ms", "black_ms")

_written = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Step:
    """What was appended to a game after entry `after`, and how it stood then: a game may go on before this is told.

    `delayed`: not everybody may know of it yet."""

    game_id: int
    after: int
    seq: int
    entries: Sequence[Entry]
    snapshot: dict[str, Any]
    clock: ClockState | None
    delayed: bool = False

    @classmethod
    def of(cls, game: Game, entries: Sequence[Entry], state: State) -> Step:
        """`game` is as `entries` have left it, and `state` its state."""
        after, delayed = state.seq - len(entries), bool(game.broadcast_delay)
        return cls(game.pk, after, state.seq, entries, game.snapshot, state.clock, delayed)


def server_now_ms() -> int:
    """The server's time, by which a browser corrects its own."""
    return time.time_ns() // 1_000_000


def step_frame(step: Step) -> bytes:
    """The frame of what was appended; whoever has entry `after` is up to date with it."""
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
    """The frame of how a game stands, with no entries: who has an earlier one has missed what lies between."""
    return _frame(_event(game.pk, game.seq, game.seq, [], game.snapshot, _clock(game)))


def entries_after(game: Game, seq: int) -> dict[str, Any]:
    """What happened in a game after entry `seq`, as the frames tell it: the entries, and the state they led to."""
    rows = RecordEntry.objects.filter(game_id=game.pk, seq__gt=seq, seq__lte=game.seq).order_by("seq")
    entries = list(rows.values(*_PUBLIC_FIELDS))
    return _event(game.pk, game.seq, min(seq, game.seq), entries, game.snapshot, _clock(game))


def public_state(snapshot: dict[str, Any]) -> dict[str, Any]:
    """The snapshot without what only arbiters see."""
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
    """`clocks` is what a page counts on with (`static/js/clock.js`); the longer state of the clock is left out."""
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
    """One server-sent event; its id is the number of the last entry it tells of."""
    return b"id: %d\nevent: entries\ndata: %b\n\n" % (event["seq"], _written(event))

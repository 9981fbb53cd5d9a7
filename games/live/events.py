"""What a spectator is sent about a game."""

from __future__ import annotations

import json
import time
from typing import Any

from clocks.timekeeping import ClockState, browser_state
from games.models import Game, RecordEntry
from games.records import entries_elsewhere

# What an entry's `data` holds may be meant for arbiters only, so none of it is sent.
_PUBLIC_FIELDS = ("seq", "kind", "side", "ply", "move", "white_ms", "black_ms")


def server_now_ms() -> int:
    """The server's time, by which a browser corrects its own."""
    return time.time_ns() // 1_000_000


def event_after(game_id: int, seq: int) -> tuple[int, dict[str, Any] | None]:
    """The number of a game's newest entry, and what happened after entry `seq`: the entries, and the state they led to.

    None for what happened where nothing did, or where `seq` is a number that the game has not reached.
    """
    game = Game.objects.only("seq", "snapshot").get(pk=game_id)
    if game.seq <= seq:
        return game.seq, None
    rows = RecordEntry.objects.filter(game_id=game_id, seq__gt=seq, seq__lte=game.seq).order_by("seq")
    entries = list(rows.values(*_PUBLIC_FIELDS)) or _from_elsewhere(game_id, seq)
    return game.seq, {
        "game": game_id,
        "seq": game.seq,
        "after": seq,
        "entries": entries,
        "state": public_state(game.snapshot),
    }


def _from_elsewhere(game_id: int, seq: int) -> list[dict[str, Any]]:
    return [
        {name: getattr(entry, name) for name in _PUBLIC_FIELDS} | {"side": entry.side or ""}
        for entry in entries_elsewhere(game_id)
        if entry.seq > seq
    ]


def public_state(snapshot: dict[str, Any]) -> dict[str, Any]:
    """The snapshot without what only arbiters see."""
    hidden = {"calls", "illegal", "irregular", "past_end"}
    return {name: value for name, value in snapshot.items() if name not in hidden} | {
        "arbiter_called": bool(snapshot.get("calls"))
    }


def frame(event: dict[str, Any]) -> bytes:
    """One server-sent event; its id is the number of the last entry it tells of.

    `clocks` is what a page counts on with (`static/js/clock.js`).
    """
    now = server_now_ms()
    clock = event["state"]["clock"]
    shown = browser_state(ClockState.from_json(clock), now) if clock else None
    data = json.dumps(event | {"server_now": now, "clocks": shown}, ensure_ascii=False, separators=(",", ":"))
    return f"id: {event['seq']}\nevent: entries\ndata: {data}\n\n".encode()


def heartbeat(seq: int) -> bytes:
    """Keeps the connection open, and shows a client that missed something how far the record is."""
    return f'event: heartbeat\ndata: {{"seq":{seq},"server_now":{server_now_ms()}}}\n\n'.encode()

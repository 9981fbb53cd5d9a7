"""Events of a game for its viewers: the appended entries, and the resulting state."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.signing import BadSignature, get_cookie_signer

from games.models.game import Game
from games.models.record import RecordEntry
from tavleya.clocks.timekeeping import ClockState, browser_state
from tavleya.record.entries import Entry
from tavleya.record.state import State

# An entry's `data` may be confidential to arbiters, so it is never sent.
_PUBLIC_FIELDS = ("seq", "kind", "side", "ply", "move", "white_ms", "black_ms")

_encode = msgspec.json.Encoder().encode


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
    return b"id: %d\nevent: entries\ndata: %b\n\n" % (event["seq"], _encode(event))


# The cookie of a browser that has opened a private link, as pages and streams read it.

#: The digest of the link, signed.  Not a session: its holder gets the same public pages from the proxy as a visitor
#: without one.
HELD = "player_link"


def held_digest(cookie: str) -> str | None:
    """Return the digest in the cookie `HELD`; None if its signature is invalid."""
    try:
        return str(get_cookie_signer(salt=HELD + HELD).unsign(cookie))
    except BadSignature:
        return None


# Live channels: `<kind>/<key>`, served at `/live/<kind>/<key>`.
#
# *Shared* channels carry public data, and may be stored and forwarded by other services. *Private* channels
# are served only after authentication: by our own endpoint, never by nchan.
#
# | kind | key | listeners |
# |---|---|---|
# | `games` | key of the game | public; frames of entries |
# | `rounds`, `sections`, `events` | key of the row | public; frames of news |
# | `walls` | key of the round | public; news of each of its games: `<game>.<entry>` |
# | `players` | digest made from the private link, 16 to 64 letters and digits | its holder; frames of news |
# | `console`, `desks` | key of the event | staff of the event, by their session; frames of news |
# | `unpublished` | key of the game | users who may see a game that is not public, at `/live/games/<key>` |
#
# A listener gets the newest frame at once, and the same frame again periodically, as a heartbeat and to
# repair losses. So a frame may be minutes old, and a client that has it already drops it.

SHARED = frozenset({"games", "rounds", "sections", "events", "players", "walls"})
PRIVATE = frozenset({"console", "desks", "unpublished"})

_NUMBER = re.compile(r"[0-9]{1,18}")
_DIGEST = re.compile(r"[A-Za-z0-9_-]{16,64}")
_ENTRIES = re.compile(rb"id: ([0-9]+)\nevent: entries\n")
LONGEST_VERSION = 64


def channel(kind: str, key: int | str) -> str:
    """Return the name of a channel.  Raises: ValueError for an invalid one."""
    name = f"{kind}/{key}"
    if split(name) is None:
        raise ValueError(name)
    return name


def split(name: str) -> tuple[str, str] | None:
    """Return kind and key of a channel; None for an invalid name."""
    kind, _, key = name.partition("/")
    pattern = _DIGEST if kind == "players" else _NUMBER
    return (kind, key) if kind in SHARED | PRIVATE and pattern.fullmatch(key) else None


def is_shared(name: str) -> bool:
    """Return whether the channel is public."""
    return name.partition("/")[0] in SHARED


def news(version: str, subject: Sequence[str] = ()) -> bytes:
    """Return a frame that reports a change without its contents: a page reloads its part.

    `version` is the present version of the channel's pages, up to 64 characters without line ends; a page with this
    version reloads nothing.  `subject`: what has changed (`pairings`, `results`, `standings` …); empty if unknown.
    """
    if len(version) > LONGEST_VERSION or not version.isprintable():
        raise ValueError(version)
    data = json.dumps({"version": version, "what": list(subject)}, ensure_ascii=False, separators=(",", ":"))
    return f"id: {version}\nevent: news\ndata: {data}\n\n".encode()


def number_of(frame: bytes) -> int | None:
    """Return the number of the last entry in a game's frame; None for news, whose versions have no order."""
    match = _ENTRIES.match(frame)
    return int(match[1]) if match else None


def is_older(frame: bytes, than: bytes | None) -> bool:
    """Return whether a game's frame contains nothing newer than the other."""
    number, previous = number_of(frame), number_of(than or b"")
    return number is not None and previous is not None and number <= previous


def says_more(data: bytes, than: bytes | None) -> bool:
    """Return whether the frame from the record is newer than the known frame, by its number or its version."""
    if than is None or number_of(data) is None:
        return than is None or data.partition(b"\n")[0] != than.partition(b"\n")[0]
    return not is_older(data, than)

"""Live channels: `<kind>/<key>`, served at `/live/<kind>/<key>`.

*Shared* channels carry public data, and may be stored and forwarded by other services.  *Private* channels are served
only after authentication: by our own endpoint, never by nchan.

| kind | key | listeners |
|---|---|---|
| `games` | key of the game | public; frames of entries |
| `rounds`, `sections`, `events` | key of the row | public; frames of news |
| `walls` | key of the round | public; news of each of its games: `<game>.<entry>` |
| `players` | digest made from the private link, 16 to 64 letters and digits | its holder; frames of news |
| `console`, `desks` | key of the event | staff of the event, by their session; frames of news |
| `unpublished` | key of the game | users who may see a game that is not public, at `/live/games/<key>` |

A listener gets the newest frame at once, and the same frame again periodically, as a heartbeat and to repair losses.
So a frame may be minutes old, and a client that has it already drops it.
"""

import json
import re
from collections.abc import Sequence

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
    form = _DIGEST if kind == "players" else _NUMBER
    return (kind, key) if kind in SHARED | PRIVATE and form.fullmatch(key) else None


def is_shared(name: str) -> bool:
    """Return whether the channel is public."""
    return name.partition("/")[0] in SHARED


def news(version: str, subject: Sequence[str] = ()) -> bytes:
    """Return a frame that reports a change without its contents: a page reloads its part.

    `version` is the present version of the channel's pages, up to 64 characters without line ends; a page with this
    version reloads nothing.  `what` has changed (`pairings`, `results`, `standings` …); empty if unknown.
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

"""The gate in front of everything public: what may be known of games that are broadcast with a delay.

While it is closed, rows of games and boards say what they said as long ago as their delay is: they are put back as they
are read (`Game.from_db`, `Pairing.from_db`), so that no page, file or stream has to think of it.  It is closed for each
request that only reads (`config.broadcast`), but for those who may see what is played; and open in services, which
write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol


class Viewer(Protocol):
    """Who looks: whether they see all games of the page as they are, or one of them.  Asked only where it matters."""

    def sees_all(self) -> bool: ...

    def sees(self, game_id: int | None) -> bool: ...


class Everybody:
    """The public, which sees what is played after the delay."""

    def sees_all(self) -> bool:
        return False

    def sees(self, game_id: int | None) -> bool:
        return False


class Official(Everybody):
    """Who sees what is played at once: somebody at the desk of the event."""

    def sees_all(self) -> bool:
        return True

    def sees(self, game_id: int | None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class _Closed:
    now: datetime
    viewer: Viewer


EVERYBODY = Everybody()
OFFICIAL = Official()
_gate: ContextVar[_Closed | None] = ContextVar("broadcast_gate", default=None)


def is_closed() -> bool:
    """Whether anything may have to be held back; whoever looks is not asked for."""
    return _gate.get() is not None


def closed_at() -> datetime | None:
    """The instant at which whoever looks sees what is public; None for whom the gate is open."""
    gate = _gate.get()
    return None if gate is None or gate.viewer.sees_all() else gate.now


def closed_for(game_id: int | None) -> datetime | None:
    """The same for one game: its players see it as it is."""
    gate = _gate.get()
    return None if gate is None or gate.viewer.sees(game_id) else gate.now


@contextmanager
def closed(now: datetime, viewer: Viewer = EVERYBODY) -> Iterator[None]:
    """What is read inside is what the viewer may see at `now`."""
    token = _gate.set(_Closed(now, viewer))
    try:
        yield
    finally:
        _gate.reset(token)


@contextmanager
def opened() -> Iterator[None]:
    """What is read inside is as it is."""
    token = _gate.set(None)
    try:
        yield
    finally:
        _gate.reset(token)


def look_as(viewer: Viewer) -> None:
    """Who looks has become known, for the rest of the request; nothing where the gate is open."""
    gate = _gate.get()
    if gate is not None:
        _gate.set(_Closed(gate.now, viewer))


class PutBack:
    """Makes a game that has just been read say what it said at an instant (`games.delayed` does it)."""

    def __init__(self) -> None:
        self._does: Callable[[Any, datetime], None] | None = None

    def register(self, does: Callable[[Any, datetime], None]) -> None:
        self._does = does

    def __call__(self, game: Any, now: datetime) -> None:
        if self._does is None:
            raise RuntimeError("nothing is registered that puts games back")
        with opened():
            self._does(game, now)


put_back = PutBack()


def refuse_put_back(row: object) -> None:
    """RuntimeError for a row that says what everybody may see: saved, it would overwrite what has happened since."""
    if getattr(row, "was_put_back", False):
        raise RuntimeError("a row that was read through the broadcast gate is only to be shown")

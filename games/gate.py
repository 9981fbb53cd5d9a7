"""The broadcast gate: it hides moves of games with a broadcast delay from the public.

While it is closed, rows of games and boards show their state at the time of their delay: they are reset when they are
read (`Game.from_db`, `Pairing.from_db`), so that pages, files and streams need no further code.  It is closed for each
read-only request (`config.middleware`), except for viewers who may see all moves; and open in services, which write.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from tavleya.hooks import Question


class Viewer(Protocol):
    """The current viewer and the games they may see.  Asked only if it matters."""

    def sees_all(self) -> bool: ...

    def sees(self, game_id: int | None) -> bool: ...


class PublicViewer:
    """A visitor, who sees moves after the broadcast delay."""

    def sees_all(self) -> bool:
        return False

    def sees(self, game_id: int | None) -> bool:
        return False


class Official(PublicViewer):
    """A viewer at the desk of the event, who sees all moves at once."""

    def sees_all(self) -> bool:
        return True

    def sees(self, game_id: int | None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class _Closed:
    now: datetime
    viewer: Viewer


EVERYBODY = PublicViewer()
OFFICIAL = Official()
_gate: ContextVar[_Closed | None] = ContextVar("broadcast_gate", default=None)


def is_closed() -> bool:
    """Return whether anything may have to be held back; this does not look up the viewer."""
    return _gate.get() is not None


def closed_at() -> datetime | None:
    """Return the instant whose public state the viewer sees; None if the gate is open for them."""
    gate = _gate.get()
    return None if gate is None or gate.viewer.sees_all() else gate.now


def closed_for(game_id: int | None) -> datetime | None:
    """Return `closed_at` for one game: its players see it without a delay."""
    gate = _gate.get()
    return None if gate is None or gate.viewer.sees(game_id) else gate.now


@contextmanager
def closed(now: datetime, viewer: Viewer = EVERYBODY) -> Iterator[None]:
    """Close the gate inside the block: reads return the state that the viewer may see at `now`."""
    token = _gate.set(_Closed(now, viewer))
    try:
        yield
    finally:
        _gate.reset(token)


@contextmanager
def bypass_gate() -> Iterator[None]:
    """Open the gate inside the block: reads return the current state."""
    token = _gate.set(None)
    try:
        yield
    finally:
        _gate.reset(token)


def look_as(viewer: Viewer) -> None:
    """Set the viewer for the rest of the request; does nothing if the gate is open."""
    gate = _gate.get()
    if gate is not None:
        _gate.set(_Closed(gate.now, viewer))


def _not_registered(game: Any, now: datetime) -> None:
    raise RuntimeError("nothing is registered that puts games back")


#: Sets a loaded game to its state at an instant (implemented by `games.services.record`).
put_back = Question(_not_registered)


def refuse_put_back(row: object) -> None:
    """Refuse to save a row with a delayed state, which would overwrite later changes.  Raises: RuntimeError."""
    if getattr(row, "was_put_back", False):
        raise RuntimeError("a row that was read through the broadcast gate is only to be shown")

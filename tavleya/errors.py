"""Errors for people and programs: each carries a `Message` with a stable code."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from types import MappingProxyType

from tavleya.messages import Message


def leave_in_doubt(problem: BaseException) -> None:
    """Mark that the outcome of a save is unknown because the database's response was lost."""
    problem.outcome_unknown = True  # type: ignore[attr-defined]


def is_in_doubt(problem: BaseException) -> bool:
    """Return whether the outcome was marked as unknown."""
    return bool(getattr(problem, "outcome_unknown", False))


class DomainError(Exception):
    """The request failed; nothing was changed.

    `detail` holds plain JSON values for programs (line, ply, expected and actual number …); `status` is the HTTP
    status of its response.
    """

    status = 400

    def __init__(self, message: Message, **detail: object) -> None:
        super().__init__(message)
        self.message = message
        self.detail: Mapping[str, object] = MappingProxyType(detail)

    @property
    def code(self) -> str:
        return self.message.code

    def __str__(self) -> str:
        return self.message.render()


class BadInput(DomainError):
    """The input is unreadable or contradicts itself (HTTP 422)."""

    status = 422


class NotPermitted(DomainError):
    """The actor's role does not allow this action (HTTP 403)."""

    status = 403


class NotFound(DomainError):
    """The object does not exist, or the actor may not know of it (HTTP 404)."""

    status = 404


class Conflict(DomainError):
    """The state has changed or forbids this now: out of turn, already finished, number taken (HTTP 409)."""

    status = 409


class ReadOnly(Conflict):
    """The event is run on another machine and is read-only here (HTTP 409)."""


class ImportRefused(BadInput):
    """A file was refused as a whole; `problems` lists the reasons by line or ply."""

    def __init__(self, message: Message, problems: tuple[Problem, ...], **detail: object) -> None:
        super().__init__(message, **detail)
        self.problems = problems


class Problem:
    """One problem of a file: its place (line and column from 1; game and ply if more useful) and the message.

    `remedy` says how the problem can be, or was, solved if the file is accepted in spite of it.
    """

    __slots__ = ("column", "game", "line", "message", "ply", "remedy")

    def __init__(
        self,
        message: Message,
        *,
        line: int | None = None,
        column: int | None = None,
        game: int | None = None,
        ply: int | None = None,
        remedy: Message | None = None,
    ) -> None:
        self.message, self.line, self.column, self.game, self.ply = message, line, column, game, ply
        self.remedy = remedy

    @property
    def mark(self) -> str:
        """An identifier of this problem within its file, stable between reads: 16 hexadecimal digits."""
        payload = json.dumps([self.line, self.column, self.game, self.ply, self.message.to_json()], sort_keys=True)
        return hashlib.sha256(payload.encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        text = f"line={self.line}, column={self.column}, game={self.game}, ply={self.ply}"
        return f"Problem({self.message}, {text})"

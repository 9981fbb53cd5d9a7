"""Errors for people and programs: each carries a `Message` with a stable code."""

from __future__ import annotations

import codecs
import hashlib
import json
import re
from collections.abc import Mapping
from types import MappingProxyType

from tavleya.messages import Message, say


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
        payload = json.dumps(
            [self.line, self.column, self.game, self.ply, self.message.to_json()], sort_keys=True
        )
        return hashlib.sha256(payload.encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        text = f"line={self.line}, column={self.column}, game={self.game}, ply={self.ply}"
        return f"Problem({self.message}, {text})"


# Decoding of uploaded text files, with a warning if the encoding is a guess.

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
#: Control characters that no text file contains; tab, line ends and form feed are text.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
#: The end-of-file mark of old DOS programs.
_DOS_END = "\x1a"
#: Two adjacent letters beyond ASCII, and a single one between ASCII letters.
_HIGH_PAIR = re.compile(rb"[\xc0-\xff]{2}")
_HIGH_ALONE = re.compile(rb"(?<=[A-Za-z])[\xc0-\xff](?![\xc0-\xff])|(?<![\xc0-\xff])[\xc0-\xff](?=[A-Za-z])")


def decode(data: bytes) -> tuple[str, Message | None]:
    """Return the text of `data` without a byte order mark, and a warning if the encoding is a guess.

    UTF-8, or UTF-16 with its mark; otherwise a single-byte Windows encoding: Cyrillic, or Western if letters beyond
    ASCII occur only singly between Latin ones (`Réti`).  Raises: BadInput if the data is not text.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _text(data[len(mark) :], encoding), None
    try:
        return _checked(data.decode("utf-8")), None
    except UnicodeDecodeError:
        encoding = _guess(data)
    return _text(data, encoding), say("guessed_encoding", encoding=encoding)


def _guess(data: bytes) -> str:
    """Return the likely encoding.

    A Cyrillic word is a run of high bytes; in Western names they occur singly between Latin letters.
    """
    alone, pairs = len(_HIGH_ALONE.findall(data)), len(_HIGH_PAIR.findall(data))
    return "windows-1252" if alone > pairs else "windows-1251"


def _text(data: bytes, encoding: str) -> str:
    try:
        return _checked(data.decode(encoding))
    except UnicodeDecodeError:
        raise BadInput(say("undecodable_file")) from None


def _checked(text: str) -> str:
    text = text.rstrip(_DOS_END)
    if _CONTROLS.search(text):
        raise BadInput(say("binary_file"))
    return text

"""Columns of a fixed-width line: reading and writing of single values; the lines of a file.

Positions are 1-based and inclusive, as in the specification.
"""

import codecs
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tavleya.decoding import decode
from tavleya.errors import BadInput
from tavleya.formats.messages import say
from tavleya.messages import Message

# Conversion of bytes to lines and back that preserves unchanged lines: encoding, mark and line ends.

_ENDS = re.compile(r"\r\n|\r|\n")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Writing:
    """The byte format of a file: its encoding, the mark at its start, and the bytes after its end."""

    encoding: str = "utf-8"
    mark: bytes = b""
    after: bytes = b""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line without its end, and the end: CR, LF, CRLF, or empty after the last line."""

    text: str
    end: str


def split(data: bytes) -> tuple[tuple[TextLine, ...], Writing, Message | None]:
    """Return the lines, the byte format, and a warning if the encoding is a guess.

    Raises: BadInput if it is not text.
    """
    text, guess = decode(data)
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    if guess is not None:
        encoding = str(guess.params["encoding"])
    rest = text.encode(encoding)
    writing = Writing(encoding, mark, data[len(mark) + len(rest) :])
    lines, start = [], 0
    for match in _ENDS.finditer(text):
        lines.append(TextLine(text[start : match.start()], match.group()))
        start = match.end()
    if start < len(text):
        lines.append(TextLine(text[start:], ""))
    return tuple(lines), writing, guess


def join(lines: tuple[TextLine, ...], writing: Writing) -> bytes:
    """Return the bytes.  Raises: UnicodeEncodeError for a letter outside the file's encoding."""
    text = "".join(line.text + line.end for line in lines)
    return writing.mark + text.encode(writing.encoding) + writing.after


_POINTS = re.compile(r"-?[0-9]{1,5}(?:[.,][0-9])?\Z")
_WHOLE = re.compile(r"\d{1,11}\Z")


class Unreadable(BadInput):
    """A value that is not valid in its column."""


#: Provides a replacement for an unreadable value, from the column, the text and the error.
Instead = Callable[["Column", str, Unreadable], Any]


def unreadable(key: str, /, **params: object) -> Unreadable:
    return Unreadable(say(key, **params))


def read_points(text: str) -> int:
    """Read the half-points of `11.5`.  Raises: Unreadable ("trf_points") if it is not a multiple of a half."""
    text = text.strip()
    if not _POINTS.match(text):
        raise unreadable("trf_points", text=text)
    digits = text.replace(",", "").replace(".", "")
    tenths = int(digits) * (10 if digits == text else 1)
    if tenths % 5:
        raise unreadable("trf_points", text=text)
    return tenths // 5


def write_points(half_points: int) -> str:
    sign, units = ("-" if half_points < 0 else ""), abs(half_points)
    return f"{sign}{units // 2}.{5 * (units % 2)}"


def read_whole(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and _WHOLE.match(text)):
        raise unreadable("trf_number", text=text)
    return int(text)


@dataclass(frozen=True, slots=True)
class Column(ABC):
    """One value of a line.  `width` and the written text are counted in characters."""

    name: str
    first: int
    last: int

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    @abstractmethod
    def read(self, text: str) -> Any:
        """Read a value.  Raises: Unreadable."""

    def substitute(self, text: str) -> tuple[Any, Message] | None:
        """Return a replacement for an unreadable value and a description of it; None if there is no replacement."""
        return None

    def taken(self, text: str, instead: Instead | None) -> Any:
        """Return the value, or the replacement from `instead`.  Raises: Unreadable without `instead`."""
        try:
            return self.read(text)
        except Unreadable as error:
            if instead is None:
                raise
            return instead(self, text, error)

    @abstractmethod
    def write(self, value: Any) -> str:
        """Return at most `width` characters."""

    def put(self, line: list[str], value: Any) -> None:
        text = self.write(value)
        if len(text) > self.width:
            raise unreadable("trf_does_not_fit", text=text, width=self.width)
        _put(line, self.first, text)


def _put(line: list[str], first: int, text: str) -> None:
    if len(line) < first - 1 + len(text):
        line.extend(" " * (first - 1 + len(text) - len(line)))
    line[first - 1 : first - 1 + len(text)] = text


class Text(Column):
    """Text, left-aligned."""

    def read(self, text: str) -> str:
        return text.strip()

    def write(self, value: str) -> str:
        return value


class RightText(Text):
    """Text, right-aligned."""

    def write(self, value: str) -> str:
        return value.rjust(self.width)


class Rest(Text):
    """The text from `first` to the end of the line."""

    def put(self, line: list[str], value: str) -> None:
        _put(line, self.first, value)


class IntegerColumn(Column):
    """A whole number, right-aligned; `empty` is the value of a blank place, None or 0."""

    def read(self, text: str) -> int:
        return read_whole(text)

    def write(self, value: int) -> str:
        return str(value).rjust(self.width)


class Maybe(IntegerColumn):
    """A whole number or blank."""

    def read(self, text: str) -> int | None:  # type: ignore[override]
        return read_whole(text) if text.strip() else None

    def substitute(self, text: str) -> tuple[None, Message]:
        return None, say("trf_remedy.left_blank")

    def write(self, value: int | None) -> str:
        return "" if value is None else str(value).rjust(self.width)


class Points(Column):
    """Points as `11.5`, right-aligned; None if blank."""

    def read(self, text: str) -> int | None:
        return read_points(text) if text.strip() else None

    def substitute(self, text: str) -> tuple[None, Message]:
        return None, say("trf_remedy.left_blank")

    def write(self, value: int | None) -> str:
        return "" if value is None else write_points(value).rjust(self.width)


@dataclass(frozen=True, slots=True)
class Series:
    """A column repeated every `step` characters up to the end of the line.  The value is a tuple."""

    name: str
    column: Column
    step: int

    def places(self, line: str) -> Sequence[str]:
        first, width = self.column.first - 1, self.column.width
        return [line[at : at + width] for at in range(first, len(line.rstrip()), self.step)]

    def read(self, line: str, instead: Instead | None = None) -> tuple[Any, ...]:
        return tuple(self.column.taken(place, instead) for place in self.places(line))

    def put(self, line: list[str], values: Sequence[Any]) -> None:
        for number, value in enumerate(values):
            text = self.column.write(value)
            if len(text) > self.column.width:
                raise unreadable("trf_does_not_fit", text=text, width=self.column.width)
            _put(line, self.column.first + number * self.step, text)


@dataclass(frozen=True)
class Layout:
    """The columns of a kind of record."""

    columns: tuple[Column, ...]
    series: Series | None = None

    def read(self, line: str, instead: Instead | None = None) -> dict[str, Any]:
        """Return the values by name; missing parts of a short line are empty.

        `instead` replaces unreadable values.  Raises: Unreadable without `instead`.
        """
        values = {
            column.name: column.taken(
                line[column.first - 1 :] if isinstance(column, Rest) else line[column.first - 1 : column.last], instead
            )
            for column in self.columns
        }
        if self.series is not None:
            values[self.series.name] = self.series.read(line, instead)
        return values

    def write(self, code: str, values: Mapping[str, Any]) -> str:
        line: list[str] = []
        _put(line, 1, code)
        for column in self.columns:
            column.put(line, values[column.name])
        if self.series is not None:
            self.series.put(line, values[self.series.name])
        return "".join(line).rstrip()

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        """The 0-based positions between the columns, which stay blank."""
        end = self.series.column.first - 1 if self.series else max(column.last for column in self.columns)
        owned = {at for column in self.columns for at in range(column.first - 1, column.last)}
        return tuple(at for at in range(3, end) if at not in owned)

"""Columns of a fixed-width line: how one value is read from its place and written to it.

Places are 1-based and both ends belong to them, as the specification counts.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tavleya.errors import BadInput
from tavleya.formats.messages import say
from tavleya.messages import Message

_POINTS = re.compile(r"-?[0-9]{1,5}(?:[.,][0-9])?\Z")
_WHOLE = re.compile(r"\d{1,11}\Z")


class Unreadable(BadInput):
    """A value that cannot stand in its column."""


#: What stands for a place that cannot be read: it gets the column, the place's text and why it cannot.
Instead = Callable[["Column", str, Unreadable], Any]


def unreadable(key: str, /, **params: object) -> Unreadable:
    return Unreadable(say(key, **params))


def read_points(text: str) -> int:
    """Half-points of `11.5`.  Raises Unreadable (`trf_points`) for what is no multiple of a half."""
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
    """One value of a line.  `width` and what is written are in characters."""

    name: str
    first: int
    last: int

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    @abstractmethod
    def read(self, text: str) -> Any:
        """Raises Unreadable."""

    def substitute(self, text: str) -> tuple[Any, Message] | None:
        """A value for a place that cannot be read, and the sentence that says what it is; None: nothing will do."""
        return None

    def taken(self, text: str, instead: Instead | None) -> Any:
        """The value, or `instead` of it what that gives.  Raises Unreadable without it."""
        try:
            return self.read(text)
        except Unreadable as refused:
            if instead is None:
                raise
            return instead(self, text, refused)

    @abstractmethod
    def write(self, value: Any) -> str:
        """At most `width` characters."""

    def put(self, line: list[str], value: Any) -> None:
        text = self.write(value)
        if len(text) > self.width:
            raise unreadable(
                "trf_does_not_fit",
                text=text,
                width=self.width,
            )
        _put(line, self.first, text)


class Text(Column):
    """Words, flush left."""

    def read(self, text: str) -> str:
        return text.strip()

    def write(self, value: str) -> str:
        return value


class RightText(Text):
    """Words, flush right."""

    def write(self, value: str) -> str:
        return value.rjust(self.width)


class Rest(Text):
    """Everything from `first` to the end of the line."""

    def put(self, line: list[str], value: str) -> None:
        _put(line, self.first, value)


class Whole(Column):
    """A whole number, flush right; None and 0 of an empty place are told apart by `empty`."""

    def read(self, text: str) -> int:
        return read_whole(text)

    def write(self, value: int) -> str:
        return str(value).rjust(self.width)


class Maybe(Whole):
    """A whole number or nothing."""

    def read(self, text: str) -> int | None:  # type: ignore[override]
        return read_whole(text) if text.strip() else None

    def substitute(self, text: str) -> tuple[None, Message]:
        return None, say("trf_remedy.left_blank")

    def write(self, value: int | None) -> str:
        return "" if value is None else str(value).rjust(self.width)


class Points(Column):
    """Points as `11.5`, flush right; None where nothing is written."""

    def read(self, text: str) -> int | None:
        return read_points(text) if text.strip() else None

    def substitute(self, text: str) -> tuple[None, Message]:
        return None, say("trf_remedy.left_blank")

    def write(self, value: int | None) -> str:
        return "" if value is None else write_points(value).rjust(self.width)


@dataclass(frozen=True, slots=True)
class Series:
    """The same column again and again to the end of the line, `step` columns apart.  The value is a tuple."""

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
                raise unreadable(
                    "trf_does_not_fit",
                    text=text,
                    width=self.column.width,
                )
            _put(line, self.column.first + number * self.step, text)


@dataclass(frozen=True)
class Layout:
    """What stands where in the lines of one record."""

    columns: tuple[Column, ...]
    series: Series | None = None

    def read(self, line: str, instead: Instead | None = None) -> dict[str, Any]:
        """The values by name; what a shorter line leaves out is empty.

        What cannot be read is what `instead` gives for it.  Raises Unreadable without that.
        """
        values = {
            column.name: column.taken(
                line[column.first - 1 :]
                if isinstance(column, Rest)
                else line[column.first - 1 : column.last],
                instead,
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
        """0-based places between the columns, which stay blank."""
        end = self.series.column.first - 1 if self.series else max(column.last for column in self.columns)
        owned = {at for column in self.columns for at in range(column.first - 1, column.last)}
        return tuple(at for at in range(3, end) if at not in owned)


def _put(line: list[str], first: int, text: str) -> None:
    if len(line) < first - 1 + len(text):
        line.extend(" " * (first - 1 + len(text) - len(line)))
    line[first - 1 : first - 1 + len(text)] = text

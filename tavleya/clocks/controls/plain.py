"""Typed access to plain JSON values: a wrong type is a TypeError, a missing value a KeyError."""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


def typed(kind: type[T], value: object) -> T:
    # A bool is an int in Python, but not a number of milliseconds.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


def mapping(value: object) -> Mapping[str, object]:
    return typed(dict, value)


def sequence(value: object) -> list[object]:
    return typed(list, value)


def read_int(value: object) -> int:
    return typed(int, value)


def whole_or_none(value: object) -> int | None:
    return None if value is None else read_int(value)

"""The file's own numbers for rows and people: no number of a database leaves it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from transfer.services.eventfile.table import PERSON, Meaning
from transfer.services.eventfile.tables import tables

#: The number in JSON of a deleted row.
GONE = 0


class Keys:
    """The numbers of rows and accounts in the file, by table name (or `person`) and database number.

    A number is never reused, even after its row is deleted.
    """

    def __init__(self, known_values: Mapping[str, Mapping[int, int]] | None = None) -> None:
        self._keys: dict[str, dict[int, int]] = {
            name: dict(rows) for name, rows in (known_values or {}).items()
        }
        self._last = {name: max(rows.values(), default=0) for name, rows in self._keys.items()}

    def give(self, name: str, number: int) -> int:
        """Return the key of a row, a new one if it has no key."""
        rows = self._keys.setdefault(name, {})
        if number not in rows:
            self._last[name] = rows[number] = self._last.get(name, 0) + 1
        return rows[number]

    def find(self, name: str, number: int | None) -> int | None:
        """Return the key of a row, None if it has no key."""
        return None if number is None else self._keys.get(name, {}).get(number)

    def of(self, name: str) -> Mapping[int, int]:
        return self._keys.get(name, {})

    def rows(self) -> dict[str, dict[int, int]]:
        """Return the inverse: the database number by table name and key in the file."""
        return {name: {key: number for number, key in rows.items()} for name, rows in self._keys.items()}

    def packed(self) -> bytes:
        return zlib.compress(json.dumps(self._keys).encode())

    @classmethod
    def unpacked(cls, data: bytes) -> Keys:
        stored: dict[str, dict[str, int]] = json.loads(zlib.decompress(data))
        return cls(
            {name: {int(number): key for number, key in rows.items()} for name, rows in stored.items()}
        )


#: Maps a table name (or `person`) and a number to the other number, or None.
Other = Callable[[str, int], int | None]


def turned(value: Any, meanings: Mapping[str, Meaning], other: Other) -> Any:
    """Replace the row numbers in JSON, found by their field names (`Table.numbers`)."""
    if isinstance(value, list):
        return [turned(item, meanings, other) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _turned_value(item, meanings[name], meanings, other)
        if name in meanings
        else turned(item, meanings, other)
        for name, item in value.items()
    }


def _turned_value(value: Any, meaning: Meaning, inside: Mapping[str, Meaning], other: Other) -> Any:
    if meaning is None:
        return turned_actor(value, other) if isinstance(value, str) else value
    name = PERSON if isinstance(meaning, str) else str(meaning._meta.model_name)
    if isinstance(value, dict):  # by the number of the row
        rows = {
            str(other(name, int(key)) or GONE): turned(item, inside, other) for key, item in value.items()
        }
        return dict(sorted(rows.items()))
    if isinstance(value, list):
        return [_turned_value(item, meaning, inside, other) for item in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    return other(name, value) or GONE


def turned_actor(key: str, other: Other) -> str:
    """Replace the number of an account or a player in an actor's key (`Actor.key`)."""
    kind, _, number = key.partition(":")
    if kind not in ("user", "player") or not number.isdecimal():
        return key
    return f"{kind}:{other(PERSON if kind == 'user' else 'player', int(number)) or GONE}"


def turned_subject(subject: str, other: Other) -> str:
    """Replace the row number in the subject of a log line, a model and a number."""
    name, _, number = subject.partition(":")
    if not number.isdecimal():
        return subject
    names = {table.name for table in tables() if table.keyed}
    return f"{name}:{(other(name, int(number)) if name in names else None) or GONE}"

"""Entries, and their separately stored texts, as lines of an export."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tavleya.record.entries import Entry, EntryKind, PersonalText
from tavleya.sides import Side


def entry_line(entry: Entry) -> dict[str, object]:
    """Return the content of the chain; separate texts have separate lines."""
    return {
        "type": "entry",
        "seq": entry.seq,
        "kind": entry.kind.value,
        "at": entry.at,
        "actor": entry.actor,
        "side": entry.side.value if entry.side else None,
        "ply": entry.ply,
        "move": entry.move,
        "white_ms": entry.white_ms,
        "black_ms": entry.black_ms,
        "data": dict(entry.data),
        "request": entry.request,
        "digest": entry.digest,
    }


def text_line(entry: Entry, personal_text: PersonalText) -> dict[str, object]:
    return {
        "type": "text",
        "seq": entry.seq,
        "name": personal_text.name,
        "salt": personal_text.salt,
        "text": personal_text.text,
    }


def read_entry(part: Mapping[str, Any]) -> Entry:
    """Read the entry of a line.  Raises: KeyError, TypeError, ValueError."""
    if not isinstance(part["data"], dict) or not all(isinstance(part[name], int) for name in ("seq", "at")):
        raise TypeError("an entry has whole numbers and an object")
    entry = Entry(
        seq=part["seq"],
        kind=EntryKind(part["kind"]),
        at=part["at"],
        actor=str(part["actor"]),
        side=Side(part["side"]) if part["side"] else None,
        ply=part["ply"],
        move=str(part["move"]),
        white_ms=part["white_ms"],
        black_ms=part["black_ms"],
        data=MappingProxyType(part["data"]),
        request=str(part["request"]),
    )
    return replace(entry, digest=str(part["digest"]))

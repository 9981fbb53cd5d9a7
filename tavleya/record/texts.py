"""Texts of a record that name people: they stand outside of its chain, which holds a salted digest in their place.

Whoever has the text and its salt can see that it is the one that was written; where both have been emptied, the chain
holds as before and says nothing of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from tavleya.record.entries import EntryKind, PersonalText

SALT_BYTES = 16
_DOMAIN = "tavleya text 1"

#: Which values of an entry's `data` are such texts.
PERSONAL: Mapping[EntryKind, tuple[str, ...]] = MappingProxyType(
    {
        EntryKind.OPENED: ("white", "black"),
        EntryKind.DECISION: ("note",),
        EntryKind.READING: ("note",),
        EntryKind.CUSTODY: ("giver", "holder", "note"),
    }
)


def digest_of_text(salt: str, text: str) -> str:
    """SHA-256, in hexadecimal, over the text and its salt."""
    contents = json.dumps([_DOMAIN, salt, text], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(contents.encode()).hexdigest()


def taken_out(
    kind: EntryKind, data: Mapping[str, object], new_salt: Callable[[], str]
) -> tuple[Mapping[str, object], tuple[PersonalText, ...]]:
    """What the chain holds of an entry's `data`, and the texts that stand outside; an empty text stays where it is."""
    names = PERSONAL.get(kind, ())
    texts = tuple(PersonalText(name, new_salt(), str(data[name])) for name in names if data.get(name))
    if not texts:
        return data, ()
    kept = {one.name: {"sha256": digest_of_text(one.salt, one.text)} for one in texts}
    return MappingProxyType({**data, **kept}), texts


def fits(value: object, salt: str, text: str) -> bool:
    """Whether this text is the one whose digest stands in the chain."""
    return isinstance(value, Mapping) and value.get("sha256") == digest_of_text(salt, text)

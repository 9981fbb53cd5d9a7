"""Personal texts of a record, stored outside of its chain, which contains a salted digest instead.

With the text and its salt, its authenticity can be verified.  After both have been erased, the chain is still valid and
reveals nothing about them.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from tavleya.record.entries import EntryKind, PersonalText

SALT_BYTES = 16
_DOMAIN = "tavleya text 1"

#: The values of an entry's `data` that are such texts.
PERSONAL: Mapping[EntryKind, tuple[str, ...]] = MappingProxyType(
    {
        EntryKind.OPENED: ("white", "black"),
        EntryKind.DECISION: ("note",),
        EntryKind.READING: ("note",),
        EntryKind.CUSTODY: ("giver", "holder", "note"),
    }
)


def digest_of_text(salt: str, text: str) -> str:
    """Return the SHA-256, in hexadecimal, over the text and its salt."""
    contents = json.dumps([_DOMAIN, salt, text], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(contents.encode()).hexdigest()


def taken_out(
    kind: EntryKind, data: Mapping[str, object], new_salt: Callable[[], str]
) -> tuple[Mapping[str, object], tuple[PersonalText, ...]]:
    """Return the `data` for the chain, and the texts stored separately; an empty text stays in place."""
    names = PERSONAL.get(kind, ())
    texts = tuple(PersonalText(name, new_salt(), str(data[name])) for name in names if data.get(name))
    if not texts:
        return data, ()
    common = {text.name: {"sha256": digest_of_text(text.salt, text.text)} for text in texts}
    return MappingProxyType({**data, **common}), texts


def fits(value: object, salt: str, text: str) -> bool:
    """Return whether the text matches the stored digest."""
    return isinstance(value, Mapping) and value.get("sha256") == digest_of_text(salt, text)

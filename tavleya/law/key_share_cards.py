"""Cards of a sealed move: a share of its key in letters that can be copied by hand or scanned.

A card has 40 letters of Crockford's alphabet in ten groups: its place, the tag of its envelope, the share, and a
checksum.  The program does not store it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tavleya.errors import BadInput
from tavleya.law.messages import say

SHARE_BYTES = 16
_TAG_BYTES = 4
_CHECK_BYTES = 4
_BYTES = 1 + _TAG_BYTES + SHARE_BYTES + _CHECK_BYTES
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUP = 4
# Confusable letters as in Crockford's standard, and from a Cyrillic keyboard.
_FOLD = str.maketrans("OILАВСЕНКМРТХУО", "011ABCEHKMPTXY0")


@dataclass(frozen=True, slots=True)
class KeyShareCard:
    """`place` is the share's number, `tag` the first bytes of the envelope's commitment."""

    place: int
    tag: bytes
    share: bytes

    def text(self) -> str:
        body = bytes([self.place]) + self.tag + self.share
        return grouped(body + _check(body))

    @classmethod
    def read(cls, text: str) -> KeyShareCard:
        """Read a card.  Raises: BadInput ("card_unreadable"), for instance for a mistyped letter."""
        raw = ungrouped(text)
        if len(raw) != _BYTES or raw[-_CHECK_BYTES:] != _check(raw[:-_CHECK_BYTES]):
            raise BadInput(say("card_unreadable"))
        return cls(raw[0], raw[1 : 1 + _TAG_BYTES], raw[1 + _TAG_BYTES : -_CHECK_BYTES])


def tag_of(commitment: str) -> bytes:
    return bytes.fromhex(commitment)[:_TAG_BYTES]


def grouped(raw: bytes) -> str:
    """Return bytes as groups of four letters."""
    digits = (len(raw) * 8 + 4) // 5
    number = int.from_bytes(raw, "big") << (digits * 5 - len(raw) * 8)
    letters = "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(digits)))
    return "-".join(letters[at : at + _GROUP] for at in range(0, digits, _GROUP))


def ungrouped(text: str) -> bytes:
    """Return the bytes of `grouped`; empty if a letter is not in the alphabet."""
    letters = "".join(text.split()).replace("-", "").upper().translate(_FOLD)
    if not letters or set(letters) - set(_LETTERS):
        return b""
    number = 0
    for letter in letters:
        number = number << 5 | _LETTERS.index(letter)
    size, spare = divmod(len(letters) * 5, 8)
    return (number >> spare).to_bytes(size, "big")


def _check(body: bytes) -> bytes:
    return hashlib.sha256(b"tavleya card 1" + body).digest()[:_CHECK_BYTES]

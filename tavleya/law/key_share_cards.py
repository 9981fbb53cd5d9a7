"""The cards that go with a sealed move: a share of its key in letters that can be copied by hand or scanned.

A card is 40 letters of Crockford's alphabet in ten groups: its place, which envelope it belongs to, the share, and a
check.  None of it is kept by the program.
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
# Read as Crockford says, and as a Cyrillic keyboard has it.
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
        """Raises BadInput `card_unreadable`, which a mistyped letter ends in."""
        raw = ungrouped(text)
        if len(raw) != _BYTES or raw[-_CHECK_BYTES:] != _check(raw[:-_CHECK_BYTES]):
            raise BadInput(say("card_unreadable"))
        return cls(raw[0], raw[1 : 1 + _TAG_BYTES], raw[1 + _TAG_BYTES : -_CHECK_BYTES])


def tag_of(commitment: str) -> bytes:
    return bytes.fromhex(commitment)[:_TAG_BYTES]


def grouped(raw: bytes) -> str:
    """Bytes as groups of four letters."""
    digits = (len(raw) * 8 + 4) // 5
    number = int.from_bytes(raw, "big") << (digits * 5 - len(raw) * 8)
    letters = "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(digits)))
    return "-".join(letters[at : at + _GROUP] for at in range(0, digits, _GROUP))


def ungrouped(text: str) -> bytes:
    """The bytes of `grouped`; empty where a letter is none of the alphabet's."""
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

"""Sealed moves that cannot be read or changed before they are opened (reasons in `docs/sealing.md`).

The move is encrypted under a key that exists only on paper: it is split among cards, of which `needed` open the
envelope.  The stored data do not reveal the move; their commitment proves afterwards that it is the sealed one.  All
randomness is in the argument `entropy`, so that the same input gives the same envelope.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tavleya.errors import BadInput, Conflict
from tavleya.law.messages import say
from tavleya.record.results import NONCE_BYTES, commitment_to
from tavleya.sides import Side

SCHEME = "tavleya-seal-1"
LONGEST_MOVE = 80
_PADDED = 512  # every ciphertext has the same length, to hide the length of the move
_IV_BYTES = 12
_SALT_BYTES = 16


class ShareHolder(StrEnum):
    """The holder of a card."""

    ENVELOPE = "envelope"  # on the paper in the arbiter's envelope
    SEALER = "sealer"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class Shares:
    """The holders of the cards, and the number of cards that open the envelope."""

    needed: int
    holders: tuple[ShareHolder, ...]


class Policy(StrEnum):
    """The policy of sharing the key.

    TWO_OF_THREE: the arbiter's envelope opens with either player's card, so one card may be lost, and the arbiter alone
    cannot open it.  TWO_OF_TWO: only with the sealing player's card.  ENVELOPE: the paper in the envelope is enough, as
    with traditional envelopes; the player has a copy of it.
    """

    TWO_OF_THREE = "two_of_three"
    TWO_OF_TWO = "two_of_two"
    ENVELOPE = "envelope"

    @property
    def shares(self) -> Shares:
        return _SHARES[self]


_SHARES = {
    Policy.TWO_OF_THREE: Shares(2, (ShareHolder.ENVELOPE, ShareHolder.SEALER, ShareHolder.OPPONENT)),
    Policy.TWO_OF_TWO: Shares(2, (ShareHolder.ENVELOPE, ShareHolder.SEALER)),
    Policy.ENVELOPE: Shares(1, (ShareHolder.ENVELOPE, ShareHolder.SEALER)),
}


@dataclass(frozen=True, slots=True)
class SealedMove:
    """The stored data, which may be published: ciphertext and commitment, with their game, ply and side."""

    game: str
    ply: int
    side: Side
    shares: Shares
    commitment: str
    salt: bytes
    iv: bytes
    ciphertext: bytes

    def to_json(self) -> dict[str, object]:
        return {
            "scheme": SCHEME,
            "game": self.game,
            "ply": self.ply,
            "side": self.side.value,
            "needed": self.shares.needed,
            "holders": [holder.value for holder in self.shares.holders],
            "commitment": self.commitment,
            "salt": _encoded(self.salt),
            "iv": _encoded(self.iv),
            "ciphertext": _encoded(self.ciphertext),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SealedMove:
        """Read stored data and validate the input from a browser.  Raises: BadInput ("not_a_sealed_move")."""
        try:
            sealed = cls(
                game=str(data["game"]),
                ply=int(data["ply"]),
                side=Side(data["side"]),
                shares=Shares(int(data["needed"]), tuple(ShareHolder(name) for name in data["holders"])),
                commitment=str(data["commitment"]),
                salt=_decoded(data["salt"], _SALT_BYTES),
                iv=_decoded(data["iv"], _IV_BYTES),
                ciphertext=_decoded(data["ciphertext"], _PADDED + 16),
            )
            if data["scheme"] != SCHEME or len(bytes.fromhex(sealed.commitment)) != 32:
                raise ValueError("another scheme")
            if sealed.shares not in _SHARES.values():
                raise ValueError("no policy has these shares")
        except (KeyError, TypeError, ValueError, binascii.Error) as error:
            raise BadInput(say("not_a_sealed_move", scheme=SCHEME)) from error
        return sealed


@dataclass(frozen=True, slots=True)
class Sealing:
    """A new sealed move: `stored` is saved; the rest is shown to its author once and not stored.

    `cards` by holder.  `receipt`: with it and the move, the player alone can prove the commitment; it is as secret as
    the move.
    """

    stored: SealedMove
    cards: Mapping[ShareHolder, str]
    receipt: str


@dataclass(frozen=True, slots=True)
class UnsealedMove:
    """The move as its author wrote it, the language of its letters, and the nonce that proves it."""

    move: str
    language: str
    nonce: bytes


def entropy_needed(policy: Policy) -> int:
    """Return the number of random bytes for `seal`."""
    return NONCE_BYTES + SHARE_BYTES * policy.shares.needed + _SALT_BYTES + _IV_BYTES


def seal(
    move: str,
    *,
    game: str,
    ply: int,
    side: Side,
    entropy: bytes,
    language: str = "",
    policy: Policy = Policy.TWO_OF_THREE,
) -> Sealing:
    """Seal `move` as written; the opening decides whether it is a move at all (A.8)."""
    if len(entropy) != entropy_needed(policy):
        raise ValueError(f"entropy must be {entropy_needed(policy)} bytes, got {len(entropy)}")
    if not move.strip() or len(move) > LONGEST_MOVE or len(language) > 10:
        raise BadInput(say("sealed_text_length", longest=LONGEST_MOVE))
    nonce, rest = entropy[:NONCE_BYTES], entropy[NONCE_BYTES:]
    secret, rest = rest[:SHARE_BYTES], rest[SHARE_BYTES:]
    salt, rest = rest[:_SALT_BYTES], rest[_SALT_BYTES:]
    iv, coefficients = rest[:_IV_BYTES], rest[_IV_BYTES:]
    shares = policy.shares
    commitment = commitment_to(game=game, ply=ply, side=side, move=move, language=language, nonce=nonce)
    stored = SealedMove(game, ply, side, shares, commitment, salt, iv, b"")
    plain = json.dumps({"move": move, "language": language, "nonce": nonce.hex()}, ensure_ascii=False).encode()
    padded = len(plain).to_bytes(2, "big") + plain.ljust(_PADDED - 2, b"\0")
    stored = replace(stored, ciphertext=AESGCM(_key(secret, stored)).encrypt(iv, padded, _bound(stored)))
    parts = split(secret, needed=shares.needed, cards=len(shares.holders), coefficients=coefficients)
    cards = {
        holder: KeyShareCard(place, tag_of(commitment), parts[place]).text()
        for place, holder in enumerate(shares.holders, start=1)
    }
    return Sealing(stored, cards, grouped(nonce))


def unseal(sealed: SealedMove, cards: Sequence[str]) -> UnsealedMove:
    """Read a sealed move with its cards.

    Raises: BadInput ("card_unreadable", "card_of_another_envelope", "too_few_cards", "cards_do_not_open"); Conflict
    ("commitment_differs": the content does not match the commitment).
    """
    shares: dict[int, bytes] = {}
    for text in cards:
        card = KeyShareCard.read(text)
        if card.tag != tag_of(sealed.commitment):
            raise BadInput(say("card_of_another_envelope"))
        shares[card.place] = card.share
    needed = sealed.shares.needed
    if len(shares) < needed:
        raise BadInput(say("too_few_cards", needed=needed, given=len(shares)), needed=needed, given=len(shares))
    secret = join(dict(list(shares.items())[:needed]))
    try:
        padded = AESGCM(_key(secret, sealed)).decrypt(sealed.iv, sealed.ciphertext, _bound(sealed))
    except InvalidTag:
        raise BadInput(say("cards_do_not_open")) from None
    opened = _read(padded)
    if opened is None or not proves(sealed, opened.move, opened.language, opened.nonce):
        raise Conflict(say("commitment_differs"))
    return opened


def proves(sealed: SealedMove, move: str, language: str, nonce: bytes) -> bool:
    """Return whether the commitment was made to this move and no other."""
    if len(nonce) != NONCE_BYTES:
        return False
    text = commitment_to(game=sealed.game, ply=sealed.ply, side=sealed.side, move=move, language=language, nonce=nonce)
    return text == sealed.commitment


def receipt_proves(sealed: SealedMove, move: str, language: str, receipt: str) -> bool:
    """Return whether a player's receipt proves that they sealed this move: the last means if the cards are lost."""
    return proves(sealed, move, language, ungrouped(receipt))


def _read(padded: bytes) -> UnsealedMove | None:
    length = int.from_bytes(padded[:2], "big")
    try:
        content = json.loads(padded[2 : 2 + length])
        return UnsealedMove(str(content["move"]), str(content["language"]), bytes.fromhex(content["nonce"]))
    except (ValueError, KeyError, TypeError):
        return None


def _key(secret: bytes, sealed: SealedMove) -> bytes:
    info = f"{SCHEME} {sealed.game} {sealed.ply}".encode()
    return HKDF(algorithm=SHA256(), length=32, salt=sealed.salt, info=info).derive(secret)


def _bound(sealed: SealedMove) -> bytes:
    """Return the data bound to the ciphertext, so that it cannot be moved to another game, ply or envelope."""
    fields = {name: value for name, value in sealed.to_json().items() if name not in ("ciphertext", "iv", "salt")}
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()


def _encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _decoded(text: object, size: int) -> bytes:
    raw = base64.b64decode(cast(str, text), validate=True)
    if len(raw) != size:
        raise ValueError("another length")
    return raw


# Cards of a sealed move: a share of its key in letters that can be copied by hand or scanned.
#
# A card has 40 letters of Crockford's alphabet in ten groups: its place, the tag of its envelope, the
# share, and a checksum. The program does not store it.

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
    return "-".join(letters[index : index + _GROUP] for index in range(0, digits, _GROUP))


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


# Sharing of a secret among the cards of an envelope: the needed number of them restores it, and fewer
# reveal nothing.
#
# Shamir's scheme over the field of 256 elements: each byte of the secret is the value at 0 of a polynomial
# with random coefficients; each card has the values at its place.

_REDUCTION = 0x11B  # the field's polynomial, as in AES


def split(secret: bytes, *, needed: int, cards: int, coefficients: bytes) -> dict[int, bytes]:
    """Return shares by place (1 to `cards`).  `coefficients` are `(needed - 1) * len(secret)` random bytes."""
    if not 1 <= needed <= cards < 256:
        raise ValueError("at least one card is needed, and no more than there are")
    if len(coefficients) != (needed - 1) * len(secret):
        raise ValueError("one random byte for each byte of the secret and each card beyond the first")
    rows = [
        [byte, *coefficients[index :: len(secret)]]  # the polynomial of this byte, constant first
        for index, byte in enumerate(secret)
    ]
    return {place: bytes(_value(row, place) for row in rows) for place in range(1, cards + 1)}


def join(shares: Mapping[int, bytes]) -> bytes:
    """Return the secret from exactly the needed number of shares.  Shares of different secrets give a wrong result."""
    secret = bytearray(len(next(iter(shares.values()))))
    for place, share in shares.items():
        weight = 1
        for other in shares:
            if other != place:
                weight = _times(weight, _times(other, _inverse(other ^ place)))
        for index, byte in enumerate(share):
            secret[index] ^= _times(byte, weight)
    return bytes(secret)


def _value(row: list[int], place: int) -> int:
    value = 0
    for coefficient in reversed(row):
        value = _times(value, place) ^ coefficient
    return value


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= _REDUCTION
        b >>= 1
    return product


def _inverse(a: int) -> int:
    power = 1
    for _ in range(254):  # a**255 is 1
        power = _times(power, a)
    return power

"""Sharing of a secret among the cards of an envelope: a given number restores it, and fewer reveal nothing.

Shamir's scheme over the field of 256 elements: each byte of the secret is the value at 0 of a polynomial with random
coefficients; each card has the values at its place.
"""

from collections.abc import Mapping

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

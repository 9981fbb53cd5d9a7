"""The commitment to a sealed move: published at the sealing, verifiable after the opening.

It is binding because SHA-256 is collision resistant.  It is hiding because 256 random bits of `nonce` are hashed with
the move, so that trying all the few dozen moves of a position reveals nothing.
"""

import hashlib
import json

from tavleya.sides import Side

NONCE_BYTES = 32
_DOMAIN = "tavleya sealed move 1"


def commitment_to(*, game: str, ply: int, side: Side, move: str, language: str, nonce: bytes) -> str:
    """Return the SHA-256, in hexadecimal, of the move as its author wrote it, and its context.

    `game` is the key of the game's record, `ply` the number of the sealed half-move (from 1).
    """
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"the nonce has {NONCE_BYTES} bytes")
    contents = [_DOMAIN, game, ply, side.value, move, language, nonce.hex()]
    text = json.dumps(contents, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()

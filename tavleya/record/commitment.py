"""The commitment to a sealed move: published when it is sealed, checked by anybody once it is opened.

It binds, because nobody finds two texts of one SHA-256; it hides, because the 256 random bits of `nonce` are hashed
with the few dozen moves that a position allows, so that trying them all against the commitment gets nowhere.
"""

from __future__ import annotations

import hashlib
import json

from tavleya.sides import Side

NONCE_BYTES = 32
_DOMAIN = "tavleya sealed move 1"


def commitment_to(*, game: str, ply: int, side: Side, move: str, language: str, nonce: bytes) -> str:
    """SHA-256, in hexadecimal, over the move as its author wrote it, and what it belongs to.

    `game` is the key of the game's record, `ply` the number of the sealed half-move (from 1).
    """
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"the nonce has {NONCE_BYTES} bytes")
    contents = [_DOMAIN, game, ply, side.value, move, language, nonce.hex()]
    text = json.dumps(contents, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()

"""What each criterion says against a candidate, in a sentence (C.04.3, art. 2)."""

from __future__ import annotations

from tavleya.messages import Message
from tavleya.pairing.messages import say


def against(criterion: str | None) -> Message:
    """Why a candidate lost: by this criterion, or by coming later."""
    return say(criterion or "order")

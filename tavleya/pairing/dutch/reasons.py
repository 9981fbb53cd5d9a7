"""The reason of each criterion against a candidate, as a sentence (C.04.3, art. 2)."""

from tavleya.messages import Message
from tavleya.pairing.messages import say


def against(criterion: str | None) -> Message:
    """Return why a candidate lost: by this criterion, or by its later place."""
    return say(criterion or "order")

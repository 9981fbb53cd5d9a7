"""Four levels of warning: the required user response before the action continues.

They are those of FIDE's checklist for tournament programs.  No setting switches one off or lowers its level.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from tavleya.errors import Conflict
from tavleya.messages import Message


class Level(IntEnum):
    INFORMATION = 1  # shown; no response
    NOTICE = 2  # shown with the action, and as long as it applies
    CONFIRMATION = 3  # confirmed before the action, or a reason if required
    DOUBLE = 4  # confirmed on a separate page, with a typed word


@dataclass(frozen=True, slots=True)
class Warned:
    """One warning: its level, the sentence, and the required response.

    `names` must be confirmed, usually the code of the sentence.  `needs_reason`: a reason is required, and also
    confirms.  `word`: the word to type (level 4).  `detail` is for programs.
    """

    level: Level
    message: Message
    names: tuple[str, ...] = ()
    needs_reason: bool = False
    word: str = ""
    detail: Mapping[str, object] = field(default_factory=dict)

    @property
    def to_confirm(self) -> tuple[str, ...]:
        return self.names or (self.message.code,)

    def is_met(self, consent: Consent) -> bool:
        if self.level <= Level.NOTICE:
            return True
        if self.needs_reason:
            return bool(consent.reason.strip())
        confirmed = set(self.to_confirm) <= set(consent.confirmed)
        return confirmed and (self.level < Level.DOUBLE or consent.typed.strip() == self.word)


@dataclass(frozen=True, slots=True)
class Consent:
    """The names confirmed by the user, the reason, and the typed word."""

    confirmed: Collection[str] = ()
    reason: str = ""
    typed: str = ""


def insist(warnings: Iterable[Warned], consent: Consent) -> None:
    """Raise Conflict for the gravest warning that the consent does not meet, with its sentence and `detail`.

    Added to the detail: `level`, the names to `confirm`, and `needs_reason`.
    """
    open_ = [warning for warning in warnings if not warning.is_met(consent)]
    if open_:
        gravest = max(open_, key=lambda warning: warning.level)
        requirements = {
            "level": int(gravest.level),
            "confirm": [] if gravest.needs_reason else list(gravest.to_confirm),
            "needs_reason": gravest.needs_reason,
        }
        raise Conflict(gravest.message, **{**gravest.detail, **requirements})

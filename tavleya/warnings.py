"""Four levels of warning: what somebody must do before an act goes on of which a warning speaks.

They are those of FIDE's checklist for tournament programs.  No setting switches one off or lowers its level.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import MappingProxyType

from tavleya.errors import Conflict
from tavleya.messages import Message


class Level(IntEnum):
    INFORMATION = 1  # told; nothing is asked
    NOTICE = 2  # told with the act, and shown for as long as it is true
    CONFIRMATION = 3  # nothing is done before it is confirmed, or a reason is given where one is needed
    DOUBLE = 4  # confirmed on a page of its own, and once more by typing a word


def _no_detail() -> Mapping[str, object]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Warned:
    """One warning: its level, the sentence, and what it asks for.

    `names` are what has to be confirmed, usually the code of the sentence.  `needs_reason`: a reason, which confirms
    too.  `word`: what has to be typed (level 4).  `detail` is for programs.
    """

    level: Level
    message: Message
    names: tuple[str, ...] = ()
    needs_reason: bool = False
    word: str = ""
    detail: Mapping[str, object] = field(default_factory=_no_detail)

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
    """What somebody has confirmed by name, the reason given, and the word typed."""

    confirmed: Collection[str] = ()
    reason: str = ""
    typed: str = ""


def insist(warnings: Iterable[Warned], consent: Consent) -> None:
    """Raise Conflict for the gravest warning that the consent does not meet: its sentence and `detail`.

    Added to that: `level`, what to `confirm`, and whether it `needs_reason`.
    """
    open_ = [one for one in warnings if not one.is_met(consent)]
    if open_:
        gravest = max(open_, key=lambda one: one.level)
        asked = {
            "level": int(gravest.level),
            "confirm": [] if gravest.needs_reason else list(gravest.to_confirm),
            "needs_reason": gravest.needs_reason,
        }
        raise Conflict(gravest.message, **{**gravest.detail, **asked})

"""The effects of a ruling, known before it is applied: the entries it would append, and their changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from tavleya.errors import BadInput
from tavleya.law.messages import say
from tavleya.messages import N_, Message
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class ClockChange:
    """Both readings in milliseconds before and after; None on a board without a clock."""

    before: Mapping[Side, int]
    after: Mapping[Side, int]


class RulingOutcome(StrEnum):
    UPHELD = "upheld"
    REJECTED = "rejected"
    DISMISSED = "dismissed"
    APPLIED = "applied"
    POSTPONED = "postponed"
    ADVICE = "advice"


#: Names of outcomes, including a ruling that only undoes another (`reversed`) and a mere note.
OUTCOME_NAMES: Mapping[str, str] = MappingProxyType(
    {
        RulingOutcome.UPHELD: N_("upheld"),
        RulingOutcome.REJECTED: N_("rejected"),
        RulingOutcome.DISMISSED: N_("not upheld"),
        RulingOutcome.APPLIED: N_("applied"),
        RulingOutcome.POSTPONED: N_("postponed"),
        RulingOutcome.ADVICE: N_("advice only"),
        "reversed": N_("undone"),
        "noted": N_("recorded"),
    }
)


@dataclass(frozen=True, slots=True)
class ReplayGame:
    """Annul the game and play a new one in its place (tavreli 7.1)."""


@dataclass(frozen=True, slots=True)
class Exclude:
    """Exclude the player of this side from the event; their future games are forfeited (tavreli 13.4)."""

    side: Side


@dataclass(frozen=True, slots=True)
class ChangePoints:
    """Change the half-points of this side's player for this game (FIDE 12.9.4, 12.9.5)."""

    side: Side
    half_points: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """Exclude the player of this side from the next `rounds` rounds (FIDE 12.9.8)."""

    side: Side
    rounds: int


@dataclass(frozen=True, slots=True)
class ImposeFine:
    """Impose a fine on the player of this side (FIDE 12.9.7); whole units of `currency`."""

    side: Side
    amount: int
    currency: str


Effect = ReplayGame | Exclude | ChangePoints | SitOut | ImposeFine


@dataclass(frozen=True, slots=True)
class Remedy:
    """`drafts` in their order of appending.  `grounds` are the reasons, one sentence each.

    `article` is the broken or invoked article, `penalty_article` the source of the penalty.  `effects` are changes
    beyond this game's record.
    """

    kind: str
    article: str
    penalty_article: str
    offender: Side | None
    drafts: tuple[EntryDraft, ...]
    grounds: tuple[Message, ...]
    clock: ClockChange | None = None
    result: Result | None = None
    count: int = 0
    facts: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    outcome: RulingOutcome = RulingOutcome.UPHELD
    effects: tuple[Effect, ...] = ()


def readings(state: State, at: int) -> dict[Side, int] | None:
    """Return both clocks at an instant, or None."""
    if state.clock is None:
        return None
    clock_readings = state.clock.readings(at)
    return {Side.WHITE: clock_readings.white.ms, Side.BLACK: clock_readings.black.ms}


def set_clocks(values: Mapping[Side, int]) -> dict[str, int]:
    """Return the value of `set` in a draft.  Raises: BadInput ("negative_time")."""
    for side, ms in values.items():
        if ms < 0:
            raise BadInput(say("negative_time"), side=side.value, ms=ms)
    return {side.value: ms for side, ms in values.items()}


def answers(state: State, reason: str, outcome: str, **arguments: object) -> EntryDraft:
    """Return the decision that answers every open call for `reason`."""
    calls = [call.seq for call in state.calls if call.reason == reason]
    data = {"calls": calls, "decides": reason, "outcome": outcome, **arguments}
    return EntryDraft(EntryKind.DECISION, data=MappingProxyType(data))


def sentence(side: Side) -> Message:
    """Return the name of a side for the middle of a sentence."""
    return say("white") if side is Side.WHITE else say("black")


def duration(ms: int) -> Message:
    """Return `30 s`, `2 min`, `1 min 30 s`: whole seconds, without rounding of larger units; `ms` from 0."""
    minutes, seconds = divmod(ms // 1000, 60)
    if not minutes:
        return say("seconds", seconds=seconds)
    if not seconds:
        return say("minutes", minutes=minutes)
    return say("minutes_seconds", minutes=minutes, seconds=seconds)

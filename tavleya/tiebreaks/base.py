"""Base classes of tie-breaks: a tie-break gives each participant a value with its parts."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import ClassVar, NamedTuple

from tavleya.messages import Message
from tavleya.tiebreaks.descriptor import Descriptor
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.table import Encounter, Participant, Table


class PointSource(StrEnum):
    """The source of one part of a value."""

    GAME = "game"
    FORFEIT = "forfeit"
    DUMMY = "dummy"  # an unplayed round as a game with the dummy opponent, C.07 16.4
    BYE = "bye"
    OWN = "own"


class Contribution(NamedTuple):
    """One part of a value: the round, the opponent and the amount.

    `weight` decides which part is least significant (for Sonneborn-Berger the opponent's score, not the product).
    `cut`: left out by a modifier.  `voluntary`: from a voluntarily unplayed round.
    """

    round: int
    opponent: int | None
    units: int
    source: PointSource
    weight: int = 0
    voluntary: bool = False
    cut: bool = False


class Value(NamedTuple):
    """`units` of `1/scale` point; `order`: the greater ranks higher; `parts` explain it.

    `part_scale`: the scale of the parts if it differs (0: the same).
    """

    units: int
    scale: int
    order: int
    parts: tuple[Contribution, ...] = ()
    part_scale: int = 0

    @property
    def text(self) -> str:
        """The value as printed: `12.5`, `85.25`, `7`."""
        return decimal(self.units, self.scale)

    def part_text(self, part: Contribution) -> str:
        """Return one part as printed."""
        return decimal(part.units, self.part_scale or self.scale)


def decimal(units: int, scale: int) -> str:
    """Return `units` of `1/scale` as a decimal number, rounded half away from zero; exact for halves and quarters."""
    digits = {1: 0, 2: 1}.get(scale, 2)
    if not digits:
        return str(units)
    row = (abs(units) * 10**digits * 2 + scale) // (2 * scale)
    sign = "-" if units < 0 and row else ""
    return f"{sign}{row // 10**digits}.{row % 10**digits:0{digits}d}"


class TieBreak(ABC):
    """One tie-break of C.07 Article 5.

    `modifiers`: the permitted letters.  `new`: it is not in the edition of 2024.  `for_teams`: it needs matches of
    teams with both scores.
    """

    name: ClassVar[str]
    article: ClassVar[str]
    label: ClassVar[str]
    scale: ClassVar[int] = 1
    modifiers: ClassVar[frozenset[str]] = frozenset()
    new: ClassVar[bool] = False
    for_teams: ClassVar[bool] = False

    def __init__(self, descriptor: Descriptor) -> None:
        self.descriptor = descriptor

    def refusal(self, table: Table) -> Message | None:
        """Return why this tie-break cannot be used in this tournament; None if it can."""
        if self.new and table.of_2024:
            return self.not_in_edition(table)
        if (self.for_teams or self.descriptor.reference) and table.teams is None:
            return say("tiebreak_needs_teams", name=str(self.descriptor))
        return None

    def not_in_edition(self, table: Table) -> Message:
        return say("tiebreak_not_in_edition", name=str(self.descriptor), edition=table.edition.value)

    @abstractmethod
    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        """Return a value for each of `group` (only they matter to a tie-break among the tied)."""


class OwnTieBreak(TieBreak):
    """A tie-break whose value does not depend on the other tied participants."""

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        table = table.by(self.descriptor.reference)
        return {key: self.value(table, table.participants[key]) for key in group}

    @abstractmethod
    def value(self, table: Table, participant: Participant) -> Value: ...


class SumTieBreak(OwnTieBreak):
    """A sum of contributions, some of which modifiers leave out."""

    def value(self, table: Table, participant: Participant) -> Value:
        parts = leave_out(self.parts(table, participant), self.descriptor)
        total = sum(part.units for part in parts if not part.cut)
        return Value(total, self.scale, total, parts)

    @abstractmethod
    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]: ...


def leave_out(parts: tuple[Contribution, ...], descriptor: Descriptor) -> tuple[Contribution, ...]:
    """Mark the parts that /C and /M leave out as `cut`: the least significant, then the most (C.07 14.1-14.4, 16.5)."""
    marked = list(parts)
    for _ in range(descriptor.cut or descriptor.median):
        _mark(marked, _least(marked))
    for _ in range(descriptor.median):
        standing = [index for index, part in enumerate(marked) if not part.cut]
        _mark(
            marked, max(standing, key=lambda index: (marked[index].weight, marked[index].units), default=None)
        )
    return tuple(marked)


def _least(parts: list[Contribution]) -> int | None:
    """Return the least significant part; a voluntarily unplayed round has priority unless it is worth less (16.5)."""
    standing = [index for index, part in enumerate(parts) if not part.cut]
    if not standing:
        return None
    least = min(standing, key=lambda index: (parts[index].weight, parts[index].units))
    unplayed = min(
        (index for index in standing if parts[index].voluntary),
        key=lambda index: (parts[index].units, parts[index].weight),
        default=None,
    )
    return unplayed if unplayed is not None and parts[unplayed].units >= parts[least].units else least


def _mark(parts: list[Contribution], at: int | None) -> None:
    if at is not None:
        parts[at] = parts[at]._replace(cut=True)


def source_of(encounter: Encounter) -> PointSource:
    if encounter.opponent is None:
        return PointSource.BYE
    return PointSource.FORFEIT if encounter.kind.forfeit else PointSource.GAME

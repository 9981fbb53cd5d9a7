"""Base classes of tie-breaks: a tie-break gives each participant a value with its parts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.table import Encounter, Participant, Table

# Tie-break descriptors in the syntax of FIDE's list of mandatory tie-breaks: `BH/C1`, `KS/L-1`,
# `BH:GP/M1/P`.

_MODIFIER = re.compile(
    r"(?:(?P<cut>C[12])|(?P<median>M[12])|L(?P<limit>[+-]?[0-9]{1,2})|K(?P<factor>[0-9]{1,2})|(?P<flag>[PFR]))\Z"
)
_NAME = re.compile(r"(?P<name>[A-Z]{2,5}|OTHER_[A-Z]+)(?::(?P<reference>MP|GP))?\Z")
#: The only name that is not entirely in capitals.
_WRITTEN = {"MPVGP": "MPvGP"}


@dataclass(frozen=True, slots=True)
class Descriptor:
    """A tie-break with its modifiers.

    `reference`: the score used by a team's tie-break, `MP` or `GP`; empty for the ranking score.  `cut`, `median`: how
    many values are left out (C.07 14.1-14.4).  `limit`: the shift of Koya's limit in half-points (14.5).  `factor`: the
    divisor of the strength of a schedule (13.4).  `forfeits` (/P): forfeits count as games with the scheduled opponent.
    `fore` (/F): with Fore Buchholz.  `reverse` (/R): in reverse order.
    """

    name: str
    reference: str = ""
    cut: int = 0
    median: int = 0
    limit: int = 0
    factor: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False

    @classmethod
    def parse(cls, text: str) -> Descriptor:
        """Parse a descriptor in any case, with modifiers in any order.  Raises: BadInput ("bad_tiebreak")."""
        name, *modifiers = text.strip().upper().split("/")
        values: dict[str, int | bool] = {}
        for modifier in modifiers:
            match = _MODIFIER.match(modifier)
            if match is None:
                raise _bad(text)
            key, value = _read(match)
            if key in values:
                raise _bad(text)
            values[key] = value
        name_match = _NAME.match(name)
        if name_match is None or ("cut" in values and "median" in values) or values.get("factor") == 0:
            raise _bad(text)
        return cls(
            _WRITTEN.get(name_match["name"], name_match["name"]),
            name_match["reference"] or "",
            **values,  # type: ignore[arg-type]
        )

    @property
    def modifiers(self) -> frozenset[str]:
        """The letters of the modifiers that are set."""
        marks = {
            "C": self.cut,
            "M": self.median,
            "L": self.limit,
            "K": self.factor,
            "P": self.forfeits,
            "F": self.fore,
            "R": self.reverse,
        }
        return frozenset(letter for letter, value in marks.items() if value)

    def __str__(self) -> str:
        parts = [f"{self.name}:{self.reference}" if self.reference else self.name]
        if self.cut:
            parts.append(f"C{self.cut}")
        if self.median:
            parts.append(f"M{self.median}")
        if self.limit:
            parts.append(f"L{self.limit:+d}")
        if self.factor:
            parts.append(f"K{self.factor}")
        parts += [letter for letter in "PFR" if letter in self.modifiers]
        return "/".join(parts)


def _read(match: re.Match[str]) -> tuple[str, int | bool]:
    if match["cut"]:
        return "cut", int(match["cut"][1])
    if match["median"]:
        return "median", int(match["median"][1])
    if match["limit"]:
        return "limit", int(match["limit"])
    if match["factor"]:
        return "factor", int(match["factor"])
    return {"P": "forfeits", "F": "fore", "R": "reverse"}[match["flag"]], True


def _bad(text: str) -> BadInput:
    return BadInput(say("bad_tiebreak", text=text))


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
    rounded = (abs(units) * 10**digits * 2 + scale) // (2 * scale)
    sign = "-" if units < 0 and rounded else ""
    return f"{sign}{rounded // 10**digits}.{rounded % 10**digits:0{digits}d}"


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
        remaining = [index for index, part in enumerate(marked) if not part.cut]
        _mark(marked, max(remaining, key=lambda index: (marked[index].weight, marked[index].units), default=None))
    return tuple(marked)


def _least(parts: list[Contribution]) -> int | None:
    """Return the least significant part; a voluntarily unplayed round has priority unless it is worth less (16.5)."""
    remaining = [index for index, part in enumerate(parts) if not part.cut]
    if not remaining:
        return None
    least = min(remaining, key=lambda index: (parts[index].weight, parts[index].units))
    unplayed = min(
        (index for index in remaining if parts[index].voluntary),
        key=lambda index: (parts[index].units, parts[index].weight),
        default=None,
    )
    return unplayed if unplayed is not None and parts[unplayed].units >= parts[least].units else least


def _mark(parts: list[Contribution], index: int | None) -> None:
    if index is not None:
        parts[index] = parts[index]._replace(cut=True)


def source_of(encounter: Encounter) -> PointSource:
    if encounter.opponent is None:
        return PointSource.BYE
    return PointSource.FORFEIT if encounter.kind.forfeit else PointSource.GAME

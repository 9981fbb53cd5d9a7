"""Tie-break descriptors in the syntax of FIDE's list of mandatory tie-breaks: `BH/C1`, `KS/L-1`, `BH:GP/M1/P`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tavleya.errors import BadInput
from tavleya.tiebreaks.messages import say

_MODIFIER = re.compile(
    r"(?:(?P<cut>C[12])|(?P<median>M[12])|L(?P<limit>[+-][0-9]{1,2})|K(?P<factor>[0-9]{1,2})|(?P<flag>[PFR]))\Z"
)
_NAME = re.compile(r"(?P<name>[A-Z]{2,5}|OTHER_[A-Z]+)(?::(?P<reference>MP|GP))?\Z")
#: The only name that is not entirely in capitals.
_WRITTEN = {"MPVGP": "MPvGP"}


@dataclass(frozen=True, slots=True)
class Descriptor:
    """A tie-break with its modifiers.

    `reference`: the score used by a team's tie-break, `MP` or `GP`; empty for the one that ranks.  `cut`, `median`: how
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
        result = _NAME.match(name)
        if result is None or ("cut" in values and "median" in values) or values.get("factor") == 0:
            raise _bad(text)
        return cls(
            _WRITTEN.get(result["name"], result["name"]),
            result["reference"] or "",
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

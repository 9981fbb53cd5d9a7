"""Tie-break descriptors in the syntax of FIDE's list of mandatory tie-breaks: `BH/C1`, `KS/L-1`, `AOB/F`, `TPN/R`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from common.errors import BadInput
from common.messages import N_, Message

_MODIFIER = re.compile(r"(?:(?P<cut>C[12])|(?P<median>M[12])|L(?P<limit>[+-]\d{1,2})|(?P<flag>[PFR]))\Z")


@dataclass(frozen=True, slots=True)
class Descriptor:
    """A tie-break with its modifiers.

    `cut`, `median`: how many values are left out (C.07 14.1-14.4).  `limit`: Koya's limit moved by that many
    half-points (14.5).  `forfeits` (/P): forfeits count as games with the scheduled opponent.  `fore` (/F): with Fore
    Buchholz.  `reverse` (/R): the other way round.
    """

    name: str
    cut: int = 0
    median: int = 0
    limit: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False

    @classmethod
    def parse(cls, text: str) -> Descriptor:
        """Raises BadInput (`bad_tiebreak`)."""
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
        if not re.fullmatch(r"[A-Z]{2,4}|OTHER_[A-Z]+", name) or ("cut" in values and "median" in values):
            raise _bad(text)
        return cls(name, **values)  # type: ignore[arg-type]

    @property
    def modifiers(self) -> frozenset[str]:
        """The letters of the modifiers that are set."""
        marks = {
            "C": self.cut,
            "M": self.median,
            "L": self.limit,
            "P": self.forfeits,
            "F": self.fore,
            "R": self.reverse,
        }
        return frozenset(letter for letter, value in marks.items() if value)

    def __str__(self) -> str:
        parts = [self.name]
        if self.cut:
            parts.append(f"C{self.cut}")
        if self.median:
            parts.append(f"M{self.median}")
        if self.limit:
            parts.append(f"L{self.limit:+d}")
        parts += [letter for letter in "PFR" if letter in self.modifiers]
        return "/".join(parts)


def _read(match: re.Match[str]) -> tuple[str, int | bool]:
    if match["cut"]:
        return "cut", int(match["cut"][1])
    if match["median"]:
        return "median", int(match["median"][1])
    if match["limit"]:
        return "limit", int(match["limit"])
    return {"P": "forfeits", "F": "fore", "R": "reverse"}[match["flag"]], True


def _bad(text: str) -> BadInput:
    return BadInput(
        Message(
            "bad_tiebreak",
            N_("“%(text)s” is not written as a tie-break is: BH, BH/C1, SB, KS/L-1."),
            {"text": text},
        )
    )

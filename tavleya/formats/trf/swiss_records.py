"""Records for pairing: points for results, byes, accelerated rounds, forbidden pairs.

The equivalent lines of older pairing programs are here too (`XX.`, `BB.`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tavleya.formats.trf.columns import (
    Column,
    IntegerColumn,
    Layout,
    Maybe,
    Points,
    Series,
    Text,
    read_points,
    read_whole,
    unreadable,
    write_points,
)
from tavleya.formats.trf.records import TrfRecord
from tavleya.tiebreaks.table import Scoring

_SYMBOL = re.compile(r"([A-Z]{1,2}) *(\d+[.,]\d)\Z")
_BETWEEN = re.compile(r"(?<! ) +(?=[A-Za-z])")
_WORTH = re.compile(r"([A-Z]{1,3})=(-?\d+(?:[.,]\d)?)\Z")


class _Worth(Column):
    """`W 3.0`: a symbol and its half-points."""

    def read(self, text: str) -> tuple[str, int]:
        match = _SYMBOL.match(text.strip().upper())
        if match is None:
            raise unreadable("trf_scoring", text=text.strip())
        return match[1], read_points(match[2])

    def write(self, value: tuple[str, int]) -> str:
        symbol, points = value
        return symbol + write_points(points).rjust(self.width - len(symbol))


class _Worths(TrfRecord):
    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        """Read the pairs at any position: the specification gives their columns in two ways."""
        words = _BETWEEN.split(text[3:].strip())
        return {"worths": tuple(_PAIR.read(word) for word in words if word)}


@dataclass(frozen=True, kw_only=True)
class ScoringRecord(_Worths):
    """162: the points of a win (W), draw (D), loss (L), absence (A), allocated bye (P) and an unknown result (X)."""

    since = 26
    codes = ("162",)
    layout = Layout((), Series("worths", _Worth("worth", 6, 10), 9))

    worths: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, points: Scoring) -> ScoringRecord:
        return cls(
            worths=(
                ("W", points.win),
                ("D", points.draw),
                ("L", points.loss),
                ("A", points.zero_bye),
                ("P", points.pairing_bye),
            )
        )


@dataclass(frozen=True, kw_only=True)
class MatchScoring(_Worths):
    """362: match points of a team's win (TW), draw (TD) and loss (TL)."""

    since = 26
    codes = ("362",)
    layout = Layout((), Series("worths", _Worth("worth", 5, 10), 9))

    worths: tuple[tuple[str, int], ...]


_PAIR = _Worth("worth", 5, 10)


@dataclass(frozen=True, kw_only=True)
class ByesRecord(TrfRecord):
    """240: players with one kind of bye (F, H, Z) in a round, played or future."""

    since = 26
    codes = ("240",)
    layout = Layout((Text("kind", 5, 5), IntegerColumn("round", 7, 9)), Series("ids", Maybe("id", 11, 14), 5))

    kind: str
    round: int
    ids: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class AccelerationRecord(TrfRecord):
    """250: additional pairing points of the starting ranks `first_id` to `last_id` in some rounds."""

    since = 26
    codes = ("250",)
    layout = Layout(
        (
            Points("match_points", 5, 8),
            Points("game_points", 10, 13),
            IntegerColumn("first_round", 15, 17),
            Maybe("last_round", 19, 21),
            IntegerColumn("first_id", 23, 26),
            Maybe("last_id", 28, 31),
        )
    )

    match_points: int | None = None
    game_points: int | None = None
    first_round: int
    last_round: int | None = None
    first_id: int
    last_id: int | None = None


@dataclass(frozen=True, kw_only=True)
class ForbiddenRecord(TrfRecord):
    """260: players (or teams) that must not meet in these rounds."""

    since = 26
    codes = ("260",)
    layout = Layout((Maybe("first_round", 5, 7), Maybe("last_round", 9, 11)), Series("ids", Maybe("id", 13, 16), 5))

    first_round: int | None = None
    last_round: int | None = None
    ids: tuple[int | None, ...]


class _Words(TrfRecord):
    """Lines of pairing programs, with words between blanks instead of columns."""

    @classmethod
    def words(cls, text: str) -> list[str]:
        return text[3:].split()


@dataclass(frozen=True, kw_only=True)
class Together(_Words):
    """XXP: players who must not meet in any round; XXZ: players absent in the round to be paired."""

    codes = ("XXP", "XXZ")

    ids: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        return {"ids": tuple(read_whole(word) for word in cls.words(text))}

    def written(self) -> str:
        return " ".join([self.code, *map(str, self.ids)])


@dataclass(frozen=True, kw_only=True)
class PlayerAcceleration(_Words):
    """XXA: the additional pairing points of one player, round by round."""

    codes = ("XXA",)

    number: int
    points: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        number, *points = cls.words(text) or ["?"]
        return {"number": read_whole(number), "points": tuple(read_points(word) for word in points)}

    def written(self) -> str:
        return f"XXA {self.number:>4} " + " ".join(write_points(point).rjust(4) for point in self.points)


@dataclass(frozen=True, kw_only=True)
class Worths(_Words):
    """XXS: the points of results, by colour and kind (`WW=1 BD=0.5 PAB=1`)."""

    codes = ("XXS",)

    worths: tuple[tuple[str, int], ...]

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        worths = []
        for word in cls.words(text):
            match = _WORTH.match(word.upper())
            if match is None:
                raise unreadable("trf_scoring", text=word)
            worths.append((match[1], read_points(match[2])))
        return {"worths": tuple(worths)}

    def written(self) -> str:
        return " ".join(["XXS", *(f"{name}={write_points(points)}" for name, points in self.worths)])


@dataclass(frozen=True, kw_only=True)
class Worth(_Words):
    """BBW, BBD, BBL, BBZ, BBF, BBU: the points of a win, draw, loss, zero-point bye, forfeit loss, allocated bye."""

    codes = ("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")

    points: int

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        return {"points": read_points(text[3:])}

    def written(self) -> str:
        return f"{self.code} {write_points(self.points):>4}"

"""One class for each kind of line of a TRF, with its columns.

`since` is the edition that introduced the record; records of pairing programs have no edition.  A record from a file
keeps its line in `source`, and is written unchanged unless its values were changed.
"""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, ClassVar

from tavleya.formats.messages import say
from tavleya.formats.trf.columns import (
    Column,
    IntegerColumn,
    Layout,
    Maybe,
    Points,
    Rest,
    RightText,
    Series,
    Text,
    read_whole,
    unreadable,
)
from tavleya.messages import Message
from tavleya.record.results import GameOutcome, Result
from tavleya.sides import Side

# The results of a player's line: the meaning of each letter, and the valid pairs on one board.


class ResultMark(StrEnum):
    """The letter of one round of one player (TRF16 and TRF26, record 001)."""

    WIN, DRAW, LOSS = "1", "=", "0"
    FORFEIT_WIN, FORFEIT_LOSS = "+", "-"
    SHORT_WIN, SHORT_DRAW, SHORT_LOSS = "W", "D", "L"  # less than one move: played, not rated
    PAIRING_BYE, FULL_BYE, HALF_BYE, ZERO_BYE = "U", "F", "H", "Z"
    UNKNOWN = "?"  # adjourned
    NONE = ""

    @property
    def bye(self) -> bool:
        return self in (ResultMark.PAIRING_BYE, ResultMark.FULL_BYE, ResultMark.HALF_BYE, ResultMark.ZERO_BYE)

    @property
    def forfeit(self) -> bool:
        return self in (ResultMark.FORFEIT_WIN, ResultMark.FORFEIT_LOSS)

    @property
    def short(self) -> bool:
        return self in (ResultMark.SHORT_WIN, ResultMark.SHORT_DRAW, ResultMark.SHORT_LOSS)

    @property
    def open(self) -> bool:
        """Whether there is no result yet."""
        return self in (ResultMark.UNKNOWN, ResultMark.NONE)


@dataclass(frozen=True, slots=True)
class ResultCell:
    """One round of one player.  `opponent`: their starting rank, or None."""

    opponent: int | None = None
    side: Side | None = None
    mark: ResultMark = ResultMark.NONE

    @property
    def empty(self) -> bool:
        """Whether the round is blank: it counts as a zero-point bye."""
        return self.opponent is None and self.mark is ResultMark.NONE


OUTCOMES: dict[ResultMark, GameOutcome] = {
    ResultMark.WIN: GameOutcome.WIN,
    ResultMark.DRAW: GameOutcome.DRAW,
    ResultMark.LOSS: GameOutcome.LOSS,
    ResultMark.FORFEIT_WIN: GameOutcome.FORFEIT_WIN,
    ResultMark.FORFEIT_LOSS: GameOutcome.FORFEIT_LOSS,
    ResultMark.SHORT_WIN: GameOutcome.WIN,
    ResultMark.SHORT_DRAW: GameOutcome.DRAW,
    ResultMark.SHORT_LOSS: GameOutcome.LOSS,
}

#: The bye with the points of a result; for other marks it is the zero-point bye.
POINTS_AS_BYES: dict[ResultMark, ResultMark] = {
    ResultMark.WIN: ResultMark.FULL_BYE,
    ResultMark.SHORT_WIN: ResultMark.FULL_BYE,
    ResultMark.FORFEIT_WIN: ResultMark.FULL_BYE,
    ResultMark.DRAW: ResultMark.HALF_BYE,
    ResultMark.SHORT_DRAW: ResultMark.HALF_BYE,
}

_RESULTS = {
    ("1", "0"): Result.WHITE_WINS,
    ("0", "1"): Result.BLACK_WINS,
    ("=", "="): Result.DRAW,
    ("0", "0"): Result.BOTH_LOSE,
    ("=", "0"): Result.WHITE_HALF,
    ("0", "="): Result.BLACK_HALF,
    ("+", "-"): Result.WHITE_FORFEIT_WIN,
    ("-", "+"): Result.BLACK_FORFEIT_WIN,
    ("-", "-"): Result.BOTH_FORFEIT,
    ("W", "L"): Result.WHITE_WINS_UNRATED,
    ("L", "W"): Result.BLACK_WINS_UNRATED,
    ("D", "D"): Result.DRAW_UNRATED,
}
_AS_PLAYED = str.maketrans("WDL", "1=0")

#: The marks of White and Black for each result.
MARKS: dict[Result, tuple[ResultMark, ResultMark]] = {
    result: (ResultMark(white), ResultMark(black)) for (white, black), result in _RESULTS.items()
}


def result_of(white: ResultMark, black: ResultMark) -> Result | None:
    """Return the result of two marks on one board; None if they contradict each other or are open.

    Games of less than a move have the three usual results; any other score of such a game (`D` and `L`) keeps its
    points.
    """
    if white.short != black.short:
        return None
    return _RESULTS.get((white, black)) or _RESULTS.get((white.translate(_AS_PLAYED), black.translate(_AS_PLAYED)))


# The round columns of a player's line.

_SIDES = {"w": Side.WHITE, "b": Side.BLACK, "-": None, " ": None, "": None}
_LETTERS = {Side.WHITE: "w", Side.BLACK: "b", None: "-"}
_EMPTY = "0000 -"


class RoundColumn(Column):
    """`  12 w 1`: the opponent's starting rank, the colour, the result."""

    def read(self, text: str) -> ResultCell:
        """Read a round.  Raises: Unreadable ("trf_round_cell")."""
        bad = unreadable("trf_round_cell", text=text.rstrip())
        text = text.ljust(self.width)
        colour, mark = text[5].lower(), text[7].strip().upper()
        if text[4] != " " or text[6] != " " or colour not in _SIDES or mark not in set(ResultMark):
            raise bad
        opponent = text[:4].strip()
        if opponent and not (opponent.isascii() and opponent.isdigit()):
            raise bad
        cell = ResultCell(read_whole(opponent or "0") or None, _SIDES[colour], ResultMark(mark))
        if not fits(cell):
            raise bad
        return cell

    def substitute(self, text: str) -> tuple[ResultCell, Message]:
        """Return a replacement that keeps the opponent, if any; an invalid letter becomes an unknown result."""
        text = text.ljust(self.width)
        colour, letter = text[5].lower(), text[7].strip().upper()
        opponent = int(text[:4]) if text[:4].strip().isascii() and text[:4].strip().isdigit() else 0
        mark = ResultMark(letter) if letter in set(ResultMark) else ResultMark.UNKNOWN
        side = _SIDES.get(colour)
        if not opponent:
            return ResultCell(mark=POINTS_AS_BYES.get(mark, ResultMark.ZERO_BYE)), say("trf_remedy.bye_instead")
        if mark.bye:
            return ResultCell(mark=mark), say("trf_remedy.no_opponent")
        if mark is ResultMark.UNKNOWN:
            return ResultCell(opponent, side, mark), say("trf_remedy.result_unknown")
        return ResultCell(opponent, side, mark), say("trf_remedy.colour_of_the_other")

    def write(self, value: ResultCell) -> str:
        if value.empty:
            return ""
        opponent = _EMPTY[:4] if value.opponent is None else str(value.opponent).rjust(4)
        return f"{opponent} {_LETTERS[value.side]} {value.mark or ' '}"


def fits(cell: ResultCell) -> bool:
    """Return whether the parts agree: a bye has no opponent and no colour, a game or pairing has both.

    An unplayed game may lack the colour (TRF16).  A forfeit without an opponent belongs to a team whose opponents did
    not come.
    """
    if cell.mark.bye:
        return cell.opponent is None
    if cell.mark.forfeit:
        return True
    if cell.mark is ResultMark.NONE:
        return cell.opponent is None or cell.side is not None
    return cell.opponent is not None and cell.side is not None


_KEPT = frozenset({"code", "source", "end", "line"})


@dataclass(frozen=True, kw_only=True)
class TrfRecord:
    """`line` is the 1-based number in the file, 0 for a new record; `end` its line end, None: the usual."""

    code: str = ""
    source: str | None = field(default=None, compare=False, repr=False)
    end: str | None = field(default=None, compare=False, repr=False)
    line: int = field(default=0, compare=False, repr=False)

    since: ClassVar[int | None] = None
    codes: ClassVar[tuple[str, ...]] = ()
    layout: ClassVar[Layout] = Layout((Rest("text", 5, 5),))

    def __post_init__(self) -> None:
        if not self.code and self.codes:
            object.__setattr__(self, "code", self.codes[0])

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        """Return the values of a line of this kind.  Raises: Unreadable."""
        return cls.layout.read(text)

    @property
    def values(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name not in _KEPT}

    def written(self) -> str:
        """Return the line without its end.  Raises: Unreadable ("trf_does_not_fit")."""
        return self.layout.write(self.code, self.values)


@dataclass(frozen=True, kw_only=True)
class RawRecord(TrfRecord):
    """A line with an unknown code, a comment (`###`), or an empty line; kept unchanged."""

    text: str

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        return {"text": text}

    def written(self) -> str:
        return self.text

    @property
    def comment(self) -> str | None:
        return self.text[3:].strip() if self.text.startswith("###") else None


@dataclass(frozen=True, kw_only=True)
class Header(TrfRecord):
    """A value in free text: name, city, federation, dates, arbiters, times of play."""

    since = 16
    codes: ClassVar[tuple[str, ...]] = (
        "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122",
    )  # fmt: skip

    text: str


@dataclass(frozen=True, kw_only=True)
class NewHeader(Header):
    """Pairing program (182), encoded type (192), encoded time control (222), colours by board (352), team tables."""

    since = 26
    codes: ClassVar[tuple[str, ...]] = ("182", "192", "222", "352", "801", "802")


@dataclass(frozen=True, kw_only=True)
class RoundDates(TrfRecord):
    """132: a date for each round, `YY/MM/DD`, above the rounds of the players."""

    since = 16
    codes = ("132",)
    layout = Layout((), Series("dates", Text("date", 92, 99), 10))

    dates: tuple[str, ...]


_PERSON = (
    Maybe("number", 5, 8),
    Text("sex", 10, 10),
    RightText("title", 11, 13),
    Text("name", 15, 47),
    Maybe("rating", 49, 52),
    Text("federation", 54, 56),
    RightText("fide_id", 58, 68),
    Text("birth", 70, 79),
)


@dataclass(frozen=True, kw_only=True)
class PlayerRecord(TrfRecord):
    """001.  `number` is the starting rank; `points` are half-points, None if blank."""

    since = 16
    codes = ("001",)
    layout = Layout(
        (IntegerColumn("number", 5, 8), *_PERSON[1:], Points("points", 81, 84), Maybe("rank", 86, 89)),
        Series("rounds", RoundColumn("cell", 92, 99), 10),
    )

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    rounds: tuple[ResultCell, ...] = ()


@dataclass(frozen=True, kw_only=True)
class NationalRecord(TrfRecord):
    """A national rating: the columns of 001 under the code of a federation."""

    since = 26
    layout = Layout((IntegerColumn("number", 5, 8), *_PERSON[1:]))

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


@dataclass(frozen=True, kw_only=True)
class OldTeam(TrfRecord):
    """013: a team and its players by starting rank, in board order."""

    since = 16
    codes = ("013",)
    layout = Layout((Text("name", 5, 36),), Series("members", IntegerColumn("member", 37, 40), 5))

    name: str
    members: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RoundCount(TrfRecord):
    """142, and XXR of older pairing programs: the number of rounds of the tournament."""

    since = 26
    codes = ("142", "XXR")

    rounds: int

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        return {"rounds": read_whole(text[3:])}

    def written(self) -> str:
        return f"{self.code} {self.rounds}"


@dataclass(frozen=True, kw_only=True)
class InitialColour(TrfRecord):
    """152 `W` or `B`; XXC `white1`, `black1` or `rank`."""

    since = 26
    codes = ("152", "XXC")

    text: str

    @property
    def side(self) -> Side | None:
        words = {word.lower() for word in self.text.split()}
        if words & {"w", "white1"}:
            return Side.WHITE
        return Side.BLACK if words & {"b", "black1"} else None


@dataclass(frozen=True, kw_only=True)
class RankingMethod(TrfRecord):
    """172: the method of starting ranks if there are national ratings."""

    since = 26
    codes = ("172",)
    layout = Layout((Text("federation", 5, 7), Rest("method", 9, 9)))

    federation: str
    method: str


@dataclass(frozen=True, kw_only=True)
class TieBreakList(TrfRecord):
    """202: tie-breaks in order; 212: the same after `PTS`."""

    since = 26
    codes = ("202", "212")

    text: str

    @property
    def descriptors(self) -> tuple[str, ...]:
        words = (word.strip() for word in self.text.split(","))
        return tuple(word for word in words if word and word.upper() not in ("PTS", "MPTS", "GPTS"))

"""What documents are made of: plain facts, already in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tavleya.rules.contract import Figure


@dataclass(frozen=True, slots=True)
class Head:
    """What stands on every page.  `state` is draft, provisional or final in words; `draft`: not for the notice board.

    `made` is the time of printing with its zone, in words; `made_at` the same for programs, and `language` the code of
    the language that the document is in.  `logo`: a PNG of the organiser's, or nothing.
    """

    event: str
    section: str
    title: str
    facts: str = ""
    state: str = ""
    draft: bool = False
    made: str = ""
    made_at: datetime | None = None
    language: str = ""
    logo: bytes = b""


@dataclass(frozen=True, slots=True)
class Person:
    """A player; `points` are those before the round, as text."""

    number: int
    name: str
    title: str = ""
    rating: int | None = None
    federation: str = ""
    points: str = ""

    @property
    def titled(self) -> str:
        return f"{self.title} {self.name}".strip()

    @property
    def listed(self) -> str:
        """The name first, as an alphabetical list has it."""
        return ", ".join(filter(None, (self.name, self.title)))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board; without Black, `bye` says why.  `result` is as it is printed, empty while it is open."""

    number: int
    white: Person
    black: Person | None
    result: str = ""
    bye: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """Where one player sits: an empty `board` for somebody who is at none, and then `note` says why."""

    person: Person
    board: int | None
    white: bool = False
    opponent: Person | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pairings:
    """A round by board; the order of `boards` is that of the page."""

    head: Head
    boards: tuple[BoardRow, ...]
    free: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class Seatings:
    """A round by name."""

    head: Head
    seats: tuple[Seating, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of standings; `values` are the tie-breaks as printed, `cells` the crosstable's."""

    place: str
    person: Person
    points: str
    played: int = 0
    values: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """A tie-break: its code, its name and the article that defines it."""

    code: str
    name: str
    article: str = ""


@dataclass(frozen=True, slots=True)
class StandingsDocument:
    """`notes` stand under the table, a line each."""

    head: Head
    rows: tuple[Ranked, ...]
    breakers: tuple[TieBreakColumn, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CrosstableDocument:
    """`heads` are the columns: rounds or, where everybody meets everybody, places.  `diagonal`: the latter."""

    head: Head
    heads: tuple[str, ...]
    rows: tuple[Ranked, ...]
    breakers: tuple[TieBreakColumn, ...] = ()
    diagonal: bool = False


@dataclass(frozen=True, slots=True)
class StartingList:
    head: Head
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class GameSlip:
    """One game of a round, for a result slip or a score sheet.  `url` leads to the page of the board; `opening` is
    what was drawn for it, with its moves.  `start` is where its pieces stand before play, by square, where that is to
    be shown; `start_words` names it.
    """

    board: int
    white: Person
    black: Person
    url: str = ""
    opening: str = ""
    start: Mapping[str, tuple[Figure, ...]] | None = None
    start_words: str = ""


@dataclass(frozen=True, slots=True)
class Slips:
    """`game` is the key of the game; `round` and `control` are as they are printed."""

    head: Head
    game: str
    round: str
    games: tuple[GameSlip, ...]
    control: str = ""
    day: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    board: int
    white: bool
    person: Person


@dataclass(frozen=True, slots=True)
class TableCards:
    head: Head
    cards: tuple[TableCard, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """`role` is player, arbiter and so on in words; `official`: with the band of those who run the event."""

    name: str
    role: str
    title: str = ""
    federation: str = ""
    note: str = ""
    official: bool = False


@dataclass(frozen=True, slots=True)
class Badges:
    head: Head
    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """Who is honoured, for what (`merit`: the place, of which list) and by how much (`facts`)."""

    name: str
    merit: str
    facts: str = ""


@dataclass(frozen=True, slots=True)
class Certificates:
    """`signatures`: offices, and the names of those who hold them where they are known."""

    head: Head
    certificates: tuple[Certificate, ...]
    signatures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A paragraph of a report: what it is about, its lines, and who answers for it.  `struck`: taken back since."""

    title: str
    lines: tuple[str, ...] = ()
    small: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A part of a report under its heading; `empty` stands there if there is nothing to say."""

    title: str
    items: tuple[Item, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """An arbiter's report; `signatures` are under whose lines people sign."""

    head: Head
    parts: tuple[ReportPart, ...]
    signatures: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """A player's private link; `note` says of which sections they are."""

    name: str
    note: str
    url: str


@dataclass(frozen=True, slots=True)
class LinkSlips:
    head: Head
    slips: tuple[LinkSlip, ...]


@dataclass(frozen=True, slots=True)
class ListDocument:
    """A table with the titles `heads`.  `numbers` are the columns, from 0, that are set to the right; `wide` those
    that share what room is left.
    """

    head: Head
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    wide: frozenset[int] = frozenset()

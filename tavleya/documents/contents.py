"""Contents of documents: plain values, already in the reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tavleya.rules.contract import Figure


@dataclass(frozen=True, slots=True)
class Head:
    """The header of every page.  `state` is draft, provisional or final as text; `draft`: not for the notice board.

    `made` is the time of printing with its zone, as text; `made_at` the same for programs; `language` the code of the
    document's language.  `logo`: a PNG of the organiser, or empty.
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
        """The name as in an alphabetical list: family name first."""
        return ", ".join(filter(None, (self.name, self.title)))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board; without Black, `bye` gives the reason.  `result` is as printed, empty while the game is open."""

    number: int
    white: Person
    black: Person | None
    result: str = ""
    bye: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seat of one player; if `board` is empty, `note` gives the reason."""

    person: Person
    board: int | None
    white: bool = False
    opponent: Person | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pairings:
    """A round by board, in the order of `boards`."""

    head: Head
    boards: tuple[BoardRow, ...]
    free: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class Seatings:
    """A round by name."""

    head: Head
    seats: tuple[Seating, ...]


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A row of standings; `values` are the tie-breaks as printed, `cells` the cells of the crosstable."""

    place: str
    person: Person
    points: str
    played: int = 0
    values: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """A tie-break: its code, name and defining article."""

    code: str
    name: str
    article: str = ""


@dataclass(frozen=True, slots=True)
class StandingsDocument:
    """`notes` are lines below the table."""

    head: Head
    rows: tuple[StandingsLine, ...]
    breakers: tuple[TieBreakColumn, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CrosstableDocument:
    """`heads` are the columns: rounds, or places in a round robin.  `diagonal`: the columns are places."""

    head: Head
    heads: tuple[str, ...]
    rows: tuple[StandingsLine, ...]
    breakers: tuple[TieBreakColumn, ...] = ()
    diagonal: bool = False


@dataclass(frozen=True, slots=True)
class StartingList:
    head: Head
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class GameSlip:
    """One game of a round, for a result slip or a score sheet.

    `url` is the page of the board; `opening` is the drawn opening with its moves.  `start` has the pieces of the start
    position by square, if it must be shown; `start_words` names it.
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
    """`game` is the key of the game; `round` and `control` are as printed."""

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
    """`role` is player, arbiter and so on as text; `official`: with the coloured band of officials."""

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
    """The honoured player, the `merit` (place and list), and the `facts` of the result."""

    name: str
    merit: str
    facts: str = ""


@dataclass(frozen=True, slots=True)
class Certificates:
    """`signatures`: offices, and the names of their holders if they are known."""

    head: Head
    certificates: tuple[Certificate, ...]
    signatures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A paragraph of a report: subject, lines, and the responsible person.  `struck`: withdrawn since."""

    title: str
    lines: tuple[str, ...] = ()
    small: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A part of a report under its heading; `empty` is the text if there are no items."""

    title: str
    items: tuple[Item, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """An arbiter's report; `signatures` are the captions of the signature lines."""

    head: Head
    parts: tuple[ReportPart, ...]
    signatures: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """A player's private link; `note` names the sections."""

    name: str
    note: str
    url: str


@dataclass(frozen=True, slots=True)
class LinkSlips:
    head: Head
    slips: tuple[LinkSlip, ...]


@dataclass(frozen=True, slots=True)
class ListDocument:
    """A table with the titles `heads`.

    `numbers` are the right-aligned columns, from 0; `wide` those that share the remaining width.
    """

    head: Head
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    wide: frozenset[int] = frozenset()

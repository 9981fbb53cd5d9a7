"""A short list is drawn large, a long one takes no page more for it; a document says what and from when it is."""

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from tavleya.documents.contents import (
    BoardRow,
    CrosstableDocument,
    Head,
    Pairings,
    Person,
    Seating,
    Seatings,
    StandingsDocument,
    StandingsLine,
    StartingList,
    TieBreakColumn,
)
from tavleya.documents.pairings import by_board, by_name, starting_list
from tavleya.documents.paper import Paper, TextArea
from tavleya.documents.table import Column, TableStyle, grown, pages_of
from tavleya.documents.tables import draw_crosstable, draw_standings
from tests.tavleya.documents.reading import pages

HEAD = Head("Spring Cup", "Open", "Standings after round 3", made="Printed 12:00 UTC", language="en")
COLUMNS = [Column("No."), Column("Player", grow=1)]


def people(count: int) -> list[Person]:
    return [Person(number, f"Player, Number {number}", rating=2000) for number in range(1, count + 1)]


def ranked(count: int) -> tuple[StandingsLine, ...]:
    return tuple(
        StandingsLine(str(person.number), person, "2", 3, ("12.5",), ("1", "0", "1"))
        for person in people(count)
    )


def draw_document(kind: str, count: int) -> bytes:
    seats = tuple(Seating(person, person.number, True) for person in people(count))
    boards = tuple(BoardRow(person.number, person, person) for person in people(count))
    break_ = (TieBreakColumn("BH", "Buchholz", "8.1"),)
    documents = {
        "by board": lambda: by_board(Pairings(HEAD, boards), Paper.A4, str),
        "by name": lambda: by_name(Seatings(HEAD, seats), Paper.A4, str),
        "starting list": lambda: starting_list(StartingList(HEAD, tuple(people(count))), Paper.A4, str),
        "standings": lambda: draw_standings(StandingsDocument(HEAD, ranked(count), break_), Paper.A4, str),
        "crosstable": lambda: draw_crosstable(
            CrosstableDocument(HEAD, ("1", "2", "3"), ranked(count), break_), Paper.A4, str
        ),
    }
    return documents[kind]()


def sizes(data: bytes) -> set[float]:
    """The sizes in which something is written on the first page."""
    set_: set[float] = set()

    def seen(operator: bytes, operands: list[object], _cm: object, _tm: object) -> None:
        if operator == b"Tf":
            set_.add(round(float(str(operands[1])), 1))

    PdfReader(BytesIO(data)).pages[0].extract_text(visitor_operand_before=seen)
    return set_


KINDS = ("by board", "by name", "starting list", "standings", "crosstable")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "by board"])
def test_a_short_list_is_larger_than_a_long_one(kind: str) -> None:
    assert max(sizes(draw_document(kind, 12)) - {18.0}) > max(sizes(draw_document(kind, 300)) - {18.0})


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 5, 23, 36, 40, 41, 60, 75, 83, 120])
def test_nothing_takes_more_pages_for_being_large(kind: str, count: int) -> None:
    rows = {"by board": 19, "by name": 14.5 / 2, "starting list": 17, "standings": 16.5, "crosstable": 15}[
        kind
    ]
    room = 460 if kind == "crosstable" else 690
    assert len(pages(draw_document(kind, count))) <= -(-(count * rows + 80) // room)


def test_rows_that_cannot_be_wider_are_higher() -> None:
    look, frame = TableStyle(), TextArea(0, 0, 100, 700)
    rows = [["1", "A name that is as wide as the page"]] * 10
    table_style = grown(COLUMNS, rows, look, frame)
    assert table_style.size == look.size
    assert table_style.height > look.height


@pytest.mark.parametrize(
    ("count", "below", "expected"), [(0, 0, 1), (10, 0, 1), (11, 0, 2), (10, 5, 2), (19, 5, 2), (20, 5, 3)]
)
def test_pages_are_counted_with_what_stands_below(count: int, below: float, expected: int) -> None:
    assert pages_of(count, 10, 100, below) == expected


def test_a_document_says_its_title_its_language_and_when_it_was_made() -> None:
    instant = datetime(2026, 5, 3, 14, 30, tzinfo=UTC)
    document = StartingList(replace(HEAD, made_at=instant), tuple(people(3)))
    reader = PdfReader(BytesIO(starting_list(document, Paper.A4, str)))
    assert reader.metadata is not None
    assert reader.metadata.title == "Standings after round 3 · Open · Spring Cup"
    assert reader.metadata.creation_date == instant
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert starting_list(document, Paper.A4, str) == starting_list(document, Paper.A4, str)

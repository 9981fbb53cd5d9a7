"""Rating lists of federations and organisers: CSV with headings, one line per player."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tavleya.errors import BadInput
from tavleya.formats.headings import Column, column_of
from tavleya.formats.messages import say
from tavleya.formats.rating_list import Skipped

_MARKS = "\t;,"


@dataclass(frozen=True, slots=True)
class OwnRating:
    """`number` is the player's number in the list, or the FIDE ID if the list has no numbers."""

    line: int
    number: str
    fide_id: int | None
    name: str
    rating: int


def read_own_list(lines: Iterable[str]) -> Iterator[OwnRating | Skipped]:
    """Yield the lines under headings for a rating and a number or FIDE ID, in any language.

    Raises: BadInput ("no_own_list").
    """
    source = iter(lines)
    header = next(source, "").removeprefix("\ufeff")
    mark = max(_MARKS, key=header.count)
    columns = [column_of(cell) for cell in next(csv.reader([header], delimiter=mark), [])]
    if Column.RATING not in columns or not {Column.NUMBER, Column.FIDE_ID} & set(columns):
        raise BadInput(say("no_own_list"))
    for line, row in enumerate(_rows(source, mark), start=2):
        cells = {
            column: cell.strip()
            for column, cell in zip(columns, row, strict=False)
            if isinstance(column, Column)
        }
        if any(cells.values()):
            yield _read(line, cells)


def _rows(source: Iterator[str], mark: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(source, delimiter=mark)
    except csv.Error:  # a field of more than 128 KB
        raise BadInput(say("no_own_list")) from None


def _read(line: int, cells: dict[Column, str]) -> OwnRating | Skipped:
    fide_id = _parse_int(cells.get(Column.FIDE_ID, ""))
    number = cells.get(Column.NUMBER, "") or str(fide_id or "")
    rating = _parse_int(cells.get(Column.RATING, ""))
    if not number or not rating:
        return Skipped(line, say("no_rating_on_line"))
    name = (
        cells.get(Column.NAME)
        or cells.get(Column.GIVEN_FIRST)
        or " ".join(filter(None, (cells.get(Column.FAMILY), cells.get(Column.GIVEN))))
    )
    return OwnRating(line, number[:20], fide_id, name[:120], rating)


def _parse_int(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 10**11 else None

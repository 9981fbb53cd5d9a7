"""A player list in any layout as one table: its rows, headings, and the meaning of each column.

A workbook, a table with delimiters, or a layout of a program (`list_layouts`) becomes headings and rows of text here.
All later steps are the same for every layout.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import Final, TypeAlias

from tavleya import languages
from tavleya.decoding import decode
from tavleya.errors import BadInput, Problem
from tavleya.formats import list_layouts
from tavleya.formats.headings import (
    Column,
    NameIn,
    NameOrder,
    OrderGuess,
    columns_of,
    found_names,
    guess_order,
    says_order,
    split_in_order,
)
from tavleya.formats.messages import say
from tavleya.messages import N_

Heading: TypeAlias = Column | NameIn
Row: TypeAlias = tuple[int, tuple[str, ...]]
#: Columns set by the user instead of the heading, by position: a value of `Column` or `name:xx`.
Matched: TypeAlias = Mapping[int, str]

LARGEST: Final = 5_000_000
MOST_COLUMNS: Final = list_layouts.MOST_COLUMNS
#: The maximum number of title rows above the headings.
_TITLE_ROWS = 30
_MARKS = "\t;,|"
LAYOUTS: Mapping[str, str] = {
    "names": N_("A list of names"),
    "text": N_("Table as text"),
    "workbook": N_("Workbook (XLSX)"),
    "fixed": N_("Columns of fixed width"),
    "trf": N_("Tournament report (TRF)"),
    "vega": N_("Vega"),
    "chess_results": N_("chess-results (XML)"),
    "chess_event": N_("ChessEvent"),
    "swiss_chess": N_("Swiss-Chess"),
    "lichess": N_("lichess"),
}
#: Columns of full names.
_WHOLE = (Column.NAME, Column.GIVEN_FIRST)
#: Layouts that people write; programs write the family name first.
_ANY_ORDER = frozenset(["names", "text", "workbook"])
_TITLES = frozenset(
    {
        "gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "wnm", "agm", "aim", "afm", "acm", "гм", "мг", "мм",
        "мф", "мс", "кмс", "г",
    }
)  # fmt: skip
_SEXES = frozenset(["f", "w", "m", "ж", "м", "ч"])


@dataclass(frozen=True, slots=True)
class ListTable:
    """`headings` as written, empty if there are none; `columns`: the meaning of each, None if unknown.

    `detected`: the columns before a user changed them.  `guessed`: positions of columns recognised only by their
    values.  `header`: the line of the headings, None if there are none.  `notes`: parts that were left out.
    """

    layout: str
    headings: tuple[str, ...] = ()
    columns: tuple[Heading | None, ...] = ()
    rows: tuple[Row, ...] = ()
    guessed: frozenset[int] = frozenset()
    header: int | None = None
    first: int | None = None
    detected: tuple[Heading | None, ...] = ()
    notes: tuple[Problem, ...] = ()

    @property
    def names_anybody(self) -> bool:
        return found_names(self.columns)

    @property
    def as_text(self) -> str:
        """The list as a table with semicolons, for manual correction."""
        out = StringIO()
        writer = csv.writer(out, delimiter=";", lineterminator="\n")
        if self.layout != "names":
            writer.writerow(self.headings)
        writer.writerows(cells for _, cells in self.rows)
        return out.getvalue()


def read_table(data: bytes | str, matched: Matched | None = None, order: NameOrder | None = None) -> ListTable:
    """Return the table in a file or text.  `order`: the order of full names, None to detect it.

    Raises: BadInput ("binary_file", "bad_workbook", "old_workbook", "not_a_list", "list_too_large",
    "too_many_columns").
    """
    if len(data) > LARGEST:
        raise BadInput(say("list_too_large", most=LARGEST // 1_000_000))
    notes: list[Problem] = []
    if isinstance(data, bytes) and _is_workbook(data):
        return _with_columns(_table_from_workbook(data, notes), matched, notes, order)
    if isinstance(data, bytes):
        data, guess = decode(data)
        notes += [Problem(guess)] if guess else []
    text = data.removeprefix("\ufeff")
    layout = list_layouts.layout_of(text)
    if layout is not None:
        width = max((len(cells) for _, cells in layout.rows), default=0)
        if width > MOST_COLUMNS:
            raise BadInput(say("too_many_columns", most=MOST_COLUMNS))
        table = ListTable(layout.layout, layout.headings, rows=tuple(layout.rows), header=0)
        if layout.layout == "lichess":
            notes.append(Problem(say("usernames")))
    else:
        table = _table_from_text(text)
    return _with_columns(table, matched, notes, order)


@dataclass(frozen=True, slots=True)
class Pasted:
    """A file as text for manual correction: its own text, or a table created from it.

    `notes`: warnings that a second reading of the text would not repeat.
    """

    text: str
    layout: str
    notes: tuple[Problem, ...]


def as_pasted(data: bytes) -> Pasted:
    """Return a file as text for manual correction.  Raises: BadInput as in `read_table`."""
    table = read_table(data)
    if table.layout in ("names", "text"):
        text, guess = decode(data)
        return Pasted(text, table.layout, (Problem(guess),) if guess else ())
    messages = [problem.message for problem in read_table(table.as_text).notes]
    return Pasted(table.as_text, table.layout, tuple(note for note in table.notes if note.message not in messages))


def _is_workbook(data: bytes) -> bool:
    if data.startswith(b"\xd0\xcf\x11\xe0") or (
        data.startswith(list_layouts.SIGN) and b"mimetypeapplication/vnd.oasis" in data[:100]
    ):
        raise BadInput(say("old_workbook"))
    return data.startswith(list_layouts.SIGN) and (b"xl/" in data or b"[Content_Types].xml" in data)


# Tables from rows


def _table_from_workbook(data: bytes, notes: list[Problem]) -> ListTable:
    """Return the sheet with the most players."""
    sheets = [sheet for sheet in list_layouts.read_workbook(data) if sheet.rows]
    if not sheets:
        return ListTable("workbook")
    tables = [_below_header("workbook", sheet.rows) or ListTable("workbook", rows=sheet.rows) for sheet in sheets]
    best = max(
        range(len(sheets)), key=lambda index: (tables[index].header is not None, len(tables[index].rows), -index)
    )
    others = [sheet.name for index, sheet in enumerate(sheets) if index != best]
    if others:
        notes.append(Problem(say("other_sheets", sheet=sheets[best].name, others=", ".join(others))))
    return tables[best]


def _table_from_text(text: str) -> ListTable:
    lines = text.splitlines()
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()][:_TITLE_ROWS]
    best: tuple[int, int, int] | None = None  # headings known, then the earlier line, then the delimiter
    for place, mark in enumerate(_MARKS):
        for number, line in filled:
            if line.count(mark) >= MOST_COLUMNS:
                raise BadInput(say("too_many_columns", most=MOST_COLUMNS))
            columns = columns_of(_cut(line, mark))
            if _is_header(columns, alone=number == filled[0][0]):
                count = sum(column is not None for column in columns)
                best = max(best or (0, 0, 0), (count, -number, -place))
    if best is not None:
        header, mark = -best[1], _MARKS[-best[2]]
        rows = tuple(_records(lines[header - 1 :], mark, header))
        titled = header != filled[0][0]
        return _below_header("text", rows, titled=titled) or ListTable("text", rows=rows)
    first = filled[0][1] if filled else ""
    delimiter = _delimiter(first)
    if delimiter is None or (delimiter == "," and not any(columns_of(_cut(first, ",")))):
        # `Carlsen, Magnus`: without headings a comma belongs to the name.
        names = ((number, (line.strip().strip('"'),)) for number, line in enumerate(lines, start=1) if line.strip())
        return ListTable("names", ("",), (Column.NAME,), tuple(names), first=filled[0][0] if filled else None)
    return ListTable("text", rows=tuple(_records(lines, delimiter, 1)))


def _cut(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark), [])
    except csv.Error:
        return []


def _delimiter(first: str) -> str | None:
    """Return the most frequent of tab, `;`, comma and bar in the first line; None if it contains none of them."""
    bare = re.sub(r'"[^"]*"', "", first)
    delimiter = max("\t;,|", key=lambda mark: bare.count(mark))
    return delimiter if delimiter in bare else None


def _records(lines: Sequence[str], mark: str, first_line: int) -> Iterator[Row]:
    """Yield the non-empty rows with the number of their first line."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=mark)
    number = first_line
    try:
        for row in reader:
            if len(row) > MOST_COLUMNS:
                raise BadInput(say("too_many_columns", most=MOST_COLUMNS))
            if any(cell.strip() for cell in row):
                yield number, tuple(cell.strip() for cell in row)
            number = first_line + reader.line_num
    except csv.Error:  # a cell of more than 128 KB
        raise BadInput(say("not_a_list")) from None


def _is_header(columns: Sequence[Heading | None], *, alone: bool) -> bool:
    """Return whether a row is a heading: a name and another column, or in the first row a name alone."""
    count = sum(column is not None for column in columns)
    return found_names(columns) and (count >= 2 or alone)


def _below_header(layout: str, rows: Sequence[Row], *, titled: bool = False) -> ListTable | None:
    """Return the rows below their headings, or None.

    Below a title, the list ends at an empty row or before lines of one cell.  `titled`: a title is already cut off.
    """
    for index, (line, cells) in enumerate(rows[:_TITLE_ROWS]):
        if not _is_header(columns_of(cells), alone=index == 0):
            continue
        body = list(rows[index + 1 :])
        titled = titled or index > 0
        if titled:
            end = next((place for place in range(1, len(body)) if body[place][0] > body[place - 1][0] + 1), None)
            body = body[:end]
        cut = len(rows) - index - 1 - len(body)
        while body and len(cells) > 2 and titled and sum(map(bool, body[-1][1])) <= 1:
            body.pop()
            cut += 1
        notes = (Problem(say("foot_lines", lines=cut)),) if cut else ()
        return ListTable(layout, cells, rows=tuple(body), header=line, notes=notes)
    return None


# Columns


def _with_columns(
    table: ListTable, matched: Matched | None, notes: Sequence[Problem], order: NameOrder | None
) -> ListTable:
    if table.layout != "names" and table.header is None and table.rows:
        table = _headed_by_first(table)
    first = table.first or (table.rows[0][0] if table.rows else table.header)
    headings = table.headings
    if table.header is None or table.layout == "workbook":  # the last heading may be missing
        width = max((len(cells) for _, cells in table.rows[:1]), default=0)
        headings = (*headings, *[""] * (width - len(headings)))
    columns = list(table.columns) or columns_of(headings)
    guessed = set()
    for place in range(len(headings)):
        if columns[place] is None and not headings[place].strip():
            guess = _guess([cells[place] for _, cells in table.rows if place < len(cells) and cells[place]])
            if guess is not None and guess not in columns:
                columns[place] = guess
                guessed.add(place)
    name_guess = _order(table, headings, columns, guessed, order)
    detected = tuple(columns)
    for place, value in (matched or {}).items():
        if 0 <= place < len(columns):
            columns[place] = heading_of(value)
            guessed.discard(place)
    result = replace(
        table,
        headings=tuple(headings),
        columns=tuple(columns),
        detected=detected,
        guessed=frozenset(guessed),
        first=first,
    )
    return replace(result, notes=(*notes, *table.notes, *_column_problems(result), *_order_notes(result, name_guess)))


def _order(
    table: ListTable,
    headings: Sequence[str],
    columns: list[Heading | None],
    guessed: set[int],
    chosen: NameOrder | None,
) -> OrderGuess | None:
    """Return the order of names in the column of full names; given name first changes the column.

    None if the user chose it, the heading says it, or a program wrote the list, with the family name first.
    """
    place = next((index for index, column in enumerate(columns) if column in _WHOLE), None)
    if place is None or Column.FAMILY in columns:
        return None
    if chosen is not None:
        columns[place] = Column.GIVEN_FIRST if chosen is NameOrder.GIVEN_FIRST else Column.NAME
        return None
    if table.layout not in _ANY_ORDER or says_order(headings[place]):
        return None
    guess = guess_order(cells[place] for _, cells in table.rows if place < len(cells))
    if guess.order is NameOrder.GIVEN_FIRST:
        columns[place] = Column.GIVEN_FIRST
        guessed.add(place)
    return guess


def _order_notes(table: ListTable, guess: OrderGuess | None) -> Iterator[Problem]:
    """Yield a note about the detected name order, unless it is the usual one or the user chose it."""
    if guess is None or table.columns != table.detected or not guess.example:
        return
    name = split_in_order(guess.example, guess.order)
    given_names = " ".join(filter(None, (name.given, name.patronymic)))
    params = {"name": guess.example, "family": name.family, "given": given_names}
    if guess.order is NameOrder.GIVEN_FIRST:
        yield Problem(say("given_name_first", **params))
    elif not guess.certain:
        yield Problem(say("family_name_first", **params))


def _headed_by_first(table: ListTable) -> ListTable:
    """Treat the first row as headings if it has one other than a name: the user may assign the columns."""
    line, cells = table.rows[0]
    if not any(columns_of(cells)):
        return table
    return replace(table, headings=cells, rows=table.rows[1:], header=line)


def _guess(values: Sequence[str]) -> Column | None:
    """Return the column without a heading that all its values fit: titles, or the sex."""
    words = {value.casefold() for value in values}
    if words and words <= _SEXES and len(words) <= 2:
        return Column.SEX
    return Column.TITLE if words and words <= _TITLES else None


def heading_of(value: str) -> Heading | None:
    """Return the column of a value of `Column` or `name:xx`; None for any other."""
    code = value.removeprefix("name:")
    if code != value:
        return NameIn(code) if code in languages.codes() else None
    return Column(value) if value in Column._value2member_map_ else None


def value_of(column: Heading | None) -> str:
    """Return the value that `heading_of` reads."""
    return f"name:{column.language}" if isinstance(column, NameIn) else str(column or "")


def _column_problems(table: ListTable) -> Iterator[Problem]:
    line = table.header or None
    pairs = list(zip(table.headings, table.columns, strict=True))
    for heading, column in pairs:
        if column is None and heading.strip():
            yield Problem(say("unknown_column", heading=heading), line=line)
    seen: dict[Heading, str] = {}
    for heading, column in pairs:
        if column is None or (isinstance(column, Column) and not column.imported):
            continue
        if column in seen and column is not Column.BIRTH:
            yield Problem(say("columns_twice", first=seen[column], second=heading), line=line)
        seen.setdefault(column, heading)
    if money := [heading for heading, column in pairs if column is Column.MONEY]:
        yield Problem(say("money_left_out", columns=", ".join(money)), line=line)
    for place, column in enumerate(table.columns):
        if column is Column.SECTION:
            names = Counter(cells[place] for _, cells in table.rows if place < len(cells) and cells[place])
            if len(names) > 1:
                yield Problem(say("several_tournaments", names=", ".join(names)), line=line)

"""Tables as files: comma-separated values and workbooks.  A text never becomes a formula in either."""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any, Generic, TypeVar

Value = str | int | float | None

#: A text cell that begins with one of these would be read as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_BOM = "\ufeff"
_LONGEST_NAME = 31


Row = TypeVar("Row")
Whole = TypeVar("Whole")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of a table: the one place of its key, its value in a row, and its title.

    `key` is stable English, with a dot between a group and its member: `white.name`.  `title`: a text or a lazy
    translation.
    """

    key: str
    value: Callable[[Row], Value]
    title: object = ""

    def inside(self, part: Callable[[Whole], Row | None], prefix: str = "", title: object = None) -> "Column[Whole]":
        """Return the column of rows that contain such a row as `part`; empty if the part is missing."""

        def value(whole: Whole) -> Value:
            row = part(whole)
            return None if row is None else self.value(row)

        return Column(prefix + self.key, value, self.title if title is None else title)


@dataclass(frozen=True)
class Grid(Generic[Row]):
    """A table of these columns, a line for each row."""

    columns: Sequence[Column[Row]]
    rows: Sequence[Row]

    @property
    def lines(self) -> list[list[Value]]:
        return [[column.value(row) for column in self.columns] for row in self.rows]


def halves(half_points: int) -> int | float:
    """Return half-points as points: 3 is 1.5, 4 is 2."""
    return half_points // 2 if half_points % 2 == 0 else half_points / 2


def records(grid: Grid[Any]) -> list[dict[str, object]]:
    """Return the rows as objects.  Each group is a nested object, or None if it is empty."""
    return [record(grid.columns, row) for row in grid.rows]


def record(columns: Iterable[Column[Row]], row: Row) -> dict[str, object]:
    result: dict[str, object] = {}
    for column in columns:
        group, dot, key = column.key.partition(".")
        if not dot:
            result[group] = column.value(row)
            continue
        inner = result.setdefault(group, {})
        assert isinstance(inner, dict)
        inner[key] = column.value(row)
    return {
        key: None if isinstance(value, dict) and value and not any(item is not None for item in value.values())
        else value
        for key, value in result.items()
    }  # fmt: skip


def as_csv(grid: Grid[Any], *, mark: bool = True) -> str:
    """Return RFC 4180 text with CRLF.  `mark`: begin with the byte order mark by which spreadsheets detect UTF-8."""
    file = StringIO()
    writer = csv.writer(file)
    writer.writerow([_guarded(column.key.replace(".", "_")) for column in grid.columns])
    writer.writerows(map(_guarded, line) for line in grid.lines)
    return (_BOM if mark else "") + file.getvalue()


def _guarded(value: Value) -> Value:
    """Prefix a text with an apostrophe if it would be a formula; a negative number is a number."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def workbook(sheets: Iterable[tuple[str, Grid[Any]]], *, title: str, made: datetime) -> bytes:
    """Return a workbook with a named sheet per grid and the titles of its columns.  `made` is the only time inside."""
    import xlsxwriter

    file = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(file, options)
    book.set_properties({"title": title, "created": made.replace(tzinfo=None)})
    head = book.add_format({"bold": True, "bg_color": "#E9EAEE", "bottom": 1})
    taken: set[str] = set()
    for name, grid in sheets:
        sheet, lines = book.add_worksheet(_sheet_name(name, taken)), grid.lines
        sheet.freeze_panes(1, 0)
        for index, column in enumerate(grid.columns):
            sheet.write_string(0, index, str(column.title), head)
            cells = [str(column.title), *(str(line[index]) for line in lines if line[index] is not None)]
            sheet.set_column(index, index, min(44, max(map(len, cells)) + 2))
        for down, line in enumerate(lines, 1):
            for index, value in enumerate(line):
                if isinstance(value, str):
                    sheet.write_string(down, index, value)
                elif value is not None:
                    sheet.write_number(down, index, value)
        if lines:
            sheet.autofilter(0, 0, len(lines), len(grid.columns) - 1)
    book.close()
    return file.getvalue()


def _sheet_name(name: str, taken: set[str]) -> str:
    """Return a unique, short sheet name without characters that spreadsheets forbid."""
    plain = "".join(" " if letter in "[]:*?/\\'" else letter for letter in name).strip() or "1"
    text, number = plain[:_LONGEST_NAME], 1
    while text.casefold() in taken:
        number += 1
        suffix = f" {number}"
        text = plain[: _LONGEST_NAME - len(suffix)] + suffix
    taken.add(text.casefold())
    return text

"""Tables as files: comma-separated values and workbooks.  A text never becomes a formula in either."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO, StringIO

Value = str | int | float | None

#: A text cell that begins with one of these would be read as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_BOM = "\ufeff"
_LONGEST_NAME = 31


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.  `columns` are stable English keys, with a dot between a group and its member: `white.name`."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def halves(half_points: int) -> int | float:
    """Return half-points as points: 3 is 1.5, 4 is 2."""
    return half_points // 2 if half_points % 2 == 0 else half_points / 2


def records(grid: Grid) -> list[dict[str, object]]:
    """Return the rows as objects.  Each group is a nested object, or None if it is empty."""
    return [_record(grid.columns, row) for row in grid.rows]


def _record(columns: Iterable[str], row: Iterable[Value]) -> dict[str, object]:
    created: dict[str, object] = {}
    for column, value in zip(columns, row, strict=True):
        group, dot, key = column.partition(".")
        if not dot:
            created[column] = value
            continue
        inner = created.setdefault(group, {})
        assert isinstance(inner, dict)
        inner[key] = value
    return {
        key: None if isinstance(value, dict) and value and not any(item is not None for item in value.values())
        else value
        for key, value in created.items()
    }  # fmt: skip


def as_csv(grid: Grid, *, mark: bool = True) -> str:
    """Return RFC 4180 text with CRLF.  `mark`: begin with the byte order mark by which spreadsheets detect UTF-8."""
    file = StringIO()
    writer = csv.writer(file)
    writer.writerow([_guarded(column.replace(".", "_")) for column in grid.columns])
    for row in grid.rows:
        writer.writerow([_guarded(value) for value in row])
    return (_BOM if mark else "") + file.getvalue()


def _guarded(value: Value) -> Value:
    """Prefix a text with an apostrophe if it would be a formula; a negative number is a number."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def workbook(grids: Iterable[tuple[Grid, tuple[str, ...]]], *, title: str, made: datetime) -> bytes:
    """Return a workbook with one sheet per grid and its column titles.  `made` is the only time inside."""
    import xlsxwriter

    file = BytesIO()
    options = {
        "in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False,
    }  # fmt: skip
    book = xlsxwriter.Workbook(file, options)
    book.set_properties({"title": title, "created": made.replace(tzinfo=None)})
    head = book.add_format({"bold": True, "bg_color": "#E9EAEE", "bottom": 1})
    taken: set[str] = set()
    for grid, titles in grids:
        sheet = book.add_worksheet(_sheet_name(grid.name, taken))
        sheet.freeze_panes(1, 0)
        for index, text in enumerate(titles):
            sheet.write_string(0, index, text, head)
            cells = [text, *(str(row[index]) for row in grid.rows if row[index] is not None)]
            sheet.set_column(index, index, min(44, max(map(len, cells)) + 2))
        for down, row in enumerate(grid.rows, 1):
            for index, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(down, index, value)
                elif value is not None:
                    sheet.write_number(down, index, value)
        if grid.rows:
            sheet.autofilter(0, 0, len(grid.rows), len(titles) - 1)
    book.close()
    return file.getvalue()


def _sheet_name(name: str, taken: set[str]) -> str:
    """Return a unique, short sheet name without characters that spreadsheets forbid."""
    plain = "".join(" " if letter in "[]:*?/\\'" else letter for letter in name).strip() or "1"
    text, number = plain[:_LONGEST_NAME], 1
    while text.casefold() in taken:
        number += 1
        end = f" {number}"
        text = plain[: _LONGEST_NAME - len(end)] + end
    taken.add(text.casefold())
    return text

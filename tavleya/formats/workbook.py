"""The sheets of a workbook (XLSX, ECMA-376) as rows of text: only values, with ISO dates.

Formulas are not evaluated; the value stored by the writing program is used.  A file that is larger than it claims, or
that declares entities, is refused before it is unpacked.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from io import BytesIO
from typing import Final
from xml.etree import ElementTree

from tavleya.errors import BadInput
from tavleya.formats.messages import say

SIGN: Final = b"PK\x03\x04"
MOST_BYTES, MOST_ELEMENTS = 50_000_000, 800_000
#: The maximum size (bytes) of a part that is not streamed.
MOST_AT_ONCE = 4_000_000
MOST_ROWS, MOST_COLUMNS = 6_000, 200
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PACKAGE = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})\Z")
#: Built-in date formats without a format text (ECMA-376, 18.8.30).
_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_DAY_ZERO = date(1899, 12, 30)


@dataclass(frozen=True, slots=True)
class Sheet:
    """`rows`: (row number, cell texts), without empty rows; `cut`: the sheet has more rows than were read."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    cut: bool = False


def read_workbook(data: bytes) -> tuple[Sheet, ...]:
    """Return the visible sheets in order.  Raises: BadInput ("bad_workbook", "workbook_too_large")."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MOST_BYTES or len(archive.infolist()) > 2000:
                raise BadInput(say("workbook_too_large"))
            return tuple(_Book(archive).sheets())
    except (
        zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, RuntimeError, ValueError,
        ElementTree.ParseError, OverflowError,
    ):  # fmt: skip
        raise BadInput(say("bad_workbook")) from None


class _Book:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._left = MOST_BYTES
        names = set(archive.namelist())
        self._strings = list(self._shared()) if "xl/sharedStrings.xml" in names else []
        self._dates = self._date_styles() if "xl/styles.xml" in names else frozenset()

    def sheets(self) -> Iterator[Sheet]:
        targets = {
            element.get("Id", ""): element.get("Target", "")
            for element in self._tree("xl/_rels/workbook.xml.rels").iter(f"{_PACKAGE}Relationship")
        }
        for element in self._tree("xl/workbook.xml").iter(f"{_MAIN}sheet"):
            target = targets.get(element.get(_RELATION, ""), "")
            path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
            if element.get("state", "visible") == "visible" and "worksheets/" in path:
                yield self._sheet(element.get("name", ""), path)

    def _bytes(self, path: str) -> bytes:
        """Return a part of the file.  The sizes in its directory may be wrong."""
        with self._archive.open(path) as part:
            data = part.read(self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise BadInput(say("workbook_too_large"))
        # UTF-16 would hide both from this check; no program writes it.
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"\x00" in data[:200]:
            raise BadInput(say("bad_workbook"))
        return data

    def _elements(self, path: str, name: str) -> Iterator[ElementTree.Element]:
        """Yield the elements of a name in a part; each is emptied when the next is requested."""
        # Without a document type, no entities can expand.
        iter_parse_iterator = ElementTree.iterparse(BytesIO(self._bytes(path)), events=("start", "end"))  # noqa: S314
        for count, (event, element) in enumerate(iter_parse_iterator):
            if count > 2 * MOST_ELEMENTS:
                raise BadInput(say("workbook_too_large"))
            if event == "end" and element.tag == name:
                yield element
                element.clear()

    def _tree(self, path: str) -> ElementTree.Element:
        data = self._bytes(path)
        if len(data) > MOST_AT_ONCE:
            raise BadInput(say("workbook_too_large"))
        # Without a document type, no entities can expand.
        return ElementTree.fromstring(data)  # noqa: S314

    def _shared(self) -> Iterator[str]:
        for element in self._elements("xl/sharedStrings.xml", f"{_MAIN}si"):
            yield _text(element)

    def _date_styles(self) -> frozenset[int]:
        """Return the numbers of the cell styles that show a date."""
        tree = self._tree("xl/styles.xml")
        own = {
            int(element.get("numFmtId", "0"))
            for element in tree.iter(f"{_MAIN}numFmt")
            if _shows_date(element.get("formatCode", ""))
        }
        cells = tree.find(f"{_MAIN}cellXfs")
        return frozenset(
            place
            for place, element in enumerate(cells if cells is not None else ())
            if (number := int(element.get("numFmtId", "0"))) in _DATES or number in own
        )

    def _sheet(self, name: str, path: str) -> Sheet:
        rows: list[tuple[int, tuple[str, ...]]] = []
        number = 0
        for element in self._elements(path, f"{_MAIN}row"):
            number = int(element.get("r", number + 1))
            cells = self._cells(element)
            if any(cells):
                rows.append((number, cells))
            if len(rows) > MOST_ROWS:
                return Sheet(name, tuple(rows), cut=True)
        return Sheet(name, tuple(rows))

    def _cells(self, row: ElementTree.Element) -> tuple[str, ...]:
        result: dict[int, str] = {}
        for place, cell in enumerate(row.iter(f"{_MAIN}c")):
            at = _column(cell.get("r", ""), place)
            if at >= MOST_COLUMNS:
                raise BadInput(say("too_many_columns", most=MOST_COLUMNS))
            result[at] = " ".join(self._value(cell).split())
        return tuple(result.get(at, "") for at in range(max(result, default=-1) + 1))

    def _value(self, cell: ElementTree.Element) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return _text(cell)
        value = cell.find(f"{_MAIN}v")
        text = (value.text or "") if value is not None else ""
        if kind == "s":
            return self._strings[int(text)] if text and int(text) < len(self._strings) else ""
        if kind in ("str", "b", "d"):
            return text[:10] if kind == "d" else text
        if kind == "e" or not text:
            return ""
        return _number(text, is_date=int(cell.get("s", "0")) in self._dates)


def _text(element: ElementTree.Element) -> str:
    """Return the runs of a text, without phonetic readings of Japanese."""
    runs = [part for part in element if part.tag in (f"{_MAIN}t", f"{_MAIN}r", f"{_MAIN}is")]
    return "".join(
        (run.text or "") if run.tag == f"{_MAIN}t" else "".join(t.text or "" for t in run.iter(f"{_MAIN}t"))
        for run in runs
    )


def _number(text: str, *, is_date: bool) -> str:
    value = float(text)
    if is_date and 1 <= value < 200_000:
        return (_DAY_ZERO + timedelta(days=int(value))).isoformat()
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _column(place: str, otherwise: int) -> int:
    match = _PLACE.match(place)
    if match is None:
        return otherwise
    at = 0
    for letter in match[1]:
        at = 26 * at + ord(letter) - 64
    return at - 1


_LONGEST_CODE = 255  # of a format, by the specification of the file


def _shows_date(code: str) -> bool:
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", code[:_LONGEST_CODE]).lower()
    return "y" in bare or "d" in bare

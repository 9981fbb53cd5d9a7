"""Player lists in layouts other than text tables, converted to headings and rows: workbooks and programs' files.

Files of ChessEvent, Swiss-Chess and lichess (JSON), the upload of chess-results (XML), reports (TRF), the export of
Vega, and text in columns of fixed width.  Values are converted only if a program has its own codes.
"""

import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any, Final
from xml.etree import ElementTree

from tavleya.errors import BadInput, DomainError
from tavleya.formats.headings import column_of, found_names
from tavleya.formats.messages import say
from tavleya.formats.trf import read as read_trf

# The sheets of a workbook (XLSX, ECMA-376) as rows of text: only values, with ISO dates.
#
# Formulas are not evaluated; the value stored by the writing program is used. A file that is larger than it
# claims, or that declares entities, is refused before it is unpacked.

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
        events = ElementTree.iterparse(BytesIO(self._bytes(path)), events=("start", "end"))  # noqa: S314
        for count, (event, element) in enumerate(events):
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
        custom_formats = {
            int(element.get("numFmtId", "0"))
            for element in tree.iter(f"{_MAIN}numFmt")
            if _shows_date(element.get("formatCode", ""))
        }
        cells = tree.find(f"{_MAIN}cellXfs")
        return frozenset(
            place
            for place, element in enumerate(cells if cells is not None else ())
            if (number := int(element.get("numFmtId", "0"))) in _DATES or number in custom_formats
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


Rows = list[tuple[int, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class ListContent:
    """A list as headings and (line, cells).  `layout`: the key of `list_tables.LAYOUTS`."""

    layout: str
    headings: tuple[str, ...]
    rows: Rows


def layout_of(text: str) -> ListContent | None:
    """Return the list in a text without cell delimiters; None for any other text.

    Raises: BadInput if the text begins like one of these layouts but is unreadable.
    """
    start = text.lstrip()[:1]
    if start in ("{", "["):
        return _json(text)
    if start == "<":
        return _xml(text)
    if re.search(r"^001 {0,4}\|?", text, re.MULTILINE):
        return _vega(text) if re.search(r"^001 *\|", text, re.MULTILINE) else _trf(text)
    return _fixed_width(text)


def _not_a_list() -> BadInput:
    return BadInput(say("not_a_list"))


# JSON


def _json(text: str) -> ListContent | None:
    try:
        whole: Any = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict):
        players = whole.get("players")
        if isinstance(players, list):
            return _from_objects("chess_event", _CHESS_EVENT, _dicts(players))
        players = whole.get("player")
        if isinstance(players, list):
            return _from_objects("swiss_chess", _SWISS_CHESS, _dicts(players))
        if not {"username", "id"} & whole.keys():
            raise _not_a_list()
    if isinstance(whole, list):
        return _from_objects("swiss_chess", _SWISS_CHESS, _dicts(whole))
    return _lichess(text)


def _dicts(items: Sequence[Any]) -> list[tuple[int, dict[str, Any]]]:
    return [(place, item) for place, item in enumerate(items, start=1) if isinstance(item, dict)]


Field = tuple[str, Callable[[Mapping[str, Any]], str]]


def _plain(key: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda row: _word(row.get(key))


def _word(value: Any) -> str:
    """Return a value as text; empty for None, 0 and compound values."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    text = " ".join(str(value).split())
    return "" if text in ("0", "0.0") else text[:500]


def _from_objects(layout: str, fields: Sequence[Field], players: list[tuple[int, dict[str, Any]]]) -> ListContent:
    rows = [(place, tuple(read(row) for _, read in fields)) for place, row in players]
    return ListContent(layout, tuple(heading for heading, _ in fields), rows)


_TYPES = {1: "estimated", 2: "national", 3: "FIDE"}


def _day(row: Mapping[str, Any]) -> str:
    """Return the date of a time in seconds since 1970, which may be negative."""
    seconds = row.get("birth")
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        return _word(seconds)
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return str(seconds)


def _skipped(row: Mapping[str, Any]) -> str:
    """Return the byes; `skipped_rounds` maps rounds to points."""
    skipped = row.get("skipped_rounds")
    if not isinstance(skipped, dict):
        return ""
    return " ".join(f"{number}:{points}" for number, points in sorted(skipped.items(), key=lambda item: str(item[0])))


#: Fields as in other programs that read the format.  The meaning of its title numbers is unknown: they are left out.
_CHESS_EVENT: tuple[Field, ...] = (
    ("Last name", _plain("last_name")),
    ("First name", _plain("first_name")),
    ("Sex", lambda row: {1: "f", 2: "m"}.get(row.get("gender", 0), "")),
    ("Birth", _day),
    ("Fed", _plain("federation")),
    ("FIDE ID", _plain("fide_id")),
    ("National ID", lambda row: _word(row.get("ffe_licence_number")) or _word(row.get("ffe_id"))),
    ("Rating", _plain("standard_rating")),
    ("Rating type", lambda row: _TYPES.get(row.get("standard_rating_type", 0), "")),
    ("Rapid", lambda row: _word(row.get("rapid_rating")) if row.get("rapid_rating_type") == 3 else ""),
    ("Blitz", lambda row: _word(row.get("blitz_rating")) if row.get("blitz_rating_type") == 3 else ""),
    ("Club", _plain("ffe_club")),
    ("Fixed board", _plain("board")),
    ("Byes", _skipped),
    ("Fee", _plain("initial_fee")),
    ("Paid", lambda row: _word(row.get("paid_before")) or _word(row.get("paid"))),
)
_SWISS_CHESS: tuple[Field, ...] = (
    ("Name", _plain("lastname")),
    ("Team", _plain("teamname")),
    ("Fed", _plain("fed")),
    ("Rating", _plain("rtg_fid")),
    ("National rating", _plain("rtg_nat")),
    ("Title", _plain("title")),
    ("Birth", _plain("birth")),
    ("National ID", _plain("nat_id")),
    ("FIDE ID", _plain("fide_id")),
    ("Sex", _plain("sex")),
)


def _lichess(text: str) -> ListContent | None:
    """Read lines of JSON: members of a team, results of an arena or of a Swiss.

    Lines without a user name are skipped.
    """
    rows: Rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise _not_a_list() from None
        if not isinstance(data, dict):
            raise _not_a_list()
        name = _word(data.get("username")) or _word(data.get("name")) or _word(data.get("id"))
        rating = _word(data.get("rating"))
        rows.append((number, (name, _word(data.get("title")), rating, _word(data.get("team")))))
    return ListContent("lichess", ("Username", "Title", "Lichess rating", "Club"), rows)


# XML


def _xml(text: str) -> ListContent:
    if "<!DOCTYPE" in text or "<!ENTITY" in text or "<chessresults" not in text:
        raise _not_a_list()
    try:
        # Without a document type, no entities can expand.
        tree = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))  # noqa: S314
    except (ElementTree.ParseError, ValueError):
        raise _not_a_list() from None
    teams = {element.get("no", ""): element.get("teamname", "") for element in tree.iter("team")}
    rows: Rows = []
    for place, element in enumerate(tree.iter("player"), start=1):
        cells = [" ".join(element.get(name, "").split()) for _, name in _CHESS_RESULTS]
        rows.append((place, (*cells, teams.get(element.get("teamno", ""), ""))))
    return ListContent("chess_results", (*(heading for heading, _ in _CHESS_RESULTS), "Team"), rows)


_CHESS_RESULTS = (
    ("No", "no"), ("Last name", "lastname"), ("First name", "firstname"), ("Title", "title"), ("RtgI", "rtgfide"),
    ("RtgN", "rtgnat"), ("Birth", "dob"), ("Sex", "sex"), ("Fed", "fed"), ("FIDE ID", "fideid"), ("National ID", "id"),
    ("Club", "clubname"),
)  # fmt: skip


# TRF and Vega


def _trf(text: str) -> ListContent | None:
    try:
        tournament = read_trf(text.encode(), persons=False).tournament
    except DomainError:
        return None
    teams = {number: team.name for team in tournament.teams for number in team.members if number}
    rows: Rows = []
    for number, player in tournament.players.items():
        cells = (str(number), player.name, str(player.sex), player.title, str(player.rating or ""), player.federation)
        rows.append((player.line or number, (*cells, str(player.fide_id or ""), player.birth, teams.get(number, ""))))
    return ListContent("trf", ("No", "Name", "Sex", "Title", "Rating", "Fed", "FIDE ID", "Birth", "Team"), rows)


_VEGA = ("", "No", "Sex", "Title", "Name", "RtgI", "Fed", "FIDE ID", "RtgN", "National ID", "Birth", "Points", "Rank")


def _vega(text: str) -> ListContent:
    """Read lines `001 |number|sex|title|name|…`: the columns of a report with bars between them."""
    rows: Rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("001"):
            cells = [cell.strip() for cell in line.split("|")]
            rows.append((number, (*cells[: len(_VEGA)], *[""] * (len(_VEGA) - len(cells)))))
    return ListContent("vega", _VEGA[1:], [(line, cells[1:]) for line, cells in rows])


# Fixed width

_WIDEST = 1000


def _fixed_width(text: str) -> ListContent | None:
    """Read space-filled columns with at least two known headings; None if the lines have no common columns."""
    if any(mark in text for mark in "\t;|"):
        return None
    if max(map(len, text.splitlines()), default=0) > _WIDEST:
        return None
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), start=1)]
    filled = [(number, line) for number, line in lines if line.strip()][:MOST_ROWS]
    for index, (_, line) in enumerate(filled[:30]):
        if not re.search(r"\S {2,}\S", line):
            continue
        body = filled[index + 1 :]
        if not body:
            return None
        cuts = _gaps([line, *(other for _, other in body[:200])])
        headings = _cells(line, cuts)
        columns = [column_of(heading) for heading in headings]
        if found_names(columns) and sum(column is not None for column in columns) >= 2:
            rows = [(number, _cells(other, cuts)) for number, other in body]
            return ListContent("fixed", headings, rows)
    return None


def _gaps(lines: Sequence[str]) -> list[int]:
    """Return the start of each column: after a position that is blank in all lines."""
    width = max(map(len, lines))
    used = [any(at < len(line) and line[at] != " " for line in lines) for at in range(width)]
    return [at for at in range(width) if used[at] and (at == 0 or not used[at - 1])]


def _cells(line: str, begins: Sequence[int]) -> tuple[str, ...]:
    ends: Iterator[int | None] = iter([*begins[1:], None])
    return tuple(line[start:end].strip() for start, end in zip(begins, ends, strict=True))

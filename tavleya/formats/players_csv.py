"""The players of a list in any layout (`list_tables`): each line as a person, or its problems."""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from types import MappingProxyType
from typing import TypeVar

from tavleya.errors import BadInput, Problem
from tavleya.formats.headings import TEXTS, Column, NameIn, NameOrder, column_of, split_in_order
from tavleya.formats.list_tables import Heading, ListTable, Matched, read_table
from tavleya.formats.messages import say
from tavleya.formats.names import PersonName, identity, split_name
from tavleya.formats.rating_list import Skipped
from tavleya.messages import Message

_Value = TypeVar("_Value")
MOST_ROWS = 5000
_YEAR = re.compile(r"(?:\d{1,2}[./-]){0,2}(\d{4})(?:[./-]\d{1,2}){0,2}\Z")
_DAYS = re.compile(r"[1-9]\d{4}\Z")
_DAY_ZERO = date(1899, 12, 30)
_ZEROS = re.compile(r"[.,]0+\Z")
_BYE = re.compile(r"(\d{1,3})(?:[:=](0|0[.,]0|0[.,]5|½|1|1[.,]0))?\Z")
#: Values of byes, in half-points.
_WORTH = {
    **dict.fromkeys(("0", "0.0", "0,0"), 0), **dict.fromkeys(("0.5", "0,5", "½"), 1),
    **dict.fromkeys(("1", "1.0", "1,0"), 2),
}  # fmt: skip
#: Flags that are not a federation with its own ratings and numbers.
_NO_FEDERATION = ("", "FID", "NON", "FIDE")
#: The rating list by rating type; empty for the list of the federation.
_ESTIMATED = "estimated"
_RATING_TYPES = {"fide": "standard", "national": "", "estimated": _ESTIMATED}
_SEXES = {
    **dict.fromkeys(("f", "w", "female", "woman", "ж", "жен", "женский", "жін", "жіноча"), "f"),
    **dict.fromkeys(("m", "male", "man", "м", "муж", "мужской", "ч", "чол", "чоловіча"), "m"),
}


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player of the file.

    `ratings` are by list, `names` full names by language code, `national_ids` by federation.

    `board`: the fixed table of the player.  `byes`: (round, half-points) of the rounds they will miss.  `texts` are
    those of `headings.TEXTS`, by column.
    """

    line: int
    name: PersonName
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    federation: str = ""
    fide_id: int | None = None
    ratings: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    birth_year: int | None = None
    sex: str = ""
    team: str = ""
    number: int | None = None
    national_ids: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    board: int | None = None
    byes: tuple[tuple[int, int], ...] = ()
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def club(self) -> str:
        return self.texts.get(Column.CLUB, "")

    @property
    def identity(self) -> str:
        return identity(self.name, self.birth_year)


@dataclass(frozen=True, slots=True)
class PlayersReading:
    """The players of a file, its problems, and notes on data that need a look.

    `table`: the columns of the list; None if it is not a table.
    """

    rows: tuple[PlayerRow, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    table: ListTable | None = None


def read_players(
    data: bytes | str, matched: Matched | None = None, leave: Collection[int] = (), order: NameOrder | None = None
) -> PlayersReading:
    """Return the players of a file or a pasted text.  A text never raises an error; its problems are in the result.

    `matched`: columns set by the user, by position.  `leave`: lines to leave out.  `order`: the order of names without
    a comma, None to detect it from the column.  A text without headings and with one column is a list of names.

    Raises: BadInput for a file that is not a list (`list_tables.read_table`).
    """
    try:
        table = read_table(data, matched, order)
    except BadInput as error:
        if isinstance(data, bytes):
            raise
        return PlayersReading((), (Problem(error.message),))
    if not table.rows and table.header is None:
        return PlayersReading((), (Problem(say("empty_file")),), table=table)
    if not table.names_anybody:
        return PlayersReading((), (_no_header(table.header or table.first or 1),), table.notes, table)
    records = [(line, list(cells)) for line, cells in table.rows if line not in leave]
    rows, problems = _rows(records[:MOST_ROWS], list(table.columns))
    if len(records) > MOST_ROWS:
        problems.append(Problem(say("too_many_rows", most=MOST_ROWS)))
    if not rows and not problems:
        problems.append(Problem(say("no_players"), line=table.header or None))
    return PlayersReading(tuple(rows), tuple(problems), table.notes, table)


def _no_header(line: int) -> Problem:
    return Problem(say("no_header"), line=line)


def _rows(records: list[tuple[int, list[str]]], columns: list[Heading | None]) -> tuple[list[PlayerRow], list[Problem]]:
    """Return the players of the lines in order, and all problems of the lines."""
    rows: list[PlayerRow] = []
    problems: list[Problem] = []
    for line, cells in records:
        if len(cells) > len(columns) and any(cells[len(columns) :]):
            message = say("too_many_cells")
            problems.append(Problem(message, line=line))
            continue
        values: dict[Heading, str] = {}
        for column, cell in zip(columns, cells, strict=False):
            if column is not None and cell:
                values.setdefault(column, cell)
        row, messages = _row(line, values)
        problems += [Problem(message, line=line) for message in messages]
        if row is not None:
            rows.append(row)
    repeated = _repeated(rows)
    refused = {problem.line for problem in (*problems, *repeated)}
    problems = sorted([*problems, *repeated], key=lambda problem: problem.line or 0)
    return [row for row in rows if row.line not in refused], problems


def _repeated(rows: list[PlayerRow]) -> list[Problem]:
    """Return a problem for each line that repeats a player or starting number."""
    seen: dict[object, PlayerRow] = {}
    problems = []
    for row in rows:
        for key in (row.identity, row.fide_id, None if row.number is None else f"#{row.number}"):
            before = seen.get(key) if key is not None else None
            if before is not None and not (key == row.identity and two_people(row.fide_id, before.fide_id)):
                message = say("duplicate_in_file", player=row.name.listed, line=before.line)
                problems.append(Problem(message, line=row.line))
                break
            if key is not None:
                seen.setdefault(key, row)
    return problems


def two_people(number: int | None, other: int | None) -> bool:
    """Return whether two FIDE numbers are known and differ, so that namesakes are different people."""
    return number is not None and other is not None and number != other


def _row(line: int, values: Mapping[Heading, str]) -> tuple[PlayerRow | None, list[Message]]:
    """Return the player of a line, as far as it is readable, and a message for each unreadable cell.

    Without a name there is no player.
    """
    messages: list[Message] = []

    def read(reader: Callable[[str], _Value], column: Column) -> _Value | None:
        try:
            return reader(values.get(column, ""))
        except BadInput as error:
            messages.append(error.message)
            return None

    def number(column: Column, most: int) -> int | None:
        return read(lambda text: _number(column, text, most), column) or None

    name = read(lambda _text: _name(values), Column.NAME)
    federation = read(_federation, Column.FEDERATION) or ""
    fide_id = number(Column.FIDE_ID, 99_999_999_999)
    kind = values.get(Column.RATING_TYPE, "").casefold()
    of_federation = federation if federation not in _NO_FEDERATION else "NAT"
    rating_columns = (
        (_RATING_TYPES.get(kind, "standard") or of_federation, Column.RATING),
        ("rapid", Column.RAPID),
        ("blitz", Column.BLITZ),
        (of_federation, Column.NATIONAL_RATING),
        ("LICHESS", Column.LICHESS_RATING),
    )
    ratings = {key: rating for key, column in rating_columns if (rating := number(column, 4000))}
    ratings.pop(_ESTIMATED, None)
    board = number(Column.BOARD, 9_999)
    byes = read(_byes, Column.BYES) or ()
    national_id = values.get(Column.NATIONAL_ID, "").lstrip("0")[:20]
    birth_year = read(_year, Column.BIRTH)
    sex = read(_sex, Column.SEX) or ""
    starting_number = number(Column.NUMBER, 99_999)
    messages += [say("formula_cell", text=text[:80]) for text in values.values() if text[0] in "=@"]
    if name is None:
        return None, messages
    row = PlayerRow(
        line=line,
        name=name,
        names={column.language: text for column, text in values.items() if isinstance(column, NameIn)},
        federation=federation,
        fide_id=fide_id,
        ratings=ratings,
        birth_year=birth_year,
        sex=sex,
        team=values.get(Column.TEAM, "")[:80],
        number=starting_number,
        national_ids={of_federation: national_id} if national_id else {},
        board=board,
        byes=byes,
        texts={column.value: values.get(column, "")[:longest] for column, longest in TEXTS.items()},
    )
    return row, messages


def _name(values: Mapping[Heading, str]) -> PersonName:
    if Column.FAMILY in values:
        name = PersonName(values[Column.FAMILY], values.get(Column.GIVEN, ""), values.get(Column.PATRONYMIC, ""))
    elif Column.GIVEN_FIRST in values:
        name = split_in_order(values[Column.GIVEN_FIRST], NameOrder.GIVEN_FIRST)
    else:
        name = split_name(values.get(Column.NAME, ""))
    if not any(letter.isalpha() for letter in name.family):
        raise BadInput(say("name_missing"))
    if max(len(name.family), len(name.given), len(name.patronymic)) > 80:
        raise BadInput(say("name_too_long"))
    return name


def _number(column: Column, written: str, most: int) -> int | None:
    text = _ZEROS.sub("", written.replace(" ", "").replace("\u00a0", "")).rstrip(".")
    if text in ("", "-", "–"):
        return None
    if not text.isascii() or not text.isdigit() or int(text) > most:
        raise _bad(column, written)
    return int(text)


def _year(text: str) -> int | None:
    if text in ("", "-", "–", "0"):
        return None
    if _DAYS.match(text) and _is_a_day(int(text)):
        text = str((_DAY_ZERO + timedelta(days=int(text))).year)  # a date in a workbook that lost its format
    match = _YEAR.match(text)
    if match is None or not 1800 <= int(match[1]) <= 2200:
        raise _bad(Column.BIRTH, text)
    return int(match[1])


def _is_a_day(days: int) -> bool:
    """Return whether a number of five digits is a plausible birthday in days since 1899-12-30."""
    return 1900 <= (_DAY_ZERO + timedelta(days=days)).year <= 2100


def _byes(text: str) -> tuple[tuple[int, int], ...]:
    """Read `2`, `2, 5`, `2:0 5:0.5 7:1`: rounds with their points, by default a half."""
    result = {}
    for word in re.split(r"[\s,;]+", text.strip(" ,;")) if text else ():
        match = _BYE.match(word)
        if match is None or not 1 <= int(match[1]) <= 400:
            raise _bad(Column.BYES, text)
        result[int(match[1])] = _WORTH[match[2] or "½"]
    return tuple(sorted(result.items()))


def _sex(text: str) -> str:
    if not text:
        return ""
    sex = _SEXES.get(text.casefold().rstrip("."))
    if sex is None:
        raise _bad(Column.SEX, text)
    return sex


def _federation(text: str) -> str:
    code = text.upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise _bad(Column.FEDERATION, text)
    return code


def _bad(column: Column, text: str) -> BadInput:
    return BadInput(say("bad_cell", text=text, column=say(f"column_{column.value}")))


# Rating lists of federations and organisers: CSV with headings, one line per player.

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
    for line, row in enumerate(_own_list_rows(source, mark), start=2):
        cells = {column: cell.strip() for column, cell in zip(columns, row, strict=False) if isinstance(column, Column)}
        if any(cells.values()):
            yield _own_rating(line, cells)


def _own_list_rows(source: Iterator[str], mark: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(source, delimiter=mark)
    except csv.Error:  # a field of more than 128 KB
        raise BadInput(say("no_own_list")) from None


def _own_rating(line: int, cells: dict[Column, str]) -> OwnRating | Skipped:
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

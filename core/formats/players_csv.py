"""Player lists as organisers have them: CSV with `,`, `;` or tabs, headings in English, Russian or Ukrainian."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from common.errors import BadInput, Problem
from common.messages import Message
from core.formats.headings import Column, NameIn, column_of
from core.formats.messages import say
from core.formats.names import PersonName, identity, split_name

_Heading: TypeAlias = Column | NameIn
_Value = TypeVar("_Value")
MOST_ROWS = 5000
_YEAR = re.compile(r"(?:\d{1,2}[./-]){0,2}(\d{4})(?:[./-]\d{1,2}){0,2}\Z")
_SEXES = {
    **dict.fromkeys(("f", "w", "female", "woman", "ж", "жен", "женский", "жін", "жіноча"), "f"),
    **dict.fromkeys(("m", "male", "man", "м", "муж", "мужской", "ч", "чол", "чоловіча"), "m"),
}


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player of the file.  `ratings` are by kind, `names` whole names by language code."""

    line: int
    name: PersonName
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    federation: str = ""
    fide_id: int | None = None
    title: str = ""
    ratings: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    birth_year: int | None = None
    sex: str = ""
    club: str = ""
    team: str = ""
    number: int | None = None

    @property
    def identity(self) -> str:
        return identity(self.name, self.birth_year)


@dataclass(frozen=True, slots=True)
class PlayersReading:
    """The players of a file, what is wrong with it, and what was understood but ought to be looked at."""

    rows: tuple[PlayerRow, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def read_players(text: str) -> PlayersReading:
    """Never raises on account of the text.

    A file without headings and with one column is a list of names, family name first.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    records = list(_records(text.removeprefix("\ufeff"), _delimiter(first)))
    if not records:
        return PlayersReading((), (Problem(say("empty_file")),))
    line, header = records[0]
    columns = [column_of(cell) for cell in header]
    if not _names_anybody(columns):
        if any(columns) or len(header) > 1:
            return PlayersReading((), (_no_header(line),))
        columns = [Column.NAME]
    else:
        records = records[1:]
    warnings = [
        Problem(
            say("unknown_column", heading=cell),
            line=line,
        )
        for cell, column in zip(header, columns, strict=True)
        if column is None and cell.strip()
    ]
    rows, problems = _rows(records[:MOST_ROWS], columns)
    if len(records) > MOST_ROWS:
        problems.append(Problem(say("too_many_rows", most=MOST_ROWS)))
    if not rows and not problems:
        problems.append(Problem(say("no_players"), line=line))
    return PlayersReading(tuple(rows), tuple(problems), tuple(warnings))


def _delimiter(first: str) -> str | None:
    """The one that the first line has most of; None where it has none of `;`, tab and comma."""
    bare = re.sub(r'"[^"]*"', "", first)
    found = max("\t;,", key=lambda mark: bare.count(mark))
    return found if found in bare else None


def _records(text: str, delimiter: str | None) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, with the number of the line on which each begins."""
    if delimiter is None or (delimiter == "," and not _is_header(text)):
        # `Carlsen, Magnus`: without headings a comma belongs to the name.
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                yield number, [line.strip().strip('"')]
        return
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    begins = 1
    for row in reader:
        if any(cell.strip() for cell in row):
            yield begins, [cell.strip() for cell in row]
        begins = reader.line_num + 1


def _is_header(text: str) -> bool:
    """Whether the first line, cut at commas, has a heading in it."""
    first = text.lstrip().partition("\n")[0]
    return any(column_of(cell) for cell in first.split(","))


def _names_anybody(columns: list[_Heading | None]) -> bool:
    return Column.NAME in columns or Column.FAMILY in columns


def _no_header(line: int) -> Problem:
    return Problem(
        say("no_header"),
        line=line,
    )


def _rows(
    records: list[tuple[int, list[str]]], columns: list[_Heading | None]
) -> tuple[list[PlayerRow], list[Problem]]:
    """The players of the lines in order, and everything that is wrong with any line."""
    rows: list[PlayerRow] = []
    problems: list[Problem] = []
    for line, cells in records:
        if len(cells) > len(columns) and any(cells[len(columns) :]):
            message = say("too_many_cells")
            problems.append(Problem(message, line=line))
            continue
        values = {
            column: cell for column, cell in zip(columns, cells, strict=False) if column is not None and cell
        }
        row, wrong = _row(line, values)
        problems += [Problem(message, line=line) for message in wrong]
        if row is not None:
            rows.append(row)
    repeated = _repeated(rows)
    refused = {problem.line for problem in (*problems, *repeated)}
    problems = sorted([*problems, *repeated], key=lambda problem: problem.line or 0)
    return [row for row in rows if row.line not in refused], problems


def _repeated(rows: list[PlayerRow]) -> list[Problem]:
    """Lines with the player or the starting number of an earlier one."""
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


def two_people(one: int | None, other: int | None) -> bool:
    """Whether two FIDE numbers, where both are known, tell namesakes apart."""
    return one is not None and other is not None and one != other


def _row(line: int, values: Mapping[_Heading, str]) -> tuple[PlayerRow | None, list[Message]]:
    """The player of a line, as far as it can be read, and every cell that cannot be what its heading says.

    Without a name there is no player.
    """
    wrong: list[Message] = []

    def read(reader: Callable[[str], _Value], column: Column) -> _Value | None:
        try:
            return reader(values.get(column, ""))
        except BadInput as refused:
            wrong.append(refused.message)
            return None

    def number(column: Column, most: int) -> int | None:
        return read(lambda text: _number(column, text, most), column) or None

    name = read(lambda _text: _name(values), Column.NAME)
    federation = read(_federation, Column.FEDERATION) or ""
    fide_id = number(Column.FIDE_ID, 99_999_999_999)
    kinds = (("standard", Column.RATING), ("rapid", Column.RAPID), ("blitz", Column.BLITZ))
    ratings = {kind: rating for kind, column in kinds if (rating := number(column, 4000))}
    birth_year = read(_year, Column.BIRTH)
    sex = read(_sex, Column.SEX) or ""
    starting_number = number(Column.NUMBER, 99_999)
    if name is None:
        return None, wrong
    row = PlayerRow(
        line=line,
        name=name,
        names={column.language: text for column, text in values.items() if isinstance(column, NameIn)},
        federation=federation,
        fide_id=fide_id,
        title=values.get(Column.TITLE, "")[:12],
        ratings=ratings,
        birth_year=birth_year,
        sex=sex,
        club=values.get(Column.CLUB, "")[:120],
        team=values.get(Column.TEAM, "")[:80],
        number=starting_number,
    )
    return row, wrong


def _name(values: Mapping[_Heading, str]) -> PersonName:
    if Column.FAMILY in values:
        name = PersonName(
            values[Column.FAMILY], values.get(Column.GIVEN, ""), values.get(Column.PATRONYMIC, "")
        )
    else:
        name = split_name(values.get(Column.NAME, ""))
    if not any(letter.isalpha() for letter in name.family):
        raise BadInput(say("name_missing"))
    if max(len(name.family), len(name.given), len(name.patronymic)) > 80:
        raise BadInput(say("name_too_long"))
    return name


def _number(column: Column, written: str, most: int) -> int | None:
    text = written.replace(" ", "").replace("\u00a0", "").rstrip(".")
    if text in ("", "-", "–"):
        return None
    if not text.isascii() or not text.isdigit() or int(text) > most:
        raise _bad(column, written)
    return int(text)


def _year(text: str) -> int | None:
    if text in ("", "-", "–", "0"):
        return None
    match = _YEAR.match(text)
    if match is None or not 1800 <= int(match[1]) <= 2200:
        raise _bad(Column.BIRTH, text)
    return int(match[1])


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

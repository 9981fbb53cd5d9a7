"""Player lists in layouts other than tables, converted to headings and rows.

Files of ChessEvent, Swiss-Chess and lichess (JSON), the upload of chess-results (XML), reports (TRF), the export of
Vega, and text in columns of fixed width.  Values are converted only if a program has its own codes.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

from tavleya.errors import BadInput, DomainError
from tavleya.formats.headings import column_of, found_names
from tavleya.formats.messages import say
from tavleya.formats.trf import read as read_trf

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


def _dicts(results: Sequence[Any]) -> list[tuple[int, dict[str, Any]]]:
    return [(place, item) for place, item in enumerate(results, start=1) if isinstance(item, dict)]


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
    return " ".join(f"{number}:{points}" for number, points in sorted(skipped.items(), key=lambda two: str(two[0])))


#: Fields as in other programs that read the format.  The meaning of its title numbers is unknown: they are left out.
_CHESS_EVENT: tuple[Field, ...] = (
    ("Last name", _plain("last_name")),
    ("First name", _plain("first_name")),
    ("Sex", lambda one: {1: "f", 2: "m"}.get(one.get("gender", 0), "")),
    ("Birth", _day),
    ("Fed", _plain("federation")),
    ("FIDE ID", _plain("fide_id")),
    ("National ID", lambda one: _word(one.get("ffe_licence_number")) or _word(one.get("ffe_id"))),
    ("Rating", _plain("standard_rating")),
    ("Rating type", lambda one: _TYPES.get(one.get("standard_rating_type", 0), "")),
    ("Rapid", lambda one: _word(one.get("rapid_rating")) if one.get("rapid_rating_type") == 3 else ""),
    ("Blitz", lambda one: _word(one.get("blitz_rating")) if one.get("blitz_rating_type") == 3 else ""),
    ("Club", _plain("ffe_club")),
    ("Fixed board", _plain("board")),
    ("Byes", _skipped),
    ("Fee", _plain("initial_fee")),
    ("Paid", lambda one: _word(one.get("paid_before")) or _word(one.get("paid"))),
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
    for line, written in enumerate(text.splitlines(), start=1):
        if not written.strip():
            continue
        try:
            data = json.loads(written)
        except (ValueError, RecursionError):
            raise _not_a_list() from None
        if not isinstance(data, dict):
            raise _not_a_list()
        name = _word(data.get("username")) or _word(data.get("name")) or _word(data.get("id"))
        rating = _word(data.get("rating"))
        rows.append((line, (name, _word(data.get("title")), rating, _word(data.get("team")))))
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
    names = {number: team.name for team in tournament.teams for number in team.members if number}
    rows: Rows = []
    for number, player_record in tournament.players.items():
        cells = (
            str(number),
            player_record.name,
            str(player_record.sex),
            player_record.title,
            str(player_record.rating or ""),
            player_record.federation,
        )
        rows.append(
            (
                player_record.line or number,
                (*cells, str(player_record.fide_id or ""), player_record.birth, names.get(number, "")),
            )
        )
    return ListContent("trf", ("No", "Name", "Sex", "Title", "Rating", "Fed", "FIDE ID", "Birth", "Team"), rows)


_VEGA = (
    "",
    "No",
    "Sex",
    "Title",
    "Name",
    "RtgI",
    "Fed",
    "FIDE ID",
    "RtgN",
    "National ID",
    "Birth",
    "Points",
    "Rank",
)


def _vega(text: str) -> ListContent:
    """Read lines `001 |number|sex|title|name|…`: the columns of a report with bars between them."""
    rows: Rows = []
    for line, written in enumerate(text.splitlines(), start=1):
        if written.startswith("001"):
            cells = [cell.strip() for cell in written.split("|")]
            rows.append((line, (*cells[: len(_VEGA)], *[""] * (len(_VEGA) - len(cells)))))
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
    filled = [(number, line) for number, line in lines if line.strip()][:6_000]
    for index, (_, line) in enumerate(filled[:30]):
        if not re.search(r"\S {2,}\S", line):
            continue
        body = filled[index + 1 :]
        if not body:
            return None
        cuts = _gaps([line, *(other for _, other in body[:200])])
        headings = _cells(line, cuts)
        columns = [column_of(heading) for heading in headings]
        if found_names(columns) and sum(item is not None for item in columns) >= 2:
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

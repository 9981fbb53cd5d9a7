"""Player lists in layouts other than tables, converted to headings and rows.

Files of ChessEvent, Swiss-Chess and lichess (JSON), the upload of chess-results (XML), reports (TRF), the export of
Vega, and text in columns of fixed width.  Values are converted only if a program has its own codes.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any
from xml.etree import ElementTree

from tavleya.errors import BadInput, DomainError, Problem
from tavleya.formats.headings import NameOrder, column_of, found_names, guess_order, split_in_order
from tavleya.formats.messages import say
from tavleya.formats.names import PersonName, folded
from tavleya.formats.trf import read as read_trf
from tavleya.messages import Message
from tavleya.record.results import Result
from tavleya.rules.filegame import BLACK_WON, BOTH_LOST, DRAWN, WHITE_WON, FileGame, FileReading

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


def _from_objects(
    layout: str, fields: Sequence[Field], players: list[tuple[int, dict[str, Any]]]
) -> ListContent:
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
    return " ".join(
        f"{number}:{points}" for number, points in sorted(skipped.items(), key=lambda two: str(two[0]))
    )


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
    return ListContent(
        "trf", ("No", "Name", "Sex", "Title", "Rating", "Fed", "FIDE ID", "Birth", "Team"), rows
    )


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


# Conversion of a game file to a tournament: players, rounds, boards and results.

_RESULTS = {
    WHITE_WON: Result.WHITE_WINS,
    DRAWN: Result.DRAW,
    BLACK_WON: Result.BLACK_WINS,
    BOTH_LOST: Result.BOTH_LOSE,
}
#: Decisive results of games without moves: one player did not come.
_FORFEITS = {
    WHITE_WON: Result.WHITE_FORFEIT_WIN,
    BLACK_WON: Result.BLACK_FORFEIT_WIN,
    BOTH_LOST: Result.BOTH_FORFEIT,
}
_ROUND = re.compile(r"(\d{1,4})(?:\.(\d{1,4}))?\Z")
_DATE = re.compile(r"(\d{4})\.(\d{2})\.(\d{2})\Z")


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    """`rating` is the player's first rating in the file: the initial one."""

    key: str
    name: PersonName
    federation: str = ""
    fide_id: int | None = None
    title: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """`white` and `black` are keys of players; `game` and `line` locate the game in the file."""

    game: int
    line: int
    white: str
    black: str
    start: str
    moves: tuple[str, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """`number` None: the only round of a tournament whose file has no rounds."""

    number: int | None
    boards: tuple[PlannedBoard, ...]
    played_on: date | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Players in order of their first game, and rounds in order."""

    players: tuple[PlannedPlayer, ...]
    rounds: tuple[PlannedRound, ...]
    problems: tuple[Problem, ...] = ()


def plan(reading: FileReading) -> Plan:
    """Return rounds by the `Round` tags, or one round without a number if no game has the tag.

    A decisive result without moves is a forfeit; `*` is an unfinished game.
    """
    named = (game.tags.get(side, "") for game in reading.games for side in ("White", "Black"))
    people = _People(guess_order(named).order)
    boards: list[tuple[FileGame, PlannedBoard]] = []
    for game in reading.games:
        keys = people.of(game)
        if keys is not None:
            boards.append((game, _board(game, *keys)))
    rounds, problems = _rounds(boards)
    if not reading.games:
        problems.append(Problem(say("no_games")))
    return Plan(tuple(people.players.values()), tuple(rounds), (*people.problems, *problems))


def _board(game: FileGame, white: str, black: str) -> PlannedBoard:
    results: Mapping[str, Result] = _RESULTS if game.moves else {**_RESULTS, **_FORFEITS}
    return PlannedBoard(
        game.number, game.line, white, black, game.start, game.moves, results.get(game.result)
    )


class _People:
    """The players by key, identified by FIDE number or name."""

    def __init__(self, order: NameOrder) -> None:
        self.order = order
        self.players: dict[str, PlannedPlayer] = {}
        self.problems: list[Problem] = []
        self._by_fide_id: dict[int, str] = {}

    def of(self, game: FileGame) -> tuple[str, str] | None:
        white, black = self._one(game, "White"), self._one(game, "Black")
        if white is None or black is None:
            return None
        if white == black:
            self._problem(game, say("pairing_with_oneself"))
            return None
        return white, black

    def _one(self, game: FileGame, side: str) -> str | None:
        text = game.tags.get(side, "").strip()
        if not any(letter.isalpha() for letter in text):
            self._problem(game, say("name_missing"))
            return None
        name, fide_id = split_in_order(text, self.order), _number(game.tags.get(f"{side}FideId", ""))
        key = self._by_fide_id.get(fide_id or 0, folded(name.full))
        planned_player = self.players.get(key)
        if planned_player is None:
            planned_player = self.players[key] = PlannedPlayer(
                key,
                name,
                federation=_code(game.tags.get(f"{side}Federation", "")),
                title=_game_plan_plain(game.tags.get(f"{side}Title", ""))[:12],
                rating=_number(game.tags.get(f"{side}Elo", "")),
            )
        if fide_id and planned_player.fide_id and fide_id != planned_player.fide_id:
            self._problem(game, say("two_fide_ids", player=text))
        elif fide_id and not planned_player.fide_id:
            self.players[key] = replace(planned_player, fide_id=fide_id)
            self._by_fide_id[fide_id] = key
        return key

    def _problem(self, game: FileGame, message: Message) -> None:
        self.problems.append(Problem(message, line=game.line, game=game.number))


def _rounds(boards: list[tuple[FileGame, PlannedBoard]]) -> tuple[list[PlannedRound], list[Problem]]:
    marks = [(_ROUND.match(game.tags.get("Round", "").strip()), game, board) for game, board in boards]
    if not any(mark for mark, _, _ in marks):
        return ([PlannedRound(None, tuple(board for _, board in boards))] if boards else []), []
    problems: list[Problem] = []
    rounds: dict[int, list[tuple[int, FileGame, PlannedBoard]]] = {}
    for mark, game, board in marks:
        if mark is None or not int(mark[1]):
            message = say("round_missing")
            problems.append(Problem(message, line=game.line, game=game.number))
            continue
        of_round = rounds.setdefault(int(mark[1]), [])
        seated = {key for _, _, other in of_round for key in (other.white, other.black)}
        if seated & {board.white, board.black}:
            message = say("seated_twice")
            problems.append(Problem(message, line=game.line, game=game.number))
        of_round.append((int(mark[2] or 0), game, board))
    return [_round(number, of_round) for number, of_round in sorted(rounds.items())], problems


def _round(number: int, of_round: list[tuple[int, FileGame, PlannedBoard]]) -> PlannedRound:
    in_order = sorted(of_round, key=lambda row: row[0])
    dates = {_date(game.tags.get("Date", "")) for _, game, _ in in_order}
    return PlannedRound(
        number, tuple(board for _, _, board in in_order), dates.pop() if len(dates) == 1 else None
    )


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 10**11 else None


def _game_plan_plain(text: str) -> str:
    return "" if text.strip() in ("-", "?") else text.strip()


def _code(text: str) -> str:
    code = text.strip().upper()
    return code if len(code) == 3 and code.isascii() and code.isalpha() else ""


def _date(text: str) -> date | None:
    match = _DATE.match(text.strip())
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        return None

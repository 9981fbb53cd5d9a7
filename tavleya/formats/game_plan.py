"""Conversion of a game file to a tournament: players, rounds, boards and results."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from tavleya.errors import Problem
from tavleya.formats.headings import NameOrder, guess_order, split_in_order
from tavleya.formats.messages import say
from tavleya.formats.names import PersonName, folded
from tavleya.messages import Message
from tavleya.record.results import Result
from tavleya.rules.filegame import BLACK_WON, BOTH_LOST, DRAWN, WHITE_WON, FileGame, FileReading

_RESULTS = {WHITE_WON: Result.WHITE_WINS, DRAWN: Result.DRAW, BLACK_WON: Result.BLACK_WINS, BOTH_LOST: Result.BOTH_LOSE}
#: Decisive results of games without moves: one player did not come.
_FORFEITS = {WHITE_WON: Result.WHITE_FORFEIT_WIN, BLACK_WON: Result.BLACK_FORFEIT_WIN, BOTH_LOST: Result.BOTH_FORFEIT}
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
    names = (game.tags.get(side, "") for game in reading.games for side in ("White", "Black"))
    people = _People(guess_order(names).order)
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
    return PlannedBoard(game.number, game.line, white, black, game.start, game.moves, results.get(game.result))


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
                title=_plain(game.tags.get(f"{side}Title", ""))[:12],
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
    marked = [(_ROUND.match(game.tags.get("Round", "").strip()), game, board) for game, board in boards]
    if not any(mark for mark, _, _ in marked):
        return ([PlannedRound(None, tuple(board for _, board in boards))] if boards else []), []
    problems: list[Problem] = []
    rounds: dict[int, list[tuple[int, FileGame, PlannedBoard]]] = {}
    for mark, game, board in marked:
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
    return PlannedRound(number, tuple(board for _, _, board in in_order), dates.pop() if len(dates) == 1 else None)


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) < 10**11 else None


def _plain(text: str) -> str:
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

"""Parser for board reports."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from tavleya.formats.names import PersonName, folded, split_name
from tavleya.messages import Message
from tavleya.record.results import Result
from tavleya.rules.filegame import FileGame
from tavleya.sides import Side
from tournaments.models.boards import QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player

#: Half-moves of a report; letters of a move; bytes of a fault's detail.
MOST_MOVES, LONGEST_MOVE, LARGEST_DETAIL = 1000, 20, 2048
#: A clock is believed up to a hundred hours (ms).
_LONGEST = 100 * 3_600_000
PROPOSED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True)
class Fault:
    """A state of a board that its program could not convert to moves; `fen` is a placement."""

    code: QuestionCode
    ply: int = 0
    fen: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The half-move `ply` of a list could not be read as a move: `text`, and why."""

    ply: int
    text: str
    reason: Message


@dataclass(frozen=True, slots=True)
class Report:
    """A report about one board, by its table or by the serial number of an electronic board.

    `moves` are all of the game so far; None: unknown. `shown`: by half-move, the mover's clock after it (ms).
    `reading`: both clocks at `read_at`, `running` the side whose clock ran. `result` is a proposal, empty for none,
    None if not reported. `faults` are all current ones; None if not reported. `refusal`: a move after `moves` in the
    program's file that the rules do not accept.
    """

    board: int | None = None
    serial: str = ""
    state: str = ""
    battery: str = ""
    moves: tuple[str, ...] | None = None
    shown: Mapping[int, int] = field(default_factory=dict)
    running: Side | None = None
    reading: Mapping[Side, int] | None = None
    read_at: datetime | None = None
    result: str | None = None
    faults: tuple[Fault, ...] | None = None
    refusal: Refusal | None = None


def read_report(report: Mapping[str, Any]) -> Report:
    """Parse a report checked by `BoardReportSerializer`, up to the size limits."""
    running, clock = report.get("running"), report.get("clock") or {}
    reading = {side: ms for side in Side if (ms := _ms(clock.get(side.value))) is not None}
    read_at = clock.get("at")
    moves = report.get("moves")
    return Report(
        board=report.get("board"),
        serial=str(report.get("serial") or "")[:40],
        state=str(report.get("state") or "")[:12],
        battery=str(report.get("battery") or "")[:12],
        moves=None if moves is None else tuple(str(move)[:LONGEST_MOVE] for move in moves[:MOST_MOVES]),
        shown=_mover_clocks(report.get("clocks") or ()),
        running=Side(running) if running in set(Side) else None,
        reading=reading or None,
        read_at=parse_datetime(read_at) if isinstance(read_at, str) else read_at,
        result=_result(report["result"]) if "result" in report else None,
        faults=None if report.get("faults") is None else tuple(_faults(report["faults"])),
    )


def _ms(value: object) -> int | None:
    valid = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LONGEST
    return value if valid else None  # type: ignore[return-value]


def _mover_clocks(clocks: Sequence[object]) -> dict[int, int]:
    """Return the mover's clock by half-move, the first number of each pair."""
    readings = {}
    for ply, clock in enumerate(clocks, 1):
        first = clock[0] if isinstance(clock, (list, tuple)) and clock else clock
        if (ms := _ms(first)) is not None:
            readings[ply] = ms
    return readings


def _result(text: object) -> str:
    return str(text) if text in set(PROPOSED) else ""


def _faults(rows: Sequence[Mapping[str, Any]]) -> list[Fault]:
    """Return the faults; an unknown code counts as a board that shows something else."""
    faults = []
    for row in rows:
        code = row.get("code", "")
        question_code = QuestionCode(code) if code in set(QuestionCode) else QuestionCode.MISMATCH
        detail = row.get("detail") or {}
        small = isinstance(detail, dict) and len(json.dumps(detail)) <= LARGEST_DETAIL
        faults.append(
            Fault(question_code, _ply(row.get("ply")), str(row.get("fen") or "")[:200], detail if small else {})
        )
    return faults


def _ply(value: object) -> int:
    return value if isinstance(value, int) and 0 < value <= MOST_MOVES else 0


# Games of a PGN and the boards of a round: by table, by the game's key, by FIDE ids, by names; never by a
# guess.

_ROUND = re.compile(r"^(\d{1,4})(?:\.(\d{1,5}))?$")
_NUMBER = re.compile(r"^\d{1,5}$")


@dataclass(frozen=True, slots=True)
class Match:
    """The board of a game; without a board, `code` has the reason.

    other_round, no_board, two_boards (its tags name different ones), two_games (another game of the file names it too).
    """

    board: Pairing | None
    code: str = ""


def match_games(games: Sequence[FileGame], boards: Sequence[Pairing], number: int | None) -> list[Match]:
    """Return the board of each game, in the order of the games. Boards have their players; `number` of the round."""
    ways = [way(boards) for way in (_by_table, _by_key, _by_fide_ids, _by_names)]
    matches = [_match(game, ways, number) for game in games]
    counts = Counter(match.board.pk for match in matches if match.board is not None)
    return [
        Match(None, "two_games") if match.board is not None and counts[match.board.pk] > 1 else match
        for match in matches
    ]


_Way = Callable[[FileGame], list[Pairing]]


def _match(game: FileGame, ways: Sequence[_Way], number: int | None) -> Match:
    round_tag = _ROUND.match(game.tags.get("Round", ""))
    if round_tag and number is not None and int(round_tag[1]) != number:
        return Match(None, "other_round")
    named = [boards for way in ways if (boards := way(game))]
    if not named:
        return Match(None, "no_board")
    # The first way that names exactly one board decides, unless another way names exactly one other board.
    sure = [boards[0] for boards in named if len(boards) == 1]
    if not sure or any(board.pk != sure[0].pk for board in sure):
        return Match(None, "two_boards")
    return Match(sure[0])


def _by_table(boards: Sequence[Pairing]) -> _Way:
    by_table = {board.board: board for board in boards}

    def way(game: FileGame) -> list[Pairing]:
        tag, round_tag = game.tags.get("Board", ""), _ROUND.match(game.tags.get("Round", ""))
        table = int(tag) if _NUMBER.match(tag) else int(round_tag[2] or 0) if round_tag else 0
        return [by_table[table]] if table in by_table else []

    return way


def _by_key(boards: Sequence[Pairing]) -> _Way:
    by_key = {str(board.game.key): board for board in boards if board.game is not None}

    def way(game: FileGame) -> list[Pairing]:
        key = game.tags.get("GameId", "")
        return [by_key[key]] if key in by_key else []

    return way


def _by_fide_ids(boards: Sequence[Pairing]) -> _Way:
    by_ids: Mapping[tuple[str, str], list[Pairing]] = defaultdict(list)
    for board in boards:
        white, black = _players(board)
        if white.fide_id and black.fide_id:
            by_ids[(str(white.fide_id), str(black.fide_id))].append(board)

    def way(game: FileGame) -> list[Pairing]:
        ids = game.tags.get("WhiteFideId", ""), game.tags.get("BlackFideId", "")
        return by_ids.get(ids, [])

    return way


def _by_names(boards: Sequence[Pairing]) -> _Way:
    by_names: Mapping[tuple[str, str], list[Pairing]] = defaultdict(list)
    for board in boards:
        white, black = _players(board)
        for white_name in _names(white):
            for black_name in _names(black):
                by_names[(white_name, black_name)].append(board)

    def way(game: FileGame) -> list[Pairing]:
        white, black = game.tags.get("White", ""), game.tags.get("Black", "")
        if not white.strip() or not black.strip():
            return []
        return by_names.get((_folded_name(white), _folded_name(black)), [])

    return way


def _players(board: Pairing) -> tuple[Player, Player]:
    assert board.black is not None
    return board.white.player, board.black.player


def _names(player: Player) -> set[str]:
    """Return all names of a player in the event, with and without the patronymic."""
    own = PersonName(player.family_name, player.given_name, player.patronymic)
    short = PersonName(player.family_name, player.given_name)
    return {folded(own.full), folded(short.full), *(_folded_name(name) for name in player.names.values() if name)}


def _folded_name(text: str) -> str:
    return folded(split_name(text).full)

"""Parser for board reports."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from tavleya.messages import Message
from tavleya.record.results import Result
from tavleya.sides import Side
from tournaments.models.boards import QuestionCode

#: Half-moves of a report; letters of a move; bytes of a fault's detail.
MOST_MOVES, LONGEST_MOVE, LARGEST_DETAIL = 1000, 20, 2048
#: A clock is believed up to a hundred hours (ms).
_LONGEST = 100 * 3_600_000
PROPOSED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a board shows and its program could not make moves of; `fen` is a placement."""

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


def read_report(log_data: Mapping[str, Any]) -> Report:
    """Parse a report checked by `BoardReportSerializer`, up to the size limits."""
    running, clock = log_data.get("running"), log_data.get("clock") or {}
    reading = {side: ms for side in Side if (ms := _ms(clock.get(side.value))) is not None}
    read_at = clock.get("at")
    moves = log_data.get("moves")
    return Report(
        board=log_data.get("board"),
        serial=str(log_data.get("serial") or "")[:40],
        state=str(log_data.get("state") or "")[:12],
        battery=str(log_data.get("battery") or "")[:12],
        moves=None if moves is None else tuple(str(move)[:LONGEST_MOVE] for move in moves[:MOST_MOVES]),
        shown=_mover_clocks(log_data.get("clocks") or ()),
        running=Side(running) if running in set(Side) else None,
        reading=reading or None,
        read_at=parse_datetime(read_at) if isinstance(read_at, str) else read_at,
        result=_result(log_data["result"]) if "result" in log_data else None,
        faults=None if log_data.get("faults") is None else tuple(_faults(log_data["faults"])),
    )


def _ms(value: object) -> int | None:
    isinstance_ = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LONGEST
    return value if isinstance_ else None  # type: ignore[return-value]


def _mover_clocks(clocks: Sequence[object]) -> dict[int, int]:
    """Return the mover's clock by half-move, the first number of each pair."""
    result = {}
    for ply, clock in enumerate(clocks, 1):
        first = clock[0] if isinstance(clock, (list, tuple)) and clock else clock
        if (ms := _ms(first)) is not None:
            result[ply] = ms
    return result


def _result(text: object) -> str:
    return str(text) if text in set(PROPOSED) else ""


def _faults(lines: Sequence[Mapping[str, Any]]) -> list[Fault]:
    """Return the faults; an unknown code counts as a board that shows something else."""
    faults = []
    for row in lines:
        code = row.get("code", "")
        question_code = QuestionCode(code) if code in set(QuestionCode) else QuestionCode.MISMATCH
        detail = row.get("detail") or {}
        small = isinstance(detail, dict) and len(json.dumps(detail)) <= LARGEST_DETAIL
        faults.append(
            Fault(
                question_code, _ply(row.get("ply")), str(row.get("fen") or "")[:200], detail if small else {}
            )
        )
    return faults


def _ply(value: object) -> int:
    return value if isinstance(value, int) and 0 < value <= MOST_MOVES else 0

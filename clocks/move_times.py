"""The clock of each half-move: the remaining time and the thinking time."""

from dataclasses import dataclass
from itertools import pairwise

from tavleya.record.state import PlyRecord, State
from tavleya.sides import Side

_SLACK_MS = 1500


@dataclass(frozen=True, slots=True)
class MoveTime:
    """Half-move `ply` of move `number`; `left` and `spent` in ms, None if the record is ambiguous."""

    ply: int
    number: int
    side: Side
    left: int | None = None
    spent: int | None = None


def move_times(state: State) -> tuple[MoveTime, ...]:
    """Return the times of the standing half-moves, in order."""
    # A clock that was never started has the same reading after every move, which means nothing.
    timed = state.clock is not None and state.clock.started
    standing = [record for record in state.plies if not record.struck]
    spent = _spent(state, standing) if timed else {}
    shift = 0 if state.line.start.turn is Side.WHITE else 1
    return tuple(
        MoveTime(
            record.number,
            (record.number + shift + 1) // 2,
            record.side,
            _reading(record, record.side) if timed else None,
            spent.get(record.number),
        )
        for record in standing
    )


def _spent(state: State, standing: list[PlyRecord]) -> dict[int, int]:
    """Return the time between two completed moves, by the number of the later one, if the clock agrees with it.

    It does not if play was stopped, time was added or deducted, or a new period began.
    """
    times = {}
    for before, ply in pairwise(standing):
        was, now = _reading(before, ply.side), _reading(ply, ply.side)
        if was is None or now is None or state.clock is None:
            continue
        passed, bonus = ply.at - before.at, state.clock.side(ply.side).bonus.ms
        # A bonus was added to the reading, or a delay held it back.
        if was - now - _SLACK_MS <= passed <= was - now + bonus + _SLACK_MS:
            times[ply.number] = max(0, passed)
    return times


def _reading(record: PlyRecord, side: Side) -> int | None:
    return record.white_ms if side is Side.WHITE else record.black_ms

"""A generated feed of many boards for hours, with faults of every kind: exactly these faults are reported."""

import random
from collections import Counter

import pytest

from tavleya.boards.reports import FaultCode, Report
from tests.tavleya.boards.feeds import Board, Injected, Replay, real_games

#: A fault is at the service so long after it can be seen, at most (ms).
IN_TIME = 10_000
AT_THE_START = {FaultCode.UNKNOWN_SERIAL, FaultCode.START_POSITION}


def made_feed(
    boards: int, faults: int, *, think: float, seed: str = "feed", began: int = 1_800_000_000_000
) -> list[Board]:
    """Boards at which people play, `faults` of all kinds in turn spread over them."""
    chance = random.Random(seed)
    games = real_games()
    created = [
        Board(f"{24_000 + number}", games[number % len(games)], f"{seed} {number}", began, think=think)
        for number in range(boards)
    ]
    # One board in eight has no clock that can be read, one in ten is not rebuilt by LiveChess.
    for number, board in enumerate(created):
        board.with_clock, board.with_san = number % 8 != 7, number % 10 != 9
        board.result = chance.choice(("1-0", "0-1", "1/2-1/2"))
    whole = [board for board in created if board.with_clock and board.with_san]
    for number in range(faults):
        _place(list(FaultCode)[number % len(FaultCode)], whole, chance)
    return [board.play() for board in created]


def _place(code: FaultCode, boards: list[Board], chance: random.Random) -> None:
    """At a board that has no fault of this kind yet, and not right after another."""
    while True:
        board = chance.choice(boards)
        ply = 0 if code in AT_THE_START else chance.randrange(8, len(board.moves) - 4)
        if code is FaultCode.RESULT_UNSAID:
            ply = len(board.moves) + 1
        near = any(abs(ply - other) < 4 for other in board.faults)
        if code not in board.faults.values() and not near:
            board.faults[ply] = code
            return


def first_reports(
    boards: list[Board], reports: list[tuple[int, Report]]
) -> tuple[dict[Injected, int], list[tuple[str, FaultCode, int]]]:
    """Return the first report of each fault, and the reports without an injected fault."""
    injected = [item for board in boards for item in board.injected]
    first: dict[Injected, int] = {}
    false: list[tuple[str, FaultCode, int]] = []
    for at, report in reports:
        for fault in report.faults:
            of = next((item for item in injected if _is(item, report, fault.code, fault.since)), None)
            if of is None:
                false.append((report.serial, fault.code, at))
            else:
                first.setdefault(of, at)
    return first, false


def _is(injected: Injected, report: Report, code: FaultCode, since: int) -> bool:
    return (injected.serial, injected.code) == (
        report.serial,
        code,
    ) and injected.at - 1_000 <= since <= injected.at + IN_TIME


def _hold(boards: list[Board], faults: int, reports: list[tuple[int, Report]]) -> None:
    injected = [item for board in boards for item in board.injected]
    assert len(injected) == faults
    first, false = first_reports(boards, reports)
    assert false == []
    assert [item for item in injected if item not in first] == []
    assert {item: at - item.at for item, at in first.items() if at - item.at > IN_TIME} == {}


@pytest.mark.long
def test_a_hundred_boards_for_four_hours_with_fifty_faults() -> None:
    boards = made_feed(100, 50, think=110_000)
    replay = Replay(boards)
    reports = list(replay.reports())
    _hold(boards, 50, reports)
    assert Counter(len(report.moves) for _, report in reports if report.result)
    assert {serial: state.line.moves for serial, state in replay.states.items()} == {
        board.serial: board.moves for board in boards
    }
    assert max(board.at for board in boards) - min(text.at for board in boards for text in board.said) > 4 * 3_600_000

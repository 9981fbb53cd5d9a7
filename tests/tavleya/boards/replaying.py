"""A feed replayed by its own clock: what the boards report, and when."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tavleya.boards.clock_readings import Additions
from tavleya.boards.frames import read_frame
from tavleya.boards.machine import close, due, feed, missing, tick
from tavleya.boards.reports import Report, report_of
from tavleya.boards.state import BoardState
from tests.tavleya.boards.feeds import INCREMENT, POLL, Board, FeedMessage

#: The client sends what has changed once a second.
FLUSH = 1_000


@dataclass
class Replay:
    """The boards of a client, fed as by LiveChess; `reports` yields the sent reports, in order of time."""

    boards: Iterable[Board]
    states: dict[str, BoardState] = field(default_factory=dict)

    def reports(self) -> Iterator[tuple[int, Report]]:
        events = _events(self.boards)
        # Events before ticks at the same instant: (at, order, serial, what).
        heap: list[tuple[int, int, str, FeedMessage | None]] = [
            (at, number, text.serial, text) for number, (at, text) in enumerate(events)
        ]
        heapq.heapify(heap)
        order = len(heap)
        closing = {board.serial: board.closed_at for board in self.boards}
        waiting: dict[str, int] = {}
        last: dict[str, tuple[object, ...]] = {}
        self.states = {
            board.serial: BoardState(board.serial, Additions(INCREMENT, {40: 1_800_000}))
            for board in self.boards
        }
        for serial, ends in closing.items():
            heap.append((ends or 0, -1, serial, None))
        heapq.heapify(heap)
        while heap:
            at, number, serial, text = heapq.heappop(heap)
            state = tick(self.states[serial], at)
            if number == -1 and closing[serial] == at:
                state = close(state)
            elif text is not None and text.param is None:
                state = missing(state, at)
            elif text is not None and text.param is not None:
                state = feed(state, read_frame(text.param, at, at), at)
            self.states[serial] = state
            if (then := due(state, at)) is not None and waiting.get(serial) != then:
                waiting[serial] = then
                order += 1
                heapq.heappush(heap, (then, order, serial, None))
            report = report_of(state, at)
            said_now = (report.status, report.moves, report.clocks, report.result, report.faults)
            if last.get(serial) != said_now:
                last[serial] = said_now
                yield -(-at // FLUSH) * FLUSH, report


def _events(boards: Iterable[Board]) -> list[tuple[int, FeedMessage]]:
    """Return the frames in order; `listed` frames arrive at the next poll."""
    results = [
        (-(-text.at // POLL) * POLL if text.listed else text.at, text)
        for board in boards
        for text in board.said
    ]
    return sorted(results, key=lambda row: row[0])

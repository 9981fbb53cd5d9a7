"""The running program: it listens to LiveChess, stores the messages, and reports changes."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tavleya.boards.reports import Report
from tavleya_boards.boards import Boards
from tavleya_boards.livechess import LiveChess
from tavleya_boards.service import Away, Refused, Service


class Journal:
    """An append-only file of JSON rows. `sync` writes all of them to disk, before anything is sent."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        self._dirty = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.sync()
        self._file.close()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the stored rows in order. An incomplete last row of a crash is cut off the file."""
        size = 0
        with self._path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                size += len(line)
                yield json.loads(line)
        if size < self._path.stat().st_size:
            self._file.truncate(size)

    def append(self, row: Mapping[str, Any]) -> None:
        # One unbuffered write per line: after a kill the appended lines remain.
        self._file.write(json.dumps(row, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        self._dirty = True

    def sync(self) -> None:
        if self._dirty:
            os.fsync(self._file.fileno())
            self._dirty = False


log = logging.getLogger("tavleya_boards")

#: Boards of one call; the server takes 300.
_MOST = 200


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: between lists of boards, between reports, before a retry (at first, at most), before a repetition."""

    poll: float = 4.0
    flush: float = 1.0
    first_wait: float = 1.0
    longest_wait: float = 15.0
    repeat: float = 60.0


class Program:
    """The running program. `livechess`: its address; `set_up`: whether to have LiveChess rebuild moves by default."""

    def __init__(
        self, livechess: str, boards: Boards, journal: Journal, service: Service, *, pace: Pace, set_up: bool
    ) -> None:
        self._address, self._boards, self._journal = livechess, boards, journal
        self._service, self._pace, self._set_up = service, pace, set_up
        self._followed: set[str] = set()
        self._rebuilding: set[str] = set()
        self._last_list: list[Any] | None = None
        self._codes: dict[str, str] = {}

    def restore(self) -> int:
        """Replay the journal; return its number of rows."""
        count = 0
        for row in self._journal.rows():
            self._boards.take(row)
            count += 1
        return count

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            group.create_task(self._report())

    # --- LiveChess ---

    async def _listen(self) -> None:
        wait = self._pace.first_wait
        while True:
            try:
                async with connect(self._address, max_size=2**23, open_timeout=10) as socket:
                    log.info("Connected to LiveChess at %s.", self._address)
                    wait = self._pace.first_wait
                    await self._follow(LiveChess(socket))
            except* (OSError, TimeoutError, WebSocketException) as error:
                exception = error.exceptions[0]
                log.warning("LiveChess is away (%s). Next try in %.0f s.", type(exception).__name__, wait)
            self._keep({"kind": "lost"})
            await asyncio.sleep(wait)
            wait = min(wait * 2, self._pace.longest_wait)

    async def _follow(self, livechess: LiveChess) -> None:
        """Follow all boards again, because a new connection has no state."""
        self._followed.clear()
        self._rebuilding.clear()
        self._last_list = None
        async with asyncio.TaskGroup() as group:
            poll = group.create_task(self._poll(livechess))
            async for param, sent in livechess.frames():
                self._keep({"kind": "feed", "sent": sent, "param": param})
            poll.cancel()

    async def _poll(self, livechess: LiveChess) -> None:
        """Poll the list of boards, which reports unplugged cables; the feed does not."""
        while True:
            entries, sent = await livechess.boards()
            if entries != self._last_list:
                self._last_list = entries
                self._keep({"kind": "list", "sent": sent, "boards": entries})
            for serial in list(self._boards.states.keys() - self._followed):
                if await livechess.follow(serial):
                    self._followed.add(serial)
                    log.info("Board %s is followed.", serial)
            await self._have_moves_rebuilt(livechess)
            await asyncio.sleep(self._pace.poll)

    async def _have_moves_rebuilt(self, livechess: LiveChess) -> None:
        """Set up LiveChess once per connection, if it has no start position and the board matches the game."""
        if not self._set_up:
            return
        for serial in self._followed - self._rebuilding:
            state = self._boards.states[serial]
            if state.placement == state.line.placement and not state.rebuilt.start and not state.turned:
                self._rebuilding.add(serial)
                await livechess.set_up(serial, state.line.last.text())

    def _keep(self, row: dict[str, Any]) -> None:
        row = {"at": int(time.time() * 1000), **row}
        self._journal.append(row)
        self._boards.take(row)

    # --- the service ---

    async def _report(self) -> None:
        repeat_at = time.monotonic() + self._pace.repeat
        while True:
            await asyncio.sleep(self._pace.flush)
            if time.monotonic() >= repeat_at:
                self._boards.again()
                repeat_at = time.monotonic() + self._pace.repeat
            news = self._boards.news(int(time.time() * 1000))
            for start in range(0, len(news), _MOST):
                await self._send(news[start : start + _MOST])

    async def _send(self, reports: list[Report]) -> None:
        """Send reports until they are answered, as one call whatever happens on the way."""
        self._journal.sync()
        body = [self._boards.as_json(report, self._service.ahead) for report in reports]
        key, wait = str(uuid.uuid4()), self._pace.first_wait
        while True:
            try:
                answers = await self._service.report(body, key)
            except Away as away:
                pause = wait if away.wait is None else away.wait
                log.warning("%s. Next try in %.0f s; nothing is lost.", str(away).capitalize(), pause)
                await asyncio.sleep(pause)
                wait = min(wait * 2, self._pace.longest_wait)
            except Refused as error:
                # Whole lists go again at the next repetition, when the operator may have changed something.
                log.warning("%s", str(error).capitalize())
                self._boards.sent(reports)
                return
            else:
                self._boards.sent(reports)
                self._log_answers(reports, answers)
                return

    def _log_answers(self, reports: list[Report], answers: list[dict[str, Any]]) -> None:
        """Log new information for a person; the rest is silent."""
        for report, answer in zip(reports, answers, strict=False):
            code, question = str(answer.get("code")), answer.get("question")
            summary = code if not question else f"{code}, question {question.get('code')}"
            if summary not in ("taken", "same") and self._codes.get(report.serial) != summary:
                log.warning("Board %s (table %s): %s.", report.serial, answer.get("board") or "?", summary)
            self._codes[report.serial] = summary
            if code == "not_live" and report.moves and not self._boards.states[report.serial].closed:
                self._keep({"kind": "closed", "serial": report.serial})

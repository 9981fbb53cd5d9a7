"""DGT LiveChess by its WebSocket: calls and their answers, feeds of boards."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

from websockets.asyncio.client import ClientConnection

#: An answer that takes longer does not come (s).
_PATIENCE = 10.0


class LiveChess:
    """One connection.  `frames` has to be read all the time: answers to calls come by it too."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._calls = itertools.count(1)
        self._feeds = itertools.count(1001)
        self._feed_of: dict[str, int] = {}
        self._answers: dict[int, asyncio.Future[Any]] = {}

    async def frames(self) -> AsyncIterator[tuple[dict[str, Any], int]]:
        """Yield the messages of the feeds, with the time LiveChess sent them (ms), until the connection ends."""
        async for text in self._socket:
            try:
                data = json.loads(text)
            except ValueError:
                continue
            if not isinstance(data, dict):
                continue
            if data.get("response") == "feed" and isinstance(data.get("param"), dict):
                yield data["param"], _time(data)
            else:
                self._answer(data)

    def _answer(self, log_data: dict[str, Any]) -> None:
        waiting = self._answers.pop(log_data.get("id", -1), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(log_data)

    async def boards(self) -> tuple[list[Any], int]:
        """Return all boards that LiveChess knows, and the time of the answer (ms)."""
        log_data = await self._call("eboards")
        param = log_data.get("param")
        return (param if isinstance(param, list) else []), _time(log_data)

    async def follow(self, serial: str) -> bool:
        """Subscribe to a board's feed; return False if LiveChess does not know it."""
        number = next(self._feeds)
        param = {"feed": "eboardevent", "id": number, "param": {"serialnr": serial}}
        log_data = await self._call("subscribe", param)
        if log_data.get("response") == "error":
            return False
        self._feed_of[serial] = number
        return True

    async def set_up(self, serial: str, fen: str) -> None:
        """Make LiveChess rebuild moves from a position."""
        param = {"id": self._feed_of[serial], "method": "setup", "param": {"fen": fen}}
        await self._call("call", param)

    async def _call(self, name: str, param: object = None) -> dict[str, Any]:
        number = next(self._calls)
        log_data = {"call": name, "id": number} | ({} if param is None else {"param": param})
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            await self._socket.send(json.dumps(log_data))
            return dict(await asyncio.wait_for(answer, _PATIENCE))
        finally:
            self._answers.pop(number, None)


def _time(log_data: dict[str, Any]) -> int:
    time = log_data.get("time")
    return int(time) if isinstance(time, int | float) else 0

"""DGT LiveChess by its WebSocket: calls and their answers, feeds of boards."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

from websockets.asyncio.client import ClientConnection

#: Seconds to wait for an answer.
_PATIENCE = 10.0


class LiveChess:
    """One connection.  `frames` must be read all the time: it also receives the answers to calls."""

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
                message = json.loads(text)
            except ValueError:
                continue
            if not isinstance(message, dict):
                continue
            if message.get("response") == "feed" and isinstance(message.get("param"), dict):
                yield message["param"], _time(message)
            else:
                self._answer(message)

    def _answer(self, message: dict[str, Any]) -> None:
        future = self._answers.pop(message.get("id", -1), None)
        if future is not None and not future.done():
            future.set_result(message)

    async def boards(self) -> tuple[list[Any], int]:
        """Return all boards that LiveChess knows, and the time of the answer (ms)."""
        message = await self._call("eboards")
        param = message.get("param")
        return (param if isinstance(param, list) else []), _time(message)

    async def follow(self, serial: str) -> bool:
        """Subscribe to a board's feed; return False if LiveChess does not know it."""
        number = next(self._feeds)
        param = {"feed": "eboardevent", "id": number, "param": {"serialnr": serial}}
        message = await self._call("subscribe", param)
        if message.get("response") == "error":
            return False
        self._feed_of[serial] = number
        return True

    async def set_up(self, serial: str, fen: str) -> None:
        """Make LiveChess rebuild moves from a position."""
        param = {"id": self._feed_of[serial], "method": "setup", "param": {"fen": fen}}
        await self._call("call", param)

    async def _call(self, name: str, param: object = None) -> dict[str, Any]:
        number = next(self._calls)
        request = {"call": name, "id": number} | ({} if param is None else {"param": param})
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            await self._socket.send(json.dumps(request))
            return dict(await asyncio.wait_for(answer, _PATIENCE))
        finally:
            self._answers.pop(number, None)


def _time(message: dict[str, Any]) -> int:
    time = message.get("time")
    return int(time) if isinstance(time, int | float) else 0

"""`tavleya-boards` of the checkout, a stand-in for DGT LiveChess and one for the server."""

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from functools import wraps
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tests.paths import ROOT

PLACE = str(ROOT / "clients" / "boards")
sys.path.insert(0, PLACE)


class LiveChess:
    """A substitute for LiveChess: `entries` are its boards; `tell` sends a frame to the feed of a board."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, Any]] = {}
        self.frames: dict[str, dict[str, Any]] = {}
        self.calls: list[dict[str, Any]] = []
        self.port = 0
        self._feeds: dict[str, tuple[ServerConnection, int]] = {}
        self._server: Any = None

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/v1.0"

    async def start(self) -> None:
        self._server = await serve(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop like a terminated program, which ends all feeds."""
        self._feeds.clear()
        self._server.close()
        await self._server.wait_closed()

    async def tell(self, serial: str, at: int, **param: Any) -> None:
        frame = self.frames.setdefault(serial, {"serialnr": serial, "flipped": False, "start": None, "san": []})
        frame.update(param)
        if serial in self._feeds:
            socket, number = self._feeds[serial]
            data = {"response": "feed", "id": number, "param": {"serialnr": serial, **param}, "time": at}
            await socket.send(json.dumps(data))

    async def followed(self, *serials: str) -> None:
        async with asyncio.timeout(20):
            while not set(serials) <= self._feeds.keys():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def _serve(self, socket: ServerConnection) -> None:
        async for text in socket:
            call = json.loads(text)
            self.calls.append(call)
            answer: dict[str, Any] = {"response": "call", "id": call["id"], "param": None, "time": 1}
            serial = None
            if call["call"] == "eboards":
                answer["param"] = list(self.entries.values())
            elif call["call"] == "subscribe":
                serial = call["param"]["param"]["serialnr"]
                if serial not in self.entries:
                    answer |= {"response": "error", "param": {"message": "no such board"}}
            await socket.send(json.dumps(answer))
            if serial in self.entries:
                number = call["param"]["id"]
                first = {"response": "feed", "id": number, "param": self.frames.get(serial, {}), "time": 1}
                await socket.send(json.dumps(first))
                self._feeds[serial] = (socket, number)


class Taker:
    """A substitute for the server: `calls` holds (key, body) of each; `refusals` are sent first, in turn."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.refusals: list[tuple[int, str]] = []
        self.newest: dict[str, dict[str, Any]] = {}
        self.codes: dict[str, str] = {}
        self.tables: dict[str, int | None] = {}
        taker = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                status, data = taker._take(self.headers["Idempotency-Key"], body)
                self.send_response(status)
                if status != 200:
                    self.send_header("Retry-After", data)
                    data = ""
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data.encode())

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def _take(self, key: str, body: dict[str, Any]) -> tuple[int, str]:
        self.calls.append((key, body))
        if self.refusals:
            return self.refusals.pop(0)
        answers = []
        for report in body["reports"]:
            self.newest[report["serial"]] = report
            code = self.codes.get(report["serial"], "taken")
            table = self.tables.get(report["serial"], 1)
            taken = len(report.get("moves", ()))
            answers.append({"board": table, "code": code, "taken": taken, "question": None})
        return 200, json.dumps({"boards": answers})

    async def until(self, condition: Callable[[dict[str, dict[str, Any]]], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition(self.newest):  # noqa: ASYNC110  (another thread changes it)
                await asyncio.sleep(0.01)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def taker() -> Iterator[Taker]:
    taker = Taker()
    yield taker
    taker.stop()


def in_a_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run in a separate thread: tests of browsers keep a loop in the main one."""
    problems: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work())
        except BaseException as problem:  # noqa: BLE001  (the main thread raises it)
            problems.append(problem)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if problems:
        raise problems[0]


def looped(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Decorator of an asynchronous test."""

    @wraps(test)
    def run_test(**fixtures: Any) -> None:
        in_a_loop(lambda: test(**fixtures))

    return run_test

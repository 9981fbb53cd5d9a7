"""A thousand who watch one game when a move is made: the stream tells them, and each asks for the board as it is then.

Web, live, PostgreSQL, Redis and nginx as in production, all on this machine with the client.  The baseline is the move
that nobody watches.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator

from benchmarks.measuring import Row, processor_of_children

LONG = True
WATCHERS = 1000
MOVES = ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "f8-c5", "d2-d3", "d7-d6")


def run() -> Iterator[Row]:
    from tests.production import Proxy, Service

    service = Service(workers=2)
    proxy = Proxy(service, live_port=service.start_live())
    try:
        yield from asyncio.run(_watch(service, proxy))
    finally:
        proxy.stop()
        service.stop()


async def _watch(service, proxy) -> list[Row]:  # type: ignore[no-untyped-def]  # tests are no package of the program
    tls = ssl.create_default_context()
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    alone = [await _move(service, text, []) for text in MOVES[:4]]
    before = processor_of_children()
    seen = service.seq()
    lines = [await _Line.open(proxy, tls, service.known["game"], seen) for _ in range(WATCHERS)]
    await asyncio.sleep(3)
    joined = processor_of_children() - before
    await _move(service, MOVES[4], lines)  # opens the connections on which they ask for the board
    told = [await _move(service, text, lines) for text in MOVES[5:]]
    for line in lines:
        line.close()
    spent, last = (statistics.median(each) for each in zip(*told, strict=True))
    nobody = statistics.median(spent for spent, _ in alone)
    print(f"watchers  load of the machine, one minute: {os.getloadavg()[0]:.1f}")
    return [
        Row(f"{WATCHERS} come, processor of the servers", joined, "s"),
        Row(f"a move watched by {WATCHERS}, processor", spent, "s", "watched by nobody", nobody),
        Row("99 of 100 have been told, and have the board, after", last, "s"),
    ]


async def _move(service, text, lines) -> tuple[float, float]:  # type: ignore[no-untyped-def]
    """Seconds of the servers' processors, and until 99 of 100 have the board."""
    seq = service.seq()
    await asyncio.sleep(2.5)  # the proxy's pages of the state before are over
    before, began = processor_of_children(), time.perf_counter()
    waiting = [asyncio.ensure_future(line.told(seq + 2)) for line in lines]
    answer = await asyncio.to_thread(service.move, text, seq)
    if answer.status != 201:
        raise RuntimeError(answer.text)
    times = sorted(at - began for at in await asyncio.gather(*waiting))
    await asyncio.sleep(0.5)
    return processor_of_children() - before, times[int(len(times) * 0.99)] if times else 0.0


class _Line:
    """One browser: its stream, and a kept connection on which it asks for the board."""

    def __init__(self, game: int, seen: int, stream: _Pipe, connect: Callable[[], Awaitable[_Pipe]]) -> None:
        self.game, self.seen, self.stream, self._connect = game, seen, stream, connect
        self.pages: _Pipe | None = None

    @classmethod
    async def open(cls, proxy, tls: ssl.SSLContext, game: int, seen: int) -> _Line:  # type: ignore[no-untyped-def]
        stream, writer = await asyncio.open_connection("127.0.0.1", proxy.port, ssl=tls)
        writer.write(_request(f"/live/games/{game}?after={seen}"))
        await stream.readuntil(b"\r\n\r\n")
        return cls(
            game, seen, (stream, writer), lambda: asyncio.open_connection("127.0.0.1", proxy.port, ssl=tls)
        )

    async def told(self, seq: int) -> float:
        """Read the stream up to entry `seq`, then the board; when that was there."""
        mark = f"id: {seq}\n".encode()
        while mark not in await self.stream[0].readuntil(b"\n\n"):
            pass
        if self.pages is None:
            self.pages = await self._connect()
        reader, writer = self.pages
        writer.write(
            _request(f"/events/spring-cup/games/{self.game}/board/?seen={self.seen}", "X-Part: live")
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head[:200])
        if b"transfer-encoding: chunked" in head.lower():
            while (size := int(await reader.readuntil(b"\r\n"), 16)) or await reader.readexactly(
                2
            ) != b"\r\n":
                await reader.readexactly(size + 2)
        else:
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
            await reader.readexactly(int(length))
        self.seen = seq
        return time.perf_counter()

    def close(self) -> None:
        for pipe in filter(None, (self.stream, self.pages)):
            pipe[1].close()


_Pipe = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def _request(address: str, *more: str) -> bytes:
    lines = (
        f"GET {address} HTTP/1.1",
        "Host: chess.example",
        "Accept-Encoding: gzip",
        "Accept-Language: ru",
        *more,
    )
    return "\r\n".join((*lines, "", "")).encode()

"""A client that posts over kept connections as fast as it is answered, or at an even pace."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable

Request = tuple[bytes, Callable[[], None]]  # the bytes to send, and what to do when 201 has come


class _Connection:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.due, self.done, self.read = 0.0, None, b""

    def send(self, request: Request, due: float) -> None:
        data, self.done = request
        self.due, self.read = due, b""
        self.socket.sendall(data)

    def answered(self) -> bool:
        """Whether the whole answer is there.  RuntimeError for any but 201."""
        self.read += self.socket.recv(65_536)
        head, found, body = self.read.partition(b"\r\n\r\n")
        if not found:
            return False
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return False
        if not head.startswith(b"HTTP/1.1 201"):
            raise RuntimeError(f"{head[:60]!r} {body[:300]!r}")
        self.done()
        return True


def post(
    port: int, request: Callable[[], Request], seconds: float, connections: int, pace: float | None = None
) -> tuple[float, list[float]]:
    """Requests answered a second, and how many seconds each took from when it was due, sorted.

    `pace`: so many a second are due, however long the others take; without it the next one is sent at once.
    """
    free = [_Connection(port) for _ in range(connections)]
    selector, times, sent = selectors.DefaultSelector(), [], 0
    for connection in free:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
    began = time.perf_counter()
    while True:
        now = time.perf_counter()
        over = now - began >= seconds
        while free and not over:
            due = began + sent / pace if pace else now
            if due > now:
                break
            free.pop(0).send(request(), due)
            sent += 1
        if over and len(free) == connections:
            break
        for key, _ in selector.select(0.5 / pace if pace else 0.1):
            if key.data.answered():
                times.append(time.perf_counter() - key.data.due)
                free.append(key.data)
    for connection in free:
        connection.socket.close()
    return len(times) / (time.perf_counter() - began), sorted(times)

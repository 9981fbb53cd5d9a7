"""A client that sends requests over kept connections as fast as they are answered, or at an even pace."""

import selectors
import socket
import sys
import time
from collections.abc import Callable, Sequence

Request = tuple[bytes, Callable[[], None]]  # the bytes to send, and what to do when the answer has come


class _Connection:
    def __init__(self, port: int, number: int, expected: bytes) -> None:
        # A separate address for each, as a proxy counts its visitors by address.
        self.source = (f"127.0.1.{number % 250 + 1}", 0) if sys.platform == "linux" else None
        self.port, self.expected = port, b"HTTP/1.1 " + expected
        self.due, self.done, self.read = 0.0, None, b""
        self.open()

    def open(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self.port), 10, self.source)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.last = False  # whether the server closes it

    def send(self, request: Request, due: float) -> None:
        data, self.done = request
        self.due, self.read = due, b""
        self.socket.sendall(data)

    def answered(self) -> bool:
        """Return whether the response is complete.  Raises: RuntimeError for an unexpected one."""
        received = self.socket.recv(262_144)
        if not received:
            raise RuntimeError("the connection was closed before the answer")
        self.read += received
        head, separator, body = self.read.partition(b"\r\n\r\n")
        if not separator:
            return False
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return False
        if not head.startswith(self.expected):
            raise RuntimeError(f"{head[:60]!r} {body[:300]!r}")
        self.last = b"\r\nconnection: close" in head.lower()
        self.done()
        return True


def post(
    port: int, request: Callable[[], Request], seconds: float, connections: int, pace: float | None = None
) -> tuple[float, list[float]]:
    """Return the number of responses of 201 a second, and the sorted seconds that each took from its due time.

    `pace`: the number of requests due a second; without it the next one is sent at once.
    """
    return _ask([port], request, seconds, connections, pace, b"201")


def get(
    ports: Sequence[int], request: bytes, seconds: float, connections: int, pace: float | None = None
) -> tuple[float, list[float]]:
    """Request one page repeatedly from each port in turn; return responses of 200 a second, and the time of each."""
    return _ask(ports, lambda: (request, lambda: None), seconds, connections, pace, b"200")


def _ask(
    ports: Sequence[int],
    request: Callable[[], Request],
    seconds: float,
    connections: int,
    pace: float | None,
    expected: bytes,
) -> tuple[float, list[float]]:
    free = [_Connection(ports[number % len(ports)], number, expected) for number in range(connections)]
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
                if key.data.last:
                    selector.unregister(key.fileobj)
                    key.data.open()
                    selector.register(key.data.socket, selectors.EVENT_READ, key.data)
                free.append(key.data)
    for connection in free:
        connection.socket.close()
    return len(times) / (time.perf_counter() - began), sorted(times)

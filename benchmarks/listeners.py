"""Very many browsers in one process: each holds a stream, and may request a page on every event.

Run by `benchmarks.watchers` as `python -m benchmarks.listeners PORT COUNT FIRST_ADDRESS STREAM PAGE`. It prints `ready`
once all have received an event; to each line `<id>`, or `<id> page`, it responds, once all have received that event
(and have the page), with a JSON list of two lists: the times of the monotonic clock of the events and of the pages.
"""

from __future__ import annotations

import json
import re
import resource
import selectors
import socket
import ssl
import sys
import time
from contextlib import suppress

_AT_ONCE = 100  # connections that are being opened
_EACH_ADDRESS = 4000  # as a proxy limits how many streams one address may hold
_ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)
_PATIENCE = 60.0
_TO_READ, _TO_WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Line:
    """One connection over TLS."""

    def __init__(self, hall: Hall, address: str) -> None:
        self.hall, self.rest, self.unsent, self.open = hall, b"", b"", False
        raw = socket.socket()
        raw.setsockopt(socket.SOL_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: as many ports as there are for each address
        raw.bind((address, 0))
        raw.connect(("127.0.0.1", hall.port))
        raw.setblocking(False)
        self.socket = hall.tls.wrap_socket(raw, do_handshake_on_connect=False)
        hall.selector.register(self.socket, _TO_READ | _TO_WRITE, self)

    def send(self, data: bytes) -> None:
        self.unsent += data
        if self.open:
            self.socket.send(self.unsent)
            self.unsent = b""

    def handle(self) -> None:
        with suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
            if not self.open:
                self.socket.do_handshake()
                self.open = True
                self.hall.selector.modify(self.socket, _TO_READ, self)
                self.send(b"")
            while data := self.socket.recv(65_536):
                self.rest += data
                self.receive()
            raise RuntimeError("a line was closed")

    def receive(self) -> None:
        raise NotImplementedError


class Page(Line):
    """Requests the displayed page, one request at a time."""

    event_id = b""

    def receive(self) -> None:
        head, separator, body = self.rest.partition(b"\r\n\r\n")
        if not separator:
            return
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head[:200])
        length = re.search(rb"content-length: (\d+)", head.lower())
        if len(body) >= int(length[1]) if length else body.endswith(b"0\r\n\r\n"):
            self.rest = b""
            self.hall.page_times.setdefault(self.event_id, []).append(time.monotonic())


class Stream(Line):
    """Receives events; with a page it requests that after each new event."""

    page: Page | None = None
    number = b""

    def receive(self) -> None:
        events, separator, rest = self.rest.rpartition(b"\n\n")
        if not separator:
            return
        if not self.number and not self.rest.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(self.rest[:200])
        self.rest = rest
        for number in _ID.findall(events):
            if number == self.number:
                continue
            first, before, self.number = not self.number, self.number, number
            self.hall.event_times.setdefault(number, []).append(time.monotonic())
            if self.page is not None and self.hall.asking and not first:
                self.page.event_id = number
                self.page.send(request(f"{self.hall.page}?seen={before.decode()}", "X-Part: live"))


class Hall:
    """All watchers."""

    def __init__(self, port: int, page: str) -> None:
        self.port, self.page = port, page
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE
        self.selector = selectors.DefaultSelector()
        self.event_times: dict[bytes, list[float]] = {}
        self.page_times: dict[bytes, list[float]] = {}
        self.streams: list[Stream] = []
        self.asking = False

    def fill(self, count: int, first: int, path: str) -> None:
        """Open the streams, a few at a time; return when all have received an event."""
        stream_request = request(path, "Accept: text/event-stream")
        while sum(map(len, self.event_times.values())) < count:
            while len(self.streams) < min(count, sum(map(len, self.event_times.values())) + _AT_ONCE):
                stream = Stream(self, f"127.0.0.{first + len(self.streams) // _EACH_ADDRESS}")
                stream.send(stream_request)
                self.streams.append(stream)
            self.look(1.0)

    def look(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            key.data.handle()

    def ask_for_pages(self, asking: bool) -> None:
        """Request pages from now on, or not; the connections for pages are opened the first time."""
        self.asking = asking
        for number, stream in enumerate(self.streams):
            if asking and stream.page is None:
                stream.page = Page(self, f"127.0.0.{200 + number // _EACH_ADDRESS}")

    def wait(self, number: bytes) -> None:
        until = time.monotonic() + _PATIENCE
        all_times = [self.event_times, self.page_times] if self.asking else [self.event_times]
        while any(len(times.get(number, ())) < len(self.streams) for times in all_times):
            if time.monotonic() > until:
                raise RuntimeError(f"not all watchers received {number!r}")
            self.look(0.2)


def request(address: str, *more: str) -> bytes:
    """Return the request of a browser of a Russian reader."""
    lines = (f"GET {address} HTTP/1.1", "Host: chess.example", "Accept-Encoding: gzip", "Accept-Language: ru", *more)
    return "\r\n".join((*lines, "", "")).encode()


def main(port: str, count: str, first: str, path: str, page: str) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    hall = Hall(int(port), page)
    hall.fill(int(count), int(first), path)
    print("ready", flush=True)
    for line in sys.stdin:
        number, _, page = line.strip().partition(" ")
        hall.ask_for_pages(bool(page))
        hall.wait(number.encode())
        print(json.dumps([hall.event_times.pop(number.encode()), hall.page_times.pop(number.encode(), [])]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

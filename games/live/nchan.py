"""The publisher's side of one nginx with nchan (`deploy/nginx-live`), with pooled connections."""

import asyncio

_Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
#: A publication is answered once all listeners of this nginx have been written to.
ANSWER_SECONDS = 10.0


class NchanError(OSError):
    """nginx is away, does not answer, or does not take what it was given."""


class Nchan:
    """`where` is `host:port` or `unix:/path/of/socket` of the inner listener."""

    def __init__(self, place: str) -> None:
        self._where = place
        self._idle: list[_Line] = []

    async def publish(self, channel: str, frame: bytes) -> None:
        """Send a frame to all local listeners of the channel, and store it for new ones."""
        await self._expect("POST", channel, (201, 202), frame)

    async def delete(self, channel: str) -> None:
        """End the streams of a channel, and forget its frame."""
        await self._expect("DELETE", channel, (200, 202, 404))

    async def holds(self, channel: str, seconds: float) -> bool:
        """Return whether nginx stores a frame of the channel; a new connection asks an arbitrary worker."""
        try:
            async with asyncio.timeout(seconds):
                line = await self._open()
                try:
                    status = await _exchange(line, _request("GET", channel, b""))
                finally:
                    line[1].close()
        except (OSError, EOFError, TimeoutError) as problem:
            raise NchanError(str(problem) or "no answer") from problem
        return status == 200

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()

    async def _expect(self, method: str, channel: str, good: tuple[int, ...], body: bytes = b"") -> None:
        request = _request(method, channel, body)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status = await self._send(request)
        except (OSError, EOFError, TimeoutError) as problem:
            raise NchanError(str(problem) or "no answer") from problem
        if status not in good:
            raise NchanError(f"{method} {channel} was answered with {status}")

    async def _send(self, request: bytes) -> int:
        """Send on a pooled connection, or on a new one if nginx has closed it.  Publishing twice does no harm."""
        while self._idle:
            try:
                return await self._on(self._idle.pop(), request)
            except (OSError, EOFError):
                continue
        return await self._on(await self._open(), request)

    async def _on(self, line: _Line, request: bytes) -> int:
        try:
            status = await _exchange(line, request)
        except BaseException:
            line[1].close()
            raise
        self._idle.append(line)
        return status

    async def _open(self) -> _Line:
        if self._where.startswith("unix:"):
            return await asyncio.open_unix_connection(self._where.removeprefix("unix:"))
        host, _, port = self._where.rpartition(":")
        return await asyncio.open_connection(host, int(port))


def _request(method: str, channel: str, body: bytes) -> bytes:
    head = f"{method} /publish/{channel} HTTP/1.1\r\nHost: nchan\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def _exchange(line: _Line, request: bytes) -> int:
    """Return the status of the response; its body is read and dropped."""
    reader, writer = line
    writer.write(request)
    await writer.drain()
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.partition(b"content-length:")[2].partition(b"\r\n")[0].strip()
    if length.isdigit():
        await reader.readexactly(int(length))
    return int(head.split(b" ", 2)[1])

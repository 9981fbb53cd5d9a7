"""The way to other programs: by TLS only, never into a private network, and never for longer than a moment."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from contextlib import suppress
from dataclasses import dataclass
from threading import Timer
from urllib.parse import urlsplit

PATIENCE_SECONDS = 5
#: For a whole delivery: who answers a letter at a time must not keep the messages of others waiting.
LONGEST_SECONDS = 10
#: Of an answer no more is read: bytes.
_LONGEST_ANSWER = 64 * 1024

_ASSIGNED = ipaddress.IPv6Network("2000::/3")
#: The system's own resolver knows no limit of time.
_LOOKUPS = ThreadPoolExecutor(8, thread_name_prefix="lookup")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class AddressRefused(Exception):
    """Nothing was sent; the text says why."""


def is_public(address: Address) -> bool:
    """Whether an address is one of the open internet: not this machine's, a private network's, or a link's own."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_public(mapped)
    six_to_four = getattr(address, "sixtofour", None)
    if six_to_four is not None:
        return is_public(six_to_four)
    # Of IPv6 only what is assigned for the internet: addresses outside it lead through translators to any IPv4 address.
    assigned = address.version == 4 or address in _ASSIGNED
    return assigned and address.is_global and not address.is_multicast


def look_up(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, by the system's resolver.  OSError where there are none, or not in time."""
    asked = _LOOKUPS.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = asked.result(PATIENCE_SECONDS)
    except TooSlow:
        asked.cancel()
        raise OSError("the name was not resolved in time") from None
    return [str(registration[4][0]).split("%")[0] for registration in found]


@dataclass(frozen=True, slots=True)
class Outside:
    """How other programs are reached: names to addresses, the addresses that may be spoken to, and TLS."""

    resolve: Callable[[str, int], Sequence[str]] = look_up
    allowed: Callable[[Address], bool] = is_public
    tls: Callable[[], ssl.SSLContext] = ssl.create_default_context

    def address_of(self, url: str) -> tuple[str, int]:
        """Where to connect.  AddressRefused unless every address of the name may be spoken to; OSError without any."""
        parts = urlsplit(url)
        if parts.hostname is None or parts.scheme != "https":
            raise AddressRefused("not an https address")
        port = parts.port or 443
        addresses = self.resolve(parts.hostname, port)
        if not addresses or not all(self.allowed(ipaddress.ip_address(one)) for one in addresses):
            raise AddressRefused("not a public address")
        return addresses[0], port

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer.  The connection goes to the very address that was checked; nothing is followed.

        Raises AddressRefused, OSError, ValueError, HTTPException.
        """
        line = Line(self)
        try:
            return line.exchange(url, body, headers, read=0).status
        finally:
            line.close()

    def get(self, url: str, headers: Mapping[str, str], read: int) -> Answer:
        """What is at an address, up to so many bytes of it; as `post` does it."""
        line = Line(self)
        try:
            return line.exchange(url, None, headers, read)
        finally:
            line.close()


INTERNET = Outside()


@dataclass(frozen=True, slots=True)
class Answer:
    """`headers` by their names in small letters; of a long `body` the beginning."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Line:
    """A connection that is kept while messages go to one host after another; for one thread."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside
        self._to = ""
        self._connection: _Checked | None = None

    def exchange(
        self, url: str, body: bytes | None, headers: Mapping[str, str], read: int = _LONGEST_ANSWER
    ) -> Answer:
        """Post `body`, or get what is there without one, and read so many bytes of the answer.

        A connection that the other side has closed meanwhile is made anew, once.  Raises AddressRefused, OSError,
        ValueError, HTTPException.
        """
        kept = self._connection is not None and urlsplit(url).netloc == self._to
        try:
            return self._exchange(url, body, headers, read)
        except (ConnectionError, http.client.RemoteDisconnected):
            self.close()
            if not kept:
                raise
        except BaseException:
            self.close()
            raise
        return self._exchange(url, body, headers, read)

    def _exchange(self, url: str, body: bytes | None, headers: Mapping[str, str], read: int) -> Answer:
        parts = urlsplit(url)
        if parts.netloc != self._to:
            self.close()
        if self._connection is None:
            address, port = self._outside.address_of(url)
            self._connection = _Checked(str(parts.hostname), address, port, self._outside.tls())
            self._to = parts.netloc
        connection = self._connection
        over = Timer(LONGEST_SECONDS, _hang_up, [connection])
        over.start()
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET" if body is None else "POST", target, body, dict(headers))
            answer = connection.getresponse()
            said = answer.read(read) if read else b""
            if not answer.isclosed():  # longer than is read
                self.close()
            return Answer(answer.status, {name.lower(): text for name, text in answer.getheaders()}, said)
        finally:
            over.cancel()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._to = None, ""


def _hang_up(connection: http.client.HTTPConnection) -> None:
    sock = connection.sock
    if sock is not None:
        with suppress(OSError):  # over already
            sock.shutdown(socket.SHUT_RDWR)


class _Checked(http.client.HTTPSConnection):
    """TLS to an address that is known, for the name that stands in the certificate."""

    def __init__(self, name: str, address: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(name, port, timeout=PATIENCE_SECONDS, context=context)
        self._address, self._tls = address, context

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), PATIENCE_SECONDS)
        # Head and body go one after the other: the second would wait 40 ms for the receipt of the first.
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Known before the handshake, so that it too can be hung up on.
        self.sock = made = self._tls.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        made.do_handshake()

"""HTTP client for servers of others: TLS and public addresses only, bounded in time and size.

The only module that opens such connections (`tests/setup/test_outbound_connections.py`).
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from threading import Timer
from typing import IO
from urllib.parse import urljoin, urlsplit

_LOOKUP_SECONDS = 5
_CHUNK = 1024**2
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_ASSIGNED = ipaddress.IPv6Network("2000::/3")
#: The system's resolver has no time limit.
_LOOKUPS = ThreadPoolExecutor(8, thread_name_prefix="lookup")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class RequestFailed(Exception):
    """There is no complete response; the text is the reason. `kind` is the class of the error, without details."""

    def __init__(self, text: str, kind: str = "") -> None:
        super().__init__(text)
        self.kind = kind or text


class AddressRefused(RequestFailed):
    """The address may not be connected to, and nothing was sent."""


def is_public(address: Address) -> bool:
    """Return whether an address belongs to the internet: not to this machine, a private network or a link."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_public(mapped)
    six_to_four = getattr(address, "sixtofour", None)
    if six_to_four is not None:
        return is_public(six_to_four)
    # Only assigned IPv6 addresses: others lead through translators to any IPv4 address.
    assigned = address.version == 4 or address in _ASSIGNED
    return assigned and address.is_global and not address.is_multicast


def look_up(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a name. Raises: OSError if there are none, or not in time."""
    lookup = _LOOKUPS.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        addresses = lookup.result(_LOOKUP_SECONDS)
    except TooSlow:
        lookup.cancel()
        raise OSError("the name was not resolved in time") from None
    return [str(address[4][0]).split("%")[0] for address in addresses]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a request.

    `step_seconds`: to connect and for each read; `seconds`: for the whole exchange, so that a server that sends
    a byte at a time delays no other; `size`: bytes read of a body; `redirects`: redirects followed, each to a
    public https address and with the same headers, so never with a secret in them.
    """

    step_seconds: float = 5
    seconds: float = 10
    size: int = 64 * 1024
    redirects: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request: POST of `body`, GET if it is None. The body of a response 200 is written to `into`, if any."""

    url: str
    headers: Mapping[str, str]
    body: bytes | None = None
    into: IO[bytes] | None = None
    limits: Limits = Limits()


@dataclass(frozen=True, slots=True)
class Response:
    """A response. Header names are in lower case; a long `body` is truncated."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class HttpClient:
    """An HTTP client: how names are resolved, which addresses may be connected to, and TLS."""

    resolve: Callable[[str, int], Sequence[str]] = look_up
    allowed: Callable[[Address], bool] = is_public
    tls: Callable[[], ssl.SSLContext] = ssl.create_default_context

    def address_of(self, url: str) -> tuple[str, int]:
        """Return the address and the port to connect to.

        Raises: AddressRefused unless every address of the name is allowed; OSError if the name has no address.
        """
        parts = urlsplit(url)
        if parts.hostname is None or parts.scheme != "https":
            raise AddressRefused("not an https address")
        port = parts.port or 443
        addresses = self.resolve(parts.hostname, port)
        if not addresses or not all(self.allowed(ipaddress.ip_address(address)) for address in addresses):
            raise AddressRefused("not a public address")
        return addresses[0], port

    def send(self, request: Request) -> Response:
        """Send a request over its own connection, as `Connection.send` does."""
        connection = Connection(self)
        try:
            return connection.send(request)
        finally:
            connection.close()


INTERNET = HttpClient()


class Connection:
    """A connection to one host, reused by consecutive requests to it. Not thread-safe."""

    def __init__(self, client: HttpClient) -> None:
        self._client = client
        self._host = ""
        self._connection: _CheckedConnection | None = None

    def send(self, request: Request) -> Response:
        """Return the response. The connection uses exactly the checked address.

        Raises: RequestFailed, AddressRefused.
        """
        ends = time.monotonic() + request.limits.seconds
        try:
            for _ in range(request.limits.redirects + 1):
                response = self._send_with_retry(request, ends)
                if not request.limits.redirects or response.status not in _REDIRECTS:
                    return response
                self.close()
                url = urljoin(request.url, response.headers.get("location", ""))
                request = replace(request, url=url)
            raise RequestFailed("too many redirects")
        except (OSError, ValueError, http.client.HTTPException) as error:
            self.close()
            kind = type(error).__name__
            raise RequestFailed(str(error)[:200] or kind, kind) from error
        except BaseException:
            self.close()
            raise

    def _send_with_retry(self, request: Request, ends: float) -> Response:
        """Send the request, once more if the server has closed a reused connection meanwhile."""
        if self._connection is not None and urlsplit(request.url).netloc == self._host:
            with suppress(ConnectionError):
                return self._exchange(self._connection, request, ends)
        self.close()
        parts = urlsplit(request.url)
        address, port = self._client.address_of(request.url)
        self._host, self._connection = (
            parts.netloc,
            _CheckedConnection(str(parts.hostname), address, port, self._client.tls(), request.limits.step_seconds),
        )
        return self._exchange(self._connection, request, ends)

    def _exchange(self, connection: _CheckedConnection, request: Request, ends: float) -> Response:
        hang_up = Timer(ends - time.monotonic(), connection.hang_up)
        hang_up.start()
        try:
            parts = urlsplit(request.url)
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            method = "GET" if request.body is None else "POST"
            connection.request(method, target, request.body, dict(request.headers))
            response = connection.getresponse()
            content = BytesIO()
            file = request.into if request.into and response.status == 200 else content
            truncated = _copy(response, file, request.limits.size)
            if connection.expired:  # what looks like the end of the body may be that of the time
                raise TimeoutError("no complete response in time")
            if not response.isclosed():
                self.close()
            headers = {name.lower(): text for name, text in response.getheaders()}
            return Response(response.status, headers, content.getvalue(), truncated)
        finally:
            hang_up.cancel()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._host = None, ""


def _copy(response: http.client.HTTPResponse, file: IO[bytes], size: int) -> bool:
    """Copy at most `size` bytes of the body; return whether it is longer.

    Raises: IncompleteRead if the connection ends before the body does, which `read` does not report.
    """
    left = size
    while left and (chunk := response.read(min(left, _CHUNK))):
        file.write(chunk)
        left -= len(chunk)
    if left and response.length:
        raise http.client.IncompleteRead(b"", response.length)
    return bool(size and not left and response.read(1))


class _CheckedConnection(http.client.HTTPSConnection):
    """TLS to a checked address, for the name in the certificate."""

    def __init__(self, name: str, address: str, port: int, context: ssl.SSLContext, step_seconds: float) -> None:
        super().__init__(name, port, timeout=step_seconds, context=context)
        self._address, self._tls = address, context
        self._secure: ssl.SSLSocket | None = None
        self.expired = False

    def hang_up(self) -> None:
        """End the exchange, called by another thread when its time is over."""
        self.expired = True
        if self._secure is not None:
            with suppress(OSError):  # over already
                self._secure.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), self.timeout)
        # Head and body are sent separately: the second would wait 40 ms for the receipt of the first.
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Assigned before the handshake, so that `hang_up` ends the handshake too. The base class forgets `sock` before
        # the body is read if the server closes the connection after it.
        self.sock = self._secure = secure = self._tls.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        if self.expired:
            raise TimeoutError("no connection in time")
        secure.do_handshake()

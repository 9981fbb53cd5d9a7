"""The way to other programs: by TLS only, never into a private network, and never for longer than a moment."""

from __future__ import annotations

import hashlib
import hmac
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
        parts = urlsplit(url)
        address, port = self.address_of(url)
        connection = _Checked(str(parts.hostname), address, port, self.tls())
        over = Timer(LONGEST_SECONDS, _hang_up, [connection])
        over.start()
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, body, dict(headers))
            return connection.getresponse().status
        finally:
            over.cancel()
            connection.close()


INTERNET = Outside()


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA-256 over `<timestamp>.<body>`, in hex: the receiver computes the same and compares."""
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


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
        # Known before the handshake, so that it too can be hung up on.
        self.sock = made = self._tls.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        made.do_handshake()

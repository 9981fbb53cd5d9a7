"""Local HTTPS receivers of webhooks, with separate host names, for tests."""

import ssl
import tempfile
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from accounts.http_client import HttpClient
from notifications.models import Webhook
from notifications.services.due_lines import spread_lines
from notifications.services.webhooks import add_webhook
from tests.world import NOW, World
from tournaments.registry import webhook_names
from tournaments.services.results import correct_result, enter_result

NAMES = ("receiver.test", "slow.test", "lichess.org")


@lru_cache(maxsize=1)
def certificate() -> tuple[bytes, bytes]:
    """A certificate for `NAMES`, and its key, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receivers of the tests")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host) for host in NAMES]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return signed.public_bytes(pem), key.private_bytes(pem, *plain)


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cadata=certificate()[0].decode())


def here(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1"]


#: The internet of these tests: every name resolves to this machine, and every address is allowed.
HERE = HttpClient(resolve=here, allowed=lambda address: True, tls=trusting)


class Receiver(HTTPServer):
    """A local HTTPS receiver that answers with `status`."""

    def __init__(self, handler: type[BaseHTTPRequestHandler] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), handler or Handler)
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 204
        self.location = ""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.NamedTemporaryFile() as pem:
            pem.write(b"".join(certificate()))
            pem.flush()
            context.load_cert_chain(Path(pem.name))
        self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"https://receiver.test:{self.server_port}/hook?of=tavleya"

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append(({"path": self.path, **dict(self.headers)}, body))
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


def listen(world: World, url: str, *kinds: str, http: HttpClient = HERE) -> Webhook:
    """Add a webhook; lines that are due already are spread before."""
    spread_lines(NOW)
    values = {"url": url, "kinds": kinds or sorted(webhook_names()), "http": http}
    return add_webhook(actor=world.olga, now=NOW, event_id=world.event.pk, **values)


def tell(world: World, times: int = 1) -> None:
    """Enter and correct the result of one board, for `times` messages."""
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    for number in range(1, times):
        result = "0-1" if number % 2 else "1-0"
        correct_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result=result, reason="slip")
    spread_lines(NOW)

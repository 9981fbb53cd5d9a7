"""The HTTP client for servers of others: limits of size and time, redirects, incomplete responses."""

import io
import time
from collections.abc import Iterator

import pytest

from accounts.http_client import AddressRefused, Connection, HttpClient, Limits, Request, RequestFailed
from tests.tournaments.receivers import HERE, Handler, Receiver, here, trusting


class _Pages(Handler):
    def do_GET(self) -> None:
        page = self.path.partition("?")[0]
        self.server.got.append(({"path": self.path, "port": str(self.client_address[1])}, b""))
        if page == "/moved":
            self._answer(302, b"elsewhere", Location=self.server.location)
        elif page == "/short":
            self._answer(200, b"half", length=8)
        elif page == "/slow":
            self._answer(200, b"", length=100)
            for _ in range(40):
                self.wfile.write(b".")
                time.sleep(0.05)
        else:
            self._answer(200, b"0123456789")

    def _answer(self, status: int, body: bytes, length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for name, text in {**headers, "Content-Length": str(len(body) if length is None else length)}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server() -> Iterator[Receiver]:
    receiver = Receiver(_Pages)
    yield receiver
    receiver.close()


def request(server: Receiver, path: str, **more: object) -> Request:
    return Request(url=f"https://receiver.test:{server.server_port}{path}", headers={}, **more)


@pytest.mark.parametrize(
    ("size", "body", "truncated"), [(11, b"0123456789", False), (10, b"0123456789", False), (4, b"0123", True)]
)
def test_a_longer_body_is_truncated(server: Receiver, size: int, body: bytes, truncated: bool) -> None:
    response = HERE.send(request(server, "/", limits=Limits(size=size)))
    assert (response.status, response.body, response.truncated) == (200, body, truncated)


def test_a_body_that_ends_too_early_or_takes_too_long_is_no_response(server: Receiver) -> None:
    with pytest.raises(RequestFailed, match="4 more expected") as excinfo:
        HERE.send(request(server, "/short"))
    assert excinfo.value.kind == "IncompleteRead"
    began = time.monotonic()
    with pytest.raises(RequestFailed):
        HERE.send(request(server, "/slow", limits=Limits(seconds=0.5)))
    assert time.monotonic() - began < 1.5


def test_redirects_are_followed_only_if_allowed_and_as_often_as_allowed(server: Receiver) -> None:
    server.location = "/?there"
    file = io.BytesIO()
    assert HERE.send(request(server, "/moved", into=file)).status == 302
    assert [headers["path"] for headers, _ in server.got] == ["/moved"]
    response = HERE.send(request(server, "/moved", into=file, limits=Limits(redirects=1)))
    assert (response.status, file.getvalue()) == (200, b"0123456789"), "only the page itself is written"
    server.location = "/moved"
    with pytest.raises(RequestFailed, match="too many redirects"):
        HERE.send(request(server, "/moved", limits=Limits(redirects=3)))


@pytest.mark.parametrize("location", ["http://receiver.test/", "https://inside.test/", "file:///etc/passwd"])
def test_a_redirect_leads_to_public_https_addresses_only(server: Receiver, location: str) -> None:
    client = HttpClient(
        resolve=lambda host, port: ["10.0.0.1"] if host == "inside.test" else here(host, port),
        allowed=lambda address: str(address) == "127.0.0.1",
        tls=trusting,
    )
    server.location = location
    with pytest.raises(AddressRefused):
        client.send(request(server, "/moved", limits=Limits(redirects=1)))


def test_a_connection_that_the_server_has_closed_is_opened_again(server: Receiver) -> None:
    connection = Connection(HERE)
    try:
        for _ in range(2):  # the server speaks HTTP/1.0 and closes after each response
            assert connection.send(request(server, "/")).status == 200
    finally:
        connection.close()
    assert len({headers["port"] for headers, _ in server.got}) == 2

"""Which addresses other programs may have: public ones by TLS, looked at when registered and whenever it is sent."""

import ipaddress
import socket
import threading
from collections.abc import Iterator

import pytest

from accounts import http_client
from accounts.http_client import INTERNET, AddressRefused, HttpClient, is_public
from notifications.services.webhooks import add_webhook, send_due
from tavleya.errors import BadInput, NotPermitted
from tests.tournaments.conftest import raises_code
from tests.tournaments.receivers import Receiver, listen, tell, trusting
from tests.world import NOW, World
from tournaments.registry import webhook_names

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    result = Receiver()
    yield result
    result.close()


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", tracking="live")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "169.254.169.254",
        "10.0.0.1", "[fe80::1]",
    ],
)  # fmt: skip
def test_an_address_in_a_private_network_is_refused_at_once(world, host):
    with pytest.raises(BadInput) as excinfo:
        listen(world, f"https://{host}/", http=INTERNET)
    assert excinfo.value.code in ("webhook_address_refused", "bad_webhook_url")
    if not host[-1].isdigit():
        return
    with pytest.raises(AddressRefused):
        INTERNET.address_of(f"https://{host}/")


def test_a_name_that_leads_into_a_private_network_is_refused_at_once_and_again_at_sending(world, receiver):
    leads = {"host": "10.0.0.7"}
    outside = HttpClient(lambda host, port: [leads["host"]], tls=trusting)
    with pytest.raises(BadInput) as excinfo:
        listen(world, receiver.url, http=outside)
    assert (excinfo.value.code, excinfo.value.detail["field"]) == ("webhook_address_refused", "url")
    leads["host"] = "8.8.8.8"
    hook = listen(world, receiver.url, http=outside)
    leads["host"] = "127.0.0.1"
    tell(world)
    assert send_due(NOW, outside) == 0
    assert receiver.got == []
    assert hook.deliveries.get().problem == "not a public address"


def test_a_name_of_which_one_address_is_private_is_refused(world, receiver):
    with pytest.raises(BadInput):
        listen(world, receiver.url, http=HttpClient(lambda host, port: ["8.8.8.8", "192.168.1.1"]))


def test_a_name_that_does_not_resolve_yet_is_accepted(world):
    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror("Name or service not known")

    assert listen(world, "https://soon.test/", http=HttpClient(unknown)).pk


def test_names_of_users_who_may_not_register_them_are_not_looked_up(world):
    requests: list[str] = []
    outside = HttpClient(lambda host, port: requests.append(host) or ["8.8.8.8"])
    with pytest.raises(NotPermitted):
        add_webhook(
            actor=world.alice, now=NOW, event_id=world.event.pk, url="https://example.org/",
            kinds=sorted(webhook_names()),
            http=outside,
        )  # fmt: skip
    assert requests == []


def test_a_resolver_that_hangs_is_waited_for_only_for_a_moment(monkeypatch):
    stopped = threading.Event()
    monkeypatch.setattr(http_client, "_LOOKUP_SECONDS", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: stopped.wait(20))
    with pytest.raises(OSError, match="in time"):
        http_client.look_up("hangs.test", 443)
    stopped.set()


PRIVATE = """
10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 127.0.0.1 0.0.0.0 224.0.0.1 ::1 fe80::1 fc00::1
::ffff:10.0.0.1 2002:0a00:0001::1 64:ff9b::a00:1 ::10.0.0.1 fec0::1 ff0e::1
"""  # 64:ff9b::a00:1 is 10.0.0.1 through a translator (RFC 6052)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", *PRIVATE.split()])
def test_which_addresses_are_of_the_open_internet(address):
    assert is_public(ipaddress.ip_address(address)) is (address not in PRIVATE.split())


def test_an_address_that_makes_no_sense_is_refused(world):
    schemes = ("ftp://example.org/", "http://example.org/", "file:///etc/passwd")
    for url in (*schemes, "", "https://example.org:99999/", "https://", "https://user:secret@example.org/", "x" * 600):
        with raises_code(BadInput, "bad_webhook_url"):
            listen(world, url)


def test_no_part_of_a_message_waits_for_the_receipt_of_another(receiver):
    made = http_client._CheckedConnection("receiver.test", "127.0.0.1", receiver.server_port, trusting(), 5)
    made.connect()
    assert made.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    made.close()

"""Addresses of webhooks: only public ones, by TLS, checked at registration and delivery; signatures of messages."""

import base64
import ipaddress
import re
import socket
import textwrap
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts import http_client
from accounts.encryption import new_secret, sign, signed_headers, verify
from accounts.http_client import INTERNET, AddressRefused, HttpClient, is_public
from notifications.services.webhooks import add_webhook, send_due
from tavleya.errors import BadInput, NotPermitted
from tests.paths import ROOT
from tests.refusals import refused
from tests.tournaments.receivers import listen, tell, trusting
from tests.world import NOW, World
from tournaments.registry import webhook_names

pytestmark = pytest.mark.django_db


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
    dns = {}
    outside = HttpClient(lambda host, port: dns["addresses"], tls=trusting)
    for addresses in (["10.0.0.7"], ["8.8.8.8", "192.168.1.1"]):
        dns["addresses"] = addresses
        with pytest.raises(BadInput) as excinfo:
            listen(world, receiver.url, http=outside)
        assert (excinfo.value.code, excinfo.value.detail["field"]) == ("webhook_address_refused", "url")
    dns["addresses"] = ["8.8.8.8"]
    hook = listen(world, receiver.url, http=outside)
    dns["addresses"] = ["127.0.0.1"]
    tell(world)
    assert send_due(NOW, outside) == 0
    assert receiver.got == []
    assert hook.deliveries.get().problem == "not a public address"


def test_a_name_that_does_not_resolve_yet_is_accepted(world):
    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror("Name or service not known")

    assert listen(world, "https://soon.test/", http=HttpClient(unknown)).pk


def test_names_of_users_who_may_not_register_them_are_not_looked_up(world):
    lookups: list[str] = []
    outside = HttpClient(lambda host, port: lookups.append(host) or ["8.8.8.8"])
    with pytest.raises(NotPermitted):
        add_webhook(
            actor=world.alice, now=NOW, event_id=world.event.pk, url="https://example.org/",
            kinds=sorted(webhook_names()),
            http=outside,
        )  # fmt: skip
    assert lookups == []


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
        with refused(BadInput, "bad_webhook_url"):
            listen(world, url)


def test_no_part_of_a_message_waits_for_the_receipt_of_another(receiver):
    connection_ = http_client._CheckedConnection("receiver.test", "127.0.0.1", receiver.server_port, trusting(), 5)
    connection_.connect()
    assert connection_.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    connection_.close()


# Signatures by Standard Webhooks: the example of the specification, changed messages, the check in docs/api.md.


# The example in the tests of the reference libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE_ID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
AT = datetime.fromtimestamp(1_614_265_330, UTC)
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
HEADERS = {"webhook-id": MESSAGE_ID, "webhook-timestamp": "1614265330", "webhook-signature": SIGNATURE}

Check = Callable[[str, Mapping[str, str], bytes], bool]


def _verified(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    return verify(secret, headers, body, AT)


def _verified_as_documented(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """The check in docs/api.md, at the time of the example."""
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    code = re.search(r"^    import base64.*?(?=^\S)", page, re.MULTILINE | re.DOTALL)
    namespace: dict[str, Any] = {}
    exec(textwrap.dedent(code[0]), namespace)
    namespace["time"] = type("Clock", (), {"time": staticmethod(AT.timestamp)})
    return bool(namespace["is_genuine"](secret, headers, body))


CHECKS = pytest.mark.parametrize("check", [_verified, _verified_as_documented], ids=["ours", "documented"])


def test_the_example_of_the_specification() -> None:
    assert sign(SECRET, MESSAGE_ID, "1614265330", BODY) == SIGNATURE
    assert signed_headers(SECRET, MESSAGE_ID, AT, BODY) == HEADERS
    assert _verified(SECRET, HEADERS, BODY) and _verified_as_documented(SECRET, HEADERS, BODY)


@CHECKS
def test_one_of_several_signatures_is_enough(check: Check) -> None:
    """The specification has a list, so that a secret can be replaced."""
    other = sign(new_secret(), MESSAGE_ID, "1614265330", BODY)
    assert check(SECRET, {**HEADERS, "webhook-signature": f"v1a,é {other} {SIGNATURE}"}, BODY)
    assert not check(SECRET, {**HEADERS, "webhook-signature": other}, BODY)


@CHECKS
@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({}, b'{"test": 2432232315}'),
        ({}, BODY + b" "),
        ({"webhook-id": "msg_another"}, BODY),
        ({"webhook-timestamp": "1614265331"}, BODY),
        ({"webhook-signature": SIGNATURE.removeprefix("v1,")}, BODY),
        ({"webhook-signature": SIGNATURE.replace("v1,", "v2,")}, BODY),
        ({"webhook-signature": ""}, BODY),
    ],
    ids=["body", "space", "id", "timestamp", "no version", "other version", "no signature"],
)
def test_a_changed_message_is_refused(check: Check, headers: dict[str, str], body: bytes) -> None:
    assert not check(SECRET, {**HEADERS, **headers}, body)


@CHECKS
@pytest.mark.parametrize(("seconds", "accepted"), [(-301, False), (-300, True), (300, True), (301, False)])
def test_an_old_or_future_message_is_refused(check: Check, seconds: int, accepted: bool) -> None:
    sent_at = AT + timedelta(seconds=seconds)
    assert check(SECRET, signed_headers(SECRET, MESSAGE_ID, sent_at, BODY), BODY) is accepted


@pytest.mark.parametrize("timestamp", ["", "x", "-1614265330", "1614265330.0", "١٦١٤٢٦٥٣٣٠", "1" * 5000])
def test_a_malformed_timestamp_is_refused(timestamp: str) -> None:
    signature = sign(SECRET, MESSAGE_ID, timestamp, BODY)
    headers = {**HEADERS, "webhook-timestamp": timestamp, "webhook-signature": signature}
    assert not _verified(SECRET, headers, BODY)


def test_a_message_without_a_header_an_id_or_a_secret_is_refused_although_its_signature_fits() -> None:
    for name in HEADERS:
        assert not _verified(SECRET, {key: value for key, value in HEADERS.items() if key != name}, BODY)
    assert not _verified(SECRET, signed_headers(SECRET, "", AT, BODY), BODY)
    assert not _verified("", signed_headers("", MESSAGE_ID, AT, BODY), BODY)


def test_a_secret_has_the_form_of_the_specification_and_is_new_each_time() -> None:
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    for secret in secrets:
        prefix, key = secret[:6], base64.b64decode(secret[6:], validate=True)
        assert prefix == "whsec_" and 24 <= len(key) <= 64

"""Other programs are told: signed, once for each happening, tried again, and never inside a private network."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from arbiter.services import claim_flag
from common.errors import BadInput, Conflict
from common.sides import Side
from games import services as games
from tests.world import NOW, World
from tournaments import services
from tournaments.models import Webhook, WebhookDelivery
from tournaments.services import webhook_sending
from tournaments.services.webhook_sending import PAUSES, is_public, send_due, signature
from tournaments.services.webhooks import KINDS

pytestmark = pytest.mark.django_db


class Receiver(HTTPServer):
    """A program on this machine; `status` is what it answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 204
        self.location = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?of=tavleya"


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


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    thread = threading.Thread(target=found.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield found
    found.shutdown()
    found.server_close()


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", tracking="live")


def anywhere(address: object) -> bool:
    """The tests' receiver is on this machine."""
    return True


def listen(world: World, url: str, *kinds: str) -> Webhook:
    return services.add_webhook(
        actor=world.olga, now=NOW, event_id=world.event.pk, url=url, kinds=kinds or KINDS
    )


def test_a_result_is_told_with_a_signature_that_the_receiver_can_check(world, receiver):
    hook = listen(world, receiver.url)
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert send_due(NOW, anywhere) == 1
    ((headers, body),) = receiver.got
    assert headers["path"] == "/hook?of=tavleya"
    told = json.loads(body)
    assert told["kind"] == headers["Webhook-Kind"] == "result.recorded"
    assert (told["event"], told["section"], told["round"], told["board"], told["result"]) == (
        "spring-cup", "open", 1, 1, "1-0",
    )  # fmt: skip
    said = f"{headers['Webhook-Timestamp']}.".encode() + body
    expected = hmac.new(hook.secret.encode(), said, hashlib.sha256).hexdigest()
    assert headers["Webhook-Signature"] == f"v1={expected}"
    assert int(headers["Webhook-Timestamp"]) == int(NOW.timestamp())
    row = WebhookDelivery.objects.get()
    assert (row.status, row.attempts, row.next_at, row.delivered_at) == (204, 1, None, NOW)
    assert headers["Webhook-Id"] == str(row.key)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_program_that_answers_a_letter_at_a_time_is_hung_up_on(world, monkeypatch, scheme):
    """Each letter comes within the patience for one; together they would take minutes."""
    monkeypatch.setattr(webhook_sending, "LONGEST_SECONDS", 1)
    stopped = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            taken, _ = server.accept()
            # The head of a message of a TLS handshake that goes on, or of an answer.
            answer = b"\x16\x03\x03\x3f\xff" if scheme == "https" else b"HTTP/1.1 "
            with taken, contextlib.suppress(OSError):
                for letter in answer + b"\x02" * 600:
                    taken.sendall(bytes([letter]))
                    if stopped.wait(0.1):
                        return

        dripping = threading.Thread(target=drip)
        dripping.start()
        hook = listen(world, f"{scheme}://127.0.0.1:{server.getsockname()[1]}/")
        services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
        began = time.monotonic()
        assert send_due(NOW, anywhere) == 0
        took = time.monotonic() - began
        stopped.set()
        dripping.join(10)
    assert 0.9 < took < 5
    row = hook.deliveries.get()
    assert (row.delivered_at, row.attempts, row.next_at) == (None, 1, NOW + PAUSES[0])
    assert row.problem


def test_a_signature_by_a_known_example():
    """Computed with `printf '1700000000.{}' | openssl dgst -sha256 -hmac secret`."""
    assert (
        signature("secret", 1_700_000_000, b"{}") == hmac.digest(b"secret", b"1700000000.{}", "sha256").hex()
    )


def test_what_happens_is_told_to_those_who_asked_for_it(world, receiver):
    listen(world, receiver.url, "round.published", "standings.final", "ruling.applied")
    world.started()
    claim_flag(actor=world.artur, now=NOW + timedelta(hours=2), game_id=world.board.pk, side=Side.WHITE)
    services.close_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    for row in world.rounds[1:]:
        services.publish_round(actor=world.olga, now=NOW, round_id=row.pk)
        for board in row.pairings.filter(bye=""):
            services.enter_result(actor=world.artur, now=NOW, pairing_id=board.pk, result="1-0")
        services.start_round(actor=world.olga, now=NOW, round_id=row.pk)
        services.close_round(actor=world.olga, now=NOW, round_id=row.pk)
    services.finalise_table(actor=world.olga, now=NOW, section_id=world.section.pk)
    told = [json.loads(row.body) for row in WebhookDelivery.objects.order_by("pk")]
    kinds = [one["kind"] for one in told]
    assert kinds[0] == "ruling.applied" and kinds[-1] == "standings.final"
    assert kinds.count("round.published") == len(world.rounds) - 1
    assert "result.recorded" not in kinds
    assert (told[0]["ruling"], told[0]["result"]) == ("flag", "0-1")


def test_a_happening_that_is_rolled_back_is_not_told(world):
    listen(world, "https://example.org/")
    with pytest.raises(Conflict):
        services.close_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    assert not WebhookDelivery.objects.exists()


def test_of_an_event_that_is_not_public_nothing_is_told(world):
    listen(world, "https://example.org/")
    services.edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert not WebhookDelivery.objects.exists()


def test_a_receiver_that_fails_is_tried_again_with_growing_pauses_and_then_given_up(world, receiver):
    listen(world, receiver.url)
    receiver.status = 500
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    now = NOW
    for attempt, pause in enumerate(PAUSES, 1):
        assert send_due(now, anywhere) == 0
        row = WebhookDelivery.objects.get()
        assert (row.attempts, row.status, row.next_at) == (attempt, 500, now + pause)
        assert send_due(now + pause - timedelta(seconds=1), anywhere) == 0
        assert len(receiver.got) == attempt
        now += pause
    assert send_due(now, anywhere) == 0
    row = WebhookDelivery.objects.get()
    assert (row.attempts, row.next_at, row.delivered_at) == (len(PAUSES) + 1, None, None)
    assert row.problem == "answered 500"
    assert send_due(now + timedelta(days=9), anywhere) == 0
    assert len(receiver.got) == len(PAUSES) + 1
    assert sorted(PAUSES) == list(PAUSES)


def test_what_has_arrived_is_not_sent_again(world, receiver):
    listen(world, receiver.url)
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert [send_due(NOW, anywhere), send_due(NOW + timedelta(days=1), anywhere)] == [1, 0]
    assert len(receiver.got) == 1


def test_a_message_that_another_sender_has_taken_is_left_to_him(world, receiver):
    listen(world, receiver.url)
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")

    def meanwhile(address: object) -> bool:
        assert send_due(NOW, anywhere) == 0
        return True

    assert send_due(NOW, meanwhile) == 1
    assert len(receiver.got) == 1


def test_a_redirection_is_not_followed(world, receiver):
    listen(world, receiver.url)
    receiver.status, receiver.location = 302, receiver.url
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert send_due(NOW, anywhere) == 0
    assert len(receiver.got) == 1


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433"]
)
def test_nothing_is_sent_into_the_machine_itself(world, receiver, host):
    try:
        hook = listen(world, f"http://{host}:{receiver.server_port}/")
    except BadInput:
        return
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert send_due(NOW) == 0
    assert receiver.got == []
    assert hook.deliveries.get().delivered_at is None


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fc00::1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:0a00:0001::1", False),
        ("64:ff9b::a00:1", False),  # 10.0.0.1 through a translator (RFC 6052)
        ("::10.0.0.1", False),
        ("fec0::1", False),
        ("ff0e::1", False),
    ],
)
def test_which_addresses_are_of_the_open_internet(address, public):
    assert is_public(ipaddress.ip_address(address)) is public


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org/",
        "https://",
        "file:///etc/passwd",
        "https://user:secret@example.org/",
        "x" * 600,
    ],
)
def test_an_address_that_makes_no_sense_is_refused(world, url):
    with pytest.raises(BadInput) as refused:
        listen(world, url)
    assert refused.value.code == "bad_webhook_url"


def test_an_address_is_told_once_and_only_what_there_is(world):
    listen(world, "https://example.org/")
    with pytest.raises(Conflict):
        listen(world, "https://example.org/")
    with pytest.raises(BadInput):
        listen(world, "https://example.com/", "everything")


def test_a_revoked_address_is_told_nothing_more_not_even_what_waits(world, receiver):
    hook = listen(world, receiver.url)
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    services.revoke_webhook(actor=world.olga, now=NOW, webhook_id=hook.pk)
    services.correct_result(
        actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1", reason="slip"
    )
    assert send_due(NOW, anywhere) == 0
    assert receiver.got == [] and hook.deliveries.count() == 1


def test_a_game_that_its_own_moves_end_is_told_too(world):
    listen(world, "https://example.org/")
    world.started()
    games.resign(actor=world.alice, now=NOW, game_id=world.board.pk)
    assert json.loads(WebhookDelivery.objects.get().body)["result"] == "0-1"

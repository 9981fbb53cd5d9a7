"""Webhooks: signed, once for each event, retried; lines of the log are the outbox, sent once."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.encryption import verify
from accounts.http_client import HttpClient, Limits
from arbiter.services.ruling import claim_flag
from games.models.game import Game
from games.services.moves import resign
from notifications.models import Delivery, Lane
from notifications.services import due_lines, webhooks
from notifications.services.due_lines import spread_due, spread_lines
from notifications.services.webhooks import OF_A_LANE, OLDEST, PAUSES, revoke_webhook, send_due, try_webhook
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.hooks import Hook
from tavleya.sides import Side
from tests.refusals import refused
from tests.tournaments.receivers import HERE, here, listen, tell, trusting
from tests.world import NOW, World
from tournaments import hooks
from tournaments.activity import happened
from tournaments.kinds import SECTION_EDITED, TABLE_FINAL
from tournaments.models.activity import Log
from tournaments.services.actual_seating import ActualSeats, record_actual_seating
from tournaments.services.final_table import finalise_table
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round, publish_round, start_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", tracking="live")


def spread_and_send(now: datetime) -> int:
    spread_due(now)
    return send_due(now, HERE)


def test_a_result_is_sent_with_a_signature_that_the_receiver_can_check(world, receiver):
    hook = listen(world, receiver.url)
    tell(world)
    assert send_due(NOW, HERE) == 1
    ((headers, body),) = receiver.got
    assert headers["path"] == "/hook?of=tavleya"
    expected = {"kind": "result.recorded", "event": "spring-cup", "section": "open", "round": 1, "board": 1}
    assert (expected | {"result": "1-0"}).items() <= json.loads(body).items()
    assert verify(hook.secret, headers, body, NOW)
    assert int(headers["webhook-timestamp"]) == int(NOW.timestamp())
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.tries, delivery.due_at, delivery.sent_at) == (204, 1, None, NOW)
    assert headers["webhook-id"] == str(delivery.key)
    assert [name for name in headers if name.lower().startswith("webhook-")] == [
        "webhook-id", "webhook-timestamp", "webhook-signature",
    ]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("answer", [b"\x16\x03\x03\x3f\xff", None], ids=["handshake", "nothing"])
def test_a_program_that_answers_a_letter_at_a_time_is_hung_up_on(world, monkeypatch, answer):
    """Each byte arrives within the time for one step; together they would take minutes."""
    monkeypatch.setattr(webhooks, "_LIMITS", Limits(seconds=1, step_seconds=30, size=0))
    with tarpit(answer) as port:
        hook = listen(world, f"https://slow.test:{port}/")
        tell(world)
        began = time.monotonic()
        assert send_due(NOW, HERE) == 0
        took = time.monotonic() - began
    assert 0.9 < took < 5
    delivery = hook.deliveries.get()
    assert (delivery.sent_at, delivery.tries, delivery.due_at) == (None, 1, NOW + PAUSES[0])
    assert delivery.problem


@contextlib.contextmanager
def tarpit(answer: bytes | None, until: Callable[[], bool] = lambda: False) -> Iterator[int]:
    """Run a server that accepts every connection and never ends; yield its port.

    `answer` begins a handshake that continues byte by byte; without one the server sends nothing. It hangs up by
    itself only once `until` holds.
    """
    stopped = threading.Event()

    def drip(client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            for byte in (answer or b"") + b"\x02" * 600:
                if answer:
                    client.sendall(bytes([byte]))
                if stopped.wait(0.1) or until():
                    return

    def serve(server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=drip, args=(server.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=(server,), daemon=True).start()
        yield server.getsockname()[1]
        stopped.set()


def test_each_kind_is_sent_to_its_subscribers(world, receiver):
    listen(world, receiver.url, "round.published", "standings.final", "ruling.applied")
    world.started()
    claim_flag(actor=world.artur, now=NOW + timedelta(hours=2), game_id=world.board.pk, side=Side.WHITE)
    close_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    for round_ in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
        for pairing in round_.pairings.filter(bye=""):
            enter_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result="1-0")
        start_round(actor=world.olga, now=NOW, round_id=round_.pk)
        close_round(actor=world.olga, now=NOW, round_id=round_.pk)
    finalise_table(actor=world.olga, now=NOW, section_id=world.section.pk)
    spread_due(NOW + timedelta(hours=2))
    messages = [json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk")]
    kinds = [message["kind"] for message in messages]
    assert kinds[0] == "ruling.applied" and kinds[-1] == "standings.final"
    assert kinds.count("round.published") == len(world.rounds) - 1
    assert "result.recorded" not in kinds
    assert (messages[0]["ruling"], messages[0]["result"]) == ("flag", "0-1")


def test_a_receiver_is_tried_with_a_message_that_tells_of_nothing(world, receiver):
    hook = listen(world, receiver.url, "standings.final")
    first, second = (try_webhook(actor=world.olga, now=NOW, webhook_id=hook.pk) for _ in range(2))
    assert first == second
    assert send_due(NOW, HERE) == 1
    assert json.loads(receiver.got[0][1]) == {"kind": "test", "at": NOW.isoformat(), "event": "spring-cup"}
    revoke_webhook(actor=world.olga, now=NOW, webhook_id=hook.pk)
    with refused(NotFound, "no_such_webhook"):
        try_webhook(actor=world.olga, now=NOW, webhook_id=hook.pk)


def test_a_receiver_that_fails_is_tried_again_with_growing_pauses_and_then_given_up(world, receiver):
    listen(world, receiver.url)
    receiver.status = 500
    tell(world)
    now = NOW
    for attempt, pause in enumerate(PAUSES, 1):
        assert send_due(now, HERE) == 0
        delivery = Delivery.objects.get()
        assert (delivery.tries, delivery.status, delivery.due_at) == (attempt, 500, now + pause)
        assert send_due(now + pause - timedelta(seconds=1), HERE) == 0
        assert len(receiver.got) == attempt
        now += pause
    assert send_due(now, HERE) == 0
    delivery = Delivery.objects.get()
    assert (delivery.tries, delivery.due_at, delivery.sent_at) == (len(PAUSES) + 1, None, None)
    assert delivery.problem == "answered 500"
    assert send_due(now + timedelta(days=9), HERE) == 0
    assert len(receiver.got) == len(PAUSES) + 1
    assert sorted(PAUSES) == list(PAUSES)


def test_a_retry_keeps_the_id_and_has_a_new_timestamp_and_signature(world, receiver):
    hook = listen(world, receiver.url)
    receiver.status = 500
    tell(world)
    later = NOW + PAUSES[0]
    assert send_due(NOW, HERE) == 0
    receiver.status = 204
    assert [send_due(later, HERE), send_due(later + timedelta(days=1), HERE)] == [1, 0]
    (first, first_body), (second, second_body) = receiver.got
    assert first["webhook-id"] == second["webhook-id"] and first_body == second_body
    times = [int(headers["webhook-timestamp"]) for headers in (first, second)]
    assert times == [int(NOW.timestamp()), int(later.timestamp())]
    assert first["webhook-signature"] != second["webhook-signature"]
    assert verify(hook.secret, first, first_body, NOW)
    assert verify(hook.secret, second, second_body, later)


@pytest.mark.django_db(transaction=True)
def test_a_message_in_delivery_is_not_sent_by_another_sweep(receiver):
    world = World(game="chess", regime="fide-2023", control="60", tracking="live")
    listen(world, receiver.url)
    tell(world)
    others = []

    def meanwhile(address: object) -> bool:
        try:
            others.append(send_due(NOW, HERE))
        finally:
            connection.close()  # of the thread that sends
        return True

    assert send_due(NOW, HttpClient(here, meanwhile, trusting)) == 1
    assert (others, len(receiver.got)) == ([0], 1)


def test_messages_of_a_dead_sweep_are_sent_by_a_later_one(world, receiver):
    listen(world, receiver.url)
    tell(world)
    Lane.objects.update(busy_until=NOW + timedelta(minutes=2))
    assert send_due(NOW, HERE) == 0
    assert send_due(NOW + timedelta(minutes=2), HERE) == 1


def test_a_slow_receiver_does_not_delay_others(world, receiver, monkeypatch):
    served = threading.Event()

    def others_are_served() -> bool:
        if len(receiver.got) == 6:
            served.set()
        return served.is_set()

    with tarpit(None, until=others_are_served) as port:
        slow = listen(world, f"https://slow.test:{port}/")  # first in every list
        listen(world, receiver.url)
        tell(world, times=6)
        assert send_due(NOW, HERE) == 6
        assert served.is_set()  # while the connection to the slow one was still open
        # It was tried once, and not once for each of its messages; then it is left alone.
        assert sorted(slow.deliveries.values_list("tries", flat=True)) == [0, 0, 0, 0, 0, 1]
        assert send_due(NOW + timedelta(seconds=5), HERE) == 0
        assert sorted(slow.deliveries.values_list("tries", flat=True)) == [0, 0, 0, 0, 0, 1]


@pytest.mark.long
def test_a_host_that_fails_is_left_alone_for_longer_each_time_and_served_at_once_when_it_is_back(world, receiver):
    listen(world, receiver.url)
    receiver.status = 503
    tell(world, times=30)
    now = NOW
    for pause in (30, 60, 120, 240, 480, 960, 1800, 1800):
        before = len(receiver.got)
        assert send_due(now, HERE) == 0
        assert len(receiver.got) == before + 1
        assert Lane.objects.get().paused_until == now + timedelta(seconds=pause)
        assert send_due(now + timedelta(seconds=pause - 1), HERE) == 0
        assert len(receiver.got) == before + 1
        now += timedelta(seconds=pause)
    receiver.status = 204
    assert send_due(now, HERE) == OF_A_LANE
    assert send_due(now, HERE) == 30 - OF_A_LANE - Delivery.objects.filter(due_at__gt=now).count()


def test_an_answer_that_a_message_is_not_wanted_delays_no_other(world, receiver):
    listen(world, receiver.url)
    receiver.status = 404
    tell(world, times=3)
    assert send_due(NOW, HERE) == 0
    assert len({headers["webhook-id"] for headers, _body in receiver.got}) == len(receiver.got) == 3
    assert Lane.objects.get().paused_until is None


def test_a_message_undelivered_for_a_day_is_given_up(world, receiver):
    listen(world, receiver.url)
    tell(world, times=3)
    Lane.objects.update(failures=9)
    assert send_due(NOW + OLDEST + timedelta(seconds=1), HERE) == 0
    assert receiver.got == []
    assert not Delivery.objects.filter(due_at__isnull=False).exists()


def test_a_redirection_is_not_followed(world, receiver):
    listen(world, receiver.url)
    receiver.status, receiver.location = 302, receiver.url
    tell(world)
    assert send_due(NOW, HERE) == 0
    assert len(receiver.got) == 1


def test_an_address_is_registered_once_and_only_for_known_kinds(world):
    listen(world, "https://example.org/")
    with pytest.raises(Conflict):
        listen(world, "https://example.org/")
    with pytest.raises(BadInput):
        listen(world, "https://example.com/", "everything")


def test_a_revoked_address_gets_no_more_messages_even_if_they_wait(world, receiver):
    hook = listen(world, receiver.url)
    tell(world)
    revoke_webhook(actor=world.olga, now=NOW, webhook_id=hook.pk)
    correct_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1", reason="slip")
    assert send_due(NOW, HERE) == 0
    assert receiver.got == [] and hook.deliveries.count() == 1


def test_a_game_ended_by_its_own_moves_is_sent_too(world):
    listen(world, "https://example.org/")
    world.started()
    resign(actor=world.alice, now=NOW, game_id=world.board.pk)
    spread_due(NOW)
    assert json.loads(Delivery.objects.get().body)["result"] == "0-1"


def test_the_result_of_a_board_that_was_played_differently_is_sent_again(world):
    listen(world, "https://example.org/")
    tell(world)
    seats = [ActualSeats(1, world.pairing.black_id, world.pairing.white_id)]
    record_actual_seating(actor=world.artur, now=NOW, round_id=world.pairing.round_id, boards=seats, reason="colours")
    spread_due(NOW)
    assert [json.loads(delivery.body)["result"] for delivery in Delivery.objects.order_by("pk")] == ["1-0", "0-1"]


def test_a_result_held_back_by_a_broadcast_delay_is_not_sent_before_it_and_its_correction_are_public(world, receiver):
    """This includes receivers of the organiser, who may forward the message."""
    listen(world, receiver.url)
    Game.objects.update(broadcast_delay=15)
    tell(world)
    at = NOW + timedelta(minutes=10)
    correct_result(actor=world.artur, now=at, pairing_id=world.pairing.pk, result="0-1", reason="slip")
    assert [spread_and_send(NOW + timedelta(minutes=minutes)) for minutes in (14, 15, 24, 25)] == [0, 0, 0, 2]
    assert [json.loads(body)["result"] for _headers, body in receiver.got] == ["1-0", "0-1"]


def test_a_ruling_at_a_delayed_board_is_sent_when_what_it_follows_is_public(world, receiver):
    listen(world, receiver.url, "ruling.applied")
    world.started()
    Game.objects.update(broadcast_delay=15)
    at = NOW + timedelta(minutes=61)
    claim_flag(actor=world.artur, now=at, game_id=world.board.pk, side=Side.WHITE)
    assert spread_and_send(at + timedelta(minutes=14)) == 0
    assert spread_and_send(at + timedelta(minutes=15)) == 1


ACTOR = Actor.of_system("test")


@pytest.fixture
def line(world: World) -> Log:
    listen(world, "https://example.org/")
    return happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW, after={"digest": "a"})


def test_a_line_is_announced_once_and_the_database_allows_only_clearing_its_due_time(line):
    assert line.due_at == NOW
    for changes in ({"due_at": NOW + timedelta(days=1)}, {"action": "x.y"}, {"due_at": None, "actor": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Log.objects.filter(pk=line.pk).update(**changes)
    spread_lines(NOW)
    spread_lines(NOW)
    line.refresh_from_db()
    assert line.due_at is None
    assert Delivery.objects.get().kind == "standings.final"
    with pytest.raises(IntegrityError), transaction.atomic():
        Log.objects.filter(pk=line.pk).update(due_at=NOW)


def test_a_failing_line_does_not_block_others_and_is_given_up_after_hours(world, line, monkeypatch):
    other = happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW, after={"digest": "b"})
    queue_messages = webhooks.queue_messages

    def fail(lines):
        if line.pk in {each_line.pk for each_line in lines}:
            raise ValueError("cannot be sent")
        return queue_messages(lines)

    monkeypatch.setattr(due_lines, "queue_messages", fail)
    spread_lines(NOW)
    assert Delivery.objects.get().body.endswith('"digest": "b"}')
    due = Log.objects.filter(due_at__isnull=False)
    assert list(due.all()) == [line] and other.due_at
    spread_lines(NOW + timedelta(hours=5))
    assert list(due.all()) == [line]
    spread_lines(NOW + timedelta(hours=7))
    assert not due.all().exists() and Delivery.objects.count() == 1


def test_lines_without_notifications_or_for_private_events_are_not_due(world, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(hooks, "lines_due", Hook())  # the app that sends them is left out
        left_out = happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW)
    assert happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW).due_at
    edited = happened(SECTION_EDITED, world.section, actor=ACTOR, now=NOW)
    silent = happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW, tell=False)
    world.event.published = False
    world.section.event = world.event
    rehearsed = happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW)
    assert [left_out.due_at, edited.due_at, silent.due_at, rehearsed.due_at] == [None] * 4


def test_a_sweep_is_asked_for_once_a_second(monkeypatch):
    calls = []
    monkeypatch.setattr(due_lines, "enqueue", lambda task, countdown: calls.append((task, countdown)))
    due_lines.cache.delete(due_lines._REQUEST_KEY)
    for _ in range(3):
        due_lines._request_sweep()
    assert calls == [("notifications.tasks.spread_notices", 1)]


@pytest.mark.django_db(transaction=True)
def test_nothing_happens_outside_a_transaction():
    world = World(game="chess", regime="fide-2023", control="60", tracking="live")
    with pytest.raises(RuntimeError):
        happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW)

"""Messages to Redis arrive in order without blocking the sender; without Redis no request is delayed."""

import pytest
import redis
from django.conf import settings

from games.outbox import Outbox, outbox
from games.redis_client import breaker


@pytest.mark.redis
def test_messages_arrive_in_their_order() -> None:
    listener = redis.Redis.from_url(settings.LIVE_HUB).pubsub()
    channel = f"{settings.LIVE_CHANNEL_PREFIX}:outbox"
    listener.subscribe(channel)
    assert listener.get_message(timeout=10)["type"] == "subscribe"
    sending = Outbox(settings.LIVE_HUB)
    sent = [b"%d" % number for number in range(500)]
    for message in sent:
        sending.publish(channel, message)
    sending.close()
    assert [listener.get_message(timeout=10)["data"] for _ in sent] == sent


def test_without_redis_nothing_waits_and_the_messages_are_let_go(caplog: pytest.LogCaptureFixture) -> None:
    sending = Outbox("redis://127.0.0.1:1/0")
    try:
        sending.publish("nowhere", b"1")
        sending.close()
        assert breaker.is_open
        sending.publish("nowhere", b"2")
    finally:
        breaker.reset()
    assert sum("live_publish_failed" in record.getMessage() for record in caplog.records) == 1


def test_a_process_has_one_for_each_redis() -> None:
    assert outbox("redis://127.0.0.1:1/0") is outbox("redis://127.0.0.1:1/0")

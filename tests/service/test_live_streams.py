"""Streams at /live/…, from the service's own endpoint and from nchan: the same content at the same addresses."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from tests.conftest import needed_servers
from tests.event_streams import EventStream
from tests.production import PUBLISHED, Proxy, Service

pytestmark = [pytest.mark.crash, pytest.mark.long, pytest.mark.xdist_group("service")]

#: Ids of messages that killed workers of nchan 1.3.6, and what else a header may hold.
ODD_IDS = (
    *("abc", "1:0", "0:0", "-1:0", "1:-1", "1:99", "99999999999:0", "1700000000:0", "1700000000:5", "4102444800:0"),
    *("1,2", "1:0,1", "1:0:0", ":", "::", "1:[0]", "[0]:1", "18446744073709551616:1", "%00", "x" * 500),
)


class Live:
    """The service behind a proxy, streams from the one or the other."""

    def __init__(self, service: Service, *, nchan: bool) -> None:
        self.service, self.nchan = service, nchan
        service.environment["TAVLEYA_LIVE_SIGN_SECONDS"] = "1"
        self.proxy = Proxy(service, live_port=service.start_live(), nchan=nchan)
        if nchan:
            service.start_relay(self.proxy.publisher)
        self.path = f"/live/games/{service.known['other']}"

    def watch(self, **headers: str) -> EventStream:
        return EventStream(self.proxy.port, self.path, **headers)

    def play(self) -> int:
        """Play a move at the board reserved for these tests; return the number of its last entry."""
        seq = self.service.seq("other")
        response = self.service.play("other")
        assert response.status == 201, response.text
        return seq + 2

    def official(self) -> str:
        cookie = self.service.log_in(self.service.known["password"]).headers["set-cookie"]
        match = re.search(r"sessionid=\w+", cookie)
        assert match is not None
        return match[0]

    def workers(self) -> set[int]:
        return self.proxy.workers()

    def stop(self) -> None:
        self.proxy.stop()
        self.service.stop_live()
        del self.service.environment["TAVLEYA_LIVE_SIGN_SECONDS"]
        self.proxy.home.rename(self.proxy.home.with_name(f"proxy-{self.proxy.port}"))


@pytest.fixture(scope="module", params=["service", "nchan"])
def live(_service: Service, request: pytest.FixtureRequest) -> Iterator[Live]:
    with needed_servers():
        live = Live(_service, nchan=request.param == "nchan")
    yield live
    live.stop()


@pytest.fixture
def stream(live: Live) -> Iterator[EventStream]:
    stream = live.watch()
    yield stream
    stream.close()


def test_a_stream_begins_with_the_newest_that_there_is(live: Live, stream: EventStream) -> None:
    assert stream.status == 200
    assert stream.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert stream.headers["cache-control"] == "no-store"
    number, data = stream.next()
    assert number == data["seq"] == live.service.seq("other")
    assert {"entries", "after", "state", "clocks", "server_now"} < data.keys()


def test_a_move_comes_with_the_number_of_its_last_entry(live: Live, stream: EventStream) -> None:
    stream.next()
    seq = live.play()
    data = stream.until(seq)
    assert (data["seq"], data["after"]) == (seq, seq - 2)
    assert [entry["kind"] for entry in data["entries"]] == ["move", "press"]


def test_missed_entries_are_fetched_and_the_answer_is_cached_for_a_crowd(live: Live) -> None:
    live.play()
    last_seq = live.service.seq("other") - 2
    live.play()
    newest = live.play()
    stream = live.watch(Last_Event_ID=str(last_seq))
    data = stream.until(newest)  # the relay may still have the move before
    stream.close()
    assert data["after"] > last_seq
    address = f"{live.path}/entries?after={last_seq}"
    before = len(_caches(live, address))
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: live.proxy.ask("GET", address), range(16)))
    for answer in answers:
        assert [entry["seq"] for entry in answer.json()["entries"]] == list(range(last_seq + 1, newest + 1))
    assert sum(cache != "HIT" for cache in _caches(live, address)[before:]) <= 2  # kept for a second


def _caches(live: Live, address: str) -> list[str]:
    """Return for each request so far whether the proxy answered it."""
    path = re.escape(address.partition("?")[0])
    return re.findall(rf'"uri":"{path}",.*"cache":"(\w*)"', live.proxy.written())


RENAMED = """
import django
django.setup()
from django.utils import timezone
from tests.world import person
from tournaments.services.events import edit_event
from tournaments.models.event import Event
from tournaments.models.section import Section
event = Event.objects.get()
edit_event(
    actor=person("olga"), now=timezone.now(), event_id=event.pk, changes={"names": {**event.names, "en": "%s"}}
)
"""
SECTION = """
import django
django.setup()
from tournaments.models.section import Section
print(Section.objects.get().pk)
"""


def test_news_of_a_section_comes_and_the_page_since_then_is_made_once_for_all(live: Live) -> None:
    page = "/events/spring-cup/open/rounds/1/"
    key = live.service.run("-c", SECTION).split()[-1]
    stream = EventStream(live.proxy.port, f"/live/sections/{key}")
    before = live.proxy.ask("GET", page, Accept_Language="en")
    old = re.findall(r'data-version="(\w+)"', before.text)
    live.service.run("-c", RENAMED % "Summer Cup")
    try:
        version = old[0]
        while version == old[0]:
            version = stream.next()[1]["version"]
        earlier = len(_caches(live, page))
        with ThreadPoolExecutor(8) as hall:
            pages = list(
                hall.map(lambda _: live.proxy.ask("GET", page, Accept_Language="en", X_Part=version), range(40))
            )
        assert all("Summer Cup" in answer.text and f'data-version="{version}"' in answer.text for answer in pages)
        assert _caches(live, page)[earlier:].count("HIT") > 20  # one in two seconds is asked of the service
    finally:
        stream.close()
        live.service.run("-c", RENAMED % "Spring Cup")


def test_a_quiet_stream_gives_signs_of_life(stream: EventStream) -> None:
    first = stream.next()
    assert [stream.next() for _ in range(2)] == [first, first]


def test_odd_message_ids_do_no_harm(live: Live) -> None:
    """nchan 1.3.6 aborts at ids that it does not know, several of them at one channel."""
    before = live.workers()
    for header in ("Last_Event_ID", "If_None_Match", "If_Modified_Since"):
        for odd in ODD_IDS:
            stream = live.watch(**{header: odd})
            if stream.status == 200:
                stream.next()
            else:
                assert (header, stream.status) != ("Last_Event_ID", 400)
            stream.close()
        live.play()
    assert before and before <= live.workers()  # one may have started meanwhile
    assert "exited on signal" not in live.proxy.written()


def test_private_channels_are_refused_to_strangers_and_never_served_by_nchan(live: Live) -> None:
    for path in ("/live/console/1", "/live/desks/1", f"/live/unpublished/{live.service.known['other']}"):
        assert live.proxy.ask("GET", path).json() == {"status": 404, "code": "not_found"}
        if live.nchan:
            publish(live.proxy.publisher, path.removeprefix("/live/"), b"id: 1\nevent: news\ndata: {}\n\n")
            assert live.proxy.ask("GET", path).status == 404


@pytest.mark.parametrize("kind", ["console", "desks"])
def test_staff_hear_of_their_event_by_their_session(live: Live, kind: str) -> None:
    stream = EventStream(live.proxy.port, f"/live/{kind}/1", Cookie=live.official())
    assert stream.status == 200
    event = stream.event()
    assert event["event"] == "news"
    assert json.loads(event["data"]).keys() == {"version", "what"}
    stream.close()


def publish(publisher: Path, channel: str, frame: bytes) -> None:
    subprocess.run(
        ["curl", "--silent", "--fail", "--unix-socket", publisher, "--data-binary", "@-", f"http://nchan/publish/{channel}"],
        input=frame, capture_output=True, check=True,
    )  # fmt: skip


def test_a_game_that_becomes_private_ends_its_streams_and_officials_go_on(live: Live) -> None:
    stream = live.watch()
    stream.next()
    seq = live.service.seq("other")
    live.service.run("-c", PUBLISHED % False)
    try:
        with pytest.raises(EOFError):
            stream.until(10**9)
        official = live.watch(Cookie=live.official())
        assert official.next()[0] == seq
        assert live.proxy.ask("GET", f"{live.path}/entries?after=0").status == 404
        stranger = live.watch()
        # nchan does not authenticate: a channel without messages is silent.
        assert stranger.status == 404 or (live.nchan and stranger.is_quiet(3))
        stranger.close()
        official.close()
    finally:
        live.service.run("-c", PUBLISHED % True)
    seq = live.play()
    reopened = live.watch()
    assert reopened.until(seq)["seq"] == seq
    reopened.close()


def test_redis_is_killed_and_comes_back(live: Live, stream: EventStream) -> None:
    stream.next()
    live.service.redis.kill()
    seq = live.play()
    live.service.redis.start()
    assert stream.until(seq)["seq"] == seq
    for _ in count():  # the publisher leaves Redis alone for two seconds
        newest = live.play()
        with suppress(TimeoutError):
            if stream.until(newest)["after"] == newest - 2:
                break


def test_after_a_reload_of_nginx_the_newest_is_there_again(live: Live, stream: EventStream) -> None:
    stream.next()
    seq = live.play()
    before = live.workers()
    os.kill(live.proxy.process.pid, signal.SIGHUP)
    if live.nchan:  # elsewhere the worker that was there before holds its streams as long as they last
        with pytest.raises(EOFError):
            stream.until(seq + 1)
    while live.workers() & before or not live.workers():  # else one that ends may still take the connection
        time.sleep(0.05)
    reopened = live.watch()
    assert reopened.until(seq)["seq"] == seq
    reopened.close()

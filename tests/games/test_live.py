"""The stream of one game, through the ASGI application: what has been missed, what happens, and a sign of life."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client

from config.asgi import application
from games import services
from games.live import asgi
from games.live import hub as hub_module
from games.live.events import event_after
from games.live.hub import memory_hub
from tests.world import SYSTEM, World, later
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

Frame = tuple[str, str, dict[str, Any]]  # event, id, data


class Stream:
    """One open stream, read event by event."""

    def __init__(self, communicator: ApplicationCommunicator) -> None:
        self.communicator = communicator

    async def next(self) -> Frame:
        message = await self.communicator.receive_output(5)
        lines = dict(line.split(": ", 1) for line in message["body"].decode().strip().split("\n"))
        return lines["event"], lines.get("id", ""), json.loads(lines["data"])


def scope(path: str, *, query: str = "", **headers: str) -> dict[str, Any]:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"host", b"testserver"), *given],
    }


@asynccontextmanager
async def stream(path: str, *, query: str = "", **headers: str) -> AsyncIterator[Stream]:
    communicator = ApplicationCommunicator(application, scope(path, query=query, **headers))
    await communicator.send_input({"type": "http.request"})
    start = await communicator.receive_output(5)
    assert start["status"] == 200
    assert (b"content-type", b"text/event-stream; charset=utf-8") in start["headers"]
    try:
        yield Stream(communicator)
    finally:
        await communicator.send_input({"type": "http.disconnect"})
        await communicator.wait(5)


async def status(path: str, method: str = "GET", **headers: str) -> int:
    communicator = ApplicationCommunicator(application, scope(path, **headers) | {"method": method})
    await communicator.send_input({"type": "http.request"})
    answer = await communicator.receive_output(5)
    await communicator.wait(5)
    return int(answer["status"])


def in_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Like a request on a thread of its own, which gives its connection back."""

    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return sync_to_async(run, thread_sensitive=False)


def run(test: Awaitable[None]) -> None:
    """An event loop of its own for each test, in a thread of its own: Playwright keeps one running in this thread."""

    async def whole() -> None:
        await test
        assert len(memory_hub) == 0

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, whole()).result(60)


@pytest.fixture(params=["memory", pytest.param("redis", marks=pytest.mark.redis)])
def hub(request: pytest.FixtureRequest, settings: Any) -> str:
    """The hub of one process, and the one that joins several."""
    if request.param == "memory":
        settings.LIVE_HUB = "memory"
    assert (settings.LIVE_HUB == "memory") == (request.param == "memory")
    return str(request.param)


@pytest.fixture
def world(hub: str) -> World:
    world = World()
    world.started()
    return world


async def subscribed(hub: str) -> None:
    """Until this process has subscribed, Redis has nobody to tell."""
    if hub == "redis":
        await asyncio.sleep(0.5)


def test_a_new_stream_begins_with_all_that_has_happened(world: World) -> None:
    path = f"/live/games/{world.board.pk}"

    async def test() -> None:
        async with stream(path) as live:
            event, number, data = await live.next()
            assert (event, number) == ("entries", "2")
            assert [entry["kind"] for entry in data["entries"]] == ["opened", "started"]
            assert data["clocks"]["running"] == "white"
            assert data["clocks"]["white"]["ms"] == 60 * 60_000

    run(test())


def test_a_move_is_told_at_once_to_everybody_who_watches(world: World, hub: str) -> None:
    game_id = world.board.pk
    path = f"/live/games/{game_id}"

    async def test() -> None:
        async with stream(path, query="after=2") as one, stream(path, query="after=2") as two:
            await subscribed(hub)
            await in_thread(services.play_move)(
                actor=world.alice, now=later(seconds=30), game_id=game_id, text="e2-e4"
            )
            for live in (one, two):
                event, number, data = await live.next()
                assert (event, number) == ("entries", "4")
                assert [entry["kind"] for entry in data["entries"]] == ["move", "press"]
                assert (data["state"]["last"], data["state"]["turn"]) == ("e2-e4", "black")
                assert data["clocks"]["running"] == "black"
                assert data["clocks"]["white"]["ms"] == 60 * 60_000 - 20_000

    run(test())


def test_a_move_is_read_once_however_many_watch(
    world: World, hub: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr(asgi, "event_after", lambda game, seq: read.append(seq) or event_after(game, seq))
    game_id = world.board.pk
    path = f"/live/games/{game_id}"

    async def test() -> None:
        async with AsyncExitStack() as hall:
            watching = [await hall.enter_async_context(stream(path, query="after=2")) for _ in range(50)]
            await subscribed(hub)
            await asyncio.sleep(0.05)
            room = memory_hub._rooms[game_id][0]
            await asyncio.gather(*room._asked.values())
            read.clear()
            for number, move in enumerate(("e2-e4", "e7-e5"), start=1):
                await in_thread(services.play_move)(
                    actor=SYSTEM, now=later(seconds=number), game_id=game_id, text=move
                )
                told = [await live.next() for live in watching]
                assert {(number, entry["entries"][0]["move"]) for _, number, entry in told} == {
                    (str(2 * number + 2), move)
                }
            assert read == [2, 4]

    run(test())


def test_a_visitor_who_claims_to_have_seen_more_than_there_is_silences_nobody(world: World, hub: str) -> None:
    game_id = world.board.pk

    async def test() -> None:
        async with (
            stream(f"/live/games/{game_id}", query="after=999999999"),
            stream(f"/live/games/{game_id}", query="after=2") as honest,
        ):
            await subscribed(hub)
            await asyncio.sleep(0.1)
            await in_thread(world.play)("e2-e4")
            assert (await honest.next())[1] == "4"

    run(test())


def test_a_line_that_does_not_keep_up_is_brought_up_to_date_in_one_frame(world: World, hub: str) -> None:
    game_id = world.board.pk

    async def test() -> None:
        async with stream(f"/live/games/{game_id}", query="after=2") as quick:
            await subscribed(hub)
            watcher = next(iter(memory_hub._rooms[game_id][0].watchers))
            for after in range(4, 4 + 2 * hub_module.MOST_WAITING, 2):
                watcher.offer(after, after + 2, b"never sent: what is between has not been told")
            await in_thread(world.play)("e2-e4", "e7-e5")
            _, number, data = await quick.next()
            assert (number, data["entries"][0]["seq"]) in {("4", 3), ("6", 3)}

    run(test())


@pytest.mark.parametrize("how", ["header", "query"])
def test_a_browser_that_comes_back_gets_what_it_has_missed_and_no_more(world: World, how: str) -> None:
    world.play("e2-e4", "e7-e5")
    path = f"/live/games/{world.board.pk}"
    seen: dict[str, str] = {"last_event_id": "4"} if how == "header" else {"query": "after=4"}

    async def test() -> None:
        async with stream(path, **seen) as live:
            _, number, data = await live.next()
            assert number == "6"
            assert [entry["seq"] for entry in data["entries"]] == [5, 6]

    run(test())


def test_the_header_of_a_reconnection_goes_before_the_address_of_the_first(world: World) -> None:
    world.play("e2-e4", "e7-e5")
    path = f"/live/games/{world.board.pk}"

    async def test() -> None:
        async with stream(path, query="after=2", last_event_id="4") as live:
            _, _, data = await live.next()
            assert [entry["seq"] for entry in data["entries"]] == [5, 6]

    run(test())


def test_a_quiet_stream_gives_a_sign_of_life_that_says_how_far_the_record_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "HEARTBEAT_SECONDS", 0.1)
    path = f"/live/games/{world.board.pk}"

    async def test() -> None:
        async with stream(path, query="after=2") as live:
            event, number, data = await live.next()
            assert (event, number, data["seq"]) == ("heartbeat", "", 2)

    run(test())


def test_a_message_that_was_lost_is_made_good_by_the_next_heartbeat(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr("games.services.record.publish", lambda game_id, seq: None)
    game_id = world.board.pk

    async def test() -> None:
        async with stream(f"/live/games/{game_id}", query="after=2") as live:
            await in_thread(services.play_move)(
                actor=world.alice, now=later(seconds=3), game_id=game_id, text="e2-e4"
            )
            frames = [await live.next(), await live.next()]
            assert "4" in [number for _, number, _ in frames]

    run(test())


def test_what_a_call_says_and_the_counts_of_illegal_moves_are_not_for_spectators(world: World) -> None:
    services.call_arbiter(
        actor=world.bob,
        now=later(seconds=5),
        game_id=world.board.pk,
        reason="illegal_move",
        said={"what": "secret"},
    )
    path = f"/live/games/{world.board.pk}"

    async def test() -> None:
        async with stream(path) as live:
            _, _, data = await live.next()
            assert "secret" not in json.dumps(data)
            assert data["state"]["arbiter_called"] is True
            assert not {"calls", "illegal", "irregular"} & set(data["state"])

    run(test())


def test_a_game_that_may_not_be_seen_is_not_there(world: World) -> None:
    Event.objects.update(published=False)
    path = f"/live/games/{world.board.pk}"
    official = Client()
    official.force_login(get_user_model().objects.get(username="artur"))
    cookie = f"sessionid={official.cookies['sessionid'].value}"

    async def test() -> None:
        assert await status(path) == 404
        assert await status(path, cookie="sessionid=forged") == 404
        async with stream(path, cookie=cookie) as live:
            assert (await live.next())[1] == "2"

    run(test())


@pytest.mark.parametrize("path", ["/live/games/999999", "/live/games/x", "/live/games/1/entries", "/live/"])
def test_other_addresses_are_not_there(world: World, path: str) -> None:
    async def test() -> None:
        assert await status(path) == 404

    run(test())


def test_a_stream_takes_no_post(world: World) -> None:
    path = f"/live/games/{world.board.pk}"

    async def test() -> None:
        assert await status(path, "POST") == 404

    run(test())


def test_beyond_its_capacity_a_process_sends_browsers_to_polling(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "MOST_STREAMS", 0)
    path = f"/live/games/{world.board.pk}"

    async def test() -> None:
        assert await status(path) == 503

    run(test())


@pytest.mark.redis
def test_the_subscription_ends_whenever_it_is_told_to(settings: Any) -> None:
    """At whatever step of connecting and subscribing: one that went on would keep a server from stopping."""

    async def test() -> None:
        for tenths in range(100):
            task = asyncio.ensure_future(asgi._subscribe(settings.LIVE_HUB))
            await asyncio.sleep(tenths / 10_000)
            task.cancel()
            _, left = await asyncio.wait({task}, timeout=2)
            for lost in left:
                lost.cancel()
            assert not left

    run(test())

"""Live streams through the ASGI application: missed entries, new ones, signs of life, walls; the outbox to Redis."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import OperationalError

from games import hooks
from games.live import asgi, publishing
from games.live import hub as hub_module
from games.live.hub import memory_hub
from games.live.publishing import Outbox, end, outbox
from games.models.game import Game
from games.redis_client import breaker
from games.services.moves import call_arbiter, play_move
from tests.games.live_streams import Quiet, ask, in_a_loop, in_thread, signed_in, status, stream, subscribed
from tests.world import SYSTEM, World, later
from tournaments.models.event import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["memory", pytest.param("redis", marks=pytest.mark.redis)])
def hub(request: pytest.FixtureRequest, settings: Any) -> str:
    """Return the name of the hub: of one process, or of several."""
    if request.param == "memory":
        settings.LIVE_HUB = "memory"
    assert (settings.LIVE_HUB == "memory") == (request.param == "memory")
    return str(request.param)


@pytest.fixture
def world(hub: str) -> World:
    world = World()
    world.started()
    return world


@pytest.fixture
def game_id(world: World) -> int:
    return world.board.pk


@pytest.fixture
def path(game_id: int) -> str:
    return f"/live/games/{game_id}"


@pytest.fixture
def quiet(hub: str, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Quiet:
    settings.LIVE_SIGN_SECONDS = 600
    return Quiet(hub, monkeypatch)


@in_a_loop
async def test_a_stream_begins_with_how_the_game_stands(path):
    async with stream(path) as live:
        event, number, data = await live.next()
        assert (event, number) == ("entries", "2")
        assert (data["after"], data["seq"], data["entries"]) == (2, 2, [])
        assert data["clocks"]["running"] == "white"
        assert data["clocks"]["white"]["ms"] == 60 * 60_000


@in_a_loop
async def test_a_later_listener_and_the_record_give_the_data_of_the_newest_frame(world, quiet, path):
    async with stream(path) as first:
        await quiet()
        await in_thread(world.play)("e2-e4")
        _, _, data = await first.until("4")
        async with stream(path, last_event_id="4") as later:
            assert (await later.next())[2] == data
        record = (await ask(f"{path}/entries", query="after=2")).data
        for each in (data, record):
            del each["server_now"], each["clocks"]["now"]
        assert data == record


@in_a_loop
async def test_a_move_is_sent_at_once_to_all_viewers(world, quiet, path, game_id):
    async with stream(path) as first, stream(path) as second:
        await quiet()
        await in_thread(play_move)(actor=world.alice, now=later(seconds=30), game_id=game_id, text="e2-e4")
        for live in (first, second):
            event, _, data = await live.until("4")
            assert (event, data["after"]) == ("entries", 2)
            assert [entry["kind"] for entry in data["entries"]] == ["move", "press"]
            assert (data["state"]["last"], data["state"]["turn"]) == ("e2-e4", "black")
            assert data["clocks"]["running"] == "black"
            assert data["clocks"]["white"]["ms"] == 60 * 60_000 - 20_000


@in_a_loop
async def test_no_move_is_read_however_many_watch(quiet, path, game_id):
    async with AsyncExitStack() as hall:
        watching = [await hall.enter_async_context(stream(path)) for _ in range(50)]
        for live in watching:
            await live.until("2")
        await quiet()
        quiet.read.clear()
        for number, move in enumerate(("e2-e4", "e7-e5"), start=1):
            await in_thread(play_move)(actor=SYSTEM, now=later(seconds=number), game_id=game_id, text=move)
            frames = [await live.until(str(2 * number + 2)) for live in watching]
            assert {entry["entries"][0]["move"] for _, _, entry in frames} == {move}
        assert quiet.read == []


@in_a_loop
async def test_a_slow_line_gets_the_newest_frame(hub, game_id):
    async with stream(f"/live/games/{game_id}") as quick:
        await quick.until("2")
        await subscribed(hub)
        listener = next(iter(memory_hub._rooms[f"games/{game_id}"][0].listeners))
        for _ in range(hub_module.MOST_WAITING):
            listener.offer(b"never sent: the line is full")
        listener.offer(b"id: 9\nevent: entries\ndata: {}\n\n")
        assert (await quick.next())[1] == "9"


@in_a_loop
async def test_a_frame_that_is_overtaken_by_a_newer_one_is_dropped(path, game_id):
    async with stream(path) as live:
        await live.until("2")
        for number in (8, 6, 10):
            memory_hub.tell(f"games/{game_id}", b"id: %d\nevent: entries\ndata: {}\n\n" % number)
        assert [(await live.next())[1] for _ in range(2)] == ["8", "10"]


@in_a_loop
async def test_a_client_that_missed_entries_asks_once_for_the_later_ones(world, path):
    await in_thread(world.play)("e2-e4", "e7-e5")
    missed = await ask(f"{path}/entries", query="after=4")
    assert missed.headers[b"cache-control"].startswith(b"public")
    assert [entry["seq"] for entry in missed.data["entries"]] == [5, 6]
    assert (missed.data["after"], missed.data["seq"]) == (4, 6)
    assert missed.data["state"]["last"] == "e7-e5"
    everything = await ask(f"{path}/entries")
    assert [entry["seq"] for entry in everything.data["entries"]] == [1, 2, 3, 4, 5, 6]
    nothing = await ask(f"{path}/entries", query="after=999999999")
    assert (nothing.data["entries"], nothing.data["seq"]) == ([], 6)


@in_a_loop
async def test_a_quiet_stream_gives_a_sign_of_life_with_what_is_newest(settings, path):
    settings.LIVE_SIGN_SECONDS = 0.1
    async with stream(path) as live:
        assert [(await live.next())[:2] for _ in range(3)] == [("entries", "2")] * 3


@in_a_loop
async def test_a_message_that_was_lost_is_made_good_by_the_next_sign_of_life(world, monkeypatch, settings, game_id):
    settings.LIVE_SIGN_SECONDS = 0.2
    monkeypatch.setattr("games.services.record.tell", lambda steps: None)
    async with stream(f"/live/games/{game_id}") as live:
        await live.until("2")
        await in_thread(play_move)(actor=world.alice, now=later(seconds=3), game_id=game_id, text="e2-e4")
        assert (await live.until("4"))[2]["after"] == 4


def test_a_move_is_saved_although_the_announcement_fails(world, monkeypatch):
    def fail(keys: object) -> set[int]:
        raise OperationalError

    monkeypatch.setattr(hooks, "public_games", fail)
    monkeypatch.setattr(publishing.memory_hub, "listens", lambda channel: True)
    world.play("e2-e4")
    assert Game.objects.get(pk=world.board.pk).seq == 4


@in_a_loop
async def test_details_of_calls_and_counts_of_illegal_moves_are_hidden_from_spectators(world, path, game_id):
    at = {"actor": world.bob, "now": later(seconds=5), "game_id": game_id}
    await in_thread(call_arbiter)(**at, reason="illegal_move", said={"what": "secret"})
    async with stream(path) as live:
        _, _, data = await live.next()
        assert "secret" not in json.dumps(data)
        assert data["state"]["arbiter_called"] is True
        assert not {"calls", "illegal", "irregular"} & set(data["state"])


@in_a_loop
async def test_a_game_that_may_not_be_seen_is_not_there(path):
    await in_thread(Event.objects.update)(published=False)
    cookie = await in_thread(signed_in)("artur")
    assert await status(path) == 404
    assert await status(path, cookie="sessionid=forged") == 404
    async with stream(path, cookie=cookie) as live:
        assert (await live.next())[1] == "2"


@in_a_loop
async def test_entries_of_a_private_game_go_through_no_shared_channel(world, hub, monkeypatch, game_id):
    """A rehearsal, a draft, an event that is not published: those who may see it hear of it all the same."""
    messages: list[str] = []
    announce = publishing.announce_all

    def announce_all(frames: list[tuple[str, bytes]]) -> None:
        messages.extend(channel for channel, _ in frames)
        announce(frames)

    monkeypatch.setattr(publishing, "announce_all", announce_all)
    await in_thread(Event.objects.update)(published=False)
    cookie = await in_thread(signed_in)("artur")
    async with stream(f"/live/games/{game_id}", cookie=cookie) as live:
        await live.until("2")
        await subscribed(hub)
        await in_thread(world.play)("e2-e4")
        await live.until("4")
        assert messages == [f"unpublished/{game_id}"]
        await in_thread(Event.objects.update)(published=True)
        await in_thread(world.play)("e7-e5")
        wall = f"walls/{world.rounds[0].pk}"
        assert messages == [f"unpublished/{game_id}", f"games/{game_id}", wall]


@pytest.mark.long
@pytest.mark.parametrize("before", [True, False])
@in_a_loop
async def test_a_game_that_becomes_public_or_private_ends_its_streams(before, settings, game_id):
    settings.LIVE_SIGN_SECONDS = 0.1
    await in_thread(Event.objects.update)(published=before)
    cookie = "" if before else await in_thread(signed_in)("artur")
    async with stream(f"/live/games/{game_id}", cookie=cookie) as live:
        await live.until("2")
        await in_thread(Event.objects.update)(published=not before)
        with pytest.raises(OSError, match="ended"):
            await live.until("never")


@in_a_loop
async def test_a_listener_of_a_private_game_is_authorized_again(path, monkeypatch):
    monkeypatch.setattr(asgi, "PRIVATE_SECONDS", 0.1)
    await in_thread(Event.objects.update)(published=False)
    cookie = await in_thread(signed_in)("artur")
    async with stream(path, cookie=cookie) as live:
        with pytest.raises(OSError, match="ended"):
            await live.until("never")


@in_a_loop
async def test_a_channel_that_is_ended_ends_its_streams_at_once(hub, game_id):
    async with stream(f"/live/games/{game_id}") as live:
        await live.until("2")
        await subscribed(hub)
        await in_thread(end)([f"games/{game_id}"])
        with pytest.raises(OSError, match="ended"):
            await live.next()


@pytest.mark.long
@pytest.mark.parametrize("path", [
    "/live/games/999999", "/live/games/999999/entries", "/live/games/x", "/live/unpublished/1", "/live/rounds/999999",
    "/live/",
])  # fmt: skip
@in_a_loop
async def test_other_addresses_are_not_there(world, path):
    assert await status(path) == 404


@in_a_loop
async def test_a_stream_takes_no_post_and_beyond_the_capacity_of_a_process_nothing(monkeypatch, path):
    assert await status(path, "POST") == 404
    monkeypatch.setattr(asgi, "MOST_STREAMS", 0)
    assert await status(path) == 503


@pytest.mark.redis
@in_a_loop
async def test_the_subscription_ends_whenever_it_is_cancelled(settings):
    """Cancel at each step of connecting and subscribing: a task that continues would keep a server from stopping."""
    for tenths in range(100):
        task = asyncio.ensure_future(asgi._pass_on(settings.LIVE_HUB))
        await asyncio.sleep(tenths / 10_000)
        task.cancel()
        _, left = await asyncio.wait({task}, timeout=2)
        for stuck in left:
            stuck.cancel()
        assert not left


@in_a_loop
async def test_a_wall_gets_news_of_public_games_only(world, hub, game_id):
    async with stream(f"/live/walls/{world.rounds[0].pk}") as live:
        await subscribed(hub)
        await in_thread(world.play)("e2-e4")
        event, _, data = await live.next()
        assert (event, data) == ("news", {"version": f"{game_id}.4", "what": ["moves"]})
    await in_thread(Event.objects.update)(published=False)
    asgi._PUBLIC.clear()
    assert await status(f"/live/walls/{world.rounds[0].pk}") == 404


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
    assert outbox("redis://127.0.0.1:1/0") is outbox("redis://127.0.0.1:1/0"), "a process has one for each Redis"

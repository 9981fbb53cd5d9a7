"""The relay of announced frames to one nginx: frames that it publishes once, again, or never."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress

import pytest
from django.core.management import CommandError, call_command

from games.live import relay as relay_module
from games.live.access import refreshed
from games.live.events import number_of
from games.live.relay import Nchan, NchanError, NginxAway, Relay
from tests.games.live_streams import in_a_loop
from tests.world import World
from tournaments.models.event import Event


def step(number: int) -> bytes:
    return b"id: %d\nevent: entries\ndata: {}\n\n" % number


NEWS = b'id: a\nevent: news\ndata: {"version":"a","what":[]}\n\n'


class Nginx(Nchan):
    """A fake nginx that stores published frames, until it forgets them or is away."""

    def __init__(self) -> None:
        super().__init__("nowhere:0")
        self.kept: dict[str, bytes] = {}
        self.published: list[tuple[str, bytes]] = []
        self.away = False
        self.slow: asyncio.Event | None = None

    async def publish(self, channel: str, frame: bytes) -> None:
        if self.away:
            raise NchanError("away")
        if self.slow is not None and channel != "relay/1":
            await self.slow.wait()
        self.kept[channel] = frame
        self.published.append((channel, frame))

    async def delete(self, channel: str) -> None:
        self.kept.pop(channel, None)
        self.published.append((channel, b""))

    async def holds(self, channel: str, seconds: float) -> bool:
        if self.away:
            raise NchanError("away")
        return channel in self.kept

    def numbers(self, channel: str) -> list[int | None]:
        """Return the numbers of the frames published on a channel."""
        plain = [(name, re.sub(rb"^retry: \d+\n", b"", frame)) for name, frame in self.published]
        return [number_of(frame) for name, frame in plain if name == channel]


class Record:
    """The database as the relay sees it."""

    def __init__(self) -> None:
        self.public = True
        self.newer: dict[str, bytes] = {}
        self.ended: set[str] = set()
        self.checked: list[str] = []

    async def is_public(self, channel: str) -> bool:
        self.checked.append(channel)
        return self.public

    async def refreshed(self, known: Mapping[str, bytes]) -> tuple[dict[str, bytes], set[str]]:
        return self.newer, self.ended & known.keys()


@asynccontextmanager
async def running(nginx: Nginx, record: Record, pause: float = 60, restart: str = "") -> AsyncIterator[Relay]:
    relay = Relay(nginx, public=record.is_public, refreshed=record.refreshed, pause=pause, restart=restart)
    task = asyncio.ensure_future(relay.run())
    await until(lambda: "relay/1" in nginx.kept)
    try:
        yield relay
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110  (the condition is not an event)
            await asyncio.sleep(0.005)


@pytest.fixture
def nginx() -> Nginx:
    return Nginx()


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> Record:
    monkeypatch.setattr(relay_module, "_CHECK_EACH", 0.01)
    return Record()


@in_a_loop
async def test_an_announced_frame_is_given_with_a_retry_time_until_its_channel_ends(nginx, record):
    async with running(nginx, record) as relay:
        relay.tell("games/7", step(4))
        await until(lambda: "games/7" in nginx.kept)
        retry = re.fullmatch(rb"retry: (\d+)\n(.*)", nginx.kept["games/7"], re.DOTALL)
        assert 2000 <= int(retry[1]) <= 8000
        assert retry[2] == step(4)
        relay.tell("games/7", b"")
        await until(lambda: "games/7" not in nginx.kept)
        assert nginx.published[-1] == ("games/7", b"")


@in_a_loop
async def test_only_the_newest_waiting_frame_of_a_channel_is_given(nginx, record):
    async with running(nginx, record) as relay:
        nginx.slow = asyncio.Event()
        relay.tell("games/7", step(4))
        await asyncio.sleep(0)
        for number in (6, 10, 8):
            relay.tell("games/7", step(number))
        nginx.slow.set()
        await until(lambda: nginx.numbers("games/7")[-1:] == [10])
        assert len(nginx.numbers("games/7")) <= 2


@in_a_loop
async def test_private_frames_are_never_given(nginx, record):
    async with running(nginx, record) as relay:
        for channel in ("console/1", "desks/1", "unpublished/7"):
            relay.tell(channel, NEWS)
        relay.tell("games/7", step(4))
        await until(lambda: "games/7" in nginx.kept)
        assert nginx.kept.keys() == {"relay/1", "games/7"}


@in_a_loop
async def test_the_first_news_of_a_channel_is_given_only_if_it_is_public(nginx, record):
    async with running(nginx, record) as relay:
        record.public = False
        relay.tell("sections/1", NEWS)
        await until(lambda: ("sections/1", b"") in nginx.published)
        assert "sections/1" not in nginx.kept
        record.public = True
        for _ in range(2):
            relay.tell("sections/2", NEWS)
            await until(lambda: "sections/2" in nginx.kept)
            del nginx.kept["sections/2"]
        assert record.checked == ["sections/1", "sections/2"]


@in_a_loop
async def test_signs_of_life_repeat_what_is_newest_and_end_what_is_public_no_more(nginx, record):
    async with running(nginx, record, pause=0.05) as relay:
        relay.tell("games/7", step(4))
        relay.tell("games/8", step(4))
        await until(lambda: nginx.numbers("games/7").count(4) >= 3)
        record.ended = {"games/8"}
        await until(lambda: "games/8" not in nginx.kept)
        record.newer = {"games/7": step(6)}  # its message was lost
        await until(lambda: 6 in nginx.numbers("games/7"))


@in_a_loop
async def test_after_a_gap_the_record_is_looked_at_at_once(nginx, record):
    async with running(nginx, record) as relay:
        record.newer = {"games/9": step(3)}
        relay.listen_again()
        await until(lambda: "games/9" in nginx.kept)


@in_a_loop
async def test_an_nginx_that_has_forgotten_everything_is_given_it_again(nginx, record):
    async with running(nginx, record) as relay:
        relay.tell("games/7", step(4))
        relay.tell("sections/1", NEWS)
        await until(lambda: len(nginx.kept) == 3)
        nginx.kept.clear()
        await until(lambda: nginx.kept.keys() == {"relay/1", "games/7", "sections/1"})


@in_a_loop
async def test_frames_announced_while_nginx_was_away_are_given_when_it_returns(nginx, record, monkeypatch):
    monkeypatch.setattr(relay_module, "_CHECKS_FAILED", 10**9)
    async with running(nginx, record) as relay:
        nginx.away = True
        relay.tell("games/7", step(4))
        await asyncio.sleep(0.05)
        nginx.away = False
        await until(lambda: "games/7" in nginx.kept)


@in_a_loop
async def test_an_nginx_that_stops_answering_is_started_again(nginx, record, tmp_path):
    path = tmp_path / "restarted"
    async with running(nginx, record, restart=f"{sys.executable} -c \"open('{path}', 'w')\""):
        nginx.away = True
        await until(path.exists)
        nginx.away = False


@in_a_loop
async def test_without_a_restart_command_the_relay_ends_so_that_its_supervisor_sees_it(nginx, record):
    relay = Relay(nginx, public=record.is_public, refreshed=record.refreshed, pause=60)
    task = asyncio.ensure_future(relay.run())
    await until(lambda: "relay/1" in nginx.kept)
    nginx.away = True
    with pytest.raises(ExceptionGroup) as excinfo:
        await asyncio.wait_for(task, 10)
    assert excinfo.value.subgroup(NginxAway) is not None


def test_it_has_nothing_to_do_without_redis(settings) -> None:
    settings.LIVE_HUB = "memory"
    with pytest.raises(CommandError, match="REDIS_URL"):
        call_command("live_relay")


@pytest.mark.django_db
def test_the_record_tells_games_that_are_played_and_what_is_public_no_more() -> None:
    world = World(others=("charlie", "dora"))
    world.started()
    channel = f"games/{world.board.pk}"
    frames, ended = refreshed({})
    assert (frames.keys(), ended) == ({channel}, set())
    assert refreshed(frames) == ({}, set())
    world.play("e2-e4")
    assert number_of(refreshed(frames)[0][channel]) == 4
    Event.objects.update(published=False)
    assert refreshed(frames) == ({}, {channel})
    assert refreshed({}) == ({}, set())

"""A real server on this test's database, and browsers that are signed in to it."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models.game import Game
from tests.concurrency import until
from tests.world import PASSWORD, World
from tournaments.models.section import Section

NewPage = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MOBILE = PHONE | {"is_mobile": True}


class Server:
    """uvicorn on config.asgi, as in the demonstration: pages and streams from one process."""

    def __init__(self) -> None:
        from config.asgi import application

        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        config = uvicorn.Config(application, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        until(lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def world(server: Server) -> World:
    """The base world; Charlie plays both sides of board 1."""
    return let_charlie_play(World(others=("dora", "emil")))


@pytest.fixture
def results_only(world: World) -> None:
    """No moves are recorded in the world."""
    Section.objects.update(tracking="result")
    Game.objects.update(tracking="result")


def let_charlie_play(world: World) -> World:
    """Give Charlie both sides of board 1, and every account a password."""
    for registration in (world.pairing.white, world.pairing.black):
        registration.player.user_id = world.charlie.user_id
        registration.player.save(update_fields=["user"])
    for user in get_user_model().objects.all():
        user.set_password(PASSWORD)
        user.save()
    return world


@pytest.fixture
def visitor(server: Server, browser: Browser) -> Iterator[NewPage]:
    """`visitor()`: a page in a separate browser.  The test fails if a script raised or was blocked."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def page(**options: Any) -> Page:
        common: dict[str, Any] = {"base_url": server.url, "viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(**common | {"locale": "en-GB", "service_workers": "block"} | options)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.on("console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text else None)
        return tab

    yield page
    for context in contexts:
        context.close()
    assert not problems, problems


@pytest.fixture
def signed_in(server: Server, visitor: NewPage) -> NewPage:
    """`signed_in("artur")`: a page of this user."""

    def page(name: str, **options: Any) -> Page:
        tab, client = visitor(**options), Client()
        client.force_login(get_user_model().objects.get(username=name))
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        tab.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": server.url}])
        return tab

    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def says(page: Page, *texts: str) -> None:
    for text in texts:
        expect(page.locator("main")).to_contain_text(text)


def fits(page: Page) -> bool:
    """Whether nothing makes the page scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def seconds(page: Page, inside: str, side: str) -> float:
    """Return the seconds on a side's clock."""
    text = page.inner_text(f"{inside} [data-clock={side}]")
    return sum(float(part) * 60**place for place, part in enumerate(reversed(text.split(":"))))


def board_of(world: World) -> str:
    return reverse("live-board", args=[world.slug, world.board.pk])


def card_of(world: World) -> str:
    return reverse("board-card", args=[world.slug, world.board.pk])

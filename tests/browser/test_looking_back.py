"""Spectators and players of a live game step back through its moves and return to the current position."""

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def watching(world: World, server: Server, browser: Browser) -> Iterator[Page]:
    """An anonymous visitor at a board with three moves."""
    world.started()
    world.play("e2-e4", "e7-e5", "a2-a3")
    page = browser.new_context(
        base_url=server.url, locale="en", reduced_motion="reduce", service_workers="block"
    ).new_page()
    page.goto(reverse("live-board", args=[world.slug, world.board.pk]))
    expect(page.locator("#connection")).to_have_text("Live")
    yield page
    page.context.close()


def test_a_move_is_looked_at_while_the_game_goes_on(watching: Page, world: World) -> None:
    back = watching.get_by_role("button", name="Back to the live position")
    expect(back).to_be_hidden()
    watching.locator("a[data-look='1']").click()
    expect(watching.locator("[data-looked]")).to_have_text("1. e2-e4")
    expect(watching.locator(".past svg.board")).to_be_visible()
    expect(watching.locator("a[data-look='1']")).to_have_attribute("aria-current", "step")
    # A move comes: the list grows, and what is looked at stays.
    world.play("b8-c6", seconds=20)
    expect(watching.locator("a[data-look='4']")).to_be_visible()
    expect(watching.locator("[data-looked]")).to_have_text("1. e2-e4")
    expect(watching.locator(".past svg.board")).to_be_visible()
    back.click()
    expect(watching.locator(".past")).to_have_count(0)
    expect(watching.locator("a[data-look='4']")).to_have_attribute("aria-current", "step")
    expect(back).to_be_hidden()


def test_keys_step_back_and_forward(watching: Page) -> None:
    watching.keyboard.press("ArrowLeft")
    expect(watching.locator("[data-looked]")).to_have_text("1… e7-e5")
    watching.keyboard.press("Home")
    expect(watching.locator("[data-looked]")).to_have_text("Starting position")
    watching.keyboard.press("ArrowRight")
    expect(watching.locator("[data-looked]")).to_have_text("1. e2-e4")
    watching.keyboard.press("Escape")
    expect(watching.locator(".past")).to_have_count(0)


def test_nothing_is_played_on_the_board_of_then(world: World, signed_in: Callable[..., Page]) -> None:
    world.started()
    world.play("e2-e4")
    page = signed_in("charlie")
    page.goto(reverse("live-board", args=[world.slug, world.board.pk]))
    square = page.locator("[data-square=d7]").bounding_box()
    assert square is not None
    page.get_by_role("button", name="Move back").click()
    expect(page.locator("[data-looked]")).to_have_text("Starting position")
    page.mouse.click(square["x"] + 10, square["y"] + 10)
    expect(page.locator(".sq.selected")).to_have_count(0)
    page.get_by_role("button", name="Back to the live position").click()
    page.mouse.click(square["x"] + 10, square["y"] + 10)
    expect(page.locator(".sq.selected")).to_have_count(1)
    assert world.board.snapshot["ply"] == 1


def test_without_scripts_a_move_leads_to_its_position(world: World, server: Server, browser: Browser) -> None:
    world.started()
    world.play("e2-e4", "e7-e5")
    context = browser.new_context(base_url=server.url, locale="en", java_script_enabled=False)
    page = context.new_page()
    page.goto(reverse("live-board", args=[world.slug, world.board.pk]))
    page.locator("a[data-look='1']").click()
    expect(page.locator(".controls-move")).to_have_text("1. e2-e4")
    context.close()

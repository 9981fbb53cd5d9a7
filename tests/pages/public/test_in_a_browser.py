"""Features of scripts: stepping by keyboard, filters that respond while typing, an appearance that changes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from games.services.results import import_moves
from tests.databases import remembered
from tests.world import NOW, SYSTEM, World

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

MOVES = ["h1-h2", "e7-e5", "e2-e3", "g8-f6"]


@remembered
def played_world() -> World:
    world = World(others=("Семёнов", "Орлова"))
    world.started()
    import_moves(actor=SYSTEM, now=NOW, game_id=world.board.pk, moves=MOVES, result="1/2-1/2")
    return world


@pytest.fixture
def game(live_server: LiveServer, transactional_db: None) -> str:
    return f"{live_server.url}/events/spring-cup/games/{played_world().board.pk}/"


def test_keys_step_without_reloading_the_page_however_fast_they_are_pressed(page: Page, game: str) -> None:
    page.goto(game + "?ply=0")
    page.evaluate("window.here = true")
    page.keyboard.press("ArrowRight")
    move = page.locator(".controls-move")
    expect(move).to_have_text("1. h1-h2")
    expect(page.locator("#said")).to_have_text("1. h1-h2")
    assert page.url.endswith("/?ply=1")
    page.keyboard.press("End")
    expect(move).to_have_text("2… g8-f6")
    page.keyboard.press("ArrowLeft")
    expect(move).to_have_text("2. e2-e3")
    page.keyboard.press("f")
    page.wait_for_url("**bottom=black*")
    expect(page.locator("[data-square]").first).to_have_attribute("data-square", "h1")
    page.go_back()
    page.wait_for_url("**/?ply=3")
    expect(page.locator("[data-square]").first).not_to_have_attribute("data-square", "h1")
    page.go_back()
    expect(move).to_have_text("2… g8-f6")
    assert page.locator("h1").count() == 1
    page.keyboard.press("Home")
    page.wait_for_url("**ply=0*")
    for key in [*["ArrowRight", "ArrowLeft"] * 10, *["ArrowRight"] * 20, "End"]:
        page.keyboard.press(key)
    expect(page.locator(".htmx-request")).to_have_count(0)  # which may have let the last key drop
    page.keyboard.press("End")
    expect(move).to_have_text("2… g8-f6")
    assert page.evaluate("window.here") is True


def test_a_tower_is_enlarged_under_the_pointer_and_opened_from_the_keyboard(page: Page, game: str) -> None:
    page.goto(game + "?ply=1")
    card = page.locator(".tower-peek")
    expect(card).to_be_hidden()
    page.hover("[data-board] [data-square=h2]")
    expect(card.locator("svg").first).to_be_visible()
    page.hover("[data-board] [data-square=a5]")
    expect(card).to_be_hidden()
    page.locator("[data-tower=h2] summary").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-tower=h2][open] svg")


def test_the_list_of_boards_answers_while_typing(page: Page, game: str) -> None:
    page.goto(game.split("/games/", maxsplit=1)[0] + "/open/rounds/1/")
    rows = page.locator("#pairings tbody tr:visible")
    expect(rows).to_have_count(2)
    page.locator("#find").press_sequentially("семен")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Семёнов")
    expect(page.locator("[data-found]")).to_have_text("1 / 2")


def test_the_appearance_changes_at_once_and_stays(page: Page, game: str) -> None:
    page.goto(game)
    page.evaluate("window.here = true")
    page.locator("details:has([name=theme]) summary").click()
    page.locator("button[name=theme][value=dark]").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate("window.here") is True
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_no_page_is_wider_than_a_phone(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    event = game.split("/games/", maxsplit=1)[0]
    tables = (f"{event}/open/{name}/" for name in ("rounds/1", "standings", "crosstable"))
    for address in (game, f"{event}/", *tables):
        page.goto(address)
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_controls_are_large_enough_for_a_finger(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(game + "?ply=1")
    for control in page.locator("a.step, .menu > summary").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44

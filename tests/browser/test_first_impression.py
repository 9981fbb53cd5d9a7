"""The front page plays and rests when it should, nothing jumps when fonts come, and a chosen player is kept."""

from datetime import date

import pytest
from playwright.sync_api import Route, expect

from people.services.persons import join_known
from tests.browser.conftest import NewPage
from tests.pages.public.test_people import cup, person_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.long

PHONE = {"viewport": {"width": 390, "height": 844}}
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def test_the_game_of_the_front_page_plays_and_stops(world: World, visitor: NewPage) -> None:
    page = visitor()
    page.clock.install()
    page.goto("/")
    board = page.locator(".hero-game svg.board")
    first = board.inner_html()
    page.clock.run_for(1500)
    expect(page.locator("[data-move]")).not_to_be_empty()
    assert board.inner_html() != first
    page.get_by_role("button", name="Pause").click()
    move = page.locator("[data-move]").inner_text()
    page.clock.run_for(10_000)
    assert page.locator("[data-move]").inner_text() == move
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1500)
    expect(page.locator("[data-move]")).not_to_have_text(move)


def test_the_board_is_still_with_reduced_motion(world: World, visitor: NewPage) -> None:
    page = visitor(reduced_motion="reduce")
    page.clock.install()
    page.goto("/")
    page.clock.run_for(10_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("[data-move]")).to_be_empty()


@pytest.mark.parametrize("address", ["/", "/events/spring-cup/", "/events/spring-cup/open/standings/"])
def test_nothing_moves_when_the_fonts_come(world: World, visitor: NewPage, address: str) -> None:
    page = visitor(**PHONE)
    routes: list[Route] = []
    page.route("**/*.woff2", lambda route: routes.append(route))
    page.goto(address, wait_until="domcontentloaded")
    expect(page.locator("main")).to_be_visible()
    page.evaluate(SHIFTS)
    page.evaluate(TWO_FRAMES)
    assert len(routes) >= 2
    for route in routes:
        route.continue_()
    page.evaluate("document.fonts.ready.then(() => null)")
    assert page.evaluate("[...document.fonts].filter((one) => one.status === 'loaded').length") >= 2
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("window.shifted") < 0.02


def test_a_player_who_was_chosen_once_finds_the_board_on_top(world: World, visitor: NewPage) -> None:
    page = visitor(**PHONE)
    page.goto("/events/spring-cup/")
    expect(page.locator(".my-board")).to_have_count(0)
    page.get_by_label("Find a player of this event").fill("emil")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Emil").click()
    page.get_by_role("button", name="This is me").click()
    page.goto("/events/spring-cup/")
    panel = page.locator(".my-board")
    expect(panel).to_contain_text("Emil")
    expect(panel).to_contain_text("Round 1, board 1 Black against Alice")
    for board in Pairing.objects.filter(round=world.rounds[0]):
        enter_result(actor=world.artur, now=NOW, pairing_id=board.pk, result="1-0")
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    expect(panel).to_contain_text("Round 2", timeout=20_000)
    panel.get_by_role("button", name="Forget me on this device").click()
    page.reload()
    expect(page.locator(".my-board")).to_have_count(0)


def test_a_person_is_added_to_the_list_of_the_front_page_and_removed(visitor: NewPage) -> None:
    world = cup("spring-cup")
    cup("autumn-cup", day=date(2026, 9, 1))
    join_known(NOW)
    page = visitor()
    page.goto("/")
    expect(page.locator("#my-people")).to_be_hidden()
    page.goto(f"/people/{person_of(world)}/")
    page.get_by_role("button", name="Add to my people").click()
    page.goto("/")
    page.locator("#my-people").get_by_role("link", name="Alice").click()
    page.get_by_role("button", name="Remove from my people").click()
    page.goto("/")
    expect(page.locator("#my-people")).to_be_hidden()

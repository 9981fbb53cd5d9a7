"""A phone without a network: what it has opened before can be read, and its own page by its own link alone."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests import concurrency
from tests.browser.conftest import MOBILE, NewPage
from tests.world import NOW, PASSWORD, World
from tournaments.models.activity import Log
from tournaments.models.player import Player
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import issue_player_links, secret_of
from tournaments.services.results import enter_result

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.usefixtures("results_only")]

SECTION = "/events/spring-cup/open/"
KEPT = "async (path) => Boolean(await (await caches.open('pages')).match(path))"
KEPT_TEXT = """async (text) => {
  const html = await (await (await caches.open("pages")).match(location.pathname)).text();
  const kept = new DOMParser().parseFromString(html, "text/html");
  return kept.querySelector("#board-1 .result").textContent.includes(text);
}"""
LOST = "() => fetch('/robots.txt', { cache: 'no-store' }).then(() => false, () => true)"
REPLACED = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  return (await caches.has("static-the-next")) && !installing && !waiting && active.state === "activated";
}"""


@pytest.fixture
def world(world: World) -> World:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    return world


@pytest.fixture
def phone(visitor: NewPage) -> NewPage:
    return partial(visitor, service_workers="allow", **MOBILE)


#: `wait_for_function` would take a promise for true. An error: the page or its worker is being replaced.
until = partial(concurrency.until, retried=Error)


def open_and_cache(page: Page, address: str) -> None:
    """Open the page, and wait until the phone has kept it."""
    page.goto(address)
    until(lambda: page.evaluate(KEPT, address))


def lose_network(page: Page) -> None:
    page.context.set_offline(True)
    until(lambda: page.context.service_workers[-1].evaluate(LOST))  # a moment after the page


def all_sent(page: Page) -> None:
    """Wait until no queued request is in flight: page, browser and worker each send them."""
    page.evaluate("navigator.locks.request('waiting', () => {})")


def link_of(player: Player) -> str:
    return f"/my/{secret_of(PlayerLink.objects.get(player=player, revoked_at=None))}/"


def test_visited_pages_open_offline_with_their_time(world: World, phone: NewPage) -> None:
    page = phone()
    for address in (SECTION + "rounds/1/", SECTION + "standings/"):
        open_and_cache(page, address)
    expect(page.locator(".offline-bar")).to_have_count(0)
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")  # what the worker keeps is enough
    lose_network(page)
    page.goto(SECTION + "rounds/1/")
    expect(page.locator(".offline-bar")).to_contain_text("You are offline. This page is from ")
    expect(page.locator("#board-1")).to_contain_text("Alice")
    assert page.evaluate("getComputedStyle(document.querySelector('.site-head-row')).display") != "block"
    page.goto(SECTION + "crosstable/")
    expect(page.locator("h1")).to_have_text("You are offline")
    expect(page.locator("#kept-pages a")).to_have_count(2)
    page.click(f"#kept-pages a[href='{SECTION}standings/']")
    expect(page.locator("main table")).to_contain_text("Alice")


def test_a_page_is_kept_although_the_worker_started_before_its_script(world: World, phone: NewPage) -> None:
    page, scripts = phone(), list[Route]()
    page.route("**/offline.js", lambda route: scripts.append(route))
    page.goto("/manual/", wait_until="commit")
    open_and_cache(page.context.new_page(), SECTION + "standings/")
    until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))
    scripts[0].continue_()
    until(lambda: page.evaluate(KEPT, "/manual/"))


def test_while_the_network_answers_nothing_old_is_shown(world: World, phone: NewPage) -> None:
    page = phone()
    open_and_cache(page, SECTION + "rounds/1/")
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    page.goto(SECTION + "rounds/1/")
    expect(page.locator("#board-1 .result")).to_contain_text("1 – 0")
    until(lambda: page.evaluate(KEPT_TEXT, "1 – 0"))
    lose_network(page)
    page.goto(SECTION + "rounds/1/")
    expect(page.locator("#board-1 .result")).to_contain_text("1 – 0")
    expect(page.locator(".offline-bar")).to_be_visible()
    page.context.set_offline(False)
    page.goto(SECTION + "rounds/1/")
    expect(page.locator(".offline-bar")).to_have_count(0)


def test_a_page_in_the_browsers_own_cache_is_shown_as_old_and_leads_to_the_current_one(
    world: World, phone: NewPage
) -> None:
    page = phone()
    open_and_cache(page, "/manual/")
    page.evaluate("fetch('/manual/').then((answer) => answer.text())")  # which the browser may show again
    lose_network(page)
    page.goto("/manual/")
    expect(page.locator(".offline-bar")).to_contain_text("You are offline")
    page.context.set_offline(False)
    page.click(".offline-bar a")
    page.wait_for_load_state()
    expect(page.locator(".offline-bar")).to_have_count(0)


def test_two_players_on_one_phone_have_each_their_own_page_until_it_forgets_one(world: World, phone: NewPage) -> None:
    page = phone()
    alice, bob = (link_of(registration.player) for registration in (world.pairing.white, world.pairing.black))
    open_and_cache(page, alice)
    open_and_cache(page, bob)
    assert 'csrfmiddlewaretoken" value=""' in page.evaluate(
        "async (path) => (await (await caches.open('pages')).match(path)).text()", bob
    )
    lose_network(page)
    page.goto(alice)
    expect(page.locator("h1")).to_contain_text("Alice")
    page.goto(bob)
    expect(page.locator("h1")).not_to_contain_text("Alice")
    page.context.set_offline(False)
    page.goto(alice)
    page.get_by_role("button", name="Forget me on this device").click()
    page.wait_for_url("**/")
    lose_network(page)
    page.goto(alice)
    expect(page.locator("h1")).to_have_text("You are offline")
    page.goto(bob)
    expect(page.locator(".offline-bar")).to_be_visible()


def test_on_a_shared_phone_one_sees_whose_pages_are_kept_and_removes_them(world: World, phone: NewPage) -> None:
    page = phone()
    alice = link_of(world.pairing.white.player)
    for address in (alice, SECTION + "rounds/1/", "/events/spring-cup/", "/manual/"):
        open_and_cache(page, address)
    page.goto("/offline/")
    expect(page.locator("h1")).to_have_text("Pages on this device")
    expect(page.locator(".kept-group .card-title")).to_have_text(["Your own pages", "Spring Cup", "Other pages"])
    expect(page.locator(".kept-group").first.locator("a")).to_have_text("Alice · Spring Cup")
    expect(page.locator(".kept-group").nth(1).locator("a")).to_have_count(2)
    page.get_by_role("button", name="Remove Alice · Spring Cup").click()
    expect(page.locator("#kept-said")).to_have_text("Removed from this device: Alice · Spring Cup")
    expect(page.locator(".kept-group .card-title")).to_have_text(["Spring Cup", "Other pages"])
    lose_network(page)
    page.goto(alice)
    expect(page.locator("h1")).to_have_text("You are offline")
    page.get_by_role("button", name="Remove all pages").click()
    expect(page.locator("#nothing-kept")).to_be_visible()
    page.goto("/manual/")
    expect(page.locator("h1")).to_have_text("You are offline")


def test_a_link_that_was_replaced_leaves_no_page_behind(world: World, phone: NewPage) -> None:
    page = phone()
    alice = link_of(world.pairing.white.player)
    open_and_cache(page, alice)
    PlayerLink.objects.filter(player=world.pairing.white.player).update(revoked_at=NOW)
    page.goto(alice)
    until(lambda: not page.evaluate(KEPT, alice))
    lose_network(page)
    page.goto(alice)
    expect(page.locator("h1")).to_have_text("You are offline")


def test_sign_out_clears_private_pages_and_the_desk_is_never_cached(world: World, signed_in: NewPage) -> None:
    page = signed_in("olga", service_workers="allow")
    page.goto("/desk/spring-cup/")
    open_and_cache(page, link_of(world.pairing.white.player))
    page.goto("/desk/spring-cup/")
    stored = "async () => (await (await caches.open('pages')).keys()).map((one) => new URL(one.url).pathname)"
    assert page.evaluate(stored) == [link_of(world.pairing.white.player)]
    page.locator("form[action='/logout/'] button").evaluate("button => button.click()")
    page.wait_for_url("**/")
    until(lambda: not any(path.startswith("/my/") for path in page.evaluate(stored)))
    lose_network(page)
    page.goto("/desk/spring-cup/")
    expect(page.locator("h1")).to_have_text("You are offline")


def test_a_new_release_replaces_the_worker_and_the_switch_removes_it(
    world: World, phone: NewPage, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    page = phone()
    open_and_cache(page, SECTION + "standings/")
    monkeypatch.setattr("portal.offline.newest_file", lambda: "the-next")
    page.goto(SECTION + "standings/")
    page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    until(lambda: page.evaluate(REPLACED))
    lose_network(page)
    page.goto(SECTION + "standings/")
    expect(page.locator("main table")).to_contain_text("Alice")
    page.context.set_offline(False)
    settings.OFFLINE_PAGES = False
    page.goto("/privacy/")
    until(lambda: page.evaluate("async () => !(await navigator.serviceWorker.getRegistrations()).length"))
    page.goto("/manual/")  # the former page is the worker's to its end
    until(lambda: page.evaluate("async () => !(await caches.keys()).length"))


def results_of(world: World) -> list[str]:
    return list(world.rounds[0].pairings.order_by("board").values_list("result", flat=True))


def test_results_typed_offline_at_the_desk_arrive_once_and_a_conflict_is_shown(
    world: World, signed_in: NewPage
) -> None:
    page = signed_in("hana", service_workers="allow", **MOBILE)
    page.goto(SECTION.replace("events", "desk") + "rounds/1/results/")
    page.context.set_offline(True)
    for board in (1, 2):
        page.click(f"#board-{board} .entry-form button[value='1-0']")
        expect(page.locator(f"#board-{board} [data-state]")).to_contain_text("Waiting for the network: 1")
    assert results_of(world) == ["", ""]
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    page.context.set_offline(False)
    page.evaluate("Waiting.send()")
    expect(page.locator(".waiting-result")).to_have_count(1)
    expect(page.locator(".waiting-result")).to_contain_text("Not saved. artur has entered 0 – 1")
    expect(page.locator("#board-2 .entry-set")).to_contain_text("1 – 0")
    assert results_of(world) == ["0-1", "1-0"]
    page.evaluate("Waiting.send()")
    assert Log.objects.filter(action="result.entered").count() == 2
    page.click(".waiting-result button")
    expect(page.locator(".waiting-result")).to_have_count(0)


def test_a_report_typed_offline_is_sent_once_under_the_players_own_link(world: World, phone: NewPage) -> None:
    page = phone()
    white, black = (link_of(registration.player) for registration in (world.pairing.white, world.pairing.black))
    open_and_cache(page, black)
    open_and_cache(page, white)
    lose_network(page)
    page.goto(white)
    page.click(".my-report button[value='1-0']")
    expect(page.locator(".waiting-result")).to_contain_text("Board 1: I won 1 – 0. Waiting for the network.")
    page.goto(black)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".waiting-result")).to_have_count(0)
    page.goto(white)
    expect(page.locator(".waiting-result")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".notice", has_text="You reported “I won”")).to_be_visible(timeout=20_000)
    expect(page.locator(".waiting-result")).to_have_count(0)
    assert Log.objects.filter(action="result.reported").count() == 1


def test_the_next_user_does_not_send_waiting_results(world: World, signed_in: NewPage) -> None:
    page = signed_in("hana", service_workers="allow")
    page.goto(SECTION.replace("events", "desk") + "rounds/1/results/")
    page.context.set_offline(True)
    page.click("#board-1 .entry-form button[value='1-0']")
    expect(page.locator("#board-1 [data-state]")).to_contain_text("Waiting for the network")
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.evaluate("Waiting.send()")
    expect(page.locator(".waiting-result")).to_contain_text("Sign in to send this result.")
    all_sent(page)
    for name, expected in (("olga", ["", ""]), ("hana", ["1-0", ""])):
        page.goto("about:blank")  # requests of an open page would get a new cookie
        page.context.clear_cookies()
        page.goto("/login/")
        page.fill("[name=login]", name)
        page.fill("[name=password]", PASSWORD)
        page.press("[name=password]", "Enter")
        page.wait_for_url("**/desk/**")
        page.evaluate("Waiting.send()")
        expect(page.locator(".waiting-result")).to_have_count(0 if name == "hana" else 1)
        assert results_of(world) == expected

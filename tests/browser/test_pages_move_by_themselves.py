"""Pages that are open change by themselves when something happens elsewhere."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.services.moves import call_arbiter
from tests.browser.conftest import MOBILE, NewPage
from tests.world import NOW, World, later
from tournaments.models.player import Player
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import actor_of_link, issue_player_links, secret_of
from tournaments.services.results import enter_result, report_result
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.usefixtures("results_only")]

SECTION = "/events/spring-cup/open/"


def listening(page: Page, address: str) -> None:
    """Open the page and wait until its event stream is connected."""
    with page.expect_response(lambda response: "/live/" in response.url) as stream:
        page.goto(address)
    assert stream.value.status == 200


def enter(world: World, value: str = "1-0") -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result=value)


def mark_page(page: Page) -> None:
    page.evaluate("window.untouched = true")


def test_the_round_the_standings_and_the_event_follow_a_result_without_a_reload(world: World, visitor: NewPage) -> None:
    pages = {name: visitor(**MOBILE) for name in ("rounds/1/", "standings/", "crosstable/", "standings/live/")}
    for name, page in pages.items():
        listening(page, SECTION + name)
        mark_page(page)
    event = visitor()
    listening(event, "/events/spring-cup/")
    enter(world)
    expect(pages["rounds/1/"].locator("#board-1 .result")).to_contain_text("1 – 0")
    expect(pages["standings/"].locator("tbody tr").first).to_contain_text("Alice")
    expect(pages["standings/"].locator("tbody tr").first.locator(".points")).to_have_text("1")
    expect(pages["crosstable/"].locator("tbody tr").first.locator(".points")).to_have_text("1")
    expect(pages["standings/live/"].locator("#live-standings [role=status]")).to_contain_text("1 of 2")
    expect(event.locator(".leaders li").first).to_contain_text("Alice")
    for page in pages.values():
        assert page.evaluate("window.untouched") is True
        expect(page.locator("#page-said")).to_have_text("This page has been updated.")


def test_an_update_keeps_the_readers_search_and_focus(world: World, visitor: NewPage) -> None:
    page = visitor()
    listening(page, SECTION + "rounds/1/")
    page.fill("#find", "alice")
    expect(page.locator("#board-2")).to_be_hidden()
    enter(world)
    expect(page.locator("#board-1 .result")).to_contain_text("1 – 0")
    expect(page.locator("#find")).to_have_value("alice")
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#board-2")).to_be_hidden()


def test_the_next_round_appears_where_people_look_for_it(world: World, visitor: NewPage) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    player = Player.objects.get(event=world.event, family_name="Dora")
    secret = secret_of(PlayerLink.objects.get(player=player, revoked_at=None))
    own, event, round_page = visitor(**MOBILE), visitor(), visitor()
    listening(own, f"/my/{secret}/")
    listening(event, "/events/spring-cup/")
    listening(round_page, SECTION + "rounds/1/")
    for board in world.rounds[0].pairings.all():
        enter_result(actor=world.artur, now=NOW, pairing_id=board.pk, result="1-0")
    expect(own.locator(".card-games")).to_contain_text(re.compile("[01]"))
    expect(own.locator(".my-next")).to_have_count(0)
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    expect(own.locator(".my-next h3")).to_contain_text("Round 2")
    link = f"a[href='{SECTION}rounds/2/']"
    expect(event.locator(link)).to_be_visible()
    expect(round_page.locator(link)).to_be_visible()


def test_a_player_sees_what_the_opponent_reports_and_keeps_what_is_typed(world: World, visitor: NewPage) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    white, black = world.pairing.white.player, world.pairing.black.player
    own = visitor(**MOBILE)
    listening(own, f"/my/{secret_of(PlayerLink.objects.get(player=white, revoked_at=None))}/")
    own.click(".my-more summary")
    own.fill(".my-more [name=text]", "the clock")
    link = PlayerLink.objects.get(player=black, revoked_at=None)
    actor = actor_of_link(secret=secret_of(link), now=NOW)[1]
    report_result(actor=actor, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    expect(own.locator(".my-next .notice")).to_contain_text("Your opponent has reported the result")
    expect(own.locator(".my-more [name=text]")).to_have_value("the clock")
    expect(own.locator(".my-more [name=text]")).to_be_focused()


def test_the_console_hears_a_call_and_the_desk_a_result(world: World, signed_in: NewPage) -> None:
    console, desk, results = signed_in("artur"), signed_in("olga"), signed_in("hana")
    listening(console, reverse("boards", args=[world.slug]))
    listening(desk, "/desk/spring-cup/open/rounds/1/")
    listening(results, "/desk/spring-cup/open/rounds/1/results/")
    enter(world)
    expect(desk.locator("#board-1 .result")).to_contain_text("1 – 0")
    expect(results.locator("#board-1 .entry-set")).to_contain_text("1 – 0")
    expect(results.locator("#open-boards")).to_have_text("1")
    board = world.rounds[0].pairings.get(board=2)
    call_arbiter(actor=world.olga, now=later(seconds=5), game_id=board.game_id, reason="disturbance", said={})
    expect(console.locator(".console-state")).to_contain_text("called to 1 board", timeout=20_000)


def test_a_form_that_is_being_filled_in_is_not_taken_away(world: World, signed_in: NewPage) -> None:
    desk = signed_in("olga")
    listening(desk, "/desk/spring-cup/open/rounds/1/")
    desk.click("details.known summary")
    field = desk.locator("details.known input:not([type=hidden])").first
    field.focus()
    enter(world)
    notice = desk.locator("#page-held")
    expect(notice).to_contain_text("Changed by another person.")
    expect(desk.locator("#board-1 .result")).to_contain_text("–")
    notice.get_by_role("button").click()
    expect(desk.locator("#board-1 .result")).to_contain_text("1 – 0")
    expect(notice).to_have_count(0)


def test_where_streams_are_refused_the_page_asks_from_time_to_time(world: World, visitor: NewPage) -> None:
    page = visitor()
    page.clock.install()
    page.route("**/live/**", lambda route: route.fulfill(status=503, body="{}"))
    with page.expect_response(lambda response: "/live/" in response.url):
        page.goto(SECTION + "rounds/1/")
    enter(world)
    result = page.locator("#board-1 .result")
    for _ in range(20):  # half a minute each: it may hear of the refusal, or read a kept page, after we have looked
        page.clock.run_for(31_000)
        page.wait_for_timeout(250)
        if "1 – 0" in result.inner_text():
            break
    expect(result).to_contain_text("1 – 0", timeout=20_000)

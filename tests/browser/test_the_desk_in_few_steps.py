"""The desk asks for few clicks and taps: a tournament from nothing, a round of three hundred, help beside the work."""

import re

import pytest
from playwright.sync_api import Route, expect

from ratings.services.player_lists import import_players
from tests.browser.conftest import PHONE, NewPage, press, says
from tests.world import NOW, World
from tournaments.models.event import Event
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.results import enter_result
from tournaments.services.sections import create_section

pytestmark = [pytest.mark.browser, pytest.mark.long]

LIST = "Tal Mikhail\nFine Reuben\nKeres Paul\nEuwe Max"


def test_a_tournament_is_set_up_on_one_page_in_the_time_zone_of_the_browser(world: World, signed_in: NewPage) -> None:
    page = signed_in("olga", timezone_id="Asia/Yerevan")
    page.goto("/desk/new-event/quick/")
    page.keyboard.type("Yerevan Open")  # the field has the focus
    page.locator(".pick", has_text="Round robin").first.click()
    page.get_by_label("Players", exact=True).click()
    page.keyboard.insert_text(LIST)
    expect(page.locator("#preview")).to_contain_text("4 players recognised")
    page.get_by_role("button", name="Create event").click()
    expect(page.locator(".next-step")).to_contain_text("Pair all rounds")
    section = Section.objects.get(event__slug="yerevan-open")
    assert (section.format, section.registrations.count()) == ("round_robin", 4)
    assert Event.objects.get(slug="yerevan-open").time_zone == "Asia/Yerevan"


def test_the_palette_finds_a_player_and_closes_without_doing_anything(world: World, signed_in: NewPage) -> None:
    page = signed_in("artur", **PHONE)
    page.goto(f"/desk/{world.slug}/boards/")
    page.get_by_role("button", name="Commands").click()
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    field.fill("dora")
    expect(page.get_by_role("option").first).to_contain_text("Dora")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    assert page.url.endswith("/boards/")


def test_the_open_tab_is_in_sight_on_a_phone(world: World, signed_in: NewPage) -> None:
    page = signed_in("olga", **PHONE)
    page.goto(f"/desk/{world.slug}/log/")
    tab = page.locator(".desk-tabs [aria-current]")
    expect(tab).to_have_text("Settings")
    expect(tab).to_be_in_viewport(ratio=1)


def test_tie_breaks_are_put_in_order_by_keys_and_by_the_pointer(world: World, signed_in: NewPage) -> None:
    page = signed_in("olga")
    page.goto(f"/desk/{world.slug}/new-section/?format=swiss")
    field, chips = page.get_by_label("Tie-breaks, in order"), page.locator(".chip")
    expect(field).to_have_value("BH/C1, BH, SB, DE")
    expect(chips).to_have_count(4)
    chips.nth(2).locator(".chip-grip").focus()
    page.keyboard.press("ArrowUp")
    expect(field).to_have_value("BH/C1, SB, BH, DE")
    expect(chips.nth(1).locator(".chip-grip")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_have_value("SB, BH/C1, BH, DE")
    chips.nth(3).locator(".chip-remove").click()
    expect(field).to_have_value("SB, BH/C1, BH")
    expect(chips).to_have_count(3)
    chips.nth(2).locator(".chip-grip").drag_to(chips.nth(0), target_position={"x": 20, "y": 4})
    expect(field).to_have_value("BH, SB, BH/C1")
    page.get_by_label("Add a tie-break").select_option("DE")
    expect(field).to_have_value("BH, SB, BH/C1, DE")


def test_a_list_of_tie_breaks_that_comes_late_disturbs_neither_hand_nor_keys(world: World, signed_in: NewPage) -> None:
    page, routes = signed_in("olga"), list[Route]()
    page.clock.install()
    page.goto(f"/desk/{world.slug}/new-section/?format=swiss")
    field, grips = page.get_by_label("Tie-breaks, in order"), page.locator(".chip-grip")
    expect(grips).to_have_count(4)
    page.route("**/suggest/tie-breaks/**", lambda route: routes.append(route))
    with page.expect_request("**/suggest/tie-breaks/**"):
        grips.nth(3).press("ArrowUp")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    grips.nth(2).press("ArrowUp")
    with page.expect_response("**/suggest/tie-breaks/**"):
        routes[0].continue_()
    grips.nth(1).press("ArrowUp")
    expect(field).to_have_value("DE, BH/C1, BH, SB")
    with page.expect_request("**/suggest/tie-breaks/**"):
        page.clock.resume()
    grips.nth(3).hover()
    page.mouse.down()
    with page.expect_response("**/suggest/tie-breaks/**"):
        routes[-1].continue_()
    page.mouse.move(*(grips.first.bounding_box()[side] + 2 for side in "xy"))
    page.mouse.up()
    expect(field).to_have_value("SB, DE, BH/C1, BH")


# Help


def test_f1_opens_the_part_of_the_manual_beside_the_page(world: World, signed_in: NewPage) -> None:
    page = signed_in("olga")
    page.goto("/desk/spring-cup/open/rounds/1/")
    with page.context.expect_page() as opened:
        page.keyboard.press("F1")
    expect(opened.value.get_by_role("heading", name="Check the draft")).to_be_in_viewport()
    assert page.url.endswith("/desk/spring-cup/open/rounds/1/")


def test_the_words_about_a_page_lie_within_the_screen_of_a_phone(world: World, signed_in: NewPage) -> None:
    page = signed_in("olga", **PHONE)
    page.goto("/desk/spring-cup/open/rounds/1/")
    page.locator(".page-help summary").click()
    box = page.locator(".page-help .menu-panel").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


PLAYERS = 300
BIG = "/desk/spring-cup/big/"


@pytest.mark.timeout(240)
def test_a_round_of_three_hundred_from_the_button_to_the_standings(world: World, signed_in: NewPage) -> None:
    """A page that takes longer than `expect` waits is broken; how long they take is in docs/benchmarks.md."""
    section = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="big", names={"en": "Big open"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=9,
    )  # fmt: skip
    lines = ["family name,given name,rating", *(f"Player{n:03},Given,{2700 - 4 * n}" for n in range(PLAYERS))]
    import_players(actor=world.olga, now=NOW, event_id=world.event.pk, data="\n".join(lines), section_id=section.pk)
    page = signed_in("olga")
    page.goto(BIG + "pairing/")
    press(page, "Pair round")
    page.wait_for_url(re.compile("/pairing/jobs/"))
    expect(page.locator("text=Round 1 has been paired. It is a draft.")).to_be_visible(timeout=60_000)
    page.click("text=Review the pairings")
    says(page, "Player000")
    round_ = Round.objects.get(section=section)
    assert round_.pairings.count() == PLAYERS // 2
    press(page, "Publish now")
    says(page, "Round 1 has been published.")
    press(page, "Start round")
    says(page, "The round has started.")
    page.goto(BIG + "rounds/1/results/")
    expect(page.locator("#open-boards")).to_have_text("150")
    page.locator("#board-1 .entry-board").focus()
    page.keyboard.press("1")
    expect(page.locator("#open-boards")).to_have_text("149")
    for pairing in round_.pairings.filter(result=""):
        enter_result(actor=world.hana, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    page.goto(BIG + "rounds/1/")
    press(page, "Close round")
    says(page, "Round 1 has been closed.")
    for address in (BIG + "standings/", "/events/spring-cup/big/standings/"):
        page.goto(address)
        expect(page.locator("tbody tr")).to_have_count(PLAYERS)

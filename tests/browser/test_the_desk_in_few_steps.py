"""The desk asks for few clicks and taps: a tournament from nothing, a ruling on a phone, help beside the work."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from arbiter.models import Ruling
from games.services.moves import call_arbiter, play_move, start_game
from tavleya.sides import Side
from tests.browser.conftest import PHONE, NewPage
from tests.world import World
from tournaments.models.event import Event
from tournaments.models.section import Section

pytestmark = [pytest.mark.browser, pytest.mark.long]

TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
LIST = "Tal Mikhail\nFine Reuben\nKeres Paul\nEuwe Max"


def in_sight(page: Page, name: str) -> bool:
    box = page.get_by_role("button", name=name).bounding_box()
    size = page.viewport_size
    assert box is not None and size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


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


@pytest.mark.parametrize("device", [PHONE, TABLET], ids=["phone", "tablet"])
def test_an_illegal_move_is_ruled_on_by_two_taps_without_scrolling(
    world: World, signed_in: NewPage, device: dict[str, object]
) -> None:
    now = timezone.now()
    start_game(actor=world.artur, now=now, game_id=world.board.pk)
    play_move(actor=world.artur, now=now, game_id=world.board.pk, text="e2-e5", irregular=True)
    call_arbiter(actor=world.artur, now=now, game_id=world.board.pk, reason="illegal_move", side=Side.BLACK)
    page = signed_in("artur", **device)
    page.goto(reverse("boards", args=[world.slug]))
    first = page.locator(".queue-line .button").first
    box = first.bounding_box()
    assert box is not None and box["y"] + box["height"] <= device["viewport"]["height"]  # type: ignore[index]
    first.tap()
    expect(page.get_by_role("button", name="Apply ruling")).to_be_visible()
    assert in_sight(page, "Apply ruling")
    page.get_by_role("button", name="Apply ruling").tap()
    expect(page.locator("#calls")).to_have_count(0)
    assert Ruling.objects.get().outcome == Ruling.Outcome.UPHELD


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

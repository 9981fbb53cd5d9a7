"""Daily tasks without a mouse: results, a round, a ruling, a move, the user's board, the palette."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from arbiter.models import Ruling
from games.services.moves import call_arbiter, play_move, start_game
from ratings.services.player_lists import import_players
from tavleya.sides import Side
from tests.browser.conftest import NewPage
from tests.world import NOW, World
from tournaments.models.round import Round
from tournaments.services.sections import create_section

pytestmark = [pytest.mark.browser, pytest.mark.long]

STOP = """(wanted) => {
  const element = document.activeElement;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const ring = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none"
    || [...element.children].some((part) => getComputedStyle(part).strokeWidth !== "1px"
        && getComputedStyle(part).stroke !== "none" && part.namespaceURI.endsWith("svg"));
  return {
    there: element.matches(wanted), ring, first: element === document.body,
    name: element.outerHTML.slice(0, 150), inside: Boolean(element.closest("main")),
    top: box.top, bottom: box.bottom, left: box.left, right: box.right, page: scrollY,
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
  };
}"""
MOST_STOPS = 80


class Keys:
    """A walk by Tab that checks the order and visibility of the focus; `stops`: the elements that had it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stops: list[str] = []

    def to(self, selector: str, most: int = MOST_STOPS) -> None:
        """Tab to the first element of this selector; each stop is visible and follows the one before."""
        before: dict[str, Any] | None = None
        for _ in range(most):
            self.page.keyboard.press("Tab")
            stop = self.page.evaluate(STOP, selector)
            assert not stop["first"], f"the walk has gone round without {selector}: {self.stops}"
            self.stops.append(stop["name"])
            assert stop["seen"], f"out of sight: {stop['name']}"
            assert stop["ring"], f"the focus is not shown: {stop['name']}"
            if before and before["inside"] and stop["inside"]:
                above = stop["bottom"] + stop["page"] <= before["top"] + before["page"] + 1
                assert not above or stop["left"] >= before["left"], f"{stop['name']} after {before['name']}"
            before = stop
            if stop["there"]:
                return
        raise AssertionError(f"{selector} is further away than {most} stops: {self.stops}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)


def test_a_round_is_paired_and_published(world: World, signed_in: NewPage) -> None:
    section = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=3,
    )  # fmt: skip
    import_players(
        actor=world.olga, now=NOW, event_id=world.event.pk, section_id=section.pk,
        data="family name,rating\nFine,2600\nEuwe,2500\nTal,2400\nKeres,2300",
    )  # fmt: skip
    page = signed_in("olga")
    page.goto(f"/desk/{world.slug}/swiss/")
    keys = Keys(page)
    keys.to(".next-step a")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Pair round")).to_be_visible()
    keys.to("button[value=pair]")
    keys.press("Enter")
    expect(page.locator("main")).to_contain_text("Round 1 has been paired.")
    keys.to("button[value=publish]")
    keys.press("Enter")
    expect(page.locator("main")).to_contain_text("Round 1 has been published.")
    assert Round.objects.get(section=section).status == "published"


def test_a_ruling_is_made(world: World, signed_in: NewPage) -> None:
    now = timezone.now()
    start_game(actor=world.artur, now=now, game_id=world.board.pk)
    play_move(actor=world.artur, now=now, game_id=world.board.pk, text="e2-e5", irregular=True)
    call_arbiter(actor=world.artur, now=now, game_id=world.board.pk, reason="illegal_move", side=Side.BLACK)
    page = signed_in("artur")
    page.goto(reverse("boards", args=[world.slug]))
    keys = Keys(page)
    keys.to(".queue-line .button")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Apply ruling")).to_be_visible()
    page.wait_for_load_state("load")  # the address leads to the call on the card, where the walk begins
    keys.to("form .at-hand button", most=6)
    keys.press("Enter")
    expect(page.locator("#calls")).to_have_count(0)
    assert Ruling.objects.get().outcome == Ruling.Outcome.UPHELD


def test_ones_board_is_found(world: World, visitor: NewPage) -> None:
    page = visitor()
    page.goto(f"/events/{world.slug}/open/rounds/1/")
    keys = Keys(page)
    keys.to("#find")
    keys.type("emil")
    expect(page.locator("#pairings tbody tr:visible")).to_have_count(1)
    keys.to("#pairings a[href*='/players/']")
    keys.press("Enter")
    expect(page.locator("h1")).to_be_visible()
    assert "/players/" in page.url


def test_the_palette_takes_one_there_and_back(world: World, signed_in: NewPage) -> None:
    page = signed_in("artur")
    page.goto(f"/desk/{world.slug}/boards/")
    keys = Keys(page)
    keys.to(".desk-tabs a")
    focused = page.evaluate("document.activeElement.href")
    keys.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    keys.press("Escape")
    assert page.evaluate("document.activeElement.href") == focused, "the focus is where it was"
    keys.press("Control+k")
    keys.type("dora")
    expect(page.get_by_role("option").first).to_contain_text("Dora")
    keys.press("Enter")
    page.wait_for_url("**/players/**")


@pytest.mark.parametrize("view_name", ["live-board", "game", "board-card"])
def test_the_board_is_one_step_from_the_top(world: World, signed_in: NewPage, view_name: str) -> None:
    page = signed_in("artur")
    page.goto(reverse(view_name, args=[world.slug, world.board.pk]))
    keys = Keys(page)
    keys.to("a[href='#board']", most=2)
    keys.press("Enter")
    assert page.evaluate("document.activeElement.matches('[data-board], .board-frame')")

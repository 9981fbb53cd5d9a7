"""Daily tasks without a mouse: results, a round, a ruling, a move, the user's board, the palette."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from arbiter.models.ruling import Ruling
from games.models.game import Game, TrackingLevel
from games.services.play import call_arbiter, play_move, start_game
from ratings.services.player_lists import import_players
from tavleya.sides import Side
from tests.browser.conftest import Server
from tests.browser.keys import Keys
from tests.world import NOW, World
from tournaments.models.round import Round
from tournaments.services.sections import create_section

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_results_are_entered(world: World, signed_in: Callable[..., Page]) -> None:
    Game.objects.update(tracking=TrackingLevel.RESULT)
    page = signed_in("olga")
    page.goto(f"/desk/{world.slug}/")
    keys = Keys(page)
    keys.to(".desk-tabs a[href$='/results/']")
    keys.press("Enter")
    expect(page.locator("#board-1 .entry-board")).to_be_focused()
    keys.press("1", "2")
    expect(page.locator("#board-1 .entry-set")).to_have_text("1 – 0")
    expect(page.locator("#board-2 .entry-set")).to_have_text("½ – ½")
    assert world.pairing.result == "1-0"


def test_a_round_is_paired_and_published(world: World, signed_in: Callable[..., Page]) -> None:
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


def test_a_ruling_is_made(world: World, signed_in: Callable[..., Page]) -> None:
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
    page.wait_for_load_state(
        "load"
    )  # the address leads to the call on the card: only then the walk begins there
    keys.to("form .at-hand button", most=6)
    keys.press("Enter")
    expect(page.locator("#calls")).to_have_count(0)
    assert Ruling.objects.get().outcome == Ruling.Outcome.UPHELD


def test_a_move_is_played_three_stops_from_the_top(world: World, signed_in: Callable[..., Page]) -> None:
    world.started()
    page = signed_in("charlie")
    page.goto(reverse("live-board", args=[world.slug, world.board.pk]))
    keys = Keys(page)
    keys.to("a[href='#board']", most=2)
    keys.press("Enter")
    keys.to("[data-square]", most=1)
    start = str(page.evaluate("document.activeElement.dataset.square"))
    right, up = ord("e") - ord(start[0]), 2 - int(start[1])
    keys.press(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
    keys.press(*["ArrowUp" if up > 0 else "ArrowDown"] * abs(up))
    assert page.evaluate("document.activeElement.dataset.square") == "e2"
    keys.press("Enter", "ArrowUp", "ArrowUp", "Enter")
    expect(page.locator(".situation")).to_contain_text("Black to move")
    assert world.board.snapshot["last"] == "e2-e4"
    expect(page.locator("[data-square=e4]")).to_be_focused()


def test_ones_board_is_found(world: World, browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="en", service_workers="block")
    page = context.new_page()
    page.goto(f"/events/{world.slug}/open/rounds/1/")
    keys = Keys(page)
    keys.to("#find")
    keys.type("emil")
    expect(page.locator("#pairings tbody tr:visible")).to_have_count(1)
    keys.to("#pairings a[href*='/players/']")
    keys.press("Enter")
    expect(page.locator("h1")).to_be_visible()
    assert "/players/" in page.url
    context.close()


def test_the_palette_takes_one_there_and_back(world: World, signed_in: Callable[..., Page]) -> None:
    page = signed_in("artur")
    page.goto(f"/desk/{world.slug}/boards/")
    keys = Keys(page)
    keys.to(".desk-tabs a")
    evaluate = page.evaluate("document.activeElement.href")
    keys.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    keys.press("Escape")
    assert page.evaluate("document.activeElement.href") == evaluate, "the focus is where it was"
    keys.press("Control+k")
    keys.type("dora")
    expect(page.get_by_role("option").first).to_contain_text("Dora")
    keys.press("Enter")
    page.wait_for_url("**/players/**")


@pytest.mark.parametrize("page_of", ["live-board", "game", "board-card"])
def test_the_board_is_one_step_from_the_top(
    world: World, signed_in: Callable[..., Page], page_of: str
) -> None:
    page = signed_in("artur")
    page.goto(reverse(page_of, args=[world.slug, world.board.pk]))
    keys = Keys(page)
    keys.to("a[href='#board']", most=2)
    keys.press("Enter")
    assert page.evaluate("document.activeElement.matches('[data-board], .board-frame')")

"""The arbiters' console on a tablet and a phone: few taps to a ruling, and what fits."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models.game import Game
from games.services.moves import call_arbiter, play_move
from tavleya.sides import Side
from tests.browser.conftest import PHONE, NewPage, card_of, fits
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.long]

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}


def started(page: Page, world: World) -> None:
    page.goto(card_of(world))
    page.click("text=Start clocks")
    expect(page.locator("#card [data-clock=white]")).to_have_class(re.compile("is-running"))


@pytest.mark.parametrize("device", [TABLET, PHONE], ids=["tablet", "phone"])
def test_console_card_and_ruling_menu_fit_the_screen(
    world: World, signed_in: NewPage, device: dict[str, object]
) -> None:
    arbiter = signed_in("artur", **device)
    started(arbiter, world)
    ruling = reverse("board-ruling", args=[world.slug, world.board.pk])
    for address in (
        reverse("boards", args=[world.slug]), card_of(world), ruling,
        f"{ruling}?incident=distracting&side=black", reverse("duty", args=[world.slug]),
        reverse("checklists", args=[world.slug]),
    ):  # fmt: skip
        arbiter.goto(address)
        assert fits(arbiter), address


SMALL = [{"viewport": {"width": 1024, "height": 768}}, PHONE]


def in_sight(page: Page, label: str) -> bool:
    box = page.locator(label).first.bounding_box()
    assert box is not None, label
    size = page.viewport_size
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("device", SMALL, ids=["tablet", "phone"])
def test_the_main_controls_are_visible_without_scrolling(
    world: World, signed_in: NewPage, device: dict[str, object]
) -> None:
    arbiter = signed_in("artur", **device)
    started(arbiter, world)
    arbiter.goto(card_of(world))
    assert in_sight(arbiter, "#rule > summary")
    arbiter.click("#rule > summary")
    assert in_sight(arbiter, '[aria-label="Flag fall: Black"]')
    arbiter.fill("#rule [type=search]", "distr")
    assert in_sight(arbiter, '[aria-label="Distracting the opponent: White"]')
    assert arbiter.get_by_label("Distracting the opponent: White").bounding_box()["height"] >= 44  # type: ignore[index]
    expect(arbiter.get_by_label("Flag fall: Black")).to_be_hidden()
    common = {"actor": world.artur, "now": timezone.now(), "game_id": world.board.pk}
    play_move(**common, text="e2-e5", irregular=True)
    call_arbiter(**common, reason="illegal_move", side=Side.BLACK)
    arbiter.goto(reverse("boards", args=[world.slug]))
    assert in_sight(arbiter, ".queue-line .button")
    arbiter.locator(".queue-line .button").first.click()
    expect(arbiter.get_by_role("button", name="Apply ruling")).to_be_visible()
    assert in_sight(arbiter, "text=Apply ruling")
    arbiter.click("text=Apply ruling")
    expect(arbiter.locator("#calls")).to_have_count(0)
    expect(arbiter.locator(".card-counts tr", has_text="Illegal moves")).to_contain_text("1")
    arbiter.goto(f"{reverse('board-ruling', args=[world.slug, world.board.pk])}?incident=analysis&side=white")
    assert in_sight(arbiter, "text=Apply ruling")


def test_the_form_asks_what_belongs_to_the_answer_and_takes_squares_from_the_board(
    world: World, signed_in: NewPage
) -> None:
    arbiter = signed_in("artur", **TABLET)
    started(arbiter, world)
    ruling = reverse("board-ruling", args=[world.slug, world.board.pk])
    arbiter.goto(f"{ruling}?kind=penalty")
    expect(arbiter.locator("[name=ms]")).to_be_hidden()
    arbiter.check("[name=measure][value=time_off]", force=True)
    expect(arbiter.locator("[name=ms]")).to_be_visible()
    expect(arbiter.locator("[name=opponent_score]").first).to_be_hidden()
    arbiter.fill(".article-choice [type=search]", "13.4")
    assert arbiter.locator(".article-choice option").count() < 8
    arbiter.select_option(".article-choice select", "tavreli-1997:13.4")
    arbiter.check("[name=offender][value=white]", force=True)
    arbiter.fill("[name=ms]", "2:00")
    arbiter.click("text=Preview ruling")
    arbiter.click("text=Apply ruling")
    expect(arbiter.locator("#card")).to_be_visible()
    assert Game.objects.get(pk=world.board.pk).rulings.get().article == "tavreli-1997:13.4"
    arbiter.goto(f"{ruling}?kind=touch_move")
    for square in ("g1", "e2", "e2"):
        arbiter.locator(f".card-board [data-square={square}]").click()
    expect(arbiter.locator("[name=touches]")).to_have_value("g1")

"""Two desks type the results of one round: what one of them has saved is not taken away by older news of the other."""

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from games.models.game import Game
from tavleya.sides import Side
from tests.browser.conftest import Server
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services.reports import report_result
from tournaments.services.results import enter_result

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def world(server: Server, world: World) -> World:
    Section.objects.update(tracking="result")
    Game.objects.update(tracking="result")
    return world


def test_a_result_that_was_saved_meanwhile_is_kept(world: World, signed_in: Callable[..., Page]) -> None:
    page = signed_in("artur")
    stored: list[tuple[Route, APIResponse]] = []
    page.route("**/*part=rows*", lambda route: stored.append((route, route.fetch())))
    page.goto(f"/desk/{world.slug}/open/rounds/1/results/")
    second = world.pairing.round.pairings.get(board=2)
    enter_result(actor=world.hana, now=NOW, pairing_id=second.pk, result="0-1")
    while not stored:
        page.wait_for_timeout(50)
    page.locator("#board-1 .entry-board").focus()
    page.keyboard.press("1")
    expect(page.locator("#board-1 [data-state]")).to_have_text("Saved")
    for route, answer in stored:
        route.fulfill(response=answer)
    expect(page.locator("#board-2 .entry-set")).to_have_text("0 – 1")
    assert page.locator("#board-1 .entry-set").all_inner_texts() == ["1 – 0"]
    assert page.locator("#board-1 [data-state]").inner_text() == "Saved"


def test_a_report_of_a_player_reaches_the_open_page(world: World, signed_in: Callable[..., Page]) -> None:
    page = signed_in("artur")
    page.goto(f"/desk/{world.slug}/open/rounds/1/results/")
    line = page.locator("#board-1 .reported")
    expect(page.locator("#board-1")).to_be_visible()
    expect(line).to_have_count(0)
    report = {"actor": world.charlie, "now": NOW, "pairing_id": world.pairing.pk}
    report_result(**report, result="1-0", side=Side.WHITE)
    expect(line).to_have_text("White reported 1 – 0, Black has not reported")
    report_result(**report, result="0-1", side=Side.BLACK)
    expect(line).to_have_text("Disputed: White says 1 – 0, Black says 0 – 1")
    page.locator("#board-1 .entry-board").focus()
    page.keyboard.press("1")
    expect(page.locator("#board-1 [data-state]")).to_have_text("Saved")
    expect(line).to_have_count(0)

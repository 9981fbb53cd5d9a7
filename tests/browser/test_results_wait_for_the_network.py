"""An arbiter without a network: results typed at a board's card and into the palette wait, and are sent once."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.models.game import Game
from tests.browser.conftest import Server
from tests.world import NOW, World
from tournaments.models.log import Log
from tournaments.models.section import Section
from tournaments.services.results import enter_result

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def world(server: Server, world: World) -> World:
    Section.objects.update(tracking="result")
    Game.objects.update(tracking="result")
    return world


def card_of(world: World) -> str:
    return reverse("board-card", args=[world.slug, world.board.pk])


def enter_at_card(page: Page, result: str) -> None:
    page.locator("#result summary").click()
    page.locator(f"#result input[value='{result}']").check()
    page.get_by_role("button", name="Enter result").click()


def waiting(page: Page) -> Locator:
    return page.locator(".waiting-result")


def back(page: Page) -> None:
    page.context.set_offline(False)


def test_a_result_typed_at_the_card_waits_and_arrives_once(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("artur", service_workers="allow", **PHONE)
    page.goto(card_of(world))
    seq = world.board.seq
    page.context.set_offline(True)
    enter_at_card(page, "1-0")
    expect(waiting(page)).to_contain_text("Board 1: 1 – 0. Waiting for the network.")
    expect(page.locator("#saving")).to_have_text("Waiting for the network.")
    expect(page.locator("#result")).not_to_have_attribute("open", "")
    assert world.pairing.result == ""
    back(page)
    expect(waiting(page)).to_have_count(0, timeout=20_000)
    expect(page.locator(".situation-now")).to_contain_text("1 – 0")
    assert world.pairing.result == "1-0"
    page.evaluate("Waiting.send()")
    assert world.board.seq == seq + 1


def test_a_result_of_the_card_that_comes_too_late_is_shown_as_it_was_typed(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("artur", service_workers="allow", **PHONE)
    page.goto(card_of(world))
    page.context.set_offline(True)
    enter_at_card(page, "1-0")
    expect(waiting(page)).to_be_visible()
    enter_result(actor=world.hana, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    back(page)
    expect(waiting(page)).to_contain_text("Board 1: 1 – 0. Not saved.", timeout=20_000)
    assert world.pairing.result == "0-1"
    waiting(page).get_by_role("button", name="Discard").click()
    expect(waiting(page)).to_have_count(0)


def test_the_worker_sends_a_waiting_result_of_a_closed_card(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("artur", service_workers="allow")
    page.goto(card_of(world))
    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    enter_at_card(page, "1-0")
    expect(waiting(page)).to_be_visible()
    page.goto("about:blank")
    back(page)
    worker = page.context.service_workers[-1]
    worker.evaluate("sendWaiting()")
    assert world.pairing.result == "1-0"


def test_a_line_typed_into_the_palette_waits_and_is_sent(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("artur", service_workers="allow")
    page.goto(reverse("boards", args=[world.slug]))
    page.context.set_offline(True)
    page.keyboard.press("Control+k")
    page.keyboard.type("1 1-0")
    expect(page.get_by_role("option")).to_contain_text("The result is kept on this device")
    page.keyboard.press("Enter")
    expect(page.locator("#palette")).to_be_hidden()
    expect(waiting(page)).to_contain_text("1 1-0. Waiting for the network.")
    back(page)
    expect(page.locator("#waiting-told")).to_have_text("Board 1: 1 – 0.", timeout=20_000)
    expect(waiting(page)).to_have_count(0)
    assert world.pairing.result == "1-0"
    page.evaluate("Waiting.send()")
    assert Log.objects.filter(action="result.entered").count() == 1


def test_a_suggested_line_whose_answer_is_lost_is_not_entered_twice(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("artur")
    page.goto(reverse("boards", args=[world.slug]))
    page.route("**/commands/run/", lambda route: (route.fetch(), route.abort()), times=1)
    page.keyboard.press("Control+k")
    page.keyboard.type("1 1-0")
    expect(page.get_by_role("option")).to_contain_text("Board 1: enter 1 – 0")
    page.keyboard.press("Enter")
    expect(page.locator("#waiting-told")).to_have_text("Board 1: 1 – 0.")
    assert world.pairing.result == "1-0"
    assert Log.objects.filter(action="result.entered").count() == 1


def test_without_a_network_nothing_that_was_suggested_for_another_line_is_done(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("artur")
    page.goto(reverse("boards", args=[world.slug]))
    page.keyboard.press("Control+k")
    page.keyboard.type("1 1")
    expect(page.get_by_role("option")).to_contain_text("Board 1: enter 1 – 0")
    page.route("**/commands/?*", lambda route: route.abort())
    page.keyboard.type(" keres")
    page.keyboard.press("Enter")
    expect(page.locator(".palette-foot")).to_have_text("NOT SAVED: the server did not answer.")
    expect(page.get_by_role("option")).to_have_count(0)
    assert world.pairing.result == ""

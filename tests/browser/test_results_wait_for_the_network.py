"""Results typed without a network wait and are sent once; two desks that type one round keep each other's results."""

import pytest
from django.urls import reverse
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tavleya.sides import Side
from tests.browser.conftest import MOBILE, NewPage, card_of
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.services.results import enter_result, report_result

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.usefixtures("results_only")]


def enter_at_card(page: Page, result: str) -> None:
    page.locator("#result summary").click()
    page.locator(f"#result input[value='{result}']").check()
    page.get_by_role("button", name="Enter result").click()


def waiting(page: Page) -> Locator:
    return page.locator(".waiting-result")


def test_a_result_typed_at_the_card_waits_and_arrives_once(world: World, signed_in: NewPage) -> None:
    page = signed_in("artur", service_workers="allow", **MOBILE)
    page.goto(card_of(world))
    seq = world.board.seq
    page.context.set_offline(True)
    enter_at_card(page, "1-0")
    expect(waiting(page)).to_contain_text("Board 1: 1 – 0. Waiting for the network.")
    expect(page.locator("#saving")).to_have_text("Waiting for the network.")
    expect(page.locator("#result")).not_to_have_attribute("open", "")
    assert world.pairing.result == ""
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0, timeout=20_000)
    expect(page.locator(".situation-now")).to_contain_text("1 – 0")
    assert world.pairing.result == "1-0"
    page.evaluate("Waiting.send()")
    assert world.board.seq == seq + 1


def test_the_worker_sends_a_waiting_result_of_a_closed_card(world: World, signed_in: NewPage) -> None:
    page = signed_in("artur", service_workers="allow")
    page.goto(card_of(world))
    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    enter_at_card(page, "1-0")
    expect(waiting(page)).to_be_visible()
    page.goto("about:blank")
    page.context.set_offline(False)
    page.context.service_workers[-1].evaluate("sendWaiting()")
    assert world.pairing.result == "1-0"


def test_a_line_typed_into_the_palette_waits_and_is_sent(world: World, signed_in: NewPage) -> None:
    page = signed_in("artur", service_workers="allow")
    page.goto(reverse("boards", args=[world.slug]))
    page.context.set_offline(True)
    page.keyboard.press("Control+k")
    page.keyboard.type("1 1-0")
    expect(page.get_by_role("option")).to_contain_text("The result is kept on this device")
    page.keyboard.press("Enter")
    expect(page.locator("#palette")).to_be_hidden()
    expect(waiting(page)).to_contain_text("1 1-0. Waiting for the network.")
    page.context.set_offline(False)
    expect(page.locator("#waiting-told")).to_have_text("Board 1: 1 – 0.", timeout=20_000)
    expect(waiting(page)).to_have_count(0)
    assert world.pairing.result == "1-0"
    page.evaluate("Waiting.send()")
    assert Log.objects.filter(action="result.entered").count() == 1


def test_a_suggested_line_whose_answer_is_lost_is_not_entered_twice(world: World, signed_in: NewPage) -> None:
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
    world: World, signed_in: NewPage
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


# Two desks


def test_a_result_that_was_saved_meanwhile_is_kept(world: World, signed_in: NewPage) -> None:
    page = signed_in("artur")
    responses: list[tuple[Route, APIResponse]] = []
    page.route("**/*part=rows*", lambda route: responses.append((route, route.fetch())))
    page.goto(f"/desk/{world.slug}/open/rounds/1/results/")
    second = world.pairing.round.pairings.get(board=2)
    enter_result(actor=world.hana, now=NOW, pairing_id=second.pk, result="0-1")
    while not responses:
        page.wait_for_timeout(50)
    page.locator("#board-1 .entry-board").focus()
    page.keyboard.press("1")
    expect(page.locator("#board-1 [data-state]")).to_have_text("Saved")
    for route, response in responses:
        route.fulfill(response=response)
    expect(page.locator("#board-2 .entry-set")).to_have_text("0 – 1")
    assert page.locator("#board-1 .entry-set").all_inner_texts() == ["1 – 0"]
    assert page.locator("#board-1 [data-state]").inner_text() == "Saved"


def test_a_report_of_a_player_reaches_the_open_page(world: World, signed_in: NewPage) -> None:
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

"""Results with hands that never leave the keys, in a real browser."""

import threading
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.desk.browsing import sign_in
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.services.results import enter_result
from tournaments.views import typed_offline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RESULTS = "/desk/spring-cup/open/rounds/1/results/"


@pytest.fixture
def cup(transactional_db: None) -> World:
    """Three boards without results."""
    return World(
        game="chess",
        regime="fide-2023",
        control="90+30",
        tracking="result",
        others=("dora", "egor", "fima", "gleb"),
    )


@pytest.fixture
def results_page(page: Page, live_server, cup: World) -> Page:
    sign_in(page, live_server.url, "olga")
    page.goto(live_server.url + RESULTS)
    return page


def stored() -> list[str]:
    rows = Pairing.objects.filter(round__number=1).order_by("board")
    return list(rows.values_list("result", flat=True))


def row(page: Page, board: int):
    return page.locator(f"#board-{board}")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.closest('.entry-row')?.id")


@pytest.mark.long
def test_three_keys_fill_three_boards(results_page: Page) -> None:
    assert focused(results_page) == "board-1"
    for key in "123":
        results_page.keyboard.press(key)
    for board, text in ((1, "1 – 0"), (2, "½ – ½"), (3, "0 – 1")):
        expect(row(results_page, board).locator(".entry-set")).to_have_text(text)
        expect(row(results_page, board).locator("[data-state]")).to_have_text("Saved")
    expect(results_page.locator("#open-boards")).to_have_text("0")
    expect(results_page.locator("#said")).to_have_text("Every board has its result.")
    assert stored() == ["1-0", "1/2-1/2", "0-1"]


@pytest.mark.long
def test_the_keys_are_in_the_order_of_the_buttons(results_page: Page) -> None:
    all_ = row(results_page, 1).locator("form.entry-form button").all_inner_texts()
    for board, key in enumerate("123", start=1):
        results_page.keyboard.press(key)
        expect(row(results_page, board).locator(".entry-set")).to_have_text(all_[board - 1])
    legend = results_page.locator("#keys")
    expect(legend).to_be_visible()
    expect(legend).to_contain_text("1 White wins · 2 draw · 3 Black wins")


@pytest.mark.long
def test_keys_work_at_once_where_no_pointer_hovers(browser: Browser, live_server, cup: World) -> None:
    """A remote desktop, or a tablet with keys."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True)
    tablet = context.new_page()
    sign_in(tablet, live_server.url, "olga")
    tablet.goto(live_server.url + RESULTS)
    expect(tablet.locator("#keys")).to_be_visible()
    assert focused(tablet) == "board-1"
    tablet.keyboard.press("2")
    expect(row(tablet, 1).locator(".entry-set")).to_have_text("½ – ½")
    context.close()


@pytest.mark.long
def test_arrows_move_and_never_change(results_page: Page) -> None:
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "Home", "End", "ArrowDown"):
        results_page.keyboard.press(key)
    assert focused(results_page) == "board-3"
    for key in ("0", "Backspace", "Delete", "Enter", "4"):
        results_page.keyboard.press(key)
    results_page.wait_for_load_state("networkidle")
    assert stored() == ["", "", ""]


@pytest.mark.long
def test_a_set_result_is_not_changed_by_a_key(results_page: Page) -> None:
    results_page.keyboard.press("1")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("1 – 0")
    results_page.keyboard.press("ArrowUp")
    for key in ("2", "0", "Backspace"):
        results_page.keyboard.press(key)
    expect(row(results_page, 1).locator("[data-state]")).to_contain_text(
        "This board already has a result: press Del"
    )
    assert stored() == ["1-0", "", ""]
    results_page.keyboard.press("c")
    results_page.wait_for_url("**/rounds/1/boards/1/correction/")


@pytest.mark.long
def test_a_forfeit_needs_shift(results_page: Page) -> None:
    for key in ("Shift+Digit1", "Shift+Digit3", "Shift+Digit0"):
        results_page.keyboard.press(key)
    expect(row(results_page, 3).locator(".entry-set")).to_have_text("− – −")
    expect(row(results_page, 2).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["+/-", "-/+", "-/-"]


@pytest.mark.long
def test_an_equals_sign_is_a_draw(results_page: Page) -> None:
    results_page.keyboard.press("=")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("½ – ½")


@pytest.mark.long
def test_an_earlier_result_of_another_user_is_shown_and_not_overwritten(
    results_page: Page, cup: World
) -> None:
    pairing = Pairing.objects.get(round__number=1, board=1)
    enter_result(actor=cup.artur, now=NOW, pairing_id=pairing.pk, result="0-1")
    results_page.keyboard.press("1")
    expect(row(results_page, 1).locator(".entry-problem")).to_contain_text("NOT SAVED: 1 – 0")
    expect(row(results_page, 1).locator(".entry-problem")).to_contain_text(
        "artur has entered 0 – 1 at 10:00 UTC."
    )
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 1")
    expect(results_page.locator("#unsaved")).to_be_visible()
    assert focused(results_page) == "board-2"
    assert stored() == ["0-1", "", ""]


@pytest.mark.long
def test_a_result_that_did_not_reach_the_server_says_so_and_is_sent_again(results_page: Page) -> None:
    results_page.route("**/result/", lambda route: route.abort())
    results_page.keyboard.press("3")
    state = row(results_page, 1).locator("[data-state]")
    expect(state).to_contain_text("NOT SAVED: 0 – 1")
    expect(state).to_contain_text("The server did not answer.")
    expect(results_page.locator("#unsaved")).to_be_visible()
    assert stored() == ["", "", ""]
    results_page.unroute("**/result/")
    state.get_by_role("button", name="Send again").click()
    expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saved")
    expect(results_page.locator("#unsaved")).to_be_hidden()
    assert stored() == ["0-1", "", ""]


@pytest.mark.long
def test_a_user_signed_out_meanwhile_is_warned_and_loses_nothing(results_page: Page, live_server) -> None:
    results_page.context.clear_cookies()
    results_page.keyboard.press("1")
    state = row(results_page, 1).locator("[data-state]")
    expect(state).to_contain_text("NOT SAVED: 1 – 0")
    expect(state).to_contain_text("You are signed out")
    assert stored() == ["", "", ""]


@pytest.mark.long
def test_while_a_result_is_on_its_way_it_is_saving(
    results_page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering, once = threading.Event(), typed_offline.once

    def when_told(*value: Any) -> dict[str, Any]:
        answering.wait(8)
        return once(*value)

    monkeypatch.setattr(typed_offline, "once", when_told)
    results_page.keyboard.press("1")
    try:
        expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saving… 1 – 0")
        assert focused(results_page) == "board-2"
        assert stored() == ["", "", ""]
    finally:
        answering.set()
    expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["1-0", "", ""]


@pytest.mark.long
def test_three_big_buttons_on_a_phone(browser: Browser, live_server, cup: World) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB", service_workers="block"
    )
    phone = context.new_page()
    sign_in(phone, live_server.url, "hana")
    phone.goto(live_server.url + RESULTS)
    button = row(phone, 2).get_by_role("button", name="Draw")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["width"] >= 88
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button.tap()
    expect(row(phone, 2).locator("[data-state]")).to_have_text("Saved")
    row(phone, 3).get_by_text("More results…", exact=True).tap()
    row(phone, 3).get_by_role("button", name="Black wins by forfeit").tap()
    expect(row(phone, 3).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["", "1/2-1/2", "-/+"]
    context.close()


@pytest.mark.long
def test_a_result_is_taken_back_by_a_key_and_typed_again(results_page: Page) -> None:
    results_page.keyboard.press("1")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("1 – 0")
    results_page.keyboard.press("ArrowUp")
    results_page.keyboard.press("Delete")
    expect(row(results_page, 1).locator(".entry-set")).to_have_count(0)
    results_page.keyboard.press("3")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 1")
    assert stored() == ["0-1", "", ""]


@pytest.mark.long
def test_a_result_that_arrived_without_an_answer_is_not_called_lost(results_page: Page) -> None:
    def lose_the_answer(route) -> None:
        route.fetch()
        route.abort()

    results_page.route("**/result/", lose_the_answer)
    results_page.keyboard.press("1")
    expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saved")
    expect(results_page.locator("#unsaved")).to_be_hidden()
    assert stored() == ["1-0", "", ""]


@pytest.mark.long
def test_a_log_in_in_another_tab_heals_the_page(results_page: Page, live_server) -> None:
    results_page.context.clear_cookies()
    results_page.keyboard.press("1")
    state = row(results_page, 1).locator("[data-state]")
    expect(state).to_contain_text("You are signed out")
    sign_in(results_page, live_server.url, "olga")
    results_page.context.add_cookies([{"name": "csrftoken", "value": "b" * 32, "url": live_server.url}])
    state.get_by_role("button", name="Send again").click()
    expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["1-0", "", ""]


@pytest.mark.long
def test_other_results_are_in_a_menu_with_keys(results_page: Page) -> None:
    results_page.keyboard.press("m")
    results_page.keyboard.press("4")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 0")
    assert focused(results_page) == "board-2"
    results_page.keyboard.press("m")
    results_page.keyboard.press("9")
    expect(row(results_page, 2).locator(".entry-set")).to_have_text("½* – ½*")
    assert stored() == ["0-0", "D-D", ""]


@pytest.mark.long
def test_a_set_result_is_replaced_from_the_menu(results_page: Page) -> None:
    results_page.keyboard.press("1")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("1 – 0")
    row(results_page, 1).get_by_text("More results…", exact=True).click()
    row(results_page, 1).get_by_role("button", name="Black wins", exact=False).first.click()
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 1")
    assert stored() == ["0-1", "", ""]


@pytest.mark.long
def test_slips_are_entered_by_board_number_in_any_order(results_page: Page) -> None:
    for key in ("b", "3", "Enter", "1"):
        results_page.keyboard.press(key)
    expect(row(results_page, 3).locator(".entry-set")).to_have_text("1 – 0")
    assert results_page.evaluate("document.activeElement.name") == "find"
    for key in ("2", "Enter", "2"):
        results_page.keyboard.press(key)
    expect(row(results_page, 2).locator(".entry-set")).to_have_text("½ – ½")
    assert results_page.evaluate("document.activeElement.name") == "find"
    assert stored() == ["", "1/2-1/2", "1-0"]


@pytest.mark.long
def test_a_player_is_found_on_a_phone_and_a_board_that_is_not_shown_by_the_server(
    browser: Browser, live_server, cup: World
) -> None:
    pairing = Pairing.objects.get(round__number=1, board=2)
    name = pairing.white.player.family_name
    enter_result(actor=cup.artur, now=NOW, pairing_id=pairing.pk, result="0-1")
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB", service_workers="block"
    )
    phone = context.new_page()
    sign_in(phone, live_server.url, "hana")
    phone.goto(live_server.url + RESULTS + "?show=open")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    field = phone.get_by_label("Board or player")
    field.fill("1")
    field.press("Enter")
    row(phone, 1).get_by_role("button", name="Draw").first.tap()
    expect(row(phone, 1).locator("[data-state]")).to_have_text("Saved")
    assert phone.evaluate("document.activeElement.name") == "find"
    field.fill(name[:3].upper())
    field.press("Enter")
    phone.wait_for_url("**find=*")
    expect(row(phone, 2).locator(".entry-set")).to_have_text("0 – 1")
    expect(phone.locator(".entry-row")).to_have_count(1)
    context.close()

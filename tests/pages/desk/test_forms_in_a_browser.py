"""Forms of the desk in a browser: hints before submission, results by keys, and the end of a session."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Browser, Page, expect

from tests.pages.desk.conftest import desk_world, new_section, sign_in
from tests.world import NOW, PASSWORD, World
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.services.results import enter_result
from tournaments.services.sections import enter_player
from tournaments.views import typed_offline

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
RESULTS = "/desk/spring-cup/open/rounds/1/results/"


@pytest.fixture
def cup(transactional_db: None) -> World:
    return desk_world()


@pytest.fixture
def phone(browser: Browser, live_server, cup: World) -> Iterator[Page]:
    screen = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    context = browser.new_context(**screen, locale="en-GB", service_workers="block")
    tab = context.new_page()
    sign_in(tab, live_server.url, "hana")
    yield tab
    context.close()


@pytest.fixture
def results_page(page: Page, live_server, cup: World) -> Page:
    sign_in(page, live_server.url, "olga")
    page.goto(live_server.url + RESULTS)
    return page


def stored() -> list[str]:
    pairings = Pairing.objects.filter(round__number=1).order_by("board")
    return list(pairings.values_list("result", flat=True))


def row(page: Page, board: int):
    return page.locator(f"#board-{board}")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.closest('.entry-row')?.id")


def test_three_keys_in_the_order_of_the_buttons_fill_three_boards(results_page: Page) -> None:
    assert focused(results_page) == "board-1"
    buttons = row(results_page, 1).locator("form.entry-form button").all_inner_texts()
    assert buttons[:3] == ["1 – 0", "½ – ½", "0 – 1"]
    expect(results_page.locator("#keys")).to_be_visible()
    expect(results_page.locator("#keys")).to_contain_text("1 White wins · 2 draw · 3 Black wins")
    for key in "123":
        results_page.keyboard.press(key)
    for board, text in ((1, "1 – 0"), (2, "½ – ½"), (3, "0 – 1")):
        expect(row(results_page, board).locator(".entry-set")).to_have_text(text)
        expect(row(results_page, board).locator("[data-state]")).to_have_text("Saved")
    expect(results_page.locator("#open-boards")).to_have_text("0")
    expect(results_page.locator("#said")).to_have_text("Every board has its result.")
    assert stored() == ["1-0", "1/2-1/2", "0-1"]


def test_keys_work_at_once_where_no_pointer_hovers(browser: Browser, live_server, cup: World) -> None:
    """As on a remote desktop or a tablet with a keyboard."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True)
    tablet = context.new_page()
    sign_in(tablet, live_server.url, "olga")
    tablet.goto(live_server.url + RESULTS)
    expect(tablet.locator("#keys")).to_be_visible()
    assert focused(tablet) == "board-1"
    tablet.keyboard.press("2")
    expect(row(tablet, 1).locator(".entry-set")).to_have_text("½ – ½")
    context.close()


def test_arrows_move_and_never_change(results_page: Page) -> None:
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "Home", "End", "ArrowDown"):
        results_page.keyboard.press(key)
    assert focused(results_page) == "board-3"
    for key in ("0", "Backspace", "Delete", "Enter", "4"):
        results_page.keyboard.press(key)
    assert focused(results_page) == "board-3"
    results_page.keyboard.press("1")  # once this result is saved, an earlier one would be too
    expect(row(results_page, 3).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["", "", "1-0"]


def test_a_set_result_is_only_changed_once_it_is_taken_back(results_page: Page) -> None:
    results_page.keyboard.press("1")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("1 – 0")
    results_page.keyboard.press("ArrowUp")
    for key in ("2", "0", "Backspace"):
        results_page.keyboard.press(key)
    state = row(results_page, 1).locator("[data-state]")
    expect(state).to_contain_text("This board already has a result: press Del")
    assert stored() == ["1-0", "", ""]
    results_page.keyboard.press("Delete")
    expect(row(results_page, 1).locator(".entry-set")).to_have_count(0)
    results_page.keyboard.press("3")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 1")
    assert stored() == ["0-1", "", ""]
    results_page.keyboard.press("ArrowUp")
    results_page.keyboard.press("c")
    results_page.wait_for_url("**/rounds/1/boards/1/correction/")


def test_a_forfeit_needs_shift(results_page: Page) -> None:
    for key in ("Shift+Digit1", "Shift+Digit3", "Shift+Digit0"):
        results_page.keyboard.press(key)
    for board, result in enumerate(("+ – −", "− – +", "− – −"), start=1):
        expect(row(results_page, board).locator(".entry-set")).to_have_text(result)
        expect(row(results_page, board).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["+/-", "-/+", "-/-"]


def test_an_earlier_result_of_another_user_is_shown_and_not_overwritten(results_page, cup):
    pairing = Pairing.objects.get(round__number=1, board=1)
    enter_result(actor=cup.artur, now=NOW, pairing_id=pairing.pk, result="0-1")
    results_page.keyboard.press("1")
    problem = row(results_page, 1).locator(".entry-problem")
    expect(problem).to_contain_text("NOT SAVED: 1 – 0")
    expect(problem).to_contain_text("artur has entered 0 – 1 at 10:00 UTC.")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 1")
    expect(results_page.locator("#unsaved")).to_be_visible()
    assert focused(results_page) == "board-2"
    assert stored() == ["0-1", "", ""]


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


def test_while_a_result_is_on_its_way_it_is_saving(results_page, monkeypatch):
    answering, once = threading.Event(), typed_offline.once

    def answer_late(*arguments: Any) -> dict[str, Any]:
        answering.wait(8)
        return once(*arguments)

    monkeypatch.setattr(typed_offline, "once", answer_late)
    results_page.keyboard.press("1")
    try:
        expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saving… 1 – 0")
        assert focused(results_page) == "board-2"
        assert stored() == ["", "", ""]
    finally:
        answering.set()
    expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["1-0", "", ""]


def test_three_big_buttons_on_a_phone(phone: Page, live_server) -> None:
    phone.goto(live_server.url + RESULTS)
    button = row(phone, 2).get_by_role("button", name="Draw")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44 and box["width"] >= 88
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button.tap()
    expect(row(phone, 2).locator("[data-state]")).to_have_text("Saved")
    row(phone, 3).get_by_text("More results…", exact=True).tap()
    row(phone, 3).get_by_role("button", name="Black wins by forfeit").tap()
    expect(row(phone, 3).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["", "1/2-1/2", "-/+"]


def test_a_result_that_arrived_without_an_answer_is_not_called_lost(results_page: Page) -> None:
    def lose_the_answer(route) -> None:
        route.fetch()
        route.abort()

    results_page.route("**/result/", lose_the_answer)
    results_page.keyboard.press("1")
    expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saved")
    expect(results_page.locator("#unsaved")).to_be_hidden()
    assert stored() == ["1-0", "", ""]


def test_a_user_signed_out_meanwhile_is_warned_until_a_log_in_in_another_tab(results_page: Page, live_server):
    results_page.context.clear_cookies()
    results_page.keyboard.press("1")
    state = row(results_page, 1).locator("[data-state]")
    expect(state).to_contain_text("NOT SAVED: 1 – 0")
    expect(state).to_contain_text("You are signed out")
    assert stored() == ["", "", ""]
    sign_in(results_page, live_server.url, "olga")
    results_page.context.add_cookies([{"name": "csrftoken", "value": "b" * 32, "url": live_server.url}])
    state.get_by_role("button", name="Send again").click()
    expect(row(results_page, 1).locator("[data-state]")).to_have_text("Saved")
    assert stored() == ["1-0", "", ""]


def test_other_results_are_in_a_menu_with_keys(results_page: Page) -> None:
    results_page.keyboard.press("m")
    results_page.keyboard.press("4")
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 0")
    assert focused(results_page) == "board-2"
    results_page.keyboard.press("m")
    results_page.keyboard.press("9")
    expect(row(results_page, 2).locator(".entry-set")).to_have_text("½* – ½*")
    results_page.keyboard.press("=")
    expect(row(results_page, 3).locator(".entry-set")).to_have_text("½ – ½")
    assert stored() == ["0-0", "D-D", "1/2-1/2"]
    row(results_page, 1).get_by_text("More results…", exact=True).click()
    row(results_page, 1).get_by_role("button", name="Black wins", exact=False).first.click()
    expect(row(results_page, 1).locator(".entry-set")).to_have_text("0 – 1")
    assert stored() == ["0-1", "D-D", "1/2-1/2"]


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


def test_a_player_is_found_on_a_phone_and_a_board_that_is_not_shown_by_the_server(phone, live_server, cup):
    pairing = Pairing.objects.get(round__number=1, board=2)
    name = pairing.white.player.family_name
    enter_result(actor=cup.artur, now=NOW, pairing_id=pairing.pk, result="0-1")
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


E = "/desk/spring-cup/"


@pytest.fixture
def event_of_three(transactional_db: None) -> World:
    world = World(game="chess", regime="fide-2023", control="90+30", tracking="result", others=("dora",))
    new_section(world, "free", format="free")
    return world


@pytest.fixture
def desk(page: Page, live_server, event_of_three: World) -> Page:
    sign_in(page, live_server.url, "olga")
    page.goto(live_server.url + E + "new-section/")
    return page


def test_fields_of_a_section_are_read_back_and_filled_in(desk: Page) -> None:
    control = desk.locator("output[for=id_control]")
    expect(control).to_have_text("Without clocks")
    desk.get_by_label("Time control", exact=True).press_sequentially("40/90, 30; +30")
    expect(control).to_contain_text("90 min for 40 moves, then 30 min; 30 s added per move")
    desk.get_by_label("Time control", exact=True).fill("soon")
    expect(control.locator("[data-code]")).to_have_attribute("data-code", "time_control_unreadable")
    desk.get_by_label("Tie-breaks, in order").fill("BH/C1, SB")
    tiebreaks = desk.locator("output[for=id_tiebreaks] li")
    expect(tiebreaks).to_have_count(2)
    expect(tiebreaks.first).to_contain_text("Buchholz, cut lowest")
    desk.get_by_label("Русский").press_sequentially("Шашки, женщины")
    expect(desk.get_by_label("Address")).to_have_value("shashki-zhenshchiny")
    desk.get_by_label("Address").fill("women")
    requests: list[str] = []
    desk.on("request", lambda request: requests.append(request.url))
    desk.get_by_label("English").press_sequentially("Ladies")
    desk.evaluate("new Promise((done) => setTimeout(done, 300))")  # the page asks for an address after 250 ms
    assert not [url for url in requests if "name_en=Ladies" in url]
    expect(desk.get_by_label("Address")).to_have_value("women")
    laws = desk.get_by_label("Laws")
    expect(laws.locator("optgroup")).to_have_count(1)
    desk.get_by_label("Game", exact=True).select_option("tavreli")
    expect(laws).to_have_value("tavreli-1997")
    assert all(text.startswith("Tavreli") for text in laws.locator("option").all_text_contents())


def test_a_refusal_is_shown_once(desk: Page) -> None:
    desk.get_by_label("English").fill("A")
    desk.get_by_label("Time control", exact=True).fill("soon")
    desk.get_by_label("Tie-breaks, in order").fill("BH, ZZ")
    desk.get_by_role("button", name="Create section").click()
    for code in ("time_control_unreadable", "unknown_tiebreak"):
        desk.wait_for_selector(f".field-error[data-code={code}]")
    desk.wait_for_load_state("networkidle")
    for code in ("time_control_unreadable", "unknown_tiebreak"):
        expect(desk.locator(f"[data-code={code}]")).to_have_count(1)


def test_another_format_brings_its_own_options(desk: Page) -> None:
    desk.get_by_label("English").fill("Ladder")
    desk.get_by_label("Format").select_option("keizer")
    expect(desk.get_by_label("Value of first place")).to_be_visible()
    expect(desk.locator("#of-the-system input[name=shown]")).to_have_value("keizer")
    desk.get_by_label("Format").select_option("swiss")
    expect(desk.get_by_label("Baku acceleration")).to_be_visible()
    expect(desk.get_by_label("Value of first place")).to_have_count(0)
    expect(desk.get_by_label("Tie-breaks, in order")).to_have_value("BH/C1, BH, SB, DE")
    expect(desk.get_by_label("English")).to_have_value("Ladder")


def test_a_pasted_list_is_counted_and_its_bad_line_found(desk: Page, live_server) -> None:
    desk.goto(live_server.url + E + "free/players/list/")
    area = desk.get_by_label("The list")
    area.fill("Name;Rating\nTal;2700\nFine;much\n")
    expect(desk.locator("#preview")).to_contain_text("1 problem")
    desk.get_by_role("button", name="Line 3").click()
    assert area.evaluate("(area) => area.value.slice(area.selectionStart, area.selectionEnd)") == "Fine;much"
    area.fill("Name;Rating\nTal;2700\nFine;2600\n")
    expect(desk.locator("#preview")).to_contain_text("2 players recognised")
    assert not Player.objects.filter(family_name="Tal").exists()


def test_a_player_cannot_be_seated_twice_by_hand(desk: Page, live_server, event_of_three: World) -> None:
    free = event_of_three.event.sections.get(slug="free")
    first, _second, _third = (
        enter_player(actor=event_of_three.olga, now=NOW, section_id=free.pk, player_id=player.pk)
        for player in event_of_three.event.players.order_by("pk")
    )
    desk.goto(live_server.url + E + "free/rounds/new/")
    desk.get_by_label("White on board 1").select_option(str(first.pk))
    expect(desk.locator(f"#id_black_1 option[value='{first.pk}']")).to_be_disabled()
    expect(desk.locator("[data-unseated]")).to_have_text("2. Bob, 3. Dora")


S = "/desk/spring-cup/open/"


@pytest.fixture
def desk_page(page: Page, live_server, transactional_db: None) -> Page:
    World(game="chess", regime="fide-2023", control="90+30", tracking="result", others=("dora", "egor"))
    user = get_user_model().objects.get(username="olga")
    user.set_password(PASSWORD)
    user.save()
    sign_in(page, live_server.url, "olga")
    return page


def sign_out(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def fill_in(page: Page, base: str) -> str:
    page.goto(base + S + "players/list/")
    page.fill("textarea[name=text]", text := "Tal, Mikhail\nKeres, Paul")
    return text


def send(page: Page) -> None:
    page.locator("form:has(textarea[name=text]) button:not([type=button])").first.click()


def log_in(page: Page, password: str = PASSWORD) -> None:
    expect(page.locator("#kept-form")).to_be_visible()
    page.fill("[name=login]", "olga")
    page.fill("[name=password]", password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_form_comes_back_after_the_log_in_and_is_sent_again(desk_page: Page, live_server) -> None:
    text = fill_in(desk_page, live_server.url)
    sign_out(desk_page)
    send(desk_page)
    log_in(desk_page, "a wrong one")
    log_in(desk_page)
    desk_page.wait_for_url("**" + S + "players/list/")
    words = "You were signed out. Check the form and send it again."
    expect(desk_page.locator("[role=alert]")).to_have_text(words)
    expect(desk_page.locator("textarea[name=text]")).to_have_value(text)
    desk_page.reload()
    expect(desk_page.locator("textarea[name=text]")).to_have_value("")


def test_one_form_of_many_on_a_page_that_posts_elsewhere(desk_page: Page, live_server) -> None:
    address = S + "rounds/2/"
    desk_page.goto(live_server.url + address)
    desk_page.fill("[name=at]", "2030-05-01T10:00")
    sign_out(desk_page)
    desk_page.get_by_role("button", name="Schedule publication").click()
    log_in(desk_page)
    desk_page.wait_for_url("**" + address)
    expect(desk_page.locator("[name=at]")).to_have_value("2030-05-01T10:00")
    desk_page.get_by_role("button", name="Schedule publication").click()
    expect(desk_page.locator("main")).to_contain_text("The round will be published automatically.")
    assert desk_page.evaluate("sessionStorage.getItem('kept-form')") is None


def test_a_form_that_is_out_of_date_comes_back_as_it_was_filled_in(desk_page: Page, live_server) -> None:
    text = fill_in(desk_page, live_server.url)
    desk_page.context.clear_cookies(name="csrftoken")  # as after a log-in in another tab
    send(desk_page)
    expect(desk_page.locator("h1")).to_have_text("Not allowed")
    desk_page.get_by_role("link", name="Back to the form").click()
    desk_page.wait_for_url("**" + S + "players/list/")
    words = "The page had expired. Check the form and send it again."
    expect(desk_page.locator("[role=alert]")).to_have_text(words)
    expect(desk_page.locator("textarea[name=text]")).to_have_value(text)
    send(desk_page)
    expect(desk_page.locator("main")).to_contain_text("2 players recognised")

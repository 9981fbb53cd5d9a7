"""A user signed out while typing signs in again and finds the form as it was filled in."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.pages.desk.browsing import sign_in
from tests.world import PASSWORD, World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
S = "/desk/spring-cup/open/"


@pytest.fixture
def desk_page(page: Page, live_server, transactional_db: None) -> Page:
    World(game="chess", regime="fide-2023", control="90+30", tracking="result", others=("dora", "egor"))
    user = get_user_model().objects.get(username="olga")
    user.set_password(PASSWORD)
    user.save()
    sign_in(page, live_server.url, "olga")
    return page


def signed_out(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def log_in(page: Page, password: str = PASSWORD) -> None:
    expect(page.locator("#kept-form")).to_be_visible()
    page.fill("[name=login]", "olga")
    page.fill("[name=password]", password)
    page.get_by_role("button", name="Sign in", exact=True).click()


@pytest.mark.long
def test_a_form_comes_back_after_the_log_in_and_is_sent_again(desk_page: Page, live_server) -> None:
    desk_page.goto(live_server.url + S + "players/list/")
    text = "Tal, Mikhail\nKeres, Paul"
    desk_page.fill("textarea[name=text]", text)
    signed_out(desk_page)
    desk_page.locator("form:has(textarea[name=text]) button:not([type=button])").first.click()
    log_in(desk_page, "a wrong one")
    log_in(desk_page)
    desk_page.wait_for_url("**" + S + "players/list/")
    expect(desk_page.locator("[role=alert]")).to_have_text(
        "You were signed out. Check the form and send it again."
    )
    expect(desk_page.locator("textarea[name=text]")).to_have_value(text)
    desk_page.reload()
    expect(desk_page.locator("textarea[name=text]")).to_have_value("")


@pytest.mark.long
def test_one_form_of_many_on_a_page_that_posts_elsewhere(desk_page: Page, live_server) -> None:
    address = S + "rounds/2/"
    desk_page.goto(live_server.url + address)
    desk_page.fill("[name=at]", "2030-05-01T10:00")
    signed_out(desk_page)
    desk_page.get_by_role("button", name="Schedule publication").click()
    log_in(desk_page)
    desk_page.wait_for_url("**" + address)
    expect(desk_page.locator("[name=at]")).to_have_value("2030-05-01T10:00")
    desk_page.get_by_role("button", name="Schedule publication").click()
    expect(desk_page.locator("main")).to_contain_text("The round will be published automatically.")


@pytest.mark.long
def test_a_saved_form_is_dropped_once_it_has_arrived(desk_page: Page, live_server) -> None:
    desk_page.goto(live_server.url + S + "rounds/2/")
    desk_page.fill("[name=at]", "2030-05-01T10:00")
    desk_page.get_by_role("button", name="Schedule publication").click()
    expect(desk_page.locator("main")).to_contain_text("The round will be published automatically.")
    assert desk_page.evaluate("sessionStorage.getItem('kept-form')") is None


@pytest.mark.long
def test_a_form_that_is_out_of_date_comes_back_as_it_was_filled_in(desk_page: Page, live_server) -> None:
    desk_page.goto(live_server.url + S + "players/list/")
    text = "Tal, Mikhail\nKeres, Paul"
    desk_page.fill("textarea[name=text]", text)
    desk_page.context.clear_cookies(name="csrftoken")  # as after a log-in in another tab
    desk_page.locator("form:has(textarea[name=text]) button:not([type=button])").first.click()
    expect(desk_page.locator("h1")).to_have_text("Not allowed")
    desk_page.get_by_role("link", name="Back to the form").click()
    desk_page.wait_for_url("**" + S + "players/list/")
    expect(desk_page.locator("[role=alert]")).to_have_text(
        "The page had expired. Check the form and send it again."
    )
    expect(desk_page.locator("textarea[name=text]")).to_have_value(text)
    desk_page.locator("form:has(textarea[name=text]) button:not([type=button])").first.click()
    expect(desk_page.locator("main")).to_contain_text("2 players recognised")

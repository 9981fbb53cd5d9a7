"""A user signed out while typing signs in again and finds the form as it was filled in."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.pages.desk.browsing import sign_in
from tests.world import PASSWORD, World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
S = "/desk/spring-cup/open/"


@pytest.fixture
def opened(page: Page, live_server, transactional_db: None) -> Page:
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
def test_a_form_comes_back_after_the_log_in_and_is_sent_again(opened: Page, live_server) -> None:
    opened.goto(live_server.url + S + "players/list/")
    text = "Tal, Mikhail\nKeres, Paul"
    opened.fill("textarea[name=text]", text)
    signed_out(opened)
    opened.locator("form:has(textarea[name=text]) button:not([type=button])").first.click()
    log_in(opened, "a wrong one")
    log_in(opened)
    opened.wait_for_url("**" + S + "players/list/")
    expect(opened.locator("[role=alert]")).to_have_text(
        "You were signed out. Check the form and send it again."
    )
    expect(opened.locator("textarea[name=text]")).to_have_value(text)
    opened.reload()
    expect(opened.locator("textarea[name=text]")).to_have_value("")


@pytest.mark.long
def test_one_form_of_many_on_a_page_that_posts_elsewhere(opened: Page, live_server) -> None:
    address = S + "rounds/2/"
    opened.goto(live_server.url + address)
    opened.fill("[name=at]", "2030-05-01T10:00")
    signed_out(opened)
    opened.get_by_role("button", name="Schedule publication").click()
    log_in(opened)
    opened.wait_for_url("**" + address)
    expect(opened.locator("[name=at]")).to_have_value("2030-05-01T10:00")
    opened.get_by_role("button", name="Schedule publication").click()
    expect(opened.locator("main")).to_contain_text("The round will be published automatically.")


@pytest.mark.long
def test_a_saved_form_is_dropped_once_it_has_arrived(opened: Page, live_server) -> None:
    opened.goto(live_server.url + S + "rounds/2/")
    opened.fill("[name=at]", "2030-05-01T10:00")
    opened.get_by_role("button", name="Schedule publication").click()
    expect(opened.locator("main")).to_contain_text("The round will be published automatically.")
    assert opened.evaluate("sessionStorage.getItem('kept-form')") is None


@pytest.mark.long
def test_a_form_that_is_out_of_date_comes_back_as_it_was_filled_in(opened: Page, live_server) -> None:
    opened.goto(live_server.url + S + "players/list/")
    text = "Tal, Mikhail\nKeres, Paul"
    opened.fill("textarea[name=text]", text)
    opened.context.clear_cookies(name="csrftoken")  # as after a log-in in another tab
    opened.locator("form:has(textarea[name=text]) button:not([type=button])").first.click()
    expect(opened.locator("h1")).to_have_text("Not allowed")
    opened.get_by_role("link", name="Back to the form").click()
    opened.wait_for_url("**" + S + "players/list/")
    expect(opened.locator("[role=alert]")).to_have_text(
        "The page had expired. Check the form and send it again."
    )
    expect(opened.locator("textarea[name=text]")).to_have_value(text)
    opened.locator("form:has(textarea[name=text]) button:not([type=button])").first.click()
    expect(opened.locator("main")).to_contain_text("2 players recognised")

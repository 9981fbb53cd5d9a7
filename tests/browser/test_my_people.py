"""People whom a reader follows are a list of that browser alone, on the front page."""

from datetime import date

import pytest
from playwright.sync_api import Browser, expect

from people.services.persons.matching import join_known
from tests.browser.conftest import Server
from tests.pages.public.test_people import cup, person_of
from tests.world import NOW


@pytest.mark.long
def test_a_person_is_added_to_the_list_of_the_front_page_and_removed(
    server: Server, browser: Browser
) -> None:
    world = cup("spring-cup")
    cup("autumn-cup", day=date(2026, 9, 1))
    join_known(NOW)
    context = browser.new_context(base_url=server.url, service_workers="block", locale="en-GB")
    page = context.new_page()
    page.goto("/")
    expect(page.locator("#my-people")).to_be_hidden()
    page.goto(f"/people/{person_of(world)}/")
    page.get_by_role("button", name="Add to my people").click()
    page.goto("/")
    page.locator("#my-people").get_by_role("link", name="Alice").click()
    page.get_by_role("button", name="Remove from my people").click()
    page.goto("/")
    expect(page.locator("#my-people")).to_be_hidden()
    context.close()

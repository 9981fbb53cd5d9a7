"""Help in a browser: F1 opens the manual beside a page, and the words about a page fit a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_f1_opens_the_part_of_the_manual_beside_the_page(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("olga")
    page.goto("/desk/spring-cup/open/rounds/1/")
    with page.context.expect_page() as opened:
        page.keyboard.press("F1")
    expect(opened.value.get_by_role("heading", name="Check the draft")).to_be_in_viewport()
    assert page.url.endswith("/desk/spring-cup/open/rounds/1/")


def test_the_words_about_a_page_lie_within_the_screen_of_a_phone(
    world: World, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("olga", viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/desk/spring-cup/open/rounds/1/")
    page.locator(".page-help summary").click()
    box = page.locator(".page-help .menu-panel").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390

"""The second reading of slips: blind, by keys like the first, with every difference shown and settled by one button."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.pages.desk.browsing import sign_in
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.services.results import enter_result

ROUND = "/desk/spring-cup/open/rounds/1/"
PAGE = ROUND + "verification/"


def board(number: int) -> Pairing:
    return Pairing.objects.get(round__number=1, board=number)


def entered(world: World, *results: str) -> None:
    """The first boards as the helper has entered them."""
    for number, result in enumerate(results, start=1):
        enter_result(actor=world.hana, now=NOW, pairing_id=board(number).pk, result=result)


def test_the_page_does_not_tell_what_was_entered(olga: Client, world: World) -> None:
    entered(world, "0-0")
    page = page_of(olga.get(PAGE))
    assert page.problems == []
    row = page.find(id="board-1")[0]
    assert row["data-result"] == "" and "data-none" not in row
    assert "data-none" in page.find(id="board-2")[0]
    assert "entry-set" not in olga.get(PAGE).content.decode()
    assert "you entered it" in page_of(signed_in("hana").get(PAGE)).words


def test_a_result_read_alike_is_verified_by_name_and_the_round_counts_it(olga: Client, world: World) -> None:
    entered(world, "1-0", "0-1")
    answer = olga.post(ROUND + "boards/1/verification/", {"result": "1-0"})
    assert answer["Location"] == PAGE + "#board-1"
    assert "verified by olga" in page_of(olga.get(PAGE)).words
    assert "1 of 2 results verified" in page_of(olga.get(ROUND)).words


def test_a_difference_is_shown_and_corrected_by_one_button(olga: Client, world: World) -> None:
    entered(world, "1-0")
    olga.post(ROUND + "boards/1/verification/", {"result": "0-1"})
    words = page_of(olga.get(PAGE)).words
    assert "Entered: 1 – 0 (hana). Second reading: 0 – 1 (olga)." in words
    assert "Correct to 0 – 1" in words and "Keep 1 – 0" in words
    assert "1 difference" in page_of(olga.get(ROUND)).words
    helper = page_of(signed_in("hana").get(PAGE)).words
    assert "An arbiter must decide." in helper and "Keep 1 – 0" not in helper
    olga.post(ROUND + "boards/1/verification/settle/", {"result": "0-1"})
    assert board(1).result == "0-1" and board(1).verified


def test_a_user_cannot_verify_a_result_they_entered(olga: Client, world: World) -> None:
    entered(world, "1-0")
    answer = signed_in("hana").post(ROUND + "boards/1/verification/", {"result": "1-0"})
    assert answer.status_code == 409 and page_of(answer).find(data_code="second_reader_is_first")
    assert not board(1).verified


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_slips_are_read_again_by_keys(page: Page, live_server, world: World) -> None:
    entered(world, "1-0", "0-1", "1/2-0")
    sign_in(page, live_server.url, "olga")
    page.goto(live_server.url + PAGE)
    for key in ("1", "2", "m", "5"):
        page.keyboard.press(key)
    expect(page.locator("#board-1 [data-state]")).to_have_text("verified by olga")
    expect(page.locator("#board-2 .entry-problem")).to_contain_text("Second reading: ½ – ½")
    expect(page.locator("#board-3 [data-state]")).to_have_text("verified by olga")
    expect(page.locator("#open-boards")).to_have_text("0")
    page.get_by_role("button", name="Correct to ½ – ½").click()
    expect(page.locator("#board-2 [data-state]")).to_have_text("verified by olga")
    assert [board(n).result for n in (1, 2, 3)] == ["1-0", "1/2-1/2", "1/2-0"]

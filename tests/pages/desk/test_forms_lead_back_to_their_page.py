"""An address that only accepts a form redirects to the page of that form on GET or after a sign-in."""

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import World

pytestmark = pytest.mark.long

E = "/desk/spring-cup/"
S = E + "open/"
PAGES = {
    E + "edit/published/": E,
    E + "rehearse/": E,
    E + "archive/": E,
    E + "officials/revoke/": E + "officials/",
    E + "tokens/1/revoke/": E + "tokens/",
    S + "players/numbers/": S + "players/",
    S + "players/1/withdraw/": S + "players/1/",
    S + "rounds/pair/": S,
    S + "rounds/discard/": S,
    S + "rounds/1/action/": S + "rounds/1/",
    S + "rounds/1/boards/1/result/": S + "rounds/1/results/",
    S + "rounds/1/boards/1/withdrawal/": S + "rounds/1/results/",
    S + "rounds/1/boards/1/verification/": S + "rounds/1/verification/",
    S + "rounds/1/boards/1/verification/settle/": S + "rounds/1/verification/",
    S + "rounds/1/pair-again/": S + "rounds/1/",
    S + "pairing/action/": S + "pairing/",
    S + "knockout/action/": S + "knockout/",
    S + "teams/1/withdraw/": S + "teams/1/",
    S + "file/report/": S + "file/",
}


@pytest.mark.parametrize(("address", "page"), PAGES.items())
def test_opening_it_leads_to_the_page(olga: Client, world: World, address: str, page: str) -> None:
    assert olga.get(address)["Location"] == page


@pytest.mark.parametrize(("address", "page"), PAGES.items())
def test_a_signed_out_user_returns_to_the_page(world: World, address: str, page: str) -> None:
    assert Client().post(address)["Location"] == f"/login/?next={page}"


def test_other_addresses_answer_with_a_page_in_the_frame_of_the_site(world: World) -> None:
    answer = signed_in("olga").get("/theme/")
    page = page_of(answer)
    assert answer.status_code == 405 and answer["Allow"] == "POST"
    assert page.problems == [] and "Nothing to see at this address" in page.words

"""A question of an electronic board reaches the console and the open card of its board without a reload."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import MOBILE, NewPage, Server
from tests.world import World, later
from venue.services.reports import report_boards

pytestmark = [pytest.mark.browser, pytest.mark.long]

MISSING = {"code": "piece_missing", "ply": 2, "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBN1"}


@pytest.fixture
def world(server: Server) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


def report(world: World, seconds: float, *faults: dict[str, Any]) -> None:
    report_boards(
        actor=world.hana, now=later(seconds=seconds), round_id=world.rounds[0].pk, source="hall A",
        reports=[{"board": 1, "moves": ["e2e4", "e7e5"], "faults": list(faults)}],
    )  # fmt: skip


def hearing(page: Page, address: str) -> Page:
    """Open the page and wait until its event stream is connected."""
    with page.expect_response(lambda response: "/live/console/" in response.url) as stream:
        page.goto(address)
    assert stream.value.status == 200
    page.evaluate("window.untouched = true")
    return page


def test_a_question_comes_to_the_queue_and_to_the_open_card_and_goes_by_itself(
    world: World, signed_in: NewPage
) -> None:
    report(world, 1)
    card_address = reverse("board-card", args=[world.slug, world.board.pk])
    queue = hearing(signed_in("artur"), reverse("boards", args=[world.slug]))
    cards = [hearing(signed_in("artur", **options), card_address) for options in ({}, MOBILE)]
    words = "A piece is missing on the electronic board"
    for page in (queue, *cards):
        expect(page.locator("main")).not_to_contain_text(words)
    entries = world.board.seq
    report(world, 2, MISSING)
    assert world.board.seq == entries, "no entry of the record tells the card"
    for page in (queue, *cards):
        expect(page.locator("main")).to_contain_text(words)
    expect(cards[0].locator("#board-questions figure")).to_have_count(2)
    report(world, 9)
    for page in (queue, *cards):
        expect(page.locator("main")).not_to_contain_text(words)
        assert page.evaluate("window.untouched") is True

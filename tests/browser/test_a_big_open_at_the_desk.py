"""One round of an open of 300 through the desk in a browser: paired, looked through, published, entered, closed."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from ratings.services.player_lists import import_players
from tests.world import NOW, World
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.results import enter_result
from tournaments.services.sections import create_section

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(240)]

PLAYERS = 300
KEYS = "1132231312"
RESULTS = {"1": "1-0", "2": "1/2-1/2", "3": "0-1"}
S = "/desk/spring-cup/big/"
#: A page that takes longer is broken, whatever else the machine does; how long they take is in docs/benchmarks.md.
LONGEST_SECONDS = 20.0


@pytest.fixture
def section(world: World) -> Section:
    section = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="big", names={"en": "Big open"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=9,
    )  # fmt: skip
    lines = ["family name,given name,rating", *(f"Player{n:03},Given,{2700 - 4 * n}" for n in range(PLAYERS))]
    import_players(
        actor=world.olga, now=NOW, event_id=world.event.pk, data="\n".join(lines), section_id=section.pk
    )
    return section


@contextmanager
def within(what: str, took: dict[str, float]) -> Iterator[None]:
    began = time.perf_counter()
    yield
    took[what] = time.perf_counter() - began


def test_a_round_of_three_hundred_from_the_button_to_the_standings(
    world: World, section: Section, signed_in: Callable[..., Page]
) -> None:
    page = signed_in("olga")
    took: dict[str, float] = {}
    page.goto(S + "pairing/")
    with within("paired", took):
        page.get_by_role("button", name="Pair round", exact=True).click()
        page.wait_for_url(re.compile("/pairing/jobs/"))
        expect(page.locator("text=Round 1 has been paired. It is a draft.")).to_be_visible(timeout=60_000)
    with within("draft looked through", took):
        page.click("text=Review the pairings")
        expect(page.locator("text=Player000").first).to_be_visible()
    row = Round.objects.get(section=section)
    assert row.pairings.count() == PLAYERS // 2
    with within("published", took):
        page.click("text=Publish now")
        expect(page.locator("text=Round 1 has been published.")).to_be_visible()
    with within("started", took):
        page.click("text=Start round")
        expect(page.locator("text=The round has started.")).to_be_visible()
    with within("page of results", took):
        page.goto(S + "rounds/1/results/")
        expect(page.locator("#open-boards")).to_have_text("150")
    with within("ten results by keyboard", took):
        page.locator("#board-1 .entry-board").focus()
        for number, key in enumerate(KEYS, start=1):
            page.keyboard.press(key)
            expect(page.locator(f"#board-{number + 1} .entry-board")).to_be_focused()
        expect(page.locator("#open-boards")).to_have_text(str(150 - len(KEYS)), timeout=30_000)
    expect(page.locator("#unsaved")).to_be_hidden()
    entered = list(row.pairings.order_by("board").values_list("result", flat=True)[: len(KEYS)])
    assert entered == [RESULTS[key] for key in KEYS]
    # An arrow moves and never changes; a key at a board that has its result changes nothing.
    page.locator("#board-2 .entry-board").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#board-1 .entry-board")).to_be_focused()
    page.keyboard.press("2")
    assert row.pairings.get(board=1).result == "1-0"
    for pairing in row.pairings.filter(result=""):
        enter_result(actor=world.hana, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    page.goto(S + "rounds/1/")
    with within("closed", took):
        page.click("text=Close round")
        expect(page.locator("text=Round 1 has been closed.")).to_be_visible()
    with within("standings at the desk", took):
        page.goto(S + "standings/")
        expect(page.locator("tbody tr")).to_have_count(PLAYERS)
    with within("public standings", took):
        page.goto("/events/spring-cup/big/standings/")
        expect(page.locator("tbody tr")).to_have_count(PLAYERS)
    assert max(took.values()) < LONGEST_SECONDS, took

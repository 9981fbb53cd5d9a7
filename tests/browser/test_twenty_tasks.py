"""The twenty things that organisers, arbiters and players want most, done one after another in a browser.

The test counts the clicks, keys and pages of each and compares them with the table in docs/twenty-tasks.md; with
TAVLEYA_WRITE_TABLES=1 it writes the table.
"""

import os
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from entries.services.check_in import set_check_in
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from entries.services.fees import set_fee_terms
from games.models.game import Game
from tavleya.actors import ANONYMOUS
from tavleya.permissions import Action
from tests.browser.conftest import PHONE, NewPage, fits, press, says
from tests.paths import ROOT
from tests.world import NOW, World
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.sections import create_section
from tournaments.services.tokens import issue_token

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

TABLE = ROOT / "docs" / "twenty-tasks.md"
E, S = "/desk/city-open/", "/desk/city-open/main/"
LIST = "Name;Rating\nTal Mikhail;2600\nFine Reuben;2500\nKeres Paul;2400\nEuwe Max;2300"


TASKS = {
    1: ("a new event", "a name, typed"),
    2: ("a Swiss in it", "on the same page"),
    3: ("its players from a list", "pasted; what was recognised is shown before it is saved"),
    4: ("pair round 1, publish it and the event, start it", "the draft is seen by officials only"),
    5: ("why this pairing", "by score brackets; also for one board"),
    6: ("two results", "one key each"),
    7: ("a result taken back", "one key"),
    8: ("a link for each player, one shown as a code", "slips for all of them are one more"),
    9: ("a player is told of round 2", "the open page changes by itself; also by push, e-mail, Telegram"),
    10: ("a player asks for a bye", ""),
    11: ("a player enters a tournament", "the form, then a private link"),
    12: ("a fee is paid in cash", "found by name; the receipt is made"),
    13: ("a player checks in", "on their own page"),
    14: ("an arbiter is invited", "by a link that works once"),
    15: ("one's own password", "three pass phrases, typed"),
    16: ("a move of a live game by a program", "one request"),
    17: ("the game as a file for another site", ""),
    18: ("a screen of the hall", ""),
    19: ("the report for the federation (TRF)", ""),
    20: ("last month's event again", "settings, terms, prizes and officials; nobody entered"),
    21: ("an event made by mistake is gone", "only while nothing was played; else it is archived"),
}
COUNTER = """(() => {
  const add = (name, n = 1) => sessionStorage.setItem(name, Number(sessionStorage.getItem(name) ?? 0) + n);
  if (top === self) add("pages");
  const acted = (what) => {
    const before = sessionStorage.getItem("last");
    sessionStorage.setItem("last", what);
    return before;
  };
  addEventListener("click", (event) => {
    if (!event.isTrusted || event.detail === 0) return;
    add("clicks");
    acted("click");
  }, true);
  addEventListener("keydown", (event) => {
    if (!event.isTrusted) return;
    add("keys");
    if (acted("key") !== "key") add("thoughts");
  }, true);
})();"""


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a task; `thoughts`: stretches of typing, each counted as one decision."""

    clicks: int
    keys: int
    pages: int
    thoughts: int

    @property
    def seconds(self) -> int:
        """By the keystroke-level model: a key or a press 0.28 s, pointing 1.1 s, thinking 1.35 s."""
        thinking = self.clicks + self.thoughts
        return round(0.28 * (self.keys + self.clicks) + 1.1 * self.clicks + 1.35 * thinking)


class Counter:
    def __init__(self) -> None:
        self.done: dict[int, Effort] = {}

    @contextmanager
    def task(self, number: int, page: Page) -> Iterator[None]:
        page.evaluate("sessionStorage.removeItem('last')")
        before = _counted(page)
        yield
        page.wait_for_load_state()
        after = _counted(page)
        self.done[number] = Effort(*(now - was for now, was in zip(after, before, strict=True)))

    def page(self) -> str:
        """The page of the documentation."""
        head, rows = TABLE.read_text("utf-8").split("|---|---|---|---|---|---|---|\n")
        after = "\n" + rows[rows.index("\nTask 20") :]
        lines = [
            f"| {number} | {task} | {effort.clicks} | {effort.keys} | {effort.pages} | {effort.seconds} | {result} |"
            for number, (task, result) in TASKS.items()
            for effort in (self.done[number],)
        ]
        return head + "|---|---|---|---|---|---|---|\n" + "\n".join(lines) + after


def _counted(page: Page) -> list[int]:
    counts = page.evaluate(
        "['clicks', 'keys', 'pages', 'thoughts'].map((name) => Number(sessionStorage.getItem(name) ?? 0))"
    )
    return [int(value) for value in counts]


def count(page: Page) -> None:
    page.context.add_init_script(COUNTER)


def paste(page: Page, text: str) -> None:
    """Paste the text and count two keys."""
    page.keyboard.insert_text(text)
    page.evaluate(
        "['keys', 'keys', 'thoughts'].forEach((name) =>"
        " sessionStorage.setItem(name, Number(sessionStorage.getItem(name) ?? 0) + 1))"
    )


def follow(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()


@pytest.mark.long
def test_the_tasks_take_as_much_as_the_table_says(
    world: World, signed_in: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A person takes longer than a bot to fill the form in; the test does not.
    monkeypatch.setattr("entries.views.online_entries.SHORTEST", timedelta())
    counter = Counter()
    page = signed_in("olga")
    count(page)
    _a_tournament_from_nothing(page, counter)
    _results_and_back(page, counter)
    _the_player(page, signed_in, counter)
    _people(page, counter)
    _before_the_first_round(world, page, signed_in, counter)
    _out_of_the_house(world, page, counter)
    _again_and_away(page, counter)
    assert set(counter.done) == set(TASKS)
    if os.environ.get("TAVLEYA_WRITE_TABLES"):
        TABLE.write_text(counter.page(), "utf-8")
    assert counter.page() == TABLE.read_text("utf-8")


def _a_tournament_from_nothing(page: Page, counter: Counter) -> None:
    page.goto("/desk/")
    with counter.task(1, page):
        follow(page, "Create event")
        expect(page.get_by_label("Name of the event")).to_be_focused()
        page.keyboard.type("City Open")
    with counter.task(2, page):
        page.locator(".pick", has_text="Swiss").first.click()
    with counter.task(3, page):
        page.get_by_label("Players", exact=True).click()
        paste(page, LIST)
        expect(page.locator("#preview")).to_contain_text("4 players recognised")
        press(page, "Create event")
        expect(page.locator(".next-step")).to_be_visible()
    assert Section.objects.get(event__slug="city-open").registrations.count() == 4
    with counter.task(4, page):
        page.locator(".next-step a").click()
        press(page, "Pair round")
        says(page, "It is a draft.")
        press(page, "Publish now")
        says(page, "Round 1 has been published.")
        press(page, "Publish the event")
        says(page, "The event is now public.")
        press(page, "Start round")
        says(page, "In progress")
    with counter.task(5, page):
        follow(page, "Why this pairing")
        says(page, "Score bracket")


def _results_and_back(page: Page, counter: Counter) -> None:
    with counter.task(6, page):
        page.locator(".desk-tabs").get_by_role("link", name="Results").click()
        expect(page.locator("#board-1 .entry-board")).to_be_focused()
        for key in "12":
            page.keyboard.press(key)
        expect(page.locator("#board-2 .entry-set")).to_have_text("½ – ½")
    with counter.task(7, page):
        page.locator("#board-2 .entry-board").focus()
        page.keyboard.press("Delete")
        expect(page.locator("#board-2 .entry-set")).to_have_count(0)
    assert list(
        Pairing.objects.filter(round__section__event__slug="city-open")
        .order_by("board")
        .values_list("result", flat=True)
    ) == ["1-0", ""]


def _the_player(page: Page, signed_in: NewPage, counter: Counter) -> None:
    with counter.task(8, page):
        page.locator(".desk-tabs").get_by_role("link", name="Players").click()
        follow(page, "Player links")
        page.get_by_role("button", name=re.compile("^Make links for")).click()
        page.get_by_role("link", name=re.compile("^Show the code of Fine")).click()
    phone = signed_in("charlie", **PHONE)
    count(phone)
    phone.goto(page.locator("main code").first.inner_text())
    says(phone, "Round 1")
    with counter.task(10, phone):
        phone.locator("summary", has_text="Byes in future rounds").click()
        press(phone, "Request bye")
        says(phone, "asked for")
        assert fits(phone)
    with counter.task(9, phone):
        _round_two(page)
        expect(phone.locator("main")).to_contain_text("Round 2", timeout=20_000)


def _round_two(page: Page) -> None:
    """Finish round 1 and publish round 2, as the organiser in another window."""
    page.goto(S + "rounds/1/results/?show=open")
    page.keyboard.press("1")
    expect(page.locator("#open-boards")).to_have_text("0")
    page.goto(S + "rounds/1/")
    press(page, "Close round")
    page.goto(S + "pairing/")
    press(page, "Pair round")
    says(page, "Round 2 has been paired.")
    press(page, "Publish now")
    says(page, "Round 2 has been published.")


def _people(page: Page, counter: Counter) -> None:
    page.goto(E)
    with counter.task(14, page):
        page.locator(".desk-tabs").get_by_role("link", name="Settings").click()
        follow(page, "Officials")
        page.get_by_label("Arbiter", exact=True).check()
        press(page, "Invite")
        says(page, "The invitation is ready.")
    with counter.task(15, page):
        page.locator(".menu summary").last.click()
        follow(page, "Your account")
        follow(page, "Change the password")
        expect(page.get_by_label("Current Password")).to_be_visible()
        phrases = ("a pass phrase of tests", *["another pass phrase of tests"] * 2)
        for field, phrase in zip(page.locator("input[type=password]").all(), phrases, strict=True):
            field.click()
            page.keyboard.type(phrase)
        press(page, "Change the password")
        says(page, "password")


def _out_of_the_house(world: World, page: Page, counter: Counter) -> None:
    world.started()
    _, key = issue_token(actor=world.olga, now=NOW, event_id=world.event.pk, name="Board", scopes=[Action.PLAY.value])
    with counter.task(16, page):
        response = page.request.post(
            f"/api/v1/events/{world.slug}/games/{world.board.pk}/entries/",
            data={"kind": "move", "move": "e2-e4", "seq": Game.objects.get(pk=world.board.pk).seq},
            headers={"authorization": f"Bearer {key}"},
        )
        assert response.status == 201
    page.goto(f"/events/{world.slug}/games/{world.board.pk}/")
    with counter.task(17, page), page.expect_download() as file:
        page.get_by_role("link", name="PGN").first.click()
    assert file.value.suggested_filename.endswith(".pgn")
    page.goto(E)
    with counter.task(18, page):
        page.locator(".desk-tabs").get_by_role("link", name="Publish").click()
        page.locator("main").get_by_role("link", name="Hall displays").click()
        page.wait_for_url("**/hall/**")
        page.locator(".card a").first.click()
        expect(page.locator("body")).to_contain_text("Fine")
    page.goto(S)
    with counter.task(19, page):
        page.locator(".desk-tabs").get_by_role("link", name="Publish").click()
        follow(page, "Print and files")
        with page.expect_download() as report:
            page.get_by_role("link", name=re.compile("TRF")).first.click()
    assert report.value.path().read_text().startswith("012")


def _before_the_first_round(world: World, page: Page, signed_in: NewPage, counter: Counter) -> None:
    """Enter, pay and check in, in a section with a fee and two earlier entries."""
    by = {"actor": world.olga, "now": timezone.now()}
    section = create_section(
        **by, event_id=world.event.pk, slug="rapid", names={"en": "Rapid"}, game="chess", regime="fide-2023",
        format="swiss", rounds_planned=5,
    )  # fmt: skip
    set_fee_terms(**by, section_id=section.pk, changes={"charged": True, "currency": "EUR", "base": 1500})
    set_entry_terms(**by, section_id=section.pk, changes={"offered": True, "places": 40})
    for name in ("Tal", "Stein"):
        common = {"actor": ANONYMOUS, "now": timezone.now(), "section_id": section.pk}
        submit_entry(**common, key=uuid.uuid4(), given={"family_name": name})
    phone = signed_in("charlie", **PHONE)
    count(phone)
    phone.goto(f"/events/{world.slug}/rapid/")
    with counter.task(11, phone):
        phone.locator("main").get_by_role("link", name="Enter", exact=True).first.click()
        phone.get_by_label("Family name").click()
        phone.keyboard.type("Geller")
        assert fits(phone)
        press(phone, "Send entry")
        says(phone, "confirmed", "15.00")
    page.goto(f"/desk/{world.slug}/fees/")
    with counter.task(12, page):
        page.get_by_label("Find a name or number").click()
        page.keyboard.type("gel")
        expect(page.locator("#fee-list li:visible")).to_have_count(1)
        page.locator("#fee-list li:visible button").click()
        says(page, "receipt 1")
    set_check_in(**by, section_id=section.pk, round_number=1)
    follow(phone, "Your page during the tournament")
    with counter.task(13, phone):
        press(phone, "I am here: check in")
        says(phone, "You are checked in since")
        assert fits(phone)


def _again_and_away(page: Page, counter: Counter) -> None:
    page.goto(E)
    with counter.task(20, page):
        follow(page, "Duplicate the event")
        press(page, "Create the new event")
        page.wait_for_url(lambda url: "repeat" not in url)
    assert Event.objects.filter(slug__startswith="city-open").count() == 2
    page.goto("/desk/new-event/quick/")
    expect(page.get_by_label("Name of the event")).to_be_focused()
    page.keyboard.type("A mistake")
    press(page, "Create event")
    expect(page.locator(".next-step")).to_be_visible()
    with counter.task(21, page):
        page.locator(".desk-tabs").get_by_role("link", name="Settings").click()
        follow(page, "Delete or archive")
        page.locator("summary", has_text="Delete the event").click()
        press(page, "Yes, delete the event")
        page.wait_for_url("**/desk/")
    assert not Event.objects.filter(slug="a-mistake", deleted_at=None).exists()

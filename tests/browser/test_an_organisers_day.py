"""A day of an organiser in a browser: a Swiss from the pasted list to its final table, and a round of a big open."""

import re

import pytest
from playwright.sync_api import Page, expect

from ratings.services.player_lists import import_players
from tests.browser.conftest import NewPage, press, says
from tests.world import NOW, World
from tournaments.models.round import Round
from tournaments.services.results import enter_result
from tournaments.services.sections import create_section

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(240)]

E = "/desk/city-open/"
S = E + "open/"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
#: In the order of the alphabet; the ratings are in another.
LIST = "Name;Rating\n" + "\n".join(
    f"{name};{rating}"
    for name, rating in (
        ("Adams, Ann", 1500), ("Brown, Bo", 2400), ("Clark, Cy", 1800), ("Davis, Di", 2200), ("Evans, Ed", 1600),
        ("Fox, Flo", 2300), ("Green, Guy", 1900), ("Hill, Hal", 2100), ("Ivens, Ian", 1700), ("Jones, Jo", 2000),
    )
)  # fmt: skip


def follow(page: Page, name: str) -> None:
    page.locator("main").get_by_role("link", name=name, exact=True).first.click()


def open_details(page: Page, summary: str) -> None:
    page.locator("summary", has_text=summary).first.click()


def boards(page: Page) -> list[list[str]]:
    """White and Black of each board that the page of a round shows, by family name."""
    rows = page.locator("table.pairings tbody tr[id^=board-]").all()
    return [[cell.inner_text().split(",")[0].strip() for cell in row.locator(".player-cell").all()] for row in rows]


def pair_and_publish(page: Page, number: int) -> None:
    page.goto(S + "pairing/")
    press(page, "Pair round")
    says(page, f"Round {number} has been paired. It is a draft.")
    press(page, "Publish now")
    says(page, f"Round {number} has been published.")


def enter_all(page: Page, number: int, keys: str) -> None:
    page.goto(f"{S}rounds/{number}/results/")
    for key in keys:
        focused = page.evaluate("document.activeElement.closest('.entry-row')?.id")
        page.keyboard.press(key)
        expect(page.locator(f"#{focused} [data-state]")).to_have_text("Saved")
    expect(page.locator("#open-boards")).to_have_text("0")


def test_a_swiss_from_the_pasted_list_to_its_final_table(world: World, signed_in: NewPage) -> None:
    page = signed_in("olga")
    _the_event_and_its_section(page)
    _round_one_is_paired_and_published(page)
    _results_of_round_one(page)
    _between_the_rounds(page)
    _the_last_round_and_the_final_table(page)


def _the_event_and_its_section(page: Page) -> None:
    page.goto("/desk/new-event/")
    page.fill("[name=name_en]", "City Open")
    expect(page.locator("[name=slug]")).to_have_value("city-open")
    press(page, "Create event")
    page.wait_for_url("**" + E)
    page.goto(E + "new-section/")
    page.fill("[name=name_en]", "Open")
    page.select_option("[name=format]", "swiss")
    expect(page.locator("#of-the-system input[name=shown]")).to_have_value("swiss")
    page.fill("[name=rounds_planned]", "3")
    page.select_option("[name=tracking]", "result")
    press(page, "Create section")
    says(page, "The section has been created. Now add its players.")
    page.goto(S + "players/list/")
    page.fill("textarea[name=text]", LIST)
    press(page, "Add these players")
    says(page, "10 players entered.")
    page.goto(E + "officials/")
    page.fill("[name=username]", "hana")
    page.select_option("select[name=role]", "helper")
    press(page, "Add official")
    expect(page.locator("tr", has_text="hana")).to_contain_text("Helper")


def _round_one_is_paired_and_published(page: Page) -> None:
    page.goto(S)
    expect(page.locator(".next-step")).to_contain_text("Pair round 1")
    page.locator(".next-step a").click()
    says(page, "Starting numbers have not been assigned. They will follow rating, title and name")
    press(page, "Pair round")
    says(page, "Round 1 has been paired. It is a draft.")
    met = {frozenset(pair) for pair in boards(page)}
    assert met == {
        frozenset(pair)
        for pair in (("Brown", "Green"), ("Fox", "Clark"), ("Davis", "Ivens"), ("Hill", "Evans"), ("Jones", "Adams"))
    }
    press(page, "Publish now")
    says(page, "Round 1 has been published.", "The event is not published: only its officials can see this round.")
    press(page, "Publish the event")
    says(page, "The event is now public.")
    expect(page.get_by_role("button", name="Publish the event")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")


def _results_of_round_one(page: Page) -> None:
    enter_all(page, 1, "13211")
    page.goto(S + "rounds/1/")
    press(page, "Close round")
    says(page, "Round 1 has been closed.", "Next: Pair round 2")


def _between_the_rounds(page: Page) -> None:
    page.goto(S + "pairing/")
    open_details(page, "Late entry")
    late = page.locator("form", has=page.locator("[name=act][value=late]"))
    late.locator("[name=name]").fill("Young, Yve")
    late.locator("[name=rating]").fill("2150")
    late.get_by_label("1", exact=True).check()
    late.get_by_role("button", name="Add late entry").click()
    says(page, "Young, Yve")
    open_details(page, "Add byes")
    byes = page.locator("form", has=page.locator("[name=act][value=bye]"))
    byes.locator("[name=registration]").select_option(label="1. Brown, Bo")
    byes.get_by_label("3", exact=True).check()
    byes.locator("[name=kind]").select_option("half")
    byes.get_by_role("button", name="Add byes").click()
    says(page, "This is not the player's first half-point bye.")  # the coming round is ticked too
    byes.locator("[name=confirmed]").check()
    byes.get_by_role("button", name="Add byes").click()
    says(page, "Brown, Bo half-point bye")
    press(page, "Pair round")
    says(page, "Round 2 has been paired. It is a draft.")
    # A player has not come: the draft is stale, and is paired again from that message.
    page.set_viewport_size(PHONE)
    follow(page, "Absent players")
    page.locator("tr", has_text="Adams, Ann").get_by_label("absent", exact=True).check()
    press(page, "Save absences")
    says(page, "Results, players or pairing restrictions have changed since this round was paired.")
    press(page, "Re-pair the round")
    expect(page.locator("main")).not_to_contain_text("have changed since this round was paired")
    page.set_viewport_size(DESKTOP)
    expect(page.locator(".score-group").first).to_be_visible()
    assert not any("Adams" in seat for pair in boards(page) for seat in pair if len(pair) == 2 and "bye" not in pair[1])
    press(page, "Publish now")
    says(page, "Round 2 has been published.")


def _the_last_round_and_the_final_table(page: Page) -> None:
    open_boards = len([pair for pair in boards(page) if len(pair) == 2 and "bye" not in pair[1]])
    enter_all(page, 2, "1" * open_boards)
    page.goto(S + "rounds/2/")
    press(page, "Close round")
    pair_and_publish(page, 3)
    open_boards = len([pair for pair in boards(page) if len(pair) == 2 and "bye" not in pair[1]])
    enter_all(page, 3, "1" * open_boards)
    page.goto(S + "rounds/3/")
    press(page, "Close round")
    page.goto(S + "standings/")
    expect(page.locator("th.tie-break").first).to_contain_text("BH")
    press(page, "Declare standings final")
    expect(page.get_by_role("heading", level=1)).to_have_text("Final standings")


PLAYERS = 300
BIG = "/desk/spring-cup/big/"


def test_a_round_of_three_hundred_from_the_button_to_the_standings(world: World, signed_in: NewPage) -> None:
    """A page that takes longer than `expect` waits is broken; how long they take is in docs/benchmarks.md."""
    section = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="big", names={"en": "Big open"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=9,
    )  # fmt: skip
    lines = ["family name,given name,rating", *(f"Player{n:03},Given,{2700 - 4 * n}" for n in range(PLAYERS))]
    import_players(actor=world.olga, now=NOW, event_id=world.event.pk, data="\n".join(lines), section_id=section.pk)
    page = signed_in("olga")
    page.goto(BIG + "pairing/")
    press(page, "Pair round")
    page.wait_for_url(re.compile("/pairing/jobs/"))
    expect(page.locator("text=Round 1 has been paired. It is a draft.")).to_be_visible(timeout=60_000)
    page.click("text=Review the pairings")
    says(page, "Player000")
    row = Round.objects.get(section=section)
    assert row.pairings.count() == PLAYERS // 2
    press(page, "Publish now")
    says(page, "Round 1 has been published.")
    press(page, "Start round")
    says(page, "The round has started.")
    page.goto(BIG + "rounds/1/results/")
    expect(page.locator("#open-boards")).to_have_text("150")
    page.locator("#board-1 .entry-board").focus()
    page.keyboard.press("1")
    expect(page.locator("#open-boards")).to_have_text("149")
    for pairing in row.pairings.filter(result=""):
        enter_result(actor=world.hana, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    page.goto(BIG + "rounds/1/")
    press(page, "Close round")
    says(page, "Round 1 has been closed.")
    for address in (BIG + "standings/", "/events/spring-cup/big/standings/"):
        page.goto(address)
        expect(page.locator("tbody tr")).to_have_count(PLAYERS)

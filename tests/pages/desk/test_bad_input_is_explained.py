"""Mistakes at the desk: each is refused with a sentence that names the error and the fix."""

from typing import Any

import pytest
from django.test import Client

from tests.pages.desk.conftest import enter, new_section
from tests.pages.desk.test_swiss import pair, play
from tests.pages.html import Page, page_of
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services.section_settings import leave_mode

pytestmark = pytest.mark.long

E = "/desk/spring-cup/"
NEW = E + "swiss/players/new/"
PAIRING = E + "swiss/pairing/"


@pytest.fixture
def section(world: World) -> Section:
    return new_section(world, "swiss", tiebreaks=["BH"])


def post_refused(client: Client, address: str, status: int, **data: Any) -> Page:
    """Post a form, check that it is refused with this status, and return its page."""
    answer = client.post(address, data)
    assert answer.status_code == status, answer.content.decode()[:500]
    page = page_of(answer)
    assert page.problems == []
    return page


def values(page: Page) -> dict[str, str]:
    inputs = [attributes for tag, attributes in page.attributes if tag == "input" and "name" in attributes]
    return {attributes["name"]: attributes.get("value", "") for attributes in inputs}


def test_case_does_not_make_another_person(olga: Client, section: Section) -> None:
    olga.post(NEW, {"family_name": "Петров", "given_name": "Пётр"})
    for name in ("ПЕТРОВ", "петров"):
        page = post_refused(olga, NEW, 409, family_name=name, given_name="Петр")
        assert "Петров Пётр is already in the event: is it the same person?" in page.words
        assert not page.find(name="who", checked="")  # left open for the user to choose


MOST, LEAST = "Ensure this value is less than or equal to ", "Ensure this value is greater than or equal to "


def test_a_number_out_of_range_says_the_range_at_its_field(olga: Client, section: Section) -> None:
    for field, typed, sentence in (
        ("rating_standard", "28650", MOST + "4000."),
        ("rating_standard", "-5", LEAST + "1."),
        ("rating_rapid", "twenty", "Enter a whole number."),
        ("entry_rating", "9999", MOST + "4000."),
        ("number", "0", LEAST + "1."),
        ("fide_id", "x", "Enter a whole number."),
        ("birth_year", "19", LEAST),
    ):
        page = post_refused(olga, NEW, 422, family_name="Tal", **{field: typed})
        assert sentence in page.words and "Nothing has been saved. Correct the marked fields." in page.words
        assert values(page)[field] == typed
        assert page.find(name=field, aria_invalid="true")
    assert not section.registrations.exists()


def form_of(olga: Client, **changes: str) -> dict[str, str]:
    """Return the section's form as a browser would send it."""
    page = page_of(olga.get(E + "swiss/edit/"))
    unsent = ("checkbox", "radio", "file", "submit")
    inputs = [values for tag, values in page.attributes if tag == "input" and values.get("type") not in unsent]
    common = {values["name"]: values.get("value", "") for values in inputs if values.get("name")}
    chosen = {
        "format": "swiss", "game": "chess", "regime": "fide-2023", "tracking": "result", "rating_kind": "standard",
        "edition": "dutch-2026",
    }  # fmt: skip
    return {**common, **chosen, **changes}


def test_a_number_of_rounds_that_is_none_is_refused(olga: Client, section: Section) -> None:
    missing, no_number = ("", "Enter the number of rounds."), ("nine", "Enter a whole number.")
    for rounds, sentence in (("0", LEAST + "1."), ("401", MOST + "400."), missing, no_number):
        page = post_refused(olga, E + "swiss/edit/", 422, **form_of(olga, rounds_planned=rounds))
        assert sentence in page.words
    section.refresh_from_db()
    assert section.rounds_planned == 5


def test_a_section_cannot_have_fewer_rounds_than_are_paired(olga, world, section):
    enter(world, section, "Tal", "Keres", "Stein", "Geller")
    for number in (1, 2):
        play(world, pair(world, section, number))
    leave_mode(actor=world.olga, now=NOW, section_id=section.pk, confirmed=["leaving_mode"], typed="swiss")
    page = post_refused(olga, E + "swiss/edit/", 409, **form_of(olga, rounds_planned="1"))
    assert "Round 2 has been paired: the section cannot have fewer rounds." in page.words
    confirmed = form_of(olga, rounds_planned="2", confirmed="rounds_planned")
    assert olga.post(E + "swiss/edit/", confirmed).status_code == 302
    page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=3)
    assert "The section has 2 rounds, and all are paired." in page.words


def test_a_round_without_new_opponents_is_refused_with_the_rule_that_blocks_it(olga, world, section):
    enter(world, section, "Tal", "Keres", "Stein", "Geller")
    for number in (1, 2, 3):
        play(world, pair(world, section, number))
    page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=4)
    assert "This round cannot be paired:" in page.words
    assert "It could be paired if all of these were waived: players 1 and 3 have met (C1)" in page.words
    assert "_" not in page.words, "no code of the program"


def test_a_draft_that_waits_is_named_before_the_next_is_paired(olga, world, section):
    enter(world, section, "Tal", "Keres", "Stein", "Geller")
    pair(world, section, 1)
    page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=2)
    assert "An earlier round has not been published yet." in page.words


@pytest.mark.parametrize("text", ["²", "9" * 5000, "x", ""])
def test_a_key_that_is_no_number_is_refused(olga: Client, world: World, section: Section, text: str) -> None:
    enter(world, section, "Tal", "Keres", "Stein", "Geller")
    pair(world, section, 1)
    for address, fields in (
        (PAIRING + "action/", {"act": "cancel_bye", "key": text}),
        (PAIRING + "points/", {"point": text}),
        (E + "swiss/rounds/1/change/", {"act": "swap", "first": text, "second": text}),
        (E + "officials/revoke/", {"user": text, "role": "arbiter"}),
    ):
        assert olga.post(address, fields).status_code in (400, 404, 409, 422), address

"""Mistakes at the desk: each is refused with a sentence that names the error and the fix."""

from typing import Any

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import Page, page_of
from tests.world import NOW, World
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.players import add_player
from tournaments.services.restrictions import add_pair_constraint
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.section_settings import leave_mode
from tournaments.services.sections import create_section, enter_player
from tournaments.services.swiss import pair_next_round

pytestmark = pytest.mark.long

E = "/desk/spring-cup/"
NEW = E + "swiss/players/new/"
LIST = E + "swiss/players/list/"
PAIRING = E + "swiss/pairing/"


@pytest.fixture
def section(world: World) -> Section:
    return create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=5, tiebreaks=["BH"],
    )  # fmt: skip


def enter(world: World, section: Section, *names: str) -> list[Registration]:
    return [
        enter_player(
            actor=world.olga,
            now=NOW,
            section_id=section.pk,
            player_id=add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=name).pk,
        )
        for name in names
    ]


def post_refused(client: Client, address: str, status: int, **data: Any) -> Page:
    """The page of a refused form; everything that was typed is still on it."""
    answer = client.post(address, data)
    assert answer.status_code == status, answer.content.decode()[:500]
    page = page_of(answer)
    assert page.problems == []
    return page


def values(page: Page) -> dict[str, str]:
    return {
        result["name"]: result.get("value", "")
        for tag, result in page.attributes
        if tag == "input" and "name" in result
    }


def no_codes(text: str) -> bool:
    """No word of a program on the page: codes have underscores."""
    return "_" not in text


# A player entered twice


def test_a_player_already_in_the_section_is_named_and_the_input_is_kept(
    olga: Client, section: Section
) -> None:
    first = {"family_name": "Petrov", "given_name": "Ivan", "birth_year": "1990"}
    olga.post(NEW, first)
    page = post_refused(olga, NEW, 409, **first, club="Pskov")
    assert "Petrov, Ivan is already entered." in page.words
    assert (values(page)["family_name"], values(page)["club"]) == ("Petrov", "Pskov")
    assert section.registrations.get().player.club == ""


@pytest.mark.parametrize("name", ["ПЕТРОВ", "петров"])
def test_case_does_not_make_another_person(olga: Client, section: Section, name: str) -> None:
    olga.post(NEW, {"family_name": "Петров", "given_name": "Пётр"})
    page = post_refused(olga, NEW, 409, family_name=name, given_name="Петр")
    assert "Петров Пётр is already in the event: is it the same person?" in page.words
    assert not page.find(name="who", checked="")  # left open for the user to choose


def test_the_same_fide_number_is_the_same_person_whatever_the_name(olga: Client, section: Section) -> None:
    olga.post(NEW, {"family_name": "Karlsen", "fide_id": "1503014"})
    page = post_refused(olga, NEW, 409, family_name="Карлсен", fide_id="1503014")
    assert "Karlsen is already entered." in page.words


def test_a_list_that_names_a_player_twice_reports_the_line(olga: Client, section: Section) -> None:
    page = post_refused(olga, LIST, 422, text="name;rating\nTal;2600\nKeres;2590\nTal;2600", act="import")
    assert "Line 4 Tal: the same player or number as on line 2." in page.words
    assert not Player.objects.filter(event=section.event, family_name="Keres").exists()


# Ratings and other numbers out of range


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("rating_standard", "28650", "Ensure this value is less than or equal to 4000."),
        ("rating_standard", "-5", "Ensure this value is greater than or equal to 1."),
        ("rating_rapid", "twenty", "Enter a whole number."),
        ("entry_rating", "9999", "Ensure this value is less than or equal to 4000."),
        ("number", "0", "Ensure this value is greater than or equal to 1."),
        ("fide_id", "x", "Enter a whole number."),
    ],
)
def test_a_number_out_of_range_says_the_range_at_its_field(
    olga: Client, section: Section, field: str, typed: str, sentence: str
) -> None:
    page = post_refused(olga, NEW, 422, family_name="Tal", **{field: typed})
    assert sentence in page.words
    assert "Nothing has been saved. Correct the marked fields." in page.words
    assert values(page)[field] == typed
    assert page.find(name=field, aria_invalid="true")
    assert not section.registrations.exists()


def test_an_impossible_year_of_birth_is_refused_in_words(olga: Client, section: Section) -> None:
    page = post_refused(olga, NEW, 422, family_name="Tal", birth_year="19")
    assert page.find(name="birth_year", aria_invalid="true")
    assert not section.registrations.exists()


def test_a_rating_in_a_list_that_is_none_names_its_line(olga: Client, section: Section) -> None:
    page = post_refused(olga, LIST, 422, text="name;rating\nTal;2600\nKeres;25900", act="import")
    assert "Line 3" in page.words and "25900" in page.words
    assert not section.registrations.exists()


# Contradictory results


def test_two_people_who_enter_different_results_are_shown_each_others_entry(
    olga: Client, world: World
) -> None:
    board = world.pairing
    signed_in("artur").post(f"{E}open/rounds/1/boards/1/result/", {"result": "1-0", "version": board.version})
    page = post_refused(olga, f"{E}open/rounds/1/boards/1/result/", 409, result="0-1", version=board.version)
    assert "artur has entered 1 – 0 at" in page.words
    board.refresh_from_db()
    assert board.result == "1-0"


def test_a_forfeit_over_a_result_that_stands_is_refused_by_whose_it_is(olga: Client, world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1/2-1/2")
    world.pairing.refresh_from_db()
    page = post_refused(
        olga, f"{E}open/rounds/1/boards/1/result/", 409, result="+/-", version=world.pairing.version
    )
    assert "artur has entered ½ – ½ at" in page.words


def test_a_word_that_is_no_result_is_quoted(olga: Client, world: World) -> None:
    page = post_refused(olga, f"{E}open/rounds/1/boards/1/result/", 422, result="2-0", version=0)
    assert "“2-0” is not a valid result." in page.words


def test_a_correction_to_what_stands_already_says_so(olga: Client, world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    page = post_refused(
        olga, f"{E}open/rounds/1/boards/1/correction/", 409, result="1-0", reason="typed wrong",
        version=world.pairing.version,
    )  # fmt: skip
    assert "This is already the result of the game." in page.words
    assert "typed wrong" in page.words


def test_a_round_without_all_results_is_not_closed_and_names_the_boards(olga: Client, world: World) -> None:
    page = post_refused(olga, f"{E}open/rounds/1/action/", 409, act="close")
    assert "These boards have no result yet: 1, 2, 3." in page.words


# A wrong number of rounds


def form_of(olga: Client, **changes: str) -> dict[str, str]:
    """The section's form as a browser would send it."""
    page = page_of(olga.get(E + "swiss/edit/"))
    common = {
        row["name"]: row.get("value", "")
        for tag, row in page.attributes
        if tag == "input"
        and row.get("name")
        and row.get("type") not in ("checkbox", "radio", "file", "submit")
    }
    chosen = {
        "format": "swiss", "game": "chess", "regime": "fide-2023", "tracking": "result", "rating_kind": "standard",
        "edition": "dutch-2026",
    }  # fmt: skip
    return {**common, **chosen, **changes}


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ("0", "Ensure this value is greater than or equal to 1."),
        ("401", "Ensure this value is less than or equal to 400."),
        ("", "Enter the number of rounds."),
        ("nine", "Enter a whole number."),
    ],
)
def test_a_number_of_rounds_that_is_none_is_refused(
    olga: Client, section: Section, rounds: str, sentence: str
) -> None:
    page = post_refused(olga, E + "swiss/edit/", 422, **form_of(olga, rounds_planned=rounds))
    assert sentence in page.words
    section.refresh_from_db()
    assert section.rounds_planned == 5


def test_a_section_cannot_have_fewer_rounds_than_are_paired(
    olga: Client, world: World, section: Section
) -> None:
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


# A section that cannot be paired


def pair(world: World, section: Section, number: int) -> Round:
    return pair_next_round(
        actor=world.olga, now=NOW, section_id=section.pk, number=number, first_colour="white"
    )


def play(world: World, row: Round) -> None:
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    for pairing in row.pairings.filter(bye=""):
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")


def test_no_players_or_a_single_player_cannot_be_paired(olga: Client, world: World, section: Section) -> None:
    for names in ((), ("Tal",)):
        enter(world, section, *names)
        page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=1)
        assert "Fewer than two players can be paired in this round." in page.words


def test_a_round_without_new_opponents_is_refused_with_the_rule_that_blocks_it(
    olga: Client, world: World, section: Section
) -> None:
    enter(world, section, "Tal", "Keres", "Stein", "Geller")
    for number in (1, 2, 3):
        play(world, pair(world, section, number))
    page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=4)
    assert "This round cannot be paired:" in page.words
    assert "It could be paired if all of these were waived: players 1 and 3 have met (C1)" in page.words
    assert no_codes(page.words)


def test_pairs_kept_apart_that_block_all_pairings_are_reported(
    olga: Client, world: World, section: Section
) -> None:
    first, second = enter(world, section, "Tal", "Keres")
    add_pair_constraint(
        actor=world.olga, now=NOW, section_id=section.pk, kind="apart", registration_id=first.pk, other_id=second.pk,
        first_round=1, last_round=None, reason="brothers",
    )  # fmt: skip
    page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=1)
    assert "It could be paired if this were waived" in page.words
    assert "kept apart" in page.words


def test_results_that_are_missing_are_named_by_round_and_board(
    olga: Client, world: World, section: Section
) -> None:
    enter(world, section, "Tal", "Keres", "Stein", "Geller")
    publish_round(actor=world.olga, now=NOW, round_id=pair(world, section, 1).pk)
    page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=2)
    assert "These boards have no result yet: 1.1, 1.2." in page.words


def test_a_draft_that_waits_is_named_before_the_next_is_paired(
    olga: Client, world: World, section: Section
) -> None:
    enter(world, section, "Tal", "Keres", "Stein", "Geller")
    pair(world, section, 1)
    page = post_refused(olga, PAIRING + "action/", 409, act="pair", number=2)
    assert "An earlier round has not been published yet." in page.words


def test_a_round_robin_of_one_and_a_player_after_the_pairing_are_refused(olga: Client, world: World) -> None:
    create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="lone", names={"en": "Lone"}, game="chess",
        regime="fide-2023", format="round_robin",
    )  # fmt: skip
    page = post_refused(olga, E + "lone/rounds/pair/", 422)
    assert "A round robin needs at least two players." in page.words
    page = post_refused(olga, E + "open/players/new/", 409, family_name="Latecomer")
    assert "This section has been paired: no more players can join." in page.words

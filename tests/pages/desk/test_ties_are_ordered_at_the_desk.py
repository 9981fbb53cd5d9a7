"""The order of tied players and external values are entered beside the standings."""

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.selectors.standings import standings_of
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.section_settings import edit_section

PAGE = "/desk/spring-cup/open/standings/"


@pytest.fixture
def keys(world: World) -> dict[int, int]:
    edit_section(
        actor=world.olga,
        now=NOW,
        section_id=world.section.pk,
        changes={"tiebreaks": ["OTHER_EXTERNAL"]},
        confirmed=["tiebreaks"],
    )
    return dict(world.section.registrations.values_list("number", "pk"))


def order(world: World) -> list[int]:
    world.section.refresh_from_db()
    return [row.registration.number for row in standings_of(world.section).rows]


def test_values_and_an_order_are_saved_and_shown(olga: Client, world: World, keys: dict[int, int]) -> None:
    page = page_of(olga.get(PAGE))
    assert page.problems == []
    assert "External values and order of tied players" in page.words
    fields = {f"external-{keys[4]}": "2,5", f"external-{keys[2]}": "", f"order-{keys[3]}": "1"}
    answer = olga.post(PAGE, {"do": "ties", **fields}, follow=True)
    assert "Saved." in page_of(answer).words
    assert order(world)[:3] == [4, 3, 1]
    page = page_of(answer)
    assert page.find(name=f"external-{keys[4]}", value="2.50") and page.find(
        name=f"order-{keys[3]}", value="1"
    )


@pytest.mark.parametrize("text", ["many", "1e9", "1.234", "9999999"])
def test_an_invalid_value_is_refused(olga: Client, world: World, keys: dict[int, int], text: str) -> None:
    answer = olga.post(PAGE, {"do": "ties", f"external-{keys[1]}": text})
    assert answer.status_code == 422
    assert page_of(answer).find(data_code="bad_tie_value")


def test_an_order_is_a_whole_number(olga: Client, keys: dict[int, int]) -> None:
    assert olga.post(PAGE, {"do": "ties", f"order-{keys[1]}": "1.5"}).status_code == 422


def test_helpers_cannot_order_players(world: World, keys: dict[int, int]) -> None:
    assert signed_in("hana").post(PAGE, {"do": "ties", f"order-{keys[1]}": "1"}).status_code == 403


@pytest.mark.long
def test_an_order_is_asked_for_only_when_everything_is_played(olga: Client, world: World) -> None:
    words = "Order of tied players"
    assert words not in page_of(olga.get(PAGE)).words
    for row in world.section.rounds.order_by("number"):
        if row.status == "draft":
            publish_round(actor=world.olga, now=NOW, round_id=row.pk)
        for board in row.pairings.filter(bye=""):
            assert words not in page_of(olga.get(PAGE)).words
            enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1/2-1/2")
    assert words in page_of(olga.get(PAGE)).words

"""Every page of the desk: valid, nothing inline, a bounded number of queries however much there is to show."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages.desk.conftest import signed_in
from tests.pages.desk.test_permissions_of_pages import OPEN, PAGES
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.players import add_player
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import pair_round_robin
from tournaments.services.sections import create_section, enter_player

pytestmark = pytest.mark.long

WHOLE = [
    page
    for page, answers in PAGES.items()
    if "suggest" not in page and "{" not in page and "." not in page and answers[-1] == OPEN
]


def full(world: World, more: int) -> None:
    """A result to correct, and `more` players, roles and sections."""
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    for number in range(more):
        section = create_section(
            actor=world.olga,
            now=NOW,
            event_id=world.event.pk,
            slug=f"extra-{number}",
            names={"en": f"Extra {number}"},
            game="draughts",
            regime="draughts64",
            format="round_robin",
        )
        for name in ("One", "Two", "Three"):
            player = add_player(
                actor=world.olga, now=NOW, event_id=world.event.pk, family_name=f"{name} {number}"
            )
            enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
        pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)


@pytest.mark.parametrize("address", WHOLE)
def test_a_page_is_valid_and_has_its_title(world: World, olga: Client, address: str) -> None:
    full(world, 1)
    page = page_of(olga.get(address))
    assert page.problems == []
    assert [level for level, _ in page.headings].count(1) == 1
    assert "Desk" in page.title
    assert all(source.startswith("/static/js/") for source in page.scripts)


#: Every page when all is tried; every sixth else.
SOME = [
    pytest.param(address, marks=pytest.mark.long) if at % 6 else address for at, address in enumerate(WHOLE)
]


@pytest.mark.parametrize("address", SOME)
def test_more_to_show_does_not_ask_the_database_more_often(world: World, olga: Client, address: str) -> None:
    full(world, 1)
    olga.get(address)
    for cach in caches.all():  # both times without caches
        cach.clear()
    with CaptureQueriesContext(connection) as few:
        olga.get(address)
    correct_result(
        actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="0-1", reason="wrong way round"
    )
    grow(world)
    for cach in caches.all():
        cach.clear()
    with CaptureQueriesContext(connection) as many:
        olga.get(address)
    assert len(many) <= len(few)


def grow(world: World) -> None:
    """The other results, a section and log lines for each."""
    for number, pairing in enumerate(world.rounds[0].pairings.exclude(result="0-1"), start=1):
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
        create_section(
            actor=world.olga,
            now=NOW,
            event_id=world.event.pk,
            slug=f"later-{number}",
            names={"en": f"Later {number}"},
            game="chess",
            regime="fide-2023",
            format="free",
        )


@pytest.mark.long
def test_a_helper_is_offered_nothing_that_they_may_not_do(world: World) -> None:
    hana = signed_in("hana")
    for address in ("", "open/", "open/players/", "open/rounds/1/", "open/rounds/2/"):
        page = page_of(hana.get("/desk/spring-cup/" + address))
        links = [link for link in page.links if link.startswith("/desk/")]
        refused = [link for link in links if hana.get(link.partition("#")[0], follow=True).status_code != 200]
        assert refused == []
        posts = [form["action"] for form in page.find(method="post") if "/desk/" in form.get("action", "")]
        assert posts == []

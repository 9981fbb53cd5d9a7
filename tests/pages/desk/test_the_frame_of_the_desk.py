"""One frame around every page of an event's desk: the arbiters' pages have the same tabs, and no crumb leads out."""

import re

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.paths import ROOT
from tests.security.addresses import patterns
from tests.world import NOW, World
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result
from tournaments.services.rollback.unpublish import unpublish_round
from tournaments.services.sections import create_section
from tournaments.views.desk.pages import TABS
from tournaments.views.desk.pages import page_of as page_in_menu

E = "/desk/spring-cup/"
NAMES = [
    "Overview",
    "Players",
    "Pairings",
    "Results",
    "Standings",
    "Console",
    "Prizes",
    "Publish",
    "Settings",
]
OF_EVERY_APP = (
    *("", "log/", "publish/", "open/", "open/players/", "open/rounds/1/", "open/rounds/1/results/"),
    *("boards/", "boards/{game}/", "boards/{game}/ruling/", "boards/{game}/clocks/", "boards/duty/"),
    *("rulings/", "rulings/appeals/"),
)


def page_source(client: Client, world: World, address: str) -> str:
    answer = client.get(E + address.format(game=world.board.pk))
    assert answer.status_code == 200, address
    return answer.content.decode()


def rows(html: str, kind: str) -> list[tuple[str, str, bool]]:
    """Name, address and whether it is current, of the links in one of the frame's rows."""
    row = re.search(rf'<nav class="{kind}".*?</nav>', html, re.DOTALL)
    links = (
        re.findall(r'<a href="([^"]*)"( aria-current="true")?>(.*?)</a>', row[0], re.DOTALL) if row else []
    )
    return [(re.sub(r"<[^>]*>", "", name).strip(), url, bool(current)) for url, current, name in links]


def test_every_address_of_an_event_at_the_desk_is_in_the_menu() -> None:
    at_desk = {pattern.name for pattern in patterns() if pattern.route.startswith("desk/<name:slug>/")}
    assert {name for name in at_desk if page_in_menu(name) is None} == set()


def test_no_address_stands_twice_in_the_menu() -> None:
    named = [name for tab in TABS for page in tab.pages for name in (page.address, *page.inner.split())]
    assert len(named) == len(set(named))


def test_every_tab_has_a_picture() -> None:
    symbols = re.findall(r'id="([^"]*)"', (ROOT / "static/img/icons.svg").read_text(encoding="utf-8"))
    assert {tab.icon for tab in TABS} <= set(symbols)


@pytest.mark.parametrize("address", OF_EVERY_APP)
def test_the_tabs_are_the_same_everywhere_and_no_crumb_leads_out(
    world: World, olga: Client, address: str
) -> None:
    html = page_source(signed_in("artur") if "ruling/" in address else olga, world, address)
    visible = rows(html, "desk-tabs")
    assert [name for name, _url, _current in visible] == NAMES
    assert sum(current for *_, current in visible) == 1
    crumbs = rows(html, "breadcrumbs")
    assert crumbs[0][:2] == ("Desk", "/desk/")
    assert all(url.startswith("/desk/") for _name, url, _current in crumbs)


@pytest.mark.long
def test_every_tab_and_page_of_the_menu_opens(world: World) -> None:
    for user in ("olga", "artur", "ana", "hana"):
        client = signed_in(user)
        seen = set()
        for _name, url, _current in rows(page_source(client, world, ""), "desk-tabs"):
            answer = client.get(url, follow=True)
            assert answer.status_code == 200, (user, url)
            seen |= {name for _name, name, _current in rows(answer.content.decode(), "desk-pages")}
        assert len(seen) > 8
        assert {name: client.get(name, follow=True).status_code for name in seen} == dict.fromkeys(seen, 200)


def test_a_helper_finds_no_page_that_is_closed_to_helpers(world: World) -> None:
    assert [name for name, *_ in rows(page_source(signed_in("hana"), world, "log/"), "desk-pages")] == [
        "Officials",
        "Notifications",
        "Log",
    ]


def test_the_way_from_a_ruling_leads_over_the_board_to_the_desk(world: World) -> None:
    html = page_source(signed_in("artur"), world, "boards/{game}/ruling/")
    assert [name for name, *_ in rows(html, "breadcrumbs")] == [
        "Desk",
        "Spring Cup",
        "Open",
        "Boards",
        "Board 1",
    ]


def test_another_section_shows_the_same_page(world: World, olga: Client) -> None:
    create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug="blitz",
        names={"en": "Blitz"},
        game="chess",
        regime="fide-2023",
        format="swiss",
        rounds_planned=5,
    )
    assert rows(page_source(olga, world, "open/players/"), "desk-sections") == [
        ("Open", f"{E}open/players/", True),
        ("Blitz", f"{E}blitz/players/", False),
    ]
    assert rows(page_source(olga, world, "log/"), "desk-sections") == []


def test_results_open_at_the_round_that_waits_for_them(world: World, olga: Client) -> None:
    assert olga.get(f"{E}open/results/")["Location"] == f"{E}open/rounds/1/results/"


def test_results_of_a_section_without_a_public_round_lead_to_its_rounds(world: World, olga: Client) -> None:
    unpublish_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk, confirmed=True, reason="early")
    answer = olga.get(f"{E}open/results/", follow=True)
    assert answer.redirect_chain == [(f"{E}open/", 302)]
    assert "once a round is published" in page_of(answer).words


def test_a_page_has_one_main_button_and_it_is_the_next_step(world: World, olga: Client) -> None:
    for address in ("", "open/", "open/players/", "open/standings/"):
        main = page_of(olga.get(E + address)).find(class_="button button-main")
        assert [row.get("href") for row in main] == [f"{E}open/rounds/1/results/"], address


def test_a_published_round_of_a_hidden_event_asks_to_publish_the_event(world: World, olga: Client) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert "Next: Publish the event" in page_of(olga.get(f"{E}open/")).words
    assert "Next: Enter results" in page_of(signed_in("artur").get(f"{E}open/")).words
    olga.post(f"{E}edit/published/", {"published": "1", "back": f"{E}publish/"})
    assert "Next: Enter results" in page_of(olga.get(f"{E}open/")).words


def test_a_user_without_permission_sees_the_next_step_without_a_button(world: World) -> None:
    for pairing in world.rounds[0].pairings.all():
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")
    page = page_of(signed_in("hana").get(f"{E}open/"))
    assert "Next: Close round 1" in page.words
    assert page.find(class_="button button-main") == []

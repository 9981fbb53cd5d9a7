"""One frame around every page of the desk: the same tabs, no crumb leads out, a form leads to its page."""

import re

import pytest
from django.test import Client

from tests.pages.desk.conftest import new_section, signed_in
from tests.pages.html import page_of
from tests.paths import ROOT
from tests.security.addresses import patterns
from tests.world import NOW, World
from tournaments.services.events import edit_event
from tournaments.services.pairing_again import unpublish_round
from tournaments.services.results import enter_result
from tournaments.views.desk.pages import TABS
from tournaments.views.desk.pages import page_of as page_in_menu

E = "/desk/spring-cup/"
NAMES = "Overview Players Pairings Results Standings Console Prizes Publish Settings"
PATHS = (
    *("", "log/", "publish/", "open/", "open/players/", "open/rounds/1/", "open/rounds/1/results/"),
    *("boards/", "boards/{game}/", "boards/{game}/ruling/", "boards/{game}/clocks/", "boards/duty/"),
    *("rulings/", "rulings/appeals/"),
)


def page_source(client: Client, world: World, address: str) -> str:
    answer = client.get(E + address.format(game=world.board.pk))
    assert answer.status_code == 200, address
    return answer.content.decode()


def links_in(html: str, kind: str) -> list[tuple[str, str, bool]]:
    """Return name, address and whether it is current for each link in a row of the frame."""
    match = re.search(rf'<nav class="{kind}".*?</nav>', html, re.DOTALL)
    link = r'<a href="([^"]*)"( aria-current="true")?>(.*?)</a>'
    links = re.findall(link, match[0], re.DOTALL) if match else []
    return [(re.sub(r"<[^>]*>", "", name).strip(), url, bool(current)) for url, current, name in links]


def test_the_menu_names_each_address_once_and_each_tab_has_a_picture() -> None:
    at_desk = {pattern.name for pattern in patterns() if pattern.route.startswith("desk/<name:slug>/")}
    assert {name for name in at_desk if page_in_menu(name) is None} == set()
    named = [name for tab in TABS for page in tab.pages for name in (page.address, *page.inner.split())]
    assert len(named) == len(set(named))
    symbols = re.findall(r'id="([^"]*)"', (ROOT / "static/img/icons.svg").read_text(encoding="utf-8"))
    assert {tab.icon for tab in TABS} <= set(symbols)


def test_the_tabs_are_the_same_everywhere_and_no_crumb_leads_out(world: World, olga: Client) -> None:
    for address in PATHS:
        html = page_source(signed_in("artur") if "ruling/" in address else olga, world, address)
        tabs = links_in(html, "desk-tabs")
        assert " ".join(name for name, _url, _current in tabs) == NAMES, address
        assert sum(current for *_, current in tabs) == 1, address
        crumbs = links_in(html, "breadcrumbs")
        assert crumbs[0][:2] == ("Desk", "/desk/"), address
        assert all(url.startswith("/desk/") for _name, url, _current in crumbs), address


@pytest.mark.long
def test_every_tab_and_page_of_the_menu_opens(world: World) -> None:
    for user in ("olga", "artur", "ana", "hana"):
        client = signed_in(user)
        seen = set()
        for _name, url, _current in links_in(page_source(client, world, ""), "desk-tabs"):
            answer = client.get(url, follow=True)
            assert answer.status_code == 200, (user, url)
            seen |= {url for _name, url, _current in links_in(answer.content.decode(), "desk-pages")}
        assert len(seen) > 8
        assert {url: client.get(url, follow=True).status_code for url in seen} == dict.fromkeys(seen, 200)


def test_helpers_see_no_closed_page_and_the_way_from_a_ruling_leads_over_the_board(world: World) -> None:
    pages = links_in(page_source(signed_in("hana"), world, "log/"), "desk-pages")
    assert [name for name, *_ in pages] == ["Officials", "Notifications", "Log"]
    html = page_source(signed_in("artur"), world, "boards/{game}/ruling/")
    names = [name for name, *_ in links_in(html, "breadcrumbs")]
    assert names == ["Desk", "Spring Cup", "Open", "Boards", "Board 1"]


def test_another_section_shows_the_same_page(world: World, olga: Client) -> None:
    new_section(world, "blitz")
    assert links_in(page_source(olga, world, "open/players/"), "desk-sections") == [
        ("Open", f"{E}open/players/", True),
        ("Blitz", f"{E}blitz/players/", False),
    ]
    assert links_in(page_source(olga, world, "log/"), "desk-sections") == []


def test_results_open_at_the_round_that_waits_for_them_or_at_the_rounds(world: World, olga: Client) -> None:
    assert olga.get(f"{E}open/results/")["Location"] == f"{E}open/rounds/1/results/"
    unpublish_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk, confirmed=True, reason="early")
    answer = olga.get(f"{E}open/results/", follow=True)
    assert answer.redirect_chain == [(f"{E}open/", 302)]
    assert "once a round is published" in page_of(answer).words


def test_a_page_has_one_main_button_and_asks_to_publish_a_hidden_event(world: World, olga: Client) -> None:
    for address in ("", "open/", "open/players/", "open/standings/"):
        buttons = page_of(olga.get(E + address)).find(class_="button button-main")
        assert [button.get("href") for button in buttons] == [f"{E}open/rounds/1/results/"], address
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


S = E + "open/"
PAGES = {
    **{E + act: E for act in ("edit/published/", "rehearse/", "archive/")},
    E + "officials/revoke/": E + "officials/",
    E + "tokens/1/revoke/": E + "tokens/",
    S + "players/numbers/": S + "players/",
    S + "players/1/withdraw/": S + "players/1/",
    **{S + f"rounds/{act}/": S for act in ("pair", "discard")},
    **{S + f"rounds/1/{act}/": S + "rounds/1/" for act in ("action", "pair-again")},
    **{S + f"rounds/1/boards/1/{act}/": S + "rounds/1/results/" for act in ("result", "withdrawal")},
    S + "rounds/1/boards/1/verification/": S + "rounds/1/verification/",
    S + "rounds/1/boards/1/verification/settle/": S + "rounds/1/verification/",
    **{S + f"{page}/action/": S + f"{page}/" for page in ("pairing", "knockout")},
    S + "teams/1/withdraw/": S + "teams/1/",
    S + "file/report/": S + "file/",
}


def test_opening_a_form_or_signing_in_leads_to_its_page(olga: Client, world: World) -> None:
    for address, page in PAGES.items():
        assert olga.get(address)["Location"] == page
        assert Client().post(address)["Location"] == f"/login/?next={page}"

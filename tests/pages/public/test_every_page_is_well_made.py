"""Every public page opens with real data, has its title, and holds what the content policy and readers need."""

import pytest
from django.test import Client

from tests.pages.html import page_of
from tests.world import World
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

PAGES = {
    "/": "Every board",
    "/search/?q=carlsen": "Search",
    "/events/": "Events",
    "/events/tata-steel-2022/": "Tata Steel Masters",
    "/events/tata-steel-2022/masters/rounds/2/": "Round 2",
    "/events/tata-steel-2022/masters/rounds/2/boards/": "Round 2",
    "/events/tata-steel-2022/masters/standings/": "Standings",
    "/events/tata-steel-2022/masters/standings/?after=1": "Standings after round 1",
    "/events/tata-steel-2022/masters/crosstable/": "Crosstable",
    "/events/tata-steel-2022/masters/players/": "Players",
    "/events/tata-steel-2022/masters/players/2/": "GM",
    "/login/": "Sign in",
}


@pytest.mark.parametrize("address", PAGES)
def test_a_page_opens_and_is_well_made(visitor: Client, masters: Section, address: str) -> None:
    response = visitor.get(address)
    page = page_of(response)
    assert response.status_code == 200
    assert page.problems == []
    assert [level for level, _ in page.headings].count(1) == 1
    assert PAGES[address] in page.headings[0][1]
    assert page.title.endswith("Tavleya")
    assert len(page.title) > len("· Tavleya")
    assert "en" in page.find(lang="en")[0]["lang"]


def test_every_page_lets_keyboards_skip_to_the_content(visitor: Client, masters: Section) -> None:
    page = page_of(visitor.get("/events/"))
    assert next(iter(page.links)) == "#main"
    assert page.labelled("main")


def test_scripts_come_only_from_our_own_files(visitor: Client, masters: Section) -> None:
    game = Pairing.objects.filter(round__section=masters).first()
    assert game is not None
    page = page_of(visitor.get(f"/events/tata-steel-2022/games/{game.game_id}/"))
    assert page.scripts
    assert all(source.startswith("/static/js/") for source in page.scripts)
    assert any("viewer" in source for source in page.scripts)


def test_the_policy_allows_nothing_inline(visitor: Client, masters: Section) -> None:
    policy = visitor.get("/events/")["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "script-src 'self'" in policy


@pytest.mark.parametrize("game", ["chess", "draughts", "tavreli"])
def test_the_viewer_of_every_game_is_well_made(visitor: Client, db: None, game: str) -> None:
    regime = {"chess": "fide-2023", "draughts": "draughts64", "tavreli": "tavreli-1997"}[game]
    world = World(game=game, regime=regime)
    page = page_of(visitor.get(f"/events/spring-cup/games/{world.board.pk}/"))
    assert page.problems == []
    assert len(page.find(data_square="e4")) == 1


@pytest.mark.long
def test_links_between_the_pages_lead_somewhere(visitor: Client, masters: Section) -> None:
    seen, waiting = set(), ["/events/tata-steel-2022/masters/rounds/1/"]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        response = visitor.get(address)
        assert response.status_code in (200, 302), address
        if response.status_code == 200 and "text/html" in response["Content-Type"] and len(seen) < 60:
            links = page_of(response).links
            waiting += [link for link in links if link.startswith("/events/") and link not in seen]
    assert len(seen) > 20


def test_a_section_leads_to_what_is_wanted_now(visitor: Client, masters: Section, world: World) -> None:
    assert visitor.get("/events/tata-steel-2022/masters/").url.endswith("/masters/standings/")
    assert visitor.get("/events/spring-cup/open/").url.endswith("/open/rounds/1/")

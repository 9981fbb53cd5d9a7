"""Every public page opens with real data and is well made, and every link leads somewhere, but to no draft."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client

from tests.pages.html import Page, page_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.events import create_event

TATA = "/events/tata-steel-2022/"
PAGES = {
    "/": "Every board", "/search/?q=carlsen": "Search", "/events/": "Events", "/login/": "Sign in",
    TATA: "Tata Steel Masters", TATA + "masters/rounds/2/": "Round 2", TATA + "masters/rounds/2/boards/": "Round 2",
    TATA + "masters/standings/": "Standings", TATA + "masters/standings/?after=1": "Standings after round 1",
    TATA + "masters/crosstable/": "Crosstable", TATA + "masters/players/": "Players",
    TATA + "masters/players/2/": "GM",
}  # fmt: skip


def test_pages_open_and_are_well_made_with_a_way_to_their_content_and_nothing_inline(visitor, masters):
    for address, heading in PAGES.items():
        response = visitor.get(address)
        page = page_of(response)
        assert response.status_code == 200 and page.problems == [], address
        assert [level for level, _ in page.headings].count(1) == 1, address
        assert heading in page.headings[0][1]
        assert page.title.endswith("Tavleya") and len(page.title) > len("· Tavleya"), address
        assert "en" in page.find(lang="en")[0]["lang"]
    page = page_of(visitor.get("/events/"))
    assert next(iter(page.links)) == "#main"
    assert page.labelled("main")
    policy = visitor.get("/events/")["Content-Security-Policy"]
    assert "unsafe-inline" not in policy and "script-src 'self'" in policy


def test_scripts_come_only_from_our_own_files(visitor: Client, masters: Section) -> None:
    game = Pairing.objects.filter(round__section=masters).first()
    assert game is not None
    page = page_of(visitor.get(f"/events/tata-steel-2022/games/{game.game_id}/"))
    assert page.scripts
    assert all(source.startswith("/static/js/") for source in page.scripts)
    assert any("viewer" in source for source in page.scripts)


@pytest.mark.parametrize("game", ["chess", "draughts", "tavreli"])
def test_the_viewer_of_every_game_is_well_made(visitor: Client, db: None, game: str) -> None:
    regime = {"chess": "fide-2023", "draughts": "draughts64", "tavreli": "tavreli-1997"}[game]
    world = World(game=game, regime=regime)
    page = page_of(visitor.get(f"/events/spring-cup/games/{world.board.pk}/"))
    assert page.problems == [] and len(page.find(data_square="e4")) == 1


def test_a_section_leads_to_what_is_wanted_now(visitor: Client, masters: Section, world: World) -> None:
    assert visitor.get("/events/tata-steel-2022/masters/").url.endswith("/masters/standings/")
    assert visitor.get("/events/spring-cup/open/").url.endswith("/open/rounds/1/")


DEPTH = 4
# Limit of opened addresses that differ only by numbers or by values of the query.
PER_SHAPE = 3
# Addresses for signed-in readers redirect others here.
DOOR = "/login/"
TYPES = {
    "csv": "text/csv",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "trf": "text/plain",
    "pgn": "application/vnd.chess-pgn",
    "pdn": "text/plain",
}


@dataclass(frozen=True)
class Visit:
    """The response of one address, and the page that links to it."""

    address: str
    led_from: str
    response: HttpResponse
    page: Page | None


def links_of(page: Page, address: str) -> Iterator[str]:
    """Yield the addresses that the page uses inside the site: links, pictures, scripts and requests."""
    for tag, attributes in page.attributes:
        for name in ("href", "src", "hx-get"):
            if name in attributes:
                yield urljoin(address, attributes[name])
        if tag == "form" and attributes.get("method", "get").lower() == "get":
            yield urljoin(address, attributes.get("action", ""))


def walk(client: Client, start: str = "/events/", depth: int = DEPTH) -> Iterator[Visit]:
    """Visit the addresses within `depth` steps of the start: each once, and a few of every shape."""
    waiting, seen, shapes = [(start, "", 0)], {start}, Counter[str]()
    while waiting:
        address, led_from, steps = waiting.pop(0)
        response = cast(HttpResponse, client.get(address))
        is_html = response.get("Content-Type", "").startswith("text/html") and response.status_code == 200
        is_attachment = response.get("Content-Disposition", "").startswith("attachment")
        page = page_of(response) if is_html and not is_attachment else None
        yield Visit(address, led_from, response, page)
        links = list(links_of(page, address)) if page else []
        if response.status_code in (301, 302):
            links.append(urljoin(address, response["Location"]))
        for link in (urldefrag(link).url for link in links):
            inside = link.startswith("/") and not link.startswith(("/static/", DOOR))
            if inside and link not in seen and steps < depth:
                seen.add(link)
                shape = re.sub(r"=[^&]*|\d+", "*", link)
                shapes[shape] += 1
                if shapes[shape] > PER_SHAPE:
                    continue
                waiting.append((link, address, steps + 1))


@pytest.mark.long
def test_every_link_leads_somewhere(visitor: Client, world: World, masters: Section) -> None:
    """The site has a game in progress, a draft round, a hidden event and a finished tournament."""
    world.started()
    world.play("h1-h2", "e7-e5", "e2-e3")
    create_event(actor=world.olga, now=NOW, slug="secret-cup", names={"en": "Secret Cup"})
    visits = list(walk(visitor))
    assert dead(visits) == []
    assert missing_places(visits) == []
    assert [(visit.address, visit.page.problems) for visit in visits if visit.page and visit.page.problems] == []
    assert [visit.address for visit in visits if shows_a_draft(visit)] == []
    assert endings_of_right_files(visits) >= {"csv", "json", "pdf", "xlsx", "pgn"}
    assert len(visits) > 90


def dead(visits: list[Visit]) -> list[tuple[str, str, int]]:
    answers = [(visit.address, visit.led_from, visit.response.status_code) for visit in visits]
    return [answer for answer in answers if answer[2] not in (200, 301, 302)]


def missing_places(visits: list[Visit]) -> list[tuple[str, str]]:
    """Return the links to a missing place on the same page."""
    missing = []
    for visit in visits:
        if visit.page:
            places = {attributes.get("id", "") for _, attributes in visit.page.attributes}
            anchors = [link for link in visit.page.links if link.startswith("#")]
            missing += [(visit.address, link) for link in anchors if unquote(link[1:]) not in places]
    return missing


def shows_a_draft(visit: Visit) -> bool:
    of_draft = re.match(r"/events/spring-cup/open/rounds/(?!1\b)|/desk/|.*secret-cup", visit.address)
    return bool(of_draft) or (visit.page is not None and "Secret Cup" in visit.page.words)


def endings_of_right_files(visits: list[Visit]) -> set[str]:
    """Return the endings of the visited files, after checking that each has its type and is not empty."""
    endings = set()
    for visit in visits:
        ending = re.search(r"\.(\w+)(?:\?|$)", visit.address)
        if ending and ending[1] in TYPES and visit.response.status_code == 200:
            assert visit.response["Content-Type"].startswith(TYPES[ending[1]]), visit.address
            assert visit.response.getvalue() != b"", visit.address
            endings.add(ending[1])
    return endings


ADDRESSES = (
    *("open/rounds/{}/", "open/rounds/{}.csv", "open/rounds/{}.pgn", "open/players/{}/"),
    *("open/standings/?after={}", "games/{}/", "games/{}.pgn", "games/{}/board/", "games/{}/clocks/"),
    "games/{}/sheet/",
)


def test_a_number_that_nothing_has_is_no_page(visitor, world):
    for number in ("0", "99999", str(2**31), str(2**63 - 1), str(2**63), "9" * 400):
        for address in ADDRESSES:
            response = visitor.get(f"/events/spring-cup/{address.format(number)}")
            assert response.status_code in (302, 404), (address, number[:20])
    official = Client()
    official.force_login(get_user_model().objects.get(username="olga"))
    for number in (str(2**63), "9" * 400):
        for address in (f"/desk/spring-cup/boards/{number}/", f"/desk/spring-cup/rulings/appeals/{number}/"):
            assert official.get(address).status_code == 404
        assert official.get(f"/api/v1/games/{number}").status_code == 404


def test_a_text_that_no_row_can_hold_is_refused_wherever_it_is_typed(world: World) -> None:
    """PostgreSQL stores no NUL, but an address, a search, a field and an API query may contain one."""
    official = Client()
    official.force_login(get_user_model().objects.get(username="olga"))
    for address in ("/events/?q=a%00", "/events/spring-cup/open/standings/?after=%00"):
        refused = official.get(address)
        assert refused.status_code == 400, address
        assert "Bad request" in refused.content.decode()
    reason = {"do": "reopen", "reason": "as the jury \0 asks"}
    refused = official.post("/desk/spring-cup/open/standings/", reason)
    assert refused.status_code == 400 and "Nothing was changed." in refused.content.decode()
    response = official.get("/api/v1/events/spring-cup/fees/", {"section": "\0"})
    assert (response.status_code, response.json()["code"]) == (400, "nul_in_text")


@pytest.mark.usefixtures("world")
def test_a_form_with_nul_is_still_refused_first_where_its_page_has_expired() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/desk/spring-cup/open/standings/", {"reason": "\0"}).status_code == 403

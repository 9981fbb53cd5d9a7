"""Metadata of every public page for search engines and messengers: words, address, languages, a picture."""

import re
from io import BytesIO
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import resolve
from PIL import Image

from games.views.sharing import PRIVATE, is_private
from tavleya.languages import codes
from tests.pages.html import Page, page_of
from tests.pages.public.test_every_link_leads_somewhere import walk
from tests.security.access import FOR_ALL
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services.events import create_event, edit_event
from tournaments.services.results import enter_result

#: Public addresses without a separate page: files, data, screens of the hall, and redirects.
NO_PAGES = {
    "section", "game_file", "section_games", "schedule_games", "round_games", "section_xlsx", "section_trf",
    "schedule_file", "round_file", "standings_file", "crosstable_file", "players_file", "openings_record",
    "set_language", "set_theme", "front_game", "event_card", "section_card", "player_card", "game_card", "robots",
    "sitemap", "favicon", "hall", "hall_boards", "hall_names", "hall_standings", "hall_top", "hall_clocks",
    "event_upload", "manifest", "worker", "game_picture", "game_gif", "game_embed", "event_calendar",
    "section_calendar", "event_feed", "oembed", "standings_embed", "round_embed", "manual_file", "manual_pdf",
    "offline", "person_short", "person_games", "person_card",
}  # fmt: skip
#: Pages that the events of this test have no need of; they extend the same templates.
ELSEWHERE = {
    "game-clocks", "schedule", "category_standings", "prizes", "teams", "team_boards", "bracket",
    "openings", "decisions", "person", "head_to_head",
}  # fmt: skip


def head_of(page: Page) -> dict[str, str]:
    """Return the metadata of the head by name."""
    result = {"title": page.title}
    for tag, values in page.attributes:
        if tag == "meta" and "content" in values:
            result[values.get("property") or values.get("name", "")] = values["content"]
        if tag == "link" and values.get("rel") == "canonical":
            result["canonical"] = values["href"]
        if tag == "link" and values.get("hreflang"):
            result[f"in {values['hreflang']}"] = values["href"]
    return result


def missing_in(head: dict[str, str], path: str) -> list[str]:
    site = settings.SITE_URL
    wanted = {
        "canonical": rf"{site}{path}(\?.*)?",
        "og:url": rf"{site}{path}(\?.*)?",
        "og:title": ".+ · Tavleya",
        "og:description": ".{20,}",
        "description": ".{20,}",
        "title": ".+ · Tavleya",
        "in x-default": rf"{site}{path}(\?.*)?",
        "twitter:card": "summary.*",
        **{f"in {code}": rf"{site}{path}\?(.*&)?lang={code}" for code in codes()},
    }
    return [name for name, form in wanted.items() if not re.fullmatch(form, head.get(name, ""), re.DOTALL)]


@pytest.mark.long
def test_every_public_page_of_the_url_table_can_be_shared(
    visitor: Client, world: World, masters: Section
) -> None:
    world.started()
    world.play("h1-h2", "e7-e5")
    seen, titles = set(), {}
    for start in ("/", "/search/?q=alice"):
        for at in walk(visitor, start):
            path = urlsplit(at.address).path
            if at.page is None or is_private(path):
                continue
            name = resolve(path).url_name
            head = head_of(at.page)
            if name in NO_PAGES:
                continue
            assert missing_in(head, path) == [], at.address
            assert "robots" not in head
            seen.add(name)
            titles.setdefault(head["canonical"], set()).add(head["description"])
    public = {name for name in FOR_ALL if not name.startswith("api-")}
    assert public - seen == NO_PAGES | ELSEWHERE
    assert all(len(text) == 1 for text in titles.values())


@pytest.mark.parametrize("address", ["/login/", "/events/no-such-event/"])
def test_pages_hidden_from_search_engines_are_marked(visitor: Client, db: None, address: str) -> None:
    head = head_of(page_of(visitor.get(address)))
    assert head["robots"] == "noindex"
    assert "canonical" not in head


def test_an_address_asks_for_a_language(visitor: Client, masters: Section) -> None:
    address = "/events/tata-steel-2022/"
    page = page_of(visitor.get(f"{address}?lang=ru"))
    assert page.find(lang="ru")
    assert "Турнир в Вейк-ан-Зее" in page.title
    assert head_of(page)["canonical"] == f"{settings.SITE_URL}{address}?lang=ru"
    assert "Tata Steel Masters" in page_of(visitor.get(address)).title  # nothing was remembered
    assert "Tata Steel Masters" in page_of(visitor.get(f"{address}?lang=xx")).title


def test_choosing_a_language_drops_the_language_of_the_address(visitor: Client, masters: Section) -> None:
    page = page_of(visitor.get("/events/tata-steel-2022/masters/standings/?after=1&lang=ru"))
    back = [result["value"] for result in page.find(name="next")]
    assert back == ["/events/tata-steel-2022/masters/standings/?after=1"] * 2


def test_quotation_marks_in_a_name_stay_in_the_attribute(visitor: Client, world: World) -> None:
    edit_event(
        actor=world.olga, now=NOW, event_id=world.event.pk, changes={"names": {"en": 'The "Cup" <b> & more'}}
    )
    page = page_of(visitor.get("/events/spring-cup/"))
    assert page.problems == []
    assert head_of(page)["og:title"] == 'The "Cup" <b> & more · Tavleya'


CARDS = (
    "/events/spring-cup/card.png",
    "/events/spring-cup/open/card.png",
    "/events/spring-cup/open/players/1/card.png",
    "/events/spring-cup/games/{game}/card.png",
)


@pytest.mark.long
@pytest.mark.parametrize("card", CARDS)
def test_a_page_has_a_picture_that_follows_what_it_shows(visitor: Client, world: World, card: str) -> None:
    address = card.format(game=world.board.pk)
    page = address.replace("open/card.png", "open/players/").replace("card.png", "")
    head = head_of(page_of(visitor.get(page)))["og:image"]
    assert urlsplit(head).path == address
    first = visitor.get(head.removeprefix(settings.SITE_URL))
    assert first["Content-Type"] == "image/png"
    assert Image.open(BytesIO(first.content)).size == (1200, 630)
    assert visitor.get(address)["ETag"] == visitor.get(address)["ETag"] == first["ETag"]
    russian = visitor.get(address, {"lang": "ru"})
    assert russian["ETag"] != first["ETag"]
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    if card != CARDS[0]:
        assert visitor.get(address)["ETag"] != visitor.get(address, {"lang": "ru"})["ETag"]
        assert visitor.get(head.removeprefix(settings.SITE_URL))["ETag"] != first["ETag"]
        assert head_of(page_of(visitor.get(page)))["og:image"] != head


def test_a_picture_is_drawn_once_for_all_who_ask(visitor: Client, world: World, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    for cach in caches.all():
        cach.clear()
    drawn = []
    monkeypatch.setattr(
        "portal.views.share_cards.share_card", lambda card, letters: drawn.append(card) or b"png"
    )
    for number in range(3):
        assert visitor.get("/events/spring-cup/open/card.png", {"v": number}).content == b"png"
    assert len(drawn) == 1


def test_no_picture_is_shown_of_what_is_not_public(visitor: Client, world: World) -> None:
    create_event(actor=world.olga, now=NOW, slug="secret-cup", names={"en": "Secret Cup"})
    assert visitor.get("/events/secret-cup/card.png").status_code == 404
    assert visitor.get("/events/spring-cup/open/players/99/card.png").status_code == 404


def test_robots_get_the_list_of_private_paths(visitor: Client, db: None) -> None:
    answer = visitor.get("/robots.txt")
    lines = answer.content.decode().splitlines()
    assert answer["Content-Type"].startswith("text/plain")
    assert {f"Disallow: {path}" for path in PRIVATE} < set(lines)
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in lines


def test_the_sitemap_has_every_public_event_and_no_other(
    visitor: Client, world: World, masters: Section
) -> None:
    create_event(actor=world.olga, now=NOW, slug="secret-cup", names={"en": "Secret Cup"})
    root = ElementTree.fromstring(visitor.get("/sitemap.xml").content)
    texts = [element.text or "" for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    events = (
        "spring-cup/",
        "spring-cup/open/players/",
        "tata-steel-2022/",
        "tata-steel-2022/masters/players/",
    )
    assert set(texts) == {
        f"{settings.SITE_URL}{path}"
        for path in ("/", "/events/", "/manual/", *(f"/events/{event}" for event in events))
    }
    for address in texts:
        assert visitor.get(address.removeprefix(settings.SITE_URL)).status_code == 200


def test_the_site_has_its_icons(visitor: Client, db: None) -> None:
    page = page_of(visitor.get("/login/"))
    icons = [
        values["href"] for tag, values in page.attributes if tag == "link" and "icon" in values.get("rel", "")
    ]
    assert [re.sub(r".*/", "", icon) for icon in icons] == [
        "favicon.ico",
        "favicon.svg",
        "apple-touch-icon.png",
    ]
    assert visitor.get("/favicon.ico").url == icons[0]


def test_the_manifest_names_icons_that_are_there_and_the_page_to_start_at(visitor: Client, db: None) -> None:
    page = page_of(visitor.get("/login/"))
    (address,) = [values["href"] for tag, values in page.attributes if values.get("rel") == "manifest"]
    answer = visitor.get(address)
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert visitor.get(manifest["start_url"]).status_code == 200
    assert {item["purpose"] for item in manifest["icons"]} == {"any", "maskable"}
    for item in manifest["icons"]:
        name = re.sub(r"(\.[0-9a-f]{12})?\.png$", ".png", item["src"].rpartition("/")[2])
        with Image.open(settings.BASE_DIR / "static/img" / name) as icon:
            assert "x".join(map(str, icon.size)) == item["sizes"]
    assert visitor.get(address.replace("=en", "=uk")).json()["lang"] == "uk"

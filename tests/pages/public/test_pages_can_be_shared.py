"""Public pages on other sites: metadata, pictures, calendars, news and frames."""

import re
from datetime import datetime, timedelta
from html import unescape
from io import BytesIO
from urllib.parse import urlsplit
from xml.etree import ElementTree

import icalendar
import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import resolve
from PIL import Image

from games.views.pictures import PRIVATE, is_private
from tavleya.languages import codes
from tests.pages.html import Page, page_of
from tests.pages.public.test_every_page_is_well_made import walk
from tests.security.access import FOR_ALL
from tests.world import NOW, World, later
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import create_event
from tournaments.services.players import issue_player_links, secret_of
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.schedule import plan_rounds
from tournaments.services.sections import withdraw_player

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
#: Pages that the events of this test do not have; they extend the same templates.
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
    return [name for name, pattern in wanted.items() if not re.fullmatch(pattern, head.get(name, ""), re.DOTALL)]


@pytest.mark.long
def test_every_public_page_of_the_url_table_can_be_shared(visitor, world, masters):
    world.started()
    world.play("h1-h2", "e7-e5")
    seen, descriptions = set(), {}
    for start in ("/", "/search/?q=alice"):
        for visit in walk(visitor, start):
            path = urlsplit(visit.address).path
            if visit.page is None or is_private(path):
                continue
            name = resolve(path).url_name
            head = head_of(visit.page)
            if name in NO_PAGES:
                continue
            assert missing_in(head, path) == [], visit.address
            assert "robots" not in head
            seen.add(name)
            descriptions.setdefault(head["canonical"], set()).add(head["description"])
    public = {name for name in FOR_ALL if not name.startswith("api-")}
    assert public - seen == NO_PAGES | ELSEWHERE
    assert all(len(texts) == 1 for texts in descriptions.values())


@pytest.mark.parametrize("address", ["/login/", "/events/no-such-event/"])
def test_pages_hidden_from_search_engines_are_marked(visitor: Client, db: None, address: str) -> None:
    head = head_of(page_of(visitor.get(address)))
    assert head["robots"] == "noindex"
    assert "canonical" not in head


def test_an_address_asks_for_a_language_and_choosing_one_drops_it(visitor: Client, masters: Section) -> None:
    address = "/events/tata-steel-2022/"
    page = page_of(visitor.get(f"{address}?lang=ru"))
    assert page.find(lang="ru")
    assert "Турнир в Вейк-ан-Зее" in page.title
    assert head_of(page)["canonical"] == f"{settings.SITE_URL}{address}?lang=ru"
    assert "Tata Steel Masters" in page_of(visitor.get(address)).title  # nothing was remembered
    assert "Tata Steel Masters" in page_of(visitor.get(f"{address}?lang=xx")).title
    page = page_of(visitor.get("/events/tata-steel-2022/masters/standings/?after=1&lang=ru"))
    back = [tag["value"] for tag in page.find(name="next")]
    assert back == ["/events/tata-steel-2022/masters/standings/?after=1"] * 2


CARDS = [f"/events/spring-cup/{of}card.png" for of in ("", "open/", "open/players/1/", "games/{game}/")]


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
    assert visitor.get(address, {"lang": "ru"})["ETag"] != first["ETag"]
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    if card != CARDS[0]:
        assert visitor.get(address)["ETag"] != visitor.get(address, {"lang": "ru"})["ETag"]
        assert visitor.get(head.removeprefix(settings.SITE_URL))["ETag"] != first["ETag"]
        assert head_of(page_of(visitor.get(page)))["og:image"] != head


def test_a_picture_is_drawn_once_for_all_who_ask(visitor: Client, world: World, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    for cache in caches.all():
        cache.clear()
    drawn = []
    draw = "portal.views.share_cards.share_card"
    monkeypatch.setattr(draw, lambda card, letters: drawn.append(card) or b"png")
    for number in range(3):
        assert visitor.get("/events/spring-cup/open/card.png", {"v": number}).content == b"png"
    assert len(drawn) == 1


def test_robots_get_the_list_of_private_paths_and_the_sitemap_every_public_event(visitor, db, world, masters):
    answer = visitor.get("/robots.txt")
    lines = answer.content.decode().splitlines()
    assert answer["Content-Type"].startswith("text/plain")
    assert {f"Disallow: {path}" for path in PRIVATE} < set(lines)
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in lines
    create_event(actor=world.olga, now=NOW, slug="secret-cup", names={"en": "Secret Cup"})
    root = ElementTree.fromstring(visitor.get("/sitemap.xml").content)
    addresses = [element.text or "" for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    tata = "tata-steel-2022/"
    events = ("spring-cup/", "spring-cup/open/players/", tata, tata + "masters/players/")
    assert set(addresses) == {
        f"{settings.SITE_URL}{path}"
        for path in ("/", "/events/", "/manual/", *(f"/events/{event}" for event in events))
    }
    for address in addresses:
        assert visitor.get(address.removeprefix(settings.SITE_URL)).status_code == 200


def test_the_site_has_its_icons_and_its_manifest(visitor: Client, db: None) -> None:
    page = page_of(visitor.get("/login/"))
    links = [values for tag, values in page.attributes if tag == "link"]
    icons = [values["href"] for values in links if "icon" in values.get("rel", "")]
    names = [icon.rpartition("/")[2] for icon in icons]
    assert names == ["favicon.ico", "favicon.svg", "apple-touch-icon.png"]
    assert visitor.get("/favicon.ico").url == icons[0]
    page = page_of(visitor.get("/login/"))
    (address,) = [values["href"] for tag, values in page.attributes if values.get("rel") == "manifest"]
    answer = visitor.get(address)
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert visitor.get(manifest["start_url"]).status_code == 200
    assert {entry["purpose"] for entry in manifest["icons"]} == {"any", "maskable"}
    for entry in manifest["icons"]:
        name = re.sub(r"(\.[0-9a-f]{12})?\.png$", ".png", entry["src"].rpartition("/")[2])
        with Image.open(settings.BASE_DIR / "static/img" / name) as icon:
            assert "x".join(map(str, icon.size)) == entry["sizes"]
    assert visitor.get(address.replace("=en", "=uk")).json()["lang"] == "uk"


ATOM = "{http://www.w3.org/2005/Atom}"
START = NOW + timedelta(hours=4)


@pytest.fixture
def timed(world: World) -> World:
    """The first round of the open has a time."""
    Round.objects.filter(pk=world.rounds[0].pk).update(starts_at=START)
    return world


def entries(visitor: Client, url: str) -> tuple[icalendar.Calendar, list[icalendar.Event]]:
    answer = visitor.get(url)
    assert answer.status_code == 200 and answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = icalendar.Calendar.from_ical(answer.content)
    return calendar, list(calendar.walk("VEVENT"))


@pytest.mark.parametrize("url", ["/events/spring-cup/calendar.ics", "/events/spring-cup/open/calendar.ics"])
def test_a_calendar_has_each_round_that_is_public_and_has_a_time(visitor, timed, url):
    calendar, (entry,) = entries(visitor, url)
    assert calendar["version"] == "2.0"
    assert entry["dtstart"].dt == START
    assert "Round 1" in entry["summary"]
    # 60 minutes and a delay of 10 s for sixty moves, for each of the two.
    assert entry["duration"].dt == timedelta(minutes=140)
    assert entry["url"].startswith(f"{settings.SITE_URL}/events/spring-cup/open/rounds/1/")
    # Moved, it is the same entry at another time.
    Round.objects.update(starts_at=START + timedelta(days=1))
    _, (moved,) = entries(visitor, url)
    assert moved["uid"] == entry["uid"]
    assert moved["dtstart"].dt == START + timedelta(days=1)


def test_an_event_without_times_is_in_the_calendar_by_its_days(visitor: Client, timed: World) -> None:
    Round.objects.update(starts_at=None)
    event = timed.event
    event.starts_on, event.ends_on = NOW.date(), NOW.date() + timedelta(days=2)
    event.save()
    _, (entry,) = entries(visitor, "/events/spring-cup/calendar.ics")
    assert (entry["dtstart"].dt, entry["dtend"].dt) == (NOW.date(), NOW.date() + timedelta(days=3))


def test_rounds_to_come_are_tentative_and_the_same_entries_once_they_are_published(visitor, timed):
    starts = {number: START + number * timedelta(days=1) for number in (2, 3)}
    plan_rounds(actor=timed.olga, now=NOW, section_id=timed.section.pk, starts=starts)
    for url in ("/events/spring-cup/calendar.ics", "/events/spring-cup/open/calendar.ics"):
        _, (first, second, third) = entries(visitor, url)
        statuses = [entry["status"] for entry in (first, second, third)]
        assert statuses == ["CONFIRMED", "TENTATIVE", "TENTATIVE"]
        assert [entry["dtstart"].dt for entry in (second, third)] == list(starts.values())
        assert second["summary"].startswith("Round 2")
        assert second["url"] == f"{settings.SITE_URL}/events/spring-cup/open/"
    for pairing in timed.rounds[0].pairings.all():
        enter_result(actor=timed.artur, now=NOW, pairing_id=pairing.pk, result="1-0")
    publish_round(actor=timed.olga, now=NOW, round_id=timed.rounds[1].pk)
    _, (_, published, _) = entries(visitor, "/events/spring-cup/calendar.ics")
    assert (published["uid"], published["status"]) == (second["uid"], "CONFIRMED")
    assert published["dtstart"].dt == starts[2]
    assert len({first["uid"], second["uid"], third["uid"]}) == 3


@pytest.mark.django_db
def test_a_draft_is_in_no_calendar_and_in_no_feed(visitor: Client) -> None:
    World(published=False)
    Round.objects.update(starts_at=START)
    assert entries(visitor, "/events/spring-cup/calendar.ics")[1] == []
    feed = ElementTree.fromstring(visitor.get("/events/spring-cup/news.atom").content)
    assert not feed.findall(f"{ATOM}entry")


def test_a_players_calendar_has_the_boards_of_that_player(visitor: Client, timed: World) -> None:
    issue_player_links(actor=timed.olga, now=later(), event_id=timed.event.pk)
    player = timed.section.registrations.get(number=1).player
    url = f"/my/{secret_of(PlayerLink.objects.get(player=player))}/calendar.ics"
    _, (entry,) = entries(visitor, url)
    assert entry["summary"].startswith("Round 1: board 1, ")
    assert player.name_in("en") in entry["summary"]
    assert visitor.get(url)["Cache-Control"].startswith("private")
    starts = {2: START + timedelta(days=1)}
    plan_rounds(actor=timed.olga, now=NOW, section_id=timed.section.pk, starts=starts)
    _, (_, planned) = entries(visitor, url)
    assert (planned["summary"], planned["status"]) == ("Round 2", "TENTATIVE")
    withdraw_player(actor=timed.olga, now=NOW, registration_id=timed.section.registrations.get(number=1).pk)
    assert len(entries(visitor, url)[1]) == 1
    assert visitor.get("/my/0123456789abcdef0123/calendar.ics").status_code == 404


def test_the_news_of_an_event_are_a_feed_that_changes_only_with_them(visitor: Client, timed: World) -> None:
    answer = visitor.get("/events/spring-cup/news.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    (entry,) = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title", "").startswith("Pairings: Round 1")
    published = Round.objects.get(number=1).published_at
    assert published is not None
    assert datetime.fromisoformat(entry.findtext(f"{ATOM}updated", "")) == published.replace(microsecond=0)
    tag = {"if-none-match": answer["ETag"]}
    assert visitor.get("/events/spring-cup/news.atom", headers=tag).status_code == 304


@pytest.mark.parametrize(
    ("page", "title"),
    [("open/standings/", "Standings"), ("open/rounds/1/", "Round 1"), ("games/{game}/", "Alice – Egor")],
)
def test_a_page_tells_how_it_is_embedded_and_only_then_may_be_framed(visitor, timed, page, title):
    address = f"/events/spring-cup/{page.format(game=timed.board.pk)}"
    whole = visitor.get(address)
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    (link,) = re.findall(r'type="application/json\+oembed" href="([^"]+)"', whole.content.decode())
    data = visitor.get(unescape(link).removeprefix(settings.SITE_URL), {}, follow=False).json()
    assert (data["version"], data["type"]) == ("1.0", "rich")
    assert title in data["title"]
    (source,) = re.findall(r'src="([^"]+)"', data["html"])
    framed = visitor.get(source.removeprefix(settings.SITE_URL))
    assert framed.status_code == 200 and "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    text = framed.content.decode()
    assert '<meta name="robots" content="noindex">' in text and "site-head" not in text
    assert "<form" not in text.replace('class="find', "") or 'method="post"' not in text
    assert f'href="{settings.SITE_URL}{address}"' in text
    assert page_of(framed).title


def test_pages_that_cannot_be_embedded_give_different_errors(visitor: Client, timed: World) -> None:
    site = settings.SITE_URL
    elsewhere = "https://elsewhere.example/events/spring-cup/"
    for url in (f"{site}/", f"{site}/events/none/open/standings/", elsewhere, ""):
        assert visitor.get("/oembed/", {"url": url}).status_code == 404
    page = f"{site}/events/spring-cup/open/standings/"
    assert visitor.get("/oembed/", {"url": page, "format": "xml"}).status_code == 501
    small = visitor.get("/oembed/", {"url": page, "maxwidth": "300", "maxheight": "200"}).json()
    assert (small["width"], small["height"]) == (300, 200)

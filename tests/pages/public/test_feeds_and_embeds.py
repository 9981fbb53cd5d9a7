"""Data of an event for other programs and sites: its calendar, its news, its pages in a frame."""

import re
from datetime import datetime, timedelta
from html import unescape
from xml.etree import ElementTree

import icalendar
import pytest
from django.conf import settings
from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World, later
from tournaments.models.round import Round
from tournaments.models.self_service import PlayerLink
from tournaments.services.player_links import issue_player_links, secret_of
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.schedule import plan_rounds
from tournaments.services.sections import withdraw_player

ATOM = "{http://www.w3.org/2005/Atom}"
START = NOW + timedelta(hours=4)


@pytest.fixture
def timed(world: World) -> World:
    """The first round of the open has a time."""
    Round.objects.filter(pk=world.rounds[0].pk).update(starts_at=START)
    return world


def entries(visitor: Client, url: str) -> tuple[icalendar.Calendar, list[icalendar.Event]]:
    answer = visitor.get(url)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = icalendar.Calendar.from_ical(answer.content)
    return calendar, list(calendar.walk("VEVENT"))


@pytest.mark.parametrize("url", ["/events/spring-cup/calendar.ics", "/events/spring-cup/open/calendar.ics"])
def test_a_calendar_has_each_round_that_is_public_and_has_a_time(
    visitor: Client, timed: World, url: str
) -> None:
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


def test_rounds_to_come_are_tentative_and_the_same_entries_once_they_are_published(
    visitor: Client, timed: World
) -> None:
    starts = {number: START + number * timedelta(days=1) for number in (2, 3)}
    plan_rounds(actor=timed.olga, now=NOW, section_id=timed.section.pk, starts=starts)
    for url in ("/events/spring-cup/calendar.ics", "/events/spring-cup/open/calendar.ics"):
        _, (first, second, third) = entries(visitor, url)
        assert [event["status"] for event in (first, second, third)] == [
            "CONFIRMED",
            "TENTATIVE",
            "TENTATIVE",
        ]
        assert [event["dtstart"].dt for event in (second, third)] == list(starts.values())
        assert second["summary"].startswith("Round 2")
        assert second["url"] == f"{settings.SITE_URL}/events/spring-cup/open/"
    for board in timed.rounds[0].pairings.all():
        enter_result(actor=timed.artur, now=NOW, pairing_id=board.pk, result="1-0")
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
    assert not ElementTree.fromstring(visitor.get("/events/spring-cup/news.atom").content).findall(
        f"{ATOM}entry"
    )


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
    feed = ElementTree.fromstring(answer.content)
    (entry,) = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title", "").startswith("Pairings: Round 1")
    published = Round.objects.get(number=1).published_at
    assert published is not None
    assert datetime.fromisoformat(entry.findtext(f"{ATOM}updated", "")) == published.replace(microsecond=0)
    assert (
        visitor.get("/events/spring-cup/news.atom", headers={"if-none-match": answer["ETag"]}).status_code
        == 304
    )


@pytest.mark.parametrize(
    ("page", "visible"),
    [("open/standings/", "Standings"), ("open/rounds/1/", "Round 1"), ("games/{game}/", "Alice – Egor")],
)
def test_a_page_tells_how_it_is_embedded_and_only_then_may_be_framed(
    visitor: Client, timed: World, page: str, visible: str
) -> None:
    address = f"/events/spring-cup/{page.format(game=timed.board.pk)}"
    whole = visitor.get(address)
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    (link,) = re.findall(r'type="application/json\+oembed" href="([^"]+)"', whole.content.decode())
    answer = visitor.get(unescape(link).removeprefix(settings.SITE_URL), {}, follow=False)
    data = answer.json()
    assert (data["version"], data["type"]) == ("1.0", "rich")
    assert visible in data["title"]
    (source,) = re.findall(r'src="([^"]+)"', data["html"])
    framed = visitor.get(source.removeprefix(settings.SITE_URL))
    assert framed.status_code == 200
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    text = framed.content.decode()
    assert '<meta name="robots" content="noindex">' in text
    assert "site-head" not in text
    assert "<form" not in text.replace('class="find', "") or 'method="post"' not in text
    assert f'href="{settings.SITE_URL}{address}"' in text
    assert page_of(framed).title


def test_pages_that_cannot_be_embedded_give_different_errors(visitor: Client, timed: World) -> None:
    site = settings.SITE_URL
    for url in (
        f"{site}/",
        f"{site}/events/none/open/standings/",
        "https://elsewhere.example/events/spring-cup/",
        "",
    ):
        assert visitor.get("/oembed/", {"url": url}).status_code == 404
    page = f"{site}/events/spring-cup/open/standings/"
    assert visitor.get("/oembed/", {"url": page, "format": "xml"}).status_code == 501
    small = visitor.get("/oembed/", {"url": page, "maxwidth": "300", "maxheight": "200"}).json()
    assert (small["width"], small["height"]) == (300, 200)

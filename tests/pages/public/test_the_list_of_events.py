"""Many events: a page at a time, found by name, place, game, federation and month, in few queries."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.events import create_event, edit_event
from tournaments.services.sections import create_section

MANY = 60


@pytest.fixture
def many(db: None) -> World:
    """Spring Cup in no month, and sixty more, one every fifteen days."""
    world = World(game="chess", regime="fide-2023")
    for number in range(MANY):
        starts = date(2026, 1, 1) + timedelta(days=15 * number)
        event = create_event(
            actor=world.olga,
            now=NOW,
            slug=f"cup-{number}",
            names={"en": f"Cup {number}", "ru": f"Кубок Невы {number}"},
            place="Санкт-Петербург" if number % 2 else "Lviv",
            federation="FID" if number % 2 else "UKR",
            starts_on=starts,
            ends_on=starts + timedelta(days=8),
            published=True,
        )
        if number % 10 == 0:
            create_section(
                actor=world.olga, now=NOW, event_id=event.pk, slug="open", names={"en": "Open"},
                game="draughts", regime="draughts64", format="round_robin",
            )  # fmt: skip
    return world


def titles(visitor: Client, **arguments: object) -> list[str]:
    page = page_of(visitor.get("/events/", arguments))
    assert page.problems == []
    return [text for level, text in page.headings if level == 2]


def test_every_event_is_on_one_page_of_the_list(visitor: Client, many: World) -> None:
    pages = [titles(visitor, page=number) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [24, 24, 13]
    assert len({title for page in pages for title in page}) == MANY + 1
    assert pages[0][0] == f"Cup {MANY - 1}"
    assert pages[2][-1] == "Spring Cup"
    assert titles(visitor, page=99) == pages[2]
    assert titles(visitor, page="x") == pages[0]


def test_pages_lead_to_each_other_with_what_was_asked(visitor: Client, many: World) -> None:
    links = page_of(visitor.get("/events/", {"federation": "UKR", "page": 1})).links
    assert "?federation=UKR&page=2" in links
    assert not any("page=0" in link for link in links)


@pytest.mark.long
@pytest.mark.parametrize(
    ("request_", "result"),
    [
        ({"q": "cup 59"}, ["Cup 59"]),
        ({"q": "кубок невы 7"}, ["Cup 7"]),
        ({"q": "neva kubok 7"}, []),  # no word begins with “neva”
        ({"q": "nevy kubok 7"}, ["Cup 7"]),
        ({"q": "sankt"}, None),
        ({"game": "draughts"}, [f"Cup {number}" for number in (50, 40, 30, 20, 10, 0)]),
        ({"federation": "UKR", "month": "2026-02"}, ["Cup 2"]),
        ({"month": "2026-01"}, ["Cup 2", "Cup 1", "Cup 0"]),
        ({"month": "2026-13"}, []),
        ({"month": "' OR 1=1"}, []),
        ({"game": "tavreli"}, []),
    ],
)
def test_events_are_found(
    visitor: Client, many: World, request_: dict[str, str], result: list[str] | None
) -> None:
    rows = titles(visitor, **request_)
    if result is None:
        assert len(rows) == 24
        assert all(int(title.split()[1]) % 2 for title in rows)
    else:
        assert rows == result


def test_a_new_name_or_place_is_found_at_once(visitor: Client, many: World) -> None:
    edit_event(actor=many.olga, now=NOW, event_id=many.event.pk, changes={"place": "Одеса"})
    assert titles(visitor, q="odesa") == ["Spring Cup"]


def test_a_short_list_is_not_searched(visitor: Client, db: None) -> None:
    World()
    assert "search" not in page_of(visitor.get("/events/")).words.lower()


def test_the_number_of_queries_does_not_grow(
    visitor: Client, many: World, django_assert_max_num_queries: Any
) -> None:
    visitor.get("/events/")
    with django_assert_max_num_queries(7):
        visitor.get("/events/")

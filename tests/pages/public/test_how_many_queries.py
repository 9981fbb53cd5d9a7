"""The number of queries of a page does not depend on how many players and boards there are."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.world import World

# With nothing in the cache.
MOST = {
    "events/": 4,  # one to know how many pages there are
    "events/{slug}/": 6,
    "events/{slug}/open/rounds/1/": 6,
    "events/{slug}/open/standings/": 8,  # points changed by penalties are read with the table
    "events/{slug}/open/crosstable/": 7,
    "events/{slug}/open/players/": 3,
    "events/{slug}/open/players/1/": 10,
    "events/{slug}/games/{game}/": 3,
}


def queries(client: Client, address: str) -> int:
    for kept in caches.all():
        kept.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("page", MOST)
def test_a_page_asks_no_more_for_ten_players_than_for_two(visitor: Client, db: None, page: str) -> None:
    small = World()
    large = World(slug="large-cup", others=tuple(f"Player {letter}" for letter in "abcdefgh"))
    few, many = (
        queries(visitor, "/" + page.format(slug=world.slug, game=world.board.pk)) for world in (small, large)
    )
    assert many == few
    assert many <= MOST[page]


def test_an_unchanged_page_costs_two(visitor: Client, world: World) -> None:
    address = "/events/spring-cup/open/crosstable/"
    etag = visitor.get(address)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert visitor.get(address, headers={"if-none-match": etag}).status_code == 304
    assert len(captured) <= 2

"""The number of queries of a page does not depend on how many players and boards there are."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.world import NOW, World
from tournaments.services.results import enter_result

# With nothing in the cache.
MOST = {
    "events/": 4,  # one to know how many pages there are
    # The boards of the moment, the table now and after the round before, who officiates.
    "events/{slug}/": 10,
    "events/{slug}/open/rounds/1/": 6,
    "events/{slug}/open/standings/": 9,  # points changed by penalties and play-offs are read with the table
    "events/{slug}/open/crosstable/": 7,
    "events/{slug}/open/players/": 3,
    "events/{slug}/open/players/1/": 10,
    "events/{slug}/games/{game}/": 3,
    "hall/{slug}/open/boards/": 5,
    "hall/{slug}/open/standings/": 5,
}


def queries(client: Client, address: str) -> int:
    for cach in caches.all():
        cach.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.long
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


@pytest.mark.parametrize(
    "page", ["open/rounds/1/", "open/standings/", "open/crosstable/", "open/standings/live/"]
)
def test_a_page_that_asks_again_after_a_result_costs_no_more_than_the_first_time(
    visitor: Client, world: World, page: str
) -> None:
    """Whatever it has heard of: the page is made once for all who ask."""
    address = f"/events/spring-cup/{page}"
    first = queries(visitor, address)
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    with CaptureQueriesContext(connection) as captured:
        changed = visitor.get(address, headers={"x-part": "a version"})
    assert len(captured) <= first
    with CaptureQueriesContext(connection) as captured:
        second = Client(headers={"accept-language": "en"}).get(address, headers={"x-part": "a version"})
    assert (second["ETag"], len(captured)) == (changed["ETag"], 2)

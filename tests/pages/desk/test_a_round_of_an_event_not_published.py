"""A round may be public while its event is not: the publisher is warned that it stays hidden."""

from django.test import Client

from tests.pages.html import page_of
from tests.world import World

WARNING = "The event is not published"


def test_a_published_round_says_that_its_event_is_not(olga: Client, world: World) -> None:
    assert WARNING not in page_of(olga.get("/desk/spring-cup/open/rounds/1/")).words
    world.event.published = False
    world.event.save()
    page = page_of(olga.get("/desk/spring-cup/open/rounds/1/"))
    assert page.problems == [] and WARNING in page.words
    assert WARNING not in page_of(olga.get("/desk/spring-cup/open/rounds/2/")).words

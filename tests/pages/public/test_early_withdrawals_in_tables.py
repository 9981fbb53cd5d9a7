"""Crosstable and standings say whose results do not count, and why."""

import pytest
from django.core.cache import caches
from django.test import Client

from tests.tournaments.conftest import NOW, World
from tests.tournaments.test_tables_of_a_section import NAMES, leave_after
from tournaments.services.events import edit_event

pytestmark = pytest.mark.django_db


@pytest.mark.long
@pytest.mark.parametrize(("played", "message"), [(2, True), (3, False)])
@pytest.mark.parametrize("page", ["crosstable", "standings"])
def test_a_player_who_left_before_half_of_their_games_is_named_with_the_reason(played, message, page):
    for cach in caches.all():  # keys of sections are used again
        cach.clear()
    world = World()
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    section = world.round_robin(*NAMES, published=5, slug="open")
    leave_after(world, section, played)
    content = Client().get(f"/events/spring-open/open/{page}/").content.decode()
    assert ("do not count (FIDE C.05)" in content) is message
    if page == "crosstable":
        assert content.count("−") >= 5 - played  # what they missed is in the table either way

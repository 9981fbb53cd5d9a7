"""The sections of an event are read in the order that was given them, whatever is counted beside them."""

import pytest
from django.db.models import Count

from tests.tournaments.conftest import World
from tournaments.models.section import Section
from tournaments.selectors.events import sections_shown

pytestmark = pytest.mark.django_db


def test_counting_players_keeps_the_order_of_sections(world: World) -> None:
    sections = [world.section() for _ in range(4)]
    for place, section in enumerate(reversed(sections)):
        Section.objects.filter(pk=section.pk).update(position=place + 1)
    counted = sections_shown(sections[0].event).annotate(n=Count("registrations"))
    assert counted.query.order_by == ("position", "slug")
    keys = [item.pk for item in counted if item in sections]
    assert keys == [item.pk for item in reversed(sections)]

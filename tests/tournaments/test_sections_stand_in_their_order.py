"""The sections of an event are read in the order that was given them, whatever is counted beside them."""

from __future__ import annotations

import pytest
from django.db.models import Count

from tests.tournaments.conftest import World
from tournaments.models.section import Section
from tournaments.selectors.events import sections_shown

pytestmark = pytest.mark.django_db


def test_counting_players_keeps_the_order_of_sections(world: World) -> None:
    made = [world.section() for _ in range(4)]
    for place, section in enumerate(reversed(made)):
        Section.objects.filter(pk=section.pk).update(position=place + 1)
    counted = sections_shown(made[0].event).annotate(n=Count("registrations"))
    assert counted.query.order_by == ("position", "slug")
    shown = [one.pk for one in counted if one in made]
    assert shown == [one.pk for one in reversed(made)]

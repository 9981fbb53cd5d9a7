"""Ratings change during an event of more than 30 days (C.07, 10): the desk accepts them and advises."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World

ADVICE = "The event lasts more than 30 days"


@pytest.mark.parametrize(("days", "long"), [(30, False), (31, True)])
def test_its_forms_advise_against_rating_tiebreaks_and_take_ratings_by_round(
    world: World, olga: Client, days: int, long: bool
) -> None:
    event = world.event
    event.starts_on, event.ends_on = NOW.date(), NOW.date() + timedelta(days=days)
    event.save()
    settings = olga.get("/desk/spring-cup/open/edit/")
    assert settings.status_code == 200
    assert (ADVICE in settings.content.decode()) is long
    registration = world.section.registrations.get(number=1)
    player = olga.get(f"/desk/spring-cup/open/players/{registration.number}/")
    assert player.status_code == 200
    assert ("later_ratings" in player.content.decode()) is long
    assert page_of(settings).title

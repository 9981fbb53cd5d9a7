"""Olga's event with its boards, and every kind of user who might open its desk."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tavleya.actors import Role
from tests.databases import remembered
from tests.world import NOW, World, person
from tournaments.services.events import grant_role


def signed_in(name: str) -> Client:
    """Return a client signed in under this name, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(get_user_model().objects.get(username=name))
    return client


@pytest.fixture
def world(db: None) -> World:
    """Six players of a chess round robin, round 1 being played; Ana is an arbiter."""
    return desk_world()


@remembered
def desk_world() -> World:
    """Build the world of the fixture `world`."""
    world = World(
        game="chess",
        regime="fide-2023",
        control="90+30",
        tracking="result",
        others=("dora", "egor", "fima", "gleb"),
    )
    world.people["ana"] = person("ana")
    grant_role(
        actor=world.olga, now=NOW, event_id=world.event.pk, user_id=world.ana.user_id, role=Role.ARBITER
    )
    return world


@pytest.fixture
def olga(world: World) -> Client:
    return signed_in("olga")

"""Olga's event with its boards, and everybody who might come to its desk."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from common.actors import Role
from tests.databases import remembered
from tests.world import NOW, World, person
from tournaments import services


def signed_in(name: str) -> Client:
    """Somebody who reads English, signed in under this name."""
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
    services.grant_role(
        actor=world.olga, now=NOW, event_id=world.event.pk, user_id=world.ana.user_id, role=Role.ARBITER
    )
    return world


@pytest.fixture
def olga(world: World) -> Client:
    return signed_in("olga")

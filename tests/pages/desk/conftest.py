"""Olga's event with its boards, and helpers that sign in users and create sections and players."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tavleya.actors import Role
from tests.databases import remembered
from tests.world import NOW, World, person
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.services.events import grant_role
from tournaments.services.players import add_player
from tournaments.services.sections import create_section, enter_player


def signed_in(name: str) -> Client:
    """Return a client signed in under this name, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(get_user_model().objects.get(username=name))
    return client


def sign_in(page: Any, base: str, name: str) -> None:
    """Sign a browser in."""
    cookie = {"name": "sessionid", "value": signed_in(name).cookies["sessionid"].value, "url": base}
    page.context.add_cookies([cookie])


@pytest.fixture
def world(db: None) -> World:
    """Six players of a chess round robin, round 1 being played; Ana is an arbiter."""
    return desk_world()


@remembered
def desk_world() -> World:
    """Build the world of the fixture `world`."""
    others = ("dora", "egor", "fima", "gleb")
    world = World(game="chess", regime="fide-2023", control="90+30", tracking="result", others=others)
    ana = world.people["ana"] = person("ana")
    grant_role(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=ana.user_id, role=Role.ARBITER)
    return world


@pytest.fixture
def olga(world: World) -> Client:
    return signed_in("olga")


def new_section(world: World, slug: str, **fields: Any) -> Section:
    """Create a section in Olga's event: a Swiss of five rounds of chess, unless `fields` say otherwise."""
    common = {"names": {"en": slug.title()}, "game": "chess", "regime": "fide-2023", "format": "swiss"}
    if "format" not in fields:
        common["rounds_planned"] = 5
    common |= fields
    return create_section(actor=world.olga, now=NOW, event_id=world.event.pk, slug=slug, **common)


def new_player(world: World, family_name: str, **fields: Any) -> Player:
    return add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=family_name, **fields)


def enter(world: World, section: Section, *names: str, **fields: Any) -> list[Registration]:
    """Enter a new player for each name, in order."""
    players = [new_player(world, name, **fields) for name in names]
    by_olga = {"actor": world.olga, "now": NOW, "section_id": section.pk}
    return [enter_player(**by_olga, player_id=player.pk) for player in players]

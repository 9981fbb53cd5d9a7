"""A world is built once a process and copied afterwards, but only into an empty database."""

import json
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.live import publishing
from tests import databases
from tests.databases import empty_the_database, remembered
from tests.world import NOW, World, person
from tournaments.models.player import Player
from tournaments.services.players import add_player

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def calls() -> list[str]:
    return []


@pytest.fixture
def build(calls: list[str]) -> Callable[[str], dict[str, int]]:
    @remembered
    def users(name: str) -> dict[str, int]:
        calls.append(name)
        user_id = person(name).user_id
        assert user_id is not None
        return {name: user_id}

    return users


def usernames() -> set[str]:
    return set(get_user_model().objects.values_list("username", flat=True))


def test_the_second_call_restores_the_rows_and_a_separate_result(build, calls) -> None:
    with transaction.atomic():
        first = build("olga")
        transaction.set_rollback(True)
    assert usernames() == set()
    second = build("olga")
    assert calls == ["olga"]
    assert second == first and second is not first
    assert get_user_model().objects.get(username="olga").pk == first["olga"]


@pytest.mark.parametrize(
    ("reason", "name", "users"),
    [("other arguments", "pia", {"pia"}), ("rows", "olga", {"sam", "olga"}), ("settings", "olga", {"olga"})],
)
def test_nothing_is_copied_for_other_arguments_among_rows_and_under_changed_settings(
    build, calls, settings, reason, name, users
) -> None:
    with transaction.atomic():
        build("olga")
        transaction.set_rollback(True)
    if reason == "rows":
        person("sam")
    elif reason == "settings":
        settings.MEDIA_ROOT = "/elsewhere"
    build(name)
    assert calls == ["olga", name]
    assert usernames() == users


# A transactional test gets a copy too, and nothing that was known under its ids.


def transactional(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.redis(pytest.mark.django_db(transaction=True)(test))


@pytest.fixture
def built() -> World:
    """A world that was built in this test, and is gone from the database."""
    databases._snapshots.clear()
    world = World()
    world.started()
    empty_the_database()
    return world


def sorted_rows() -> dict[str, list[str]]:
    """The rows of each table, which the database gives in any order."""
    return {table: sorted(json.dumps(row) for row in json.loads(rows)) for table, rows in databases._rows().items()}


@transactional
def test_the_copy_has_the_same_rows_and_is_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    databases._snapshots.clear()
    world = World()
    rows = sorted_rows()
    empty_the_database()
    monkeypatch.setattr(World, "__post_init__", lambda _self: pytest.fail("it was built again"))
    copied = World()
    assert copied is not world
    assert copied.event == world.event
    assert sorted_rows() == rows
    assert copied.started().pk == copied.board.pk
    assert Client().get(reverse("event", args=[copied.event.slug])).status_code == 200
    added = add_player(actor=copied.olga, now=NOW, event_id=copied.event.pk, family_name="New")
    assert added.pk == max(Player.objects.values_list("pk", flat=True))


@transactional
def test_nothing_is_known_of_the_rows_that_had_its_ids(built: World) -> None:
    shared, other = caches["default"], caches["computed"]
    shared.set("of-a-row", 1)
    other.set("of-a-row", 1)
    broker = shared._cache.get_client(None, write=True)
    broker.set("of-the-broker", 1)
    publishing._WALLS[1] = "walls/1"
    World()
    assert shared.get("of-a-row") is other.get("of-a-row") is None
    assert broker.getdel("of-the-broker") == b"1"
    assert not publishing._WALLS


@transactional
def test_changes_to_a_world_do_not_reach_its_copies(built: World) -> None:
    first = World()
    entries = first.board.entries.count()
    first.started()
    assert first.board.entries.count() > entries
    first.people.clear()
    empty_the_database()
    second = World()
    assert second.people
    assert second.board.entries.count() == entries

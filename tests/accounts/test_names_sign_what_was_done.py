"""Actions are signed with names read at display time: permanent data contain no names."""

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from games.models.record import RecordEntry
from tavleya.errors import NotPermitted
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.names import names_of
from tournaments.services.results import enter_result

S = "/desk/spring-cup/open/"


@pytest.fixture
def world(db: None) -> World:
    world = World(game="chess", regime="fide-2023", control="90+30", tracking="result")
    for name, text in (("olga", "Olga Orlova"), ("artur", "Artur Arbenin")):
        User.objects.filter(username=name).update(name=text)
    return world


@pytest.fixture
def desk(world: World) -> Client:
    return signed_in("olga")


def rename(actor_id: int | None, name: str) -> None:
    user = User.objects.get(pk=actor_id)
    user.name = name
    user.save()


def test_the_log_shows_the_name_of_today(desk: Client, world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    words = page_of(desk.get("/desk/spring-cup/log/")).words
    assert "Artur Arbenin" in words
    assert " artur" not in words
    rename(world.artur.user_id, "Artur Novak")
    words = page_of(desk.get("/desk/spring-cup/log/")).words
    assert "Artur Novak" in words
    assert "Arbenin" not in words


def test_a_result_is_signed_with_the_name(desk: Client, world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert "Artur Arbenin" in page_of(desk.get(S + "rounds/1/boards/1/correction/")).words


def test_nothing_kept_for_ever_holds_a_name(world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    for rows in (Log.objects.values(), RecordEntry.objects.filter(user=world.artur.user_id).values()):
        stored = str(list(rows))
        assert stored != "[]"
        assert f"user:{world.artur.user_id}" in stored
        assert "rtur" not in stored


def test_a_deleted_account_is_shown_only_as_deleted(desk: Client, world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    User.objects.filter(username="artur").update(deleted_at=NOW, name="", username="deleted-1")
    words = page_of(desk.get("/desk/spring-cup/log/")).words
    assert "Deleted account" in words
    assert "deleted-1" not in words


def test_players_and_the_service_are_named_too(world: World) -> None:
    player = world.pairing.white.player
    keys = [f"player:{player.pk}", world.olga.key, "system:sweep", "user:0"]
    assert names_of(keys) == {
        f"player:{player.pk}": player.full_name, world.olga.key: "Olga Orlova", "system:sweep": "sweep",
        "user:0": "user:0",
    }  # fmt: skip


def test_people_can_rename_only_themselves(world: World) -> None:
    accounts.rename(actor=world.olga, user_id=world.olga.user_id or 0, name=" Olga Petrova ")
    assert User.objects.get(username="olga").name == "Olga Petrova"
    with pytest.raises(NotPermitted):
        accounts.rename(actor=world.olga, user_id=world.artur.user_id or 0, name="Nobody")

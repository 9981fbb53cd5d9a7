"""Acts of the desk: done once for each idempotency key, and refused on the page of their form."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.world import World
from tournaments.models.log import Log


@pytest.fixture
def olga(world: World, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(pk=world.olga.user_id))
    return client


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", published=False)


def test_an_act_that_is_sent_twice_is_done_once_and_answered_alike(world: World, olga: Client) -> None:
    address = reverse("desk_round_action", args=["spring-cup", "open", 1])
    for _ in range(2):
        answer = olga.post(address, {"act": "publish"}, headers={"Idempotency-Key": "one"})
        assert answer.headers["Location"] == reverse("desk_round", args=["spring-cup", "open", 1])
        assert "Round 1 has been published." in olga.get(answer.headers["Location"]).content.decode()
    assert Log.objects.filter(action="round.published", after__round=1).count() == 1
    response = olga.post(address, {"act": "publish"})
    assert response.status_code == 409, "without the key it is another act"


def test_a_key_that_comes_with_another_act_is_refused(world: World, olga: Client) -> None:
    address = reverse("desk_round_action", args=["spring-cup", "open", 1])
    olga.post(address, {"act": "publish"}, headers={"Idempotency-Key": "one"})
    answer = olga.post(address, {"act": "start"}, headers={"Idempotency-Key": "one"})
    assert answer.status_code == 422
    assert not Log.objects.filter(action="round.started", after__round=1).exists()


def test_a_form_that_is_not_valid_comes_back_with_what_was_typed(world: World, olga: Client) -> None:
    address = reverse("desk_round_action", args=["spring-cup", "open", 1])
    answer = olga.post(address, {"act": "schedule", "at": "tomorrow"})
    assert answer.status_code == 422 and "tomorrow" in answer.content.decode()

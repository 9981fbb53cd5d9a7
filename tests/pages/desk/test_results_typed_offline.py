"""A result that is sent again, or by another account, or after somebody else's."""

from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.world import NOW, World
from tournaments.models.log import Log
from tournaments.models.self_service import PlayerLink, ResultReport
from tournaments.services.player_links import issue_player_links, secret_of
from tournaments.services.results import enter_result, withdraw_result


def sent(
    world: World, client: Client, key: str, typed_by: int | None = None, **arguments: str
) -> HttpResponse:
    """Board 1, as hana's page had it."""
    body = {"result": "1-0", "version": str(world.pairing.version), **arguments}
    headers = {"Idempotency-Key": key, "X-Typed-By": str(typed_by or world.hana.user_id)}
    address = reverse("desk_result", args=["spring-cup", "open", 1, 1])
    return client.post(address, body, headers=headers)  # type: ignore[return-value]


def as_hana(world: World, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(pk=world.hana.user_id))
    return client


def test_a_result_that_comes_twice_is_entered_once_even_if_it_was_taken_back_between(
    world: World, client: Client
) -> None:
    as_hana(world, client)
    seen = str(world.pairing.version)
    assert sent(world, client, "one", version=seen).json() == {"said": "Board 1: saved."}
    withdraw_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk)
    assert sent(world, client, "one", version=seen).json() == {"said": "Board 1: saved."}
    world.pairing.refresh_from_db()
    assert world.pairing.result == ""
    assert Log.objects.filter(action="result.entered").count() == 1


def test_a_key_that_comes_with_another_result_is_refused(world: World, client: Client) -> None:
    as_hana(world, client)
    sent(world, client, "one")
    answer = sent(world, client, "one", result="0-1")
    assert answer.status_code == 422


def test_a_result_entered_meanwhile_stands_and_is_named(world: World, client: Client) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    answer = sent(world, as_hana(world, client), "one", version="0")
    assert answer.status_code == 409
    assert "artur has entered 0 – 1" in answer.json()["said"]
    world.pairing.refresh_from_db()
    assert world.pairing.result == "0-1"


def test_a_result_typed_by_another_account_is_not_sent(world: World, client: Client) -> None:
    answer = sent(world, as_hana(world, client), "one", typed_by=world.olga.user_id)
    assert answer.status_code == 403
    assert answer.json()["code"] == "typed_by_another"
    world.pairing.refresh_from_db()
    assert world.pairing.result == ""


def test_a_players_report_that_comes_twice_is_noted_once(world: World, client: Client) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    link = PlayerLink.objects.get(player=world.pairing.white.player, revoked_at=None)
    body = {"do": "report", "board": str(world.pairing.pk), "result": "1-0"}
    for _time in range(2):
        answer = client.post(f"/my/{secret_of(link)}/", body, headers={"Idempotency-Key": "one"})
        assert answer.json() == {"said": "Your report has been saved."}
    assert ResultReport.objects.count() == Log.objects.filter(action="result.reported").count() == 1

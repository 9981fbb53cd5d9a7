"""The log of an event for programs: replayed by number, in both forms, for the public and for officials."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.api.test_tournaments import Api
from tests.world import NOW, World, later
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.selectors.act_stream import happened, last_number
from tournaments.services.events import edit_event
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.schedule import reschedule_round

pytestmark = pytest.mark.django_db
STAFF = ("see_desk", "see_drafts")


@pytest.fixture
def world() -> World:
    return World(game="chess", regime="fide-2023", others=("dora", "egor"))


def enter(world: World, result: str = "1-0") -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result=result)


def lines(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.content
    return [json.loads(line) for line in answer.content.decode().splitlines()]


def test_it_begins_now_and_goes_on_after_a_number(world: World) -> None:
    api = Api(world)
    (begin,) = lines(api.get("stream/"))
    assert begin == {"id": last_number(world.event), "kind": "begin"}
    enter(world)
    messages = lines(api.get(f"stream/?since={begin['id']}"))
    assert messages[-1] == {
        "id": last_number(world.event), "at": NOW.isoformat(), "kind": "result.entered", "section": "open",
        "round": 1, "board": 1, "result": "1-0",
    }  # fmt: skip
    assert lines(api.get("stream/", Last_Event_ID=str(begin["id"]))) == messages


def test_it_has_the_form_of_server_sent_events_too(world: World) -> None:
    enter(world)
    number = last_number(world.event)
    answer = Api(world).get(f"stream/?since={number - 1}", Accept="text/event-stream")
    assert answer["Content-Type"].startswith("text/event-stream")
    last = answer.content.decode().strip().split("\n\n")[-1].splitlines()
    assert last[:2] == [f"id: {number}", "event: result.entered"]
    assert json.loads(last[2].removeprefix("data: "))["result"] == "1-0"


def test_the_public_gets_public_lines_and_officials_get_all(world: World) -> None:
    add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Tal")
    enter(world)
    kinds = {line["kind"] for line in lines(Api(world).get("stream/?since=0"))}
    officials = {line["kind"] for line in lines(Api(world, "artur", STAFF).get("stream/?since=0"))}
    assert {"round.published", "round.started", "result.entered"} <= kinds
    assert "player.added" not in kinds
    assert {"player.added", "role.granted"} | kinds <= officials


def test_a_draft_is_in_the_stream_of_officials_only(world: World) -> None:
    reschedule_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk, starts_at=NOW + timedelta(days=1))
    everyone = [line for line in lines(Api(world).get("stream/?since=0")) if line.get("round") == 2]
    officials = [line for line in lines(Api(world, "artur", STAFF).get("stream/?since=0")) if line.get("round") == 2]
    assert everyone == []
    assert officials


def test_a_result_held_back_by_a_broadcast_delay_is_not_public(world: World) -> None:
    enter(world)
    Pairing.objects.filter(pk=world.pairing.pk).update(public_from=later(hours=1))

    def public(**after: float) -> list[str]:
        return [
            happening.kind for happening in happened(world.event, 0, now=later(**after), most=100) if happening.public
        ]

    assert "result.entered" not in public(minutes=1)
    assert "result.entered" in public(hours=2)


def test_lines_of_one_moment_are_sent_once_more(world: World) -> None:
    """One may be committed after another with a higher number."""
    enter(world)
    last = Log.objects.filter(event=world.event).order_by("-pk")[0]
    assert [happening.number for happening in happened(world.event, last.pk, now=NOW, most=10)] == []
    assert last.pk in [happening.number for happening in happened(world.event, last.pk, now=NOW, most=100, again=True)]


def test_an_event_that_is_not_published_is_followed_by_its_officials_alone(world: World) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert Client().get(f"/api/v1/events/{world.event.slug}/stream/").status_code == 404
    assert Api(world, "artur", STAFF).get("stream/").status_code == 200


def test_a_problem_and_an_empty_answer_say_what_they_are_in_either_form(world: World) -> None:
    for form in ("text/event-stream", "application/x-ndjson"):
        missing = Client().get("/api/v1/events/no-such-event/stream/", headers={"Accept": form})
        assert missing.status_code == 404
        assert missing["Content-Type"] == "application/problem+json"
        assert json.loads(missing.content)["code"] == "not_found"
        nothing = Api(world).get(f"stream/?since={10**15 - 1}", Accept=form)
        assert (nothing.content, nothing["Content-Type"].split(";")[0]) == (b"", form)

"""Sections, players, rounds, boards, standings and rulings through the API: reading, editing, both forms of a list."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arbiter.services.ruling import claim_flag
from notifications.services.due_lines import spread_due
from people.services.persons import hide_person
from tavleya.actors import Actor
from tavleya.sides import Side
from tests.api.test_entries import token
from tests.pages.public.test_people import person_of, player_of, two
from tests.world import NOW, World, later
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.selectors.act_stream import happened, last_number
from tournaments.services.events import edit_event
from tournaments.services.players import add_player
from tournaments.services.results import correct_result, enter_result
from tournaments.services.schedule import plan_rounds, reschedule_round
from tournaments.services.section_settings import leave_mode
from tournaments.services.sections import create_section

__all__ = ["two"]

pytestmark = pytest.mark.django_db

NDJSON = "application/x-ndjson"
SCOPES = ("enter_result", "correct_result", "enter_players", "manage_webhooks", "see_drafts")


class Api:
    def __init__(self, world: World, name: str = "", scopes: tuple[str, ...] = SCOPES) -> None:
        self.client = Client(headers={"accept-language": "en"})
        self.base = f"/api/v1/events/{world.event.slug}/"
        self.headers = {"Authorization": f"Bearer {token(world, name, scopes)}"} if name else {}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(self.base + path, headers=self.headers | _header_names(headers))

    def send(self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
        act = getattr(self.client, method)
        data = json.dumps(body) if body is not None else None
        return act(
            self.base + path, data, content_type="application/json", headers=self.headers | _header_names(headers)
        )


def _header_names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", tracking="live", others=("dora", "egor"))


BOARD = "sections/open/rounds/1/pairings/1/"
LISTS = (
    "games/", "players/", "rulings/", "sections/", "sections/open/registrations/", "sections/open/rounds/",
    "sections/open/rounds/1/pairings/", "sections/open/standings/",
)  # fmt: skip


@pytest.mark.parametrize("path", LISTS)
def test_a_list_has_two_forms_with_the_same_rows(world, path):
    world.started()
    claim_flag(actor=world.artur, now=NOW + timedelta(hours=2), game_id=world.board.pk, side=Side.WHITE)
    rows = Api(world).get(path).json()["results"]
    assert rows
    lines = Api(world).get(path, Accept=NDJSON)
    assert lines["Content-Type"].startswith(NDJSON)
    assert [json.loads(line) for line in lines.content.decode().splitlines()] == rows


@pytest.mark.parametrize("path", ["players/", "sections/open/standings/", "sections/open/registrations/"])
@pytest.mark.parametrize("accept", ["application/json", NDJSON])
def test_pages_follow_each_other_to_the_end(world, path, accept):
    expected = Api(world).get(path).json()["results"]
    rows, address, pages = [], f"{path}?page_size=3", 0
    while address:
        response = Api(world).get(address, Accept=accept)
        pages += 1
        if accept == NDJSON:
            rows += [json.loads(line) for line in response.content.decode().splitlines()]
        else:
            rows += response.json()["results"]
        links = dict(reversed(part.strip().split("; ")) for part in response.headers.get("Link", "").split(",") if part)
        address = links.get('rel="next"', "").strip("<>").partition("spring-cup/")[2]
    assert rows == expected and pages == 2


def test_a_list_without_rows_has_no_lines_and_says_so(world):
    response = Api(world).get("rulings/", Accept=NDJSON)
    assert (response.status_code, response.content) == (200, b"")
    assert response["Content-Type"] == NDJSON


def test_standings_have_every_tie_break_and_a_tag(world):
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    response = Api(world).get("sections/open/standings/")
    first = response.json()["results"][0]
    assert (first["name"], first["points"], first["rank"]) == (world.pairing.white.player.full_name, "1", 1)
    assert {item["code"] for item in first["tiebreaks"]} == set(world.section.tiebreaks)
    unchanged = Api(world).get("sections/open/standings/", If_None_Match=response["ETag"])
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    correct_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1", reason="slip")
    assert Api(world).get("sections/open/standings/", If_None_Match=response["ETag"]).status_code == 200


def test_drafts_are_there_for_officers_alone(world):
    for name, numbers in (("", [1]), ("alice", [1]), ("artur", [round_.number for round_ in world.rounds])):
        rows = Api(world, name).get("sections/open/rounds/").json()["results"]
        assert [row["number"] for row in rows] == numbers
    assert Api(world, "artur").get("sections/open/rounds/2/pairings/").status_code == 200


# Edits


def test_a_result_is_entered_with_the_tag_of_what_was_read(world):
    api = Api(world, "artur")
    tag = api.get(BOARD)["ETag"]
    without = api.send("put", BOARD, {"result": "1-0"})
    assert (without.status_code, without.json()["code"]) == (428, "precondition_required")
    assert without["Content-Type"] == "application/problem+json" and world.pairing.result == ""
    response = api.send("put", BOARD, {"result": "1-0"}, If_Match=tag)
    assert (response.status_code, response.json()["result"]) == (200, "1-0")
    assert response["ETag"] != tag
    late = api.send("put", BOARD, {"result": "0-1", "reason": "slip"}, If_Match=tag)
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert Pairing.objects.get(pk=world.pairing.pk).result == "1-0"
    bare = api.send("put", BOARD, {"result": "0-1"}, If_Match="*")
    assert (bare.status_code, bare.json()["code"]) == (422, "reason_missing")
    fresh = api.send("put", BOARD, {"result": "0-1", "reason": "slip"}, If_Match=response["ETag"])
    assert (fresh.status_code, fresh.json()["result"]) == (200, "0-1")


def test_a_player_is_added_once_however_often_it_is_sent(world):
    api, body = Api(world, "olga"), {"family_name": "Tal", "ratings": {"standard": 2705}}
    first = api.send("post", "players/", body, Idempotency_Key="one")
    second = api.send("post", "players/", body, Idempotency_Key="one")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json() and second["Idempotency-Replayed"] == "true"
    assert Player.objects.filter(event=world.event, family_name="Tal").count() == 1
    other = api.send("post", "players/", {"family_name": "Fischer"}, Idempotency_Key="one")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


# Rulings and webhooks


def test_rulings_are_read_with_article_and_grounds_and_without_notes(world):
    world.started()
    ruling = claim_flag(actor=world.artur, now=NOW + timedelta(hours=2), game_id=world.board.pk, side=Side.WHITE)
    (row,) = Api(world).get("rulings/").json()["results"]
    assert (row["game"], row["number"], row["kind"], row["result"]) == (world.board.pk, 1, "flag", "0-1")
    assert row["article"] == ruling.article and row["grounds"]
    assert "note" not in row and "facts" not in row


def test_a_webhook_is_registered_shown_without_its_secret_and_revoked(world):
    api = Api(world, "olga")
    response = api.send("post", "webhooks/", {"url": "https://example.org/x", "kinds": ["result.recorded"]})
    assert response.status_code == 201 and response.json()["secret"].startswith("whsec_")
    (row,) = api.get("webhooks/").json()["results"]
    assert row["url"] == "https://example.org/x" and "secret" not in row
    enter_result(actor=world.artur, now=timezone.now(), pairing_id=world.pairing.pk, result="1-0")
    spread_due(timezone.now())
    (sent,) = api.get(f"webhooks/{row['id']}/deliveries/").json()["results"]
    assert (sent["kind"], sent["delivered_at"]) == ("result.recorded", None)
    assert api.send("delete", f"webhooks/{row['id']}/").status_code == 204
    assert api.get("webhooks/").json()["results"] == []


def test_a_section_says_when_rounds_are_planned_to_begin_and_whether_it_is_in_the_mode_of_its_regulations(world):
    plan_rounds(actor=world.olga, now=NOW, section_id=world.section.pk, starts={2: NOW + timedelta(days=1)})
    (section,) = Api(world).get("sections/").json()["results"]
    assert section["planned_starts"] == [None, "2026-11-21T10:00:00Z"]
    swiss = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip

    def modes() -> dict[str, tuple[str | None, bool]]:
        rows = Api(world).get("sections/").json()["results"]
        return {row["slug"]: (row["mode"], row["in_mode"]) for row in rows}

    assert modes() == {"open": (None, False), "swiss": ("FIDE mode", True)}
    leave_mode(actor=world.olga, now=NOW, section_id=swiss.pk, confirmed=["leaving_mode"], typed="swiss")
    assert modes()["swiss"] == ("FIDE mode", False)


# A person over all events, and two persons against each other, as programs read them.


def test_a_person_is_read_with_history(two: tuple[World, World]) -> None:
    key, other = (person_of(two[0], name) for name in ("alice", "bob"))
    person = Client().get(f"/api/v1/people/{key}/").json()
    assert (person["id"], person["fide_id"], person["name"]) == (key, 4_100_018, "Alice")
    assert {section["event"]: (section["points"], section["place"]) for section in person["sections"]} == {
        "spring-cup": ("1", "1"),
        "autumn-cup": ("½", "1–2"),
    }
    assert {(row["list"], row["rating"]) for row in person["ratings"]} == {("standard", 2000), ("standard", 2050)}
    games = {section["event"]: section["games"] for section in person["sections"]}
    assert [(game["mark"], game["opponent_person"]) for game in games["spring-cup"]] == [("1", other)]
    assert [section["change"] for section in person["sections"]] == [None, 1000]
    both = [score for score in person["scores"] if score["side"] is None]
    assert {(score["game"], score["won"], score["drawn"]) for score in both} == {("chess", 1, 0), ("draughts", 0, 1)}


def test_two_persons_are_read_against_each_other_and_a_hidden_one_is_not_found(two):
    key, other = (person_of(two[0], name) for name in ("alice", "bob"))
    data = Client().get(f"/api/v1/people/{other}/against/{key}/").json()
    assert {(game["event"], game["mark"]) for game in data["games"]} == {("spring-cup", "0"), ("autumn-cup", "½")}
    assert Client().get(f"/api/v1/people/{key}/against/{key}/").status_code == 404
    player = player_of(two[0], "alice")
    hide_person(actor=Actor(None, "", player_id=player.pk), now=NOW, player_id=player.pk, hidden=True)
    assert Client().get(f"/api/v1/people/{key}/").status_code == 404


# The log of an event for programs: replayed by number, in both forms

STAFF = ("see_desk", "see_drafts")


def enter(world: World, result: str = "1-0") -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result=result)


def lines(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.content
    return [json.loads(line) for line in answer.content.decode().splitlines()]


def test_the_stream_begins_now_and_goes_on_after_a_number(world: World) -> None:
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


def test_the_stream_has_the_form_of_server_sent_events_too(world: World) -> None:
    enter(world)
    number = last_number(world.event)
    response = Api(world).get(f"stream/?since={number - 1}", Accept="text/event-stream")
    assert response["Content-Type"].startswith("text/event-stream")
    last = response.content.decode().strip().split("\n\n")[-1].splitlines()
    assert last[:2] == [f"id: {number}", "event: result.entered"]
    assert json.loads(last[2].removeprefix("data: "))["result"] == "1-0"


def test_the_public_gets_public_lines_and_officials_get_all_also_of_an_event_that_is_not_published(world):
    add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Tal")
    enter(world)
    reschedule_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk, starts_at=NOW + timedelta(days=1))
    public, official = (lines(api.get("stream/?since=0")) for api in (Api(world), Api(world, "artur", STAFF)))
    kinds, officials = ({line["kind"] for line in feed} for feed in (public, official))
    assert {"round.published", "round.started", "result.entered"} <= kinds
    assert "player.added" not in kinds
    assert {"player.added", "role.granted"} | kinds <= officials
    assert [any(line.get("round") == 2 for line in feed) for feed in (public, official)] == [False, True]  # a draft
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert Client().get(f"/api/v1/events/{world.event.slug}/stream/").status_code == 404
    assert Api(world, "artur", STAFF).get("stream/").status_code == 200


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


def test_a_problem_and_an_empty_answer_say_what_they_are_in_either_form(world: World) -> None:
    for form in ("text/event-stream", "application/x-ndjson"):
        missing = Client().get("/api/v1/events/no-such-event/stream/", headers={"Accept": form})
        assert missing.status_code == 404
        assert missing["Content-Type"] == "application/problem+json"
        assert json.loads(missing.content)["code"] == "not_found"
        nothing = Api(world).get(f"stream/?since={10**15 - 1}", Accept=form)
        assert (nothing.content, nothing["Content-Type"].split(";")[0]) == (b"", form)

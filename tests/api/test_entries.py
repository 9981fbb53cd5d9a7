"""A program posts what happens at a board."""

import secrets
from typing import Any

import pytest
from django.test import Client

from games.models.game import IdempotencyKey
from games.models.record import RecordEntry
from tests.world import NOW, World
from tournaments.models.access import ApiToken
from tournaments.services.tokens import PREFIX, digest_of

pytestmark = pytest.mark.django_db


class Api:
    """A client with a bearer token."""

    def __init__(
        self, world: World, name: str | None, scopes: tuple[str, ...] = ("play", "claim", "call_arbiter")
    ) -> None:
        self.client, self.world, self.headers = Client(), world, {}
        self.base = f"/api/v1/events/{world.event.slug}/games/"
        if name:
            self.headers["Authorization"] = f"Bearer {token(world, name, scopes)}"

    def post(self, body: dict[str, Any], **headers: str) -> Any:
        return self.client.post(
            f"{self.base}{self.world.board.pk}/entries/",
            body,
            content_type="application/json",
            headers=self.headers | {name.replace("_", "-"): value for name, value in headers.items()},
        )

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(self.base + path, headers=self.headers | headers)


def token(world: World, name: str, scopes: tuple[str, ...]) -> str:
    """A token of `name` for the world's event, issued past the permission to issue tokens."""
    secret = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(
        event=world.event, user_id=world.people[name].user_id, name=secret[-8:], digest=digest_of(secret),
        scopes=list(scopes), created_at=NOW,
    )  # fmt: skip
    return secret


def test_a_move_is_recorded_with_its_press_and_the_position_after_it_comes_back(world: World) -> None:
    response = Api(world, "alice").post({"kind": "move", "move": "д2 – д4", "seq": world.board.seq})
    assert response.status_code == 201, response.content
    body = response.json()
    assert [entry["kind"] for entry in body["entries"]] == ["move", "press"]
    assert body["entries"][0]["move"] == "e2-e4", "any notation of the game is read"
    assert body["game"]["state"]["turn"] == "black"
    assert body["game"]["seq"] == world.board.seq == 4


@pytest.mark.parametrize("tracking", ["result", "sheets"])
@pytest.mark.parametrize(
    "body", [{"kind": "start"}, {"kind": "claim", "claim": "repetition", "seq": 1}, {"kind": "flag", "side": "white"}]
)
def test_no_clock_is_started_and_no_claim_decided_where_the_moves_are_on_paper(
    tracking: str, body: dict[str, Any]
) -> None:
    world = World(game="chess", regime="fide-2023", control="90", tracking=tracking)
    response = Api(world, "artur", ("play", "claim", "start_game")).post(body)
    assert (response.status_code, response.json()["code"]) == (409, "not_live")
    assert (world.board.phase, world.board.snapshot["clock"]["running"]) == ("pending", None)


@pytest.mark.parametrize(
    ("name", "body", "status", "code"),
    [
        ("bob", {"kind": "move", "move": "e7-e5", "seq": 2}, 409, "out_of_turn"),
        ("alice", {"kind": "move", "move": "e2-e4", "seq": 1}, 409, "stale"),
        ("alice", {"kind": "move", "move": "e2-e4", "seq": 2, "side": "black"}, 403, "not_your_board"),
        ("charlie", {"kind": "pause", "reason": "x"}, 403, "not_permitted"),
        ("alice", {"kind": "result", "result": "1-0"}, 403, "not_permitted"),
        ("alice", {"kind": "press"}, 409, "nothing_to_press"),
        ("alice", {"kind": "move", "move": "zz", "seq": 2}, 422, None),
        ("alice", {"kind": "move", "move": "e2-e5", "seq": 2}, 422, None),
        ("alice", {"kind": "teleport"}, 422, "bad_request_body"),
        ("alice", {"kind": "move", "move": "e2-e4"}, 422, "bad_request_body"),
        ("alice", {"kind": "flag", "side": "black"}, 409, "flag_up"),
    ],
)
def test_an_impossible_request_gets_a_problem_document_and_writes_nothing(
    world: World, name: str, body: dict[str, Any], status: int, code: str | None
) -> None:
    before = RecordEntry.objects.count()
    response = Api(world, name).post(body)
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"].startswith("application/problem+json")
    problem = response.json()
    assert problem["status"] == status
    assert problem["code"] == code or (code is None and problem["code"] and problem["detail"])
    assert RecordEntry.objects.count() == before


def test_a_key_is_for_one_request_that_is_carried_out_once_and_answered_alike(world: World) -> None:
    api, body = Api(world, "alice"), {"kind": "move", "move": "e2-e4", "seq": 2}
    assert api.post({**body, "move": "e2-e5"}, Idempotency_Key="abc").status_code == 422
    assert not IdempotencyKey.objects.exists(), "what is refused does not use it up"
    first = api.post(body, Idempotency_Key="abc")
    second = api.post(body, Idempotency_Key="abc")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert (RecordEntry.objects.filter(kind="move").count(), IdempotencyKey.objects.count()) == (1, 1)
    other = api.post({**body, "move": "d2-d4"}, Idempotency_Key="abc")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_without_a_token_one_reads_and_does_not_write_and_a_wrong_one_is_reported(world: World) -> None:
    stranger = Api(world, None)
    assert stranger.get(f"{world.board.pk}/").status_code == 200
    response = stranger.post({"kind": "move", "move": "e2-e4", "seq": 2})
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    stranger.headers["Authorization"] = "Bearer tvl_wrong"
    response = stranger.get(f"{world.board.pk}/")
    assert (response.status_code, response.json()["code"]) == (401, "bad_token")


def test_the_entries_are_read_from_any_number_on_and_an_unchanged_game_is_not_sent_again(world):
    first = Api(world, None).get(f"{world.board.pk}/")
    response = Api(world, None).get(f"{world.board.pk}/", **{"If-None-Match": first.headers["ETag"]})
    assert response.status_code == 304
    world.play("e2-e4", "e7-e5")
    assert Api(world, None).get(f"{world.board.pk}/", **{"If-None-Match": first.headers["ETag"]}).status_code == 200
    rows = Api(world, None).get(f"{world.board.pk}/entries/?after=3").json()["results"]
    assert [(row["seq"], row["kind"]) for row in rows] == [(4, "press"), (5, "move"), (6, "press")]


def test_a_claim_is_decided_and_its_ruling_comes_back(world: World) -> None:
    world.play(*["g1-f3", "g8-f6", "f3-g1", "f6-g8"] * 2)
    response = Api(world, "alice").post({"kind": "claim", "claim": "repetition"})
    assert response.status_code == 201, response.content
    assert response.json()["ruling"]["outcome"] == "upheld"
    assert response.json()["game"]["result"] == "1/2-1/2"


def test_invalid_json_and_unknown_pages_get_problem_documents(world: World) -> None:
    api = Api(world, "alice")
    path = f"{api.base}{world.board.pk}/entries/"
    broken = api.client.post(path, "{", content_type="application/json", headers=api.headers)
    assert (broken.status_code, broken.json()["code"]) == (400, "parse_error")
    text = api.client.post(path, "x", content_type="text/plain", headers=api.headers)
    assert (text.status_code, text.json()["code"]) == (415, "unsupported_media_type")
    assert api.client.delete(path, headers=api.headers).json()["code"] == "method_not_allowed"
    missing = api.client.get("/api/v1/nothing/")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")

"""API calls of a program at the venue: reports of boards, games as PGN, tables and sources, with a limited key."""

import json
from typing import Any

import pytest
from django.test import Client

from games.states import state_of
from tests.world import NOW, World, later
from tournaments.models.boards import BoardQuestion, ElectronicBoard, GameSource
from tournaments.services.tokens import issue_account_token, issue_token

pytestmark = pytest.mark.django_db

ROUND = "/api/v1/events/spring-cup/sections/open/rounds/1/"
SECTION = "/api/v1/events/spring-cup/sections/open/"


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


def program(world: World, *scopes: str) -> Client:
    _, secret = issue_token(
        actor=world.olga, now=NOW, event_id=world.event.pk, name="-".join(scopes), scopes=scopes,
        expires_at=later(days=10_000),
    )  # fmt: skip
    return Client(headers={"accept-language": "en", "authorization": f"Bearer {secret}"})


def post(client: Client, path: str, body: Any, kind: str = "application/json", **headers: str) -> Any:
    data = json.dumps(body) if kind == "application/json" else body
    return client.post(path, data=data, content_type=kind, headers=headers)


def test_boards_are_reported_by_a_key_for_that_alone(world: World) -> None:
    client = program(world, "report_boards")
    body = {
        "source": "hall A",
        "reports": [
            {"board": 1, "state": "playing", "flipped": False, "moves": ["e2e4", "e7e5"],
             "clocks": [[3_599_000, None], None], "running": "white",
             "clock": {"white": 3_599_000, "black": 3_600_000, "at": "2026-11-20T10:00:00Z"},
             "result": None, "faults": []},
            {"serial": "24017", "moves": ["e2e4"]},
            {"board": 2, "moves": ["e2e5"], "faults": [{"code": "clock_stopped", "since": "2026-11-20T10:00:00Z"}]},
            {"board": 99},
        ],
    }  # fmt: skip
    response = post(client, ROUND + "boards/", body, **{"Idempotency-Key": "one"})
    assert response.status_code == 200, response.content
    first, serial, second, unknown = response.json()["boards"]
    assert (first["code"], first["taken"], first["question"]) == ("taken", 2, None)
    assert (serial["code"], serial["board"], serial["serial"]) == ("unknown_board", None, "24017")
    assert (second["code"], second["ply"], second["question"]["code"]) == ("not_legal", 1, "illegal_move")
    assert unknown["code"] == "unknown_board"
    repeated = post(client, ROUND + "boards/", body, **{"Idempotency-Key": "one"})
    assert repeated.headers["Idempotency-Replayed"] == "true" and repeated.json() == response.json()
    assert BoardQuestion.objects.count() == 2


def test_a_key_without_that_scope_a_malformed_report_and_half_a_letter_are_refused(world):
    body = {"source": "hall A", "reports": [{"board": 1, "moves": ["e2e4"]}]}
    assert post(program(world, "play"), ROUND + "boards/", body).status_code == 403
    client = program(world, "report_boards")
    for wrong in ({"moves": []}, {"board": 0}, {"board": 1, "moves": "e2e4"}, {"board": 1, "result": "2-0"}):
        response = post(client, ROUND + "boards/", {"source": "hall A", "reports": [wrong]})
        assert response.status_code == 422, wrong
    assert post(client, ROUND + "boards/", {"reports": []}).status_code == 422
    fault = {"code": "impossible", "detail": {"seen\ud800": 1}}
    body = {"source": "hall A", "reports": [{"board": 1, "faults": [fault]}]}
    response = post(client, ROUND + "boards/", body)
    assert (response.status_code, response.json()["code"]) == (400, "parse_error"), response.content


@pytest.mark.parametrize("kind", ["text/plain", "application/x-chess-pgn", "application/json"])
def test_a_round_is_sent_as_pgn(world: World, kind: str) -> None:
    text = '[Event "Open"]\n[Board "1"]\n\n1. e4 e5 *\n\n[Event "Open"]\n[Board "7"]\n\n1. d4 *\n'
    body: Any = {"pgn": text} if kind == "application/json" else text.encode()
    response = post(program(world, "report_boards"), ROUND + "pgn/", body, kind)
    assert response.status_code == 200, response.content
    first, other = response.json()["games"]
    assert (first["number"], first["told"]["code"], first["told"]["taken"]) == (1, "taken", 2)
    assert (other["number"], other["told"]["code"], other["told"]["board"]) == (2, "no_board", None)
    assert state_of(world.board).ply == 2


def test_tables_sources_and_answers_are_calls_too(world: World) -> None:
    venue = program(world, "report_boards")
    response = post(venue, SECTION + "electronic-boards/", {"serial": "24017", "table": 1})
    assert response.status_code == 200 and response.json()["table"] == 1
    assert post(venue, SECTION + "electronic-boards/forget/", {"serial": "24017"}).status_code == 204
    assert not ElectronicBoard.objects.exists()
    assert post(venue, f"/api/v1/events/spring-cup/games/{world.board.pk}/source/", {"feed": "hand"}).status_code == 403
    _, secret = issue_account_token(actor=world.artur, now=NOW, name="arbiter", scopes=["rule"])
    arbiter = Client(headers={"authorization": f"Bearer {secret}"})
    path = f"/api/v1/events/spring-cup/games/{world.board.pk}/source/"
    assert post(arbiter, path, {"feed": "hand"}).json() == {"feed": "hand"}
    assert GameSource.objects.get().feed == "hand"
    post(venue, ROUND + "boards/", {"source": "hall A", "reports": [{"board": 1, "faults": [{"code": "offline"}]}]})
    question = BoardQuestion.objects.get()
    path = f"/api/v1/events/spring-cup/board-questions/{question.pk}/answer/"
    assert post(arbiter, path, {"answer": "dismissed"}).json()["answer"] == "dismissed"
    assert post(arbiter, path, {"answer": "dismissed"}).status_code == 404

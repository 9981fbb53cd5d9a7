"""A posted move is answered before Django's middleware; the response keeps all promises of the middleware."""

import logging
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError
from django.test import override_settings

from api import views
from config.posted_moves import PostedMoves
from games import states
from tests.api.test_entries import Api
from tests.api.wsgi import Response, WsgiClient
from tests.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_connection")]
MOVE = {"kind": "move", "move": "e2-e4", "seq": 2}


def post(world: World, headers: dict[str, str] | None = None, **environ: Any) -> Response:
    """Post through newly created applications, which have handled no earlier request."""
    api = Api(world, "alice")
    address = f"{api.base}{world.board.pk}/entries/"
    client = WsgiClient(PostedMoves(WSGIHandler()))
    return client.post(address, MOVE, headers=api.headers | (headers or {}), **environ)


def test_a_strange_host_is_refused_and_an_unencrypted_request_redirected_to_https(world):
    assert post(world, HTTP_HOST="elsewhere.example").status_code == 400
    assert world.board.seq == 2
    with override_settings(SECURE_SSL_REDIRECT=True, SECURE_HSTS_SECONDS=60):
        plain = post(world)
        encrypted = post(world, **{"wsgi.url_scheme": "https"})
    assert (plain.status_code, plain.headers["Location"][:8]) == (301, "https://")
    assert (encrypted.status_code, encrypted.headers["Strict-Transport-Security"]) == (201, "max-age=60")
    assert world.board.seq == 4


def test_the_answer_has_the_security_headers_and_the_language_and_id_of_the_request(world):
    headers = post(world, {"Accept-Language": "uk", "X-Request-ID": "relay-0001"}).headers
    assert headers["Content-Language"] == "uk"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Request-ID"] == "relay-0001"
    assert post(world, {"X-Request-ID": "no good"}).headers["X-Request-ID"] != "no good"


def test_a_request_with_a_cookie_is_left_to_the_view(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ordinary_move", lambda *_, **__: pytest.fail("not left to the view"))
    assert post(world, HTTP_COOKIE="sessionid=1").status_code == 201


def test_an_outage_is_answered_as_everywhere(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(**_: Any) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    monkeypatch.setattr(views, "find_board", away)
    response = post(world, {"X-Request-ID": "relay-0001"})
    assert response.status_code == 503
    assert response.json()["code"] == "database_unavailable"
    assert response.headers["Content-Type"] == "application/problem+json"
    assert int(response.headers["Retry-After"]) > 0
    assert response.headers["X-Request-ID"] == "relay-0001"
    messages = [record.msg for record in caplog.records if record.name == "config.outages"]
    assert [line["request_id"] for line in messages if isinstance(line, dict)] == ["relay-0001"]


def test_a_fault_of_ours_is_a_problem_document_and_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(views, "find_board", lambda **_: 1 // 0)
    with caplog.at_level(logging.ERROR):
        response = post(world)
    assert response.status_code == 500
    assert response.json()["code"] == "server_error"
    assert any(record.exc_info and record.exc_info[0] is ZeroDivisionError for record in caplog.records)


@pytest.mark.postgres
def test_a_state_that_another_process_has_gone_past_is_brought_up_with_the_row(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    api, client = Api(world, "artur"), WsgiClient(PostedMoves(WSGIHandler()))
    address = f"{api.base}{world.board.pk}/entries/"
    behind = states.state_of(world.board)
    for number, move in enumerate(("e2-e4", "e7-e5", "g1-f3")):
        body = {"kind": "move", "move": move, "seq": 2 + 2 * number}
        assert client.post(address, body, headers=api.headers).status_code == 201
    states._states.put(world.board.pk, behind)
    monkeypatch.setattr(states, "entries_of", lambda *_: pytest.fail("the entries were read by themselves"))
    response = client.post(address, {"kind": "move", "move": "b8-c6", "seq": 8}, headers=api.headers)
    assert response.status_code == 201
    assert response.json()["game"]["state"]["ply"] == 4

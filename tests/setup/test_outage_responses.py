"""An error page says that nothing was saved only if that is certain."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import ResolverMatch

from accounts import sessions
from config import outages
from config.posted_moves import PostedMoves
from games.services import moves
from tests.api.test_entries import Api
from tests.api.wsgi import WsgiClient
from tests.world import World
from tournaments.services import results as services
from tournaments.views.desk import results

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

RESULT = "/desk/spring-cup/open/rounds/1/boards/1/result/"
FORM = {"result": "1-0", "version": "0"}
LOST = "the server closed the connection unexpectedly"


@pytest.fixture
def world() -> World:
    return World(tracking="result")


@pytest.fixture
def desk(world: World) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(get_user_model().objects.get(username="artur"))
    return client


def test_a_move_whose_answer_was_lost_may_have_been_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def lose_response() -> Iterator[Any]:
        with prepared() as cursor:
            yield cursor
        raise OperationalError(LOST)

    world = World()
    world.started()
    prepared = moves.prepared
    monkeypatch.setattr(moves, "prepared", lose_response)
    api = Api(world, "alice")
    address = f"{api.base}{world.board.pk}/entries/"
    client = WsgiClient(PostedMoves(WSGIHandler()))
    response = client.post(address, {"kind": "move", "move": "e2-e4", "seq": 2}, headers=api.headers)
    assert (response.status_code, response.json()["code"]) == (503, "database_unavailable")
    assert "Check whether this was saved" in response.json()["detail"]
    assert world.board.seq == 4


def test_a_form_whose_commit_was_not_answered_may_have_been_saved(world, desk, monkeypatch) -> None:
    def lose_response(connection: Any) -> None:
        commit(connection)
        raise psycopg.OperationalError(LOST)

    commit = psycopg.Connection.commit
    monkeypatch.setattr(psycopg.Connection, "commit", lose_response)
    response = desk.post(RESULT, FORM)
    monkeypatch.undo()
    content = response.content.decode()
    assert response.status_code == 503
    assert "may or may not have been saved" in content
    assert "Nothing was saved" not in content
    assert 'name="result" value="1-0"' in content
    assert world.pairing.result == "1-0"


@pytest.mark.parametrize(
    ("module", "name", "saved", "words"),
    [
        (results, "result_row", "1-0", "may or may not have been saved"),  # the page could not be made
        (services, "happened_to_many", "", "Nothing was saved"),  # it failed before the commit
    ],
    ids=["page", "service"],
)
def test_a_form_that_failed_says_whether_it_was_saved(world, desk, monkeypatch, module, name, saved, words) -> None:
    monkeypatch.setattr(module, name, away)
    response = desk.post(RESULT, FORM, headers={"X-Requested-With": "fetch"})
    assert (response.status_code, world.pairing.result) == (503, saved)
    assert words in response.content.decode()


def test_nothing_was_saved_where_it_failed_before_the_view_whatever_the_thread_has_saved(world, desk, monkeypatch):
    assert desk.post(RESULT, FORM).status_code == 302
    monkeypatch.setattr(sessions, "is_over", away)
    response = desk.post(RESULT, {"result": "0-1", "version": "1"})
    assert (response.status_code, world.pairing.result) == (503, "1-0")
    assert "Nothing was saved" in response.content.decode()


def away(*_: object, **__: object) -> None:
    raise OperationalError(LOST)


def test_a_page_that_is_only_read_says_nothing_of_saving() -> None:
    request = HttpRequest()
    request.method, request.path = "GET", "/events/"
    assert "saved" not in outages.unavailable(request, outages.AWAY, in_doubt=True).content.decode()


class Pooler:
    """Refuses connections until `needs` pauses have passed, as if it logged in to a server that is back."""

    def __init__(self, needs: int) -> None:
        self.needs = needs
        self.calls = 0
        self.now = 100.0
        self.middleware = outages.OutageMiddleware(self.view, clock=lambda: self.now, pause=self.pause)

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self.needs -= 1

    def view(self, _request: HttpRequest) -> HttpResponse:
        self.calls += 1
        if self.needs > 0:
            raise OperationalError("server login has been failing")
        return HttpResponse("the list")

    def read(self) -> int:
        request = RequestFactory().get("/healthz")
        request.resolver_match = ResolverMatch(self.view, (), {})
        try:
            return self.view(request).status_code
        except OperationalError as problem:
            response = self.middleware.process_exception(request, problem)
            assert response is not None
            return response.status_code


def test_a_pooler_that_still_logs_in_is_waited_for_and_a_longer_outage_is_answered_at_once() -> None:
    pooler = Pooler(needs=2)
    assert (pooler.read(), pooler.calls) == (200, 4)
    assert (pooler.read(), pooler.calls) == (200, 5)
    pooler = Pooler(needs=99)
    assert pooler.read() == 503
    then = pooler.now
    assert [pooler.read() for _ in range(5)] == [503] * 5
    assert pooler.now == then
    pooler.now += 3
    assert pooler.read() == 503
    assert pooler.needs == 95

"""Requests that read the replica, and the time for which a lagging or unreachable replica is not used."""

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import ResolverMatch, resolve

from config import outages, replica
from games.models.game import Game
from tests.setup.test_addresses import ALL

LISTS = ("/api/v1/events/", "/api/v1/events/cup/games/", "/events/cup/open/standings.csv", "/events/cup/open.trf")
PAGES = ("/", "/events/cup/open/standings/", "/events/cup/games/7/board/", "/api/v1/events/cup/games/7/")


class Copy:
    """A primary that has written so much and a replica that has replayed so much, at a time that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time, self.written, self.replayed, self.away, self.looks = 1000.0, 10, 10, False, 0
        monkeypatch.setattr(replica.time, "monotonic", lambda: self.time)

    def positions(self) -> tuple[int, int]:
        self.looks += 1
        if self.away:
            raise OperationalError
        return self.written, self.replayed

    def pass_seconds(self, seconds: float) -> None:
        self.time += seconds


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch) -> Copy:
    created = Copy(monkeypatch)
    monkeypatch.setattr(replica, "currency", replica.Currency(created.positions, 5))
    return created


@pytest.fixture
def two_databases(settings) -> None:  # type: ignore[no-untyped-def]
    settings.DATABASE_ROUTERS = ["config.replica.Router"]


def read_at(path: str, method: str = "GET", **arguments: str) -> str:
    """Return the database that a view of this address reads."""
    request = RequestFactory(headers=arguments).generic(method, path)
    if "cookie" in arguments:
        request.COOKIES = dict([arguments["cookie"].split("=")])
    request.resolver_match = resolve(path)
    seen = []

    def view(http_request: HttpRequest) -> HttpResponse:
        middleware.process_view(http_request)
        seen.append(replica.Router().db_for_read(Game))
        return HttpResponse()

    middleware = replica.ReplicaMiddleware(view)
    middleware(request)
    return seen[0]


@pytest.mark.django_db
@pytest.mark.usefixtures("copy", "two_databases")
@pytest.mark.parametrize(
    ("path", "headers", "database"),
    [
        *((path, {}, "replica") for path in LISTS),
        *((path, {}, "default") for path in PAGES),
        *((LISTS[0], {"cookie": cookie}, "default") for cookie in ("sessionid=x", "wrote=1")),
        (LISTS[0], {"authorization": "Bearer x"}, "default"),
    ],
    ids=str,
)
def test_lists_and_files_for_unknown_readers_read_the_replica_and_all_else_the_primary(path, headers, database) -> None:
    assert _outside(lambda: read_at(path, **headers)) == database
    assert read_at(path, **headers) == "default", "a test is inside a transaction"


@pytest.mark.django_db
@pytest.mark.usefixtures("copy", "two_databases")
def test_a_request_that_locks_rows_or_writes_asks_the_primary() -> None:
    token = replica._reads_replica.set(True)
    try:
        assert _outside(lambda: Game.objects.all().db) == "replica"
        assert _outside(lambda: Game.objects.select_for_update().db) == "default"
        assert replica.Router().db_for_write(Game) == "default"
    finally:
        replica._reads_replica.reset(token)


def _outside(ask):  # type: ignore[no-untyped-def]
    """Call `ask` as if outside a transaction."""
    before, connection.in_atomic_block = connection.in_atomic_block, False
    try:
        return ask()
    finally:
        connection.in_atomic_block = before


@pytest.mark.usefixtures("copy", "two_databases")
def test_a_client_reads_the_primary_after_a_write_for_the_maximum_lag() -> None:
    middleware = replica.ReplicaMiddleware(lambda _: HttpResponse())
    cookie = middleware(RequestFactory().post("/x/")).cookies["wrote"]
    assert (cookie["max-age"], cookie["httponly"]) == (5, True)
    for request in (RequestFactory().get("/x/"), RequestFactory(headers={"authorization": "Bearer x"}).post("/x/")):
        assert "wrote" not in middleware(request).cookies


def test_a_replica_that_is_behind_is_read_until_five_seconds_and_no_longer(copy: Copy) -> None:
    assert replica.currency.is_near
    copy.written = 20
    for second in range(1, 9):
        copy.pass_seconds(1)
        assert replica.currency.is_near == (second <= 5), second
    copy.replayed = 20
    copy.pass_seconds(1)
    assert replica.currency.is_near


def test_a_replica_that_follows_a_busy_primary_closely_is_near(copy: Copy) -> None:
    for _ in range(20):
        copy.pass_seconds(1)
        copy.replayed, copy.written = copy.written, copy.written + 1000  # a second behind all the time
        replica.currency.is_near  # noqa: B018  (it is looked at each second)
    assert replica.currency.is_near


def test_it_is_looked_at_once_a_second_at_most_and_one_that_is_away_is_left_alone_and_tried_again(copy: Copy) -> None:
    for _ in range(10):
        assert replica.currency.is_near
        copy.pass_seconds(0.05)
    assert copy.looks == 1
    copy.away = True
    copy.pass_seconds(1.5)
    assert [replica.currency.is_near for _ in range(5)] == [False] * 5
    assert copy.looks == 2
    copy.away = False
    copy.pass_seconds(11)
    assert replica.currency.is_near


@pytest.mark.usefixtures("copy")
def test_a_read_that_the_replica_does_not_answer_is_made_at_the_primary() -> None:
    read = []

    def view(_request: HttpRequest) -> HttpResponse:
        read.append(replica._reads_replica.get())
        if read[-1]:
            raise OperationalError("canceling statement due to conflict with recovery")
        return HttpResponse("the list")

    request = RequestFactory().get("/")
    request.resolver_match = ResolverMatch(view, (), {})
    token = replica._reads_replica.set(True)
    try:
        with pytest.raises(OperationalError) as excinfo:
            view(request)
        response = outages.OutageMiddleware(view).process_exception(request, excinfo.value)
    finally:
        replica._reads_replica.reset(token)
    assert response is not None
    assert response.content == b"the list"
    assert read == [True, False]
    assert not replica.currency.is_near


def test_every_address_that_reads_the_replica_is_there_and_without_one_nothing_is_asked() -> None:
    assert {address.pattern.name for address in ALL} >= replica.READ_THERE
    with pytest.raises(MiddlewareNotUsed):
        replica.ReplicaMiddleware(lambda _: HttpResponse())

"""Time limits of requests: a held lock, a slow statement or a forgotten transaction ends one with 503, and
nothing else."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection, connections, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import ResolverMatch

from config import outages
from config.databases import LIMITED_NAME, REQUEST_LIMITS
from config.postgresql import base
from deploy.cluster.processes import free_port
from deploy.cluster.proxies import PgBouncer, find
from deploy.cluster.stores import Postgres
from games.models.game import IdempotencyKey
from tests.api.test_a_swiss_by_calls import SECTION, Program
from tests.api.test_entries import Api
from tests.paths import ROOT
from tests.servers import new_folder
from tests.setup.test_settings import PRODUCTION, printed
from tests.world import World
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.player import Player

OPTIONS = " ".join(f"-c {name}={ms}" for name, ms in REQUEST_LIMITS.items())


def databases(program: str, **environment: str) -> dict[str, Any]:
    code = f"{program}; import json; from django.conf import settings as s; print(json.dumps(s.DATABASES, default=str))"
    result: dict[str, Any] = printed(code, **PRODUCTION, **environment)
    return result


@pytest.mark.long
@pytest.mark.parametrize("program", ["import config.wsgi", "import config.asgi"])
def test_a_process_that_answers_requests_has_limits(program: str) -> None:
    result = databases(program, DATABASE_REPLICA_URL="postgresql://reader@copy/tavleya")
    assert [result[name]["OPTIONS"]["options"] for name in ("default", "replica")] == [OPTIONS, OPTIONS]


@pytest.mark.parametrize("pool", ["own", "pgbouncer"])
def test_a_command_and_a_worker_have_none(pool: str) -> None:
    program = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; import config.celery"
    default = databases(program, DATABASE_POOL=pool)["default"]
    assert (default["NAME"], "options" in default["OPTIONS"]) == ("tavleya", False)


def test_options_of_the_address_are_kept() -> None:
    address = "postgresql://tavleya@db/tavleya?options=-c%20work_mem%3D16MB"
    code = (
        "from config import databases as d; import json;"
        f"print(json.dumps(d.settings_of('DATABASE_URL', {address!r}, pool=False, limits=d.REQUEST_LIMITS)))"
    )
    assert printed(code)["OPTIONS"]["options"] == f"-c work_mem=16MB {OPTIONS}"


@pytest.mark.long
def test_at_pgbouncer_requests_have_a_database_of_their_own_with_the_limits() -> None:
    result = databases(
        "import config.wsgi", DATABASE_POOL="pgbouncer", DATABASE_REPLICA_URL="postgresql://r@copy/tavleya"
    )
    assert (result["default"]["NAME"], result["replica"]["NAME"]) == (LIMITED_NAME.format("tavleya"), "tavleya")
    lines = (ROOT / "deploy" / "pgbouncer.ini").read_text().splitlines()
    plain = next(line for line in lines if line.startswith("tavleya = "))
    limited = next(line for line in lines if line.startswith(LIMITED_NAME.format("tavleya") + " = "))
    query = "; ".join(f"SET {name} = {ms}" for name, ms in REQUEST_LIMITS.items())
    assert limited.partition(" = ")[2] == f"{plain.partition(' = ')[2]} connect_query='{query}'"


@pytest.mark.long
def test_pgbouncer_gives_its_connections_the_limits() -> None:
    if find("pgbouncer") is None:
        pytest.skip("no PgBouncer")
    home = new_folder("limits")
    home.chmod(0o711)  # the accounts of both have separate folders in it
    server = Postgres(home / "db", free_port())
    server.start()
    pooler = PgBouncer(home / "pgbouncer", port=free_port(), database_port=int(server.port or 0))
    pooler.start()
    try:
        for name, expected in (("postgres", ["0", "0", "0"]), (LIMITED_NAME.format("postgres"), ["3s", "20s", "30s"])):
            with closing(psycopg.connect(pooler.url.removesuffix("postgres") + name, prepare_threshold=None)) as client:
                results = [client.execute(f"SHOW {limit}").fetchone() for limit in REQUEST_LIMITS]
            assert [row[0] for row in results if row] == expected
    finally:
        pooler.stop()
        server.stop()


# Responses to requests at their limit


def another(alias: str, **limits: int) -> base.DatabaseWrapper:
    options = " ".join(f"-c {name}={ms}" for name, ms in limits.items())
    settings = connection.settings_dict
    return base.DatabaseWrapper(settings | {"OPTIONS": settings["OPTIONS"] | {"options": options}}, alias)


@contextmanager
def limited(**limits: int) -> Iterator[base.DatabaseWrapper]:
    """Replace the connection of the thread by one with these limits."""
    before = connections["default"]
    wrapper = connections["default"] = another("default", **limits)
    try:
        yield wrapper
    finally:
        wrapper.close()
        connections["default"] = before


@contextmanager
def lock_row(table: str, key: int) -> Iterator[None]:
    """Hold the lock of a row in another connection."""
    holder = another("holder")
    try:
        holder.set_autocommit(False)
        with holder.cursor() as cursor:
            cursor.execute(f"SELECT FROM {table} WHERE id = %s FOR UPDATE", [key])
        yield
    finally:
        holder.close()


@pytest.fixture
def program() -> Program:
    program = Program()
    for slug in ("cup", "other"):
        program.do("post", "", {"slug": slug, "names": {"en": slug}, "published": True})
        program.do("post", f"{slug}/sections/", SECTION)
    return program


postgres = pytest.mark.postgres
rows = pytest.mark.django_db(transaction=True)


@postgres
@rows
def test_a_request_for_an_event_whose_lock_is_held_is_refused_whole_and_others_go_on(program: Program) -> None:
    counts = [model.objects.count() for model in (Player, Log, IdempotencyKey)]
    event = Event.objects.get(slug="cup")
    with limited(lock_timeout=200), lock_row("tournaments_event", event.pk):
        address, person = "sections/open/registrations/", {"family_name": "Keres"}
        for payload in (person, {"players": [person, {"family_name": "Fine"}]}):
            path = f"cup/{address}bulk/" if "players" in payload else f"cup/{address}"
            response = program.ask("post", path, payload, idempotency_key="k")
            assert (response.status_code, response.json()["code"]) == (503, "database_unavailable")
            assert "Nothing was saved" in response.json()["detail"]
            assert response["Retry-After"]
        assert counts == [model.objects.count() for model in (Player, Log, IdempotencyKey)]
        assert program.ask("get", "cup/sections/open/registrations/").status_code == 200
        assert program.ask("post", f"other/{address}", person).status_code == 201
    second = program.ask("post", "cup/sections/open/registrations/", {"family_name": "Keres"}, idempotency_key="k")
    assert (second.status_code, Player.objects.filter(event=event).count()) == (201, 1)


@postgres
@rows
def test_a_move_that_waits_for_its_game_is_refused_and_was_not_saved() -> None:
    world = World()
    world.started()
    api, move = Api(world, "alice"), {"kind": "move", "move": "e2-e4", "seq": 2}
    api.get()  # the first use of a key is noted, which is a commit
    with limited(lock_timeout=200), lock_row("games_game", world.board.pk):
        response = api.post(move)
    assert (response.status_code, world.board.seq) == (503, 2)
    assert "Nothing was saved" in response.json()["detail"]
    assert (api.post(move).status_code, world.board.seq) == (201, 4)


def sleep(wrapper: Any) -> None:
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(60)")


def forget(wrapper: Any) -> None:
    """Leave a transaction open until the server has ended it."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
        with closing(another("looks")) as other, other.cursor() as observer:
            while True:
                observer.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [pid])
                if not observer.fetchone()[0]:
                    break
                time.sleep(0.01)
        cursor.execute("SELECT 1")


@postgres
@rows
@pytest.mark.parametrize(
    ("limits", "act", "state"),
    [({"statement_timeout": 50}, sleep, "57014"), ({"idle_in_transaction_session_timeout": 50}, forget, "25P03")],
)
def test_a_statement_ended_by_the_server_is_an_outage(limits, act, state) -> None:
    with limited(**limits) as wrapper, pytest.raises(DatabaseError) as excinfo, transaction.atomic():
        act(wrapper)
    assert getattr(excinfo.value.__cause__, "sqlstate", None) == state
    response = outages.answer(RequestFactory().post("/api/v1/events/"), excinfo.value)
    assert response is not None
    assert response.status_code == 503 and b"Nothing was saved" in response.content


@pytest.mark.parametrize("cause", [psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled])
def test_a_read_that_took_too_long_is_not_tried_again(cause: type[psycopg.Error]) -> None:
    requests = []

    def view(request: HttpRequest) -> HttpResponse:
        requests.append(request)
        raise OperationalError("too long") from cause()

    request = RequestFactory().get("/events/")
    request.resolver_match = ResolverMatch(view, (), {})
    middleware = outages.OutageMiddleware(view, pause=pytest.fail)
    with pytest.raises(OperationalError) as excinfo:
        view(request)
    response = middleware.process_exception(request, excinfo.value)
    assert response is not None
    assert (response.status_code, len(requests)) == (503, 1)

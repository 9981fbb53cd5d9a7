"""The servers, the worker and the browser used by the tests themselves."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection

from deploy.cluster import processes, stores
from tests import conftest, servers
from tests import settings as test_settings
from tests.concurrency import until
from tests.databases import empty_the_database
from tests.paths import ROOT


@pytest.mark.postgres
def test_tests_run_on_postgresql(db):
    assert connection.vendor == "postgresql"


@pytest.mark.long
@pytest.mark.redis
def test_a_real_worker_answers_and_one_that_was_killed_is_replaced(celery_worker):
    from config.celery import app

    def answers():
        return app.control.ping(timeout=10, limit=1)

    assert answers()
    first = celery_worker.pid
    celery_worker.kill()
    assert not celery_worker.alive()
    celery_worker.start()
    assert celery_worker.pid != first
    assert answers()


def test_a_missing_server_fails_a_run_that_must_have_it(monkeypatch):
    monkeypatch.setattr(test_settings, "MUST_HAVE_SERVERS", True)
    monkeypatch.setattr(test_settings, "WHY_NOT", {"REDIS_URL": "no Redis here"})
    with pytest.raises(pytest.UsageError, match="no Redis here"):
        conftest.pytest_configure(None)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["Redis", "Postgres"])
def test_a_server_ends_with_a_session_that_is_killed_and_its_folder_with_the_next(kind):
    find = stores.find_redis if kind == "Redis" else stores.find_postgres
    if find() is None:
        pytest.skip(f"no {kind} here")
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux tells a child that its parent is gone")
    program = f"from tests.servers import {kind} as S; s = S(); print(s.process.pid, s.home, flush=True); input()"
    session = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    pid, home = session.stdout.readline().split()
    assert Path(home).is_dir()
    session.send_signal(signal.SIGKILL)
    session.communicate()
    until(lambda: not processes.alive(int(pid)))
    fresh = servers.new_folder("redis" if kind == "Redis" else "pg")
    fresh.rmdir()
    assert not Path(home).exists()


TRIGGERS = {
    "postgresql": [
        """CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'append-only' USING ERRCODE = 'restrict_violation'; END $$""",
        "CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON auth_group FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
    ],
    "sqlite": ["CREATE TRIGGER keep BEFORE DELETE ON auth_group BEGIN SELECT RAISE(ABORT, 'append-only'); END"],
}
UNDO = {"postgresql": ["DROP FUNCTION refuse() CASCADE"], "sqlite": ["DROP TRIGGER keep"]}


@pytest.mark.django_db(transaction=True)
def test_only_emptying_between_tests_gets_past_an_append_only_table():
    with connection.cursor() as cursor:
        for sql in TRIGGERS[connection.vendor]:
            cursor.execute(sql)
    try:
        Group.objects.create(name="arbiters")
        empty_the_database()
        assert not Group.objects.exists()
        Group.objects.create(name="arbiters")
        with pytest.raises(IntegrityError, match="append-only"):
            Group.objects.all().delete()
    finally:
        with connection.cursor() as cursor:
            for sql in UNDO[connection.vendor]:
                cursor.execute(sql)

"""Responses to monitoring: liveness, readiness and metrics."""

import asyncio
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config import asgi
from games.tasks import check_records
from notifications.models import Delivery, Lane, Webhook
from tests.paths import ROOT
from tests.world import NOW, World
from tournaments.models.activity import Job
from upkeep import metrics, probes

TOKEN = "a token of the tests"


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = TOKEN
    return TOKEN


def numbers(client) -> dict[str, float]:
    """Return every sample of /metrics by its name with labels."""
    response = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    lines = [line for line in response.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_a_process_lives_even_without_its_database(client):
    """A test without the mark for the database cannot query it."""
    response = client.get("/healthz", headers={"Host": "10.0.0.7:8000"})
    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")


@pytest.mark.django_db
def test_a_process_that_can_serve_is_ready_by_whatever_name_it_is_asked(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    response = client.get("/readyz", headers={"Host": "10.0.0.7:8000"})
    assert response.status_code == 200
    assert (response.json()["ready"], response.json()["database"]) == (True, "ok")


@pytest.mark.django_db
def test_a_database_that_is_ahead_of_this_version_is_ready_and_one_behind_is_not(client):
    """During an upgrade old processes keep running, and after it they may come back."""
    migrations = MigrationRecorder.Migration.objects
    migrations.create(app="arbiter", name="0099_of_the_next_version")
    assert client.get("/readyz").status_code == 200
    migrations.filter(app="arbiter", name="0001_tables").delete()
    response = client.get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "not migrated")


def test_a_database_that_is_away_is_not_ready(client, monkeypatch):
    def away(self):
        raise OperationalError("connection refused")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "away")


@pytest.mark.django_db
def test_redis_is_reported_as_away_and_not_required(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    response = client.get("/readyz")
    assert (response.status_code, response.json()["redis"]) == (200, "away")


def test_without_a_token_there_are_no_metrics(client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    with pytest.raises(probes.metrics.MiddlewareNotUsed):
        metrics.RequestMetrics(lambda request: None)


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer another", f"Basic {TOKEN}", "Bearer жетон"])
def test_metrics_need_the_token(client, token, sent):
    assert client.get("/metrics", headers={"Authorization": sent}).status_code == 401


@pytest.mark.django_db
def test_requests_are_counted_by_route_method_and_status(client, token):
    before = numbers(client)
    for path in ("/login/", "/events/no-such-event/", "/events/nor-this/", "/no-such-page/", "/neither/"):
        client.get(path)
    client.generic("BREW", "/login/")
    after = numbers(client)
    increase = {name: value - before.get(name, 0) for name, value in after.items()}
    assert increase['tavleya_requests_total{method="GET",route="login",status="200"}'] == 1
    names = [name for name in increase if 'route="event"' in name and 'status="404"' in name]
    assert [increase[name] for name in names] == [2]
    assert increase['tavleya_requests_total{method="GET",route="none",status="404"}'] == 2
    assert increase['tavleya_request_seconds_count{method="GET",route="login"}'] == 1
    assert any('method="other"' in name for name in increase)
    assert not any("no-such" in name for name in after)


@pytest.mark.django_db
def test_metrics_report_the_queues_of_the_database(client, token):
    world = World()
    hook = Webhook.objects.create(
        lane=Lane.objects.create(name="example.org"), event=world.event, url="https://example.org/",
        kinds=[], secret="s", made_at=NOW,
    )  # fmt: skip
    before = timezone.now() - timedelta(minutes=5)
    message = {"event": world.event, "webhook": hook, "channel": "webhook", "kind": "k", "made_at": before}
    Delivery.objects.create(**message, due_at=before)
    Delivery.objects.create(**message, sent_at=before, state="sent")
    for state, end in (("waiting", None), ("failed", before), ("failed", before), ("done", before)):
        Job.objects.create(kind="import_games", section=world.section, state=state, created_at=before, finished_at=end)
    result = numbers(client)
    expected = {
        "tavleya_database_up": 1,
        "tavleya_webhooks_waiting": 1,
        'tavleya_jobs{kind="import_games",state="waiting"}': 1,
        'tavleya_jobs{kind="import_games",state="failed"}': 2,
        'tavleya_jobs{kind="pair_round",state="failed"}': 0,
        "tavleya_sealed_moves_waiting": 0,
        "tavleya_sealed_moves_overdue": 0,
    }
    assert expected.items() <= result.items()
    assert all(300 <= result[f"tavleya_{name}"] < 400 for name in ("webhooks_late_seconds", "jobs_oldest_seconds"))


@pytest.mark.django_db
def test_metrics_report_the_last_check_of_records(client, token, monkeypatch):
    world = World(game="chess", regime="fide-2023", control="60", tracking="live")
    world.started()
    type(world.board).objects.update(changed_at=timezone.now())
    type(world.board).objects.filter(pk=world.board.pk).update(digest="0" * 64)
    assert "tavleya_records_check_age_seconds" not in numbers(client)
    assert check_records() >= world.rounds[0].pairings.values("game").count()
    result = numbers(client)
    assert result["tavleya_records_broken"] == 1
    assert result["tavleya_records_check_age_seconds"] < 60
    assert result["tavleya_records_full_check_age_seconds"] < 60


def test_measurements_of_a_service_without_its_database_say_so(client, token, monkeypatch):
    def away(now):
        raise OperationalError("connection refused")

    monkeypatch.setattr("upkeep.metrics._jobs", away)
    result = numbers(client)
    assert result["tavleya_database_up"] == 0
    assert "tavleya_webhooks_waiting" not in result


def test_open_streams_are_counted_while_they_are_open(monkeypatch):
    counts = []

    def open_streams() -> float | None:
        return metrics.REGISTRY.get_sample_value("tavleya_streams")

    async def stream(scope, receive, send):
        counts.append(open_streams())

    monkeypatch.setattr(asgi, "live", stream)
    # In a separate thread: Playwright keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        application = asgi.application({"type": "http", "path": "/live/games/1"}, None, None)
        thread.submit(asyncio.run, application).result(60)
    assert counts == [1]
    assert open_streams() == 0


COUNTING = """
import os, sys
import django
django.setup()
from upkeep import metrics
metrics.REQUESTS.labels("home", "GET", "200").inc()
metrics.STREAMS.inc()
if "last" in sys.argv:
    print(metrics.exposition().decode())
else:
    os._exit(0)  # as a worker that is killed
"""


@pytest.mark.long
def test_several_processes_tell_their_sum_and_the_streams_of_the_dead_are_closed(tmp_path):
    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings", "TAVLEYA_VAR": str(tmp_path / "var"),
        "TAVLEYA_METRICS_DIR": str(tmp_path / "metrics"), "TAVLEYA_METRICS_TOKEN": TOKEN,
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    for argument in ("first", "second", "last"):
        done = subprocess.run(
            [sys.executable, "-c", COUNTING, argument],
            capture_output=True, text=True, timeout=100, cwd=ROOT, env=environment,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert re.search(r'^tavleya_requests_total\{.*route="home".*\} 3\.0$', done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^tavleya_streams 1\.0$", done.stdout, re.MULTILINE), done.stdout

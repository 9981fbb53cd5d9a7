"""A service on one laptop, without Redis: a thread does what beat and a worker do elsewhere."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from config.celery import app
from notifications.models import Delivery
from notifications.services.due_lines import spread_due
from notifications.services.webhooks import add_webhook
from notifications.tasks import send_due_webhooks
from portal.scheduler import ASK_AGAIN_SECONDS, Scheduler
from tests.paths import ROOT
from tests.tournaments.conftest import World
from tournaments.services.events import edit_event
from tournaments.services.rounds import publish_round, schedule_publication
from tournaments.tasks import publish_due_rounds

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """The current time of Celery, which a test advances."""

    class Clock:
        now = START

        def advance(self, seconds: float) -> None:
            self.now += timedelta(seconds=seconds)

    result = Clock()
    monkeypatch.setattr(app, "now", lambda: result.now)
    return result


@pytest.fixture
def ran(monkeypatch):
    """The names of the executed tasks; the tasks themselves do nothing."""
    app.loader.import_default_modules()
    names: list[str] = []
    for task in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}:
        monkeypatch.setattr(app.tasks[task], "run", lambda name=task: names.append(name))
    return names


@pytest.fixture
def scheduler(tmp_path):
    result = Scheduler(app, tmp_path / "lock")
    yield result
    result.close()


def run_due(scheduler: Scheduler) -> float:
    """Run everything that is due; return the seconds until the next task."""
    while not (wait := scheduler.tick()):
        pass
    return wait


def test_every_periodic_task_runs_as_often_as_beat_would_ask_for_it(clock, ran, scheduler):
    periods = {entry["task"]: entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    run_due(scheduler)
    assert ran == []
    until = START + timedelta(hours=1, seconds=1)
    while clock.now < until:
        clock.advance(run_due(scheduler))
    assert {name: ran.count(name) for name in periods} == {
        name: pytest.approx(3600 / period, abs=3) for name, period in periods.items()
    }
    assert all(name in ran for name, period in periods.items() if period <= 3600)


def test_only_one_of_two_processes_runs_the_tasks(clock, ran, scheduler, tmp_path):
    other = Scheduler(app, tmp_path / "lock")
    run_due(scheduler)
    assert run_due(other) == ASK_AGAIN_SECONDS
    clock.advance(31)
    run_due(other)
    assert ran == []
    run_due(scheduler)
    assert ran.count(publish_due_rounds.name) == 1
    scheduler.close()
    clock.advance(31)
    run_due(other)
    clock.advance(31)
    run_due(other)
    assert ran.count(publish_due_rounds.name) >= 2
    other.close()


def test_a_task_that_fails_keeps_no_other_from_running(clock, ran, scheduler, monkeypatch, caplog):
    def fail() -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(app.tasks[publish_due_rounds.name], "run", fail)
    run_due(scheduler)
    for _ in range(2):
        clock.advance(31)
        run_due(scheduler)
    assert ran.count(send_due_webhooks.name) == 2
    assert "periodic_task_failed" in caplog.text


@pytest.mark.django_db
def test_a_round_is_published_when_its_time_has_come(clock, scheduler):
    world = World()
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    first = section.rounds.get(number=1)
    at = timezone.now() - timedelta(seconds=1)
    schedule_publication(actor=world.olga, now=at - timedelta(hours=1), round_id=first.pk, at=at)
    run_due(scheduler)
    assert section.rounds.get(number=1).status == "draft"
    clock.advance(31)
    run_due(scheduler)
    assert section.rounds.get(number=1).status == "published"


@pytest.mark.django_db
def test_no_request_waits_for_a_webhook(world, monkeypatch, django_capture_on_commit_callbacks):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    edit_event(actor=world.olga, now=timezone.now(), event_id=world.event.pk, changes={"published": True})
    add_webhook(
        actor=world.olga, now=timezone.now(), event_id=world.event.pk,
        url="https://example.org/", kinds=["round.published"],
    )  # fmt: skip
    sent: list[str] = []
    monkeypatch.setattr(send_due_webhooks, "run", lambda: sent.append("in the request"))
    with django_capture_on_commit_callbacks(execute=True):
        publish_round(actor=world.olga, now=timezone.now(), round_id=section.rounds.get(number=1).pk)
    assert sent == []
    spread_due(timezone.now())
    assert Delivery.objects.exists()


@pytest.mark.long
def test_the_thread_runs_the_table_of_a_real_process(tmp_path):
    """Checked in a separate process, with a table whose task is due at once."""
    script = (
        "import django; django.setup()\n"
        "from threading import Event\n"
        "from pathlib import Path\n"
        "from config.celery import app\n"
        "from portal import scheduler\n"
        "ran = Event()\n"
        "app.conf.beat_schedule['once'] = {'task': 'arbiter.tasks.call_flags_by_correspondence', 'schedule': 0.01}\n"
        "scheduler.Scheduler.apply_entry = lambda self, entry, **_: self.app.tasks[entry.task] and ran.set()\n"
        f"thread = scheduler.start(Path({str(tmp_path / 'var' / 'lock')!r}))\n"
        "print(ran.wait(60), thread.daemon)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100, cwd=ROOT)
    assert done.stdout == "True True\n", done.stderr

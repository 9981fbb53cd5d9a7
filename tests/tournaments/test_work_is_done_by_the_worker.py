"""Jobs run once, fail with a report if they are refused or slow; a real Celery worker on Redis and PostgreSQL."""

import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.models.game import Game
from games.redis_client import breaker
from notifications.services.outbox import SEND_WEBHOOKS
from tavleya.errors import Conflict
from tests.concurrency import until
from tests.paths import ROOT
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.messages import say
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.selectors.standings import standings_of
from tournaments.services import jobs
from tournaments.services.jobs import RUN_JOB, ask_again, enqueue, request_import
from tournaments.services.removal import archive_section, unarchive_section
from tournaments.services.rounds import progress_of, publish_round, schedule_publication
from tournaments.tasks import publish_due_rounds, run_job
from transfer.services.eventfile.jobs import request_event_file

TATA = ROOT / "portal" / "demo_data" / "chess-tata-steel-masters-2022.pgn"


@pytest.mark.long
@pytest.mark.redis
@pytest.mark.postgres
def test_a_file_of_ninety_one_games_is_imported_by_the_worker(celery_worker):
    world = World()
    section = world.section()
    job = request_import(
        actor=world.ana, now=timezone.now(), section_id=section.pk, data=TATA.read_bytes(), filename=TATA.name
    )
    until(lambda: Job.objects.get(pk=job.pk).state != "waiting", 40)
    job.refresh_from_db()
    assert job.state == "done", (job.report, celery_worker)
    assert (job.report["games"], job.report["forfeits"], job.report["warnings"]) == (91, 4, [])
    assert progress_of(job.pk) == (91, 91)
    first = standings_of(section).rows[0]
    assert (first.registration.player.family_name, first.points) == ("Carlsen", "9½")
    # Delivered a second time, as after a worker's death, it changes nothing.
    run_job.delay(job.pk)
    other = request_import(actor=world.ana, now=timezone.now(), section_id=section.pk, data=TATA.read_bytes())
    until(lambda: Job.objects.get(pk=other.pk).state == "failed", 40)
    assert Game.objects.count() == 91
    assert Job.objects.get(pk=other.pk).report["error"]["code"] == "section_not_empty"


@pytest.mark.long
@pytest.mark.redis
@pytest.mark.postgres
def test_a_round_whose_time_has_come_is_published_by_the_worker(celery_worker):
    world = World()
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    first = section.rounds.get(number=1)
    at = timezone.now() - timedelta(seconds=1)
    schedule_publication(actor=world.olga, now=at - timedelta(hours=1), round_id=first.pk, at=at)
    publish_due_rounds.delay()
    until(lambda: section.rounds.get(number=1).status == "published", 40)
    assert Game.objects.count() == 2


def test_only_rounds_of_sections_not_archived_whose_time_has_come_are_published(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    soon, past = timezone.now() + timedelta(hours=1), timezone.now() - timedelta(seconds=1)
    for number, at in ((1, soon), (2, past)):
        round_ = section.rounds.get(number=number)
        schedule_publication(actor=world.olga, now=at - timedelta(hours=2), round_id=round_.pk, at=at)
    # The second round's time has come, but the first is still a draft: it waits, and nothing else is harmed.
    assert publish_due_rounds() == 0
    publish_round(actor=world.olga, now=past, round_id=section.rounds.get(number=1).pk)
    assert publish_due_rounds() == 1
    assert publish_due_rounds() == 0
    assert [round_.status for round_ in section.rounds.all()] == ["published", "published", "draft"]
    assert section.rounds.get(number=2).publish_at is None
    last = section.rounds.get(number=3)
    schedule_publication(actor=world.olga, now=past - timedelta(hours=2), round_id=last.pk, at=past)
    archive_section(actor=world.olga, now=past, section_id=section.pk)
    assert publish_due_rounds() == 0
    unarchive_section(actor=world.olga, now=past, section_id=section.pk)
    assert publish_due_rounds() == 1


def test_work_is_sent_once_its_transaction_is_committed(world, monkeypatch, django_capture_on_commit_callbacks):
    sent = []
    monkeypatch.setattr(publish_due_rounds, "apply_async", lambda *_, **__: sent.append("sent"))
    with django_capture_on_commit_callbacks() as callbacks:
        enqueue(publish_due_rounds.name)
    assert not sent
    callbacks[0]()
    assert sent == ["sent"]
    with pytest.raises(KeyError):
        enqueue("tournaments.tasks.nothing")


@pytest.mark.long
def test_a_web_process_knows_every_task_that_services_name():
    """Use a separate process: this one has imported the tasks."""
    tasks = {RUN_JOB, SEND_WEBHOOKS}
    script = f"import django; django.setup(); from celery import current_app as app; print({tasks} - set(app.tasks))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100, cwd=ROOT)
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.long
def test_a_job_asked_for_while_the_broker_is_away_is_done_once_when_it_is_back(
    world, monkeypatch, django_capture_on_commit_callbacks
):
    def away(*_: object, **__: object) -> None:
        raise OperationalError("Error 111 connecting to localhost:6379. Connection refused.")

    section = world.section()
    now = timezone.now()
    monkeypatch.setattr(run_job, "apply_async", away)
    with django_capture_on_commit_callbacks(execute=True):
        job = request_import(
            actor=world.ana, now=now, section_id=section.pk, data=TATA.read_bytes(), filename=TATA.name
        )
    assert breaker.is_open
    assert Job.objects.get(pk=job.pk).state == "waiting"
    breaker.reset()
    sent = []
    monkeypatch.setattr(run_job, "apply_async", lambda arguments, **_: sent.append(arguments))
    with django_capture_on_commit_callbacks(execute=True):
        assert ask_again(now + timedelta(seconds=59)) == 0
        assert ask_again(now + timedelta(seconds=61)) == 1
        assert ask_again(now + timedelta(seconds=122)) == 1  # no worker has come yet
    assert sent == [(job.pk,), (job.pk,)]
    for arguments in sent:
        run_job(*arguments)
    assert Game.objects.count() == 91
    assert ask_again(now + timedelta(hours=1)) == 0


def waiting_job(world: World, kind: str, **request: object) -> Job:
    return jobs.create_job(
        JobKind(kind), actor=world.olga, now=NOW, event=world.event, section=world.section(), report=request
    )


@pytest.mark.parametrize("kind", JobKind.values)
def test_a_job_that_takes_too_long_fails_and_leaves_nothing(world, kind, monkeypatch):
    def slow(job: Job, *_: object) -> jobs.Report:
        world.enter(job.section, "Keres")
        raise SoftTimeLimitExceeded

    job = waiting_job(world, kind, round=3, name="RUS")
    monkeypatch.setitem(jobs.SPECS, kind, replace(jobs.SPECS[kind], run=slow))
    done = jobs.run_job(job_id=job.pk, now=LATER)
    assert (done.state, done.finished_at) == (JobState.FAILED, LATER)
    code = "took_too_long.pairing" if kind == JobKind.PAIR_ROUND else "took_too_long.file"
    assert done.report["error"]["key"] == code
    assert done.report.get("round") == (3 if kind == JobKind.PAIR_ROUND else None)
    assert not job.section.registrations.exists()


def test_a_job_that_is_over_is_not_run_again(world, monkeypatch):
    runs: list[int] = []

    def refuse(job: Job, *_: object) -> jobs.Report:
        runs.append(job.pk)
        raise Conflict(say("no_such_section"))

    job = waiting_job(world, "import_games")
    monkeypatch.setitem(jobs.SPECS, "import_games", replace(jobs.SPECS["import_games"], run=refuse))
    for _ in range(2):
        assert jobs.run_job(job_id=job.pk, now=LATER).state == JobState.FAILED
    assert runs == [job.pk]


def test_a_file_that_is_being_written_is_not_asked_for_twice(world):
    first = request_event_file(actor=world.olga, now=NOW, event_id=world.event.pk)
    assert request_event_file(actor=world.olga, now=NOW, event_id=world.event.pk).pk == first.pk
    Job.objects.filter(pk=first.pk).update(state=JobState.FAILED, finished_at=NOW)
    second = request_event_file(actor=world.olga, now=LATER, event_id=world.event.pk)
    assert list(Job.objects.all()) == [second]

"""Jobs of every kind: run once, and failed with a report if they are refused or take too long."""

from dataclasses import replace

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from tavleya.errors import Conflict
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.messages import say
from tournaments.models.job import Job, JobKind, JobState
from tournaments.services import jobs
from transfer.services.eventfile.jobs import request_event_file

pytestmark = pytest.mark.django_db


def waiting(world: World, kind: str, **request: object) -> Job:
    return jobs.create_job(
        JobKind(kind), actor=world.olga, now=NOW, event=world.event, section=world.section(), report=request
    )


@pytest.mark.parametrize("kind", JobKind.values)
def test_a_job_that_takes_too_long_fails_and_leaves_nothing(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(job: Job, *_: object) -> jobs.Report:
        world.enter(job.section, "Keres")
        raise SoftTimeLimitExceeded

    job = waiting(world, kind, round=3, name="RUS")
    monkeypatch.setitem(jobs.SPECS, kind, replace(jobs.SPECS[kind], run=slow))
    done = jobs.run_job(job_id=job.pk, now=LATER)
    assert (done.state, done.finished_at) == (JobState.FAILED, LATER)
    code = "took_too_long.pairing" if kind == JobKind.PAIR_ROUND else "took_too_long.file"
    assert done.report["error"]["key"] == code
    assert done.report.get("round") == (3 if kind == JobKind.PAIR_ROUND else None)
    assert not job.section.registrations.exists()


def test_a_job_that_is_over_is_not_run_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[int] = []

    def refuse(job: Job, *_: object) -> jobs.Report:
        runs.append(job.pk)
        raise Conflict(say("no_such_section"))

    job = waiting(world, "import_games")
    spec = replace(jobs.SPECS["import_games"], run=refuse)
    monkeypatch.setitem(jobs.SPECS, "import_games", spec)
    for _ in range(2):
        assert jobs.run_job(job_id=job.pk, now=LATER).state == JobState.FAILED
    assert runs == [job.pk]


def test_a_file_that_is_being_written_is_not_asked_for_twice(world: World) -> None:
    first = request_event_file(actor=world.olga, now=NOW, event_id=world.event.pk)
    assert request_event_file(actor=world.olga, now=NOW, event_id=world.event.pk).pk == first.pk
    Job.objects.filter(pk=first.pk).update(state=JobState.FAILED, finished_at=NOW)
    second = request_event_file(actor=world.olga, now=LATER, event_id=world.event.pk)
    assert list(Job.objects.all()) == [second]

"""Jobs that import tournament reports: once, completely or not at all."""

import threading
from typing import Any

import pytest
from django.db import connection, connections, transaction

from reports.services.jobs import prepare_trf, request_trf, start_trf
from tavleya.errors import BadInput, Conflict, ImportRefused
from tests.tavleya.formats.samples import cut, file, player, swiss
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.counting import counts
from tournaments.models.job import Job, JobKind, JobState
from tournaments.models.log import Log
from tournaments.models.section import Section
from tournaments.services.jobs import JobRuns, create_job, run_job
from tournaments.tasks import run_job as run_task

pytestmark = pytest.mark.django_db

VALUES: dict[str, Any] = {
    "slug": "made", "names": {"en": "Made"}, "game": "chess", "regime": "fide-2023", "format": "swiss",
    "rounds_planned": 7,
}  # fmt: skip
BAD = file(player(1, "   2 w 1"), player(1, "   1 b 1"))


def prepared(world: World, data: bytes) -> Job:
    return prepare_trf(actor=world.olga, now=NOW, event_id=world.event.pk, data=data, filename="a.trf")


def test_a_section_is_made_of_a_report(world: World) -> None:
    job = prepared(world, cut(swiss("rtg_057"), 3))
    assert (job.state, job.section_id) == (JobState.PREPARED, None)
    start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    steps: list[tuple[int, int]] = []
    done = run_job(job_id=job.pk, now=LATER, progress=lambda at, of: steps.append((at, of)))
    assert done.state == JobState.DONE and done.section is not None
    assert (done.section.slug, done.report["players"], done.report["rounds"]) == ("made", 10, 3)
    assert steps == [(1, 3), (2, 3), (3, 3)]
    before = counts()
    assert run_job(job_id=job.pk, now=LATER).state == JobState.DONE
    assert counts() == before


def test_adjustments_are_reported_by_line(world: World) -> None:
    job = prepared(world, cut(swiss("rtg_057"), 3, "122 whatever the arbiter says"))
    start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    report = run_job(job_id=job.pk, now=LATER).report
    results = [item for item in report["warnings"] if item["code"] == "trf_time_control"]
    assert results and results[0]["line"]


def test_a_report_that_contradicts_itself_is_not_even_prepared(world: World) -> None:
    before = counts()
    with pytest.raises(ImportRefused) as excinfo:
        prepared(world, BAD)
    assert excinfo.value.problems[0].line
    assert counts() == before and not Job.objects.exists()
    with pytest.raises(BadInput):
        prepared(world, b"  ")


def test_a_report_that_is_refused_later_leaves_no_section(world: World) -> None:
    data = file(player(1, name="Same, Name"), player(2, name="Same, Name"))
    job = prepared(world, data)
    start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    before, sections, lines = counts(), Section.objects.count(), Log.objects.count()
    done = run_job(job_id=job.pk, now=LATER)
    assert (done.state, done.section_id, done.report["error"]["code"]) == ("failed", None, "trf_refused")
    assert done.report["problems"][0]["line"]
    assert (counts(), Section.objects.count(), Log.objects.count()) == (before, sections, lines)


def test_a_taken_slug_is_refused_before_the_job_runs(world: World) -> None:
    world.section(slug="made")
    job = prepared(world, cut(swiss("rtg_057"), 1))
    with pytest.raises(Conflict) as excinfo:
        start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    assert excinfo.value.code == "slug_taken"
    job.refresh_from_db()
    assert job.state == JobState.PREPARED
    start_trf(actor=world.olga, now=NOW, job_id=job.pk, section={**VALUES, "slug": "free"})
    with pytest.raises(Conflict) as exc_info:
        start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    assert exc_info.value.code == "job_begun"
    assert not Section.objects.filter(slug="free").exists()


def test_a_report_goes_into_an_empty_section_alone(world: World) -> None:
    section = world.section(format="swiss", rounds_planned=7)
    data = cut(swiss("rtg_057"), 2)
    job = request_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
    assert run_job(job_id=job.pk, now=LATER).state == JobState.DONE
    assert section.rounds.count() == 2
    with pytest.raises(Conflict) as excinfo:
        request_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
    assert excinfo.value.code == "section_not_empty"


def test_long_files_have_half_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(run_task, "apply_async", lambda arguments, **options: sent.append(options))
    for kind in (JobKind.IMPORT_GAMES, JobKind.IMPORT_TRF, JobKind.EXPORT_EVENT):
        with django_capture_on_commit_callbacks(execute=True):
            create_job(kind, actor=world.olga, now=NOW, event=world.event, section=world.section())
        assert sent[-1]["soft_time_limit"] >= 30 * 60 and sent[-1]["time_limit"] > sent[-1]["soft_time_limit"]
        assert sent[-1]["queue"] == "import"
    assert run_task.max_retries is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_gets_a_running_job_again_does_not_wait_for_it() -> None:
    world = World()
    section = world.section(format="swiss", rounds_planned=7)
    job = request_trf(actor=world.olga, now=NOW, section_id=section.pk, data=cut(swiss("rtg_057"), 1))
    Job.objects.filter(pk=job.pk).update(state=JobState.WAITING, finished_at=None)
    seen: list[str] = []

    def second() -> None:
        try:
            run_job(job_id=job.pk, now=LATER)
        except JobRuns:
            seen.append("runs")
        finally:
            connections.close_all()

    with transaction.atomic():
        Job.objects.select_for_update().get(pk=job.pk)
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(timeout=20)
        assert not thread.is_alive()
    assert seen == ["runs"]
    assert connection.vendor == "postgresql"

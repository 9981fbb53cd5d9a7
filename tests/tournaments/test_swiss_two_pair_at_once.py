"""Two organisers press "pair" at the same moment: first that the race is real, then that there is one round."""

import threading
from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import IntegrityError, connection, models

from tavleya.errors import Conflict
from tests.tournaments.conftest import NOW, World, raises_code
from tests.tournaments.swiss import make_swiss, pair, play_round, registration
from tests.tournaments.test_two_at_once import together
from tournaments.models.job import Job, JobState
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.services import jobs, shared, swiss, swiss_jobs
from tournaments.services.byes import request_bye
from tournaments.services.draft_edits import exchange_players
from tournaments.services.progress import progress_of
from tournaments.services.schedule import discard_drafts
from tournaments.services.swiss import pair_next_round
from tournaments.services.swiss_jobs import request_pairing

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(transactional_db) -> World:
    return World()


def calls(world: World, section: Section, number: int) -> list[Callable[[], object]]:
    return [
        lambda actor=actor: pair_next_round(
            actor=actor, now=NOW, section_id=section.pk, number=number, first_colour="white"
        )
        for actor in (world.olga, world.chen)
    ]


def without_lock(monkeypatch: pytest.MonkeyPatch, meeting: threading.Barrier) -> None:
    """Read the section without its lock; both have read it before either writes."""

    def look(rows: models.QuerySet, key: int, missing: object) -> models.Model:
        row = rows.get(pk=key)
        meeting.wait(10)
        return row

    monkeypatch.setattr(shared, "_locked", look)


def test_without_the_lock_both_would_pair(world, monkeypatch):
    """The unique round number still stops the second, with a database error after all its work."""
    section = make_swiss(world, 8)
    without_lock(monkeypatch, threading.Barrier(2))
    outcomes = together(*calls(world, section, 1))
    assert [type(outcome) for outcome in outcomes if isinstance(outcome, Exception)] == [IntegrityError]


def test_without_lock_and_constraint_there_would_be_two_first_rounds(world, monkeypatch):
    section = make_swiss(world, 8)
    without_lock(monkeypatch, threading.Barrier(2))
    (unique,) = [c for c in Round._meta.constraints if c.name == "round_number_once_in_section"]
    with connection.schema_editor() as editor:
        editor.remove_constraint(Round, unique)
    try:
        together(*calls(world, section, 1))
        assert list(section.rounds.values_list("number", flat=True)) == [1, 1]
    finally:
        Pairing.objects.all().delete()
        Round.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Round, unique)


@pytest.mark.long
def test_the_lock_leaves_one_round_and_refuses_the_other_request(world):
    section = make_swiss(world, 12)
    for number in (1, 2, 3):
        outcomes = together(*calls(world, section, number))
        (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        (row,) = [outcome for outcome in outcomes if isinstance(outcome, Round)]
        assert isinstance(refused, Conflict) and refused.code == "round_paired_already"
        assert section.rounds.filter(number=number).get() == row
        assert row.pairings.count() == 6 and Provenance.objects.filter(round=row).count() == 1
        discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
        play_round(world, section, number)
    assert Log.objects.filter(action="round.paired").count() == 6


def test_two_changes_of_one_draft_at_once_are_one_change(world):
    section = make_swiss(world, 8)
    row = pair(world, section, 1)
    ids = {number: registration(section, number).pk for number in range(1, 9)}
    outcomes = together(
        *(
            lambda a=a, pair=pair: exchange_players(
                actor=a, now=NOW, round_id=row.pk, one_id=ids[pair[0]], other_id=ids[pair[1]], version=0
            )
            for a, pair in ((world.olga, (5, 6)), (world.chen, (5, 7)))
        )
    )
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert isinstance(refused, Conflict) and refused.code == "draft_changed"
    assert Provenance.objects.get().version == 1 and row.pairings.count() == 4


def test_two_requests_for_the_worker_at_once_are_one_job(world, monkeypatch):
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 8)
    outcomes = together(
        *(
            lambda a=a: request_pairing(actor=a, now=NOW, section_id=section.pk, number=1)
            for a in (world.olga, world.chen)
        )
    )
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert isinstance(refused, Conflict) and refused.code == "pairing_runs"
    assert Job.objects.get().state == JobState.WAITING
    with raises_code(Conflict, "pairing_runs"):
        pair(world, section, 1)


def test_a_job_delivered_twice_at_once_pairs_once(world, monkeypatch):
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 8)
    job = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    outcomes = together(*(lambda: jobs.run_job(job_id=job.pk, now=NOW) for _ in range(2)))
    assert all(
        getattr(outcome, "state", "") == "done" or isinstance(outcome, jobs.JobRuns) for outcome in outcomes
    )
    assert jobs.run_job(job_id=job.pk, now=NOW).state == "done"
    assert section.rounds.count() == 1 and Log.objects.filter(action="round.paired").count() == 1


def test_a_change_during_pairing_pairs_the_round_again(world, monkeypatch):
    """A bye asked for in the middle of the engine's work is in the draft."""
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 8)
    job = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    solved = []

    def slowly(prepared, progress=None):
        if not solved:
            request_bye(
                actor=world.olga,
                now=NOW,
                registration_id=registration(section, 3).pk,
                round_number=1,
                kind="half",
            )
        solved.append(prepared.number)
        return swiss.solve(prepared, progress)

    monkeypatch.setattr(swiss_jobs, "solve", slowly)
    jobs.run_job(job_id=job.pk, now=NOW)
    assert len(solved) == 2
    kinds = dict(section.rounds.get().pairings.exclude(bye="").values_list("white__number", "bye"))
    assert kinds == {3: "half", 8: "pairing_allocated"}


def test_a_job_that_cannot_pair_says_why(world, monkeypatch):
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 2, rounds_planned=2)
    play_round(world, section, 1)
    job = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=2)
    job = jobs.run_job(job_id=job.pk, now=NOW)
    assert (job.state, job.report["error"]["code"]) == ("failed", "cannot_pair")
    assert job.report["free"] == [{"rule": "C1", "players": [1, 2]}]
    # The section is free again.
    second = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=2)
    assert second.state == "waiting"


@pytest.mark.long
@pytest.mark.redis
def test_a_large_section_is_paired_by_the_worker_with_its_progress(celery_worker):
    from django.utils import timezone

    from tests.tournaments.test_work_is_done_by_the_worker import wait_for

    caches["computed"].clear()
    world = World()
    section = make_swiss(world, 160, rounds_planned=9)
    job = request_pairing(
        actor=world.olga, now=timezone.now(), section_id=section.pk, number=1, first_colour="white"
    )
    wait_for(lambda: Job.objects.get(pk=job.pk).state != "waiting")
    job.refresh_from_db()
    assert (job.state, job.report) == ("done", {"round": 1, "boards": 80}), celery_worker
    assert progress_of(job.pk) == (160, 160)
    assert section.rounds.get().pairings.count() == 80

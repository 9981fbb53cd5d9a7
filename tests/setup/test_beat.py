"""Two schedulers of periodic tasks: one sends, and the other when the first is gone."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from config.beat import STAND_BY_SECONDS, OneAtATime, Turn
from config.celery import app

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def turns() -> Iterator[tuple[Turn, Turn]]:
    pair = Turn(), Turn()
    yield pair
    for turn in pair:
        turn.give_up()


def test_one_of_two_has_the_turn_and_keeps_it(turns: tuple[Turn, Turn]) -> None:
    first, second = turns
    assert [first.is_ours(), second.is_ours(), first.is_ours(), second.is_ours()] == [True, False, True, False]


def test_the_other_takes_it_when_the_first_gives_it_up(turns: tuple[Turn, Turn]) -> None:
    first, second = turns
    assert first.is_ours()
    first.give_up()
    assert second.is_ours()
    assert not first.is_ours()


def test_a_scheduler_without_its_connection_loses_the_turn(turns: tuple[Turn, Turn]) -> None:
    first, second = turns
    assert first.is_ours()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid != pg_backend_pid()"
        )
    assert not first.is_ours()
    assert second.is_ours()
    assert not first.is_ours()


def test_two_schedulers_send_each_periodic_task_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[int, str | None]] = []
    pair = [OneAtATime(app=app, schedule_filename=str(tmp_path / name)) for name in ("one", "other")]
    for number, scheduler in enumerate(pair):
        monkeypatch.setattr(
            scheduler, "apply_async", lambda entry, number=number, **_: sent.append((number, entry.task))
        )
        for entry in scheduler.schedule.values():
            entry.last_run_at = timezone.now() - timedelta(days=1)  # all of them are due
    first, second = pair
    due = len(first.schedule)
    try:
        waits = [scheduler.tick() for _ in range(due) for scheduler in pair]
        assert sorted(sent) == sorted((0, entry.task) for entry in first.schedule.values())
        assert waits[1::2] == [STAND_BY_SECONDS] * due
        first.close()
        second.tick()
        assert [number for number, _ in sent[due:]] == [1]
    finally:
        for scheduler in pair:
            scheduler.close()

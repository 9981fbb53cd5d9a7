"""The hourly check of the records, through the real worker."""

from __future__ import annotations

import time

import pytest
from django.utils import timezone

from games.models import Game
from games.tasks import verify_recent_records
from tests.worker import Worker
from tests.world import World


def break_it(world: World) -> None:
    Game.objects.filter(pk=world.board.pk).update(digest="x", changed_at=timezone.now())


def test_a_broken_record_is_counted(db: None) -> None:
    world = World()
    world.started()
    assert verify_recent_records() == 0
    break_it(world)
    assert verify_recent_records() == 1


@pytest.mark.redis
@pytest.mark.postgres
def test_the_worker_says_which_game_is_broken(celery_worker: Worker) -> None:
    world = World()
    world.started()
    break_it(world)
    verify_recent_records.delay()
    until = time.monotonic() + 20
    while "record_broken" not in celery_worker.log.read_text():
        assert time.monotonic() < until, celery_worker.log.read_text()
        time.sleep(0.1)

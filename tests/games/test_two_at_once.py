"""Two people post the same ply at the same time: one is recorded, the other gets a conflict."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.db import IntegrityError, connection

from games.models.game import Game
from games.models.record import Move
from games.services import play
from games.services.play import play_move
from games.services.record import lock_game
from tavleya.errors import Conflict
from tests.world import World, later

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def race(world: World, seq: int) -> list[object]:
    """Alice's move sent twice by two threads that both have read before either writes, where the lock allows it."""
    outcomes: list[object] = []
    barrier = threading.Barrier(2)

    def post() -> None:
        try:
            barrier.wait(10)
            play_move(
                actor=world.alice, now=later(seconds=1), game_id=world.board.pk, text="e2-e4", expected=seq
            )
            outcomes.append("recorded")
        except (Conflict, IntegrityError) as problem:
            outcomes.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=post) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return outcomes


@contextmanager
def everyone_reads_before_anyone_writes(monkeypatch: pytest.MonkeyPatch, *, locked: bool) -> Iterator[None]:
    """Hold each poster after it has read the row until the other has too, or half a second has passed."""
    met = threading.Barrier(2)

    def read(game_id: int) -> Game:
        game = lock_game(game_id) if locked else Game.objects.get(pk=game_id)
        with suppress(threading.BrokenBarrierError):
            met.wait(0.5)
        return game

    monkeypatch.setattr(play, "lock_game", read)
    yield


def test_without_the_lock_both_believe_that_the_ply_is_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    seq = world.started().seq
    with everyone_reads_before_anyone_writes(monkeypatch, locked=False):
        outcomes = race(world, seq)
    # Both passed every check on the same state; only the database's last resort stopped the second one.
    assert outcomes.count("recorded") == 1
    assert [type(outcome) for outcome in outcomes if outcome != "recorded"] == [IntegrityError]


def test_the_lock_records_one_move_and_refuses_the_other_as_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    seq = world.started().seq
    with everyone_reads_before_anyone_writes(monkeypatch, locked=True):
        outcomes = race(world, seq)
    assert outcomes.count("recorded") == 1
    problems = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
    assert [problem.code for problem in problems] == ["stale"]
    assert list(Move.objects.filter(game=world.board).values_list("ply", flat=True)) == [1]
    assert Game.objects.get(pk=world.board.pk).seq == seq + 2

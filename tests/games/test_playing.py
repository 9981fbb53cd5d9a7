"""Moves and results at a live board through the services; two users who post the same ply at once."""

import threading
from contextlib import suppress
from functools import partial

import pytest
from django.db import IntegrityError

from games.models.game import Game
from games.models.record import Move
from games.services import moves
from games.services.moves import play_move, resign, resume_play, stop_clocks
from games.services.record import lock_game
from tavleya.errors import Conflict, NotFound, NotPermitted
from tavleya.sides import Side
from tests.arbiter.ruling import at_board
from tests.concurrency import together
from tests.refusals import refused
from tests.world import NOW, World, later, person
from tournaments.models.pairing import Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    world = World()
    world.started()
    return world


def test_a_move_takes_few_statements(world: World, django_assert_max_num_queries) -> None:
    # the lock, who the player is (three), the insert, the update, and the savepoint around them
    with django_assert_max_num_queries(10):
        play_move(actor=world.alice, now=later(seconds=1), game_id=world.board.pk, text="e2-e4")


def test_players_move_their_own_side_only(world: World) -> None:
    with refused(NotPermitted, "not_your_board"):
        play_move(**at_board(world, later(seconds=1), "bob"), text="e2-e4", side=Side.WHITE)
    with refused(Conflict, "out_of_turn"):
        play_move(**at_board(world, later(seconds=1), "bob"), text="e7-e5")


def test_a_player_of_another_board_is_a_stranger_here() -> None:
    world = World(others=("dora", "emil"))
    world.people["dora"] = person("dora")
    world.started()
    with pytest.raises(NotPermitted):
        play_move(**at_board(world, NOW, "dora"), text="e2-e4")


def test_a_move_posted_twice_is_recorded_once(world: World) -> None:
    seen = world.board.seq
    play_move(actor=world.alice, now=later(seconds=1), game_id=world.board.pk, text="e2-e4", expected=seen)
    with refused(Conflict, "stale") as excinfo:
        play_move(**at_board(world, later(seconds=1), "alice"), text="e2-e4", expected=seen)
    assert excinfo.value.detail["seq"] == seen + 2


def test_a_result_at_the_board_reaches_its_pairing(world: World) -> None:
    resign(**at_board(world, later(seconds=1), "bob"))
    assert Pairing.objects.get(pk=world.pairing.pk).result == "1-0"
    with pytest.raises(NotFound):
        resign(**at_board(world, NOW, "alice") | {"game_id": Game.objects.order_by("-pk")[0].pk + 1})


def test_the_clocks_stop_and_start_by_an_arbiter(world: World) -> None:
    stop_clocks(actor=world.artur, now=later(seconds=30), game_id=world.board.pk, reason="fire alarm")
    with refused(Conflict, "clocks_stopped"):
        play_move(actor=world.alice, now=later(seconds=40), game_id=world.board.pk, text="e2-e4")
    resume_play(actor=world.artur, now=later(seconds=600), game_id=world.board.pk)
    game = play_move(actor=world.alice, now=later(seconds=605), game_id=world.board.pk, text="e2-e4")
    # 30 s before the stop and 5 after, 10 of them delay
    assert game.entries.get(kind="press").white_ms == 60 * 60_000 - 25_000


def test_a_clock_set_back_on_the_server_does_not_run_time_backwards(world: World) -> None:
    play_move(actor=world.alice, now=later(seconds=60), game_id=world.board.pk, text="e2-e4")
    game = play_move(actor=world.bob, now=later(seconds=30), game_id=world.board.pk, text="e7-e5")
    times = list(game.entries.order_by("seq").values_list("at", flat=True))
    assert times == sorted(times)


def everyone_reads_before_anyone_writes(monkeypatch: pytest.MonkeyPatch, *, locked: bool) -> None:
    """Hold each poster after it has read the row until the other has too, or half a second has passed."""
    met = threading.Barrier(2)

    def read(game_id: int) -> Game:
        game = lock_game(game_id) if locked else Game.objects.get(pk=game_id)
        with suppress(threading.BrokenBarrierError):
            met.wait(0.5)
        return game

    monkeypatch.setattr(moves, "lock_game", read)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
@pytest.mark.parametrize("locked", [True, False])
def test_the_lock_records_one_move_and_refuses_the_other_as_stale(monkeypatch, locked: bool) -> None:
    world = World()
    seq = world.started().seq
    everyone_reads_before_anyone_writes(monkeypatch, locked=locked)
    post = partial(play_move, **at_board(world, later(seconds=1), "alice"), text="e2-e4", expected=seq)
    (problem,) = (outcome for outcome in together(post, post) if isinstance(outcome, Exception))
    if not locked:
        # Both passed every check on the same state; only the database's last resort stopped the second one.
        assert type(problem) is IntegrityError
        return
    assert isinstance(problem, Conflict) and problem.code == "stale"
    assert list(Move.objects.filter(game=world.board).values_list("ply", flat=True)) == [1]
    assert Game.objects.get(pk=world.board.pk).seq == seq + 2

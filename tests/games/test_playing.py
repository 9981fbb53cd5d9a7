"""Permissions at a live board, through the services."""

import pytest

from games.models.game import Game
from games.models.record import RecordEntry
from games.services.play import play_move, press_clock, resign, resume_play, start_game, stop_clocks
from games.services.results import record_result
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound, NotPermitted
from tavleya.sides import Side
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
    with pytest.raises(NotPermitted) as excinfo:
        play_move(
            actor=world.bob, now=later(seconds=1), game_id=world.board.pk, text="e2-e4", side=Side.WHITE
        )
    assert excinfo.value.code == "not_your_board"
    with pytest.raises(Conflict) as exc_info:
        play_move(actor=world.bob, now=later(seconds=1), game_id=world.board.pk, text="e7-e5")
    assert exc_info.value.code == "out_of_turn"


@pytest.mark.parametrize("name", ["charlie"])
def test_strangers_do_nothing(world: World, name: str) -> None:
    before = RecordEntry.objects.count()
    for act, options in (
        (play_move, {"text": "e2-e4"}),
        (press_clock, {}),
        (resign, {}),
        (start_game, {}),
        (record_result, {"result": "1-0"}),
    ):
        with pytest.raises(NotPermitted):
            act(actor=person(name), now=NOW, game_id=world.board.pk, **options)
    with pytest.raises(NotPermitted):
        play_move(actor=Actor(None, ""), now=NOW, game_id=world.board.pk, text="e2-e4")
    assert RecordEntry.objects.count() == before


def test_a_player_of_another_board_is_a_stranger_here() -> None:
    world = World(others=("dora", "emil"))
    world.people["dora"] = person("dora")
    world.started()
    with pytest.raises(NotPermitted):
        play_move(actor=world.dora, now=NOW, game_id=world.board.pk, text="e2-e4")


def test_a_helper_moves_for_either_side_and_cannot_stop_the_clocks(world: World) -> None:
    play_move(actor=world.hana, now=later(seconds=1), game_id=world.board.pk, text="e2-e4")
    play_move(actor=world.hana, now=later(seconds=2), game_id=world.board.pk, text="e7-e5")
    with pytest.raises(NotPermitted):
        stop_clocks(actor=world.hana, now=later(seconds=3), game_id=world.board.pk, reason="noise")


def test_a_move_posted_twice_is_recorded_once(world: World) -> None:
    seen = world.board.seq
    play_move(actor=world.alice, now=later(seconds=1), game_id=world.board.pk, text="e2-e4", expected=seen)
    with pytest.raises(Conflict) as excinfo:
        play_move(
            actor=world.alice, now=later(seconds=1), game_id=world.board.pk, text="e2-e4", expected=seen
        )
    assert excinfo.value.code == "stale"
    assert excinfo.value.detail["seq"] == seen + 2


def test_a_result_at_the_board_reaches_its_pairing(world: World) -> None:
    resign(actor=world.bob, now=later(seconds=1), game_id=world.board.pk)
    assert Pairing.objects.get(pk=world.pairing.pk).result == "1-0"


def test_the_clocks_stop_and_start_by_an_arbiter(world: World) -> None:
    stop_clocks(actor=world.artur, now=later(seconds=30), game_id=world.board.pk, reason="fire alarm")
    with pytest.raises(Conflict) as excinfo:
        play_move(actor=world.alice, now=later(seconds=40), game_id=world.board.pk, text="e2-e4")
    assert excinfo.value.code == "clocks_stopped"
    resume_play(actor=world.artur, now=later(seconds=600), game_id=world.board.pk)
    game = play_move(actor=world.alice, now=later(seconds=605), game_id=world.board.pk, text="e2-e4")
    # 30 s before the stop and 5 after, 10 of them delay
    assert game.entries.get(kind="press").white_ms == 60 * 60_000 - 25_000


def test_a_clock_set_back_on_the_server_does_not_run_time_backwards(world: World) -> None:
    play_move(actor=world.alice, now=later(seconds=60), game_id=world.board.pk, text="e2-e4")
    game = play_move(actor=world.bob, now=later(seconds=30), game_id=world.board.pk, text="e7-e5")
    times = list(game.entries.order_by("seq").values_list("at", flat=True))
    assert times == sorted(times)


def test_there_is_no_such_game(world: World) -> None:
    with pytest.raises(NotFound):
        resign(actor=world.alice, now=NOW, game_id=Game.objects.order_by("-pk")[0].pk + 1)

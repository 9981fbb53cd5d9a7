"""The time of each move is shown beside it, if record and clock agree."""

import pytest

from arbiter.services.time import adjust_time
from clocks.move_times import move_times
from games.services.play import play_move, resume_play, stop_clocks
from games.states import state_of
from tavleya.sides import Side
from tests.world import World, later

pytestmark = pytest.mark.django_db


def spent(world: World) -> list[int | None]:
    return [move_time.spent for move_time in move_times(state_of(world.board))]


@pytest.mark.parametrize("control", ["60", "60+30", "60 d10"])
def test_it_is_the_time_from_one_move_to_the_next(control: str) -> None:
    world = World(control=control)
    world.started()
    world.play("e2-e4", "e7-e5", "g1-f3", seconds=7)
    assert spent(world) == [None, 7000, 7000]


def test_a_stop_of_the_clocks_is_no_time_for_a_move() -> None:
    world = World()
    world.started()
    world.play("e2-e4")
    at = {"actor": world.artur, "game_id": world.board.pk}
    stop_clocks(**at, now=later(seconds=20), reason="Light")
    resume_play(**at, now=later(seconds=620))
    play_move(actor=world.bob, now=later(seconds=625), game_id=world.board.pk, text="e7-e5")
    assert spent(world) == [None, None]


def test_time_given_by_the_arbiter_is_no_time_for_a_move() -> None:
    world = World()
    world.started()
    world.play("e2-e4")
    adjust_time(
        actor=world.artur,
        now=later(seconds=5),
        game_id=world.board.pk,
        add={Side.BLACK: 600_000},
        article="tavreli-1997:6.10",
        reason="The clock stood still.",
    )
    play_move(actor=world.bob, now=later(seconds=8), game_id=world.board.pk, text="e7-e5")
    assert spent(world) == [None, None]

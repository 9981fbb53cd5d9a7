"""The visitor's board can be played on whenever the demonstration is opened."""

from datetime import timedelta

import pytest

from games.states import state_of
from portal.demo import events
from tests.world import NOW, SYSTEM, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(events, "visitors_board", lambda: world.board)
    return world


def test_its_clock_is_started_once_and_reset_when_it_ran_out_before_a_visitor_came(world: World) -> None:
    events.start_visitors_board(actor=SYSTEM, now=NOW)
    seq = world.board.seq
    events.start_visitors_board(actor=SYSTEM, now=NOW + timedelta(minutes=5))
    assert (world.board.phase, world.board.seq) == ("playing", seq)
    tomorrow = NOW + timedelta(days=1)
    events.start_visitors_board(actor=SYSTEM, now=tomorrow)
    clock = state_of(world.board).clock
    readings = clock.readings(int(tomorrow.timestamp() * 1000))
    assert (readings.white.ms, readings.black.ms) == (60 * 60_000, 60 * 60_000)
    assert world.board.entries.last().kind == "adjustment"

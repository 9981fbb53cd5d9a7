"""The record as the database keeps it: append-only, chained, and the row that follows it."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.db.backends.utils import CursorWrapper

from games import states
from games.models.game import Game
from games.models.record import ClockReading, Move
from games.states import state_at, state_of
from tavleya.record.fold import fold, snapshot
from tavleya.sides import Side
from tests.world import World

pytestmark = pytest.mark.django_db
ENTRY, GAME = "games_recordentry", "UPDATE games_game SET"


@pytest.fixture
def world() -> World:
    world = World()
    world.started()
    world.play("e2-e4", "e7-e5", "g1-f3")
    return world


def assert_append_only(sql: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@contextmanager
def past_the_triggers() -> Iterator[CursorWrapper]:
    """Open a cursor without the triggers, like an attacker who owns the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        else:
            cursor.execute(f"DROP TRIGGER {ENTRY}_no_update")
            cursor.execute(f"DROP TRIGGER {ENTRY}_no_delete")
        yield cursor
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.mark.parametrize("sql", [
    f"UPDATE {ENTRY} SET move = 'e2-e3' WHERE seq = 3", f"DELETE FROM {ENTRY} WHERE seq = 3", f"DELETE FROM {ENTRY}",
])  # fmt: skip
def test_an_entry_cannot_be_changed_or_deleted(world: World, sql: str) -> None:
    assert_append_only(sql)


@pytest.mark.postgres
def test_the_record_cannot_be_truncated(world: World) -> None:
    with connection.cursor() as cursor:
        # Foreign keys are checked at the end of a transaction, and PostgreSQL refuses to truncate before that.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert_append_only("TRUNCATE games_recordentry CASCADE")


def test_the_row_its_moves_and_readings_and_the_state_at_any_entry_are_those_of_the_record(world: World) -> None:
    game = Game.objects.get(pk=world.board.pk)
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert game.snapshot == snapshot(state)
    assert (game.seq, game.digest, game.phase) == (state.seq, state.digest, state.phase.value)
    assert [state_at(game, seq).ply for seq in range(1, game.seq + 1)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert state_of(game).ply == 3
    assert list(Move.objects.filter(game=game).values_list("ply", "side", "move")) == [
        (1, "white", "e2-e4"), (2, "black", "e7-e5"), (3, "white", "g1-f3"),
    ]  # fmt: skip
    assert ClockReading.objects.filter(game=game).count() == game.seq - 1
    out = io.StringIO()
    call_command("verify_records", stdout=out)
    assert "all as they were written" in out.getvalue()


@pytest.mark.parametrize(("sql", "message"), [
    (f"UPDATE {ENTRY} SET move = 'e2-e3' WHERE game_id = %s AND seq = 3", "entry 3: digest_differs"),
    (f"DELETE FROM {ENTRY} WHERE game_id = %s AND seq = 4", "entry 4: missing_entry"),
    (f"DELETE FROM {ENTRY} WHERE game_id = %s AND seq = 8", "tail_differs"),
    (f"{GAME} phase = 'finished', result = '0-1' WHERE id = %s", "phase, result of the game: row_differs"),
    (f"{GAME} termination = 'agreement' WHERE id = %s", "termination of the game: row_differs"),
    (f'{GAME} snapshot = \'{{"phase": "finished"}}\' WHERE id = %s', "snapshot.phase, snapshot.result"),
])  # fmt: skip
def test_verify_records_finds_tampering_past_the_triggers(world: World, sql: str, message: str) -> None:
    with past_the_triggers() as cursor:
        cursor.execute(sql, [world.board.pk])
    err = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_records", stderr=err)
    assert message in err.getvalue()


def test_a_rolled_back_transaction_leaves_no_state_behind(world: World) -> None:
    before = state_of(world.board)
    with transaction.atomic():
        world.play("b8-c6")
        transaction.set_rollback(True)
    after = state_of(world.board)
    assert (after.seq, after.digest) == (before.seq, before.digest)


def test_a_kept_state_follows_what_another_process_wrote_and_not_what_was_rolled_back(world: World) -> None:
    game = world.board
    rolled_back = replace(state_at(game, game.seq - 2), digest="0" * 64, illegal={Side.WHITE: 1, Side.BLACK: 0})
    for state in (*(state_at(game, seq) for seq in range(1, game.seq)), rolled_back):
        states.remember(game, state)
        assert states.state_of(game) == fold(row.entry() for row in game.entries.order_by("seq"))


def test_states_are_kept_by_their_plies(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    monkeypatch.setattr(states, "_KEPT_PLIES", 20)
    cache, state = states._States(), state_of(world.board)
    for game_id in range(4):
        cache.put(game_id, state)
        cache.get(0)
    assert [game_id for game_id in range(4) if cache.get(game_id)] == [0, 3]

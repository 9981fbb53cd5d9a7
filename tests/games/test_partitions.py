"""The table of entries by ranges of games: there always is a partition, and none can be changed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.checks import CheckMessage, run_checks
from django.db import IntegrityError, OperationalError, connection, transaction
from pytest_django.fixtures import Settings

from config.outages import AWAY, code_of
from games import partitions as games_partitions
from games.models.game import Game
from games.models.record import RecordEntry
from games.partitions import SPARE, TABLE, Partition, make_ahead, partitions, spare_games
from games.services.opening import NewBoard, open_game, open_games
from games.services.play import play_move, start_game
from games.tasks import make_partitions
from tests.games.small_partitions import small_partitions, sql
from tests.world import NOW, SYSTEM

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

TERMS = {"game": "chess", "regime": "fide-2023", "control": "90+30", "tracking": "live"}
SIZE = 5


@pytest.fixture
def small(settings: Settings) -> Iterator[Partition]:
    with small_partitions(settings, size=SIZE, left=2) as last:
        yield last


def opened(count: int) -> list[Game]:
    boards = [NewBoard(f"White {n}", f"Black {n}") for n in range(count)]
    return open_games(actor=SYSTEM, now=NOW, boards=boards, **TERMS)


def played(game: Game) -> None:
    start_game(actor=SYSTEM, now=NOW, game_id=game.pk)
    play_move(actor=SYSTEM, now=NOW + timedelta(seconds=1), game_id=game.pk, text="e2-e4")


def table_of(game: Game) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT tableoid::regclass::text FROM {TABLE} WHERE game_id = %s", [game.pk])
        return {name for (name,) in cursor.fetchall()}


def test_games_opened_across_the_end_of_a_range_are_played_on_both_sides_of_it(small: Partition) -> None:
    games = opened(2 + SIZE + 1)
    for game in games:
        played(game)
    first, last = small.last + 1, small.last + SIZE
    assert [table_of(game) for game in games] == [
        *[{small.table}] * 2,
        *[{f"{TABLE}_{first}_{last}"}] * SIZE,
        {f"{TABLE}_{last + 1}_{last + SIZE}"},
    ]


def test_every_way_of_opening_a_game_finds_a_partition(small: Partition) -> None:
    for _ in range(2 * SIZE):
        played(
            open_game(actor=SYSTEM, now=NOW, white_name="A", black_name="B", **TERMS)  # type: ignore[arg-type]
        )
    assert spare_games() >= 0


def test_partitions_are_made_ahead_of_the_games(small: Partition) -> None:
    assert make_partitions() == SPARE
    assert spare_games() >= SPARE * SIZE
    assert make_ahead() == 0
    opened(SIZE)
    assert make_partitions() == 1


def test_another_size_holds_for_what_is_made_later(small: Partition, settings: Settings) -> None:
    opened(3)
    settings.GAMES_IN_PARTITION = 3
    opened(SIZE)
    firsts = [(one.first, one.last) for one in partitions() if one.first > small.last]
    end = small.last
    assert firsts == [(end + 1, end + SIZE), (end + SIZE + 1, end + SIZE + 3)]


def test_a_range_without_games_to_spare_is_warned_of(small: Partition) -> None:
    def said() -> list[CheckMessage]:
        return [one for one in run_checks(databases=["default"]) if one.id == "games.W001"]

    assert not said()
    opened(2)
    assert [one.msg for one in said()] == [
        "Only 0 games can be opened before a partition of the records has to be made."
    ]
    make_ahead()
    assert not said()


CHANGES = [
    "UPDATE {} SET move = 'e2-e3'",
    "UPDATE {} SET game_id = game_id + 1 WHERE seq = 3",
    "DELETE FROM {}",
    "DELETE FROM {} WHERE seq = 3",
    "DELETE FROM {} WHERE seq = 999",
    "TRUNCATE {}",
    "TRUNCATE {} CASCADE",
    "INSERT INTO {0} SELECT * FROM {0} ON CONFLICT (game_id, seq) DO UPDATE SET move = 'e2-e3'",
    (
        "MERGE INTO {0} AS a USING (SELECT * FROM {0}) AS b ON a.game_id = b.game_id AND a.seq = b.seq"
        " WHEN MATCHED THEN DELETE"
    ),
]


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("where", ["the table", "an old partition", "a new partition", "a detached one"])
def test_no_partition_can_be_changed(where: str, change: str, small: Partition) -> None:
    for game in opened(SIZE):
        played(game)
    new = partitions()[-1]
    table = {"the table": TABLE, "an old partition": small.table}.get(where, new.table)
    sql("SET CONSTRAINTS ALL IMMEDIATE")  # PostgreSQL refuses to truncate before they were checked
    if where == "a detached one":
        sql(f"ALTER TABLE {TABLE} DETACH PARTITION {new.table}")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql(change.format(table))


def test_a_new_partition_holds_what_the_table_promises(small: Partition) -> None:
    game = opened(3)[-1]
    values = {
        "game_id": game.pk,
        "seq": 2,
        "kind": "press",
        "at": NOW,
        "actor": "x",
        "data": {},
        "digest": "x",
    }
    for bad in ({"kind": "unheard of"}, {"side": "green"}, {"kind": "move"}, {"seq": -1}, {"seq": 1}):
        refused(RecordEntry(**values | bad))
    refused(RecordEntry(**values | {"game_id": game.pk + 1}))
    RecordEntry.objects.bulk_create([RecordEntry(**values)])


def refused(entry: RecordEntry) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        written_and_checked(entry)


def written_and_checked(entry: RecordEntry) -> None:
    RecordEntry.objects.bulk_create([entry])
    sql("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.django_db(transaction=True)
def test_creating_a_partition_does_not_hold_up_the_moves_for_long(
    small: Partition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_partitions, "PATIENCE", "100ms")
    first, waits, done = opened(1)[0], threading.Event(), threading.Event()

    def a_long_import() -> None:
        try:
            with transaction.atomic():
                Game.objects.filter(pk=first.pk).update(white_name="C")
                waits.set()
                done.wait(20)
        finally:
            connection.close()

    thread = threading.Thread(target=a_long_import)
    thread.start()
    assert waits.wait(20)
    with pytest.raises(OperationalError) as refused:
        opened(SIZE)
    assert code_of(refused.value) == AWAY
    assert make_partitions() == 0  # tried again later
    done.set()
    thread.join(20)
    assert len(opened(SIZE)) == SIZE
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout')")
        assert cursor.fetchone() == ("0",)


@pytest.mark.django_db(transaction=True)
def test_two_who_open_games_at_the_end_of_a_range_both_get_theirs(small: Partition) -> None:
    numbers: list[int] = []
    barrier = threading.Barrier(2)

    def open_some() -> None:
        try:
            barrier.wait(10)
            numbers.extend(game.pk for game in opened(SIZE))
        finally:
            connection.close()

    threads = [threading.Thread(target=open_some) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(set(numbers)) == 2 * SIZE
    assert RecordEntry.objects.filter(game__in=numbers, kind="opened").count() == 2 * SIZE
    for number in numbers:
        played(Game.objects.get(pk=number))

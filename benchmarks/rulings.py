"""How long it takes to fold a long record, and to apply a ruling through the service.

The fold of a game of 400 entries, beside reading and playing its moves by the rules core alone.  A ruling (a warning,
and a restoration after an illegal move) on PostgreSQL that waits for the disk and on SQLite, beside the least that any
such ruling needs of the same database: one row locked, an entry and a ruling inserted, the row updated, and committed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import RUNS, Row

ENTRIES, RULINGS = 400, 60
# Pieces that go to and fro: what is measured does not depend on how good the moves are.
GAMES = {
    "tavreli": ("start", ("g1-f3", "g8-f6", "b1-c3", "b8-c6", "f3-g1", "f6-g8", "c3-b1", "c6-b8")),
    "chess": ("start", ("g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8")),
    "draughts": ("W:Wa3,c3,Kc1:Bf6,h6,Kf8", ("c1-b2", "f8-g7", "b2-c1", "g7-f8")),
}


def run() -> Iterator[Row]:
    yield from _folds()
    for name, url in databases():
        found = in_child(url, "benchmarks.rulings")
        for what in ("warning", "illegal move"):
            yield Row(
                f"ruling applied, {what}, {name}",
                found[what],
                "ms",
                "bare writes",
                found["bare"],
                goal="at most 30 ms at the median",
            )


def _folds() -> Iterator[Row]:
    from tavleya.record.fold import fold

    for game, (start, cycle) in GAMES.items():
        moves = [cycle[number % len(cycle)] for number in range((ENTRIES - 2) // 2)]
        entries = _record(game, start, moves)
        yield Row(
            f"fold of {len(entries)} entries, {game}",
            _median(lambda entries=entries: fold(entries)),
            "ms",
            "moves alone",
            _median(lambda game=game, start=start, moves=moves: _plain(game, start, moves)),
            goal="at most 50 ms",
        )


def _median(act: Callable[[], object]) -> float:
    """Milliseconds of the processor: nothing is waited for here."""
    times = []
    for _ in range(RUNS * 3):
        began = time.process_time()
        act()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def _record(game: str, start: str, moves: list[str]) -> list[object]:
    from tavleya.record.entries import Entry, EntryKind
    from tavleya.sides import Side

    opened = {"game": game, "rules": {}, "control": "90+30", "start": start}
    entries = [
        Entry(1, EntryKind.OPENED, 0, "b", data=opened),
        Entry(2, EntryKind.STARTED, 0, "b", Side.WHITE),
    ]
    for ply, move in enumerate(moves, start=1):
        side = Side.WHITE if ply % 2 else Side.BLACK
        at = ply * 1000
        entries.append(Entry(len(entries) + 1, EntryKind.MOVE, at, "b", side, ply, move))
        entries.append(Entry(len(entries) + 1, EntryKind.PRESS, at, "b", side))
    return list(entries)


def _plain(game: str, start: str, moves: list[str]) -> None:
    from tavleya.rules.registry import rules_for

    rules = rules_for(game)
    position = rules.position(start)
    for move in moves:
        position = position.play(rules.read(position, move))


# Rulings: each database in a separate process, since Django has one.


def databases() -> Iterator[tuple[str, str]]:
    from tests import servers

    yield "SQLite", ""
    servers.POSTGRES_SETTINGS.update(fsync="on", synchronous_commit="on", full_page_writes="on")
    try:
        yield "PostgreSQL", servers.Postgres().url
    except servers.Unavailable as why:
        print(f"no PostgreSQL: {why}", file=sys.stderr)


def in_child(url: str, module: str) -> dict[str, float]:
    """The figures that `module` prints as JSON in its last line, run on that database (empty: SQLite)."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"TAVLEYA_TEST_SERVERS": "0", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    if url:
        environment["DATABASE_URL"] = url
    done = subprocess.run(
        [sys.executable, "-m", module],
        env=environment,
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def _measure() -> dict[str, float]:
    import django

    django.setup()
    from django.db import connection

    connection.creation.create_test_db(verbosity=0)
    try:
        return {"bare": _bare(), "warning": _warnings(), "illegal move": _illegal()}
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def _timed(act: Callable[[int], object], prepare: Callable[[int], object] = lambda _: None) -> float:
    times = []
    for number in range(RULINGS):
        prepare(number)
        began = time.perf_counter()
        act(number)
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def _warnings() -> float:
    from arbiter.services.ruling import rule
    from tests.world import World, later

    world = World(slug="warnings")
    game = world.started()
    facts = {"offender": "white", "measure": "warning"}
    return _timed(
        lambda number: rule(
            actor=world.artur, now=later(seconds=number + 1), game_id=game.pk, kind="penalty", facts=facts
        )
    )


def _illegal() -> float:
    from arbiter.services.ruling import rule
    from games.services.play import play_move
    from tests.world import SYSTEM, World, later

    world = World(slug="illegal", game="draughts", regime="draughts64", control="90")
    game = world.started()
    return _timed(
        lambda number: rule(
            actor=world.artur,
            now=later(seconds=number * 2 + 2),
            game_id=game.pk,
            kind="illegal_move",
            facts={},
        ),
        lambda number: play_move(
            actor=SYSTEM, now=later(seconds=number * 2 + 1), game_id=game.pk, text="c3-c5", irregular=True
        ),
    )


def _bare() -> float:
    from django.db import transaction

    from arbiter.models.ruling import Ruling
    from games.models.game import Game
    from games.models.record import RecordEntry
    from tests.world import World

    game = World(slug="bare").board

    def write(number: int) -> None:
        now = datetime.now(UTC)
        with transaction.atomic():
            row = Game.objects.select_for_update().get(pk=game.pk)
            RecordEntry.objects.create(
                game=row, seq=number + 100, kind="decision", at=now, actor="b", digest=""
            )
            Ruling.objects.create(
                game=row, number=number + 1, kind="bare", outcome="applied", first_seq=1, last_seq=1, at=now
            )
            row.changed_at = now
            row.save(update_fields=["changed_at", "snapshot"])

    return _timed(write)


if __name__ == "__main__":
    print(json.dumps(_measure()))

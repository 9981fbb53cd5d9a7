"""Shared measuring and output of the benchmarks: medians of several runs, compared with a baseline of the same run.

Time is that of the processor, so that other load on the machine matters little.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

_Result = TypeVar("_Result")

RUNS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One measure.  `unit` is `/s` (more is better), or `µs`, `ms` or `s` (less is better).

    `goal` is what the figure should be at least or at most, in words; nothing enforces it.
    """

    what: str
    ours: float
    unit: str
    baseline: str = ""
    theirs: float | None = None
    goal: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times as good as the baseline."""
        if not self.theirs:
            return None
        return self.ours / self.theirs if self.unit == "/s" else self.theirs / self.ours


def show(name: str, rows: Iterable[Row] | None) -> None:
    """Print the rows as they come; a benchmark that prints its own figures has no rows."""
    for row in rows or ():
        line = f"{name:<9} {row.what:<44} {_figure(row.ours, row.unit)}"
        if row.theirs is not None:
            line += f"   {row.baseline} {_figure(row.theirs, row.unit)}   ×{row.ratio:.2f}"
        elif row.baseline:
            line += f"   {row.baseline}"
        print(line + (f"   ({row.goal})" if row.goal else ""), flush=True)


def _figure(value: float, unit: str) -> str:
    return f"{value:>13,.0f}{unit}" if unit == "/s" else f"{value:>10,.2f} {unit}"


def in_database(measure: Callable[[], _Result]) -> _Result:
    """Return the result of `measure` with Django set up, in a temporary database."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection

    from config.apps import settle

    settle()  # as the servers do
    settings.ALLOWED_HOSTS = ["*"]
    connection.creation.create_test_db(verbosity=0)
    try:
        return measure()
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def in_child(module: str) -> dict[str, float]:
    """Return the figures that `module` prints as JSON in its last line, run on SQLite."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
        "TAVLEYA_TEST_SERVERS": "0",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    done = subprocess.run(
        [sys.executable, "-m", module],
        env=environment,
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def processor_of_children() -> float:
    """Return the seconds of the processor that the descendants of this process have used."""
    table = _processes()
    return _spent(table, [pid for pid, (parent, _) in table.items() if parent == os.getpid()])


def processor_of(pids: Iterable[int]) -> float:
    """Return the processor time of some processes and their children."""
    return _spent(_processes(), pids)


def _processes() -> dict[int, tuple[int, int]]:
    """Return the parent and the used ticks of each process, including its ended children."""
    table = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                table[int(folder.name)] = (int(fields[1]), sum(int(ticks) for ticks in fields[11:15]))
    return table


def with_children(pids: Iterable[int]) -> set[int]:
    """Return these processes and their descendants."""
    return _family(_processes(), pids)


def _family(table: dict[int, tuple[int, int]], pids: Iterable[int]) -> set[int]:
    family: set[int] = set()
    generation = {pid for pid in pids if pid in table}
    while generation:
        family |= generation
        generation = {pid for pid, (parent, _) in table.items() if parent in generation}
    return family


def _spent(table: dict[int, tuple[int, int]], pids: Iterable[int]) -> float:
    return sum(table[pid][1] for pid in _family(table, pids)) / os.sysconf("SC_CLK_TCK")

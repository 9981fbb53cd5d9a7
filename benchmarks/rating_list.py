"""Time and memory to import FIDE's rating list, compared with a plain reading of the same file.

The list is made up: half a million lines in the columns of the real one. It is imported on the tests' PostgreSQL (which
does not wait for the disk) and on SQLite, each in a separate process so that the memory is separate too.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import RUNS, Row

LONG = True
LINES = 500_000
HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
_FAMILIES = ("Ivan", "Petr", "Sidor", "Karls", "Schmid", "Kowal", "Garci", "Nguy", "Smi", "Rossi", "Abdul", "Chen")
_ENDINGS = ("ov", "enko", "sen", "t", "ski", "a", "en", "th", "", "ahman", "guez", "idze", "yan", "uk")
_GIVEN = ("Ivan", "Anna", "Magnus", "Juan", "Maria", "Wei", "Oleg", "Sofia", "Jan", "Ali", "Vera", "Nikolai")


def run() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "players_list.txt"
        path.write_bytes(made_up(LINES))
        began = time.process_time()
        with path.open(encoding="utf-8") as lines:
            read = sum(1 for line in lines if line[15:76].strip() and line[113:117].strip().isdigit())
        plain = time.process_time() - began
        for servers in ("1", "0"):
            seconds, megabytes, vendor, search = _in_separate_process(path, servers)
            yield Row(
                f"import {LINES:,} lines, {vendor}", float(seconds), "s", f"{read:,} lines read", plain, "under 60 s"
            )
            yield Row(f"memory at most, {vendor}", float(megabytes), "MB", goal="under 300 MB")
            yield Row(f"find a name in Cyrillic, {vendor}", float(search), "ms")


def _in_separate_process(path: Path, servers: str) -> list[str]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "TAVLEYA_TEST_SERVERS": servers}
    command = [sys.executable, "-m", "benchmarks.rating_list", str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def made_up(lines: int, seed: int = 1) -> bytes:
    """Return a list in the columns of the combined text form."""
    draw = random.Random(seed)
    rows = [HEADER]
    for number in range(1, lines + 1):
        family = f"{draw.choice(_FAMILIES)}{draw.choice('aeiou')}{draw.choice('bdkmnrst')}{draw.choice(_ENDINGS)}"
        name = f"{family}, {draw.choice(_GIVEN)}"
        sex, rating = draw.choice("MMMMMF"), draw.randrange(1400, 2700)
        rows.append(
            f"{100_000 + number:<15}{name:<61}{draw.choice(('RUS', 'IND', 'GER', 'ESP', 'UKR')):<4}{sex:<4}{'':<5}"
            f"{'':<5}{'':<15}{'':<4}{rating:<6}{draw.randrange(12):<4}{20:<3}{rating - 30:<6}{0:<4}{20:<3}"
            f"{rating + 10:<6}{0:<4}{20:<3}{draw.randrange(1940, 2018):<6}{'':<4}"
        )
    return ("\r\n".join(rows) + "\r\n").encode()


def _measured(path: Path) -> None:
    """Import into a temporary database; wall time, because the database does most of the work."""
    import django

    django.setup()
    from django.db import connection
    from django.utils import timezone

    from ratings.selectors.rated import find_rated
    from ratings.services.rating_list import import_rating_list
    from tavleya.actors import Actor

    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        began = time.perf_counter()
        with path.open("rb") as source:
            done = import_rating_list(actor=Actor.of_system("benchmark"), now=timezone.now(), source=source)
        seconds = time.perf_counter() - began
        if (done.players, done.skipped) != (LINES, 0):
            raise RuntimeError(f"{done.players} players, {done.skipped} lines skipped")
        times = []
        for _ in range(RUNS):
            began = time.perf_counter()
            rated_players = find_rated("Магнус Иванодов")
            times.append(1000 * (time.perf_counter() - began))
        if not rated_players:
            raise RuntimeError("no player was found")
        search = statistics.median(times)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    # Not ru_maxrss: that includes the memory of the parent.
    status = Path("/proc/self/status").read_text("utf-8")
    megabytes = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    print(f"{seconds:.1f} {megabytes:.0f} {connection.vendor} {search:.1f}")


if __name__ == "__main__":
    _measured(Path(sys.argv[1]))

"""Tournaments against another program's engine, both ways: ours checked by its checker, its own checked by ours.

    .venv/bin/python -m tests.tavleya.pairing.other_engine --engine PATH [--tournaments 50000] [--seed S] [--first 1]
                             [--most 120] [--folder KEPT] [--tiebreaks FOLDER] [--extremes yes]

Every tournament has a seed, `S-1`, `S-2` …; one that differs is reported with its seed and its file is kept, so that it
can be made again by `manage.py simulate --seed S-17 --players N`, or by the other program's generator with the reported
number. `--most`: players of the largest; the time of both grows faster than their number. `--first` is the first
number: parts can run in separate processes. The engine is that of bbpPairings, or one that takes its arguments
(`--dutch FILE -c`, `--dutch -g CONFIG -o FILE -s NUMBER`). `--tiebreaks`: the source of FIDE's checker of tie-breaks,
whose values and ranks are compared with ours for every tournament, both ways. `--extremes`: half of the games are
forfeited, a third of the players miss each round, or few players play as many rounds as they have opponents.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.measuring import Row, show
from tavleya.formats.trf import TrfTournament, for_edition, read, write
from tavleya.formats.trf.comparison import check_ranks, state_as_paired
from tavleya.formats.trf.pairing import paired_in
from tavleya.formats.trf.reader import for_older_checkers
from tavleya.formats.trf.schedule import report_of
from tavleya.pairing.engines import DUTCH
from tavleya.pairing.schedules import compare
from tavleya.pairing.simulation import Plan, drawn_plan, simulate
from tavleya.pairing.state import DUTCH_2026, CannotPair
from tests.tavleya.pairing.other_tiebreaks import OtherTieBreaks

SMALLEST, LARGEST = 8, 120
KEPT = Path("var") / "other-engine"
_DIFFERS = ("Checker pairings", "No valid pairing")


@dataclass
class Direction:
    """Results of the tournaments one way.  `stuck`: rounds ran out of opponents, so there is no tournament."""

    name: str
    tournaments: int = 0
    rounds: int = 0
    stuck: int = 0
    different: list[str] = field(default_factory=list)
    ours: float = 0.0
    theirs: float = 0.0
    tiebreaks: OtherTieBreaks | None = None

    def check(self, tournament: TrfTournament, path: Path) -> str:
        """Return the differences of tie-breaks and ranks from the other program."""
        return "\n".join(self.tiebreaks.differences(tournament, path)) if self.tiebreaks else ""


def run(
    engine: str = "",
    tournaments: str = "100",
    seed: str = "1",
    first: str = "1",
    most: str = str(LARGEST),
    folder: str = "",
    tiebreaks: str = "",
    extremes: str = "",
) -> Iterator[Row]:
    if not engine:
        print("the path of another engine is needed: --engine PATH")
        return
    path = Path(folder) if folder else KEPT
    path.mkdir(parents=True, exist_ok=True)
    span = range(int(first), int(first) + int(tournaments))
    for name, way in (("ours checked by theirs", _ours), ("theirs checked by ours", _theirs)):
        side = Direction(name, tiebreaks=OtherTieBreaks(tiebreaks) if tiebreaks else None)
        way(side, engine, seed, span, int(most), path, extreme=bool(extremes))
        yield from _rows(side)
        if side.tiebreaks:
            failed = f"{side.tiebreaks.failed} files not computed by theirs"
            yield Row(f"{name}: values of tie-breaks and ranks compared", side.tiebreaks.values, "", failed)
            side.tiebreaks.close()


def _rows(side: Direction) -> Iterator[Row]:
    text = f"{side.rounds} rounds, {side.stuck} without a tournament"
    yield Row(f"{side.name}: {side.tournaments} tournaments, that differ", len(side.different), "", text)
    hundred = 100 / max(1, side.tournaments)
    yield Row("processor for 100 of them: ours", side.ours * hundred, "s", "theirs", side.theirs * hundred)


def _ours(side: Direction, engine: str, seed: str, span: range, most: int, folder: Path, *, extreme: bool) -> None:
    """Our generator, their checkers."""
    for number in span:
        own_seed = f"{seed}-{number}"
        path = folder / f"ours-{own_seed}.trf"
        began = time.process_time()
        try:
            plan = _extreme_plan(own_seed, most) if extreme else drawn_plan(own_seed, _bounded(own_seed, most))
            report = report_of(simulate(plan, own_seed), own_seed)
        except CannotPair:
            side.stuck += 1
            continue
        path.write_bytes(write(report))
        ranks = side.check(report, path)
        path.write_bytes(write(for_older_checkers(for_edition(report, 26))))
        side.ours += time.process_time() - began
        process, spent = _run([engine, "--dutch", str(path), "-c"])
        side.theirs += spent
        text = process.stdout + process.stderr
        differs = process.returncode != 0 or any(word in text for word in _DIFFERS)
        _note(side, own_seed, path, report, "\n".join(filter(None, (text.strip() if differs else "", ranks))))


def _theirs(side: Direction, engine: str, seed: str, span: range, most: int, folder: Path, *, extreme: bool) -> None:
    """Their generator, our checker."""
    for number in span:
        random = Random(f"{seed}-{number}")
        own_seed = str(random.randrange(1, 2**31))
        path, config = folder / f"theirs-{own_seed}.trf", folder / f"theirs-{own_seed}.config"
        config.write_text(_configured(random, most, extreme=extreme), "ascii")
        process, spent = _run([engine, "--dutch", "-g", str(config), "-o", str(path), "-s", own_seed])
        side.theirs += spent
        if process.returncode != 0:
            side.stuck += 1
            config.unlink()
            path.unlink(missing_ok=True)
            continue
        began = time.process_time()
        tournament = read(path.read_bytes(), persons=False).tournament
        text = "\n".join(_checked(tournament))
        side.ours += time.process_time() - began
        text = "\n".join(filter(None, (text, side.check(tournament, path))))
        _note(side, own_seed, path, tournament, text)
        if not text:
            config.unlink()


def _bounded(own_seed: str, most: int) -> dict[str, int]:
    """Return the fixed values of a plan: none if it may be as large as it is drawn."""
    return {} if most >= LARGEST else {"players": Random(f"players {own_seed}").randint(SMALLEST, most)}


def _extreme_plan(own_seed: str, most: int) -> Plan:
    """A plan with one extreme: forfeits, absences, or rounds for few players."""
    random = Random(f"extreme {own_seed}")
    extreme = random.choice(("forfeits", "absences", "rounds"))
    if extreme == "rounds":
        players = random.randint(5, 9)
        return drawn_plan(own_seed, {"players": players, "rounds": random.randint(players - 2, players)})
    chances = {"forfeit": 0.5, "double_forfeit": 0.1} if extreme == "forfeits" else {"half_bye": 0.15, "zero_bye": 0.2}
    return drawn_plan(own_seed, {"players": random.randint(SMALLEST, most)}, **chances)


def _configured(random: Random, most: int, *, extreme: bool) -> str:
    players = random.randint(5 if extreme else SMALLEST, most)
    rounds = random.randint(3, max(3, min(11, players - 1 if extreme else players // 2)))
    lowest = random.randint(1000, 1900)
    values: dict[str, object] = {
        "PlayersNumber": players,
        "RoundsNumber": rounds,
        "DrawPercentage": random.randint(5, 60),
        # One in so many.
        "ForfeitRate": random.choice((2, 3, 5) if extreme else (10, 20, 50, 200, 9999)),
        "RetiredRate": random.choice((20, 50, 200, 9999)),
        "HalfPointByeRate": random.choice((3, 5, 30) if extreme else (15, 30, 100, 9999)),
        "LowestRating": lowest,
        "HighestRating": lowest + random.randint(100, 900),
    }
    win, draw, bye = random.choice(((1.0, 0.5, 1.0),) * 6 + ((1.0, 0.5, 0.5), (3.0, 1.0, 3.0), (3.0, 1.0, 1.0)))
    values |= {"PointsForWin": win, "PointsForDraw": draw, "PointsForPAB": bye}
    return "".join(f"{name}={value}\n" for name, value in values.items())


def _checked(tournament: TrfTournament) -> Iterator[str]:
    """Yield the findings of our checker in a tournament, round by round, and in its points and ranks."""
    for number in range(1, tournament.rounds_recorded + 1):
        state = state_as_paired(tournament, number)
        pairing_difference = compare(DUTCH[DUTCH_2026], state, *paired_in(tournament, number))
        if pairing_difference:
            yield f"round {number}: {pairing_difference}"
    yield from (str(wrong_figure) for wrong_figure in check_ranks(tournament).wrong)


def _run(command: list[str]) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run the command; return it with the seconds of the processor that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _note(side: Direction, own_seed: str, path: Path, tournament: TrfTournament, text: str) -> None:
    side.tournaments += 1
    side.rounds += tournament.rounds_recorded
    if text:
        side.different.append(own_seed)
        print(f"seed {own_seed} differs, {path}:\n{text}", flush=True)
    else:
        path.unlink()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    options = {name.removeprefix("--"): value for name, value in zip(arguments[::2], arguments[1::2], strict=True)}
    show("compared", run(**options))

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from core.formats.trf import for_edition, write
from core.formats.trf.simulated import report_of
from core.pairing.simulation import NOTHING_UNUSUAL, Chances, simulate
from core.pairing.state import DUTCH_2017, DUTCH_2026

BAD_INPUT = 2
MOST_PLAYERS, MOST_ROUNDS = 9999, 99


class Command(BaseCommand):
    help = (
        "Play random Swiss tournaments and write them as TRF: results by rating, byes, forfeits, withdrawals, late"
        " entries. The same seed gives the same tournament."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 (as Django declares it)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=_within(2, MOST_PLAYERS), required=True)
        parser.add_argument("--rounds", type=_within(1, MOST_ROUNDS), required=True)
        parser.add_argument("--seed", default="1", help="a number or any word")
        parser.add_argument("--edition", choices=(DUTCH_2026, DUTCH_2017), default=DUTCH_2026)
        parser.add_argument("--baku", action="store_true", help="with the Baku acceleration")
        parser.add_argument(
            "--quiet-players", action="store_true", help="nobody asks, forfeits, comes late or leaves"
        )
        for name, default in vars_of(Chances()).items():
            parser.add_argument(
                f"--{name.replace('_', '-')}",
                type=_chance,
                default=default,
                help=f"a chance; {default} if not given",
            )
        parser.add_argument("--trf", type=int, choices=(16, 26), default=26, help="edition of the file")
        parser.add_argument("--count", type=_within(1, 100_000), default=1, help="how many, into --directory")
        parser.add_argument("--directory", type=Path, help="write files there instead of one to the output")

    def handle(self, *, count: int, directory: Path | None, seed: str, **options: Any) -> None:
        if count > 1 and directory is None:
            raise CommandError("Several tournaments need a --directory.", returncode=BAD_INPUT)
        if directory is None:
            self.stdout.write(self._file(seed, **options).decode("utf-8"), ending="")
            return
        try:
            directory.mkdir(parents=True, exist_ok=True)
            for place in range(1, count + 1):
                one = seed if count == 1 else f"{seed}-{place}"
                path = directory / f"simulated_{one}_n{options['players']}_r{options['rounds']}.trf"
                path.write_bytes(self._file(one, **options))
        except OSError as error:
            raise CommandError(f"{directory}: {error.strerror}", returncode=BAD_INPUT) from None
        self.stdout.write(f"{count} tournaments are in {directory}")

    def _file(self, seed: str, *, players: int, rounds: int, edition: str, **options: Any) -> bytes:
        own = Chances(**{name: options[name] for name in vars_of(Chances())})
        chances = NOTHING_UNUSUAL if options["quiet_players"] else own
        try:
            simulated = simulate(players, rounds, seed, chances, accelerated=options["baku"], edition=edition)
        except DomainError as error:
            raise CommandError(f"seed {seed}: {error}", returncode=BAD_INPUT) from None
        report = report_of(simulated, f"Simulated tournament {seed}", edition)
        return write(for_edition(report, options["trf"]))


def vars_of(chances: Chances) -> dict[str, float]:
    return {name: getattr(chances, name) for name in Chances.__slots__}


def _within(least: int, most: int) -> Any:
    def whole(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not between {least} and {most}")
        return number

    return whole


def _chance(text: str) -> float:
    chance = float(text)
    if not 0 <= chance <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return chance

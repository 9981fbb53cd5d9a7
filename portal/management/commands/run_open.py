import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from portal.demo.open_run import IllegalRound, OpenRun
from reports.selectors.tournament_report import trf_file
from tavleya.actors import Actor
from tavleya.errors import DomainError
from tavleya.pairing.simulation import NOTHING_UNUSUAL, Chances
from tournaments.models.section import Section

MOST_PLAYERS, MOST_ROUNDS = 3000, 30


class Command(BaseCommand):
    help = (
        "Run a whole open through the services of the desk, in an event of its own that nobody sees: players, byes,"
        " late entries, withdrawals, no-shows and results from a seed. Every round is checked by hand, and all of them"
        " once more from the exported TRF by `checkpairings`. Says what each step took. The exit status is 1 if a round"
        " differs."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=300)
        parser.add_argument("--rounds", type=int, default=9)
        parser.add_argument("--seed", default="1", help="a number or any word")
        parser.add_argument("--slug", help="the address of the event; `open-<seed>` if not given")
        parser.add_argument("--quiet-players", action="store_true", help="nobody asks, comes late or leaves")
        parser.add_argument("--trf", type=Path, help="keep the exported report in this file")

    def handle(self, *, players: int, rounds: int, seed: str, slug: str | None, **options: Any) -> None:
        if not (2 <= players <= MOST_PLAYERS and 1 <= rounds <= MOST_ROUNDS):
            raise CommandError(f"From 2 to {MOST_PLAYERS} players and from 1 to {MOST_ROUNDS} rounds.")
        run = OpenRun(
            actor=Actor.of_system("run_open"),
            now=timezone.now(),
            slug=slug or f"open-{seed}",
            players=players,
            rounds=rounds,
            seed=seed,
            chances=NOTHING_UNUSUAL if options["quiet_players"] else Chances(),
            round_over=lambda number: self.stderr.write(f"round {number} of {rounds}"),
        )
        try:
            section = run.run()
        except IllegalRound as error:
            self.stderr.write(str(error))
            sys.exit(1)
        except DomainError as error:
            raise CommandError(str(error)) from None
        self._figures(run)
        self._compare(section, options["trf"])

    def _figures(self, run: OpenRun) -> None:
        self.stdout.write(f"{'':<20}{'times':>7}{'s in all':>10}{'ms each':>10}{'queries each':>14}")
        for step in run.steps.values():
            if not step.queries:
                self.stdout.write(f"{step.name:<20}{step.times:>7}")
                continue
            each = 1000 * step.seconds / step.times
            self.stdout.write(
                f"{step.name:<20}{step.times:>7}{step.seconds:>10.2f}{each:>10.1f}{step.queries / step.times:>14.1f}"
            )

    def _compare(self, section: Section, target: Path | None) -> None:
        with TemporaryDirectory() as directory:
            path = target or Path(directory) / "open.trf"
            path.write_bytes(trf_file(section))
            call_command("checkpairings", path, stdout=self.stdout, stderr=self.stderr)

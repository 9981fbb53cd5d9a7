from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError, ImportRefused, Problem
from core.formats.trf import TrfTournament, read
from core.formats.trf.acceleration import state_as_paired
from core.pairing import dutch, legality
from core.pairing.state import DUTCH_2017, DUTCH_2026, RoundPairing, SwissState

BAD_INPUT = 2


class PairingCommand(BaseCommand):
    """What commands on a TRF share: how the file is read, and the options of its tournament."""

    requires_system_checks: list[str] = []  # noqa: RUF012 (as Django declares it)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a TRF")
        parser.add_argument("--edition", choices=(DUTCH_2026, DUTCH_2017), default=DUTCH_2026)
        parser.add_argument("--baku", action="store_true", help="the tournament has the Baku acceleration")

    def read_tournament(self, file: Path) -> TrfTournament:
        """The tournament in a file; what is wrong in it by line and exit status 2 if it cannot be read."""
        try:
            reading = read(file.read_bytes(), persons=False)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=BAD_INPUT) from None
        except ImportRefused as error:
            told = [f"{file}: {error}", *map(told_by_line, error.problems)]
            raise CommandError("\n".join(told), returncode=BAD_INPUT) from None
        except DomainError as error:
            raise CommandError(f"{file}: {error}", returncode=BAD_INPUT) from None
        for adjustment in reading.adjustments:
            self.stderr.write(told_by_line(adjustment))
        return reading.tournament


class Command(PairingCommand):
    help = (
        "Pair the next round of a Swiss by the Dutch system. Prints the number of lines that follow, then the"
        " starting ranks of White and Black of each board; the pairing-allocated bye comes last, against 0."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, help="pair this round anew instead of the next one")
        parser.add_argument("--explain", action="store_true", help="say on the error output why these meet")

    def handle(self, *, file: Path, edition: str, **options: Any) -> None:
        tournament = self.read_tournament(file)
        played, planned = tournament.rounds_recorded, tournament.rounds_planned
        number = played + 1 if options["round"] is None else options["round"]
        if not 1 <= number <= (planned or played + 1):
            raise CommandError(
                f"{file}: there is no round {number} to pair: {played} of {planned or '?'} rounds are in the file.",
                returncode=BAD_INPUT,
            )
        if planned is None:
            self.stderr.write(
                "The file does not say how many rounds there are (142 or XXR); this is not taken for the last one."
            )
        state = state_as_paired(tournament, number, accelerated=options["baku"])
        try:
            pairing = dutch.pair(state, edition)
        except DomainError as error:
            raise CommandError(f"{file}: {error}", returncode=BAD_INPUT) from None
        for problem in legality.check(state, pairing.pairs, pairing.bye):
            raise CommandError(f"{file}: the engine made an illegal pairing: {problem}")
        lines = [f"{board.white} {board.black}" for board in pairing.pairs]
        if pairing.bye is not None:
            lines.append(f"{pairing.bye} 0")
        self.stdout.write("\n".join([str(len(lines)), *lines]))
        if options["explain"]:
            self._explain(state, pairing)

    def _explain(self, state: SwissState, pairing: RoundPairing) -> None:
        if pairing.edition != DUTCH_2026:
            raise CommandError("Only the edition of 2026 can be explained.", returncode=BAD_INPUT)
        for board in pairing.pairs:
            self.stderr.write(f"{board.white} - {board.black}")
            for message in dutch.explain(state, board.white, board.black):
                self.stderr.write(f"    {message}")
        for message in dutch.explain_bye(state):
            self.stderr.write(str(message))


def told_by_line(problem: Problem) -> str:
    return f"line {problem.line}: {problem.message}" if problem.line else str(problem.message)

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tavleya.errors import DomainError, ImportRefused, Problem
from tavleya.formats.trf import TrfTournament, read
from tavleya.formats.trf.comparison import RecordedRound, recorded_round
from tavleya.formats.trf.pairing import match_rounds
from tavleya.pairing.engines import Engine
from tavleya.pairing.state import RoundPairing
from tournaments.systems.registry import USUAL_EDITION, edition_labels, engine_named, replayed_engines

BAD_INPUT = 2


class PairingCommand(BaseCommand):
    """Shared base of commands on a TRF: reading of the file, and its options."""

    requires_system_checks: list[str] = []  # noqa: RUF012 (as Django declares it)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a TRF")
        parser.add_argument(
            "--edition", choices=replayed_engines(), help="of the rules; by the file (192) if not given"
        )
        parser.add_argument("--baku", action="store_true", help="the tournament has the Baku acceleration")

    def read_tournament(self, file: Path) -> TrfTournament:
        """Return the tournament in a file. Raises: CommandError with the problems by line and exit status 2."""
        try:
            reading = read(file.read_bytes(), persons=False)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=BAD_INPUT) from None
        except ImportRefused as error:
            lines = [f"{file}: {error}", *map(told_by_line, error.problems)]
            raise CommandError("\n".join(lines), returncode=BAD_INPUT) from None
        except DomainError as error:
            raise CommandError(f"{file}: {error}", returncode=BAD_INPUT) from None
        for adjustment in reading.adjustments:
            self.stderr.write(told_by_line(adjustment))
        return reading.tournament

    def engine_of(self, tournament: TrfTournament, edition: str | None) -> Engine | None:
        """Return the requested engine, else the engine of the file's system; None if no engine can replay it."""
        if edition is not None:
            return replayed_engines()[edition]
        if tournament.system:
            return engine_named(tournament.system)
        if tournament.round_robin or (tournament.teams and "TEAM" in tournament.header("092").upper()):
            return None
        self.stderr.write(f"The file does not name its system (192): taken as {edition_labels()[USUAL_EDITION]}.")
        return replayed_engines()[USUAL_EDITION]


def named_system(tournament: TrfTournament) -> str:
    """Return the name of the file's system for people."""
    return tournament.system or tournament.header("092")


class Command(PairingCommand):
    help = (
        "Pair the next round of a Swiss by the system that its file names. Prints the number of lines that follow, then"
        " the starting ranks of White and Black of each board; the pairing-allocated bye comes last, against 0."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, help="pair this round again instead of the next one")
        parser.add_argument("--explain", action="store_true", help="explain each pairing on the error output")

    def handle(self, *, file: Path, edition: str | None, **options: Any) -> None:
        tournament = self.read_tournament(file)
        engine = self.engine_of(tournament, edition)
        if engine is None:
            raise CommandError(
                f"{file}: rounds of {named_system(tournament)} cannot be paired from a report.", returncode=BAD_INPUT
            )
        played = match_rounds(tournament, engine.games)
        planned = tournament.rounds_planned and tournament.rounds_planned // engine.games
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
        round_ = recorded_round(tournament, number, accelerated=options["baku"], games=engine.games)
        state = round_.state
        try:
            pairing = engine.pair(state, round_.options, None)
        except DomainError as error:
            raise CommandError(f"{file}: {error}", returncode=BAD_INPUT) from None
        for problem in engine.check(state, pairing.pairs, pairing.bye):
            raise CommandError(f"{file}: the engine made an illegal pairing: {problem}")
        lines = [f"{board.white} {board.black}" for board in pairing.pairs]
        if pairing.bye is not None:
            lines.append(f"{pairing.bye} 0")
        self.stdout.write("\n".join([str(len(lines)), *lines]))
        if options["explain"]:
            self._explain(engine, round_, pairing)

    def _explain(self, engine: Engine, round_: RecordedRound, pairing: RoundPairing) -> None:
        if engine.why is None:
            raise CommandError("Rounds of these rules cannot be explained.", returncode=BAD_INPUT)
        for board in pairing.pairs:
            self.stderr.write(f"{board.white} - {board.black}")
            for message in engine.why.pair(round_.state, round_.options, board.white, board.black):
                self.stderr.write(f"    {message}")
        for message in engine.why.bye(round_.state, round_.options):
            self.stderr.write(str(message))


def told_by_line(problem: Problem) -> str:
    return f"line {problem.line}: {problem.message}" if problem.line else str(problem.message)

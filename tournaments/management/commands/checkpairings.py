from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from common.errors import DomainError
from core.formats.trf.acceleration import state_as_paired
from core.formats.trf.pairing import paired_in
from core.pairing import dutch, legality
from tournaments.management.commands.pair import PairingCommand


class Command(PairingCommand):
    help = (
        "Pair every round of a TRF anew from the rounds before it and print what differs."
        " The exit status is 1 if anything does."
    )

    def handle(self, *, file: Path, edition: str, **options: Any) -> None:
        tournament = self.read_tournament(file)
        different = 0
        for number in range(1, tournament.rounds_recorded + 1):
            state = state_as_paired(tournament, number, accelerated=options["baku"])
            boards, bye = paired_in(tournament, number)
            problems = [str(problem) for problem in legality.check(state, boards, bye)]
            try:
                difference = dutch.compare(state, boards, bye, edition)
            except DomainError as error:
                problems.append(str(error))
            else:
                problems += [f"- {board.white} {board.black}" for board in difference.missing]
                problems += [f"+ {board.white} {board.black}" for board in difference.extra]
                if difference.bye != difference.bye_given:
                    problems.append(f"bye: {difference.bye_given or 0} instead of {difference.bye or 0}")
            different += bool(problems)
            self.stdout.write(f"round {number}: {'differs' if problems else 'ok'}")
            for problem in problems:
                self.stdout.write(f"    {problem}")
        self.stdout.write(f"{tournament.rounds_recorded} rounds checked, {different} differ")
        if different:
            sys.exit(1)

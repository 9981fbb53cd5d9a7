"""Tie-breaks against FIDE's checker of them (TieBreakServer), for each tournament of `other_engine --tiebreaks FOLDER`.

FOLDER has its source; `tiebreak_server.py` runs it as one process that answers about files.
Where version 1.9.57 does not follow the text, it is not asked: Fore Buchholz changes the values of what is named after
it; SB/C1 of players with several voluntarily unplayed rounds leaves out the one with the lower score instead of the
lower contribution (C.07 16.5.2); STD takes a game that was neither won nor drawn by its points alone.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tavleya.formats.trf import TrfTournament
from tavleya.formats.trf.team_table import table_of
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import RankedRow, Standings, compute_standings
from tavleya.tiebreaks.table import Encounter, EncounterKind, Scoring, Table, TieBreakEdition

RIVAL = Path(__file__).with_name("tiebreak_server.py")
_BREAKS = (
    *("BH", "BH/C1", "BH/C2", "BH/M1", "AOB", "SB", "SB/C1", "KS"),
    *("BH/P", "BH/C1/P", "BH/M1/P", "SB/C1/P"),
    *("PS", "PS/C1", "WIN", "WON", "BPG", "BWG", "REP", "STD"),
)
_DECIDING = ("BH/C1", "BH", "BH/M1", "SB", "DE", "PS", "WIN", "BPG", "REP")
_OF_RATINGS = ("ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO")
_NEAR = 0.0051  # both print two digits


class _CannotComputeError(Exception):
    """The other program failed at a file."""


@dataclass
class OtherTieBreaks:
    """The other program, asked about one file after the other.

    `values`: how many were compared so far; `failed`: how many files it could not compute.
    """

    folder: str
    values: int = 0
    failed: int = 0
    _process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(RIVAL), self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._process.communicate()

    def differences(self, tournament: TrfTournament, path: Path) -> Iterator[str]:
        """Yield the differences of any tie-break, and of the ranks by a list drawn from the name of the file."""
        try:
            yield from self._differences(tournament, path)
        except _CannotComputeError as error:
            self.failed += 1
            print(f"not computed by the other program: {error}")

    def _differences(self, tournament: TrfTournament, path: Path) -> Iterator[str]:
        table = table_of(tournament, TieBreakEdition.MARCH_2026)
        names = [*_BREAKS, *(() if table.any_unrated else _OF_RATINGS), "FB"]
        standings = compute_standings(table, tiebreaks(names))
        answers = self._ask(path, names)
        for row in standings.rows:
            yield from self._of_values(
                table, standings, row, dict(zip(names, answers[row.participant][1], strict=True))
            )
        listed = Random(path.name).sample(_DECIDING, 3)
        answers = self._ask(path, listed)
        for row in compute_standings(table, tiebreaks(listed)).rows:
            self.values += 1
            if row.rank != answers[row.participant][0]:
                yield f"{row.participant}: rank {row.rank}, not {answers[row.participant][0]}, by {' '.join(listed)}"

    def _of_values(self, table: Table, standings: Standings, row: RankedRow, answers: dict[str, str]) -> Iterator[str]:
        for name, value in zip(standings.tiebreaks, row.values, strict=True):
            if value is None or not _is_asked(table, row.participant, name):
                continue
            self.values += 1
            text = "0" if answers[name] == "None" else answers[name]
            if abs(float(value.text) - float(text)) > _NEAR:
                yield f"{row.participant}: {name} {value.text}, not {answers[name]}"

    def _ask(self, path: Path, names: Sequence[str]) -> dict[int, tuple[int, list[str]]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path};{' '.join(names)}\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise _CannotComputeError(f"{path}: {answer['error']}")
        return {int(number): (rank, values) for number, (rank, values) in answer.items()}


def _is_asked(table: Table, participant: int, name: str) -> bool:
    encounters = table.participants[participant].encounters
    if name in ("SB/C1", "SB/C1/P"):
        return sum(encounter.kind.voluntary for encounter in encounters) < 2
    return name != "STD" or all(_regular(table.scoring, encounter) for encounter in encounters)


def _regular(scoring: Scoring, encounter: Encounter) -> bool:
    """Whether it was won, drawn or lost (not ½-0, 0-0)."""
    usual = {(scoring.win, scoring.loss), (scoring.loss, scoring.win), (scoring.draw, scoring.draw)}
    return encounter.kind is not EncounterKind.PLAYED or (encounter.points, encounter.against) in usual

"""A reader of the player lines of a TRF, for reference tables only."""

from __future__ import annotations

from pathlib import Path

from common.sides import Side
from tournaments.tiebreaks.table import Encounter, Kind, Participant, Scoring, Table

BYES = {"U": Kind.PAIRING_BYE, "F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.ZERO_BYE}
RESULTS = {
    "1": (Kind.PLAYED, 2, 0),
    "=": (Kind.PLAYED, 1, 1),
    "0": (Kind.PLAYED, 0, 2),
    "+": (Kind.FORFEIT_WIN, 2, 0),
    "-": (Kind.FORFEIT_LOSS, 0, 2),
}


def read_table(path: Path, rounds: int) -> Table:
    scoring = Scoring()
    participants = {}
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("001"):
            continue
        number = int(line[4:8])
        encounters = []
        for index in range(rounds):
            cell = line[91 + 10 * index : 99 + 10 * index].split()
            opponent, colour, code = cell
            if code in BYES:
                encounters.append(Encounter(index + 1, BYES[code], scoring.of_bye(BYES[code])))
            else:
                kind, points, against = RESULTS[code]
                side = Side.WHITE if colour == "w" else Side.BLACK
                encounters.append(Encounter(index + 1, kind, points, int(opponent), side, against))
        participants[number] = Participant(number, number, int(line[48:52]), tuple(encounters))
    return Table(participants, rounds, scoring, predetermined=False)

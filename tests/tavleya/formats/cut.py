"""Reports cut after a round, with more lines."""

from dataclasses import replace
from pathlib import Path

from tavleya.formats.trf import TrfTournament, read, write
from tavleya.formats.trf.records import PlayerRecord
from tavleya.formats.trf.swiss_records import ByesRecord
from tests.tavleya.formats.samples import DATA

SWISS = DATA / "swiss"


def swiss(name: str) -> Path:
    return next(SWISS.glob(f"{name}*.trf"))


def cut(path: Path, rounds: int, *lines: str) -> bytes:
    """Return the file after so many rounds, with extra `lines`."""
    tournament = read(path.read_bytes()).tournament
    records = tuple(
        replace(record, rounds=record.rounds[:rounds], points=None)
        if isinstance(record, PlayerRecord)
        else record
        for record in tournament.records
        if not isinstance(record, ByesRecord)
    )
    data = write(TrfTournament(records, tournament.writing))
    return data.rstrip(b"\r\n") + b"".join(b"\r\n" + line.encode() for line in lines) + b"\r\n"

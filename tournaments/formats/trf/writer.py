"""Write a TRF: lines that were not changed as they were, byte for byte; others by their columns."""

from __future__ import annotations

from tournaments.formats.trf.lines import Line, Writing, join
from tournaments.formats.trf.reader import written
from tournaments.formats.trf.records import (
    InitialColour,
    Kept,
    Record,
    RoundCount,
)
from tournaments.formats.trf.tournament import TrfTournament

USUAL_END = "\r\n"


def write(tournament: TrfTournament) -> bytes:
    """New lines end with CRLF, or as the lines of the file that was read do.

    A letter that the old encoding does not have makes the whole file UTF-8.  Raises Unreadable
    (`trf_does_not_fit`).
    """
    usual = next((one.end for one in tournament.records if one.end), USUAL_END)
    last = len(tournament.records) - 1
    lines = []
    for at, record in enumerate(tournament.records):
        # What was the last line of a file may have had no end, and get others after it.
        end = record.end if record.end is not None and (record.end or at == last) else usual
        lines.append(Line(written(record), end))
    try:
        return join(tuple(lines), tournament.writing)
    except UnicodeEncodeError:
        return join(tuple(lines), Writing())


def for_edition(tournament: TrfTournament, edition: int) -> TrfTournament:
    """The tournament with the records that an edition (16 or 26) knows.

    The number of rounds and the first colour are written in both dialects, 142 with XXR and 152 with XXC: older
    pairing programs know only these, and each passes over what it does not know.
    """
    kept: list[Record] = []
    for record in tournament.records:
        if record.since is not None and record.since > edition:
            kept += _older(record)
        elif edition == 26:
            kept += [record, *_older(record)]
        else:
            kept.append(record)
    return TrfTournament(tuple(_once(kept)), tournament.writing)


def _older(record: Record) -> list[Record]:
    if isinstance(record, RoundCount):
        return [RoundCount(code="XXR", rounds=record.rounds)]
    if isinstance(record, InitialColour) and record.side is not None:
        return [InitialColour(code="XXC", text=f"{record.side.value}1")]
    return []


def _once(records: list[Record]) -> list[Record]:
    """Without a second line that says the same (a file that was read may have both dialects already)."""
    seen: list[Record] = []
    for record in records:
        if isinstance(record, Kept) or record not in seen:
            seen.append(record)
    return seen

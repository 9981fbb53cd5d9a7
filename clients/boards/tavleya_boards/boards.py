"""The boards of one round: rows of the journal become states, states become reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tavleya.boards.clock_readings import Additions
from tavleya.boards.frames import read_frame
from tavleya.boards.machine import close, feed, lost, missing, tick
from tavleya.boards.reports import BoardState, Report, report_of

#: Key of a sent report: an equal key means no change.
_ReportKey = tuple[object, ...]


class Boards:
    """The state of all boards. `tables`: serial numbers of boards by table, from the operator."""

    def __init__(self, additions: Additions, tables: Mapping[int, str]) -> None:
        self._additions = additions
        self._table_of = {serial: table for table, serial in tables.items()}
        self.states = {serial: BoardState(serial, additions) for serial in tables.values()}
        self._sent: dict[str, _ReportKey] = {}

    def take(self, row: Mapping[str, Any]) -> None:
        """Take a row of the journal: `list`, `feed`, `lost` or `closed`."""
        at, kind = int(row["at"]), row["kind"]
        if kind == "list":
            self._take_list(row["boards"], int(row["sent"]), at)
        elif kind == "feed":
            self._feed(row["param"], int(row["sent"]), at)
        elif kind == "lost":
            self.states = {serial: lost(state, at) for serial, state in self.states.items()}
        elif kind == "closed":
            self.states[row["serial"]] = close(self.states[row["serial"]])

    def _take_list(self, entries: Iterable[Any], sent: int, at: int) -> None:
        by_serial = {str(item["serialnr"]): item for item in entries if isinstance(item, dict) and item.get("serialnr")}
        for entry in by_serial.values():
            self._feed(entry, sent, at)
        for serial in self.states.keys() - by_serial.keys():
            self.states[serial] = missing(self.states[serial], at)

    def _feed(self, entry: Mapping[str, Any], sent: int, at: int) -> None:
        serial = str(entry.get("serialnr") or "")
        if serial:
            state = self.states.get(serial) or BoardState(serial, self._additions)
            self.states[serial] = feed(state, read_frame(entry, sent, at), at)

    def news(self, at: int) -> list[Report]:
        """Return new reports of the boards."""
        self.states = {serial: tick(state, at) for serial, state in self.states.items()}
        reports = [report_of(state, at) for state in self.states.values()]
        return [report for report in reports if self._sent.get(report.serial) != _report_key(report)]

    def sent(self, reports: Iterable[Report]) -> None:
        for report in reports:
            self._sent[report.serial] = _report_key(report)

    def again(self) -> None:
        """Report everything again: the service may have other boards now, or have opened other rounds."""
        self._sent.clear()

    def as_json(self, report: Report, ahead: int) -> dict[str, Any]:
        data = report.as_json(ahead)
        table = self._table_of.get(report.serial)
        return data if table is None else {"board": table, **data}


def _report_key(report: Report) -> _ReportKey:
    clock = report.clock and (report.clock.white, report.clock.black, report.clock.running)
    return (report.status, report.flipped, report.moves, report.clocks, clock, report.result, report.faults)

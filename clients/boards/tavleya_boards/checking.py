"""`tavleya-boards check`: the position, the table and the problems of each board, in plain words."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tavleya.boards.frames import percent, read_frame
from tavleya.boards.reports import LOW_BATTERY, START, turned
from tavleya_boards.livechess import LiveChess
from tavleya_boards.service import Away, Refused, Service

#: Boards of one call; the server takes 300.
_MOST = 200
_SHOWS = {
    None: "position not known",
    START: "start position",
    turned(START): "start position, turned round (it is understood so)",
}


async def check(address: str, service: Service, tables: Mapping[int, str]) -> tuple[list[str], list[str]]:
    """Return lines about the boards, and lines about problems.

    `address` is LiveChess's, `tables` the boards by table as the operator named them. The server receives the serial
    numbers, so that they are listed for the organiser; no game is changed.
    """
    lines, wrong = [], []
    try:
        entries, sent = await _boards(address)
    except (OSError, TimeoutError, WebSocketException) as problem:
        entries, sent = [], 0
        wrong.append(
            f"LiveChess does not answer at {address} ({type(problem).__name__}). Is it started, and is this its PC?"
        )
    else:
        lines.append(f"LiveChess: {_counted(len(entries))}.")
        if not entries:
            wrong.append("LiveChess sees no board: look at the cables and at its list of boards.")
    by_serial = {str(entry["serialnr"]): entry for entry in entries if entry.get("serialnr")}
    missing = [serial for serial in tables.values() if serial not in by_serial]
    answers = await _ask(service, sorted(by_serial), tables, wrong)
    if answers is not None:
        lines.append("Server: the key and the round are in order.")
    for serial, entry in sorted(by_serial.items()):
        place = _place(serial, tables, answers)
        line, faults = _board(entry, sent)
        lines.append(f"  {serial}  {place or 'no table'}  {line}")
        wrong += [f"Board {serial} ({place or 'no table'}): {fault}." for fault in faults]
        wrong += _check_table(serial, place, answers)
    if entries:
        wrong += [f"Board {serial} was named for a table, and LiveChess does not know it." for serial in missing]
    if service.ahead:
        seconds = abs(service.ahead) // 1000
        lines.append(f"The clock of this PC differs from the server's by {seconds} s; this is allowed for.")
    return lines, wrong


async def _boards(address: str) -> tuple[list[dict[str, Any]], int]:
    async with connect(address, open_timeout=5) as socket:
        livechess = LiveChess(socket)
        reader = asyncio.create_task(_drain(livechess))
        try:
            entries, sent = await livechess.boards()
        finally:
            reader.cancel()
    return [entry for entry in entries if isinstance(entry, dict)], sent


async def _drain(livechess: LiveChess) -> None:
    async for _ in livechess.frames():
        pass


async def _ask(
    service: Service, serials: Sequence[str], tables: Mapping[int, str], wrong: list[str]
) -> dict[str, Mapping[str, Any]] | None:
    """Return the server's answer for each board; None if it does not answer, with the reason in `wrong`."""
    table_of = {serial: table for table, serial in tables.items()}
    reports = [{"serial": serial} | ({"board": table_of[serial]} if serial in table_of else {}) for serial in serials]
    result: dict[str, Mapping[str, Any]] = {}
    try:
        for start in range(0, max(len(reports), 1), _MOST):
            part = reports[start : start + _MOST]
            answers = await service.report(part, str(uuid.uuid4()))
            result |= {report["serial"]: answer for report, answer in zip(part, answers, strict=False)}  # type: ignore[misc]
    except (Away, Refused) as problem:
        wrong.append(f"Server: {problem}.")
        return None
    return result


def _board(entry: Mapping[str, Any], sent: int) -> tuple[str, list[str]]:
    """Return the position of a board in one line, and its problems."""
    frame = read_frame(entry, sent, sent)
    faults = list(_faults(entry, sent))
    position = _SHOWS.get(frame.placement, "another position than the start")
    parts = [position, "clock" if frame.clock else "no clock", frame.battery and f"battery {frame.battery}"]
    return ("not connected" if frame.connected is False else ", ".join(filter(None, parts))), faults


def _faults(entry: Mapping[str, Any], sent: int) -> Iterator[str]:
    frame = read_frame(entry, sent, sent)
    if frame.connected is False:
        yield "LiveChess cannot read it; look at cable, hub and switch"
        return
    if frame.placement is None:
        yield "LiveChess knows no position of it"
    if frame.has_clock is False:
        yield "no clock is connected; its times would be missing"
    full = percent(frame.battery or "")
    if full is not None and full < LOW_BATTERY:
        yield f"its battery is at {full} %; change it before the round"


def _place(serial: str, tables: Mapping[int, str], answers: Mapping[str, Mapping[str, Any]] | None) -> str:
    table = next((number for number, board in tables.items() if board == serial), None)
    if table is None and answers is not None:
        table = answers.get(serial, {}).get("board")
    return "" if table is None else f"table {table}"


def _check_table(serial: str, place: str, answers: Mapping[str, Mapping[str, Any]] | None) -> Iterable[str]:
    """Yield whether the server has a game for the board."""
    if answers is None:
        return
    code = answers.get(serial, {}).get("code")
    if not place:
        yield f"Board {serial} has no table: give it one under Publish, Electronic boards, or here with --table."
    elif code == "unknown_board":
        yield f"Board {serial}: the round has no game at {place}."
    elif code == "not_live":
        yield f"Board {serial}: moves are not followed at {place}; the section is not set to live boards."


def _counted(boards: int) -> str:
    return f"{boards} board" if boards == 1 else f"{boards} boards"

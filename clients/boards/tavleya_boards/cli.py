"""`tavleya-boards check` and `tavleya-boards run`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tavleya.boards.clock_readings import Additions
from tavleya.clocks.controls import parse_control
from tavleya.errors import DomainError
from tavleya_boards.boards import Boards
from tavleya_boards.checking import check
from tavleya_boards.running import Journal, Pace, Program
from tavleya_boards.service import Round, Service


def main(argv: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    key = options.key_file.read_text("utf-8").strip() if options.key_file else os.environ.get("TAVLEYA_KEY", "")
    if not key:
        print("Give the API key in TAVLEYA_KEY or by --key-file.", file=sys.stderr)  # noqa: T201
        return 2
    try:
        return asyncio.run(_check(options, key) if options.command == "check" else _run(options, key))
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tavleya-boards", description=__doc__)
    parser.add_argument("command", choices=("check", "run"))
    parser.add_argument("--server", required=True, help="address of the Tavleya server: https://…")
    parser.add_argument("--event", required=True)
    parser.add_argument("--section", required=True)
    parser.add_argument("--round", required=True, type=int)
    parser.add_argument("--livechess", default="ws://localhost:1982/api/v1.0")
    parser.add_argument("--key-file", type=Path, help="file with the API key; else the variable TAVLEYA_KEY")
    parser.add_argument("--journal", type=Path, default=Path("tavleya-boards"), help="folder of the journal")
    parser.add_argument("--source", default="tavleya-boards", help="name of this PC or hall, for the arbiters")
    parser.add_argument("--control", type=_additions, default=Additions(), help='time control: "90+30"')
    parser.add_argument(
        "--table", type=_table, action="append", default=[], metavar="TABLE=SERIAL", help="may be repeated"
    )
    parser.add_argument("--no-setup", action="store_true", help="LiveChess itself knows where the games begin")
    return parser


def _table(text: str) -> tuple[int, str]:
    table, _, serial = text.partition("=")
    if not table.isdigit() or not serial:
        raise argparse.ArgumentTypeError("a table and a serial number: 12=24017")
    return int(table), serial


def _additions(text: str) -> Additions:
    try:
        control = parse_control(text)
    except DomainError as problem:
        raise argparse.ArgumentTypeError(str(problem.message)) from None
    periods, count = {}, 0
    for period, following in zip(control.periods, control.periods[1:], strict=False):
        count += period.moves or 0
        periods[count] = following.ms
    return Additions(max(period.bonus.ms for period in control.periods), periods)


def _service(options: argparse.Namespace, key: str) -> Service:
    return Service(options.server, key, Round(options.event, options.section, options.round), options.source)


async def _run(options: argparse.Namespace, key: str) -> int:
    """Run with a separate journal for each round."""
    service = _service(options, key)
    path = options.journal / f"{options.event}-{options.section}-{options.round}.ndjson"
    with Journal(path) as journal:
        program = Program(
            options.livechess,
            Boards(options.control, dict(options.table)),
            journal,
            service,
            pace=Pace(),
            set_up=not options.no_setup,
        )
        if rows := program.restore():
            logging.getLogger("tavleya_boards").info("%d lines of the journal were read.", rows)
        try:
            await program.run()
        finally:
            await service.close()
    return 0


async def _check(options: argparse.Namespace, key: str) -> int:
    """Print the state of LiveChess, the server's answers and all problems; return 1 if there are any. No game is
    changed.
    """
    service = _service(options, key)
    try:
        lines, wrong = await check(options.livechess, service, dict(options.table))
    finally:
        await service.close()
    for line in lines:
        _say(line)
    _say(f"What is wrong ({len(wrong)}):" if wrong else "All is well.")
    for line in wrong:
        _say(f"  - {line}")
    return 1 if wrong else 0


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201

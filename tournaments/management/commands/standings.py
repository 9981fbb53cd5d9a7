"""Standings of a tournament report file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError, ImportRefused
from tournaments.formats.trf import TrfReading, TrfTournament, read, table_of
from tournaments.management.commands.pair import told_by_line
from tournaments.tiebreaks.base import decimal
from tournaments.tiebreaks.explain import explanation
from tournaments.tiebreaks.registry import tiebreaks
from tournaments.tiebreaks.standings import Row, Standings
from tournaments.tiebreaks.standings import standings as rank
from tournaments.tiebreaks.table import POINT, Edition

_EDITIONS = {"2026": Edition.MARCH_2026, "2024": Edition.AUGUST_2024}


class Command(BaseCommand):
    help = "Print the standings of a TRF by points and tie-breaks (FIDE C.07)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a TRF16 or TRF26")
        parser.add_argument(
            "--tiebreaks", help="descriptors in order, such as BH/C1,BH,SB; those of the file if not given"
        )
        parser.add_argument("--json", action="store_true", help="a list of rank, id, name, points, tiebreaks")
        parser.add_argument("--edition", choices=_EDITIONS, default="2026", help="of the regulations")
        parser.add_argument("--seed", help="draw lots from this seed for whoever is level to the end")
        parser.add_argument(
            "--explain", type=int, metavar="ID", help="say what this player's values are made of"
        )

    def handle(
        self,
        *,
        file: Path,
        tiebreaks: str | None,
        json: bool,
        edition: str,
        seed: str | None,
        explain: int | None,
        **_: Any,
    ) -> None:
        try:
            reading = read(file.read_bytes(), persons=False)
            standings = _rank(reading.tournament, tiebreaks, _EDITIONS[edition], seed)
        except OSError as missing:
            raise CommandError(f"{file}: {missing.strerror}") from None
        except ImportRefused as refused:
            raise CommandError("\n".join([str(refused), *_lines(refused)])) from None
        except DomainError as refused:
            raise CommandError(str(refused)) from None
        for message in standings.dropped:
            self.stderr.write(str(message))
        if json:
            self.stdout.write(_json(reading.tournament, standings))
            return
        self._adjustments(reading)
        if explain is not None:
            self._explain(reading.tournament, standings, explain)
            return
        self._table(reading.tournament, standings)

    def _adjustments(self, reading: TrfReading) -> None:
        for one in reading.adjustments:
            self.stderr.write(told_by_line(one))

    def _table(self, tournament: TrfTournament, standings: Standings) -> None:
        heads = ["", "No", "Name", "Pts", *standings.tiebreaks]
        rows = [
            [
                str(row.rank),
                str(row.participant),
                tournament.players[row.participant].name,
                decimal(row.points, POINT),
                *(value.text if value else "" for value in row.values),
            ]
            for row in standings.rows
        ]
        widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
        for cells in [heads, *rows]:
            line = [
                cell.ljust(width) if at == 2 else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            self.stdout.write("  ".join(line).rstrip())

    def _explain(self, tournament: TrfTournament, standings: Standings, number: int) -> None:
        row = next((row for row in standings.rows if row.participant == number), None)
        if row is None:
            raise CommandError(f"There is no player {number}.")
        self.stdout.write(f"{row.rank}. {tournament.players[number].name}, {decimal(row.points, POINT)}")
        for name, value in zip(standings.tiebreaks, row.values, strict=True):
            self.stdout.write(f"{name}: {value.text if value else '-'}")
            for message in explanation(value, lambda key: tournament.players[key].name) if value else ():
                self.stdout.write(f"    {message}")


def _rank(tournament: TrfTournament, listed: str | None, edition: Edition, seed: str | None) -> Standings:
    names = listed.split(",") if listed is not None else tournament.tiebreaks
    breaks = tiebreaks(name for name in names if name.strip())
    return rank(table_of(tournament, edition), breaks, seed=seed)


def _json(tournament: TrfTournament, standings: Standings) -> str:
    def plain(row: Row) -> dict[str, object]:
        values = zip(standings.tiebreaks, row.values, strict=True)
        return {
            "rank": row.rank,
            "id": row.participant,
            "name": tournament.players[row.participant].name,
            "points": _number(decimal(row.points, POINT)),
            "tiebreaks": {name: _number(value.text) if value else None for name, value in values},
        }

    return json.dumps([plain(row) for row in standings.rows], ensure_ascii=False, indent=2)


def _number(text: str) -> int | float:
    """As JSON has numbers."""
    return float(text) if "." in text else int(text)


def _lines(refused: ImportRefused) -> list[str]:
    return [told_by_line(one) for one in refused.problems]

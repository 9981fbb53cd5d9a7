"""Standings of a tournament report file."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from reports.management.commands.pair import told_by_line
from tavleya.errors import DomainError, ImportRefused
from tavleya.formats.trf import TrfReading, TrfTournament, read, table_of
from tavleya.formats.trf.pairing import teams_of
from tavleya.formats.trf.team_table import team_table_of
from tavleya.tiebreaks.base import TieBreak, decimal
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import RankedRow, Standings, compute_standings, explanation
from tavleya.tiebreaks.table import POINT, TieBreakEdition

_EDITIONS = {"2026": TieBreakEdition.MARCH_2026, "2024": TieBreakEdition.AUGUST_2024}


@dataclass(frozen=True, slots=True)
class RankedTable:
    """Standings with the names of the ranked competitors, the name of their score, and the word for one competitor."""

    standings: Standings
    names: Mapping[int, str]
    score: str = "Pts"
    word: str = "player"


class Command(BaseCommand):
    help = "Print the standings of a TRF by points and tie-breaks (FIDE C.07)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a TRF16 or TRF26")
        parser.add_argument(
            "--tiebreaks", help="descriptors in order, such as BH/C1,BH,SB; those of the file if not given"
        )
        parser.add_argument("--json", action="store_true", help="a list of rank, id, name, points, tiebreaks")
        parser.add_argument("--edition", choices=_EDITIONS, default="2026", help="of the regulations")
        parser.add_argument("--seed", help="draw lots from this seed for competitors tied to the end")
        parser.add_argument("--teams", action="store_true", help="rank the teams (310 or 013) instead of the players")
        parser.add_argument("--explain", type=int, metavar="ID", help="explain the values of this player")

    def handle(
        self,
        *,
        file: Path,
        tiebreaks: str | None,
        json: bool,
        edition: str,
        seed: str | None,
        explain: int | None,
        teams: bool,
        **_: Any,
    ) -> None:
        try:
            reading = read(file.read_bytes(), persons=False)
            rank = _rank_teams if teams else _rank_players
            ranked = rank(reading.tournament, tiebreaks, _EDITIONS[edition], seed)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        except ImportRefused as error:
            raise CommandError("\n".join([str(error), *_lines(error)])) from None
        except DomainError as error:
            raise CommandError(str(error)) from None
        for message in ranked.standings.dropped:
            self.stderr.write(str(message))
        if json:
            self.stdout.write(_json(ranked))
            return
        self._adjustments(reading)
        if explain is not None:
            self._explain(ranked, explain)
            return
        self._table(ranked)

    def _adjustments(self, reading: TrfReading) -> None:
        for adjustment in reading.adjustments:
            self.stderr.write(told_by_line(adjustment))

    def _table(self, ranked: RankedTable) -> None:
        standings = ranked.standings
        heads = ["", "No", "Name", ranked.score, *standings.tiebreaks]
        rows = [
            [
                str(row.rank),
                str(row.participant),
                ranked.names[row.participant],
                decimal(row.points, POINT),
                *(value.text if value else "" for value in row.values),
            ]
            for row in standings.rows
        ]
        widths = [max(len(row[index]) for row in [heads, *rows]) for index in range(len(heads))]
        for cells in [heads, *rows]:
            line = [
                cell.ljust(width) if index == 2 else cell.rjust(width)
                for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            self.stdout.write("  ".join(line).rstrip())

    def _explain(self, ranked: RankedTable, number: int) -> None:
        standings, names = ranked.standings, ranked.names
        row = next((row for row in standings.rows if row.participant == number), None)
        if row is None:
            raise CommandError(f"There is no {ranked.word} {number}.")
        self.stdout.write(f"{row.rank}. {names[number]}, {decimal(row.points, POINT)}")
        for name, value in zip(standings.tiebreaks, row.values, strict=True):
            self.stdout.write(f"{name}: {value.text if value else '-'}")
            for message in explanation(value, lambda key: names[key]) if value else ():
                self.stdout.write(f"    {message}")


def _rank_players(
    tournament: TrfTournament, descriptors: str | None, edition: TieBreakEdition, seed: str | None
) -> RankedTable:
    names = {number: player.name for number, player in tournament.players.items()}
    table = table_of(tournament, edition)
    return RankedTable(compute_standings(table, _breaks(tournament, descriptors), seed=seed), names)


def _rank_teams(
    tournament: TrfTournament, descriptors: str | None, edition: TieBreakEdition, seed: str | None
) -> RankedTable:
    table = team_table_of(tournament, edition)
    names = {number: team.name for number, team in teams_of(tournament).items()}
    standings = compute_standings(table.table, _breaks(tournament, descriptors), seed=seed)
    return RankedTable(standings, names, table.primary.value, "team")


def _breaks(tournament: TrfTournament, descriptors: str | None) -> Sequence[TieBreak]:
    names = descriptors.split(",") if descriptors is not None else tournament.tiebreaks
    return tiebreaks(name for name in names if name.strip())


def _json(ranked: RankedTable) -> str:
    standings = ranked.standings

    def plain(row: RankedRow) -> dict[str, object]:
        values = zip(standings.tiebreaks, row.values, strict=True)
        return {
            "rank": row.rank,
            "id": row.participant,
            "name": ranked.names[row.participant],
            "points": _number(decimal(row.points, POINT)),
            "tiebreaks": {name: _number(value.text) if value else None for name, value in values},
        }

    return json.dumps([plain(row) for row in standings.rows], ensure_ascii=False, indent=2)


def _number(text: str) -> int | float:
    """Return a number as in JSON."""
    return float(text) if "." in text else int(text)


def _lines(error: ImportRefused) -> list[str]:
    return [told_by_line(problem) for problem in error.problems]

"""Compare the database with the ledger: `python -m benchmarks.chaos.inspection LEDGER LINES all|jobs|copy [UNTIL]`.

Prints `Findings` as JSON.  `copy`: of a backup that was begun when line UNTIL of the ledger was the last; it may
contain later writes.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import django

from benchmarks.chaos.findings import Findings
from benchmarks.chaos.hall import EVENT, IMPORTED_GAMES, RESULTS
from benchmarks.chaos.ledger import SAVED, read


class Inspection:
    def __init__(self, ledger: Path, lines: Path, until: int | None) -> None:
        self.ledger, self.until = ledger, until
        self.lines = {int(game): moves for game, moves in json.loads(lines.read_text()).items()}
        self.found = Findings()

    def records(self) -> None:
        """Check the chain of every record, and compare its fold with the row of the game."""
        from games.models.game import Game
        from games.verification import entries_of, verify
        from tavleya.record.fold import fold, snapshot

        for record in verify(Game.objects.all()):
            self.found.games, self.found.entries = self.found.games + 1, self.found.entries + record.entries
            if record.broken:
                self.found.inconsistent.append(f"game {record.game_id}: {record.broken}")
        for game in Game.objects.order_by("pk").iterator():
            state = fold(entries_of(game))
            data = json.loads(json.dumps(snapshot(state)))
            if (data, state.seq, state.digest) != (game.snapshot, game.seq, game.digest):
                self.found.inconsistent.append(f"game {game.pk}: its row is not the fold of its record")

    def moves(self) -> None:
        """Check that every acknowledged entry is stored with its digest, and every move once and in order."""
        from games.models.record import RecordEntry

        lines_of: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for line in read(self.ledger, "move", self.until):
            lines_of[line["game"]].append(line)
        for game, lines in lines_of.items():
            rows = RecordEntry.objects.filter(game=game).order_by("seq")
            entries = {row[0]: list(row) for row in rows.values_list("seq", "kind", "digest", "move", "request")}
            self._game(game, lines, entries)

    def _game(self, game: int, lines: list[dict[str, Any]], entries: dict[int, list[Any]]) -> None:
        saved = [line for line in lines if line["said"] in SAVED]
        for line in saved:
            for entry in line["entries"]:
                if entries.get(entry[0], [])[:4] != entry:
                    self.found.lost.append(f"game {game}: {entry} of {line['n']} is {entries.get(entry[0])}")
        self._denied(line for line in saved if line["said"] == "found" or line.get("replayed"))
        numbers = Counter(line["after"] for line in saved)
        twice = [after for after, times in numbers.items() if times > 1]
        keys = Counter(entry[4] for entry in entries.values() if entry[1] == "move" and entry[4])
        twice += [key for key, times in keys.items() if times > 1]
        stored = [entry[3] for _, entry in sorted(entries.items()) if entry[1] == "move"]
        if stored != self.lines[game][: len(stored)]:
            self.found.inconsistent.append(f"game {game}: its moves are not those that were sent, in their order")
        in_doubt = bool(lines) and lines[-1]["said"] == "doubt"
        more = len(stored) - len(saved)
        if self.until is None and more not in ((0, 1) if in_doubt else (0,)):
            (self.found.duplicated if more > 0 else self.found.lost).append(
                f"game {game}: {len(stored)} moves, and {len(saved)} were acknowledged"
            )
        self.found.duplicated += [f"game {game}: twice after or under {item}" for item in twice]

    def _denied(self, saved: Iterable[dict[str, Any]]) -> None:
        """Check that a saved write did not get only responses that deny it."""
        for line in saved:
            if line.get("denied"):
                self.found.inconsistent.append(f"saved, and every answer said that nothing was: {line}")

    def odd(self) -> None:
        for of in ("move", "result", "bye", "import"):
            for line in read(self.ledger, of, self.until):
                if line["said"] == "odd":
                    self.found.inconsistent.append(f"an answer that no outage explains: {line}")

    def results(self) -> None:
        """Check that each board has its last acknowledged result, and that each result was logged once."""
        from tournaments.models.activity import Log
        from tournaments.models.pairing import Pairing

        results: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for line in read(self.ledger, "result", self.until):
            results[line["board"]].append(line)
        boards = Pairing.objects.filter(
            round__section__event__slug=EVENT, round__section__slug=RESULTS, round__number=1
        )
        for pairing in boards.filter(board__in=results):
            lines = results[pairing.board]
            saved = [line for line in lines if line["said"] in SAVED]
            self._denied(saved)
            rows = Log.objects.filter(subject=f"pairing:{pairing.pk}", action__startswith="result.")
            noted = rows.exclude(action="result.recorded").count()
            open_end = self.until is not None or lines[-1]["said"] == "doubt"
            if saved and not open_end and pairing.result != saved[-1]["result"]:
                self.found.lost.append(f"board {pairing.board} has {pairing.result}, told {saved[-1]}")
            if noted < len(saved):
                self.found.lost.append(f"board {pairing.board}: {noted} results, {len(saved)} acknowledged")
            if noted > len(saved) + open_end and self.until is None:
                self.found.duplicated.append(f"board {pairing.board}: {noted} results, {len(saved)} acknowledged")

    def byes(self) -> None:
        """Check that the last bye request of each player is stored."""
        from tournaments.models.swiss import ByeRequest

        last: dict[tuple[int, int], dict[str, Any]] = {}
        for line in read(self.ledger, "bye", self.until):
            last[line["registration"], line["round"]] = line
            self._denied([line])
        kinds = {(row.registration_id, row.round_number): row.kind for row in ByeRequest.objects.all()}
        for place, line in last.items():
            if line["said"] in SAVED and self.until is None and kinds.get(place, "") != line["kind"]:
                self.found.lost.append(f"the bye of {place} is {kinds.get(place)!r}, told {line}")

    def jobs(self) -> None:
        """Check that every accepted file is in its section once."""
        from games.models.game import Game
        from tournaments.models.activity import Job, JobState
        from tournaments.services.rounds import progress_of

        taken = {line["section"] for line in read(self.ledger, "import", self.until) if line["said"] == "ack"}
        for slug in sorted(taken):
            jobs = list(Job.objects.filter(section__slug=slug, section__event__slug=EVENT).defer("payload"))
            done = [job for job in jobs if job.state == JobState.DONE]
            self.found.waiting += sum(job.state == JobState.WAITING for job in jobs)
            of_event = Game.objects.filter(pairing__round__section__event__slug=EVENT)
            games = of_event.filter(pairing__round__section__slug=slug).count()
            if self.until is not None:
                if not jobs:
                    self.found.lost.append(f"the file for {slug} was taken, and is not there")
            elif len(done) > 1 or games > IMPORTED_GAMES:
                self.found.duplicated.append(f"{slug}: {len(done)} imports done, {games} games")
            elif not done or games != IMPORTED_GAMES:
                self.found.lost.append(f"{slug}: {[job.state for job in jobs]}, {games} games")
            for job in done:
                if progress_of(job.pk) not in (None, (IMPORTED_GAMES, IMPORTED_GAMES)):
                    self.found.inconsistent.append(f"{slug} is done, its progress {progress_of(job.pk)}")

    def standings(self) -> None:
        """Compute the standings in this process, which has no cache."""
        from tournaments.models.section import Section
        from tournaments.selectors.standings import standings_of

        view = standings_of(Section.objects.get(event__slug=EVENT, slug=RESULTS))
        self.found.standings = [[row.registration.number, row.points, row.row.rank] for row in view.rows]


def main(ledger: str, lines: str, label: str = "all", until: str = "") -> Findings:
    django.setup()
    inspection = Inspection(Path(ledger), Path(lines), int(until) if until else None)
    if label == "jobs":
        inspection.jobs()
        return inspection.found
    for part in ("records", "moves", "results", "byes", "jobs", "standings"):
        getattr(inspection, part)()
    if label == "all":
        inspection.odd()
    return inspection.found


if __name__ == "__main__":
    print(json.dumps(asdict(main(*sys.argv[1:]))))

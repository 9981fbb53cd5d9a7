from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from games.record.results import FACTS, Outcome, Result
from tournaments.models import Entry, RatedPlayer, Section
from tournaments.ratings.elo import Pace
from tournaments.ratings.report import Rated, ReportLine, report
from tournaments.selectors.table import Board, load_boards

#: Half-points as ratings count them, whatever the section's points are.
_WORTH = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}


@dataclass(frozen=True, slots=True)
class RatingRow:
    entry: Entry
    line: ReportLine


def rating_report(section: Section, *, on: date) -> list[RatingRow]:
    """What the section's games would change on its list by FIDE's rules that hold `on` that day, by starting number.

    Games over the board count, forfeits do not.  The K factor is the rating list's where the player is in it; otherwise
    it is reckoned as for somebody with thirty games.  Three queries at most.
    """
    entries = {entry.pk: entry for entry in section.entries.select_related("player").order_by("number")}
    games: dict[int, list[tuple[int | None, int]]] = {key: [] for key in entries}
    for board in load_boards(section):
        for key, game in _games(board, entries):
            games[key].append(game)
    numbers = [entry.player.fide_id for entry in entries.values() if entry.player.fide_id]
    listed = {one.pk: one.ks for one in RatedPlayer.objects.filter(pk__in=numbers)}
    pace = Pace(section.rating_kind)
    players = [
        Rated(
            key,
            entry.rating,
            tuple(games[key]),
            k=listed.get(entry.player.fide_id or 0, {}).get(pace.value),
            birth_year=entry.player.birth_year,
        )
        for key, entry in entries.items()
    ]
    return [RatingRow(entries[line.id], line) for line in report(players, pace=pace, on=on)]


def _games(board: Board, entries: dict[int, Entry]) -> list[tuple[int, tuple[int | None, int]]]:
    """Each player's game with the opponent's rating; nothing for byes, forfeits and open boards."""
    if board.black is None or not board.result:
        return []
    facts = FACTS[Result(board.result)]
    if not facts.played:
        return []
    return [
        (board.white, (entries[board.black].rating, _WORTH[facts.white])),
        (board.black, (entries[board.white].rating, _WORTH[facts.black])),
    ]

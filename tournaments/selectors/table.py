"""From the database to the table that tie-breaks are computed from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from common.sides import Side
from games.record.results import FACTS, Outcome, Result
from tournaments.models import Entry, Pairing, Section
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.tiebreaks.table import Encounter, Kind, Participant, Scoring, Table

_KINDS = {Outcome.FORFEIT_WIN: Kind.FORFEIT_WIN, Outcome.FORFEIT_LOSS: Kind.FORFEIT_LOSS}


@dataclass(frozen=True, slots=True)
class Board:
    """What standings need of one pairing; `round` is 0 on a schedule sheet."""

    id: int
    round: int
    board: int
    white: int
    black: int | None
    bye: str
    result: str
    game: int | None


def load_boards(section: Section, *, after_round: int | None = None) -> list[Board]:
    """Every board of the section's published rounds (up to `after_round`) in order.  One query."""
    rows = (
        Pairing.objects.filter(round__section=section)
        .exclude(round__status=RoundStatus.DRAFT)
        .order_by("round__number", "board")
    )
    if after_round is not None:
        rows = rows.filter(round__number__lte=after_round)
    return [
        Board(pk, 0 if kind == RoundKind.SCHEDULE else number or 0, board, white, black, bye, result, game)
        for pk, kind, number, board, white, black, bye, result, game in rows.values_list(
            "pk",
            "round__kind",
            "round__number",
            "board",
            "white",
            "black",
            "bye",
            "result",
            "game",
        )
    ]


def make_table(section: Section, entries: Iterable[Entry], boards: Iterable[Board]) -> Table:
    """The table of everything that has a result.

    Outside round robins a round in which an entry has no board counts as a zero-point bye.
    """
    scoring, predetermined = section.points, section.kind.predetermined
    entries = list(entries)
    encounters: dict[int, list[Encounter]] = {entry.pk: [] for entry in entries}
    rounds = 0
    seated: dict[int, set[int]] = {key: set() for key in encounters}
    for board in boards:
        rounds = max(rounds, board.round)
        for key, encounter in _encounters(board, scoring):
            encounters[key].append(encounter)
        for seat in (board.white, board.black):
            if seat is not None:
                seated[seat].add(board.round)
    if not predetermined and rounds:
        for key, there in seated.items():
            encounters[key] = _filled(encounters[key], there, rounds, scoring)
    participants = {
        entry.pk: Participant(entry.pk, entry.number, entry.rating, tuple(encounters[entry.pk]))
        for entry in entries
    }
    games = section.kind.cycles * (len(entries) - 1) if predetermined else 0
    return Table(participants, rounds, scoring, predetermined, games)


def _encounters(board: Board, scoring: Scoring) -> list[tuple[int, Encounter]]:
    if board.black is None:
        kind = Kind(board.bye)
        return [(board.white, Encounter(board.round, kind, scoring.of_bye(kind)))]
    if not board.result:
        return []
    facts = FACTS[Result(board.result)]
    white, black = scoring.of_outcome(facts.white), scoring.of_outcome(facts.black)
    return [
        (
            board.white,
            Encounter(
                board.round, _KINDS.get(facts.white, Kind.PLAYED), white, board.black, Side.WHITE, black
            ),
        ),
        (
            board.black,
            Encounter(
                board.round, _KINDS.get(facts.black, Kind.PLAYED), black, board.white, Side.BLACK, white
            ),
        ),
    ]


def _filled(encounters: list[Encounter], there: set[int], rounds: int, scoring: Scoring) -> list[Encounter]:
    """With a zero-point bye for each round in which the entry is at no board (one still playing is at his)."""
    absent = [number for number in range(1, rounds + 1) if number not in there]
    byes = [Encounter(number, Kind.ZERO_BYE, scoring.zero_bye) for number in absent]
    return sorted([*encounters, *byes], key=lambda encounter: encounter.round)

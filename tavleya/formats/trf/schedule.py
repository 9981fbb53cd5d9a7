"""Comparison of the rounds of a report with a fixed table: Berger, Scheveningen, Schiller, Molter.

The organiser may exchange rounds of a table, reverse all its colours, or draw numbers other than the starting ranks.
These are valid orders too.  Boards that the table does not contain are not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tavleya.formats.trf.matches import teams_of
from tavleya.formats.trf.pairing import paired_in, uncoloured_in
from tavleya.formats.trf.team_pairing import teams_paired_in
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.messages import Message
from tavleya.pairing.berger import numbers_of
from tavleya.pairing.schedules import PlayerSchedule, TeamSchedule, cycles_of, seated
from tavleya.pairing.state import Pair
from tavleya.pairing.team_tables import breaches

Boards = frozenset[Pair]


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round of the file.  `place`: its round of the table; None if its boards differ.

    `missing` are boards of the table, `extra` those that the table does not contain.  `illegal`: breaches of the rules
    of the system's tables.  `differs` is false for another valid table if the system has no fixed table.
    """

    number: int
    place: int | None
    missing: tuple[Pair, ...] = ()
    extra: tuple[Pair, ...] = ()
    illegal: tuple[Message, ...] = ()
    differs: bool = False


@dataclass(frozen=True, slots=True)
class TableCheck:
    """`turned`: all colours are reversed.

    `numbers`: the numbers in the table; empty if they are the starting ranks.
    """

    rounds: tuple[TableRound, ...]
    turned: bool = False
    numbers: Mapping[int, int] = field(default_factory=dict)

    @property
    def wrong(self) -> int:
        return sum(round_.differs for round_ in self.rounds)


def check_players(
    tournament: TrfTournament, schedule: PlayerSchedule, options: Mapping[str, Any]
) -> TableCheck:
    """Compare a round robin of players with the tables, for as many cycles as it has rounds."""
    items = _recorded_rounds(tournament)
    if not items:
        return TableCheck(())
    ranks = sorted(tournament.players)
    planned = tournament.rounds_planned or len(items)
    rounds = schedule.rounds(len(ranks), cycles_of(len(ranks), planned), options)
    table_check = _against(_table(rounds, ranks), items)
    numbers = _other_numbers(ranks, items) if table_check.wrong else None
    if numbers is None:
        return table_check
    by_lot = _against(_table(rounds, sorted(ranks, key=lambda number: numbers[number])), items)
    return replace(by_lot, numbers=numbers) if by_lot.wrong < table_check.wrong else table_check


def check_teams(tournament: TrfTournament, schedule: TeamSchedule, options: Mapping[str, Any]) -> TableCheck:
    """Compare team tables by seats, or by matches if line-ups are free.  Raises: BadInput if the teams do not fit."""
    teams = list(teams_of(tournament).values())
    sizes = [len(team.members) for team in teams]
    planned = tournament.rounds_planned or tournament.rounds_recorded
    rounds = schedule.rounds(sizes, {**options, **schedule.told_by_rounds(sizes, planned)})
    if not any(meeting.boards for row in rounds for meeting in row):
        table = [
            frozenset(Pair(teams[team.first - 1].number, teams[team.second - 1].number) for team in row)
            for row in rounds
        ]
        return _against(table, _recorded_rounds(tournament, teams=True))
    members = [team.members for team in teams]
    table_check = _against([frozenset(seated(row, members)) for row in rounds], _recorded_rounds(tournament))
    if schedule.fixed or not table_check.wrong:
        return table_check
    of = {member: team.number for team in teams for member in team.members}
    return _by_rules(
        table_check, [boards for boards, _ in _recorded_rounds(tournament)], of, several=schedule.several
    )


def _table(rounds: Iterable[Any], ranks: Sequence[int]) -> list[Boards]:
    return [
        frozenset(Pair(ranks[board.white - 1], ranks[board.black - 1]) for board in round_.boards)
        for round_ in rounds
    ]


def _recorded_rounds(tournament: TrfTournament, *, teams: bool = False) -> list[tuple[Boards, Boards]]:
    """Return the boards of each round, and those of them with unknown colours."""
    rounds = range(1, tournament.rounds_recorded + 1)
    if teams:
        return [(teams_paired_in(tournament, at)[0], frozenset()) for at in rounds]
    return [(paired_in(tournament, at)[0], uncoloured_in(tournament, at)) for at in rounds]


def _against(table: Sequence[Boards], items: Sequence[tuple[Boards, Boards]]) -> TableCheck:
    straight = TableCheck(tuple(_compared(table, items)))
    if not straight.wrong:
        return straight
    turned = TableCheck(tuple(_compared([_turned(boards) for boards in table], items)), turned=True)
    return turned if turned.wrong < straight.wrong else straight


def _compared(table: Sequence[Boards], items: Sequence[tuple[Boards, Boards]]) -> Iterator[TableRound]:
    """Match each round with the table round at its own place, else with the first unused table round."""
    removed = _departed_players([boards for boards, _ in items])
    places: dict[int, int] = {}
    for in_place in (True, False):
        for index, (boards, bare) in enumerate(items):
            if index in places:
                continue
            for place, row in enumerate(table):
                if place in places.values() or (in_place and place != index):
                    continue
                if not any(_differing(row, boards, bare, removed[index])):
                    places[index] = place
                    break
    left = [place for place in range(len(table)) if place not in places.values()]
    for index, (boards, bare) in enumerate(items):
        if index in places:
            yield TableRound(index + 1, places[index] + 1)
            continue
        nearest = _nearest(table, boards, left, index)
        missing, extra = _differing(
            table[nearest] if nearest is not None else frozenset(), boards, bare, removed[index]
        )
        if nearest is not None:
            left.remove(nearest)
        yield TableRound(index + 1, None, missing, extra, differs=True)


def _nearest(table: Sequence[Boards], boards: Boards, left: Sequence[int], at: int) -> int | None:
    """Return the round of the table that these boards most likely represent."""

    def shared(place: int) -> tuple[int, bool]:
        return len(_either_way(table[place]) & _either_way(boards)), place == at

    return max(left, key=shared, default=None)


def _either_way(boards: Boards) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(board) for board in boards)


def _differing(
    row: Boards, boards: Boards, bare: Boards, removed: frozenset[int]
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the missing boards of the table, except those of players who had left, and the extra boards."""
    coloured = {
        turned if board in bare and (turned := Pair(board.black, board.white)) in row else board
        for board in boards
    }
    missing = (board for board in row - coloured if not {board.white, board.black} & removed)
    return tuple(sorted(missing, key=tuple)), tuple(sorted(coloured - row, key=tuple))


def _departed_players(rounds: Sequence[Boards]) -> list[frozenset[int]]:
    """Return for each round the players who have no board in it or later."""
    everyone = {number for boards in rounds for board in boards for number in board}
    results: list[frozenset[int]] = []
    later: set[int] = set()
    for boards in reversed(rounds):
        later |= {number for board in boards for number in board}
        results.append(frozenset(everyone - later))
    return results[::-1]


def _turned(boards: Boards) -> Boards:
    return frozenset(Pair(board.black, board.white) for board in boards)


def _other_numbers(ranks: Sequence[int], items: Sequence[tuple[Boards, Boards]]) -> dict[int, int] | None:
    """Return the numbers by which the first cycle matches the tables, or None.

    With an odd number of players the last number is empty.
    """
    odd = len(ranks) % 2
    rounds: list[list[tuple[int | None, int | None]]] = []
    for index, (boards, _) in enumerate(items[: len(ranks) - 1 + odd]):
        free = set(ranks) - {pair for board in boards for pair in board}
        if len(free) != odd:
            return None
        # In the tables, the empty place has the last number and plays Black first.
        with_nobody = [(None, pair) if index % 2 else (pair, None) for pair in free]
        rounds.append([*((pair.white, pair.black) for pair in boards), *with_nobody])
    numbers = numbers_of(rounds)
    if numbers is None or (odd and numbers[None] != len(ranks) + 1):
        return None
    return {pair: number for pair, number in numbers.items() if pair is not None}


def _by_rules(
    table_check: TableCheck, rounds: Sequence[Boards], of: Mapping[int, int], *, several: bool
) -> TableCheck:
    """Report only breaches of the rules as differences, for a system without a fixed table."""
    broken = breaches(
        [[(board.white, board.black) for board in boards] for boards in rounds], of, one_team_once=several
    )
    return TableCheck(
        tuple(
            table_round
            if table_round.place is not None and not messages
            else TableRound(
                table_round.number,
                None,
                table_round.missing,
                table_round.extra,
                messages,
                differs=bool(messages),
            )
            for table_round, messages in zip(table_check.rounds, broken, strict=True)
        )
    )

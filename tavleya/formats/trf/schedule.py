"""Comparison of the rounds of a report with a fixed table: Berger, Scheveningen, Schiller, Molter.

The organiser may exchange rounds of a table, reverse all its colours, or draw numbers other than the starting ranks.
These are valid orders too.  Boards that the table does not contain are not.
"""

from __future__ import annotations

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
        return sum(one.differs for one in self.rounds)


def check_players(
    tournament: TrfTournament, schedule: PlayerSchedule, options: Mapping[str, Any]
) -> TableCheck:
    """Compare a round robin of players with the tables, for as many cycles as it has rounds."""
    given = _given(tournament)
    if not given:
        return TableCheck(())
    ranks = sorted(tournament.players)
    planned = tournament.rounds_planned or len(given)
    rounds = schedule.rounds(len(ranks), cycles_of(len(ranks), planned), options)
    found = _against(_table(rounds, ranks), given)
    numbers = _other_numbers(ranks, given) if found.wrong else None
    if numbers is None:
        return found
    by_lot = _against(_table(rounds, sorted(ranks, key=lambda one: numbers[one])), given)
    return replace(by_lot, numbers=numbers) if by_lot.wrong < found.wrong else found


def check_teams(tournament: TrfTournament, schedule: TeamSchedule, options: Mapping[str, Any]) -> TableCheck:
    """Compare team tables by seats, or by matches if line-ups are free.  Raises: BadInput if the teams do not fit."""
    teams = list(teams_of(tournament).values())
    sizes = [len(one.members) for one in teams]
    planned = tournament.rounds_planned or tournament.rounds_recorded
    rounds = schedule.rounds(sizes, {**options, **schedule.told_by_rounds(sizes, planned)})
    if not any(meeting.boards for row in rounds for meeting in row):
        table = [
            frozenset(Pair(teams[one.first - 1].number, teams[one.second - 1].number) for one in row)
            for row in rounds
        ]
        return _against(table, _given(tournament, teams=True))
    members = [one.members for one in teams]
    found = _against([frozenset(seated(row, members)) for row in rounds], _given(tournament))
    if schedule.fixed or not found.wrong:
        return found
    of = {member: one.number for one in teams for member in one.members}
    return _by_rules(found, [boards for boards, _ in _given(tournament)], of, several=schedule.several)


def _table(rounds: Iterable[Any], ranks: Sequence[int]) -> list[Boards]:
    return [
        frozenset(Pair(ranks[board.white - 1], ranks[board.black - 1]) for board in one.boards)
        for one in rounds
    ]


def _given(tournament: TrfTournament, *, teams: bool = False) -> list[tuple[Boards, Boards]]:
    """Return the boards of each round, and those of them with unknown colours."""
    rounds = range(1, tournament.rounds_recorded + 1)
    if teams:
        return [(teams_paired_in(tournament, at)[0], frozenset()) for at in rounds]
    return [(paired_in(tournament, at)[0], uncoloured_in(tournament, at)) for at in rounds]


def _against(table: Sequence[Boards], given: Sequence[tuple[Boards, Boards]]) -> TableCheck:
    straight = TableCheck(tuple(_compared(table, given)))
    if not straight.wrong:
        return straight
    turned = TableCheck(tuple(_compared([_turned(boards) for boards in table], given)), turned=True)
    return turned if turned.wrong < straight.wrong else straight


def _compared(table: Sequence[Boards], given: Sequence[tuple[Boards, Boards]]) -> Iterator[TableRound]:
    """Match each round with the table round at its own place, else with the first unused table round."""
    gone = _gone([boards for boards, _ in given])
    places: dict[int, int] = {}
    for in_place in (True, False):
        for at, (boards, bare) in enumerate(given):
            if at in places:
                continue
            for place, row in enumerate(table):
                if place in places.values() or (in_place and place != at):
                    continue
                if not any(_differing(row, boards, bare, gone[at])):
                    places[at] = place
                    break
    left = [place for place in range(len(table)) if place not in places.values()]
    for at, (boards, bare) in enumerate(given):
        if at in places:
            yield TableRound(at + 1, places[at] + 1)
            continue
        nearest = _nearest(table, boards, left, at)
        missing, extra = _differing(
            table[nearest] if nearest is not None else frozenset(), boards, bare, gone[at]
        )
        if nearest is not None:
            left.remove(nearest)
        yield TableRound(at + 1, None, missing, extra, differs=True)


def _nearest(table: Sequence[Boards], boards: Boards, left: Sequence[int], at: int) -> int | None:
    """Return the round of the table that these boards most likely represent."""

    def shared(place: int) -> tuple[int, bool]:
        return len(_either_way(table[place]) & _either_way(boards)), place == at

    return max(left, key=shared, default=None)


def _either_way(boards: Boards) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(board) for board in boards)


def _differing(
    row: Boards, boards: Boards, bare: Boards, gone: frozenset[int]
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the missing boards of the table, except those of players who had left, and the extra boards."""
    coloured = {
        turned if one in bare and (turned := Pair(one.black, one.white)) in row else one for one in boards
    }
    missing = (one for one in row - coloured if not {one.white, one.black} & gone)
    return tuple(sorted(missing, key=tuple)), tuple(sorted(coloured - row, key=tuple))


def _gone(rounds: Sequence[Boards]) -> list[frozenset[int]]:
    """Return for each round the players who have no board in it or later."""
    everybody = {one for boards in rounds for board in boards for one in board}
    found: list[frozenset[int]] = []
    later: set[int] = set()
    for boards in reversed(rounds):
        later |= {one for board in boards for one in board}
        found.append(frozenset(everybody - later))
    return found[::-1]


def _turned(boards: Boards) -> Boards:
    return frozenset(Pair(one.black, one.white) for one in boards)


def _other_numbers(ranks: Sequence[int], given: Sequence[tuple[Boards, Boards]]) -> dict[int, int] | None:
    """Return the numbers by which the first cycle matches the tables, or None.

    With an odd number of players the last number is empty.
    """
    odd = len(ranks) % 2
    rounds: list[list[tuple[int | None, int | None]]] = []
    for at, (boards, _) in enumerate(given[: len(ranks) - 1 + odd]):
        free = set(ranks) - {one for board in boards for one in board}
        if len(free) != odd:
            return None
        # In the tables, the empty place has the last number and plays Black first.
        with_nobody = [(None, one) if at % 2 else (one, None) for one in free]
        rounds.append([*((one.white, one.black) for one in boards), *with_nobody])
    numbers = numbers_of(rounds)
    if numbers is None or (odd and numbers[None] != len(ranks) + 1):
        return None
    return {one: number for one, number in numbers.items() if one is not None}


def _by_rules(
    found: TableCheck, rounds: Sequence[Boards], of: Mapping[int, int], *, several: bool
) -> TableCheck:
    """Report only breaches of the rules as differences, for a system without a fixed table."""
    broken = breaches(
        [[(board.white, board.black) for board in boards] for boards in rounds], of, one_team_once=several
    )
    return TableCheck(
        tuple(
            one
            if one.place is not None and not why
            else TableRound(one.number, None, one.missing, one.extra, why, differs=bool(why))
            for one, why in zip(found.rounds, broken, strict=True)
        )
    )

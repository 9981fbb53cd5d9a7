"""Tie-breaks board by board, for knock-outs of teams (C.07 12)."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence

from tavleya.messages import N_, Message
from tavleya.tiebreaks.base import Contribution, PointSource, TieBreak, Value
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.standings import Standings
from tavleya.tiebreaks.table import EncounterKind, Table, TeamEncounter, TeamTable


class BoardTieBreak(TieBreak):
    """A tie-break of boards.

    Individual forfeits count as wins and losses; an allocated bye as a win on every board (12).
    """

    scale = 2
    for_teams = True

    def refusal(self, table: Table) -> Message | None:
        if table.teams is not None and not all(
            _boards(table.teams, match) for team in table.teams.teams.values() for match in team.matches
        ):
            return say("tiebreak_needs_boards", name=str(self.descriptor))
        return super().refusal(table)

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        teams = table.teams
        if teams is None:
            raise ValueError("asked of a tournament without teams")
        return {key: self.of(board_points(teams, teams.teams[key].matches), teams) for key in group}

    @abstractmethod
    def of(self, boards: Sequence[int], teams: TeamTable) -> Value:
        """Return the value for half-points board by board."""


def board_points(teams: TeamTable, matches: Sequence[TeamEncounter]) -> list[int]:
    """Return the half-points on each board over the matches."""
    totals = [0] * teams.boards
    for match in matches:
        for board, points in enumerate(_boards(teams, match)):
            totals[board] += points
    return totals


def _boards(teams: TeamTable, match: TeamEncounter) -> tuple[int, ...]:
    win = teams.game_scoring.win // teams.boards
    if match.boards or match.opponent is not None:
        return match.boards
    each = {
        EncounterKind.PAIRING_BYE: win,
        EncounterKind.FULL_BYE: win,
        EncounterKind.HALF_BYE: win // 2,
    }.get(match.kind, 0)
    return (each,) * teams.boards


def _parts(totals: Sequence[int]) -> tuple[Contribution, ...]:
    """Return one part per board, with its number in place of a round number."""
    return tuple(
        Contribution(board, None, points, PointSource.OWN, weight=board) for board, points in enumerate(totals, start=1)
    )


class BoardCount(BoardTieBreak):
    """BC: the sum of board number times its points; the lower is higher (12.1)."""

    name, article, label = "BC", "12.1", N_("Board count")

    def of(self, boards: Sequence[int], teams: TeamTable) -> Value:
        parts = _parts([board * points for board, points in enumerate(boards, start=1)])
        total = sum(part.units for part in parts)
        return Value(total, self.scale, -total, parts)


class TopBoards(BoardTieBreak):
    """TBR: the points of board 1; if they are equal, those of board 2, and so on (12.2)."""

    name, article, label = "TBR", "12.2", N_("Top board results")

    def of(self, boards: Sequence[int], teams: TeamTable) -> Value:
        return Value(boards[0], self.scale, _in_turn(boards, teams), _parts(boards))


class BottomBoards(BoardTieBreak):
    """BBE: the points without the last board; if they are equal, without the last two, and so on (12.3)."""

    name, article, label = "BBE", "12.3", N_("Bottom board elimination")

    def of(self, boards: Sequence[int], teams: TeamTable) -> Value:
        sums = [sum(boards[:last]) for last in range(len(boards) - 1, 0, -1)] or [sum(boards)]
        return Value(sums[0], self.scale, _in_turn(sums, teams), _parts(boards))


def _in_turn(values: Sequence[int], teams: TeamTable) -> int:
    """Return one number with the lexicographic order of the values."""
    base = teams.game_scoring.win * max(teams.rounds, 1) + 1
    order = 0
    for value in values:
        order = order * base + value
    return order


# Places decided by a play-off (C.07, 2), for exactly the tied players who played it.


def block_of(standings: Standings, participants: Collection[int]) -> range | None:
    """Return the rows of these participants if a play-off can decide among them; None otherwise.

    They must have equal points, be adjacent, and share no place with other participants.
    """
    at = [place for place, row in enumerate(standings.rows) if row.participant in participants]
    if len(at) < 2 or len(at) < len(participants) or at[-1] - at[0] != len(at) - 1:
        return None
    rows = [standings.rows[place] for place in at]
    if len({row.points for row in rows}) > 1:
        return None
    apart = min(row.rank for row in rows) == at[0] + 1 and max(row.last for row in rows) == at[-1] + 1
    return range(at[0], at[-1] + 1) if apart else None


def with_play_off(standings: Standings, places: Mapping[int, tuple[int, int]]) -> Standings:
    """Return the table with the places of a play-off: by participant, the first and the last shared place, from 1.

    Unchanged if they are no longer tied as `block_of` requires.
    """
    block = block_of(standings, places)
    if block is None:
        return standings
    decided = sorted((standings.rows[at] for at in block), key=lambda row: places[row.participant])
    rows = list(standings.rows)
    for at, row in zip(block, decided, strict=True):
        first, last = places[row.participant]
        rows[at] = row._replace(rank=block.start + first, last=block.start + last, play_off=True)
    return Standings(tuple(rows), standings.tiebreaks, standings.dropped)

"""Tie-breaks for teams: board by board in knock-outs (C.07 12), and in other competitions (C.07 13); play-offs."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar

from tavleya.messages import N_, Message
from tavleya.tiebreaks.base import Contribution, OwnTieBreak, PointSource, SumTieBreak, TieBreak, Value
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.opponents import Buchholz, ForeBuchholz, opponent_score, voluntary
from tavleya.tiebreaks.own import encounters_within, placed, resolve
from tavleya.tiebreaks.standings import Standings
from tavleya.tiebreaks.table import EncounterKind, Participant, ScoreType, Table, TeamEncounter, TeamTable


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
        teams = _teams(table)
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
    each = {EncounterKind.PAIRING_BYE: win, EncounterKind.FULL_BYE: win, EncounterKind.HALF_BYE: win // 2}.get(
        match.kind, 0
    )
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
    indexes = [index for index, row in enumerate(standings.rows) if row.participant in participants]
    if len(indexes) < 2 or len(indexes) < len(participants) or indexes[-1] - indexes[0] != len(indexes) - 1:
        return None
    rows = [standings.rows[index] for index in indexes]
    if len({row.points for row in rows}) > 1:
        return None
    apart = min(row.rank for row in rows) == indexes[0] + 1 and max(row.last for row in rows) == indexes[-1] + 1
    return range(indexes[0], indexes[-1] + 1) if apart else None


def with_play_off(standings: Standings, places: Mapping[int, tuple[int, int]]) -> Standings:
    """Return the table with the places of a play-off: by participant, the first and the last shared place, from 1.

    Unchanged if they are no longer tied as `block_of` requires.
    """
    block = block_of(standings, places)
    if block is None:
        return standings
    decided = sorted((standings.rows[index] for index in block), key=lambda row: places[row.participant])
    rows = list(standings.rows)
    for index, row in zip(block, decided, strict=True):
        first, last = places[row.participant]
        rows[index] = row._replace(rank=block.start + first, last=block.start + last, play_off=True)
    return Standings(tuple(rows), standings.tiebreaks, standings.dropped)


# Tie-breaks for competitions of teams (C.07 13).


def _teams(table: Table) -> TeamTable:
    if table.teams is None:
        raise ValueError("the tournament has no teams")
    return table.teams


class OtherScore(OwnTieBreak):
    """MPvGP: game points if match points rank, match points if game points do (13.1)."""

    name, article, label, scale = "MPvGP", "13.1", N_("Match points or game points"), 2
    for_teams = True

    def value(self, table: Table, participant: Participant) -> Value:
        other = table.by(_teams(table).primary.other)
        total = other.scores[participant.id]
        parts = tuple(
            Contribution(e.round, e.opponent, e.points, PointSource.OWN)
            for e in other.participants[participant.id].encounters
        )
        return Value(total, self.scale, total, parts)


class _ExtendedSonnebornBerger(SumTieBreak):
    """For each match the opponent's final score times the points against them, in either score (13.2)."""

    scale = 4
    for_teams = True
    modifiers = frozenset("CMP")
    opponent_type: ClassVar[ScoreType]
    own_type: ClassVar[ScoreType]

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        opponent, own = table.by(self.opponent_type), table.by(self.own_type)
        parts = []
        for their_match, own_match in zip(
            opponent.participants[participant.id].encounters, own.participants[participant.id].encounters, strict=True
        ):
            score, source = opponent_score(opponent, participant, their_match, forfeits=self.descriptor.forfeits)
            units = score * own_match.points
            cut_first = voluntary(opponent, their_match, forfeits=self.descriptor.forfeits)
            parts.append(Contribution(own_match.round, own_match.opponent, units, source, score, cut_first))
        return tuple(parts)


class MatchByMatch(_ExtendedSonnebornBerger):
    """EMMSB: match points times match points (13.2.1)."""

    name, article, label = "EMMSB", "13.2.1", N_("Sonneborn-Berger, match by match points")
    opponent_type, own_type = ScoreType.MATCH, ScoreType.MATCH


class MatchByGame(_ExtendedSonnebornBerger):
    """EMGSB: their match points times our game points (13.2.2)."""

    name, article, label = "EMGSB", "13.2.2", N_("Sonneborn-Berger, match by game points")
    opponent_type, own_type = ScoreType.MATCH, ScoreType.GAME


class GameByMatch(_ExtendedSonnebornBerger):
    """EGMSB: their game points times our match points (13.2.3)."""

    name, article, label = "EGMSB", "13.2.3", N_("Sonneborn-Berger, game by match points")
    opponent_type, own_type = ScoreType.GAME, ScoreType.MATCH


class GameByGame(_ExtendedSonnebornBerger):
    """EGGSB: game points times game points (13.2.4)."""

    name, article, label = "EGGSB", "13.2.4", N_("Sonneborn-Berger, game by game points")
    opponent_type, own_type = ScoreType.GAME, ScoreType.GAME


class ScoreAndStrength(OwnTieBreak):
    """SSSC: the other score and the strength of the schedule (13.4).

    The strength is Buchholz (/F: Fore Buchholz) in the score that ranks, divided by /K, or else by the greatest such
    score of the tournament over the greatest other score of one match, without its fraction.
    """

    name, article, label = "SSSC", "13.4", N_("Scores and schedule strength")
    for_teams = True
    modifiers = frozenset("FKP")

    def value(self, table: Table, participant: Participant) -> Value:
        teams = _teams(table)
        primary, other = table.by(teams.primary), table.by(teams.primary.other)
        factor = self.descriptor.factor or max(1, primary.scoring.win * primary.rounds // max(1, other.scoring.win))
        kind = ForeBuchholz if self.descriptor.fore else Buchholz
        plain = replace(self.descriptor, factor=0, fore=False)
        strength = kind(plain).value(primary, primary.participants[participant.id])
        units = other.scores[participant.id] * factor + strength.units
        return Value(units, 2 * factor, units, strength.parts, part_scale=2)


class ExtendedDirect(TieBreak):
    """EDE: direct encounter in the score that ranks; if it breaks nothing, in the other (13.3).

    In either score Article 6 is applied to its end, as in the technical commission's exercise.  Two teams still tied
    may be separated by the boards of their match (13.3.2), as set by `boards`.  Any remaining tie is processed again
    (13.3.3).
    """

    name, article, label = "EDE", "13.3", N_("Extended direct encounter")
    for_teams = True
    modifiers = frozenset("P")
    boards: ClassVar[tuple[type[BoardTieBreak], ...]] = ()

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        return placed(
            self._resolve(_teams(table), sorted(group)),
            lambda key: tuple(
                Contribution(e.round, e.opponent, e.points, PointSource.GAME)
                for e in encounters_within(table, key, group, forfeits=self.descriptor.forfeits)
            ),
        )

    def _resolve(self, teams: TeamTable, group: list[int]) -> list[list[int]]:
        """Split `group` into subgroups that are still tied, best first."""
        if len(group) < 2:
            return [group]
        for score in (teams.primary, teams.primary.other):
            levels = resolve(teams.in_score(score), group, forfeits=self.descriptor.forfeits)
            if len(levels) > 1:
                return [part for level in levels for part in self._resolve(teams, level)]
        return self._by_boards(teams, group) if len(group) == 2 else [group]

    def _by_boards(self, teams: TeamTable, pair: Sequence[int]) -> list[list[int]]:
        matches = {
            key: [
                match
                for match in teams.teams[key].matches
                if match.opponent in pair and (not match.kind.forfeit or teams.predetermined) and match.boards
            ]
            for key in pair
        }
        if all(matches.values()):
            for kind in self.boards:
                board_tie_break = kind(replace(self.descriptor, name=kind.name, forfeits=False))
                order = {key: board_tie_break.of(board_points(teams, matches[key]), teams).order for key in pair}
                ranked = sorted(pair, key=lambda key: -order[key])
                levels = [list(level) for _, level in groupby(ranked, key=lambda key: order[key])]
                if len(levels) > 1:
                    return levels
        return [list(pair)]


class ExtendedDirectTop(ExtendedDirect):
    """EDET: extended direct encounter, then top boards."""

    name, label = "EDET", N_("Extended direct encounter, then top boards")
    boards = (TopBoards,)


class ExtendedDirectBottom(ExtendedDirect):
    """EDEB: extended direct encounter, then bottom board elimination."""

    name, label = "EDEB", N_("Extended direct encounter, then bottom boards")
    boards = (BottomBoards,)


class ExtendedDirectCountTop(ExtendedDirect):
    """EDEBT: extended direct encounter, then board count and top boards."""

    name, label = "EDEBT", N_("Extended direct encounter, then board count and top boards")
    boards = (BoardCount, TopBoards)


class ExtendedDirectCountBottom(ExtendedDirect):
    """EDEBB: extended direct encounter, then board count and bottom board elimination."""

    name, label = "EDEBB", N_("Extended direct encounter, then board count and bottom boards")
    boards = (BoardCount, BottomBoards)

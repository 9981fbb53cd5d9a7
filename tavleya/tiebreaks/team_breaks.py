"""Tie-breaks for competitions of teams (C.07 13)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar

from tavleya.messages import N_
from tavleya.tiebreaks.base import Contribution, OwnTieBreak, PointSource, SumTieBreak, TieBreak, Value
from tavleya.tiebreaks.knockout import BoardCount, BoardTieBreak, BottomBoards, TopBoards, board_points
from tavleya.tiebreaks.opponents import Buchholz, ForeBuchholz, opponent_score, voluntary
from tavleya.tiebreaks.own import encounters_within, resolve
from tavleya.tiebreaks.table import Participant, ScoreType, Table, TeamTable


def _teams(table: Table) -> TeamTable:
    if table.teams is None:
        raise ValueError("asked of a tournament without teams")
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
    theirs: ClassVar[ScoreType]
    ours: ClassVar[ScoreType]

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        opponent, own = table.by(self.theirs), table.by(self.ours)
        parts = []
        for seen, got in zip(
            opponent.participants[participant.id].encounters,
            own.participants[participant.id].encounters,
            strict=True,
        ):
            score, source = opponent_score(opponent, participant, seen, forfeits=self.descriptor.forfeits)
            units = score * got.points
            first = voluntary(opponent, seen, forfeits=self.descriptor.forfeits)
            parts.append(Contribution(got.round, got.opponent, units, source, score, first))
        return tuple(parts)


class MatchByMatch(_ExtendedSonnebornBerger):
    """EMMSB: match points times match points (13.2.1)."""

    name, article, label = "EMMSB", "13.2.1", N_("Sonneborn-Berger, match by match points")
    theirs, ours = ScoreType.MATCH, ScoreType.MATCH


class MatchByGame(_ExtendedSonnebornBerger):
    """EMGSB: their match points times our game points (13.2.2)."""

    name, article, label = "EMGSB", "13.2.2", N_("Sonneborn-Berger, match by game points")
    theirs, ours = ScoreType.MATCH, ScoreType.GAME


class GameByMatch(_ExtendedSonnebornBerger):
    """EGMSB: their game points times our match points (13.2.3)."""

    name, article, label = "EGMSB", "13.2.3", N_("Sonneborn-Berger, game by match points")
    theirs, ours = ScoreType.GAME, ScoreType.MATCH


class GameByGame(_ExtendedSonnebornBerger):
    """EGGSB: game points times game points (13.2.4)."""

    name, article, label = "EGGSB", "13.2.4", N_("Sonneborn-Berger, game by game points")
    theirs, ours = ScoreType.GAME, ScoreType.GAME


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
        places: dict[int, Value] = {}
        place = 1
        for tied in self._resolve(_teams(table), sorted(group)):
            for key in tied:
                parts = tuple(
                    Contribution(e.round, e.opponent, e.points, PointSource.GAME)
                    for e in encounters_within(table, key, group, forfeits=self.descriptor.forfeits)
                )
                places[key] = Value(place, self.scale, -place, parts, part_scale=2)
            place += len(tied)
        return places

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
        met = {
            key: [
                match
                for match in teams.teams[key].matches
                if match.opponent in pair and (not match.kind.forfeit or teams.predetermined) and match.boards
            ]
            for key in pair
        }
        if all(met.values()):
            for kind in self.boards:
                board_tie_break = kind(replace(self.descriptor, name=kind.name, forfeits=False))
                order = {key: board_tie_break.of(board_points(teams, met[key]), teams).order for key in pair}
                ranked = sorted(pair, key=lambda key: -order[key])
                levels = [list(level) for _, level in groupby(ranked, key=lambda key: order[key])]
                if len(levels) > 1:
                    return levels
        return [list(pair)]


class ExtendedDirectTop(ExtendedDirect):
    """EDET: and then the top boards."""

    name, label = "EDET", N_("Extended direct encounter, then top boards")
    boards = (TopBoards,)


class ExtendedDirectBottom(ExtendedDirect):
    """EDEB: and then without the bottom boards."""

    name, label = "EDEB", N_("Extended direct encounter, then bottom boards")
    boards = (BottomBoards,)


class ExtendedDirectCountTop(ExtendedDirect):
    """EDEBT: and then board count, and the top boards."""

    name, label = "EDEBT", N_("Extended direct encounter, then board count and top boards")
    boards = (BoardCount, TopBoards)


class ExtendedDirectCountBottom(ExtendedDirect):
    """EDEBB: and then board count, and without the bottom boards."""

    name, label = "EDEBB", N_("Extended direct encounter, then board count and bottom boards")
    boards = (BoardCount, BottomBoards)

"""Tie-breaks of draughts, which C.07 does not have: Solkoff and Shmulyan."""

from tavleya.messages import N_
from tavleya.tiebreaks.base import Contribution, SumTieBreak, source_of
from tavleya.tiebreaks.table import Participant, Table


class Solkoff(SumTieBreak):
    """OTHER_SOLKOFF: the sum of the actual scores of all opponents; in every system.

    Truncated (/C1) it leaves out the lowest, /M1 the lowest and the highest.  A round without an opponent adds nothing,
    and C.07 15-16 do not apply.
    """

    name, article, label, scale = "OTHER_SOLKOFF", "", N_("Solkoff"), 2
    modifiers = frozenset("CM")

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(
                encounter.round,
                encounter.opponent,
                table.scores[encounter.opponent],
                source_of(encounter),
                table.scores[encounter.opponent],
            )
            for encounter in participant.encounters
            if encounter.opponent is not None
        )


class Shmulyan(SumTieBreak):
    """OTHER_SHMULYAN: scores of the beaten opponents less scores of those who won against the participant."""

    name, article, label, scale = "OTHER_SHMULYAN", "", N_("Shmulyan"), 2

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        parts = []
        for encounter in participant.encounters:
            if encounter.opponent is None or encounter.points == encounter.against:
                continue
            score = table.scores[encounter.opponent]
            units = score if encounter.points > encounter.against else -score
            parts.append(
                Contribution(encounter.round, encounter.opponent, units, source_of(encounter), score)
            )
        return tuple(parts)

"""Early withdrawals: a player who leaves a round robin before half of their games does not count (FIDE C.05).

Their results stay in the crosstable and in the ratings, but give no points and tie-breaks to others.  For a later
withdrawal everything counts, and the unplayed games are forfeits.
"""

from collections.abc import Collection
from dataclasses import replace

from tavleya.tiebreaks.table import EncounterKind, Table, TeamTable

#: Completed games of a player: games played, and those whose opponent did not come.
_COMPLETED = (EncounterKind.PLAYED, EncounterKind.FORFEIT_WIN)


def left_too_early(table: Table, removed: Collection[int]) -> frozenset[int]:
    """Return the withdrawn (or expelled) players who have completed less than half of their planned games."""
    if not table.predetermined or not table.games:
        return frozenset()
    return frozenset(
        key
        for key in removed
        if 2 * sum(encounter.kind in _COMPLETED for encounter in table.participants[key].encounters)
        < table.games
    )


def without_early_withdrawals(table: Table, removed: Collection[int]) -> Table:
    """Return the table of the standings.  Early withdrawals stay in it, without a result."""
    early = left_too_early(table, removed)
    if not early:
        return table
    participants = {
        key: replace(
            participant,
            encounters=()
            if key in early
            else tuple(encounter for encounter in participant.encounters if encounter.opponent not in early),
        )
        for key, participant in table.participants.items()
    }
    each = table.games // (len(participants) - 1)
    return replace(table, participants=participants, games=table.games - each * len(early))


def teams_without_early_withdrawals(table: TeamTable, removed: Collection[int]) -> TeamTable:
    """Return the table without the matches of teams that withdrew before half of their matches."""
    early = frozenset(
        key
        for key in removed
        if 2 * sum(team_participant.kind in _COMPLETED for team_participant in table.teams[key].matches)
        < table.matches_each
    )
    if not early:
        return table
    teams = {
        key: replace(
            team_participant,
            matches=()
            if key in early
            else tuple(match for match in team_participant.matches if match.opponent not in early),
        )
        for key, team_participant in table.teams.items()
    }
    each = table.matches_each // (len(teams) - 1)
    return replace(table, teams=teams, matches_each=table.matches_each - each * len(early))

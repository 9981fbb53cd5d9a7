"""The pairing input of a round of teams, from the matches so far."""

from collections.abc import Collection, Mapping

from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, ScoreType, TeamEncounter, TeamTable

_OUTCOMES = {
    EncounterKind.PLAYED: RoundOutcome.PLAYED,
    EncounterKind.FORFEIT_WIN: RoundOutcome.FORFEIT_WIN,
    EncounterKind.FORFEIT_LOSS: RoundOutcome.FORFEIT,
}


def state_of_teams(
    table: TeamTable,
    round_number: int,
    *,
    rounds: int,
    initial_colour: Side,
    absent: Collection[int] = (),
    forbidden: Collection[tuple[int, int]] = (),
    virtual: Mapping[int, tuple[int, ...]] | None = None,
) -> SwissState:
    """Return the teams before `round_number` by pairing number, as are `absent`, `forbidden` and `virtual`.

    Points are of the score that ranks in `table`, `secondary` those of the other one.
    """
    primary = table.primary
    number = {key: team.number for key, team in table.teams.items()}
    scoring = table.match_scoring if primary is ScoreType.MATCH else table.game_scoring
    teams = []
    for key, team in sorted(table.teams.items(), key=lambda item: item[1].number):
        past = {match.round: match for match in team.matches if match.round < round_number}
        rounds_of = tuple(_past(past.get(at), primary, number) for at in range(1, round_number))
        secondary = sum(_points(match, primary.other) for match in past.values())
        teams.append(
            SwissPlayer(number[key], rounds_of, (virtual or {}).get(number[key], ()), secondary=secondary)
        )
    return SwissState(
        tuple(teams),
        rounds,
        initial_colour,
        frozenset(absent),
        frozenset(forbidden),
        scoring.win,
        scoring.loss,
    )


def _points(team_encounter: TeamEncounter, score: ScoreType) -> int:
    return team_encounter.match_points if score is ScoreType.MATCH else team_encounter.game_points


def _past(team_encounter: TeamEncounter | None, primary: ScoreType, number: Mapping[int, int]) -> PastRound:
    if team_encounter is None:
        return PastRound()
    points = _points(team_encounter, primary)
    if team_encounter.opponent is None:
        allocated = team_encounter.kind is EncounterKind.PAIRING_BYE
        return PastRound(RoundOutcome.PAIRING_BYE if allocated else RoundOutcome.BYE, points)
    return PastRound(
        _OUTCOMES[team_encounter.kind], points, number[team_encounter.opponent], team_encounter.colour
    )

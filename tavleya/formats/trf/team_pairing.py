"""Input of the team Swiss from a TRF of teams."""

from dataclasses import replace
from typing import Any

from tavleya.formats.trf.matches import FileMatch, matches_in, teams_of
from tavleya.formats.trf.swiss_records import AccelerationRecord
from tavleya.formats.trf.team_table import team_table_of
from tavleya.formats.trf.tournament import TEAM, TrfTournament
from tavleya.pairing import baku
from tavleya.pairing.options import NO_PREFERENCES, PREFERENCES_A, PREFERENCES_B
from tavleya.pairing.state import Pair, SwissState
from tavleya.pairing.team_swiss.history import state_of_teams
from tavleya.sides import Side
from tavleya.tiebreaks.table import ScoreType


def team_options(code: str) -> dict[str, Any]:
    """Return the options of the team Swiss in an encoded type (192); FIDE_TEAM alone is type A, MP before GP."""
    words = code.removesuffix("_BAKU").removeprefix(TEAM).strip("_").split("_")
    if words == [""]:
        words = ["TYPEA", "MP", "GP"]
    kinds = {"TYPEA": PREFERENCES_A, "TYPEB": PREFERENCES_B}
    scores = [word for word in words if word in ("MP", "GP")]
    return {
        "preferences": next((kinds[word] for word in words if word in kinds), NO_PREFERENCES),
        "rank_by": scores[0] if scores else "MP",
        "secondary": len(scores) != 1,
    }


def team_code(preferences: str, rank_by: str, *, secondary: bool) -> str:
    """Return the encoded type (192) of these options, without acceleration."""
    kind = {PREFERENCES_A: ["TYPEA"], PREFERENCES_B: ["TYPEB"]}.get(preferences, [])
    scores = ["MP", "GP"] if rank_by == "MP" else ["GP", "MP"]
    return "_".join([TEAM, *kind, *scores[: 2 if secondary else 1]])


def team_state_before(
    tournament: TrfTournament, round_number: int, *, accelerated: bool = False
) -> SwissState:
    """Return the teams before a round is (or was) paired.  Raises: BadInput as in `team_table_of`.

    In a recorded round, teams are absent if they have no match and no allocated bye; in the next round, if they asked
    for a bye.
    """
    primary = ScoreType(team_options(tournament.system)["rank_by"])
    table = replace(team_table_of(tournament), primary=primary)
    recorded = tournament.rounds_recorded
    absent = {number for at, number in tournament.byes if at == round_number}
    if round_number <= recorded:
        absent = set(teams_of(tournament)) - _present(tournament, round_number)
    planned = tournament.rounds_planned or (recorded if round_number <= recorded else round_number + 1)
    virtual = {
        number: tuple(tournament.accelerated(number, at) for at in range(1, round_number + 1))
        for number in teams_of(tournament)
    }
    state = state_of_teams(
        table,
        round_number,
        rounds=planned,
        initial_colour=tournament.initial_colour or Side.WHITE,
        absent=absent,
        forbidden=tournament.forbidden(round_number),
        virtual={number: points for number, points in virtual.items() if any(points)},
    )
    named = accelerated or tournament.system.endswith("_BAKU")
    if named and not any(map(any, virtual.values())):
        entrants = _present(tournament, 1) if recorded else set(teams_of(tournament)) - absent
        return baku.accelerated(state, entrants)
    return state


def is_team_baku(tournament: TrfTournament) -> bool:
    """Return whether the type names the Baku method and the points of 250 are those of that method for teams."""
    if not tournament.system.endswith("_BAKU"):
        return False
    bare = tuple(record for record in tournament.records if not isinstance(record, AccelerationRecord))
    swiss_state = team_state_before(TrfTournament(bare, tournament.writing), 1, accelerated=True)
    return all(
        tuple(tournament.accelerated(team.number, at) for at in range(1, swiss_state.rounds + 1))
        == (*team.virtual, *(0,) * (swiss_state.rounds - len(team.virtual)))
        for team in swiss_state.players
    )


def teams_paired_in(tournament: TrfTournament, round_number: int) -> tuple[frozenset[Pair], int | None]:
    """Return the matches of a round, White at the first board first, and the team with the allocated bye."""
    file_matches = _matches(tournament, round_number)
    bye = next((file_match.first for file_match in file_matches if file_match.second is None), None)
    return frozenset(
        Pair(file_match.first, file_match.second)
        for file_match in file_matches
        if file_match.second is not None
    ), bye


def _present(tournament: TrfTournament, round_number: int) -> set[int]:
    file_matches = _matches(tournament, round_number)
    return {
        number
        for file_match in file_matches
        for number in (file_match.first, file_match.second)
        if number is not None
    }


def _matches(tournament: TrfTournament, round_number: int) -> tuple[FileMatch, ...]:
    return matches_in(tournament, round_number) or ()

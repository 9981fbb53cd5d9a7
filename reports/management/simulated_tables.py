"""Random tournaments of the systems with a fixed schedule, for `manage.py simulate`."""

from collections.abc import Mapping
from random import Random
from typing import Any

from tavleya.formats.trf.schedule import GAME_POINTS, MATCH_POINTS, TableType
from tavleya.pairing.schedules import seated, with_boards
from tavleya.pairing.simulation import RatingRange, Simulated, drawn_plan, simulate_table
from tavleya.pairing.state import Pair
from tournaments.systems.base import System
from tournaments.systems.registry import SYSTEMS
from tournaments.systems.teams import SCHEVENINGEN

#: By the word of the command line.
TABLES: dict[str, System] = {
    word: SYSTEMS[key]
    for word, key in (
        ("round-robin", "round_robin"),
        ("double-round-robin", "double_round_robin"),
        ("team-round-robin", "teams"),
        ("scheveningen", "scheveningen"),
        ("schiller", "schiller"),
        ("molter", "molter"),
    )
}
#: Boards are even in number: a Molter of an odd number of teams asks it.
_PLAYERS, _TEAMS, _BOARDS = (4, 14), (3, 8), (2, 4, 6)


def simulated_table(
    seed: str,
    word: str,
    values: Mapping[str, Any],
    ratings: RatingRange | None = None,
    **chances: float | None,
) -> tuple[Simulated, TableType]:
    """Return a random tournament of the system and its type in a report.

    `given` as in `drawn_plan`, with `cycles` and `teams`.
    Raises: BadInput for teams that fit no table.
    """
    system = TABLES[word]
    # It must come again from its seed.
    random = Random(f"table {seed}")  # noqa: S311
    if system.team_schedule is not None:
        teams = _drawn_teams(system, values, random)
        sizes, options = [len(team) for team in teams], _options(system, values, len(teams), random)
        meetings = system.team_schedule.rounds(sizes, options)
        rounds = [seated([with_boards(team, sizes) for team in row], teams) for row in meetings]
    else:
        assert system.schedule is not None, "what is paired at once has one schedule or the other"
        teams, options = (), {}
        players = values.get("players") or random.randint(*_PLAYERS)
        berger_rounds = system.schedule.rounds(players, values.get("cycles") or system.cycles, {})
        rounds = [tuple(Pair(board.white, board.black) for board in team.boards) for team in berger_rounds]
    players = sum(map(len, teams)) or players
    common = {name: value for name, value in values.items() if name not in ("cycles", "teams", "rounds")}
    plan = drawn_plan(
        seed,
        {"accelerated": False, "apart": 0, **common, "players": players, "rounds": len(rounds)},
        ratings,
        **chances,
    )
    ranked_by = (GAME_POINTS,) if system.by_game_points else (MATCH_POINTS, *system.tiebreaks)
    named = TableType(system.report.words, system.report_code("", options), teams, ranked_by)
    return simulate_table(plan, seed, rounds), named


def _options(system: System, values: Mapping[str, Any], teams: int, random: Random) -> dict[str, Any]:
    """Return the system's options that the command line has."""
    dataclass_fields = system.options.__dataclass_fields__ if system.options else ()
    drawn = {"rounds": random.randint(1, teams - 1), "cycles": 1}
    return {name: values.get(name) or usual for name, usual in drawn.items() if name in dataclass_fields}


def _drawn_teams(system: System, values: Mapping[str, Any], random: Random) -> tuple[tuple[int, ...], ...]:
    """Return the starting ranks of each team: the first boards are the strongest players."""
    teams = values.get("teams") or (2 if system is SCHEVENINGEN else random.randint(*_TEAMS))
    players = values.get("players") or teams * random.choice(_BOARDS)
    return tuple(tuple(range(at, players + 1, teams)) for at in range(1, teams + 1))

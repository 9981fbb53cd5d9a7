import argparse
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tavleya.errors import DomainError
from tavleya.formats.trf import for_edition, write
from tavleya.formats.trf.schedule import GAME_POINTS, MATCH_POINTS, TableType, report_of
from tavleya.pairing.engines import BURSTEIN, DUBOV, DUTCH
from tavleya.pairing.schedules import seated, with_boards
from tavleya.pairing.simulation import (
    BYE_OF_MATCHES,
    HIGHEST,
    LOWEST,
    NOTHING_UNUSUAL,
    OF_MATCHES,
    Chances,
    RatingRange,
    Simulated,
    drawn_plan,
    simulate,
    simulate_table,
)
from tavleya.pairing.state import DUTCH_2026, CannotPair, Pair
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.table import Scoring
from tournaments.systems.base import System
from tournaments.systems.registry import SYSTEMS
from tournaments.systems.teams import SCHEVENINGEN

# Random tournaments of the systems with a fixed schedule, for `manage.py simulate`.

#: Systems by their name on the command line.
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
#: The number of boards is even, as a Molter of an odd number of teams requires.
_PLAYERS, _TEAMS, _BOARDS = (4, 14), (3, 8), (2, 4, 6)


def simulated_table(
    seed: str, word: str, values: Mapping[str, Any], ratings: RatingRange | None = None, **chances: float | None
) -> tuple[Simulated, TableType]:
    """Return a random tournament of the system and its type in a report.

    `values` as in `drawn_plan`, with `cycles` and `teams`.
    Raises: BadInput for teams that fit no table.
    """
    system = TABLES[word]
    # The same seed must give the same tournament.
    random = Random(f"table {seed}")  # noqa: S311
    if system.team_schedule is not None:
        teams = _drawn_teams(system, values, random)
        sizes, options = [len(team) for team in teams], _options(system, values, len(teams), random)
        schedule = system.team_schedule.rounds(sizes, options)
        rounds = [seated([with_boards(meeting, sizes) for meeting in meetings], teams) for meetings in schedule]
    else:
        assert system.schedule is not None, "a scheduled system must have a schedule of players or of teams"
        teams, options = (), {}
        players = values.get("players") or random.randint(*_PLAYERS)
        berger_rounds = system.schedule.rounds(players, values.get("cycles") or system.cycles, {})
        rounds = [
            tuple(Pair(board.white, board.black) for board in berger_round.boards) for berger_round in berger_rounds
        ]
    players = sum(map(len, teams)) or players
    plan_fields = {name: value for name, value in values.items() if name not in ("cycles", "teams", "rounds")}
    plan = drawn_plan(
        seed,
        {"accelerated": False, "apart": 0, **plan_fields, "players": players, "rounds": len(rounds)},
        ratings,
        **chances,
    )
    ranked_by = (GAME_POINTS,) if system.by_game_points else (MATCH_POINTS, *system.tiebreaks)
    table_type = TableType(system.report.words, system.report_code("", options), teams, ranked_by)
    return simulate_table(plan, seed, rounds), table_type


def _options(system: System, values: Mapping[str, Any], teams: int, random: Random) -> dict[str, Any]:
    """Return the system's options that the command line has."""
    dataclass_fields = system.options.__dataclass_fields__ if system.options else ()
    defaults = {"rounds": random.randint(1, teams - 1), "cycles": 1}
    return {name: values.get(name) or default for name, default in defaults.items() if name in dataclass_fields}


def _drawn_teams(system: System, values: Mapping[str, Any], random: Random) -> tuple[tuple[int, ...], ...]:
    """Return the starting ranks of each team: the first boards are the strongest players."""
    teams = values.get("teams") or (2 if system is SCHEVENINGEN else random.randint(*_TEAMS))
    players = values.get("players") or teams * random.choice(_BOARDS)
    return tuple(tuple(range(at, players + 1, teams)) for at in range(1, teams + 1))


SWISS, MATCHES = "swiss", "double-swiss"
#: Editions with an encoded type for the file.
EDITIONS = (*DUTCH, DUBOV.edition, BURSTEIN.edition)
BAD_INPUT = 2
MOST_PLAYERS, MOST_ROUNDS, MOST_TEAMS = 9999, 99, 999
#: Attempts to draw a tournament whose rounds run out of opponents.
ATTEMPTS = 20
_NAMES = tuple(field.name for field in fields(Chances))
_HELP = {
    "forfeit": "of a board to be forfeited by one player",
    "double_forfeit": "of a board to be forfeited by both",
    "odd": "of a board to end ½-0, 0-½ or 0-0",
    "half_bye": "of a player to ask for a half-point bye in a round",
    "zero_bye": "of a player to ask for a zero-point bye in a round",
    "full_bye": "of a player to be given a full-point bye in a round",
    "withdrawal": "of a player to leave",
    "late": "of a player to come after round 1",
}


class Command(BaseCommand):
    help = (
        "Play random tournaments and write them as TRF: results by rating (B.02, 8.1, differences over 400 count"
        " as 400), byes, forfeits, odd results, withdrawals, late entries; ranks by a list of tie-breaks. Options"
        " that are not set are drawn. Every run is another tournament unless --seed is set; the seed is printed on"
        " the error output and written into the file."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 (as Django declares it)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--system", choices=(SWISS, MATCHES, *TABLES), default=SWISS)
        parser.add_argument("--players", type=_within(2, MOST_PLAYERS))
        parser.add_argument(
            "--rounds", type=_within(1, MOST_ROUNDS), help="of a Swiss or a Molter; a table has its own"
        )
        parser.add_argument("--cycles", type=_within(1, 10), help="of a round robin")
        parser.add_argument("--teams", type=_within(2, MOST_TEAMS), help="of a system of teams")
        parser.add_argument("--seed", help="a number or any word; the same seed repeats a tournament")
        parser.add_argument("--edition", choices=EDITIONS, default=DUTCH_2026, help="of a Swiss")
        parser.add_argument("--baku", action=argparse.BooleanOptionalAction, help="with the Baku acceleration")
        parser.add_argument("--quiet-players", action="store_true", help="no requested byes, forfeits or absences")
        for name in _NAMES:
            words = f"chance {_HELP[name]}, as 0.02 or 2%%"
            parser.add_argument(f"--{name.replace('_', '-')}", type=_chance, help=words)
        self._ratings_arguments(parser)
        parser.add_argument("--tiebreaks", help="descriptors in order, such as BH/C1,BH,SB")
        parser.add_argument("--points", type=_points, help="of a win, a draw, a loss and the allocated bye: 3,1,0,3")
        parser.add_argument("--apart", type=_within(0, 50), help="the number of forbidden pairs")
        parser.add_argument("--trf", type=int, choices=(16, 26), default=26, help="edition of the file")
        parser.add_argument(
            "--count", type=_within(1, 100_000), default=1, help="the number of tournaments, into --directory"
        )
        parser.add_argument("--directory", type=Path, help="write files there instead of the output")

    def _ratings_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--ratings", type=_ratings, help="of each player: 2410,2380,2200; 0 for none")
        parser.add_argument("--lowest", type=_within(1, 4000), help=f"rating; {LOWEST} if only others are given")
        parser.add_argument("--highest", type=_within(1, 4000), help=f"rating; {HIGHEST} if only others are given")
        parser.add_argument("--step", type=_within(0, 1000), help="the difference between successive ratings")
        parser.add_argument("--spread", type=_within(0, 1000), help="standard deviation around the middle")
        parser.add_argument("--unrated", type=_within(0, MOST_PLAYERS), help="the number of players without a rating")

    def handle(self, *, count: int, directory: Path | None, seed: str | None, **options: Any) -> None:
        if count > 1 and directory is None:
            raise CommandError("Several tournaments need a --directory.", returncode=BAD_INPUT)
        seed = seed or secrets.token_hex(6)
        self.stderr.write(f"seed {seed}")
        if directory is None:
            self.stdout.write(_file(seed, options)[1].decode("utf-8"), ending="")
            return
        try:
            directory.mkdir(parents=True, exist_ok=True)
            for number in range(1, count + 1):
                name = seed if count == 1 else f"{seed}-{number}"
                simulated, data = _file(name, options)
                size = f"n{simulated.plan.players}_r{simulated.plan.rounds}"
                (directory / f"simulated_{name}_{size}.trf").write_bytes(data)
        except OSError as error:
            raise CommandError(f"{directory}: {error.strerror}", returncode=BAD_INPUT) from None
        self.stdout.write(f"{count} tournaments are in {directory}")


def _file(seed: str, options: dict[str, Any]) -> tuple[Simulated, bytes]:
    try:
        if options["system"] in TABLES:
            values, ratings = _plan_fields(options), _range(options)
            simulated, table = simulated_table(seed, options["system"], values, ratings, **_chances(options))
        else:
            simulated, table = _simulated(seed, options), None
        report = report_of(simulated, f"Simulated tournament {seed}", list(_comments(seed, simulated)), table)
    except DomainError as error:
        raise CommandError(f"seed {seed}: {error}", returncode=BAD_INPUT) from None
    return simulated, write(for_edition(report, options["trf"]))


def _simulated(seed: str, options: dict[str, Any]) -> Simulated:
    """Simulate; redraw if a round runs out of opponents and part of the plan was free. Raises: CannotPair."""
    free = options["players"] is None or options["rounds"] is None
    attempts = ATTEMPTS if free else 1
    for attempt in range(attempts - 1):
        with suppress(CannotPair):
            return _simulate_swiss(seed if attempt == 0 else f"{seed} again {attempt}", options)
    return _simulate_swiss(f"{seed} again {attempts}" if free else seed, options)


def _simulate_swiss(seed: str, options: dict[str, Any]) -> Simulated:
    for name in ("cycles", "teams"):
        if options[name] is not None:
            raise CommandError(f"A Swiss has no --{name}.", returncode=BAD_INPUT)
    return simulate(drawn_plan(seed, _plan_fields(options), _range(options), **_chances(options)), seed)


def _plan_fields(options: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a plan set on the command line."""
    double = options["system"] == MATCHES
    values = {
        "players": options["players"],
        "rounds": options["rounds"],
        "cycles": options["cycles"],
        "teams": options["teams"],
        "edition": OF_MATCHES if double else options["edition"],
        "accelerated": False if options["baku"] is None and options["edition"] not in DUTCH else options["baku"],
        "unrated": options["unrated"],
        "scoring": options["points"],
        "apart": options["apart"],
        "tiebreaks": _parse_tiebreaks(options["tiebreaks"]),
    }
    if ratings := options["ratings"]:
        rated = sorted(filter(None, ratings), reverse=True)
        values |= {"unrated": len(ratings) - len(rated), "players": len(ratings)}
        values["ratings"] = (*rated, *[LOWEST] * (len(ratings) - len(rated)))
    if double:
        values |= {"scoring": options["points"] or Scoring(pairing_bye=BYE_OF_MATCHES), "accelerated": False}
    return {name: value for name, value in values.items() if value is not None}


def _parse_tiebreaks(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return tuple(str(tiebreak.descriptor) for tiebreak in tiebreaks(word for word in text.split(",") if word.strip()))


def _range(options: dict[str, Any]) -> RatingRange | None:
    names = ("lowest", "highest", "step", "spread")
    values = {name: options[name] for name in names if options[name] is not None}
    return RatingRange(**values) if values else None


def _chances(options: dict[str, Any]) -> dict[str, float | None]:
    quiet = options["quiet_players"]
    return {name: getattr(NOTHING_UNUSUAL, name) if quiet else options[name] for name in _NAMES}


def _comments(seed: str, simulated: Simulated) -> Iterator[str]:
    yield f"Seed: {seed}"
    chances = simulated.plan.chances
    yield "Chances: " + " ".join(f"{name}={getattr(chances, name):.3f}" for name in _NAMES)


def _within(least: int, most: int) -> Any:
    def parse_number(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not between {least} and {most}")
        return number

    return parse_number


def _chance(text: str) -> float:
    chance = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= chance <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return chance


def _ratings(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def _points(text: str) -> Scoring:
    """Return half-points from `3,1,0,3`."""
    values = [round(2 * float(word)) for word in text.split(",")]
    if len(values) not in (3, 4):
        raise argparse.ArgumentTypeError("points of a win, a draw, a loss and perhaps the bye, such as 3,1,0")
    win, draw, loss, bye = (*values, values[0])[:4]
    try:
        scoring = Scoring.read(
            {
                "win": win,
                "draw": draw,
                "loss": loss,
                "forfeit_win": win,
                "pairing_bye": bye,
                "full_bye": win,
                "half_bye": draw,
            }
        )
        scoring.check_regular()
    except DomainError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return scoring

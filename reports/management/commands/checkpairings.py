import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from reports.management.commands.pair import BAD_INPUT, PairingCommand, named_system
from tavleya.errors import DomainError
from tavleya.formats.trf import TrfTournament
from tavleya.formats.trf.columns import write_points
from tavleya.formats.trf.comparison import RankCheck, WrongFigure, check_ranks, check_team_ranks, recorded_round
from tavleya.formats.trf.pairing import match_rounds
from tavleya.formats.trf.proposal import format_of
from tavleya.formats.trf.schedule import TableCheck, check_players, check_teams
from tavleya.formats.trf.team_records import TeamRecord
from tavleya.pairing.engines import Engine
from tavleya.pairing.schedules import PairingDifference
from tavleya.pairing.state import Pair
from tournaments.systems.base import System
from tournaments.systems.registry import SYSTEMS, options_named, rules_name, told_by


class Command(PairingCommand):
    help = (
        "Pair every round of a TRF anew from the rounds before it, or hold it against the table that makes all the"
        " rounds of its system; rank everybody anew by its tie-breaks (202, 212) and print what differs. The exit"
        " status is 1 if anything does, and 2 if rounds or ranks cannot be checked."
    )

    def handle(self, *, file: Path, edition: str | None, **options: Any) -> None:
        tournament = self.read_tournament(file)
        engine = self.engine_of(tournament, edition)
        different = unchecked = 0
        system = SYSTEMS[format_of(tournament, told_by)] if engine is None else None
        if engine is not None:
            different += self._rounds(tournament, engine, baku=options["baku"])
        elif system is not None and system.scheduled:
            try:
                different += self._table(_by_table(tournament, system), system)
            except DomainError as error:
                unchecked += 1
                self.stdout.write(f"{named_system(tournament)}: pairings cannot be checked: {error}")
        else:
            unchecked += 1
            self.stdout.write(f"{named_system(tournament)}: pairings of this system cannot be checked")
        for word, check in _checks(tournament):
            try:
                different += self._ranks(check(tournament), word)
            except DomainError as error:
                unchecked += 1
                self.stdout.write(f"{word} ranks cannot be checked: {error}")
        if different:
            sys.exit(1)
        if unchecked:
            sys.exit(BAD_INPUT)

    def _rounds(self, tournament: TrfTournament, engine: Engine, *, baku: bool) -> int:
        self.stdout.write(rules_name(engine))
        different = 0
        rounds = match_rounds(tournament, engine.games)
        for number in range(1, rounds + 1):
            result = recorded_round(tournament, number, accelerated=baku, games=engine.games).against(engine)
            different += bool(result)
            self.stdout.write(f"round {number}: {'differs' if result else 'ok'}")
            for line in _describe_difference(result):
                self.stdout.write(f"    {line}")
        self.stdout.write(f"{rounds} rounds checked, {different} differ")
        return different

    def _table(self, result: TableCheck, system: System) -> int:
        self.stdout.write(system.methods[0].label)
        if result.turned:
            self.stdout.write("all colours are those of the table reversed")
        if result.numbers:
            drawn = ", ".join(f"{round_} is {number}" for round_, number in sorted(result.numbers.items()))
            self.stdout.write(f"numbers in the table are not the starting ranks: {drawn}")
        for round_ in result.rounds:
            elsewhere = (
                f" (round {round_.place} of the table)" if round_.place else " (not by our table; no rule broken)"
            )
            text = "differs" if round_.differs else "ok" + ("" if round_.place == round_.number else elsewhere)
            self.stdout.write(f"round {round_.number}: {text}")
            for line in (*map(str, round_.illegal), *(_boards(round_.missing, round_.extra) if round_.differs else ())):
                self.stdout.write(f"    {line}")
        self.stdout.write(f"{len(result.rounds)} rounds checked, {result.wrong} differ")
        return result.wrong

    def _ranks(self, result: RankCheck, word: str) -> int:
        for message in result.dropped:
            self.stdout.write(str(message))
        by = ", ".join(("points", *result.tiebreaks))
        self.stdout.write(f"{word} ranks by {by}: {'differ' if result.wrong else 'ok'}")
        for item in result.wrong:
            self.stdout.write(f"    {_figure(item, word)}")
        self.stdout.write(f"{result.compared} {word} ranks checked, {len(result.wrong)} differ")
        return len(result.wrong)


def _checks(tournament: TrfTournament) -> Iterator[tuple[str, Callable[[TrfTournament], RankCheck]]]:
    """Yield the check of players' ranks, or of teams' ranks in a file of teams, which has no other ranking."""
    if tournament.of(TeamRecord):
        yield "team", check_team_ranks
    else:
        yield "player", check_ranks


def _by_table(tournament: TrfTournament, system: System) -> TableCheck:
    options = options_named(system, tournament.system)
    if system.schedule is not None:
        return check_players(tournament, system.schedule, options)
    assert system.team_schedule is not None, "what is paired at once has one schedule or the other"
    return check_teams(tournament, system.team_schedule, options)


def _boards(missing: Iterable[Pair], extra: Iterable[Pair]) -> Iterator[str]:
    for board in missing:
        yield f"- {board.white} {board.black}"
    for board in extra:
        yield f"+ {board.white} {board.black}"


def _describe_difference(result: PairingDifference) -> Iterator[str]:
    yield from map(str, result.illegal)
    if result.refused is not None:
        yield str(result.refused)
        return
    yield from _boards(result.missing, result.extra)
    if result.bye != result.bye_given:
        yield f"bye: {result.bye_given or 0} instead of {result.bye or 0}"


def _figure(item: WrongFigure, word: str) -> str:
    if item.name == "rank":
        right = str(item.least) if item.least == item.most else f"{item.least} to {item.most}"
        return f"rank of {word} {item.number}: {item.said} instead of {right}"
    return f"{item.name} of {word} {item.number}: {write_points(item.said)} instead of {write_points(item.least)}"

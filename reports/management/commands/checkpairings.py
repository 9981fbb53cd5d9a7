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
        "Pair every round of a TRF again from the rounds before it, or compare it with the fixed schedule of its"
        " system; rank all players or teams again by its tie-breaks (202, 212); print the differences. The exit"
        " status is 1 if there are any, and 2 if rounds or ranks cannot be checked."
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
            difference = recorded_round(tournament, number, accelerated=baku, games=engine.games).against(engine)
            different += bool(difference)
            self.stdout.write(f"round {number}: {'differs' if difference else 'ok'}")
            for line in _describe_difference(difference):
                self.stdout.write(f"    {line}")
        self.stdout.write(f"{rounds} rounds checked, {different} differ")
        return different

    def _table(self, check: TableCheck, system: System) -> int:
        self.stdout.write(system.methods[0].label)
        if check.turned:
            self.stdout.write("all colours are those of the table reversed")
        if check.numbers:
            drawn = ", ".join(f"{rank} is {number}" for rank, number in sorted(check.numbers.items()))
            self.stdout.write(f"numbers in the table are not the starting ranks: {drawn}")
        for round_ in check.rounds:
            elsewhere = (
                f" (round {round_.place} of the table)" if round_.place else " (not by our table; no rule broken)"
            )
            text = "differs" if round_.differs else "ok" + ("" if round_.place == round_.number else elsewhere)
            self.stdout.write(f"round {round_.number}: {text}")
            for line in (*map(str, round_.illegal), *(_boards(round_.missing, round_.extra) if round_.differs else ())):
                self.stdout.write(f"    {line}")
        self.stdout.write(f"{len(check.rounds)} rounds checked, {check.wrong} differ")
        return check.wrong

    def _ranks(self, check: RankCheck, word: str) -> int:
        for message in check.dropped:
            self.stdout.write(str(message))
        by = ", ".join(("points", *check.tiebreaks))
        self.stdout.write(f"{word} ranks by {by}: {'differ' if check.wrong else 'ok'}")
        for figure in check.wrong:
            self.stdout.write(f"    {_figure(figure, word)}")
        self.stdout.write(f"{check.compared} {word} ranks checked, {len(check.wrong)} differ")
        return len(check.wrong)


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
    assert system.team_schedule is not None, "a scheduled system must have a schedule of players or of teams"
    return check_teams(tournament, system.team_schedule, options)


def _boards(missing: Iterable[Pair], extra: Iterable[Pair]) -> Iterator[str]:
    for board in missing:
        yield f"- {board.white} {board.black}"
    for board in extra:
        yield f"+ {board.white} {board.black}"


def _describe_difference(difference: PairingDifference) -> Iterator[str]:
    yield from map(str, difference.illegal)
    if difference.refused is not None:
        yield str(difference.refused)
        return
    yield from _boards(difference.missing, difference.extra)
    if difference.bye != difference.bye_given:
        yield f"bye: {difference.bye_given or 0} instead of {difference.bye or 0}"


def _figure(wrong: WrongFigure, word: str) -> str:
    if wrong.name == "rank":
        expected = str(wrong.least) if wrong.least == wrong.most else f"{wrong.least} to {wrong.most}"
        return f"rank of {word} {wrong.number}: {wrong.said} instead of {expected}"
    return f"{wrong.name} of {word} {wrong.number}: {write_points(wrong.said)} instead of {write_points(wrong.least)}"

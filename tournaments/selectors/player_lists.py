"""What a list of players would bring into an event or one of its sections; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from common.errors import Problem
from core.formats.players_csv import PlayerRow, read_players
from tournaments.messages import say
from tournaments.models import Event, Player, Registration, Section
from tournaments.selectors.persons import KnownPeople

#: The answer that a person is none of those of the same name.
ANOTHER = 0


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line and who it is: `player` of the event, or somebody new.

    `namesakes`: players of the event of whom only the name is the same.  `answer`: what was said of them, the key of
    one or `ANOTHER`; None where nothing was said.
    """

    row: PlayerRow
    player: Player | None
    namesakes: tuple[Player, ...] = ()
    answer: int | None = None

    @property
    def unclear(self) -> bool:
        return bool(self.namesakes) and self.answer is None


@dataclass(frozen=True, slots=True)
class ListPlan:
    """`problems`: why the list is refused; `warnings`: what was understood but ought to be looked at."""

    lines: tuple[ListLine, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]

    @property
    def unclear(self) -> tuple[ListLine, ...]:
        return tuple(line for line in self.lines if line.unclear)

    @property
    def teams(self) -> dict[str, list[ListLine]]:
        """The lines of each team in board order, teams in the order in which they are first named."""
        found: dict[str, list[ListLine]] = {}
        for line in self.lines:
            if line.row.team:
                found.setdefault(line.row.team, []).append(line)
        return found


def plan_list(
    event: Event, section: Section | None, text: str, answers: Mapping[str, int] | None = None
) -> ListPlan:
    """Read a list beside those who are in the event.  `answers` are by `PlayerRow.identity`.  Two queries."""
    reading = read_players(text)
    known = KnownPeople(event)
    lines = tuple(_line(row, known, answers or {}) for row in reading.rows)
    problems = [*reading.problems, *_refused(section, lines)]
    problems.sort(key=lambda problem: problem.line or 0)
    told = _about_teams(section, lines)
    return ListPlan(lines, tuple(problems), (*reading.warnings, *told))


def _line(row: PlayerRow, known: KnownPeople, answers: Mapping[str, int]) -> ListLine:
    found = known.find(row.name, row.birth_year, row.fide_id)
    if not found.namesakes:
        return ListLine(row, found.player)
    answer = answers.get(row.identity)
    chosen = next((one for one in found.namesakes if one.pk == answer), None)
    said = chosen is not None or answer == ANOTHER
    return ListLine(row, chosen, found.namesakes, answer if said else None)


def _refused(section: Section | None, lines: tuple[ListLine, ...]) -> list[Problem]:
    """Who is in the section already, or twice in the list by FIDE number and by name; numbers that are taken."""
    entries: list[Registration] = list(section.registrations.all()) if section is not None else []
    entered = {one.player_id for one in entries}
    numbers = {one.number for one in entries}
    seen: dict[int, int] = {}
    problems = []
    for line in lines:
        player, row = line.player, line.row
        if player is not None and player.pk in entered:
            problems.append(Problem(say("already_entered", player=player.full_name), line=row.line))
        elif player is not None and player.pk in seen:
            message = say("duplicate_in_file", player=player.full_name, line=seen[player.pk])
            problems.append(Problem(message, line=row.line))
        elif player is not None:
            seen[player.pk] = row.line
        if row.number in numbers:
            problems.append(Problem(say("number_taken", number=row.number), line=row.line))
    return problems


def _about_teams(section: Section | None, lines: tuple[ListLine, ...]) -> list[Problem]:
    """What is done with a column of teams where no teams are made of it, or not of everybody."""
    with_team = [line for line in lines if line.row.team]
    if not with_team:
        return []
    if section is not None and section.system.teams:
        without = [line.row.line for line in lines if not line.row.team]
        return [Problem(say("no_team_on_lines", lines=", ".join(map(str, without))))] if without else []
    has_club = any(line.row.club for line in with_team)
    return [Problem(say("team_left_out" if has_club else "team_as_club"))]


def club_of(section: Section | None, row: PlayerRow) -> str:
    """The club of a line; where the section has no teams, a team is entered as the club."""
    return row.club if section is not None and section.system.teams else row.club or row.team

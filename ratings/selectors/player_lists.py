"""Preview of a list of players to import into an event or one of its sections; nothing is saved."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings

from ratings.messages import say
from ratings.models import FIDE, RatingList
from tavleya.errors import Problem
from tavleya.formats.headings import NameOrder
from tavleya.formats.list_tables import ListTable
from tavleya.formats.players_csv import PlayerRow, read_players
from tavleya.messages import Message
from tavleya.ratings import RatingMethod
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.selectors.persons import ANOTHER, KnownPeople


class Again(StrEnum):
    """The treatment of a line whose player is in the section already."""

    REFUSE = "refuse"
    UPDATE = "update"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class ListAsked:
    """The choices for a list.

    `answers`: the player meant by a name, by `PlayerRow.identity`: the key of a player or `ANOTHER`. `matched`: the
    meaning of columns, by index (`list_tables.heading_of`). `leave`: lines to skip. `order`: of names without a comma,
    None to detect it.
    """

    answers: Mapping[str, int] = field(default_factory=dict)
    matched: Mapping[int, str] = field(default_factory=dict)
    leave: Collection[int] = ()
    again: Again = Again.REFUSE
    order: NameOrder | None = None


NOTHING_ASKED = ListAsked()


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line and its person: `player` of the event, or a new one.

    `namesakes`: players of the event with the same name only. `answer`: the choice between them, the key of one or
    `ANOTHER`; None without a choice. `entry`: the registration, if they are in the section already.
    """

    row: PlayerRow
    player: Player | None
    namesakes: tuple[Player, ...] = ()
    answer: int | None = None
    entry: Registration | None = None

    @property
    def unclear(self) -> bool:
        return bool(self.namesakes) and self.answer is None


@dataclass(frozen=True, slots=True)
class ListPlan:
    """A parsed list. `problems`: why the list is refused; `warnings`: what the user should check.

    `table`: the meaning of its columns; None if it is not a table.
    """

    lines: tuple[ListLine, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    table: ListTable | None = None

    @property
    def unclear(self) -> tuple[ListLine, ...]:
        return tuple(line for line in self.lines if line.unclear)

    @property
    def teams(self) -> dict[str, list[ListLine]]:
        """The lines of each team in board order, teams in the order in which they are first named."""
        lines: dict[str, list[ListLine]] = {}
        for line in self.lines:
            if line.row.team:
                lines.setdefault(line.row.team, []).append(line)
        return lines


def plan_list(
    event: Event, section: Section | None, data: bytes | str, requested: ListAsked = NOTHING_ASKED
) -> ListPlan:
    """Compare a list with the players of the event. Two queries. Raises: BadInput for a file that is not a list."""
    reading = read_players(data, requested.matched, requested.leave, requested.order)
    people = KnownPeople(event)
    entries = (
        {registration.player_id: registration for registration in section.registrations.all()}
        if section is not None
        else {}
    )
    lines = tuple(_line(row, people, requested.answers, entries) for row in reading.rows)
    problems = [*reading.problems, *_list_problems(lines, entries, requested.again)]
    problems.sort(key=lambda problem: problem.line or 0)
    warnings = [*_about_teams(section, lines), *_about_swiss(section, lines)]
    return ListPlan(lines, tuple(problems), (*reading.warnings, *warnings), reading.table)


def _line(
    row: PlayerRow, people: KnownPeople, answers: Mapping[str, int], entries: Mapping[int, Registration]
) -> ListLine:
    sameness = people.find(row.name, row.birth_year, row.fide_id, row.national_ids)
    if not sameness.namesakes:
        return ListLine(row, sameness.player, entry=entries.get(sameness.player.pk) if sameness.player else None)
    answer = answers.get(row.identity)
    chosen = next((namesake for namesake in sameness.namesakes if namesake.pk == answer), None)
    answered = chosen is not None or answer == ANOTHER
    entry = entries.get(chosen.pk) if chosen is not None else None
    return ListLine(row, chosen, sameness.namesakes, answer if answered else None, entry)


def _list_problems(lines: tuple[ListLine, ...], entries: Mapping[int, Registration], again: Again) -> list[Problem]:
    """Return problems: players already in the section, duplicate numbers or names, starting numbers in use."""
    numbers = {registration.number for registration in entries.values()}
    seen: dict[int, int] = {}
    problems = []
    for line in lines:
        player, row = line.player, line.row
        if player is not None and line.entry is not None and again is Again.REFUSE:
            problems.append(Problem(say("already_entered", player=player.full_name), line=row.line))
        elif player is not None and player.pk in seen:
            message = say("duplicate_in_file", player=player.full_name, line=seen[player.pk])
            problems.append(Problem(message, line=row.line))
        elif player is not None:
            seen[player.pk] = row.line
        if row.number in numbers and (line.entry is None or again is Again.REFUSE):
            problems.append(Problem(say("number_taken", number=row.number), line=row.line))
    return problems


def changes_of(player: Player, row: PlayerRow, club: str) -> dict[str, Any]:
    """Return the differences between a line and the player; empty cells, names and known numbers change nothing."""
    values: dict[str, Any] = {
        "federation": row.federation,
        "sex": row.sex,
        **row.texts,
        "club": club,
        "ratings": {**player.ratings, **row.ratings},
        "national_ids": {**player.national_ids, **row.national_ids},
        "fide_id": player.fide_id or row.fide_id,
        "birth_year": player.birth_year or row.birth_year,
    }
    return {name: value for name, value in values.items() if value and value != getattr(player, name)}


def _about_swiss(section: Section | None, lines: tuple[ListLine, ...]) -> list[Problem]:
    """Return warnings about byes and fixed boards if rounds are not paired one by one."""
    if section is not None and section.system.pairs_players:
        return []
    return [Problem(say("byes_left_out"))] if any(line.row.byes or line.row.board for line in lines) else []


def _about_teams(section: Section | None, lines: tuple[ListLine, ...]) -> list[Problem]:
    """Return warnings about a team column that makes no teams, or not for all players."""
    with_team = [line for line in lines if line.row.team]
    if not with_team:
        return []
    if section is not None and section.system.teams:
        without = [line.row.line for line in lines if not line.row.team]
        return [Problem(say("no_team_on_lines", lines=", ".join(map(str, without))))] if without else []
    has_club = any(line.row.club for line in with_team)
    return [Problem(say("team_left_out" if has_club else "team_as_club"))]


def club_of(section: Section | None, row: PlayerRow) -> str:
    """Return the club of a line; without teams in the section, a team is entered as the club."""
    return row.club if section is not None and section.system.teams else row.club or row.team


# The rating lists of the service, and how far they are behind those that are published.


@dataclass(frozen=True, slots=True)
class ListState:
    """One list. `listed`: None if none was imported yet. `fetched`: it has a URL, from which it is updated.

    `waits`: an update is in progress. `failure`: why the last one failed.
    """

    name: str
    listed: RatingList | None
    fetched: bool
    waits: bool
    current: bool
    failure: Message | None


def list_states(names: Iterable[str], now: datetime) -> list[ListState]:
    """Return the state of each of these lists. Two queries."""
    wanted = list(dict.fromkeys(names))
    rows = {row.name: row for row in RatingList.objects.filter(name__in=wanted)}
    jobs = Job.objects.filter(kind=JobKind.IMPORT_RATINGS, state=JobState.WAITING)
    waiting = {row.get("name") for row in jobs.values_list("report", flat=True)}
    return [_state(name, rows.get(name), name in waiting, now) for name in wanted]


def known_lists(now: datetime) -> list[ListState]:
    """Return every list that was imported or has a URL."""
    imported = RatingList.objects.order_by("name").values_list("name", flat=True)
    return list_states([*settings.RATING_LISTS, *imported], now)


def _state(name: str, row: RatingList | None, waits: bool, now: datetime) -> ListState:
    return ListState(
        name,
        row if row is not None and row.imported_at is not None else None,
        name in settings.RATING_LISTS,
        waits,
        row is not None and row.is_current(now),
        Message.from_json(row.problem) if row is not None and row.problem else None,
    )


def lists_asked(section: Section) -> tuple[str, ...]:
    """Return the lists to compare a section's ratings with: FIDE's, and its national one."""
    fide = () if section.rating_method == RatingMethod.NATIONAL_ONLY else (FIDE,)
    return (*fide, *([section.national_list] if section.national_list else []))

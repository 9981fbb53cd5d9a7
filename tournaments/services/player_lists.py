"""A whole list of players entered from CSV, or nothing of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from common.actors import Actor
from common.decoding import decode
from common.errors import DomainError, ImportRefused, NotFound, Problem
from common.permissions import Action
from core.formats.players_csv import PlayerRow
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Event, Player, Registration, Section
from tournaments.selectors.player_lists import ANOTHER, ListLine, ListPlan, club_of, plan_list
from tournaments.services.attendance import settle_late_entries
from tournaments.services.entries import before_entries, complete_known, entry_terms
from tournaments.services.players import save_player
from tournaments.services.sections import add_registration
from tournaments.services.shared import lock_event, lock_section, standings_changed, write_log
from tournaments.services.teams import add_members


@dataclass(frozen=True, slots=True)
class PlayersImport:
    """What a list brought: the players, their entries (none without a section), how many of the players were known
    in the event already, and what ought to be looked at.
    """

    players: tuple[Player, ...]
    registrations: tuple[Registration, ...]
    known: int
    warnings: tuple[Problem, ...]


@transaction.atomic
def import_players(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    data: bytes | str,
    section_id: int | None = None,
    answers: Mapping[str, int] | None = None,
    half_points: Collection[int] = (),
) -> PlayersImport:
    """Enter a whole list of players from CSV, or nothing of it.

    With a section each is entered there, with the number of the file or the next: late, in one that is paired round by
    round and has begun (`half_points`: rounds missed that bring half a point).  Where teams play in it, a column of
    teams makes them, their players in the order of the list.  Who is in the event already is found again
    (`selectors.persons`); `answers` say who is meant where only the name is the same, by `PlayerRow.identity`: the key
    of a player or `ANOTHER`.  Raises ImportRefused (`players_refused`) with the problems by line.
    """
    event = lock_event(event_id)
    require(actor, event, Action.ENTER_PLAYERS)
    section = _section_of(event, section_id)
    text, guess = decode(data) if isinstance(data, bytes) else (data, None)
    plan = plan_list(event, section, text, answers)
    problems = [
        *plan.problems,
        *(
            Problem(say("same_name", player=line.namesakes[0].full_name), line=line.row.line)
            for line in plan.unclear
        ),
    ]
    _refuse(problems)
    players, registrations = _enter(event, section, plan, half_points, actor=actor, now=now)
    known = sum(line.player is not None for line in plan.lines)
    after = {
        "players": len(players),
        "known_players": known,
        "section": section.slug if section else None,
    }
    write_log(event=event, actor=actor, now=now, action="players.imported", subject=event, after=after)
    warnings = plan.warnings if guess is None else (Problem(guess), *plan.warnings)
    return PlayersImport(tuple(players), tuple(registrations), known, warnings)


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise ImportRefused(say("players_refused"), tuple(problems))


def _section_of(event: Event, section_id: int | None) -> Section | None:
    if section_id is None:
        return None
    section = lock_section(section_id)
    if section.event_id != event.pk:
        raise NotFound(say("no_such_section"))
    return section


def _enter(
    event: Event,
    section: Section | None,
    plan: ListPlan,
    half_points: Collection[int],
    *,
    actor: Actor,
    now: datetime,
) -> tuple[list[Player], list[Registration]]:
    terms = entry_terms(section, half_points=half_points) if section is not None else None
    if section is not None:
        before_entries(section, terms, actor=actor, now=now)
    players: list[Player] = []
    entered: dict[int, Registration] = {}
    problems = []
    for line in plan.lines:
        try:
            player = _player(event, section, line, actor=actor, now=now)
            players.append(player)
            if section is not None:
                entered[line.row.line] = add_registration(
                    section, player, number=line.row.number, rating=line.row.ratings.get(section.rating_kind)
                )
        except DomainError as refused:
            problems.append(Problem(refused.message, line=line.row.line))
    _refuse(problems)
    registrations = list(entered.values())
    if section is None:
        return players, registrations
    if terms is not None:
        settle_late_entries(section, registrations, terms, actor=actor, now=now)
    if section.system.teams:
        _make_teams(section, plan, entered, actor=actor, now=now)
    standings_changed(section.pk)
    return players, registrations


def _make_teams(
    section: Section, plan: ListPlan, entered: Mapping[int, Registration], *, actor: Actor, now: datetime
) -> None:
    """`entered`: the entries by line."""
    problems = []
    for name, lines in plan.teams.items():
        members = [entered[line.row.line].pk for line in lines]
        try:
            add_members(section, name, members, actor=actor, now=now)
        except DomainError as refused:
            problems.append(Problem(refused.message, line=lines[0].row.line))
    _refuse(problems)


def _player(event: Event, section: Section | None, line: ListLine, *, actor: Actor, now: datetime) -> Player:
    person = _person(section, line.row)
    if line.player is not None:
        complete_known(line.player, person, actor=actor, now=now)
        return line.player
    player = Player(event=event, **person)
    save_player(player, another=line.answer == ANOTHER)
    return player


def _person(section: Section | None, row: PlayerRow) -> dict[str, Any]:
    return {
        "family_name": row.name.family,
        "given_name": row.name.given,
        "patronymic": row.name.patronymic,
        "names": dict(row.names),
        "federation": row.federation,
        "fide_id": row.fide_id,
        "title": row.title,
        "ratings": dict(row.ratings),
        "birth_year": row.birth_year,
        "sex": row.sex,
        "club": club_of(section, row),
    }

"""Import of a whole list of players from a file or a pasted text of any layout, all or nothing."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from ratings.kinds import PLAYERS_IMPORTED, RATINGS_RENEWED
from ratings.messages import say
from ratings.models import FIDE, RatingList
from ratings.selectors.norms import list_day
from ratings.selectors.player_lists import (
    NOTHING_ASKED,
    Again,
    ListAsked,
    ListLine,
    ListPlan,
    changes_of,
    club_of,
    plan_list,
)
from ratings.selectors.rated import changes_from_list, rated_elsewhere
from ratings.services.rating_list import listed_person
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError, ImportRefused, NotFound, Problem
from tavleya.formats.players_csv import PlayerRow
from tavleya.permissions import Action
from tavleya.ratings import FROM_FILE, FROM_LIST, TYPED
from tournaments.access import require
from tournaments.activity import happened, tables_changed
from tournaments.kinds import REGISTRATION_EDITED
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration
from tournaments.models.round import Bye
from tournaments.models.section import Section
from tournaments.selectors.persons import ANOTHER
from tournaments.services.attendance import settle_late_entries
from tournaments.services.bye_requests import note_byes
from tournaments.services.entries import ManyEntries, before_entries, enter_person, entry_terms, update_from_list
from tournaments.services.restrictions import seat_at
from tournaments.services.sections import give_rating
from tournaments.services.shared import lock_event, lock_section, lock_section_with_event
from tournaments.services.team_requests import add_members

#: The kinds of byes by their half-points.
_KINDS = (Bye.ZERO, Bye.HALF, Bye.FULL)


@dataclass(frozen=True, slots=True)
class PlayersImport:
    """The result of an import.

    The players, their new registrations (none without a section), the number of players known in the event, the updated
    players of the section, and warnings.
    """

    players: tuple[Player, ...]
    registrations: tuple[Registration, ...]
    known: int
    warnings: tuple[Problem, ...]
    updated: tuple[Player, ...] = ()


@transaction.atomic
def import_players(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    data: bytes | str,
    section_id: int | None = None,
    asked: ListAsked = NOTHING_ASKED,
    half_points: Collection[int] = (),
) -> PlayersImport:
    """Enter a whole list of players or nothing: a file of any layout of `tavleya.formats.list_tables`, or a text.

    With a section each player is entered there, with the number of the file or the next one; late, if the section is
    paired round by round and has begun (`half_points`: missed rounds that score half a point). In a team section a
    column of teams makes them, with players in the order of the list. Players of the event are matched
    (`selectors.persons`); `asked` has the choices for the list (`ListAsked`). Empty cells never delete a value.
    Raises: ImportRefused ("players_refused") with the problems by line; BadInput for a file that is not a list.
    """
    event = lock_event(event_id)
    require(actor, event, Action.ENTER_PLAYERS)
    section = _section_of(event, section_id)
    plan = plan_list(event, section, data, asked)
    problems = [
        *plan.problems,
        *(Problem(say("same_name", player=line.namesakes[0].full_name), line=line.row.line) for line in plan.unclear),
    ]
    _refuse(problems)
    updated = _update(section, plan, actor=actor, now=now) if asked.again is Again.UPDATE else []
    players, registrations = _enter(event, section, plan, half_points, actor=actor, now=now)
    known_count = sum(line.player is not None for line in plan.lines if line.entry is None)
    after = {
        "players": len(players),
        "known_players": known_count,
        "updated": len(updated),
        "section": section.slug if section else None,
    }
    happened(PLAYERS_IMPORTED, event, actor=actor, now=now, after=after)
    return PlayersImport(tuple(players), tuple(registrations), known_count, plan.warnings, tuple(updated))


def _update(section: Section | None, plan: ListPlan, *, actor: Actor, now: datetime) -> list[Player]:
    """Update the players already in the section, and their rating in it until it is paired."""
    players = []
    problems = []
    for line in plan.lines:
        if section is None or line.player is None or line.entry is None:
            continue
        try:
            changes = changes_of(line.player, line.row, club_of(section, line.row))
            if changes:
                player = update_from_list(line.player, changes, actor=actor, now=now)
                if "ratings" in changes and line.entry.rating_source != TYPED and not section.rounds.exists():
                    give_rating(section, line.entry, player.ratings)
                    line.entry.save(update_fields=["rating", "rating_source"])
            if _settle(section, line, line.entry, actor=actor, now=now) or changes:
                players.append(line.player)
        except DomainError as error:
            problems.append(Problem(error.message, line=line.row.line))
    _refuse(problems)
    return players


def _settle(
    section: Section | None, line: ListLine, registration: Registration, *, actor: Actor, now: datetime
) -> bool:
    """Set byes and the fixed board of a line, if rounds are paired one by one; return whether anything changed."""
    row = line.row
    if section is None or not section.system.pairs_players or not (row.byes or row.board):
        return False
    requested_byes = dict(registration.requested_byes.values_list("round_number", "kind"))
    byes = {number: _KINDS[worth] for number, worth in row.byes}
    new = {number: kind for number, kind in byes.items() if requested_byes.get(number) != kind}
    for number, kind in new.items():
        note_byes(section, registration.pk, [number], kind, actor=actor, now=now)
    if row.board and row.board != registration.fixed_board:
        seat_at(section, registration, row.board, actor=actor, now=now)
        return True
    return bool(new)


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
    event: Event, section: Section | None, plan: ListPlan, half_points: Collection[int], *, actor: Actor, now: datetime
) -> tuple[list[Player], list[Registration]]:
    new = any(line.entry is None for line in plan.lines)
    terms = entry_terms(section, half_points=half_points) if section is not None and new else None
    if section is not None and new:
        before_entries(section, terms, actor=actor, now=now)
    entering = ManyEntries(event, section, actor=actor, now=now, logs=False)
    players: list[Player] = []
    entered: dict[int, Registration] = {}
    unsettled: list[tuple[ListLine, Registration]] = []
    problems = []
    for line in plan.lines:
        if line.entry is not None:
            continue
        try:
            player = _player(entering, section, line)
            players.append(player)
            if section is not None:
                row = line.row
                registration = entering.enter(player, number=row.number, ratings=row.ratings)
                entered[row.line] = registration
                unsettled.append((line, registration))
        except DomainError as error:
            problems.append(Problem(error.message, line=line.row.line))
    entering.save()
    for line, registration in unsettled:
        try:
            _settle(section, line, registration, actor=actor, now=now)
        except DomainError as error:
            problems.append(Problem(error.message, line=line.row.line))
    _refuse(sorted(problems, key=lambda problem: problem.line or 0))
    registrations = list(entered.values())
    if section is None:
        return players, registrations
    if terms is not None:
        settle_late_entries(section, [(registration, terms) for registration in registrations], actor=actor, now=now)
    if section.system.teams:
        _make_teams(section, plan, entered, actor=actor, now=now)
    tables_changed([section.pk])
    return players, registrations


def _make_teams(
    section: Section, plan: ListPlan, entered: Mapping[int, Registration], *, actor: Actor, now: datetime
) -> None:
    """Create the teams. `entered`: the entries by line."""
    problems = []
    for name, lines in plan.teams.items():
        members = [entered[line.row.line].pk for line in lines if line.row.line in entered]
        try:
            if members:
                add_members(section, name, members, actor=actor, now=now)
        except DomainError as error:
            problems.append(Problem(error.message, line=lines[0].row.line))
    _refuse(problems)


def _player(entering: ManyEntries, section: Section | None, line: ListLine) -> Player:
    person = _person(section, line.row)
    if line.player is not None:
        entering.complete(line.player, person)
        return line.player
    return entering.add(person, another=line.answer == ANOTHER)


def _person(section: Section | None, row: PlayerRow) -> dict[str, Any]:
    return {
        "family_name": row.name.family,
        "given_name": row.name.given,
        "patronymic": row.name.patronymic,
        "names": dict(row.names),
        "federation": row.federation,
        "fide_id": row.fide_id,
        "national_ids": dict(row.national_ids),
        "ratings": dict(row.ratings),
        "rating_sources": dict.fromkeys(row.ratings, FROM_FILE),
        "birth_year": row.birth_year,
        "sex": row.sex,
        **row.texts,
        "club": club_of(section, row),
    }


# Enter players of the rating list in a section, and update ratings of entries from the list.


@transaction.atomic
def enter_rated(*, actor: Actor, now: datetime, section_id: int, fide_id: int, who: int | None = None) -> Registration:
    """Enter a player of the rating list in a section, as `enter_person` does.

    Raises: NotFound ("not_in_rating_list"); Conflict ("same_name" without `who`, "already_entered", "already_paired").
    """
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first() or 0
    player = Player.objects.filter(event=event_id, fide_id=fide_id).first()
    # A player of the event with this number is found even if the list no longer has the number.
    person: dict[str, Any]
    if player is None:
        event = Event.objects.filter(pk=event_id).first()
        person = listed_person(fide_id, list_day(event, now.date()) if event is not None else None)
    else:
        person = {"family_name": player.family_name, "fide_id": fide_id}
    return enter_person(actor=actor, now=now, section_id=section_id, person=person, who=who)


@transaction.atomic
def renew_ratings(
    *, actor: Actor, now: datetime, section_id: int, registration_ids: Collection[int], list_of: datetime | None = None
) -> list[Registration]:
    """Update ratings, title and federation of these entries from the list; entries without changes stay.

    Starting numbers stay. `list_of`: the import time of the list that the actor saw.
    Raises: Conflict ("list_changed" if there is a newer one).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    imported = RatingList.objects.filter(name=FIDE).values_list("imported_at", flat=True).first()
    if list_of is not None and imported != list_of:
        raise Conflict(say("list_changed"))
    list_changes = changes_from_list(section, now.date())
    changes = [change for change in list_changes if change.registration.pk in set(registration_ids)]
    for change in changes:
        player = change.registration.player
        player.title, player.federation = change.after.title, change.after.federation
        lists = {name for name, value in change.after.ratings.items() if change.before.ratings.get(name) != value}
        player.ratings = dict(change.after.ratings)
        player.rating_sources = {**player.rating_sources, **dict.fromkeys(lists, FROM_LIST)}
        change.registration.rating, change.registration.rating_source = change.rating_after, change.source_after
    registrations = [change.registration for change in changes]
    Player.objects.bulk_update(
        [registration.player for registration in registrations], ["title", "federation", "ratings", "rating_sources"]
    )
    Registration.objects.bulk_update(registrations, ["rating", "rating_source"])
    if changes:
        tables_changed(_sections_of(registrations))  # they show titles
        happened(
            RATINGS_RENEWED,
            section,
            actor=actor,
            now=now,
            before={str(change.registration.number): change.rating_before for change in changes},
            after={str(change.registration.number): change.rating_after for change in changes},
        )
    return registrations


@transaction.atomic
def use_listed_rating(
    *, actor: Actor, now: datetime, section_id: int, registration_id: int, source: str
) -> Registration:
    """Rank a player without a rating in the section's main list by another list.

    Raises: NotFound ("no_such_registration"); BadInput ("bad_rating_list" if that list does not rate the player).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    elsewhere = {entry.registration.pk: entry for entry in rated_elsewhere(section, now.date())}
    if registration_id not in elsewhere:
        raise NotFound(say("no_such_registration"))
    registration, rating = elsewhere[registration_id].registration, elsewhere[registration_id].ratings.get(source)
    if rating is None:
        raise BadInput(say("bad_rating_list", name=source))
    before = {"rating": registration.rating, "list": registration.rating_source}
    player = registration.player
    player.ratings = {**player.ratings, source: rating}
    player.rating_sources = {**player.rating_sources, source: FROM_LIST}
    player.save(update_fields=["ratings", "rating_sources"])
    registration.rating, registration.rating_source = rating, source
    registration.save(update_fields=["rating", "rating_source"])
    happened(
        REGISTRATION_EDITED, registration, actor=actor, now=now, before=before, after={"rating": rating, "list": source}
    )
    return registration


def _sections_of(registrations: Collection[Registration]) -> set[int]:
    players = [registration.player_id for registration in registrations]
    return set(Registration.objects.filter(player__in=players).values_list("section", flat=True))

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.decoding import decode
from common.errors import BadInput, Conflict, DomainError, ImportRefused, NotFound, Problem
from common.permissions import Action
from core.formats.names import PersonName, identity, search_key, sort_key
from core.formats.players_csv import PlayerRow, read_players
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Event, Player, Registration, Section
from tournaments.models.section import RatingKind
from tournaments.services.events import check_texts
from tournaments.services.sections import add_registration
from tournaments.services.shared import (
    change,
    check_fields,
    lock_event,
    lock_section,
    standings_changed,
    write_log,
)

_EDITABLE = frozenset(
    {
        "family_name", "given_name", "patronymic", "names", "federation", "fide_id", "title", "ratings",
        "birth_year", "sex", "club", "user_id",
    }
)  # fmt: skip
HIGHEST_RATING = 4000


@transaction.atomic
def add_player(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    family_name: str,
    given_name: str = "",
    patronymic: str = "",
    names: Mapping[str, str] | None = None,
    federation: str = "",
    fide_id: int | None = None,
    title: str = "",
    ratings: Mapping[str, int] | None = None,
    birth_year: int | None = None,
    sex: str = "",
    club: str = "",
    user_id: int | None = None,
) -> Player:
    """Add a person to the event.  Conflict `duplicate_player` for the same FIDE number, or name and year of birth."""
    event = lock_event(event_id)
    require(actor, event, Action.ENTER_PLAYERS)
    player = Player(
        event=event,
        family_name=family_name,
        given_name=given_name,
        patronymic=patronymic,
        names=dict(names or {}),
        federation=federation,
        fide_id=fide_id,
        title=title,
        ratings=dict(ratings or {}),
        birth_year=birth_year,
        sex=sex,
        club=club,
        user_id=user_id,
    )
    save_player(player)
    after = {"player": player.full_name, "fide_id": fide_id}
    write_log(event=event, actor=actor, now=now, action="player.added", subject=player, after=after)
    return player


@transaction.atomic
def edit_player(*, actor: Actor, now: datetime, player_id: int, changes: Mapping[str, object]) -> Player:
    """Correct what is known of a person.  Games that are open keep the names they were opened with."""
    event_id = Player.objects.filter(pk=player_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_player.in_event"))
    event = lock_event(event_id)
    require(actor, event, Action.ENTER_PLAYERS)
    player = Player.objects.get(pk=player_id)
    before, after = change(player, dict(changes), _EDITABLE)
    if after:
        save_player(player)
        for section_id in player.registrations.order_by("section").values_list("section", flat=True):
            standings_changed(section_id)  # they show names
        write_log(
            event=event,
            actor=actor,
            now=now,
            action="player.edited",
            subject=player,
            before=before,
            after=after,
        )
    return player


def save_player(player: Player) -> None:
    """Check, complete and save, for a caller that has locked the event."""
    complete_player(player)
    twin = duplicate_of(player)
    if twin is not None:
        raise Conflict(
            say("duplicate_player", player=twin.full_name),
            player=twin.pk,
        )
    player.save()


def complete_player(player: Player) -> None:
    """Check what is known of a person, and fill in the folded forms of the name; nothing is saved."""
    name = PersonName(player.family_name.strip(), player.given_name.strip(), player.patronymic.strip())
    player.family_name, player.given_name, player.patronymic = name.family, name.given, name.patronymic
    if not any(letter.isalpha() for letter in name.family):
        raise BadInput(say("name_missing"), field="family_name")
    _check_ratings(player.ratings)
    check_texts(player.names, "names", optional=True)
    player.identity = identity(name, player.birth_year)
    player.sort_key = sort_key(name)
    player.search_key = search_key([name.full, *player.names.values()])
    check_fields(player, exclude=["event"])


def _check_ratings(ratings: Mapping[str, object]) -> None:
    for kind, rating in ratings.items():
        good = isinstance(rating, int) and not isinstance(rating, bool) and 0 < rating <= HIGHEST_RATING
        if kind not in RatingKind.values or not good:
            raise BadInput(say("bad_rating", rating=rating), field="ratings")


def duplicate_of(player: Player) -> Player | None:
    """Another player of the event with the same FIDE number, or else the same name and year of birth."""
    others = Player.objects.filter(event=player.event_id).exclude(pk=player.pk)
    twin = others.filter(fide_id=player.fide_id).first() if player.fide_id else None
    return twin or others.filter(identity=player.identity).first()


@dataclass(frozen=True, slots=True)
class PlayersImport:
    """What a list brought: the entries made (or players, without a section), and what ought to be looked at."""

    players: tuple[Player, ...]
    registrations: tuple[Registration, ...]
    warnings: tuple[Problem, ...]


@transaction.atomic
def import_players(
    *, actor: Actor, now: datetime, event_id: int, data: bytes | str, section_id: int | None = None
) -> PlayersImport:
    """Enter a whole list of players from CSV, or nothing of it.

    With a section each is entered there, with the number of the file or the next; who is in the event already and
    not in the section must not be in the file either.  Raises ImportRefused (`players_refused`) with the problems by
    line.
    """
    event = lock_event(event_id)
    require(actor, event, Action.ENTER_PLAYERS)
    section = _section_of(event, section_id)
    text, guess = decode(data) if isinstance(data, bytes) else (data, None)
    reading = read_players(text)
    problems = list(reading.problems)
    players, registrations = [], []
    for row in reading.rows if not problems else ():
        try:
            player, registration = _enter_row(event, section, row)
        except DomainError as refused:
            problems.append(Problem(refused.message, line=row.line))
            continue
        players.append(player)
        registrations += [registration] if registration else []
    if problems:
        raise ImportRefused(
            say("players_refused"),
            tuple(problems),
        )
    if section is not None:
        standings_changed(section.pk)
    after = {"players": len(players), "section": section.slug if section else None}
    write_log(event=event, actor=actor, now=now, action="players.imported", subject=event, after=after)
    warnings = reading.warnings if guess is None else (Problem(guess), *reading.warnings)
    return PlayersImport(tuple(players), tuple(registrations), warnings)


def _section_of(event: Event, section_id: int | None) -> Section | None:
    if section_id is None:
        return None
    section = lock_section(section_id)
    if section.event_id != event.pk:
        raise NotFound(say("no_such_section"))
    return section


def _enter_row(event: Event, section: Section | None, row: PlayerRow) -> tuple[Player, Registration | None]:
    player = Player(
        event=event,
        family_name=row.name.family,
        given_name=row.name.given,
        patronymic=row.name.patronymic,
        names=dict(row.names),
        federation=row.federation,
        fide_id=row.fide_id,
        title=row.title,
        ratings=dict(row.ratings),
        birth_year=row.birth_year,
        sex=row.sex,
        club=row.club,
    )
    save_player(player)
    return player, add_registration(section, player, number=row.number) if section else None

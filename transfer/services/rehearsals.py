"""Rehearsals: practice events, copied or new, that only their officials see."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db import models, transaction

from entries.models import FeeTerms, PaymentTerms
from entries.services.fees import charge_everybody
from games.models.game import Game
from games.services.record import record_results
from people.models import SeriesSection
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.formats.names import LONGEST
from tavleya.permissions import Action, allowed
from tavleya.ratings import TYPED
from tavleya.use import Copy
from tournaments.access import require, reset, settings_of, standing_in_organisation
from tournaments.activity import happened
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus, Team, TeamMember, TeamStatus
from tournaments.models.section import Section, StandingsVersion
from tournaments.services.broadcast import open_boards
from tournaments.services.events import create_event, free_slug
from tournaments.services.sections import give_rating
from tournaments.services.shared import as_organiser, lock_event
from transfer.kinds import EVENT_REHEARSED, EVENT_REPEATED, EVENT_TEMPLATE_SAVED
from transfer.messages import say
from transfer.services.eventfile.tables import tables

_ENDING = "-rehearsal"


@transaction.atomic
def rehearse_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Copy an event to practise on: officials, players without their accounts, sections, rounds and pairings.

    A record is evidence of a game at a board, so none is copied: every board gets a new game. The result of a finished
    game is entered as reported; an unfinished game starts again.
    """
    original = lock_event(event_id)
    require(actor, original, Action.REHEARSE)
    event = Event.objects.create(
        slug=free_slug(original.slug[: LONGEST - len(_ENDING)].rstrip("-") + _ENDING),
        created_at=now,
        rehearsal=True,
        rehearsal_of=original,
        **settings_of(original, Copy.REHEARSAL),
    )
    copies: Copies = {Event: {original.pk: event}}
    for table in tables():
        if Copy.REHEARSAL in table.copied:
            rows = table.model._default_manager.filter(**{table.within: original}).order_by("pk")
            copies[table.model] = copy_rows(rows, copies, Copy.REHEARSAL)
    copy_givers(original, copies)
    StandingsVersion.objects.bulk_create(StandingsVersion(section_id=section.pk) for section in event.sections.all())
    opened = _open_games(original, copies, actor=actor, now=now)
    happened(EVENT_REHEARSED, event, actor=actor, now=now, after={"of": original.slug, "games": opened})
    return event


def _open_games(original: Event, copies: Copies, *, actor: Actor, now: datetime) -> int:
    """Open a new game at every board that has one, with the result of finished games; return the number.

    Boards on the same terms are opened together, so that the number of queries does not depend on the boards.
    """
    played = list(
        Pairing.objects.filter(round__section__event=original, game__isnull=False)
        .select_related("game", "round")
        .order_by("pk")
    )
    new_boards = Pairing.objects.select_related("white__player", "black__player").in_bulk(
        [copies[Pairing][old.pk].pk for old in played]
    )
    boards_by_terms: dict[tuple[int, str, str], list[Pairing]] = {}
    for old in played:
        assert old.game is not None
        terms = old.round.section_id, old.game.start_position, old.game.control
        boards_by_terms.setdefault(terms, []).append(new_boards[copies[Pairing][old.pk].pk])
    for (section_id, start_position, control), boards in boards_by_terms.items():
        section = copies[Section][section_id]
        assert isinstance(section, Section)
        open_boards(boards, section, actor=actor, now=now, start_position=start_position, control=control)
    _enter_results(((new_boards[copies[Pairing][old.pk].pk], old.game) for old in played), actor=actor, now=now)
    return len(played)


def _enter_results(boards: Iterable[tuple[Pairing, Game | None]], *, actor: Actor, now: datetime) -> None:
    """Enter at each board the result of the original game."""
    results: dict[int, str] = {
        board.game_id: old.result for board, old in boards if board.game_id is not None and old and old.result
    }
    record_results(actor=as_organiser(actor), now=now, results=results, reason="rehearsal")


# Repeat an event with its settings, officials and, if wanted, players; templates with the settings of
# events.

_TEMPLATE = "-template"


@transaction.atomic
def repeat_event(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    slug: str,
    names: Mapping[str, str],
    starts_on: date | None = None,
    officials: bool = True,
    players: bool = False,
) -> Event:
    """Create an event with the venue, the sections, all their settings and prizes of this one, and no games.

    It has the same length and is not public, and no entry form is open. Fees are charged as before; their days move
    with the first day, and if one of the first days is unknown, a fee with days is not charged until an official has
    checked it. An event of the same organisation is in the same series. `officials`: they have the same roles;
    `players`: those who were not withdrawn or excluded are entered again, with the teams, and with the ratings known in
    this event. Private links, keys, files, planned times, play-offs and archived sections are not copied. A template
    has no people to copy.
    Raises: the errors of `create_event`.
    """
    original = lock_event(event_id)
    require(actor, original, Action.EDIT_EVENT)
    officials, players = officials and not original.template, players and not original.template
    event, copies = _copy(
        original,
        original.sections.filter(archived_at=None, decides=None),
        actor=actor,
        now=now,
        slug=slug,
        names=names,
        starts_on=starts_on,
    )
    if officials:
        event_roles = set(EventRole.objects.filter(event=event).values_list("user_id", "role"))
        roles = [role for role in original.roles.all() if (role.user_id, role.role) not in event_roles]
        copy_rows(roles, copies, Copy.REPETITION)
    if players:
        _enter_again(original, Section.objects.filter(pk__in=copies[Section]), copies)
        for section in event.sections.filter(fee_terms__charged=True):
            charge_everybody(section, now=now)
    after = {"of": original.slug, "officials": officials, "players": players}
    happened(EVENT_REPEATED, event, actor=actor, now=now, after=after)
    return event


@transaction.atomic
def save_template(
    *, actor: Actor, now: datetime, event_id: int, names: Mapping[str, str], sections: Sequence[str] | None = None
) -> Event:
    """Create a template with the settings of the event, or only of those `sections` (addresses).

    It has no people and no games. `repeat_event` makes an event of it.
    Raises: BadInput ("no_sections").
    """
    original = lock_event(event_id)
    require(actor, original, Action.EDIT_EVENT)
    wanted = original.sections.filter(archived_at=None, decides=None)
    if sections is not None:
        wanted = wanted.filter(slug__in=sections)
    if not wanted.exists():
        raise BadInput(say("no_sections"), field="sections")
    slug = free_slug(original.slug[: LONGEST - len(_TEMPLATE)].removesuffix(_TEMPLATE).rstrip("-") + _TEMPLATE)
    event, _copies = _copy(original, wanted, actor=actor, now=now, slug=slug, names=names, starts_on=None)
    event.template = True
    event.save(update_fields=["template"])
    happened(EVENT_TEMPLATE_SAVED, event, actor=actor, now=now, after={"of": original.slug})
    return event


def _copy(
    original: Event,
    sections: models.QuerySet[Section],
    *,
    actor: Actor,
    now: datetime,
    slug: str,
    names: Mapping[str, str],
    starts_on: date | None,
) -> tuple[Event, Copies]:
    """Create an event with the data of the original, and with copies of these sections, their settings and prizes.

    It belongs to the same organisation if the actor may create its events.
    """
    event = create_event(
        actor=actor,
        now=now,
        slug=slug,
        names=names,
        starts_on=starts_on,
        ends_on=_last_day(original, starts_on),
        **settings_of(original, Copy.REPETITION),
    )
    owner = original.organisation
    if owner is not None and allowed(standing_in_organisation(actor, owner), Action.OWN_EVENTS):
        event.organisation = owner
        event.save(update_fields=["organisation"])
    copies: Copies = {Event: {original.pk: event}}
    copies[Section] = copy_rows(sections, copies, Copy.REPETITION)
    if event.organisation is not None:
        copy_rows(SeriesSection.objects.filter(section__in=sections), copies, Copy.REPETITION)
    for table in tables():
        if Copy.REPETITION in table.copied:
            rows = table.model._default_manager.filter(section__in=sections).order_by("pk")
            copies[table.model] = copy_rows(rows, copies, Copy.REPETITION)
    for terms in FeeTerms.objects.filter(section__event=event):
        _move_fee_days(terms, original.starts_on, starts_on)
    copy_rows(PaymentTerms.objects.filter(event=original), copies, Copy.REPETITION)
    StandingsVersion.objects.bulk_create(StandingsVersion(section_id=item.pk) for item in copies[Section].values())
    return event, copies


def _move_fee_days(terms: FeeTerms, before: date | None, after: date | None) -> None:
    """Move the days of the rules as the first day of the event; without these days stop charging by past ones."""
    rules = terms.read_rules
    if all(rule.day is None for rule in rules):
        return
    if before is None or after is None:
        terms.charged = False
    else:
        moved = (replace(rule, day=rule.day + (after - before)) if rule.day else rule for rule in rules)
        terms.rules = [rule.kept() for rule in moved]
    terms.save(update_fields=["charged", "rules"])


def following_slug(slug: str) -> str:
    """Return a free address for the next event: `friday-open-3` for `friday-open-2`.

    For the first event of a template, the template's address without its suffix.
    """
    return free_slug(re.sub(rf"({_TEMPLATE})?(-\d{{1,3}})?\Z", "", slug))


def _last_day(original: Event, starts_on: date | None) -> date | None:
    if starts_on is None or original.starts_on is None or original.ends_on is None:
        return None
    return starts_on + (original.ends_on - original.starts_on)


def _enter_again(original: Event, sections: models.QuerySet[Section], copies: Copies) -> None:
    entries = Registration.objects.filter(
        section__in=sections, status=RegistrationStatus.ACTIVE, player__erased_at=None
    ).order_by("section", "number")
    persons = Player.objects.filter(registrations__in=entries).distinct().order_by("pk")
    # A player with an ID is joined with the same person again (`people.services.persons`).
    copies[Player] = copy_rows(persons, copies, Copy.REPETITION)
    registrations = list(entries.select_related("section", "player"))
    _number(registrations)
    for registration in registrations:
        if registration.rating is None or registration.rating_source not in ("", TYPED):
            give_rating(registration.section, registration, registration.player.ratings)
    copies[Registration] = copy_rows(registrations, copies, Copy.REPETITION)
    teams = list(Team.objects.filter(section__in=sections, status=TeamStatus.ACTIVE).order_by("section", "number"))
    _number(teams)
    copies[Team] = copy_rows(teams, copies, Copy.REPETITION)
    members = TeamMember.objects.filter(team__in=teams, registration__in=entries).order_by("pk")
    copies[TeamMember] = copy_rows(members, copies, Copy.REPETITION)
    copy_givers(original, copies)


def _number(rows: Sequence[Registration] | Sequence[Team]) -> None:
    """Number the rows of each section from 1, in their order."""
    last: Counter[int] = Counter()
    for row in rows:
        last[row.section_id] += 1
        row.number = last[row.section_id]


# Copy rows of one event to another.

#: By the model: the copy of each row by the old key.
Copies = dict[type[models.Model], dict[Any, models.Model]]


def copy_rows(rows: Iterable[models.Model], copies: Copies, copy: Copy) -> dict[Any, models.Model]:
    """Create rows with the same values, which refer to the copies of rows; return them by the old keys.

    Fields that are declared `reset` start with their defaults.
    """
    originals = list(rows)
    created = []
    defaults = reset(type(originals[0]), copy) if originals else {}
    for row in originals:
        values = {
            field.attname: _value(row, field, copies)
            for field in row._meta.concrete_fields
            if not field.primary_key or field.remote_field is not None
        }
        created.append(type(row)(**{**values, **defaults}))
    if originals:
        type(originals[0])._default_manager.bulk_create(created)
    return {row.pk: new for row, new in zip(originals, created, strict=True)}


def _value(row: models.Model, field: models.Field[Any, Any], copies: Copies) -> object:
    value = getattr(row, field.attname)
    copies_by_key = copies.get(field.related_model) if field.remote_field is not None else None  # type: ignore[arg-type]
    return copies_by_key[value].pk if copies_by_key is not None and value in copies_by_key else value


def copy_givers(original: Event, copies: Copies) -> None:
    """Set the giver of a simultaneous display in each copied section to the copy of the entry."""
    for section in original.sections.exclude(giver=None):
        copy, giver = copies[section.__class__].get(section.pk), section.giver
        if copy is not None and giver is not None and giver.pk in copies[giver.__class__]:
            copy.giver_id = copies[giver.__class__][giver.pk].pk  # type: ignore[attr-defined]
            copy.save(update_fields=["giver"])

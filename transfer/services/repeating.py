"""Repeat an event with its settings, officials and, if wanted, players; templates with the settings of events."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django.db import models, transaction

from entries.models.fees import PaymentTerms
from people.models.series import SeriesSection
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.formats.slugs import LONGEST
from tavleya.permissions import Action, allowed
from tavleya.ratings.tournament import TYPED
from tavleya.use import Copy
from tournaments.access import require, standing_in_organisation
from tournaments.activity import happened
from tournaments.declarations import settings_of
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.section import Section, StandingsVersion
from tournaments.models.team import Team, TeamMember, TeamStatus
from tournaments.services.events import create_event, free_slug
from tournaments.services.sections import give_rating
from tournaments.services.shared import lock_event
from transfer.kinds import EVENT_REPEATED, EVENT_TEMPLATE_SAVED
from transfer.messages import say
from transfer.services.copying import Copies, copy_givers, copy_rows
from transfer.services.eventfile.tables import tables

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

    It has the same length and is not public; no fee is charged and no entry form open until an official has checked the
    terms. An event of the same organisation is in the same series. `officials`: they have the same roles; `players`:
    those who were not withdrawn or excluded are entered again, with the teams, and with the ratings known in this
    event. Private links, keys, files, planned times, play-offs and archived sections are not copied. A template has no
    people to copy.
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
    after = {"of": original.slug, "officials": officials, "players": players}
    happened(EVENT_REPEATED, event, actor=actor, now=now, after=after)
    return event


@transaction.atomic
def save_template(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    names: Mapping[str, str],
    sections: Sequence[str] | None = None,
) -> Event:
    """Create a template with the settings of the event, or only of those `sections` (addresses), without people or

    games.

    `repeat_event` makes an event of it.
    Raises: BadInput ("no_sections").
    """
    original = lock_event(event_id)
    require(actor, original, Action.EDIT_EVENT)
    wanted = original.sections.filter(archived_at=None, decides=None)
    if sections is not None:
        wanted = wanted.filter(slug__in=sections)
    if not wanted.exists():
        raise BadInput(say("no_sections"), field="sections")
    slug = free_slug(
        original.slug[: LONGEST - len(_TEMPLATE)].removesuffix(_TEMPLATE).rstrip("-") + _TEMPLATE
    )
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
    copy_rows(PaymentTerms.objects.filter(event=original), copies, Copy.REPETITION)
    StandingsVersion.objects.bulk_create(
        StandingsVersion(section_id=item.pk) for item in copies[Section].values()
    )
    return event, copies


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
    # Whoever has a number is joined with themselves again (`people.services.persons.matching`).
    copies[Player] = copy_rows(persons, copies, Copy.REPETITION)
    registrations = list(entries.select_related("section", "player"))
    _count(registrations)
    for registration in registrations:
        if registration.rating is None or registration.rating_source not in ("", TYPED):
            give_rating(registration.section, registration, registration.player.ratings)
    copies[Registration] = copy_rows(registrations, copies, Copy.REPETITION)
    teams = list(
        Team.objects.filter(section__in=sections, status=TeamStatus.ACTIVE).order_by("section", "number")
    )
    _count(teams)
    copies[Team] = copy_rows(teams, copies, Copy.REPETITION)
    members = TeamMember.objects.filter(team__in=teams, registration__in=entries).order_by("pk")
    copies[TeamMember] = copy_rows(members, copies, Copy.REPETITION)
    copy_givers(original, copies)


def _count(rows: Sequence[Registration] | Sequence[Team]) -> None:
    """Number the rows of each section from 1, in their order."""
    last: Counter[int] = Counter()
    for row in rows:
        last[row.section_id] += 1
        row.number = last[row.section_id]

from __future__ import annotations

from datetime import date, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tavleya.actors import Actor, Role
from tavleya.errors import NotFound
from tavleya.formats.names import search_words
from tournaments.access import event_visible_to, official_in
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.section import Section


def event_list(actor: Actor) -> QuerySet[Event]:
    """Return events that the actor may see, newest first, each with `section_count` and `player_count`."""
    sections = Section.objects.filter(event=OuterRef("pk"), archived_at__isnull=True)
    rows = visible_events(actor).annotate(
        section_count=_counted(sections),
        player_count=_counted(Player.objects.filter(event=OuterRef("pk"))),
    )
    return rows.order_by(F("starts_on").desc(nulls_last=True), "slug")


def open_sections() -> Prefetch[str, QuerySet[Section], str]:
    """Return a prefetch of `open_sections`: a list of unarchived sections, with the fields for an event's card."""
    rows = Section.objects.filter(archived_at__isnull=True).only("event_id", "names", "game")
    # A list: to fill a manager for each event costs more than the rows.
    return Prefetch("sections", rows, to_attr="open_sections")


def _counted(rows: QuerySet[Any]) -> Coalesce:
    """Return an expression for the number of `rows` per event, computed only for the shown lines."""
    each = rows.order_by().values("event").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(each), 0)


def find_events(
    rows: QuerySet[Event],
    *,
    query: str = "",
    game: str = "",
    federation: str = "",
    month: str = "",
    organisation: str = "",
) -> QuerySet[Event]:
    """Return the events of `rows` that match all conditions.

    `query`: for each word, a word of the names or the place begins like it, in any script.  `game`: a section has it.
    `month`: the event takes place in it (`2026-11`; an invalid month matches nothing).  `organisation`: by address.
    """
    for forms in search_words(query):
        rows = rows.filter(reduce(or_, (Q(search_key__contains=f" {form}") for form in forms)))
    if game:
        rows = rows.filter(Exists(Section.objects.filter(event=OuterRef("pk"), game=game, archived_at=None)))
    if federation:
        rows = rows.filter(federation=federation)
    if organisation:
        rows = rows.filter(organisation__slug=organisation)
    if month:
        first = _first_of(month)
        if first is None:
            return rows.none()
        after = (first + timedelta(days=32)).replace(day=1)
        ends = Coalesce("ends_on", "starts_on")
        rows = rows.annotate(last=ends).filter(starts_on__lt=after, last__gte=first)
    return rows


def _first_of(month: str) -> date | None:
    try:
        return date.fromisoformat(f"{month}-01")
    except ValueError:
        return None


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Return the events that the actor may see, without counts and templates."""
    rows = Event.objects.filter(archived_at__isnull=True, template=False)
    if actor.system:
        return rows
    seen = Q(published=True)
    if actor.user_id is not None:
        official = official_in(actor)
        seen |= official if actor.event_id is None else official & Q(pk=actor.event_id)
    return rows.filter(seen)


def events_at_desk(actor: Actor) -> QuerySet[Event]:
    """Return the events that the actor may see, and archived ones and templates in which they have a role."""
    rows = Event.objects.filter(deleted_at__isnull=True)
    condition = Q(archived_at__isnull=False, rehearsal=False) | Q(template=True)
    if actor.user_id is None and not actor.system:
        condition = Q(pk__in=())
    elif not actor.system:
        condition &= official_in(actor)
    return rows.filter(Q(pk__in=visible_events(actor).values("pk")) | condition)


def templates_of(actor: Actor) -> QuerySet[Event]:
    """Return the templates that the actor may use, ordered by address."""
    rows = Event.objects.filter(template=True, archived_at__isnull=True, deleted_at__isnull=True)
    return rows.filter(official_in(actor, Role.ORGANISER)).order_by("slug")


def sections_shown(event: Event) -> QuerySet[Section]:
    """Return the unarchived sections of an event, in their order."""
    # Explicit, because a query with counts drops the order of the model.
    return Section.objects.filter(event=event, archived_at__isnull=True).order_by("position", "slug")


def section_at(actor: Actor, event_slug: str, section_slug: str) -> Section:
    """Return the section at an address, with the version of its standings.

    Raises: NotFound for a missing section and for one that the actor may not see.
    """
    section = (
        Section.objects.select_related("event", "prize_fund", "opening_draw", "standings_row", "entry_terms")
        .filter(event__slug=event_slug, slug=section_slug)
        .first()
    )
    if section is None or section.archived_at or not event_visible_to(actor, section.event):
        raise NotFound(say("no_such_section"))
    return section


def players_by_name(rows: QuerySet[Player], query: str) -> QuerySet[Player]:
    """Return the players with, for each word of the query, a word of the name that begins like it, in either script.

    Empty for an empty query.
    """
    words = search_words(query)
    if not words:
        return rows.none()
    for forms in words:
        some = Q()
        for form in forms:
            some |= Q(search_key__contains=f" {form}")
        rows = rows.filter(some)
    return rows.order_by("sort_key", "pk")

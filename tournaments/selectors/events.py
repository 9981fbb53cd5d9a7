from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache, reduce
from io import BytesIO
from operator import or_
from typing import Any

import structlog
from django.core.files.storage import default_storage
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tavleya.actors import Actor, Role, Standing
from tavleya.errors import NotFound
from tavleya.formats.names import search_words
from tavleya.permissions import Action, allowed
from tournaments.access import event_visible_to, official_in
from tournaments.hooks import section_joins
from tournaments.messages import say
from tournaments.models.activity import Log
from tournaments.models.event import Event, Organisation
from tournaments.models.pairing import Pairing
from tournaments.models.player import STILL_ENTERED, Player, Registration, RegistrationStatus
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.registry import hidden_names


def event_list(actor: Actor) -> QuerySet[Event]:
    """Return events that the actor may see, newest first, each with `section_count` and `player_count`."""
    sections = Section.objects.filter(event=OuterRef("pk"), archived_at__isnull=True)
    rows = visible_events(actor).annotate(
        section_count=_counted(sections.values("event"), Count("pk")), player_count=count_players()
    )
    return rows.order_by(F("starts_on").desc(nulls_last=True), "slug")


def open_sections() -> Prefetch[str, QuerySet[Section], str]:
    """Return a prefetch of `open_sections`: a list of unarchived sections, with the fields for an event's card."""
    rows = Section.objects.filter(archived_at__isnull=True).only("event_id", "names", "game")
    # A list, because filling a manager for each event costs more than the rows.
    return Prefetch("sections", rows, to_attr="open_sections")


def count_players() -> Coalesce:
    """Return an expression for the number of players per event, without those who have withdrawn."""
    entered = Registration.objects.filter(
        section__event=OuterRef("pk"), section__archived_at=None, status__in=STILL_ENTERED
    )
    return _counted(entered.values("section__event"), Count("player", distinct=True))


def _counted(rows: QuerySet[Any, Any], number: Count) -> Coalesce:
    """Return an expression for the number of `rows` per event, computed only for the shown lines."""
    return Coalesce(Subquery(rows.order_by().annotate(n=number).values("n")), 0)


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
        next_month = (first + timedelta(days=32)).replace(day=1)
        ends = Coalesce("ends_on", "starts_on")
        rows = rows.annotate(last=ends).filter(starts_on__lt=next_month, last__gte=first)
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
    visible = Q(published=True)
    if actor.user_id is not None:
        official = official_in(actor)
        visible |= official if actor.event_id is None else official & Q(pk=actor.event_id)
    return rows.filter(visible)


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
        Section.objects.select_related("event", "opening_draw", "standings_row", "entry_terms", *section_joins())
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
        any_form = Q()
        for form in forms:
            any_form |= Q(search_key__contains=f" {form}")
        rows = rows.filter(any_form)
    return rows.order_by("sort_key", "pk")


# The logo of a club or a federation for printed documents.

log = structlog.get_logger(__name__)

#: Pixels of the longer side: 300 to the inch at its size on a certificate.
LONGEST = 960


def logo_of(organisation: Organisation | None) -> bytes:
    """Return a PNG of the organisation's logo, `LONGEST` pixels at most; empty if it has no logo or no file."""
    if organisation is None or not organisation.logo:
        return b""
    try:
        return _render_logo(organisation.logo)
    except Exception as problem:  # noqa: BLE001  # each storage has its own errors; the document is printed without a logo
        log.warning("logo_not_read", organisation=organisation.slug, problem=type(problem).__name__)
        return b""


@lru_cache(maxsize=32)
def _render_logo(stored: str) -> bytes:
    """Return the logo as PNG.  The cache by name is safe: another logo has another name."""
    from PIL import Image, ImageOps

    with default_storage.open(stored) as file, Image.open(file) as image:
        upright = ImageOps.exif_transpose(image).convert("RGBA")
    upright.thumbnail((LONGEST, LONGEST))
    buffer = BytesIO()
    upright.save(buffer, "PNG")
    return buffer.getvalue()


# The event's log as its readers see it.

#: The prefix of acts that only officials of fair play may see.
FAIR_PLAY = "fair_play."


def acts_of(event: Event) -> QuerySet[Log]:
    """Return the acts of the log, without lines for notifications only."""
    return Log.objects.filter(event=event).exclude(action__in=hidden_names())


def log_of(event: Event, standing: Standing) -> QuerySet[Log]:
    """Return the log, newest first; acts of fair play only for officials of fair play."""
    rows = acts_of(event)
    return rows if allowed(standing, Action.KEEP_FAIR_PLAY) else rows.exclude(action__startswith=FAIR_PLAY)


# Public starts of rounds, for calendars and feeds.


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round that is not published yet, and when it is planned to begin."""

    section: Section
    number: int
    starts_at: datetime


def planned_rounds(section: Section, rounds: Iterable[Round]) -> list[PlannedRound]:
    """Return the planned rounds by number; `rounds` are those of the section, at least all that are public.

    Empty if the table is final, or if the games of all rounds are one sheet.
    """
    public = [round_ for round_ in rounds if round_.status != RoundStatus.DRAFT]
    if any(round_.kind == RoundKind.SCHEDULE for round_ in public):
        return []
    return planned_after(section, max((round_.number or 0 for round_ in public), default=0))


def planned_after(section: Section, last: int) -> list[PlannedRound]:
    """Return `planned_rounds` if the number of the last public round is known; 0 before the first."""
    if section.final_at is not None:
        return []
    return [
        PlannedRound(section, number, at)
        for number in range(last + 1, len(section.planned_starts) + 1)
        if (at := section.planned_start(number)) is not None
    ]


def planned_for(player: Player) -> list[PlannedRound]:
    """Return the future rounds of the sections that the player has not left.  Two queries."""
    entries = Registration.objects.filter(
        player=player, status=RegistrationStatus.ACTIVE, section__archived_at__isnull=True
    )
    rows = entries.select_related("section__event").prefetch_related("section__rounds").order_by("section")
    return [
        planned_round for entry in rows for planned_round in planned_rounds(entry.section, entry.section.rounds.all())
    ]


def public_rounds(event: Event) -> list[Round]:
    """Return the published rounds of the event, with their sections, by beginning.  One query."""
    rows = Round.objects.filter(section__event=event, section__archived_at__isnull=True)
    rows = rows.exclude(status=RoundStatus.DRAFT).select_related("section__event")
    return list(rows.order_by("starts_at", "section_id", "number"))


def boards_of_player(player: Player) -> list[Pairing]:
    """Return the player's boards and byes in published rounds, with both players, by their beginning.  One query."""
    rows = Pairing.objects.filter(
        Q(white__player=player) | Q(black__player=player), round__section__archived_at__isnull=True
    ).exclude(round__status=RoundStatus.DRAFT)
    pairings = rows.select_related("round__section__event", "white__player", "black__player")
    return list(pairings.order_by("round__starts_at", "round__section_id", "board"))

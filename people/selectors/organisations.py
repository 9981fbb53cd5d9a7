"""Clubs and federations: roles of a user, public data, and the tables of their series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from people.messages import say
from people.models import Series, SeriesSection
from people.selectors.people import section_is_over
from tavleya.actors import ANONYMOUS, Actor, Role
from tavleya.errors import NotFound
from tavleya.formats.names import search_words
from tavleya.series import Result, Row, table_of
from tournaments.models.event import ORGANISATION_ROLES, Event, Organisation, OrganisationRole
from tournaments.models.player import Player, Registration, note_namesakes
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.events import event_list, open_sections, visible_events
from tournaments.selectors.standings import standings_of


@dataclass(frozen=True, slots=True)
class Events:
    """Public events of an organisation: being played, to come (the next first), over (the newest first)."""

    live: Sequence[Event]
    coming: Sequence[Event]
    past: Sequence[Event]


def organisations_of(actor: Actor, *roles: Role) -> QuerySet[Organisation]:
    """Return the organisations in which the actor has a role, one of `roles` if any are given."""
    organisation_roles = OrganisationRole.objects.filter(organisation=OuterRef("pk"), user=actor.user_id)
    if roles:
        organisation_roles = organisation_roles.filter(role__in=roles)
    return Organisation.objects.filter(Exists(organisation_roles), merged_into=None).order_by("slug")


def owners_of_events(actor: Actor) -> QuerySet[Organisation]:
    """Return the organisations for which the actor may create events."""
    return organisations_of(actor, Role.OWNER, Role.ORGANISER)


def organisation_at(slug: str) -> Organisation:
    """Return the organisation at an address; after a merger the one it is now part of.

    Raises: NotFound ("no_such_organisation").
    """
    organisation = Organisation.objects.select_related("merged_into").filter(slug=slug).first()
    if organisation is None:
        raise NotFound(say("no_such_organisation"))
    return organisation.merged_into or organisation


def public_organisations() -> QuerySet[Organisation]:
    """Return the organisations with a public event."""
    events = Event.objects.filter(organisation=OuterRef("pk"), published=True, archived_at=None)
    return Organisation.objects.filter(Exists(events), merged_into=None).order_by("slug")


def find_organisations(query: str) -> QuerySet[Organisation]:
    """Return public organisations whose names have a word that begins like each word of the query; none for an empty
    one.
    """
    words = search_words(query)
    rows = public_organisations()
    if not words:
        return rows.none()
    for forms in words:
        rows = rows.filter(reduce(or_, (Q(search_key__contains=f" {form}") for form in forms)))
    return rows


def events_of(organisation: Organisation, today: date, most_past: int) -> Events:
    """Return the organisation's public events. `most_past`: the limit of past ones."""
    rows = event_list(ANONYMOUS).filter(organisation=organisation, rehearsal=False)
    rows = rows.prefetch_related(open_sections())
    playing = Round.objects.filter(status=RoundStatus.PLAYING, section__event=OuterRef("pk"), section__archived_at=None)
    live = rows.filter(Exists(playing))
    others = rows.exclude(Exists(playing))
    over = Q(ends_on__lt=today) | Q(ends_on=None, starts_on__lt=today)
    coming = others.exclude(over & Q(starts_on__isnull=False)).order_by(F("starts_on").asc(nulls_last=True), "slug")
    return Events(list(live), list(coming), list(others.filter(over)[:most_past]))


def officials_listed(organisation: Organisation) -> list[tuple[Role, list[str]]]:
    """Return, by role, the names of officials who agreed to be named."""
    rows = OrganisationRole.objects.filter(organisation=organisation, listed=True, user__is_active=True)
    names: dict[str, list[str]] = {}
    for organisation_role in rows.select_related("user"):
        names.setdefault(organisation_role.role, []).append(organisation_role.user.shown_name)
    return [(role, sorted(names[role.value])) for role in ORGANISATION_ROLES if role.value in names]


# Series: their sections, and the one table over them.

#: The identity of a row: a person, a FIDE ID, or a single player.
Competitor = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Stage:
    """A section of the series; `over`: whether its results count by now."""

    section: Section
    over: bool


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """`registration`: the competitor as the newest of these events has them."""

    registration: Registration
    row: Row[Competitor]

    @property
    def player(self) -> Player:
        return self.registration.player

    @property
    def place(self) -> str:
        """`1`, or `3–4` for a shared place."""
        return f"{self.row.rank}–{self.row.last}" if self.row.shared else str(self.row.rank)


@dataclass(frozen=True, slots=True)
class SeriesView:
    """`stages`: the oldest event first, as the cells of each row."""

    series: Series
    stages: tuple[Stage, ...]
    rows: tuple[SeriesRow, ...]


def series_at(slug: str) -> Series:
    """Return the series at an address. Raises: NotFound ("no_such_series")."""
    series = Series.objects.select_related("organisation").filter(slug=slug).first()
    if series is None:
        raise NotFound(say("no_such_series"))
    return series


def entries_of(series: Series) -> QuerySet[SeriesSection]:
    """Return its sections in events that still belong to the organisation, the oldest first, without templates."""
    rows = series.entries.filter(
        section__event__organisation=series.organisation_id,
        section__event__deleted_at=None,
        section__event__template=False,
        section__archived_at=None,
    )
    return (
        rows.select_related("section__event")
        .prefetch_related("section__event__sections")
        .order_by(
            F("section__event__starts_on").asc(nulls_last=True),
            "section__event__created_at",
            "section__position",
            "section_id",
        )
    )


def series_with(event: Event) -> list[Series]:
    """Return the organisation's series that include a section of the event. No query without an organisation."""
    if event.organisation_id is None:
        return []
    rows = Series.objects.filter(
        organisation=event.organisation_id, entries__section__event=event, entries__section__archived_at=None
    )
    return list(rows.select_related("organisation").distinct())


def can_join(section: Section) -> bool:
    """Return whether a section has a table of players, each with a place."""
    system = section.system
    return system.ranked and not system.teams and not system.by_stage


def sections_to_add(series: Series) -> list[Section]:
    """Return the organisation's sections that can join, the newest first."""
    rows = Section.objects.filter(
        event__organisation=series.organisation_id,
        event__deleted_at=None,
        event__archived_at=None,
        event__template=False,
        event__rehearsal=False,
        archived_at=None,
        decides=None,
    ).exclude(series_entries__series=series)
    newest = F("event__starts_on").desc(nulls_last=True)
    sections = (
        rows.select_related("event")
        .prefetch_related("event__sections")
        .order_by(newest, "-event__created_at", "position", "pk")
    )
    return [section for section in sections if can_join(section)]


def series_view(series: Series) -> SeriesView:
    """Return the public table: of public events, from finished sections.

    One query, and the queries of uncached standings for each section.
    """
    public = visible_events(ANONYMOUS).filter(rehearsal=False)
    entries = entries_of(series).filter(section__event__in=public)
    rows = entries.select_related("section__event", "section__standings_row").prefetch_related("section__rounds")
    sections = [row.section for row in rows]
    stages = tuple(Stage(section, section_is_over(section)) for section in sections)
    newest: dict[Competitor, Registration] = {}
    tournaments = [_results(stage.section, newest) if stage.over else {} for stage in stages]
    series_rows = [SeriesRow(newest[row.key], row) for row in table_of(tournaments, series.terms)]
    note_namesakes(row.registration for row in series_rows)
    series_rows.sort(key=lambda row: (row.row.rank, row.player.sort_key, row.player.pk))
    return SeriesView(series, stages, tuple(series_rows))


def _results(section: Section, newest: dict[Competitor, Registration]) -> Mapping[Competitor, Result]:
    """Return the results by competitor; `newest` gets the entry of each. Expelled players have no result."""
    results: dict[Competitor, Result] = {}
    for row in standings_of(section).rows:
        if not row.row.rank:
            continue
        key = competitor_of(row.registration.player)
        newest[key] = row.registration
        results[key] = Result(row.row.points, row.row.rank, row.row.last if row.row.shared else row.row.rank)
    return results


def competitor_of(player: Player) -> Competitor:
    """Return the player's competitor: their person (`services.persons`), else their FIDE ID, else the player."""
    if player.person_id is not None:
        return "person", player.person_id
    if player.fide_id is not None:
        return "fide", player.fide_id
    return "player", player.pk

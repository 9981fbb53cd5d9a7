"""Series of an organisation: their sections and the rules of their table."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from people.kinds import (
    EVENT_JOINED,
    EVENT_LEFT,
    EVENT_MOVE_ASKED,
    EVENT_MOVE_CANCELLED,
    EVENT_MOVED,
    SERIES_CREATED,
    SERIES_DELETED,
    SERIES_EDITED,
    SERIES_SECTION_ADDED,
    SERIES_SECTION_REMOVED,
)
from people.messages import say
from people.models import Series, SeriesSection
from people.selectors.organisations import can_join
from people.services.organisations import lock_organisation
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import Action, allowed, refuse_read_only
from tavleya.series import RULES, TIEBREAKS
from tournaments.access import require_in_organisation, standing_in, standing_in_organisation
from tournaments.activity import happened
from tournaments.models.event import Event, EventMove, Organisation
from tournaments.models.section import Section
from tournaments.services.events import check_slug, check_texts
from tournaments.services.shared import change, check_fields, find, lock_event

_RESERVED = frozenset({"new"})
#: Places that have points, and points for one of them.
MOST_PLACES, MOST_POINTS = 200, 100_000


@transaction.atomic
def create_series(
    *,
    actor: Actor,
    now: datetime,
    organisation_id: int,
    slug: str,
    names: Mapping[str, str],
    rule: str = "score",
    best: int | None = None,
    place_points: Sequence[int] = (),
    tiebreaks: Sequence[str] = ("best", "firsts"),
) -> Series:
    """Create a series without sections. `best`: the number of counted results per player, by default all.

    Raises: BadInput ("unknown_series_rule", "unknown_series_tiebreak", "no_place_points", "bad_place_points"); Conflict
    ("slug_taken").
    """
    organisation = lock_organisation(organisation_id)
    require_in_organisation(actor, organisation, Action.OWN_EVENTS)
    series = Series(
        organisation=organisation,
        slug=slug,
        names=dict(names),
        rule=rule,
        best=best,
        place_points=list(place_points),
        tiebreaks=list(tiebreaks),
        created_at=now,
    )
    _check(series)
    series.save()
    happened(SERIES_CREATED, organisation, actor=actor, now=now, after={"series": slug})
    return series


@transaction.atomic
def edit_series(*, actor: Actor, now: datetime, series_id: int, changes: Mapping[str, object]) -> Series:
    """Change the data of a series or the rules of its table. Raises: the errors of `create_series`."""
    series = _lock(actor, series_id)
    before, after = change(series, changes)
    if after:
        _check(series)
        series.save(update_fields=list(after))
        happened(
            SERIES_EDITED,
            series.organisation,
            actor=actor,
            now=now,
            before={"series": series.slug, **before},
            after={"series": series.slug, **after},
        )
    return series


@transaction.atomic
def delete_series(*, actor: Actor, now: datetime, series_id: int) -> None:
    """Delete a series; its events are unchanged."""
    series = _lock(actor, series_id)
    series.delete()
    happened(SERIES_DELETED, series.organisation, actor=actor, now=now, before={"series": series.slug})


@transaction.atomic
def add_to_series(*, actor: Actor, now: datetime, series_id: int, section_id: int) -> SeriesSection:
    """Add a section of the organisation's events to a series. Repeatable.

    Raises: NotFound ("no_such_section"); BadInput ("section_without_places" without a table of players).
    """
    series = _lock(actor, series_id)
    section = _section_of(series.organisation, section_id)
    if not can_join(section):
        raise BadInput(say("section_without_places"), field="section")
    series_section, new = SeriesSection.objects.get_or_create(series=series, section=section)
    if new:
        happened(SERIES_SECTION_ADDED, series.organisation, actor=actor, now=now, after=_log_data(series, section))
    return series_section


@transaction.atomic
def remove_from_series(*, actor: Actor, now: datetime, series_id: int, section_id: int) -> None:
    """Remove a section from a series. Raises: NotFound ("no_such_section")."""
    series = _lock(actor, series_id)
    sections = series.entries.select_related("section__event")
    link = find(sections.filter(section=section_id), NotFound(say("no_such_section")))
    link.delete()
    happened(SERIES_SECTION_REMOVED, series.organisation, actor=actor, now=now, before=_log_data(series, link.section))


def _lock(actor: Actor, series_id: int) -> Series:
    """Lock the organisation and return the series. Raises: NotFound ("no_such_series")."""
    organisation_id = Series.objects.filter(pk=series_id).values_list("organisation", flat=True).first()
    if organisation_id is None:
        raise NotFound(say("no_such_series"))
    organisation = lock_organisation(organisation_id)
    require_in_organisation(actor, organisation, Action.OWN_EVENTS)
    series = Series.objects.filter(pk=series_id, organisation=organisation).first()
    if series is None:  # deleted, or its organisation merged, while this one waited
        raise NotFound(say("no_such_series"))
    series.organisation = organisation
    return series


def _section_of(organisation: Organisation, section_id: int) -> Section:
    rows = Section.objects.filter(
        event__organisation=organisation, event__deleted_at=None, event__template=False, archived_at=None
    )
    return find(rows.select_related("event").filter(pk=section_id), NotFound(say("no_such_section")))


def _log_data(series: Series, section: Section) -> dict[str, str]:
    return {"series": series.slug, "event": section.event.slug, "section": section.slug}


def _check(series: Series) -> None:
    check_texts(series.names, "names")
    check_slug(series.slug, _RESERVED)
    if series.rule not in RULES:
        raise BadInput(say("unknown_series_rule"), field="rule")
    tiebreaks = [tiebreak for tiebreak in series.tiebreaks if tiebreak in TIEBREAKS]
    if len(set(tiebreaks)) < len(series.tiebreaks):
        raise BadInput(say("unknown_series_tiebreak"), field="tiebreaks")
    if RULES[series.rule].by_place and not series.place_points:
        raise BadInput(say("no_place_points"), field="place_points")
    _check_points(series.place_points)
    check_fields(series, exclude=("organisation",))
    if Series.objects.filter(slug=series.slug).exclude(pk=series.pk).exists():
        raise Conflict(say("slug_taken.series", slug=series.slug))


def _check_points(points: Sequence[object]) -> None:
    """Check that the points are whole numbers that do not increase: a better place is never worth less."""
    numbers = [point for point in points if isinstance(point, int) and not isinstance(point, bool)]
    good = len(numbers) == len(points) <= MOST_PLACES and all(0 <= point <= MOST_POINTS for point in numbers)
    if not good or numbers != sorted(numbers, reverse=True):
        raise BadInput(say("bad_place_points"), field="place_points")


# Moves of events between organisations, with the consent of both sides.
#
# The giving side is the organisation that owns the event, or the event's organisers if it has no owner. The
# taking side is the new owner. A user who acts for both sides moves it at once.


def gives(actor: Actor, event: Event) -> bool:
    """Return whether the actor may act for the current owner of the event."""
    if event.organisation is None:
        return allowed(standing_in(actor, event), Action.GRANT_ROLES)
    return allowed(standing_in_organisation(actor, event.organisation), Action.OWN_EVENTS)


def takes(actor: Actor, organisation: Organisation) -> bool:
    """Return whether the actor may act for the new owner of an event."""
    return allowed(standing_in_organisation(actor, organisation), Action.OWN_EVENTS)


@transaction.atomic
def move_event(*, actor: Actor, now: datetime, event_id: int, organisation_id: int) -> Event:
    """Request that an organisation own the event, or agree to it: the second of the two sides moves it.

    Raises: NotPermitted ("not_permitted") for users of neither side; Conflict ("owned_already", "another_move" while
    another organisation has requested it).
    """
    organisation = lock_organisation(organisation_id)
    event = lock_event(event_id)
    refuse_read_only(standing_in(actor, event))
    giving, taking = gives(actor, event), takes(actor, organisation)
    if not (giving or taking):
        raise NotPermitted(say("neither_side"))
    if event.organisation_id == organisation.pk:
        raise Conflict(say("owned_already"))
    event_move = EventMove.objects.filter(event=event).first()
    if event_move is not None and event_move.to_id != organisation.pk:
        raise Conflict(say("another_move"))
    is_given, is_taken = (
        giving or (event_move is not None and event_move.given),
        taking or (event_move is not None and event_move.taken),
    )
    if is_given and is_taken:
        EventMove.objects.filter(event=event).delete()
        return _set_owner(actor, now, event, organisation)
    if event_move is None:
        EventMove.objects.create(
            event=event, to=organisation, given=is_given, taken=is_taken, asked_by_id=actor.user_id, asked_at=now
        )
        happened(EVENT_MOVE_ASKED, event, actor=actor, now=now, after={"organisation": organisation.slug})
    return event


@transaction.atomic
def cancel_move(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Decline or cancel a move, from either side. Raises: NotFound ("no_such_move")."""
    event = lock_event(event_id)
    event_move = EventMove.objects.select_related("to").filter(event=event).first()
    if event_move is None or not (gives(actor, event) or takes(actor, event_move.to)):
        raise NotFound(say("no_such_move"))
    event_move.delete()
    happened(EVENT_MOVE_CANCELLED, event, actor=actor, now=now, before={"organisation": event_move.to.slug})
    return event


@transaction.atomic
def release_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Let an event belong to no organisation; its organisers keep it.

    The organisation decides this.
    Raises: NotFound ("no_such_organisation" if it has no owner); Conflict ("last_organiser" if the event has no
    organiser).
    """
    event = lock_event(event_id)
    if event.organisation is None:
        raise NotFound(say("no_such_organisation"))
    if not gives(actor, event):
        raise NotPermitted(say("neither_side"))
    refuse_read_only(standing_in(actor, event))
    if not event.roles.filter(role=Role.ORGANISER.value).exists():
        raise Conflict(say("last_organiser"))
    EventMove.objects.filter(event=event).delete()
    return _set_owner(actor, now, event, None)


def _set_owner(actor: Actor, now: datetime, event: Event, organisation: Organisation | None) -> Event:
    before, event.organisation = event.organisation, organisation
    event.save(update_fields=["organisation"])
    old, new = (item.slug if item is not None else "" for item in (before, organisation))
    happened(EVENT_MOVED, event, actor=actor, now=now, before={"organisation": old}, after={"organisation": new})
    for item, kind in ((before, EVENT_LEFT), (organisation, EVENT_JOINED)):
        if item is not None:
            happened(kind, item, actor=actor, now=now, after={"event": event.slug})
    return event

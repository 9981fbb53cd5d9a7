"""Series of an organisation: their sections and the rules of their table."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from people.kinds import (
    SERIES_CREATED,
    SERIES_DELETED,
    SERIES_EDITED,
    SERIES_SECTION_ADDED,
    SERIES_SECTION_REMOVED,
)
from people.messages import say
from people.models.series import Series, SeriesSection
from people.selectors.series import can_join
from people.services.organisations import lock_organisation
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tavleya.series.rules import RULES, TIEBREAKS
from tournaments.access import require_in_organisation
from tournaments.activity import happened
from tournaments.models.organisation import Organisation
from tournaments.models.section import Section
from tournaments.services.events import check_slug, check_texts
from tournaments.services.shared import change, check_fields

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
    row, new = SeriesSection.objects.get_or_create(series=series, section=section)
    if new:
        happened(
            SERIES_SECTION_ADDED, series.organisation, actor=actor, now=now, after=_log_data(series, section)
        )
    return row


@transaction.atomic
def remove_from_series(*, actor: Actor, now: datetime, series_id: int, section_id: int) -> None:
    """Remove a section from a series. Raises: NotFound ("no_such_section")."""
    series = _lock(actor, series_id)
    row = series.entries.select_related("section__event").filter(section=section_id).first()
    if row is None:
        raise NotFound(say("no_such_section"))
    row.delete()
    happened(
        SERIES_SECTION_REMOVED,
        series.organisation,
        actor=actor,
        now=now,
        before=_log_data(series, row.section),
    )


def _lock(actor: Actor, series_id: int) -> Series:
    """Lock the organisation and return the series. Raises: NotFound ("no_such_series")."""
    match = Series.objects.filter(pk=series_id).values_list("organisation", flat=True).first()
    if match is None:
        raise NotFound(say("no_such_series"))
    organisation = lock_organisation(match)
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
    section = rows.select_related("event").filter(pk=section_id).first()
    if section is None:
        raise NotFound(say("no_such_section"))
    return section


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

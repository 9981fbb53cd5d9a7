"""Search for players and clubs of all visible events by words of their names."""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Count, F, Q, QuerySet

from tavleya.actors import Actor
from tavleya.formats.names import search_key, search_words
from tournaments.models.player import Registration
from tournaments.selectors.events import visible_events


@dataclass(frozen=True, slots=True)
class ClubFound:
    """A club as it is written in one event, and how many play for it there."""

    club: str
    event_slug: str
    event_names: dict[str, str]
    event_languages: list[str]
    players: int


def entries_found(actor: Actor, query: str, event_slug: str = "") -> QuerySet[Registration]:
    """Return entries of players whose name or club has a word that begins like each word of `query`, newest events
    first.

    `event_slug` limits them to one event. Empty for an empty query.
    """
    words = search_words(query)
    rows = _visible_registrations(actor).select_related("player", "section__event")
    if not words:
        return rows.none()
    if event_slug:
        rows = rows.filter(section__event__slug=event_slug)
    newest = F("section__event__starts_on").desc(nulls_last=True)
    return _with(rows, words).order_by(newest, "section__event", "player__sort_key", "section_id")


def clubs_found(actor: Actor, query: str, most: int) -> list[ClubFound]:
    """Return clubs whose name has the words; different spellings count as different clubs."""
    words = search_words(query)
    if not words:
        return []
    rows = _with(_visible_registrations(actor).exclude(player__club=""), words).order_by()
    event = "section__event__"
    groups = rows.values("player__club", f"{event}slug", f"{event}names", f"{event}languages", f"{event}starts_on")
    counted = groups.annotate(n=Count("player", distinct=True)).order_by(
        "player__club", F(f"{event}starts_on").desc(nulls_last=True)
    )
    club_founds = [
        ClubFound(row["player__club"], row[f"{event}slug"], row[f"{event}names"], row[f"{event}languages"], row["n"])
        for row in counted[: most * 10]
        if _has(row["player__club"], words)
    ]
    return club_founds[:most]


def _visible_registrations(actor: Actor) -> QuerySet[Registration]:
    events = visible_events(actor).filter(rehearsal=False)
    return Registration.objects.filter(section__event__in=events, section__archived_at__isnull=True)


def _with(rows: QuerySet[Registration], words: tuple[tuple[str, ...], ...]) -> QuerySet[Registration]:
    for forms in words:
        rows = rows.filter(reduce(or_, (Q(player__search_key__contains=f" {form}") for form in forms)))
    return rows


def _has(club: str, words: tuple[tuple[str, ...], ...]) -> bool:
    key = search_key([club])
    return all(any(f" {form}" in key for form in forms) for forms in words)

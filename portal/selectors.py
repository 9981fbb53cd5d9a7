"""The front page's boards and events, and the search for players and clubs of all visible events."""

from datetime import date, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models.game import TrackingLevel
from tavleya.actors import ANONYMOUS, Actor
from tavleya.formats.names import search_key, search_words
from tavleya.record.entries import GamePhase
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.selectors.events import event_list, open_sections, visible_events

_LONGEST_DELAY = timedelta(hours=1)


def boards_now(most: int) -> list[Pairing]:
    """Return public boards with running clocks: those of the newest events first, by board."""
    # For a delayed game only the row has its earlier state (`games.gate`).
    rows = Pairing.objects.filter(
        Q(game__phase=GamePhase.PLAYING)
        | Q(game__broadcast_delay__gt=0, game__changed_at__gt=timezone.now() - _LONGEST_DELAY),
        game__tracking=TrackingLevel.LIVE,
        black__isnull=False,
        round__status=RoundStatus.PLAYING,
        round__section__archived_at__isnull=True,
        round__section__event__published=True,
        round__section__event__archived_at__isnull=True,
    )
    seats = ("game", "white__player", "black__player", "round__section__event")
    newest = F("round__section__event__starts_on").desc(nulls_last=True)
    pairings = rows.select_related(*seats).order_by(newest, "round__section_id", "board")[: most * 2]
    return [pairing for pairing in pairings if pairing.game and pairing.game.phase == GamePhase.PLAYING][:most]


def front_events(today: date, most: int) -> dict[str, list[Event]]:
    """Return at most `most` events of each kind, `now`, `next` and `finished`, with their `open_sections`.

    `playing` of an event: whether a round of it is in progress; without a date one is over unless it is. Four queries.
    """
    playing = Round.objects.filter(
        section__event=OuterRef("pk"), section__archived_at__isnull=True, status=RoundStatus.PLAYING
    )
    rows = event_list(ANONYMOUS).filter(rehearsal=False)
    rows = rows.annotate(playing=Exists(playing), last=Coalesce("ends_on", "starts_on"))
    current = Q(playing=True) | Q(starts_on__lte=today, last__gte=today)
    to_come = Q(starts_on__gt=today)
    over = rows.exclude(current).exclude(to_come).order_by(F("last").desc(nulls_last=True), "slug")
    result: dict[str, list[Event]] = {
        "now": list(rows.filter(current).order_by("-playing", "-starts_on", "slug")[:most]),
        "next": list(rows.filter(to_come, playing=False).order_by("starts_on", "slug")[:most]),
        "finished": list(over[:most]),
    }
    prefetch_related_objects([event for events in result.values() for event in events], open_sections())
    return result


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
    return _matching(rows, words).order_by(newest, "section__event", "player__sort_key", "section_id")


def clubs_found(actor: Actor, query: str, most: int) -> list[dict[str, Any]]:
    """Return clubs as they are written in one event, whose name has the words, with their number of players there.

    Different spellings count as different clubs.
    """
    words = search_words(query)
    if not words:
        return []
    rows = _matching(_visible_registrations(actor).exclude(player__club=""), words).order_by()
    event = "section__event__"
    groups = rows.values(
        f"{event}starts_on", club=F("player__club"), event_slug=F(f"{event}slug"), event_names=F(f"{event}names"),
        event_languages=F(f"{event}languages"),
    )  # fmt: skip
    clubs = groups.annotate(players=Count("player", distinct=True)).order_by(
        "club", F(f"{event}starts_on").desc(nulls_last=True)
    )
    return [row for row in clubs[: most * 10] if _club_matches(row["club"], words)][:most]


def _visible_registrations(actor: Actor) -> QuerySet[Registration]:
    events = visible_events(actor).filter(rehearsal=False)
    return Registration.objects.filter(section__event__in=events, section__archived_at__isnull=True)


def _matching(rows: QuerySet[Registration], words: tuple[tuple[str, ...], ...]) -> QuerySet[Registration]:
    for forms in words:
        rows = rows.filter(reduce(or_, (Q(player__search_key__contains=f" {form}") for form in forms)))
    return rows


def _club_matches(club: str, words: tuple[tuple[str, ...], ...]) -> bool:
    key = search_key([club])
    return all(any(f" {form}" in key for form in forms) for forms in words)

"""The data of the front page: boards being played, and events by whether they are current, upcoming or over."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models.game import TrackingLevel
from tavleya.actors import ANONYMOUS
from tavleya.record.entries import GamePhase
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.selectors.events import event_list, open_sections

_LONGEST_DELAY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class FrontEvents:
    """Each event with `playing`: whether a round of it is in progress; with its `open_sections`."""

    now: list[Event]
    next: list[Event]
    finished: list[Event]


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


def front_events(today: date, most: int) -> FrontEvents:
    """Return at most `most` events of each kind; without a date one is over unless it has a round in progress. Four
    queries.
    """
    playing = Round.objects.filter(
        section__event=OuterRef("pk"), section__archived_at__isnull=True, status=RoundStatus.PLAYING
    )
    rows = event_list(ANONYMOUS).filter(rehearsal=False)
    rows = rows.annotate(playing=Exists(playing), last=Coalesce("ends_on", "starts_on"))
    on = Q(playing=True) | Q(starts_on__lte=today, last__gte=today)
    to_come = Q(starts_on__gt=today)
    result = FrontEvents(
        list(rows.filter(on).order_by("-playing", "-starts_on", "slug")[:most]),
        list(rows.filter(to_come, playing=False).order_by("starts_on", "slug")[:most]),
        _over(rows.exclude(on).exclude(to_come), most),
    )
    prefetch_related_objects([*result.now, *result.next, *result.finished], open_sections())
    return result


def _over(rows: QuerySet[Event], most: int) -> list[Event]:
    return list(rows.order_by(F("last").desc(nulls_last=True), "slug")[:most])

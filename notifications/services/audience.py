"""Turn notices into deliveries: one per subscribed address, in its language, outside quiet hours."""

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation

from notifications.models.notifications import Delivery, Notice, Subscription
from notifications.services.following import follows_in, live, remember
from notifications.services.kinds import ENTERED, KINDS, Kind, Reader, reader_of
from notifications.services.outbox import overtake
from notifications.services.sentences import story_of
from notifications.services.stories import Listener, Story, Text
from tavleya.actors import Role, Standing
from tavleya.permissions import allowed
from tournaments.access import IN_EVENTS
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.organisation import OrganisationRole

#: A notice that cannot be spread is tried again after so long, and for so long.
_PAUSE, _LONGEST = timedelta(minutes=5), timedelta(hours=6)

log = structlog.get_logger(__name__)


def spread_notices(now: datetime) -> Counter[str]:
    """Make the deliveries of every due notice; return their number by channel.

    A notice is replaced by its deliveries in one transaction, so that each subscriber gets exactly one message.
    """
    counts: Counter[str] = Counter()
    while (key := _next(now)) is not None:
        try:
            _spread_one(key, now, counts)
        except Exception:
            # A failing notice must not block the others.
            log.exception("notice_not_spread", notice=key)
            Notice.objects.filter(pk=key, made_at__lt=now - _LONGEST).delete()
            Notice.objects.filter(pk=key).update(due_at=now + _PAUSE)
    return counts


def _next(now: datetime) -> int | None:
    return (
        Notice.objects.filter(due_at__lte=now).order_by("due_at", "pk").values_list("pk", flat=True).first()
    )


@transaction.atomic
def _spread_one(key: int, now: datetime, made: Counter[str]) -> None:
    # Waiting for another sweep with the same notice is right: it is gone then.
    notice = Notice.objects.select_for_update(of=("self",)).filter(pk=key).select_related("event").first()
    if notice is None:
        return
    made.update(spread(notice, now))
    notice.delete()


def spread(notice: Notice, now: datetime, subscribed_by: datetime | None = None) -> Counter[str]:
    """Make the deliveries of a notice; return their number by channel.

    `subscribed_by`: later subscriptions do not receive it.
    """
    rows = list(_deliveries(notice, now, subscribed_by or now))
    if rows:
        tags = {row.tag for row in rows}
        overtake(Q(subscription__in=[row.subscription_id for row in rows], tag__in=tags))
        Delivery.objects.bulk_create(rows, batch_size=500)
    if notice.kind == ENTERED:
        remember(notice.event, int(notice.facts["player"]))
    return Counter(row.channel for row in rows)


def _deliveries(notice: Notice, now: datetime, subscribed_by: datetime) -> Iterator[Delivery]:
    story, kind = story_of(notice.kind, notice), KINDS[notice.kind]
    if story is None:
        return
    addresses: set[tuple[str, str]] = set()  # a follower of player and section gets the player's message
    data: dict[tuple[str, str, int], int] = {}  # a follower of player and person gets one message
    for to, text in _texts(_listeners(notice.event, kind, subscribed_by), story, notice.event):
        row = to.row
        address = (row.channel, row.address)
        if to.player_id is None and row.user_id is None and address in addresses:
            continue
        if to.player_id is not None and data.setdefault((*address, to.player_id), row.pk) != row.pk:
            continue
        addresses.add(address)
        yield _delivery(to, text, notice, kind, now)


def _listeners(event: Event, kind: Kind, subscribed_by: datetime) -> list[Listener]:
    """Return the subscribers of the kind that may receive it: subscriptions to own players first, to no player last."""
    rows = Subscription.objects.filter(event=event, ended_at=None, confirmed_at__isnull=False)
    listeners = [Listener(row, row.player_id) for row in rows.filter(made_at__lte=subscribed_by)]
    if Reader.PERSON in kind.readers and live().exists():
        players = follows_in(event)
        followers = live().filter(person__in=players, made_at__lte=subscribed_by)
        listeners += [Listener(row, players[row.person_id or 0]) for row in followers]
    wanted = [to for to in listeners if kind.code in to.row.kinds and reader_of(to.row) in kind.readers]
    officials = _officials(event, kind) if any(to.row.user_id for to in wanted) else set()
    wanted = [to for to in wanted if to.row.user_id is None or to.row.user_id in officials]
    return sorted(wanted, key=lambda to: (_rank(to), to.row.language, to.row.zone, to.row.pk))


def _rank(to: Listener) -> int:
    if to.row.own:
        return 0
    return 2 if to.player_id is None and to.row.user_id is None else 1


def _officials(event: Event, kind: Kind) -> set[int]:
    roles: dict[int, set[Role]] = {}
    organisation_roles = OrganisationRole.objects.filter(organisation__events=event).values_list(
        "user", "role"
    )
    for user, role in (
        *EventRole.objects.filter(event=event).values_list("user", "role"),
        *organisation_roles,
    ):
        roles.setdefault(user, set()).add(IN_EVENTS.get(role) or Role(role))
    action = kind.needs
    return {
        user for user, results in roles.items() if action and allowed(Standing(frozenset(results)), action)
    }


def _texts(listeners: Iterable[Listener], story: Story, event: Event) -> Iterator[tuple[Listener, Text]]:
    for (language, zone), group in groupby(listeners, key=lambda to: (to.row.language, to.row.zone)):
        with translation.override(language or settings.LANGUAGE_CODE), timezone.override(_zone(zone, event)):
            for to in group:
                for text in story(to):
                    yield to, text


def _zone(name: str, event: Event) -> ZoneInfo:
    return ZoneInfo(name) if name else event.zone


def _delivery(to: Listener, text: Text, notice: Notice, kind: Kind, now: datetime) -> Delivery:
    row = to.row
    due = due_at(row, notice.event, now, text.needed_by)
    return Delivery(
        event=notice.event,
        subscription=row,
        channel=row.channel,
        kind=kind.code,
        language=row.language,
        title=text.title,
        body=text.body,
        path=text.path,
        tag=_tag(to, notice.event_id, kind, text),
        urgent=kind.urgent,
        made_at=now,
        due_at=due,
        expires_at=due + kind.of_use,
    )


def _tag(to: Listener, event: int, kind: Kind, text: Text) -> str:
    """Return 24 letters that are equal for messages that replace one another."""
    of = f"{event}:{kind.code}:{text.subject}:{to.player_id}:{to.row.own}"
    return base64.urlsafe_b64encode(hashlib.sha256(of.encode()).digest()[:18]).decode()


def due_at(row: Subscription, event: Event, now: datetime, needed_by: datetime | None) -> datetime:
    """Return now, or the end of the current quiet hours, unless that would be too late."""
    start, end = row.quiet_from, row.quiet_to
    if start is None or end is None or start == end:
        return now
    instant = now.astimezone(_zone(row.zone, event))
    clock = instant.time()
    quiet = start <= clock < end if start < end else clock >= start or clock < end
    if not quiet:
        return now
    day = instant.date() if clock < end else instant.date() + timedelta(days=1)
    over = datetime.combine(day, end, tzinfo=instant.tzinfo)
    return now if needed_by is not None and needed_by <= over else over

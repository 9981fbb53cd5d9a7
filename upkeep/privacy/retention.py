"""Retention: a daily sweep deletes outdated data according to the settings."""

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from games.models.game import Game
from games.models.idempotency import IdempotencyKey
from games.models.photo import SheetPhoto
from games.services.photos import remove_files
from notifications.models.notifications import Delivery, Subscription
from notifications.models.webhooks import WebhookDelivery
from notifications.services.subscriptions import UNCONFIRMED
from tournaments.declarations import entered, uses
from tournaments.hooks import delete_old
from tournaments.models.access import Invitation
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.job import Job
from tournaments.models.player import Player
from tournaments.models.self_service import PlayerLink
from transfer.services.eventfile.jobs import forget_event_files
from upkeep.privacy.people import ended_on

log = structlog.get_logger(__name__)


def forget_old(now: datetime) -> dict[str, int]:
    """Delete the data whose retention has ended; return the number of rows by kind. Repeatable."""
    done = {name: _delete_expired(forget, getattr(settings, name), now) for name, forget in _SWEEPS.items()}
    log.info("old_data_forgotten", **{name.lower(): count for name, count in done.items()})
    return done


@transaction.atomic
def _delete_expired(forget: Callable[[datetime, int], int], days: int, now: datetime) -> int:
    return forget(now, days) if days else 0


def _over_for(days: int, now: datetime) -> list[int]:
    """Return the events that ended more than this many days ago."""
    latest = (now - timedelta(days=days)).date()
    maybe = Event.objects.filter(
        Q(ends_on__lt=latest) | Q(ends_on=None), created_at__lt=now - timedelta(days=days)
    )
    return [event.pk for event in maybe if ended_on(event) < latest]


def _links(now: datetime, days: int) -> int:
    return PlayerLink.objects.filter(player__event__in=_over_for(days, now)).delete()[0]


def _contacts(now: datetime, days: int) -> int:
    """Clear the contact data of players' entries, and delete entries of people who did not play."""
    over = _over_for(days, now)
    entries = Entry.objects.filter(section__event__in=over)
    count: int = entries.filter(player=None).delete()[0]
    alone = [Entry._meta.get_field(name) for name in entered(Entry) if name not in uses(Player)]
    empty = {field.name: field.get_default() for field in alone}  # type: ignore[union-attr]
    count += entries.exclude(**empty).update(**empty, reason="")
    past = Q(event__in=over) | Q(event=None, expires_at__lt=now - timedelta(days=days))
    return count + Invitation.objects.filter(past).exclude(email="").update(email="")


def _declarations(now: datetime, days: int) -> int:
    return delete_old("KEEP_DECLARATIONS_DAYS", _over_for(days, now))


def _photographs(now: datetime, days: int) -> int:
    games = Game.objects.filter(pairing__round__section__event__in=_over_for(days, now))
    return remove_files(SheetPhoto.objects.filter(game__in=games))


def _sign_ins(now: datetime, days: int) -> int:
    Session.objects.filter(expire_date__lt=now).delete()
    count: int = UserSession.objects.filter(last_seen_at__lt=now - timedelta(days=days)).delete()[0]
    return count


def _messages(now: datetime, days: int) -> int:
    before = now - timedelta(days=days)
    forget_event_files(Job.objects.filter(created_at__lt=before))
    count = IdempotencyKey.objects.filter(at__lt=before).delete()[0]
    count += WebhookDelivery.objects.filter(made_at__lt=before, next_at=None).delete()[0]
    count += Delivery.objects.filter(made_at__lt=before, due_at=None).delete()[0]
    return count + Job.objects.filter(finished_at__lt=before).exclude(payload=b"").update(payload=b"")


def _subscriptions(now: datetime, days: int) -> int:
    """Delete the subscriptions of old events, and at any time ended or unconfirmed ones."""
    ended = Q(ended_at__lt=now - timedelta(days=days))
    never = Q(confirmed_at=None, made_at__lt=now - UNCONFIRMED)
    rows = Subscription.objects.filter(Q(event__in=_over_for(days, now)) | ended | never)
    return rows.delete()[1].get("notifications.Subscription", 0)


_SWEEPS: dict[str, Callable[[datetime, int], int]] = {
    "KEEP_LINKS_DAYS": _links,
    "KEEP_CONTACTS_DAYS": _contacts,
    "KEEP_DECLARATIONS_DAYS": _declarations,
    "KEEP_PHOTOGRAPHS_DAYS": _photographs,
    "KEEP_SIGN_INS_DAYS": _sign_ins,
    "KEEP_MESSAGES_DAYS": _messages,
    "KEEP_SUBSCRIPTIONS_DAYS": _subscriptions,
}

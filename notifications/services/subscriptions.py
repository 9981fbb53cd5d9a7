"""Subscriptions: chosen by each person, confirmed before use, ended at any time."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet

from notifications.messages import say
from notifications.models import Channel, Subscription
from notifications.services import push
from notifications.services.audience import SHOWN, entered, together
from notifications.services.channels import WAYS
from notifications.services.kinds import Reader, chosen_for, kinds_for, reader_of
from notifications.services.outbox import (
    digest_of,
    end,
    queue_confirmation,
    subscription_by_confirm_token,
    subscription_by_stop_token,
)
from tavleya import languages
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.event import Event
from tournaments.models.player import Person, Player
from tournaments.models.section import Section
from tournaments.services.shared import lock_event

MOST_OF_SUBJECT = 10  # of one player's own, or of one official
MOST_OF_ADDRESS = 60  # subjects that one device follows in an event, and persons
MOST_OF_EVENT = 50_000
#: Unconfirmed addresses are deleted after this time.
UNCONFIRMED = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of subscriptions.

    A player's or an official's own messages or a follower's, in one `event`; or those of a follower of a `person`, in
    all public events.
    """

    event: Event | None
    section: Section | None = None
    player: Player | None = None
    user_id: int | None = None
    own: bool = False
    person: Person | None = None

    @classmethod
    def of(cls, row: Subscription) -> Subject:
        return cls(row.event, row.section, row.player, row.user_id, row.own, row.person)

    @property
    def private(self) -> bool:
        """Whether the reader sees all addresses, which share one choice. Followers see only their device."""
        return self.own or self.user_id is not None

    @property
    def reader(self) -> Reader:
        return reader_of(self.person.pk if self.person else None, self.user_id, own=self.own)

    @property
    def rows(self) -> QuerySet[Subscription]:
        """The active subscriptions, confirmed or not; for a person also those of joined persons."""
        if self.person is not None:
            return Subscription.objects.filter(person__in=together(self.person), ended_at=None)
        rows = Subscription.objects.filter(
            event=self.event, section=self.section, player=self.player, user=self.user_id, own=self.own
        )
        return rows.filter(ended_at=None)

    def digest(self, channel: str, address: str) -> str:
        row = Subscription(event=self.event, section=self.section, player=self.player, person=self.person)
        row.user_id, row.own, row.channel, row.address = self.user_id, self.own, channel, address
        return digest_of(row)


@dataclass(frozen=True, slots=True)
class Choice:
    """The choices of a subscription. `zone` is empty for the event's; no quiet hours if both are None."""

    kinds: Sequence[str]
    language: str
    zone: str = ""
    quiet_from: time | None = None
    quiet_to: time | None = None


def choice_of(subject: Subject, language: str) -> Choice:
    """Return the last choice, or the default."""
    row = subject.rows.order_by("-pk").first() if subject.private else None
    if row is None:
        return Choice(chosen_for(subject.reader), language)
    return Choice(row.kinds, row.language, row.zone, row.quiet_from, row.quiet_to)


@transaction.atomic
def subscribe(
    *,
    actor: Actor,
    now: datetime,
    subject: Subject,
    channel: str,
    choice: Choice,
    address: str = "",
    keys: Mapping[str, str] | None = None,
    confirmed: bool = False,
) -> Subscription:
    """Subscribe an address to the subject, or change its choice.

    An email address receives a confirmation email, and no other message until its owner has opened the link in it,
    unless it is `confirmed` already (an official's, by their account). The bot adds a Telegram chat later. All
    addresses of a private subject share one choice; that of a follower's confirmed address stays until it is stopped.

    Raises: NotPermitted ("not_your_notifications"); BadInput ("bad_address", "not_a_push_service", "unknown_kind",
    "unknown_zone", "channel_off"); NotFound ("no_such_event", "no_such_player"); Conflict ("too_many_addresses").
    """
    event = _lock_subject(subject)
    _require_own(actor, subject, event)
    _check_choice(subject, choice)
    address = _checked_address(channel, address, keys or {})
    if subject.person is not None and channel != Channel.PUSH:
        raise BadInput(say("channel_off"), field="channel")  # a letter belongs to an event
    row = Subscription.objects.filter(digest=subject.digest(channel, address)).first()
    letters = channel == Channel.EMAIL and not subject.private
    if letters and row is not None and row.confirmed_at is not None and row.ended_at is None:
        return row  # a stranger who knows the address cannot change its owner's choice
    if row is None or row.ended_at is not None:
        _check_room(subject, channel, address)
    row = row or Subscription(digest=subject.digest(channel, address), made_at=now)
    if subject.person is not None and (row._state.adding or row.ended_at is not None):
        row.players_told = entered(subject.person)  # the page that is followed shows these entries
    if row.ended_at is not None:
        row.ended_at, row.ended_because, row.confirmed_at = None, "", None
    row.event, row.section, row.player, row.person = event, subject.section, subject.player, subject.person
    row.user_id, row.own, row.channel, row.address = subject.user_id, subject.own, channel, address
    row.keys = {name: (keys or {}).get(name, "") for name in ("p256dh", "auth")} if keys else {}
    if channel == Channel.PUSH or confirmed:
        row.confirmed_at = row.confirmed_at or now
    _set(row, choice)
    row.save()
    if channel == Channel.EMAIL and row.confirmed_at is None:
        queue_confirmation(row, now)
    if subject.private:
        _choose(subject, choice)
    return row


@transaction.atomic
def choose_notifications(*, actor: Actor, now: datetime, subject: Subject, choice: Choice) -> int:
    """Change the choice of a private subject; return the number of addresses. Raises: the errors of `subscribe`."""
    if not subject.private:  # each follower has their own choice
        raise NotPermitted(say("not_your_notifications"))
    _require_own(actor, subject, _lock_subject(subject))
    _check_choice(subject, choice)
    return _choose(subject, choice)


@transaction.atomic
def unsubscribe(*, actor: Actor, now: datetime, subject: Subject, which: Q) -> int:
    """End subscriptions of the subject. Repeatable. Raises: NotPermitted ("not_your_notifications")."""
    event = _lock_subject(subject)
    if subject.person is None:  # a person hidden since then may still be unfollowed
        _require_own(actor, subject, event)
    keys = list(subject.rows.filter(which).values_list("pk", flat=True))
    return end(Q(pk__in=keys), "asked", now)


@transaction.atomic
def stop_by_link(*, now: datetime, token: str) -> Subscription:
    """End the subscription of a message's link, for a person in all events.

    Repeatable.
    Raises: NotFound ("bad_link").
    """
    row = subscription_by_stop_token(token)
    if row is None:
        raise NotFound(say("bad_link"))
    end(Q(pk=row.pk), "asked", now)
    if row.person is not None:  # the device may follow another person joined to this one
        same = Subject.of(row).rows.filter(channel=row.channel, address=row.address)
        end(Q(pk__in=list(same.values_list("pk", flat=True))), "asked", now)
    return row


@transaction.atomic
def confirm_by_link(*, now: datetime, token: str) -> Subscription:
    """Confirm an address. Raises: NotFound ("bad_link"), also for an ended subscription."""
    row = subscription_by_confirm_token(token)
    if row is None or row.ended_at is not None or row.channel != Channel.EMAIL:
        raise NotFound(say("bad_link"))
    Subscription.objects.filter(pk=row.pk, confirmed_at=None).update(confirmed_at=now)
    return row


@transaction.atomic
def name_chat(*, now: datetime, secret: str, chat: str) -> Subscription | None:
    """Set the chat in which a user opened the bot by our link; return None for an invalid link."""
    row = subscription_by_confirm_token(secret)
    if row is None or row.ended_at is not None or row.channel != Channel.TELEGRAM:
        return None
    if row.confirmed_at is not None:
        return row
    Subject.of(row).rows.filter(channel=row.channel, address=chat).exclude(pk=row.pk).delete()
    # The link's own digest stays, so that Telegram may tell of it twice.
    row.address, row.confirmed_at = chat, now
    row.save()
    return row


@transaction.atomic
def renew_device(*, now: datetime, address: str, auth: str, new: str, keys: Mapping[str, str]) -> int:
    """Move a browser's subscriptions from the endpoint `address` to the endpoint `new`, after its push service changed

    it.

    `auth` is the secret of the old endpoint, which only the browser knows. Subscriptions that the push service ended
    because the old endpoint was gone are active again, those that their owner ended are not. Returns the number of
    subscriptions at the new endpoint. Repeatable.
    Raises: NotFound ("bad_link"); BadInput ("not_a_push_service").
    """
    new_address = _checked_address(Channel.PUSH, new, keys)
    rows = Subscription.objects.select_for_update(of=("self",)).filter(channel=Channel.PUSH, address=address)
    alive = rows.filter(Q(ended_at=None) | Q(ended_because__startswith="answered "))
    subscriptions = [
        row for row in alive if auth and hmac.compare_digest(row.keys.get("auth", "").encode(), auth.encode())
    ]
    for row in subscriptions:
        _move(row, new_address, keys, now)
    target = Subscription.objects.filter(channel=Channel.PUSH, address=new_address, ended_at=None)
    count: int = sum(row.keys.get("auth") == keys["auth"] for row in target)
    if not count:
        raise NotFound(say("bad_link"))
    return count


def forget_subscriptions(events: Collection[int], now: datetime, before: datetime) -> int:
    """Delete the subscriptions of old events, and at any time those ended before, and unconfirmed ones."""
    never = Q(confirmed_at=None, made_at__lt=now - UNCONFIRMED)
    rows = Subscription.objects.filter(Q(event__in=events) | Q(ended_at__lt=before) | never)
    return rows.delete()[1].get("notifications.Subscription", 0)


def forget_subscriptions_to_missing(event: Event) -> None:
    """Delete the subscriptions to sections and players that were deleted elsewhere."""
    rows = Subscription.objects.filter(event=event)
    rows.filter(section__isnull=False).exclude(section__in=event.sections.values("pk")).delete()
    rows.filter(player__isnull=False).exclude(player__in=event.players.values("pk")).delete()


def _move(row: Subscription, address: str, keys: Mapping[str, str], now: datetime) -> None:
    digest = Subject.of(row).digest(row.channel, address)
    if row.address != address and Subscription.objects.filter(digest=digest).exists():
        end(Q(pk=row.pk), "renewed", now)  # the browser's page was first
        return
    row.address, row.digest = address, digest
    row.keys = {name: keys[name] for name in ("p256dh", "auth")}
    row.ended_at, row.ended_because = None, ""
    row.save()


def _lock_subject(subject: Subject) -> Event | None:
    """Lock the event or the person of the subject."""
    if subject.event is not None:
        return lock_event(subject.event.pk)
    if subject.person is not None:
        Person.objects.select_for_update(no_key=True).filter(pk=subject.person.pk).first()
    return None


def _require_own(actor: Actor, subject: Subject, event: Event | None) -> None:
    if event is None:
        if not Player.objects.filter(SHOWN, person=subject.person).exists():
            raise NotFound(say("no_such_player"))
    elif subject.user_id is not None:
        require(actor, event, Action.SEE_DESK)
        if actor.user_id != subject.user_id:
            raise NotPermitted(say("not_your_notifications"))
    elif subject.own:
        if subject.player is None or actor.player_id != subject.player.pk:
            raise NotPermitted(say("not_your_notifications"))
    elif not event.published:
        raise NotFound(say("no_such_event"))


def _checked_address(channel: str, address: str, keys: Mapping[str, str]) -> str:
    """Return the address as stored."""
    if channel not in WAYS or not WAYS[channel].ready():
        raise BadInput(say("channel_off"), field="channel")
    if channel == Channel.TELEGRAM:
        return f"link:{secrets.token_urlsafe(16)}"
    text = address.strip()
    if channel == Channel.PUSH:
        if len(text) > 1000 or not push.is_service(text) or not push.good_keys(dict(keys)):
            raise BadInput(say("not_a_push_service"), field="endpoint")
        return text
    try:
        validate_email(text)
    except ValidationError:
        raise BadInput(say("bad_address"), field="email") from None
    return text


def _check_choice(subject: Subject, choice: Choice) -> None:
    codes = {kind.code for kind in kinds_for(subject.reader)}
    if not choice.kinds or not set(choice.kinds) <= codes:
        raise BadInput(say("unknown_kind"), field="kinds")
    if choice.zone and choice.zone not in available_timezones():
        raise BadInput(say("unknown_zone"), field="zone")


def _check_room(subject: Subject, channel: str, address: str) -> None:
    rows = Subscription.objects.filter(event=subject.event, ended_at=None)
    if subject.person is not None:
        rows = rows.filter(Q(person=subject.person) | Q(channel=channel, address=address))
    of_address = rows.filter(channel=channel, address=address).count()
    of_subject = subject.rows.count() if subject.private else 0
    if of_subject >= MOST_OF_SUBJECT or of_address >= MOST_OF_ADDRESS or rows.count() >= MOST_OF_EVENT:
        raise Conflict(say("too_many_addresses"))


def _set(row: Subscription, choice: Choice) -> None:
    row.kinds = sorted(set(choice.kinds))
    row.language = choice.language if choice.language in languages.codes() else languages.DEFAULT
    row.zone = choice.zone
    both = choice.quiet_from is not None and choice.quiet_to is not None
    row.quiet_from, row.quiet_to = (choice.quiet_from, choice.quiet_to) if both else (None, None)


def _choose(subject: Subject, choice: Choice) -> int:
    rows = list(subject.rows)
    for row in rows:
        _set(row, choice)
    Subscription.objects.bulk_update(rows, ["kinds", "language", "zone", "quiet_from", "quiet_to"])
    return len(rows)

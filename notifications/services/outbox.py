"""The outbox: emails rendered when they are sent, and messages that newer ones replace."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from notifications.models import Channel, Delivery, Subscription
from notifications.services.kinds import CONFIRM, ENTRY, MOVED_UP, RECEIPT
from tavleya.hooks import QuestionByKind
from tournaments.models.entry import Entry
from tournaments.services.jobs import SEND_EMAIL, sweep_soon

#: A letter that could not be sent for so long is given up.
LETTER_OF_USE = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of an email that is rendered when it is sent."""

    address: str
    title: str
    body: str


#: The letter of a kind, written when it is sent: it says what holds then.  None: there is nothing to say any more.
letter_of: QuestionByKind[[Delivery], Letter | None] = QuestionByKind(None)


def queue_entry_letter(entry: Entry, now: datetime, kind: str = ENTRY) -> None:
    """Queue an email about a saved entry, `ENTRY`, `MOVED_UP` or `RECEIPT`, replacing a queued one on its subject."""
    if not entry.email or not settings.SENDS_EMAIL:
        return
    overtake(Q(entry=entry, kind__in=[RECEIPT] if kind == RECEIPT else [ENTRY, MOVED_UP]))
    event_id = entry.section.event_id
    _queue_letter(Delivery(event_id=event_id, entry=entry, kind=kind, language=entry.language), now)


def queue_confirmation(row: Subscription, now: datetime) -> None:
    """Queue the confirmation email to the owner of an address."""
    assert row.event_id is not None  # persons are followed by devices, which need no letter
    overtake(Q(subscription=row, kind=CONFIRM))
    _queue_letter(Delivery(event_id=row.event_id, subscription=row, kind=CONFIRM, language=row.language), now)


def _queue_letter(row: Delivery, now: datetime) -> None:
    row.channel, row.made_at, row.due_at = Channel.EMAIL, now, now
    row.expires_at = now + LETTER_OF_USE
    row.language = row.language or settings.LANGUAGE_CODE
    row.save()
    sweep_soon(SEND_EMAIL)


def overtake(condition: Q) -> None:
    """Drop the queued messages of these, which newer ones replace."""
    drop(condition, "overtaken")


def drop(condition: Q, reason: str) -> None:
    rows = Delivery.objects.filter(condition, state=Delivery.State.QUEUED)
    rows.update(state=Delivery.State.DROPPED, due_at=None, problem=reason)


def failed_letters(entries: Collection[int]) -> set[int]:
    """Return the entries whose newest email failed."""
    rows = Delivery.objects.filter(entry__in=entries).order_by("pk")
    newest = dict(rows.values_list("entry", "state"))
    return {entry for entry, state in newest.items() if entry and state == Delivery.State.FAILED}

"""What Celery does for messages to people and to other programs."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.utils import timezone

from notifications.models.notifications import Channel
from notifications.services.due_lines import spread_due
from notifications.services.hearing import hear_bot
from notifications.services.sending import send_due as send_messages
from notifications.services.webhooks.sending import send_due
from tournaments.services.queue import SEND_EMAIL, SEND_PUSH, SEND_TELEGRAM, sweep_soon

log = structlog.get_logger(__name__)

#: The task that sends what waits for a channel.
_SENDERS: dict[str, str] = {
    Channel.EMAIL: SEND_EMAIL,
    Channel.PUSH: SEND_PUSH,
    Channel.TELEGRAM: SEND_TELEGRAM,
}


@shared_task
def send_due_webhooks() -> int:
    """Send what waits for other programs; returns how many messages arrived."""
    arrived = send_due(timezone.now())
    if arrived:
        log.info("webhooks_sent", arrived=arrived)
    return arrived


@shared_task
def spread_notices() -> int:
    """Make of what has happened a message for each who wants to be told; returns how many."""
    made = spread_due(timezone.now())
    for channel in made:
        sweep_soon(_SENDERS[channel])
    if made:
        log.info("notices_spread", **made)
    return sum(made.values())


@shared_task
def send_email() -> int:
    """Send the letters and notifications that are due; returns how many went out."""
    return _send_messages(Channel.EMAIL)


@shared_task
def send_push() -> int:
    """Send what is due to browsers; returns how many messages were taken."""
    return _send_messages(Channel.PUSH)


@shared_task
def send_telegram() -> int:
    """Hear who has opened the bot, and send what is due to chats; returns how many messages went out."""
    hear_bot(timezone.now())
    return _send_messages(Channel.TELEGRAM)


def _send_messages(channel: str) -> int:
    sent = send_messages(channel, timezone.now())
    if sent:
        log.info("messages_sent", channel=channel, messages=sent)
    return sent

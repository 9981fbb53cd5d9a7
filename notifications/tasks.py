"""Celery tasks for messages to people and to other programs."""

import structlog
from celery import shared_task
from django.utils import timezone

from notifications.models import Channel
from notifications.services.due_lines import spread_due
from notifications.services.outbox import SEND_EMAIL, SEND_PUSH, SEND_TELEGRAM
from notifications.services.sending import hear_bot
from notifications.services.sending import send_due as send_messages
from notifications.services.webhooks import send_due
from tournaments.services.jobs import sweep_soon

log = structlog.get_logger(__name__)

#: The sending task of each channel.
_SENDERS: dict[str, str] = {Channel.EMAIL: SEND_EMAIL, Channel.PUSH: SEND_PUSH, Channel.TELEGRAM: SEND_TELEGRAM}


@shared_task
def send_due_webhooks() -> int:
    """Send due webhook messages; return the number that arrived."""
    arrived = send_due(timezone.now())
    if arrived:
        log.info("webhooks_sent", arrived=arrived)
    return arrived


@shared_task
def spread_notices() -> int:
    """Make the messages of due lines and notices, and return their number."""
    counts = spread_due(timezone.now())
    for channel in counts:
        sweep_soon(_SENDERS[channel])
    if counts:
        log.info("notices_spread", **counts)
    return sum(counts.values())


@shared_task
def send_email() -> int:
    """Send due letters and notifications and return the number of accepted messages."""
    return _send_messages(Channel.EMAIL)


@shared_task
def send_push() -> int:
    """Send due messages to browsers and return the number of accepted messages."""
    return _send_messages(Channel.PUSH)


@shared_task
def send_telegram() -> int:
    """Read the bot's updates and send due messages to chats; return the number of messages sent."""
    hear_bot(timezone.now())
    return _send_messages(Channel.TELEGRAM)


def _send_messages(channel: str) -> int:
    sent = send_messages(channel, timezone.now())
    if sent:
        log.info("messages_sent", channel=channel, messages=sent)
    return sent

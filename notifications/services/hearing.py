"""Who has opened the bot of Telegram by a link of ours is told there from then on."""

from __future__ import annotations

from datetime import datetime
from http.client import HTTPException

import structlog

from notifications.services.channels import telegram
from notifications.services.subscriptions import name_chat
from notifications.services.webhooks.transport import INTERNET, AddressRefused, Outside

log = structlog.get_logger(__name__)


def hear_bot(now: datetime, outside: Outside = INTERNET) -> int:
    """Ask the bot what it was told; returns how many chats were named.  While Telegram is away nothing is lost."""
    if not telegram.ready():
        return 0
    named = 0
    try:
        for start in telegram.hear(outside):
            named += name_chat(now=now, secret=start.secret, chat=start.chat) is not None
    except (OSError, ValueError, HTTPException, AddressRefused) as problem:
        log.warning("bot_not_heard", problem=type(problem).__name__)
    return named

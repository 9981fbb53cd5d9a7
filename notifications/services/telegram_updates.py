"""Users who open the Telegram bot by our link receive messages in that chat."""

from datetime import datetime

import structlog

from accounts.http_client import INTERNET, HttpClient, RequestFailed
from notifications.services.channels import telegram
from notifications.services.subscriptions import name_chat

log = structlog.get_logger(__name__)


def hear_bot(now: datetime, http: HttpClient = INTERNET) -> int:
    """Read the bot's updates and return the number of chats linked. No update is lost while Telegram is down."""
    if not telegram.ready():
        return 0
    named = 0
    try:
        for start in telegram.hear(http):
            named += name_chat(now=now, secret=start.secret, chat=start.chat) is not None
    except (RequestFailed, ValueError) as problem:
        log.warning("bot_not_heard", problem=type(problem).__name__)
    return named

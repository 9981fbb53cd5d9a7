"""The channels by which messages go out, one record for each; email by the server of Django's settings."""

import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from types import MappingProxyType
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from accounts.http_client import HttpClient
from notifications.models import Channel
from notifications.services import push, telegram
from notifications.services.push import TAKEN, Outcome, Outgoing, Transport, not_tried
from tavleya.messages import N_

#: While the server is away.
_PAUSE = timedelta(minutes=1)
#: Replies for a missing mailbox (RFC 5321, 4.2; 521, 556: the host accepts no mail).
_NO_MAILBOX = frozenset({521, 550, 551, 553, 556})


def sends_email() -> bool:
    return bool(settings.SENDS_EMAIL)


def can_follow(person: bool = False) -> bool:
    """Return whether visitors can be notified, on devices or by e-mail; of a `person` only on devices."""
    return push.ready() or (sends_email() and not person)


def send_email(
    messages: Sequence[Outgoing], http: HttpClient, now: datetime, last_start: float
) -> Iterator[tuple[int, Outcome]]:
    connection: BaseEmailBackend = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException) as error:
        yield from not_tried(messages, f"no connection: {type(error).__name__}", _PAUSE)
        return
    try:
        for index, message in enumerate(messages):
            if time.monotonic() > last_start:
                yield from not_tried(messages[index:], "no time left", timedelta())
                return
            yield message.number, _send_one(message, connection)
    finally:
        connection.close()


def _send_one(message: Outgoing, connection: BaseEmailBackend) -> Outcome:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {"Message-ID": f"<{message.key}@{host}>", "Auto-Submitted": "auto-generated"}
    body = message.body
    if message.url:
        body += f"\n\n{message.url}"
    if message.stop_url:
        # RFC 8058: programs that read mail ask this address by themselves when their reader presses "unsubscribe".
        headers["List-Unsubscribe"] = f"<{message.stop_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        body += f"\n\n-- \n{message.stop_url}"
    letter = EmailMessage(
        " ".join(message.title.split()), f"{body}\n", to=[message.address], headers=headers, connection=connection
    )
    try:
        letter.send()
    except SMTPRecipientsRefused as error:
        return _refusal_outcome(*next(iter(error.recipients.values())))
    except SMTPResponseException as error:
        return _refusal_outcome(error.smtp_code, error.smtp_error)
    except (OSError, SMTPException, ValueError) as error:
        return Outcome(type(error).__name__, again=timedelta())
    return TAKEN


def _refusal_outcome(code: int, text: bytes | str) -> Outcome:
    words = text.decode(errors="replace") if isinstance(text, bytes) else text
    problem = f"{code} {' '.join(words.split())}"
    if code in _NO_MAILBOX:
        return Outcome(problem, gone=True)
    # Other 5xx answers are about the letter or about us; only 4xx ask to come again.
    return Outcome(problem, again=timedelta() if code < 500 else None)


WAYS: Mapping[str, Transport] = MappingProxyType(
    {
        Channel.PUSH: Transport(Channel.PUSH, N_("Notification on the device"), push.ready, push.send),
        Channel.EMAIL: Transport(Channel.EMAIL, N_("E-mail"), sends_email, send_email),
        Channel.TELEGRAM: Transport(Channel.TELEGRAM, N_("Telegram"), telegram.ready, telegram.send),
    }
)

"""The Telegram bot: send messages and read updates (`Bot API`, sendMessage and getUpdates)."""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from accounts.http_client import AddressRefused, Connection, HttpClient, Limits, Request, RequestFailed, Response
from notifications.services.push import TAKEN, Outcome, Outgoing, not_tried

_API = "https://api.telegram.org"
_SOON = timedelta()
#: A truncated response is not valid JSON, and its updates would be requested forever. A hundred of the longest texts
#: are 1.6 MB, with JSON escapes 2.4 MB.
_LIMITS = Limits(size=4 * 1024**2)
_START = re.compile(r"/start(?:@\w+)? ([A-Za-z0-9_-]{16,64})\s*\Z")


def ready() -> bool:
    return bool(settings.TELEGRAM_TOKEN and settings.TELEGRAM_BOT)


def send(
    messages: Sequence[Outgoing], http: HttpClient, now: datetime, last_start: float
) -> Iterator[tuple[int, Outcome]]:
    connection = Connection(http)
    try:
        for index, message in enumerate(messages):
            if time.monotonic() > last_start:
                yield from not_tried(messages[index:], "no time left", _SOON)
                return
            outcome = _send_one(connection, message)
            yield message.number, outcome
            if outcome.again is not None:
                yield from not_tried(messages[index + 1 :], outcome.problem, outcome.again)
                return
    finally:
        connection.close()


def _send_one(connection: Connection, message: Outgoing) -> Outcome:
    text = "\n".join(part for part in (message.title, message.body, message.url, message.stop_url) if part)
    values = {
        "chat_id": message.address,
        "text": text[:4000],
        "disable_notification": not message.urgent,
        "link_preview_options": {"is_disabled": True},
    }
    try:
        response = _call(connection, "sendMessage", values)
    except AddressRefused as error:
        return Outcome(str(error))
    except RequestFailed as error:
        return Outcome(error.kind, again=_SOON)
    return judge(response)


def judge(answer: Response) -> Outcome:
    """Return the outcome: 403 if the reader blocked the bot, 400 for a deleted chat, 429 with the time to retry."""
    if answer.status == 200:
        return TAKEN
    data = _read(answer)
    problem = f"answered {answer.status}"
    words = str(data.get("description", ""))
    if answer.status == 403 or (answer.status == 400 and "chat not found" in words.lower()):
        return Outcome(problem, gone=True)
    if answer.status == 429 or answer.status >= 500:
        parameters = data.get("parameters")
        pause = parameters.get("retry_after", 0) if isinstance(parameters, dict) else 0
        return Outcome(problem, again=timedelta(seconds=pause if isinstance(pause, int) else 0))
    return Outcome(problem)


@dataclass(frozen=True, slots=True)
class Start:
    """A user who opened the bot by our link: the secret of the link, and their chat."""

    secret: str
    chat: str


def hear(http: HttpClient) -> Iterator[Start]:
    """Yield the links opened since; yielded ones are acknowledged to Telegram with the next request.

    Raises: RequestFailed.
    """
    connection, offset = Connection(http), 0
    try:
        while True:
            common = {"timeout": 0, "limit": 100, "allowed_updates": ["message"]}
            response = _call(connection, "getUpdates", {**common, **({"offset": offset} if offset else {})})
            updates = _read(response).get("result")
            if response.status != 200 or not isinstance(updates, list) or not updates:
                return
            for update in updates:
                offset = max(offset, int(update["update_id"]) + 1)
                message = update.get("message") or {}
                match = _START.match(str(message.get("text", "")))
                chat = message.get("chat") or {}
                if match and chat.get("type") == "private":
                    yield Start(match.group(1), str(chat["id"]))
    finally:
        connection.close()


def _call(connection: Connection, method: str, values: Mapping[str, object]) -> Response:
    body = json.dumps(values).encode()
    url = f"{_API}/bot{settings.TELEGRAM_TOKEN}/{method}"
    return connection.send(Request(url=url, headers={"Content-Type": "application/json"}, body=body, limits=_LIMITS))


def _read(response: Response) -> Mapping[str, object]:
    try:
        data = json.loads(response.body)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}

"""Interface of a channel: the message and the outcome of sending it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.http_client import HttpClient


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message for a channel. `number` is its delivery's, `key` the same in every attempt.

    `url` is its page; `stop_url` ends such messages (None for emails that cannot be ended). `ttl`: seconds until it
    expires.
    """

    number: int
    key: str
    address: str
    title: str
    body: str
    url: str = ""
    stop_url: str = ""
    tag: str = ""
    urgent: bool = False
    ttl: int = 0
    language: str = ""
    keys: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of sending a message; without `again`, `gone` and `problem` it was accepted.

    `again`: time until the next attempt. `gone`: the address no longer accepts messages. `tried` is False if the
    message was not sent because the server is down: that does not count as an attempt.
    """

    problem: str = ""
    again: timedelta | None = None
    gone: bool = False
    tried: bool = True

    @property
    def done(self) -> bool:
        return not self.problem


TAKEN = Outcome()


@dataclass(frozen=True, slots=True)
class Transport:
    """A channel: whether this installation has it, and how messages are sent.

    `send` yields the number of each message with its outcome as they come, starts none after `last_start` (by
    `time.monotonic`), and does not use the database.
    """

    code: str
    name: str
    ready: Callable[[], bool]
    send: Callable[[Sequence[Outgoing], HttpClient, datetime, float], Iterator[tuple[int, Outcome]]]


def not_tried(messages: Iterable[Outgoing], problem: str, pause: timedelta) -> Iterator[tuple[int, Outcome]]:
    for message in messages:
        yield message.number, Outcome(problem, again=pause, tried=False)

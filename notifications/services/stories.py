"""What a happening says to whom, in parts: a listener, a text, and the story that makes the one for the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from notifications.models.notifications import Subscription


@dataclass(frozen=True, slots=True)
class Text:
    """One message.  `subject` is what a newer one replaces it by; `path` the page of what is told.

    `needed_by`: it is of no use later, and so does not wait for the end of quiet hours that last longer.
    """

    title: str
    body: str
    path: str
    subject: str
    needed_by: datetime | None = None


@dataclass(frozen=True, slots=True)
class Listener:
    """A subscription, and the player of the event that it is about: of a person, who that is here."""

    row: Subscription
    player_id: int | None


#: For one who listens, the messages of a happening: none where it says nothing to them.
Story = Callable[[Listener], Iterable[Text]]

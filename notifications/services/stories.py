"""Parts of a message: the listener, the text, and the story that makes texts for a listener."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from notifications.models.notifications import Subscription


@dataclass(frozen=True, slots=True)
class Text:
    """One message. A newer message with the same `subject` replaces it; `path` is its page.

    `needed_by`: it is useless later, so it does not wait for longer quiet hours.
    """

    title: str
    body: str
    path: str
    subject: str
    needed_by: datetime | None = None


@dataclass(frozen=True, slots=True)
class Listener:
    """A subscription, and the player of the event that it is about; for a person, their player here."""

    row: Subscription
    player_id: int | None


#: The messages for one listener, possibly none.
Story = Callable[[Listener], Iterable[Text]]

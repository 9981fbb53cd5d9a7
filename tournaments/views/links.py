"""Pages of higher floors that an event's public page leads to: they register here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.models.event import Event


@dataclass(frozen=True, slots=True)
class Link:
    name: str
    url: str


class EventLinks:
    """Asks each floor for its page of an event; None where it has none yet."""

    def __init__(self) -> None:
        self._makers: list[Callable[[Event], Link | None]] = []

    def register(self, maker: Callable[[Event], Link | None]) -> None:
        if maker not in self._makers:
            self._makers.append(maker)

    def __call__(self, event: Event) -> list[Link]:
        return [link for maker in self._makers if (link := maker(event)) is not None]


event_links = EventLinks()

"""The subject of a data request: an account with its players, or players known to be one person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db.models import Max, Q

from accounts.models import User
from tournaments.models.access import EventRole
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.player import Player

_SHORTEST = 3  # letters of a name that is looked for in texts
_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Person:
    """An account, if there is one, and the person's rows as a player, one for each event."""

    user: User | None
    players: tuple[Player, ...]

    @property
    def name(self) -> str:
        return self.user.shown_name if self.user else self.players[0].full_name

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the person in records and logs (`Actor.key`)."""
        own = (f"user:{self.user.pk}",) if self.user else ()
        return (*own, *(f"player:{player.pk}" for player in self.players))

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event that the person plays in, has a role in or has done something in, by their keys."""
        condition = Q(pk__in=[player.event_id for player in self.players])
        if self.user is not None:
            condition |= Q(pk__in=EventRole.objects.filter(user=self.user).values("event"))
            condition |= Q(pk__in=Log.objects.filter(actor=f"user:{self.user.pk}").values("event"))
        return tuple(Event.objects.filter(condition).order_by("pk"))


def person_of(user: User) -> Person:
    return Person(user, tuple(Player.objects.filter(user=user, erased_at=None).select_related("event")))


def names_of(player: Player) -> Names:
    """Return every form of the player's name in texts, the longest first."""
    name = player.name
    first = " ".join(part for part in (name.given, name.patronymic) if part)
    forms = {name.listed, name.full, *player.names.values()}
    forms |= {f"{first} {name.family}", f"{name.given} {name.family}", f"{name.family} {name.given}"}
    return _longest_first(form.strip() for form in forms)


def names_of_account(user: User) -> Names:
    return _longest_first([user.shown_name, user.username])


def _longest_first(forms: Iterable[str]) -> Names:
    long_enough = {form for form in forms if len(form) >= _SHORTEST}
    return Names(sorted(long_enough, key=lambda form: (-len(form), form)))


class Names:
    """Finds the names of one person in texts, as whole words.

    A name of one word may also be a word of the program or the language: it is case-sensitive, and in a value that is
    not a sentence (`value`) it must be the whole value.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.all = tuple(names)
        phrases = [re.escape(name) for name in self.all if " " in name]
        words = [re.escape(name) for name in self.all if " " not in name]
        self._phrases = re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE) if phrases else _NOTHING
        self._words = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)") if words else _NOTHING

    def replaced(self, text: str, instead: str, *, value: bool = False) -> str:
        """Return the text with `instead` for each of the names."""
        text = self._phrases.sub(instead, text)
        if value:
            return instead if self._words.fullmatch(text) else text
        return self._words.sub(instead, text)


def free_on(event: Event) -> date:
    """Return the day from which the event needs no names: `ERASURE_HOLD_DAYS` after its end.

    Without dates, the last act on it counts as its end.
    """
    return ended_on(event) + timedelta(days=settings.ERASURE_HOLD_DAYS)


def ended_on(event: Event) -> date:
    """Return the event's last day by its clock."""
    if event.ends_on or event.starts_on:
        return event.ends_on or event.starts_on  # type: ignore[return-value]
    last: datetime = Log.objects.filter(event=event).aggregate(at=Max("at"))["at"] or event.created_at
    return last.astimezone(event.zone).date()


def held_until(events: Sequence[Event], now: datetime) -> tuple[Event, date] | None:
    """Return the event that needs names the longest, and the day after which it does not; None if no event does.

    Rehearsals and deleted events do not.
    """
    real = [item for item in events if not item.rehearsal and item.deleted_at is None]
    holds = [(free_on(item), item) for item in real if free_on(item) > now.astimezone(item.zone).date()]
    if not holds:
        return None
    day, event = max(holds, key=lambda item: (item[0], item[1].pk))
    return event, day

"""What hangs on rows of an event and stays here while it is away: who its players are elsewhere, who is told of them.

The file knows nothing of either, and a player whose row the other machine changed is made anew when the event is back.
"""

from __future__ import annotations

from datetime import datetime

from notifications.models.notifications import Subscription
from people.services.persons.forgetting import forget_player
from people.services.persons.showing import settle
from tournaments.models.event import Event
from tournaments.models.player import Player

#: By players, their person.
Persons = dict[int, int]


def persons_of(event: Event) -> Persons:
    """Before rows are taken out."""
    rows = Player.objects.filter(event=event, person__isnull=False)
    return dict(rows.values_list("pk", "person"))


def stay(event: Event, persons: Persons, now: datetime) -> None:
    """After the rows are there again: players are who they were, and what is of rows that are gone goes too.

    A wish to have no public page is the person's, so it holds whenever it was said.
    """
    there = {one.pk: one for one in event.players.filter(pk__in=persons)}
    for key, person in persons.items():
        player = there.get(key)
        if player is None or player.erased_at is not None:
            forget_player(player or Player(pk=key, person_id=person, event=event))
        elif player.person_id != person:
            Player.objects.filter(pk=key).update(person=person)
    settle(set(persons.values()), now)
    told = Subscription.objects.filter(event=event)
    told.filter(section__isnull=False).exclude(section__in=event.sections.values("pk")).delete()
    told.filter(player__isnull=False).exclude(player__in=event.players.values("pk")).delete()

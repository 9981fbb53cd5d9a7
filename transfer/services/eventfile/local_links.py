"""Data that stay here while an event is away: the persons of its players and the subscriptions.

The file contains neither, and a player changed on the other machine is created again when the event is back.
"""

from datetime import datetime

from notifications.models.notifications import Subscription
from people.services.persons.erasure import forget_player
from people.services.persons.visibility import settle
from tournaments.models.event import Event
from tournaments.models.player import Player

#: By players, their person.
Persons = dict[int, int]


def persons_of(event: Event) -> Persons:
    """Return the persons of the players, before rows are deleted."""
    rows = Player.objects.filter(event=event, person__isnull=False)
    return dict(rows.values_list("pk", "person"))


def stay(event: Event, persons: Persons, now: datetime) -> None:
    """Restore the persons of the players, and delete the data of deleted rows.

    A request for no public page belongs to the person, so it always applies.
    """
    players = {item.pk: item for item in event.players.filter(pk__in=persons)}
    for key, person in persons.items():
        player = players.get(key)
        if player is None or player.erased_at is not None:
            forget_player(player or Player(pk=key, person_id=person, event=event))
        elif player.person_id != person:
            Player.objects.filter(pk=key).update(person=person)
    settle(set(persons.values()), now)
    subscriptions = Subscription.objects.filter(event=event)
    subscriptions.filter(section__isnull=False).exclude(section__in=event.sections.values("pk")).delete()
    subscriptions.filter(player__isnull=False).exclude(player__in=event.players.values("pk")).delete()

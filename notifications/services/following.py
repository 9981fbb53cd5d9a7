"""Follows of persons: their players in an event, notices of new entries, and the end of follows.

A subscription to a person stores no players. They are looked up when a message is made, so that the result is correct
after persons are joined, split, hidden or erased.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from notifications.models.notifications import Notice, Subscription
from notifications.services.kinds import ENTERED
from notifications.services.outbox import drop
from notifications.services.stopping import digest_of, end
from tournaments.models.event import Event
from tournaments.models.person import Person
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.services.queue import SPREAD_NOTICES, sweep_soon

#: Players that make a person public.
SHOWN = Q(
    on_person_page=True,
    event__published=True,
    event__archived_at=None,
    event__rehearsal=False,
    event__template=False,
)


def entered(person: Person | None) -> list[int]:
    """Return the players entered according to the person's page."""
    players = _entered(Player.objects.filter(SHOWN, person=person))
    return list(players.order_by("pk").values_list("pk", flat=True))


def follows_in(event: Event) -> dict[int, int]:
    """Return the player of each followable person of the event, also by persons joined to them since."""
    players = dict(Player.objects.filter(SHOWN, event=event).values_list("person", "pk"))
    new = set(players)
    while new:
        came = Person.objects.filter(joined_to__in=new).values_list("pk", "joined_to")
        result = {key: players[to] for key, to in came if to is not None and key not in players}
        players |= result
        new = set(result)
    return players


def together(person: Person) -> set[int]:
    """Return all persons joined to this one, as chosen by followers."""
    seen: set[int] = set()
    while person.joined_to is not None and person.pk not in seen:
        seen.add(person.pk)
        person = person.joined_to
    return _with_those_before({person.pk})


def live() -> QuerySet[Subscription]:
    """Return the active follows of persons."""
    return Subscription.objects.filter(person__isnull=False, ended_at=None, confirmed_at__isnull=False)


def heard(event: Event) -> bool:
    """Return whether a person who plays in the event has followers."""
    return live().exists() and live().filter(person__in=follows_in(event)).exists()


def note_entered(now: datetime) -> int:
    """Write notices of followed persons' new entries in public events that a follower does not know yet.

    Called periodically, because a player becomes public in many ways: entered, joined to the person, by publishing the
    event. Returns the number of players.
    """
    today = timezone.localdate(now) - timedelta(days=1)  # some event's yesterday
    if not live().exists():
        return 0
    noted = 0
    over = Q(ends_on__lt=today) | Q(ends_on=None, starts_on__lt=today)
    events = Event.objects.filter(~over, published=True, archived_at=None)
    for event in events.filter(Exists(Player.objects.filter(SHOWN, event=OuterRef("pk")))):
        follows = follows_in(event)
        wanted = live().filter(person__in=follows).values_list("person", "players_told")
        news = {follows[person] for person, data in wanted if person and follows[person] not in data}
        for player in _entered(Player.objects.filter(pk__in=news)).order_by("pk"):
            Notice.objects.create(
                event=event, kind=ENTERED, facts={"player": player.pk}, made_at=now, due_at=now
            )
            noted += 1
    if noted:
        sweep_soon(SPREAD_NOTICES)
    return noted


def remember(event: Event, player: int) -> None:
    """Mark the entry as known to all followers of the player's person, whether or not they got a message."""
    persons = [person for person, place in follows_in(event).items() if place == player]
    subscriptions = [row for row in live().filter(person__in=persons) if player not in row.players_told]
    for row in subscriptions:
        row.players_told = [*row.players_told, player]
    Subscription.objects.bulk_update(subscriptions, ["players_told"], batch_size=500)


def _entered(players: QuerySet[Player]) -> QuerySet[Player]:
    """Return the players in sections that are not over."""
    entries = Registration.objects.filter(player=OuterRef("pk"), status=RegistrationStatus.ACTIVE)
    return players.filter(Exists(entries.filter(section__archived_at=None, section__final_at=None)))


def end_hidden(persons: Collection[int], now: datetime) -> None:
    """End the follows of hidden persons; they do not resume if a person is shown again."""
    end(Q(person__in=_with_those_before(persons)), "hidden", now)


def keep_silent(persons: Collection[int], players: Iterable[Player]) -> None:
    """Drop the queued messages about these players, who are now hidden or belong to another person."""
    events = {player.event_id for player in players}
    if events and persons:
        drop(Q(subscription__person__in=_with_those_before(persons), event__in=events), "unwanted")


def hand_over(persons: QuerySet[Person]) -> None:
    """Move the follows of removed persons to the persons they were joined to."""
    rows = Subscription.objects.filter(person__in=persons.exclude(joined_to=None), ended_at=None)
    for row in rows.select_related("person__joined_to"):
        assert row.person is not None
        row.person = row.person.joined_to
        row.digest = digest_of(row)
        if not Subscription.objects.filter(digest=row.digest).exists():
            row.save(update_fields=["person", "digest"])


def _with_those_before(persons: Collection[int]) -> set[int]:
    results = new = set(persons)
    while new:
        came = Person.objects.filter(joined_to__in=new).exclude(pk__in=results)
        new = set(came.values_list("pk", flat=True))
        results = results | new
    return results

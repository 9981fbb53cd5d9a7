"""Following a person: whose messages those are in an event, that they are entered in one, and when it ends.

A subscription to a person knows no players.  Who the person is in an event is asked as something is told, so it holds
of whoever is joined, split off, hidden or erased meanwhile.
"""

from __future__ import annotations

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

#: Players by whom a person is publicly known.
SHOWN = Q(
    on_person_page=True,
    event__published=True,
    event__archived_at=None,
    event__rehearsal=False,
    event__template=False,
)


def entered(person: Person | None) -> list[int]:
    """The players by whom the person's page says that they are entered."""
    found = _entered(Player.objects.filter(SHOWN, person=person))
    return list(found.order_by("pk").values_list("pk", flat=True))


def follows_in(event: Event) -> dict[int, int]:
    """Of each person who may be followed and plays in the event, the player: by the persons that followers chose."""
    rows = Player.objects.filter(SHOWN, event=event).values_list("person", "pk")
    players = dict(rows)
    new = set(players)
    while new:
        came = Person.objects.filter(joined_to__in=new).values_list("pk", "joined_to")
        found = {key: players[to] for key, to in came if to is not None and key not in players}
        players |= found
        new = set(found)
    return players


def together(person: Person) -> set[int]:
    """All persons of which it is one, as those who follow chose them."""
    seen: set[int] = set()
    while person.joined_to is not None and person.pk not in seen:
        seen.add(person.pk)
        person = person.joined_to
    return _with_those_before({person.pk})


def live() -> QuerySet[Subscription]:
    """Follows of persons that are told."""
    return Subscription.objects.filter(person__isnull=False, ended_at=None, confirmed_at__isnull=False)


def heard(event: Event) -> bool:
    """Whether anybody follows a person who plays in the event."""
    return live().exists() and live().filter(person__in=follows_in(event)).exists()


def note_entered(now: datetime) -> int:
    """Note of each followed person the public events in which they are entered, where a follower does not know yet.

    From time to time, since a player becomes public in many ways: entered, joined to the person, by publishing the
    event.  Returns how many players there were.
    """
    today = timezone.localdate(now) - timedelta(days=1)  # some event's yesterday
    if not live().exists():
        return 0
    noted = 0
    over = Q(ends_on__lt=today) | Q(ends_on=None, starts_on__lt=today)
    events = Event.objects.filter(~over, published=True, archived_at=None)
    players = Player.objects.filter(SHOWN, event=OuterRef("pk"))
    for event in events.filter(Exists(players)):
        follows = follows_in(event)
        wanted = live().filter(person__in=follows).values_list("person", "players_told")
        news = {follows[person] for person, told in wanted if person and follows[person] not in told}
        for player in _entered(Player.objects.filter(pk__in=news)).order_by("pk"):
            Notice.objects.create(
                event=event, kind=ENTERED, facts={"player": player.pk}, made_at=now, due_at=now
            )
            noted += 1
    if noted:
        sweep_soon(SPREAD_NOTICES)
    return noted


def remember(event: Event, player: int) -> None:
    """Whoever follows the player's person has been told of the entry, or did not want to be."""
    persons = [person for person, here in follows_in(event).items() if here == player]
    found = [row for row in live().filter(person__in=persons) if player not in row.players_told]
    for row in found:
        row.players_told = [*row.players_told, player]
    Subscription.objects.bulk_update(found, ["players_told"], batch_size=500)


def _entered(players: QuerySet[Player]) -> QuerySet[Player]:
    """Those who play in a section that is not over."""
    entries = Registration.objects.filter(player=OuterRef("pk"), status=RegistrationStatus.ACTIVE)
    return players.filter(Exists(entries.filter(section__archived_at=None, section__final_at=None)))


def end_hidden(persons: Collection[int], now: datetime) -> None:
    """Nobody follows who does not want to be shown: not even when they are shown again."""
    end(Q(person__in=_with_those_before(persons)), "hidden", now)


def keep_silent(persons: Collection[int], players: Iterable[Player]) -> None:
    """Drop what waits to be told of these players, who are not to be seen any more, or are another person."""
    events = {one.event_id for one in players}
    if events and persons:
        drop(Q(subscription__person__in=_with_those_before(persons), event__in=events), "unwanted")


def hand_over(persons: QuerySet[Person]) -> None:
    """Persons that go: who follows them follows from now on whom they were joined to."""
    rows = Subscription.objects.filter(person__in=persons.exclude(joined_to=None), ended_at=None)
    for row in rows.select_related("person__joined_to"):
        assert row.person is not None
        row.person = row.person.joined_to
        row.digest = digest_of(row)
        if not Subscription.objects.filter(digest=row.digest).exists():
            row.save(update_fields=["person", "digest"])


def _with_those_before(persons: Collection[int]) -> set[int]:
    found = new = set(persons)
    while new:
        came = Person.objects.filter(joined_to__in=new).exclude(pk__in=found)
        new = set(came.values_list("pk", flat=True))
        found = found | new
    return found

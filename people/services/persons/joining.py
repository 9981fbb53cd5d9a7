"""Shared parts of acts on persons: players join or leave a person, and the act is recorded.

Callers lock the players first, in the order of their keys (`locked`), after the event that they act in.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db.models import Q

from people.messages import say
from people.models.person import PersonAct, PersonJoin
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tournaments import registry
from tournaments.activity import happened
from tournaments.models.person import Person
from tournaments.models.player import Player

Kind = PersonAct.Kind


def locked(condition: Q) -> list[Player]:
    """Lock and return these players with their events, in the order of their keys."""
    rows = Player.objects.select_for_update(of=("self",), no_key=True).filter(condition)
    return list(rows.select_related("event").order_by("pk"))


def mates_of(player: Player) -> list[Player]:
    """Lock and return all players of the player's person, including the player."""
    return locked(Q(person=player.person_id)) if player.person_id else [player]


def begin_act(kind: Kind, actor: Actor, now: datetime, reason: str = "") -> PersonAct:
    return PersonAct.objects.create(kind=kind, actor=actor.key, at=now, reason=reason)


def join(
    person: Person, players: Collection[Player], act: PersonAct, source: str = "", number: str = ""
) -> None:
    """Move players to `person`, possibly from another person."""
    _end(players, act)
    PersonJoin.objects.bulk_create(
        PersonJoin(person=person, player=player, by=act, source=source, number=number) for player in players
    )
    _set(players, person)


def leave(players: Collection[Player], act: PersonAct) -> None:
    _end(players, act)
    _set(players, None)


def take_back(act: PersonAct, actor: Actor, now: datetime) -> set[int]:
    """Undo all of an act; return the keys of the persons whose players change. Raises: Conflict
    ("person_act_overtaken").
    """
    if act.undone_at is not None:
        return set()
    begun = list(PersonJoin.objects.filter(by=act).select_related("person", "player"))
    ended = list(PersonJoin.objects.filter(ended_by=act).exclude(by=act).select_related("person", "player"))
    own = {person_join.player_id for person_join in begun}
    elsewhere = PersonJoin.objects.filter(
        player__in={person_join.player_id for person_join in ended} - own, ended_by=None
    )
    if any(person_join.ended_by_id is not None for person_join in begun) or elsewhere.exists():
        raise Conflict(say("person_act_overtaken"))
    PersonJoin.objects.filter(pk__in=[person_join.pk for person_join in begun]).update(ended_by=act)
    _set([person_join.player for person_join in begun], None)
    for person_join in ended:
        PersonJoin.objects.filter(pk=person_join.pk).update(ended_by=None)
        _set([person_join.player], person_join.person)
    act.undone_at, act.undone_by = now, actor.key
    act.save(update_fields=["undone_at", "undone_by"])
    Person.objects.filter(pk__in={person_join.person_id for person_join in ended}).update(joined_to=None)
    if act.kind == Kind.SELF:
        _unclaim({person_join.person_id for person_join in begun})
    return {person_join.person_id for person_join in (*begun, *ended)}


def tell(players: Iterable[Player], actor: Actor, now: datetime, kind: registry.Kind, after: object) -> None:
    """In the log of each event that it concerns; not of one that another machine runs, whose log is there."""
    for player in players:
        if player.event.checked_out_at is None:
            happened(kind, player, actor=actor, now=now, after=after)


def _end(players: Collection[Player], act: PersonAct) -> None:
    PersonJoin.objects.filter(player__in=players, ended_by=None).update(ended_by=act)


def _set(players: Sequence[Player] | Collection[Player], person: Person | None) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(person=person)
    for player in players:
        player.person = person


def _unclaim(persons: Collection[int]) -> None:
    """Remove the accounts of persons whose last claim has ended."""
    person_joins = PersonJoin.objects.filter(ended_by=None, by__kind=Kind.SELF, person__in=persons)
    Person.objects.filter(pk__in=set(persons) - set(person_joins.values_list("person", flat=True))).update(
        user=None
    )

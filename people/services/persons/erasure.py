"""Deletion of data about persons: of an erased player at once, of split players after a month."""

from datetime import datetime, timedelta

from django.db.models import Q

from people import hooks
from people.models.person import PersonAct, PersonJoin
from tournaments.models.person import Person
from tournaments.models.player import Player

#: So long an act that left a person without players can be undone.
UNDONE_FOR = timedelta(days=30)


def forget_player(player: Player) -> None:
    """Delete the link between a player and their person, and persons without players. Used by an erasure."""
    if player.person_id is not None:
        hooks.players_left([player.person_id], [player])
    Player.objects.filter(pk=player.pk).update(person=None, on_person_page=False)
    player.person, player.on_person_page = None, False
    PersonJoin.objects.filter(player=player).delete()
    persons = Person.objects.filter(joins=None, players=None)
    hooks.persons_going(persons)
    persons.delete()
    _forget_acts()


def forget_account(user_id: int) -> None:
    Person.objects.filter(user=user_id).update(user=None)


def forget_emptied(now: datetime) -> int:
    """Delete persons without players for a month; return their number."""
    recent = PersonJoin.objects.filter(
        Q(ended_by=None) | Q(ended_by__at__gt=now - UNDONE_FOR) | Q(ended_by__undone_at__gt=now - UNDONE_FOR)
    )
    rows = Person.objects.filter(players=None, made_at__lt=now - UNDONE_FOR)
    over = rows.exclude(joins__in=recent)
    hooks.persons_going(over)
    response = over.delete()[1].get("tournaments.Person", 0)
    if response:
        _forget_acts()
    return response


def _forget_acts() -> None:
    PersonAct.objects.filter(begun=None, ended=None).delete()

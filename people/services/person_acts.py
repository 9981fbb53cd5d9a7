"""Shared parts of acts on persons: players join or leave a person, and the act is recorded.

Callers lock the players first, in the order of their keys (`locked`), after the event that they act in.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from people import hooks
from people.messages import say
from people.models import PersonAct, PersonJoin
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tournaments import registry
from tournaments.activity import happened, tables_changed
from tournaments.models.event import Event
from tournaments.models.player import Person, Player, Registration

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


def join(person: Person, players: Collection[Player], act: PersonAct, source: str = "", number: str = "") -> None:
    """Move players to `person`, possibly from another person."""
    _end_joins(players, act)
    PersonJoin.objects.bulk_create(
        PersonJoin(person=person, player=player, by=act, source=source, number=number) for player in players
    )
    _set_person(players, person)


def leave(players: Collection[Player], act: PersonAct) -> None:
    _end_joins(players, act)
    _set_person(players, None)


def take_back(act: PersonAct, actor: Actor, now: datetime) -> set[int]:
    """Undo all of an act; return the keys of the persons whose players change. Raises: Conflict
    ("person_act_overtaken").
    """
    if act.undone_at is not None:
        return set()
    begun = list(PersonJoin.objects.filter(by=act).select_related("person", "player"))
    ended = list(PersonJoin.objects.filter(ended_by=act).exclude(by=act).select_related("person", "player"))
    begun_players = {person_join.player_id for person_join in begun}
    elsewhere = PersonJoin.objects.filter(
        player__in={person_join.player_id for person_join in ended} - begun_players, ended_by=None
    )
    if any(person_join.ended_by_id is not None for person_join in begun) or elsewhere.exists():
        raise Conflict(say("person_act_overtaken"))
    PersonJoin.objects.filter(pk__in=[person_join.pk for person_join in begun]).update(ended_by=act)
    _set_person([person_join.player for person_join in begun], None)
    for person_join in ended:
        PersonJoin.objects.filter(pk=person_join.pk).update(ended_by=None)
        _set_person([person_join.player], person_join.person)
    act.undone_at, act.undone_by = now, actor.key
    act.save(update_fields=["undone_at", "undone_by"])
    Person.objects.filter(pk__in={person_join.person_id for person_join in ended}).update(joined_to=None)
    if act.kind == Kind.SELF:
        _unclaim({person_join.person_id for person_join in begun})
    return {person_join.person_id for person_join in (*begun, *ended)}


def tell(players: Iterable[Player], actor: Actor, now: datetime, kind: registry.Kind, after: object) -> None:
    """Log the act in the events of the players, except events run by another machine, which has their log."""
    for player in players:
        if player.event.checked_out_at is None:
            happened(kind, player, actor=actor, now=now, after=after)


def _end_joins(players: Collection[Player], act: PersonAct) -> None:
    PersonJoin.objects.filter(player__in=players, ended_by=None).update(ended_by=act)


def _set_person(players: Sequence[Player] | Collection[Player], person: Person | None) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(person=person)
    for player in players:
        player.person = person


def _unclaim(persons: Collection[int]) -> None:
    """Remove the accounts of persons whose last claim has ended."""
    person_joins = PersonJoin.objects.filter(ended_by=None, by__kind=Kind.SELF, person__in=persons)
    Person.objects.filter(pk__in=set(persons) - set(person_joins.values_list("person", flat=True))).update(user=None)


# Deletion of data about persons: of an erased player at once, of split players after a month.

#: The time in which an act that left a person without players can be undone.
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
    count = over.delete()[1].get("tournaments.Person", 0)
    if count:
        _forget_acts()
    return count


def _forget_acts() -> None:
    PersonAct.objects.filter(begun=None, ended=None).delete()


# The visibility of players on the page of their person, stored with the players, so that lists need no query.

#: Younger persons have no public page, unless an event's organiser allows it for its players.
OF_AGE = 16


def is_minor(birth_years: Collection[int | None], year: int) -> bool:
    """Return whether the person may be under 16 in `year`: the day of birth is unknown, so the year they turn 16
    counts.
    """
    return any(birth_year is not None and year - birth_year <= OF_AGE for birth_year in birth_years)


def settle(persons: Collection[int], now: datetime, moved: Collection[Player] = ()) -> None:
    """Recompute the visibility of these persons' players, and invalidate pages with a link to them.

    `moved`: players who have joined or left. These are the last locks of a transaction.
    """
    hidden = set(Person.objects.filter(pk__in=persons, hidden_at__isnull=False).values_list("pk", flat=True))
    players: dict[int, list[Player]] = {}
    rows = Player.objects.filter(Q(person__in=persons) | Q(pk__in=[player.pk for player in moved]))
    for player in rows.select_related("event").order_by("pk"):
        players.setdefault(player.person_id or 0, []).append(player)
    changed = {player.pk for player in moved}
    unseen: list[Player] = [player for player in moved if player.person_id is None]
    for person, members in players.items():
        minor = is_minor([player.birth_year for player in members], now.year)
        for player in members:
            is_shown = bool(person) and person not in hidden and player.erased_at is None
            is_shown = is_shown and (not minor or player.event.shows_minors)
            if is_shown != player.on_person_page:
                Player.objects.filter(pk=player.pk).update(on_person_page=is_shown)
                changed.add(player.pk)
                unseen += [] if is_shown else [player]
    hooks.persons_hidden(hidden, now)
    hooks.players_left(persons, unseen)
    _announce(changed)


def settle_minors(now: datetime) -> int:
    """Hide the pages of persons now known to be minors, and show those who no longer are.

    Returns the number of changed persons.
    """
    youngest = now.year - OF_AGE
    young = Player.objects.filter(person__isnull=False)
    now_known = young.filter(on_person_page=True, person__players__birth_year__gte=youngest)
    wrong = now_known.filter(event__shows_minors=False)
    grown = young.filter(on_person_page=False, person__hidden_at=None, erased_at=None).filter(
        Q(person__players__birth_year=youngest - 1) | Q(event__shows_minors=True)
    )
    keys = _persons(wrong) | _persons(grown)
    settle(keys, now)
    return len(keys)


def settle_event(event: Event, now: datetime) -> None:
    """Recompute visibility after the event changed its setting for minors."""
    settle(_persons(Player.objects.filter(event=event, person__isnull=False)), now)


def _persons(players: QuerySet[Player]) -> set[int]:
    return {player.person_id for player in players.only("person") if player.person_id is not None}


def _announce(players: Collection[int]) -> None:
    tables_changed(Registration.objects.filter(player__in=players).values_list("section", flat=True))

"""A sweep joins players with the same FIDE ID, or the same ID of one federation.

It finds players from any source: manual input, a list, a report, an event file. A name is never enough to join them: it
can only prevent it (`tavleya.formats.same_person`). Manual decisions have priority.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from people.kinds import PLAYER_JOINED, PLAYER_SPLIT
from people.models.person import PersonAct, PersonJoin
from people.services.persons.erasure import forget_emptied
from people.services.persons.joining import Kind, begin_act, join, leave, locked, tell
from people.services.persons.visibility import settle, settle_minors
from tavleya.actors import Actor
from tavleya.formats.same_person import Described, contradict
from tournaments.models.person import Person
from tournaments.models.player import Player

FIDE = "fide"
_SWEEP = Actor.of_system("join_persons")
#: Players of checked-out events are joined when the event is back.
_REAL = Q(event__rehearsal=False, event__deleted_at=None, event__checked_out_at=None, erased_at=None)


def join_known(now: datetime) -> int:
    """Join players by their IDs, and split those whose ID was corrected; return the number of players changed."""
    changed = _release(now)
    for source, number, keys in (*_fide_groups(), *_federation_groups()):
        changed += _join(source, number, keys, now)
    with transaction.atomic():
        settle_minors(now)
        forget_emptied(now)
    return changed


def described(player: Player) -> Described:
    return Described(
        (player.name.full, *map(str, player.names.values())), player.birth_year, player.sex, player.fide_id
    )


def _loose() -> QuerySet[Player]:
    """Return players without a person who were not split off manually."""
    apart = PersonJoin.objects.filter(player=OuterRef("pk")).filter(
        Q(ended_by__kind=Kind.SPLIT, ended_by__undone_at=None) | Q(ended_by=F("by"))
    )
    return Player.objects.filter(_REAL, ~Exists(apart), person=None)


def _fide_groups() -> Iterator[tuple[str, str, Sequence[int]]]:
    """Yield each FIDE ID shared by an unjoined player and a player of another event, with all its players' keys."""
    others = Player.objects.filter(_REAL, fide_id=OuterRef("fide_id")).exclude(event=OuterRef("event"))
    numbers = _loose().filter(Exists(others), fide_id__isnull=False).order_by("fide_id")
    for number in list(numbers.values_list("fide_id", flat=True).distinct()):
        keys = Player.objects.filter(_REAL, fide_id=number).values_list("pk", flat=True)
        yield FIDE, str(number), list(keys)


def _federation_groups() -> Iterator[tuple[str, str, Sequence[int]]]:
    loose = set(_loose().exclude(national_ids={}).values_list("pk", flat=True))
    result: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    if not loose:
        return
    rows = Player.objects.filter(_REAL).exclude(national_ids={}).order_by("pk")
    for player in rows.only("event", "national_ids"):
        for federation, number in player.national_ids.items():
            result[federation, str(number)].append((player.pk, player.event_id))
    for (federation, number), players in result.items():
        keys = [key for key, _ in players]
        if loose.intersection(keys) and len({event for _, event in players}) > 1:
            yield federation, number, keys


@transaction.atomic
def _join(source: str, number: str, keys: Sequence[int], now: datetime) -> int:
    players = locked(Q(pk__in=keys))
    loose = set(_loose().filter(pk__in=keys).values_list("pk", flat=True))
    act: PersonAct | None = None
    joined: list[Player] = []
    for player in players:
        mate = _mate(player, players, loose) if player.pk in loose and player.person_id is None else None
        if mate is None:
            continue
        act = act or begin_act(Kind.NUMBER, _SWEEP, now)
        person = mate.person or Person.objects.create(made_at=now)
        come = [other for other in (mate, player) if other.person_id is None]
        join(person, come, act, source, number)
        joined += come
    if joined:
        tell(joined, _SWEEP, now, PLAYER_JOINED, {"by": source})
        settle({player.person_id for player in joined if player.person_id}, now, joined)
    return len(joined)


def _mate(player: Player, players: Sequence[Player], loose: set[int]) -> Player | None:
    """Return the player to join with `one`, preferably one with a person.

    The data of the person's other players must not contradict.
    """
    persons = {other.person_id for other in players if other.person_id is not None}
    of: dict[int, list[Player]] = defaultdict(list)
    for other in Player.objects.filter(person__in=persons):
        of[other.person_id or 0].append(other)
    fitting = [
        other
        for other in players
        if other.pk != player.pk
        and (other.person_id is not None or other.pk in loose)
        and all(_may_be(player, each) for each in of.get(other.person_id or 0, [other]))
    ]
    return min(fitting, key=lambda other: (other.person_id is None, other.pk), default=None)


def _may_be(player: Player, other: Player) -> bool:
    return other.event_id != player.event_id and not contradict(described(player), described(other))


def _release(now: datetime) -> int:
    """Split players who no longer have the ID by which they were joined."""
    rows = PersonJoin.objects.filter(ended_by=None, player__event__checked_out_at=None)
    of_fide = rows.filter(source=FIDE).exclude(number=Cast("player__fide_id", CharField()))
    others = rows.exclude(source__in=["", FIDE]).select_related("player")
    keys = [
        *of_fide.values_list("player", flat=True),
        *(
            person_join.player_id
            for person_join in others
            if str(person_join.player.national_ids.get(person_join.source)) != person_join.number
        ),
        *rows.filter(source=FIDE, player__fide_id=None).values_list("player", flat=True),
    ]
    for key in dict.fromkeys(keys):
        _let_go(key, now)
    return len(set(keys))


@transaction.atomic
def _let_go(key: int, now: datetime) -> None:
    players = locked(Q(pk=key))
    persons = {player.person_id for player in players if player.person_id}
    leave(players, begin_act(Kind.RELEASED, _SWEEP, now))
    tell(players, _SWEEP, now, PLAYER_SPLIT, {})
    settle(persons, now, players)

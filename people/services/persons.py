"""Decisions about persons: join, split, claim and hide."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from accounts.services import require_administrator
from people.kinds import PLAYER_JOIN_UNDONE, PLAYER_JOINED, PLAYER_PAGE_HIDDEN, PLAYER_PAGE_SHOWN, PLAYER_SPLIT
from people.messages import say
from people.models import PersonAct, PersonJoin
from people.services.person_acts import (
    Kind,
    begin_act,
    forget_emptied,
    join,
    leave,
    locked,
    mates_of,
    settle,
    settle_minors,
    take_back,
    tell,
)
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.formats.names import Described, contradict
from tavleya.permissions import Action, allowed
from tournaments.access import event_visible_to, require, standing_in
from tournaments.models.event import Event
from tournaments.models.player import Person, Player
from tournaments.services.shared import lock_event

LONGEST_REASON = 300


@transaction.atomic
def join_players(*, actor: Actor, now: datetime, player_id: int, same_as: int, reason: str) -> Person:
    """Join two players of different events, with all players joined to them, to one person.

    By an organiser of the event of `player_id` or an administrator. If they are joined already, nothing changes.
    Raises: BadInput ("reason_missing"); NotFound ("no_such_player"); Conflict ("same_event", "two_accounts").
    """
    _require_official(actor, _event_of(player_id))
    text = _reason(reason)
    players = {player.pk: player for player in locked(Q(pk__in=[player_id, same_as], erased_at=None))}
    other = players.get(same_as)
    if player_id not in players or other is None or not event_visible_to(actor, other.event):
        raise NotFound(say("no_such_player"))
    return _unite(players[player_id], other, Kind.JOINED, actor, now, text)


@transaction.atomic
def split_player(*, actor: Actor, now: datetime, player_id: int, reason: str) -> None:
    """Split the player from their person; equal IDs do not join them again.

    By an organiser of the player's event or an administrator.
    Raises: BadInput ("reason_missing"); Conflict ("not_joined").
    """
    _require_official(actor, _event_of(player_id))
    text = _reason(reason)
    (player,) = locked(Q(pk=player_id))
    if player.person_id is None:
        raise Conflict(say("not_joined"))
    person = player.person_id
    leave([player], begin_act(Kind.SPLIT, actor, now, text))
    tell([player], actor, now, PLAYER_SPLIT, {"reason": text})
    settle([person], now, [player])


@transaction.atomic
def claim_person(*, actor: Actor, now: datetime, player_id: int) -> Person:
    """Claim the player for the signed-in account ("this is me"), after opening the player's private link.

    All players claimed by one account are one person.
    Raises: NotPermitted ("claim_by_link"); Conflict ("two_accounts", "same_event").
    """
    lock_event(_event_of(player_id).pk)
    if actor.user_id is None or actor.player_id != player_id:
        raise NotPermitted(say("claim_by_link"))
    (player,) = locked(Q(pk=player_id))
    own = Person.objects.select_for_update(of=("self",), no_key=True).filter(user=actor.user_id).first()
    if player.person is not None and player.person.user_id not in (None, actor.user_id):
        raise Conflict(say("two_accounts"))
    mate = own.players.order_by("pk").first() if own is not None else None
    if own is not None and mate is not None:
        return _unite(mate, player, Kind.SELF, actor, now, "") if player.person_id != own.pk else own
    person = player.person or own or Person.objects.create(made_at=now)
    if own is not None and own.pk != person.pk:
        own.user = None
        own.save(update_fields=["user"])
    person.user_id = actor.user_id
    person.save(update_fields=["user"])
    join(person, [player], begin_act(Kind.SELF, actor, now))
    tell([player], actor, now, PLAYER_JOINED, {})
    settle([person.pk], now, [player])
    return person


@transaction.atomic
def undo_person_act(*, actor: Actor, now: datetime, act_id: int, player_id: int) -> None:
    """Undo all of an act that concerns the player.

    By an organiser of the player's event, an administrator, or, for the player's own claim, the player by private link.
    Raises: NotFound ("no_such_act"); Conflict ("person_act_overtaken" if a later act depends on it).
    """
    event = _event_of(player_id)
    act = PersonAct.objects.filter(pk=act_id).first()
    joins = PersonJoin.objects.filter(Q(by=act_id) | Q(ended_by=act_id))
    if act is None or not joins.filter(player=player_id).exists():
        raise NotFound(say("no_such_act"))
    if not (actor.player_id == player_id and act.kind == Kind.SELF):
        _require_official(actor, event)
    players = locked(Q(pk__in=joins.values("player")))
    persons = take_back(act, actor, now)
    if persons:
        tell(players, actor, now, PLAYER_JOIN_UNDONE, {})
        settle(persons, now, players)


@transaction.atomic
def hide_person(*, actor: Actor, now: datetime, player_id: int, hidden: bool, reason: str = "") -> Person:
    """Remove the public page of the player's person, or (`hidden` false) restore it.

    By the player, with the private link; or for them by an organiser of the event or an administrator, with a reason.
    It also applies to players joined later.
    """
    event = _event_of(player_id)
    own = actor.player_id == player_id
    text = "" if own else _reason(reason)
    if own:
        lock_event(event.pk)
    else:
        _require_official(actor, event)
    (player,) = locked(Q(pk=player_id))
    person = player.person or Person.objects.create(made_at=now)
    if player.person_id is None:
        join(person, [player], begin_act(Kind.SELF if own else Kind.JOINED, actor, now, text))
    if (person.hidden_at is not None) != hidden:
        person.hidden_at = now if hidden else None
        person.save(update_fields=["hidden_at"])
        kind = PLAYER_PAGE_HIDDEN if hidden else PLAYER_PAGE_SHOWN
        tell([player], actor, now, kind, {"reason": text} if text else {})
    settle([person.pk], now, mates_of(player))
    return person


def _unite(player: Player, other: Player, kind: Kind, actor: Actor, now: datetime, reason: str) -> Person:
    """Move the players of the second person to the first; a claimed person is kept."""
    if player.person_id is not None and player.person_id == other.person_id:
        assert player.person is not None
        return player.person
    if other.person is not None and other.person.user_id and not (player.person and player.person.user_id):
        player, other = other, player
    staying, coming = mates_of(player), mates_of(other)
    if {member.event_id for member in staying} & {member.event_id for member in coming}:
        raise Conflict(say("same_event"))
    if other.person is not None and other.person.user_id is not None and player.person_id is not None:
        raise Conflict(say("two_accounts"))
    person = player.person or Person.objects.create(made_at=now)
    if other.person is not None and other.person.hidden_at is not None and person.hidden_at is None:
        person.hidden_at = other.person.hidden_at
        person.save(update_fields=["hidden_at"])
    moved = coming if player.person_id else [*staying, *coming]
    before = {member.person_id for member in coming if member.person_id}
    join(person, moved, begin_act(kind, actor, now, reason))
    Person.objects.filter(pk__in=before - {person.pk}).update(joined_to=person)
    Person.objects.filter(pk=person.pk).update(joined_to=None)
    tell([*staying, *coming], actor, now, PLAYER_JOINED, {"reason": reason} if reason else {})
    settle({person.pk, *before}, now, moved)
    return person


def _event_of(player_id: int) -> Event:
    player = Player.objects.filter(pk=player_id).select_related("event").first()
    if player is None:
        raise NotFound(say("no_such_player"))
    return player.event


def _require_official(actor: Actor, event: Event) -> None:
    locked_event = lock_event(event.pk)
    if allowed(standing_in(actor, locked_event), Action.EDIT_EVENT):
        require(actor, locked_event, Action.EDIT_EVENT)
    else:
        require_administrator(actor)


def _reason(reason: str) -> str:
    text = reason.strip()[:LONGEST_REASON]
    if not text:
        raise BadInput(say("reason_missing"), field="reason")
    return text


# A sweep joins players with the same FIDE ID, or the same ID of one federation.
#
# It finds players from any source: manual input, a list, a report, an event file. A name is never enough to
# join them: it can only prevent it (`tavleya.formats.names`). Manual decisions have priority.

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
    groups: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    if not loose:
        return
    rows = Player.objects.filter(_REAL).exclude(national_ids={}).order_by("pk")
    for player in rows.only("event", "national_ids"):
        for federation, number in player.national_ids.items():
            groups[federation, str(number)].append((player.pk, player.event_id))
    for (federation, number), players in groups.items():
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
        newcomers = [other for other in (mate, player) if other.person_id is None]
        join(person, newcomers, act, source, number)
        joined += newcomers
    if joined:
        tell(joined, _SWEEP, now, PLAYER_JOINED, {"by": source})
        settle({player.person_id for player in joined if player.person_id}, now, joined)
    return len(joined)


def _mate(player: Player, players: Sequence[Player], loose: set[int]) -> Player | None:
    """Return the player to join with `player`, preferably one with a person.

    The data of the person's other players must not contradict.
    """
    persons = {other.person_id for other in players if other.person_id is not None}
    by_person: dict[int, list[Player]] = defaultdict(list)
    for other in Player.objects.filter(person__in=persons):
        by_person[other.person_id or 0].append(other)
    candidates = [
        other
        for other in players
        if other.pk != player.pk
        and (other.person_id is not None or other.pk in loose)
        and all(_may_be(player, member) for member in by_person.get(other.person_id or 0, [other]))
    ]
    return min(candidates, key=lambda other: (other.person_id is None, other.pk), default=None)


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
        _release_player(key, now)
    return len(set(keys))


@transaction.atomic
def _release_player(key: int, now: datetime) -> None:
    players = locked(Q(pk=key))
    persons = {player.person_id for player in players if player.person_id}
    leave(players, begin_act(Kind.RELEASED, _SWEEP, now))
    tell(players, _SWEEP, now, PLAYER_SPLIT, {})
    settle(persons, now, players)

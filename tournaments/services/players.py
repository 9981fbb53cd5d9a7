from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.formats.names import PersonName, identity, search_key, sort_key
from tavleya.formats.players_csv import two_people
from tavleya.permissions import Action
from tavleya.ratings.tournament import TYPED, is_list
from tournaments.access import require
from tournaments.activity import happened
from tournaments.declarations import editable
from tournaments.kinds import PLAYER_ADDED, PLAYER_EDITED
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.services.events import check_texts
from tournaments.services.shared import change, check_fields, lock_event

HIGHEST_RATING = 4000


@transaction.atomic
def add_player(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    **person: Any,
) -> Player:
    """Add a person to the event.  Conflict `duplicate_player` for the same FIDE number, or name and year of birth.

    `person`: the fields that `edit_player` changes; `rating_sources` gives the sources of ratings; ratings without one
    count as typed.  Two FIDE numbers tell namesakes apart; use `entries.enter_person` for others of the same name.
    Raises: BadInput ("unknown_field").
    """
    event = lock_event(event_id)
    require(actor, event, Action.ENTER_PLAYERS)
    for name in sorted(person.keys() - editable(Player) - {"rating_sources"}):
        raise BadInput(say("unknown_field", field=name), field=name)
    return new_player(event, person, another=False, actor=actor, now=now)


def new_player(
    event: Event, person: Mapping[str, Any], *, another: bool, actor: Actor, now: datetime
) -> Player:
    """Add somebody to the event, which is locked.  `another`: although somebody has the same name."""
    player = Player(event=event, **person)
    save_player(player, another=another)
    after = {"player": player.full_name, "fide_id": player.fide_id}
    happened(PLAYER_ADDED, player, actor=actor, now=now, after=after)
    return player


@transaction.atomic
def edit_player(*, actor: Actor, now: datetime, player_id: int, changes: Mapping[str, object]) -> Player:
    """Correct what is known of a person.  Games that are open keep the names they were opened with."""
    event_id = Player.objects.filter(pk=player_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_player.in_event"))
    event = lock_event(event_id)
    require(actor, event, Action.ENTER_PLAYERS)
    player = event.players.get(pk=player_id)
    ratings = dict(player.ratings)
    before, after = change(player, changes)
    if after:
        # A changed rating counts as typed: `complete_player` marks every rating without a source as typed.
        player.rating_sources = {
            name: source
            for name, source in player.rating_sources.items()
            if player.ratings.get(name) == ratings.get(name)
        }
        save_player(player)
        happened(PLAYER_EDITED, player, actor=actor, now=now, before=before, after=after)
    return player


def save_player(player: Player, *, another: bool = False) -> None:
    """Check, complete and save a player.  The caller has locked the event.

    `another`: the player is known to differ from others of the same name.  Raises: Conflict ("duplicate_player").
    """
    was = player.identity
    complete_player(player)
    others = Player.objects.filter(event=player.event_id).exclude(pk=player.pk)
    twin = others.filter(fide_id=player.fide_id).first() if player.fide_id else None
    if twin is not None:
        raise duplicate(twin)
    if player.identity != was:
        number_namesake(player, others.filter(identity=player.identity).order_by("namesake"), another=another)
    player.save()


def number_namesake(player: Player, alike: Iterable[Player], *, another: bool) -> None:
    """Number the player among namesakes of the same identity.  Raises: Conflict ("duplicate_player")."""
    namesakes = list(alike)
    if not another:
        twin = next(
            (namesake for namesake in namesakes if not two_people(player.fide_id, namesake.fide_id)), None
        )
        if twin is not None:
            raise duplicate(twin)
    player.namesake = namesakes[-1].namesake + 1 if namesakes else 0


def duplicate(twin: Player) -> Conflict:
    return Conflict(say("duplicate_player", player=twin.full_name), player=twin.pk)


def complete_player(player: Player) -> None:
    """Check the data of a player, and fill in the folded forms of the name; nothing is saved."""
    name = PersonName(player.family_name.strip(), player.given_name.strip(), player.patronymic.strip())
    player.family_name, player.given_name, player.patronymic = name.family, name.given, name.patronymic
    if not any(letter.isalpha() for letter in name.family):
        raise BadInput(say("name_missing"), field="family_name")
    _check_ratings(player.ratings)
    player.rating_sources = {name: player.rating_sources.get(name, TYPED) for name in player.ratings}
    check_texts(player.names, "names", optional=True)
    player.identity = identity(name, player.birth_year)
    player.sort_key = sort_key(name)
    player.search_key = search_key([name.full, *player.names.values(), player.club])
    check_fields(player, exclude=["event"])


def _check_ratings(ratings: Mapping[str, object]) -> None:
    for kind, rating in ratings.items():
        good = isinstance(rating, int) and not isinstance(rating, bool) and 0 < rating <= HIGHEST_RATING
        if not is_list(kind) or not good:
            raise BadInput(say("bad_rating", rating=rating), field="ratings")

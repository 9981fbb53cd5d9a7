"""Events with one player each, for tests of persons who play in several events."""

from datetime import date
from typing import Any

from tavleya.actors import Actor
from tests.world import NOW, person
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.services.events import create_event
from tournaments.services.players import add_player, edit_player

FIDE_ID = 4_100_018


def event_of(organiser: Actor, slug: str, *, published: bool = True, starts_on: date | None = None) -> Event:
    values = {"names": {"en": slug.title()}, "published": published, "starts_on": starts_on}
    return create_event(actor=organiser, now=NOW, slug=slug, **values)


def plays(slug: str, family_name: str, given_name: str = "", *, published: bool = True, **arguments: Any) -> Player:
    """Create a player in a separate event, organised by `o-<slug>`."""
    organiser = person(f"o-{slug}")
    event = Event.objects.filter(slug=slug).first() or event_of(organiser, slug, published=published)
    numbers = arguments.pop("national_ids", None)
    names = {"family_name": family_name, "given_name": given_name}
    player = add_player(actor=organiser, now=NOW, event_id=event.pk, **names, **arguments)
    if numbers:
        edit_player(actor=organiser, now=NOW, player_id=player.pk, changes={"national_ids": numbers})
    return Player.objects.get(pk=player.pk)


def holder(player: Player, name: str) -> Actor:
    """Return a signed-in actor who has opened the player's private link."""
    account = person(name)
    return Actor(account.user_id, account.name, player_id=player.pk)

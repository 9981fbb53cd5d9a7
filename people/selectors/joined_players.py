"""For officials and players: joined players, their acts, and possible matches."""

from functools import reduce
from operator import or_

from django.db.models import F, Q

from people.models.person import PersonAct
from tavleya.actors import Actor
from tavleya.formats.names import search_words
from tournaments.models.player import Player
from tournaments.selectors.events import visible_events

MOST = 20


def others_of(player: Player) -> list[Player]:
    """Return the other players of the person, with their events, the newest first."""
    if player.person_id is None:
        return []
    rows = Player.objects.filter(person=player.person_id).exclude(pk=player.pk).select_related("event")
    return list(rows.order_by(F("event__starts_on").desc(nulls_last=True), "-pk"))


def acts_of(player: Player) -> list[PersonAct]:
    """Return the acts that joined or split the player, the newest first."""
    rows = PersonAct.objects.filter(Q(begun__player=player) | Q(ended__player=player))
    return list(rows.distinct().order_by("-pk"))


def act_of_own(player: Player) -> PersonAct | None:
    """Return the act by which the player claimed "this is me", while it is valid."""
    rows = PersonAct.objects.filter(kind=PersonAct.Kind.SELF, undone_at=None, begun__player=player)
    return rows.exclude(begun__person__user=None).order_by("-pk").first()


def perhaps_the_same(player: Player, actor: Actor, query: str) -> list[Player]:
    """Return visible players of other events whose names have words that begin like those of `query`."""
    words = search_words(query)
    if not words:
        return []
    rows = Player.objects.filter(event__in=visible_events(actor).filter(rehearsal=False), erased_at=None)
    rows = rows.exclude(event=player.event_id).select_related("event")
    if player.person_id is not None:
        rows = rows.exclude(person=player.person_id)
    for forms in words:
        rows = rows.filter(reduce(or_, (Q(search_key__contains=f" {form}") for form in forms)))
    return list(rows.order_by(F("event__starts_on").desc(nulls_last=True), "sort_key")[:MOST])

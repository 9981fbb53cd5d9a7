"""Services of persons, with the action that each asks for."""

from typing import Any

from people.models.person import PersonAct
from people.services.persons.decisions import hide_person, join_players, split_player, undo_person_act
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, requiring
from tests.who_may import Table
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.services.players import complete_player


def prepare(world: Any) -> None:
    """A player who is joined with one of another event, and one of a third event who is not."""
    players = []
    for slug in ("second-event", "third-event"):
        event = Event.objects.create(
            slug=slug, names={"en": slug}, languages=["en"], created_at=NOW, published=True
        )
        player = Player(event=event, family_name="Spassky")
        complete_player(player)
        player.save()
        players.append(player)
    joined, world.not_joined = players
    join_players(actor=world.olga, now=NOW, player_id=world.spare.pk, same_as=joined.pk, reason="known")
    world.person_act = PersonAct.objects.latest("pk")


CALLS: Table = {
    **requiring(
        Action.EDIT_EVENT,
        join_players=lambda w, a: join_players(
            actor=a, now=NOW, player_id=w.spare.pk, same_as=w.not_joined.pk, reason="x"
        ),
        split_player=lambda w, a: split_player(actor=a, now=NOW, player_id=w.spare.pk, reason="x"),
        undo_person_act=lambda w, a: undo_person_act(
            actor=a, now=NOW, act_id=w.person_act.pk, player_id=w.spare.pk
        ),
        hide_person=lambda w, a: hide_person(actor=a, now=NOW, player_id=w.spare.pk, hidden=True, reason="x"),
    )
}

"""Objects above the hall's events: two players with public pages, and the club of the event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from people.services.persons.decisions import hide_person
from tests.security.clubs import own_the_event
from tournaments.models.player import Player

if TYPE_CHECKING:
    from tests.security.hall import Hall


def stand_over_events(hall: Hall) -> None:
    own_the_event(hall)
    for name in ("alice", "bob"):
        hide_person(
            **hall.by(hours=1),
            player_id=hall.players[name].pk,
            hidden=False,
            reason=hall.write("They asked for a page"),
        )


def person_of(hall: Hall, name: str) -> int | None:
    return Player.objects.get(pk=hall.players[name].pk).person_id

"""Objects above the hall's events: two players with public pages, and the club of the event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from people.services.organisations import create_organisation, edit_organisation
from people.services.persons.decisions import hide_person
from people.services.series import add_to_series, create_series
from tournaments.models.event import Event
from tournaments.models.player import Player

if TYPE_CHECKING:
    from tests.security.hall import Hall


def stand_over_events(hall: Hall) -> None:
    own_the_event(hall)
    for name in ("alice", "bob"):
        hide_person(
            **hall.by(hours=1), player_id=hall.players[name].pk, hidden=False,
            reason=hall.write("They asked for a page"),
        )  # fmt: skip


def person_of(hall: Hall, name: str) -> int | None:
    return Player.objects.get(pk=hall.players[name].pk).person_id


def own_the_event(hall: Hall) -> None:
    """Give the event to a club without members, so that no user gets a right from it."""
    club = create_organisation(
        **hall.by(hours=9), slug=f"{hall.slug}-club", names=hall.names("Club"), short_name="CC",
        about=hall.names("Chess on Tuesdays"), contact=hall.write("The office"),
    )  # fmt: skip
    edit_organisation(
        **hall.by(hours=8), organisation_id=club.pk, changes={"contact": hall.write("The hall")}
    )
    Event.objects.filter(pk=hall.event.pk).update(organisation=club)
    hall.event.refresh_from_db()
    row = create_series(
        **hall.by(hours=7), organisation_id=club.pk, slug=f"{hall.slug}-series",
        names=hall.names("Grand Prix"),
    )  # fmt: skip
    add_to_series(**hall.by(hours=6), series_id=row.pk, section_id=hall.open.pk)
    club.roles.all().delete()

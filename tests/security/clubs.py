"""The club of the hall's event: its texts are on the pages of the event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from people.services.organisations import create_organisation, edit_organisation
from people.services.series import add_to_series, create_series
from tournaments.models.event import Event

if TYPE_CHECKING:
    from tests.security.hall import Hall


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
        **hall.by(hours=7),
        organisation_id=club.pk,
        slug=f"{hall.slug}-series",
        names=hall.names("Grand Prix"),
    )
    add_to_series(**hall.by(hours=6), series_id=row.pk, section_id=hall.open.pk)
    club.roles.all().delete()

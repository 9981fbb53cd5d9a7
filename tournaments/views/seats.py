"""A player as pages name them: in the reader's script, with title, rating and the way to their card."""

from dataclasses import dataclass

from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.names import listed_name
from tournaments.views.frame import SectionFrame, language
from tournaments.views.links import numbered


@dataclass(frozen=True, slots=True)
class Seat:
    """`points` are shown next to the name on a pairing sheet; `search` is the text for filters.

    `rated_name`: the name has the rating.  `person_url`: the page of the person over all events, if it exists.
    """

    number: int
    name: str
    title: str
    rating: int | None
    federation: str
    url: str
    search: str
    withdrawn: bool
    points: str = ""
    person_url: str = ""
    rated_name: bool = False


def seat(frame: SectionFrame, registration: Registration, points: str = "") -> Seat:
    return seat_in(frame.event.slug, frame.section, registration, points)


def seat_in(event_slug: str, section: Section, registration: Registration, points: str = "") -> Seat:
    player = registration.player
    return Seat(
        number=registration.number,
        name=listed_name(player, language()),
        title=player.title,
        rating=registration.rating,
        federation=player.federation,
        url=numbered("player", event_slug, section.slug, number=registration.number),
        search=f"{registration.number} {player.full_name} {' '.join(player.names.values())} {player.search_key}",
        withdrawn=registration.status == RegistrationStatus.WITHDRAWN,
        points=points,
        person_url=person_url(player),
        rated_name=player.note == str(registration.rating),
    )


def person_url(player: Player) -> str:
    """Return the page of the player's person, without the name, which may change; empty if there is no page."""
    if not player.on_person_page or player.person_id is None:
        return ""
    return numbered("person_short", number=player.person_id)

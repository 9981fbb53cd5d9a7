"""A player as pages name them: in the reader's script, with title, rating and the link to their card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix, reverse
from django.utils.module_loading import import_string

from tournaments.models.pairing import PlayOff
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.names import listed_name
from tournaments.selectors.standings import StandingsRow
from tournaments.views.frame import SectionFrame, language

# Pages that only some systems have.

Page = Callable[[HttpRequest, SectionFrame, int | None], HttpResponse]


def page_of(name: str) -> Page | None:
    """Return the view with that name; None if the name is empty."""
    return import_string(name) if name else None


# Notes to a table about places decided by play-offs.


@dataclass(frozen=True, slots=True)
class PlayOffNote:
    """`places`: `1–2`; `name` and `url` are those of the play-off's section."""

    places: str
    name: str
    url: str


def play_off_notes(section: Section, rows: Sequence[StandingsRow]) -> list[PlayOffNote]:
    """Return a note for each play-off that decided places in these rows.  No query if there was none."""
    decided = {row.registration.player_id: row.row for row in rows if row.row.play_off}
    if not decided:
        return []
    notes = []
    play_offs = PlayOff.objects.filter(section=section).select_related("by__event")
    for play_off in play_offs.prefetch_related("by__registrations"):
        own = [decided[entry.player_id] for entry in play_off.by.registrations.all() if entry.player_id in decided]
        if own:
            places = f"{min(row.rank for row in own)}–{max(row.last for row in own)}"
            url = reverse("section", args=[play_off.by.event.slug, play_off.by.slug])
            notes.append(PlayOffNote(places, play_off.by.name_in(language()), url))
    return notes


# Addresses of pages that differ only in a number, for pages with hundreds of links.

_NUMBER = 2**53 - 1  # placeholder for the number in `reverse`; no row has it


def numbered(name: str, *args: str, number: int) -> str:
    """Return `reverse` for the page `name`, with `number` as its last argument."""
    before, after = around(name, *args)
    return f"{before}{number}{after}"


def around(name: str, *args: str) -> tuple[str, str]:
    """Return the parts of the address of the page `name` before and after the number."""
    return _around(get_script_prefix(), name, args)


@lru_cache(maxsize=1000)
def _around(_prefix: str, name: str, args: tuple[str, ...]) -> tuple[str, str]:
    before, _, after = reverse(name, args=[*args, _NUMBER]).partition(str(_NUMBER))
    return before, after


def person_url(player: Player) -> str:
    """Return the page of the player's person, without the name, which may change; empty if there is no page."""
    if not player.on_person_page or player.person_id is None:
        return ""
    return numbered("person_short", number=player.person_id)


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

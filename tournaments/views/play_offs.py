"""Notes to a table about places decided by play-offs."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from tournaments.models.play_off import PlayOff
from tournaments.models.section import Section
from tournaments.selectors.standings import StandingsRow
from tournaments.views.frame import language


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
        own = [
            decided[entry.player_id]
            for entry in play_off.by.registrations.all()
            if entry.player_id in decided
        ]
        if own:
            places = f"{min(row.rank for row in own)}–{max(row.last for row in own)}"
            url = reverse("section", args=[play_off.by.event.slug, play_off.by.slug])
            notes.append(PlayOffNote(places, play_off.by.name_in(language()), url))
    return notes

"""The play-off of tied players, opened from the standings."""

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.views.problems import posted_data, redirect_with, require_found
from tavleya.permissions import Action
from tournaments.forms.play_offs import PlayOffForm
from tournaments.regimes import day_of
from tournaments.selectors.qualification import can_send
from tournaments.selectors.standings import StandingsRow, standings_of
from tournaments.services.play_offs import open_play_off
from tournaments.views.desk.entries import posted_keys
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.seats import seat_in

#: Ties that begin below this place are not offered.
LAST_PLACE = 30


@desk
def play_off(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Players with equal points, the first of them ticked; posted, their play-off is set up."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    require_found(can_send(frame.section))
    rows = tied(standings_of(frame.section).rows)
    chosen = posted_keys(request, "registration") if request.method == "POST" else usual(rows)
    form = PlayOffForm(posted_data(request), section=frame.section, day=day_of(frame.event, timezone.now()))
    if form.attempt(
        lambda: open_play_off(
            actor=frame.actor,
            now=timezone.now(),
            section_id=frame.section.pk,
            registration_ids=chosen,
            names=_names(frame, [row for row in rows if row.registration.pk in chosen]),
            **form.cleaned_data,
        )
    ):
        return redirect_with(
            request,
            gettext("The play-off has been created. Its first pairing comes next."),
            "desk_section",
            slug,
            form.result.slug,
        )
    context = {
        **frame.context(),
        "form": form,
        "rows": [
            {
                "row": row,
                "seat": seat_in(frame.event.slug, frame.section, row.registration),
                "ticked": row.registration.pk in chosen,
            }
            for row in rows
        ],
    }
    return render(request, "desk/play_off.html", context, status=form.status)


def tied(rows: tuple[StandingsRow, ...]) -> list[StandingsRow]:
    """Return the rows that share their points with another, from the top."""
    many = Counter(row.row.points for row in rows)
    begins: dict[int, int] = {}
    for row in rows:
        begins.setdefault(row.row.points, row.row.rank)
    return [row for row in rows if many[row.row.points] > 1 and begins[row.row.points] <= LAST_PLACE]


def usual(rows: list[StandingsRow]) -> list[int]:
    """Return the entries on the highest shared place; if no place is shared, all with the most points."""
    shared = [row for row in rows if row.row.shared]
    if shared:
        return [row.registration.pk for row in shared if row.row.rank == shared[0].row.rank]
    return [row.registration.pk for row in rows if row.row.points == rows[0].row.points]


def _names(frame: SectionDesk, rows: list[StandingsRow]) -> dict[str, str]:
    """Return the name of the play-off in the languages of the event."""
    places = {"first": min((row.row.rank for row in rows), default=1)}
    places["last"] = max((row.row.last for row in rows), default=1)
    names = {}
    for code in frame.event.text_languages:
        with translation.override(code):
            names[code] = gettext("Play-off for places %(first)s–%(last)s") % places
    return names

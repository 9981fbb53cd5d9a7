"""A section's table at the desk: open boards, and the button that declares it final."""

import re
from collections import Counter
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.views.requests import Attempt, posted_data, redirect_with, require_found
from tavleya.errors import BadInput
from tavleya.permissions import Action
from tavleya.tiebreaks.base import decimal
from tavleya.tiebreaks.standings import ExternalValue
from tournaments.adjusted import day_of
from tournaments.forms.rounds import PlayOffForm
from tournaments.messages import say
from tournaments.models.section import Section
from tournaments.selectors.finality import digest_of
from tournaments.selectors.simul import can_send
from tournaments.selectors.standings import StandingsRow, is_over, standings_of
from tournaments.services.final_table import finalise_table, open_play_off, reopen_table
from tournaments.services.seeding import enter_tie_values
from tournaments.views.desk.entries import posted_keys
from tournaments.views.desk.frame import SectionDesk, at_section, desk
from tournaments.views.desk.section import step_of
from tournaments.views.frame import SectionFrame, finality_text
from tournaments.views.seats import play_off_notes, seat, seat_in
from tournaments.views.tables import columns, line

#: `12`, `12.5`, `-0,25`.
_VALUE = re.compile(r"([-−]?)(\d{1,6})(?:[.,](\d{1,2}))?", re.ASCII)


@desk
@require_http_methods(["GET", "HEAD", "POST"])
@at_section(having=lambda system: system.ranked)
def standings(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """The table with its state; posted, `do` is `final`, `reopen` or `ties`."""
    if request.method == "POST":
        frame.require(Action.CLOSE_ROUND)
    if attempt := Attempt(request, lambda: _carry_out(request, frame)):
        return redirect_with(request, attempt.result, "desk_standings", frame.event.slug, frame.section.slug)
    if attempt.error:
        frame.section.refresh_from_db()
    view = standings_of(frame.section)
    section_frame = SectionFrame(request, frame.actor, frame.section, "standings")
    return frame.page(
        "desk/standings.html",
        attempt.status,
        step=step_of(frame),
        refused=attempt.error,
        given=request.POST.get("reason", ""),
        finality=finality_text(frame.section, view),
        lapsed=frame.section.final_at,
        digest=digest_of(view),
        columns=columns(view.tiebreaks),
        rows=[line(section_frame, row) for row in view.rows],
        ties=[_tie_line(section_frame, row) for row in view.rows],
        external=ExternalValue.name in frame.section.tiebreaks,
        may_order=_may_order(frame.section, view.rows),
        expelled=[seat(section_frame, row.registration) for row in view.expelled],
        public_url=section_frame.url("standings"),
        play_offs=play_off_notes(frame.section, view.rows),
        may_play_off=can_send(frame.section) and bool(tied(view.rows)),
    )


def _may_order(section: Section, rows: Sequence[StandingsRow]) -> bool:
    """Return whether tied players can be ordered by hand: not before the last round, when most are tied."""
    if any(row.registration.hand_order for row in rows):
        return True
    played = section.rounds.count() >= (section.rounds_planned or 0) and is_over(section)
    return played and any(row.row.shared for row in rows)


def _carry_out(request: HttpRequest, frame: SectionDesk) -> str:
    caller = {**frame.caller, "section_id": frame.section.pk}
    action = request.POST.get("do", "")
    if action == "final":
        finalise_table(**caller, expected=request.POST.get("digest") or None)
        return gettext("The standings are final.")
    if action == "reopen":
        reopen_table(**caller, reason=request.POST.get("reason", "")[:500])
        return gettext("The standings are no longer final.")
    if action == "ties":
        enter_tie_values(**caller, **_tie_values(request))  # type: ignore[arg-type]
        return gettext("Saved.")
    raise Http404


def _tie_values(request: HttpRequest) -> dict[str, dict[int, int | None]]:
    """Return the fields `external-<key of the entry>`, with a decimal point or comma, and `order-<key>`; empty ones are
    None.

    Raises: BadInput ("bad_tie_value").
    """
    result: dict[str, dict[int, int | None]] = {"external": {}, "order": {}}
    for name, text in request.POST.items():
        kind, _, key = name.partition("-")
        if kind in result and key.isascii() and key.isdigit() and len(key) < 12:
            result[kind][int(key)] = _value(str(text).strip(), hundredths=kind == "external")
    return result


def _value(text: str, *, hundredths: bool) -> int | None:
    if not text:
        return None
    match = _VALUE.fullmatch(text)
    if match is None or (match[3] and not hundredths):
        raise BadInput(say("bad_tie_value"))
    whole = int(match[2]) * (100 if hundredths else 1) + int((match[3] or "0").ljust(2, "0"))
    return -whole if match[1] else whole


def _tie_line(frame: SectionFrame, row: StandingsRow) -> dict[str, object]:
    value = row.registration.external_value
    return {
        "key": row.registration.pk,
        "place": row.place,
        "seat": seat(frame, row.registration),
        "external": "" if value is None else decimal(value, 100),
        "order": row.registration.hand_order or "",
        "tied": row.row.shared or bool(row.registration.hand_order),
    }


# The play-off of tied players, opened from the standings.

#: Ties that begin below this place are not offered.
LAST_PLACE = 30


@desk
@at_section(Action.EDIT_SECTION)
def play_off(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """Players with equal points, the first of them ticked; posted, their play-off is set up."""
    require_found(can_send(frame.section))
    rows = tied(standings_of(frame.section).rows)
    chosen = posted_keys(request, "registration") if request.method == "POST" else usual(rows)
    form = PlayOffForm(posted_data(request), section=frame.section, day=day_of(frame.event, timezone.now()))
    if form.attempt(
        lambda: open_play_off(
            **frame.caller,
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
            frame.event.slug,
            form.result.slug,
        )
    return frame.page(
        "desk/play_off.html",
        form.status,
        form=form,
        rows=[
            {
                "row": row,
                "seat": seat_in(frame.event.slug, frame.section, row.registration),
                "ticked": row.registration.pk in chosen,
            }
            for row in rows
        ],
    )


def tied(rows: tuple[StandingsRow, ...]) -> list[StandingsRow]:
    """Return the rows that share their points with another, from the top."""
    counts = Counter(row.row.points for row in rows)
    first_ranks: dict[int, int] = {}
    for row in rows:
        first_ranks.setdefault(row.row.points, row.row.rank)
    return [row for row in rows if counts[row.row.points] > 1 and first_ranks[row.row.points] <= LAST_PLACE]


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

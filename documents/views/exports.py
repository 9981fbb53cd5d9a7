"""File twins of the public pages: the same facts by another ending of the address."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.views import data, fill
from documents.views.answers import Drawn, csv_answer, file_answer, json_answer, pdf_answer
from documents.views.background import from_worker, keep
from games.views.caching import etag_of, tagged, unchanged
from tavleya.documents import pairings as pairing_sheets
from tavleya.documents import tables
from tavleya.documents.tabular import Grid, records, workbook
from tournaments.models.round import RoundStatus
from tournaments.selectors.rounds import boards_by_round
from tournaments.selectors.table import boards_in
from tournaments.views.frame import SectionFrame
from tournaments.views.labels import round_name
from tournaments.views.round_selector import asked_after, shown_round

#: The number of boards up to which a section's file is made in the request: above it takes more than a third of a
#: second.
_AT_ONCE = 600


def _answer(
    request: HttpRequest, frame: SectionFrame, make: Callable[[], HttpResponse], *, whole: bool = False
) -> HttpResponse:
    """Return the file of `make` as a response.  `whole`: the file shows every board of the section."""
    etag = _etag(request, frame)
    if (answer := unchanged(request, etag)) is not None:
        return answer
    large = whole and boards_in(frame.section) > _AT_ONCE
    if large and (answer := from_worker(request, etag)) is not None:
        return answer if answer.status_code != HTTPStatus.OK else tagged(request, answer, etag)
    answer = make()
    if large:
        keep(answer, etag)
    return tagged(request, answer, etag)


def _etag(request: HttpRequest, frame: SectionFrame) -> str:
    """Return the ETag of the section and of the logo on its prints, which the section's version does not cover."""
    organisation = frame.event.organisation
    return etag_of(request, frame.etag, organisation.logo_digest) if organisation else frame.etag


def _name(frame: SectionFrame, *parts: str) -> str:
    return "-".join((frame.event.slug, frame.section.slug, *parts))


@dataclass(frozen=True, slots=True)
class _Twins:
    """The files of a table: its `pages` as PDF, its `grid` as CSV, and what its JSON has under its head."""

    kind: str
    pages: Callable[[], Drawn]
    grid: Callable[[], Grid[Any]]
    content: Callable[[], dict[str, object]]

    def answer(self, request: HttpRequest, frame: SectionFrame, form: str, name: str) -> HttpResponse:
        if form == "pdf":
            return pdf_answer(request, name, self.pages())
        if form == "csv":
            return csv_answer(request, name, self.grid())
        return json_answer(name, data.document(frame.section, self.kind, **self.content()))


@require_safe
def round_file(
    request: HttpRequest, slug: str, section_slug: str, form: str, number: int | None = None
) -> HttpResponse:
    """`?by=name`: the PDF by name instead of by board."""
    frame = SectionFrame.of(request, slug, section_slug, "round")
    view = shown_round(frame, number)
    view.round.section = frame.section
    now = timezone.now()
    twins = _Twins(
        "round",
        lambda: (
            partial(pairing_sheets.by_name, fill.seatings(frame.section, view, now))
            if request.GET.get("by") == "name"
            else partial(pairing_sheets.by_board, fill.pairings(frame.section, view, now))
        ),
        lambda: data.pairings_grid(view.boards),
        lambda: {
            "round": data.round_facts(view.round),
            "boards": records(data.pairings_grid(view.boards)),
            "free": [registration.number for registration in view.free],
        },
    )
    name = _name(frame, f"round-{number}" if number else "games")
    return _answer(request, frame, lambda: twins.answer(request, frame, form, name))


@require_safe
def standings_file(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponse:
    """`?after=<n>`: the table after that round."""
    frame = SectionFrame.of(request, slug, section_slug, "standings")
    frame.require_table()
    after = asked_after(frame, request.GET.get("after", ""))
    twins = _Twins(
        "standings",
        lambda: partial(tables.draw_standings, fill.standings(frame.section, timezone.now(), after)),
        lambda: data.standings_grid(frame.section, after),
        lambda: {"after_round": after, "rows": records(data.standings_grid(frame.section, after))},
    )
    name = _name(frame, "standings", *([str(after)] if after else []))
    return _answer(request, frame, lambda: twins.answer(request, frame, form, name), whole=form == "pdf")


@require_safe
def crosstable_file(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "crosstable")
    frame.require_table()
    twins = _Twins(
        "crosstable",
        lambda: partial(tables.draw_crosstable, fill.crosstable(frame.section, timezone.now())),
        lambda: data.crosstable_grid(frame.section),
        lambda: {"rows": data.crosstable_records(frame.section)},
    )
    name = _name(frame, "crosstable")
    return _answer(request, frame, lambda: twins.answer(request, frame, form, name), whole=form == "pdf")


@require_safe
def players_file(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponse:
    """The list of players, without ETag like its page: names and ratings are not in the version of the standings."""
    frame = SectionFrame.of(request, slug, section_slug, "players")
    twins = _Twins(
        "players",
        lambda: partial(pairing_sheets.starting_list, fill.starting_list(frame.section, timezone.now())),
        lambda: data.players_grid(frame.section),
        lambda: {"players": records(data.players_grid(frame.section))},
    )
    return twins.answer(request, frame, form, _name(frame, "players"))


@require_safe
def section_workbook(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Players, every public round, standings, crosstable: a sheet each.  Drafts are never included."""
    frame = SectionFrame.of(request, slug, section_slug, "section")

    return _answer(
        request, frame, lambda: file_answer(section_sheets(frame), "xlsx", _name(frame)), whole=True
    )


def section_sheets(frame: SectionFrame) -> bytes:
    section = frame.section
    sheets: list[tuple[str, Grid[Any]]] = [(gettext("Players"), data.players_grid(section))]
    boards = boards_by_round(section)
    for row in frame.all_rounds:
        if row.status != RoundStatus.DRAFT:
            sheets.append((round_name(row.number), data.pairings_grid(boards.get(row.pk, []))))
    if section.system.ranked:
        sheets.append((gettext("Standings"), data.standings_grid(section)))
        sheets.append((gettext("Crosstable"), data.crosstable_grid(section)))
    title = f"{frame.event_name}: {frame.section_name}"
    # Not the time of making: the same tables are the same bytes.
    return workbook(sheets, title=title, made=section.event.created_at)

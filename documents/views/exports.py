"""File twins of the public pages: the same facts by another ending of the address."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.views import data, fill
from documents.views.answers import csv_answer, file_answer, json_answer, pdf_answer, titles
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


@require_safe
def round_file(
    request: HttpRequest, slug: str, section_slug: str, form: str, number: int | None = None
) -> HttpResponse:
    """`?by=name`: the PDF by name instead of by board."""
    frame = SectionFrame.of(request, slug, section_slug, "round")
    view = shown_round(frame, number)
    view.round.section = frame.section
    name = _name(frame, f"round-{number}" if number else "games")

    def make() -> HttpResponse:
        now = timezone.now()
        if form == "pdf":
            if request.GET.get("by") == "name":
                seats = fill.seatings(frame.section, view, now)
                return pdf_answer(request, name, lambda *on: pairing_sheets.by_name(seats, *on))
            boards = fill.pairings(frame.section, view, now)
            return pdf_answer(request, name, lambda *on: pairing_sheets.by_board(boards, *on))
        grid = data.pairings_grid(view.boards)
        if form == "csv":
            return csv_answer(request, name, grid)
        free = [registration.number for registration in view.free]
        more = {"round": data.round_facts(view.round), "boards": records(grid), "free": free}
        return json_answer(name, data.document(frame.section, "round", **more))

    return _answer(request, frame, make)


@require_safe
def standings_file(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponse:
    """`?after=<n>`: the table after that round."""
    frame = SectionFrame.of(request, slug, section_slug, "standings")
    frame.require_table()
    after = asked_after(frame, request.GET.get("after", ""))
    name = _name(frame, "standings", *([str(after)] if after else []))

    def make() -> HttpResponse:
        if form == "pdf":
            table = fill.standings(frame.section, timezone.now(), after)
            return pdf_answer(request, name, lambda *on: tables.draw_standings(table, *on))
        grid = data.standings_grid(frame.section, after)
        if form == "csv":
            return csv_answer(request, name, grid)
        more = {"after_round": after, "rows": records(grid)}
        return json_answer(name, data.document(frame.section, "standings", **more))

    return _answer(request, frame, make, whole=form == "pdf")


@require_safe
def crosstable_file(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "crosstable")
    frame.require_table()
    name = _name(frame, "crosstable")

    def make() -> HttpResponse:
        if form == "pdf":
            table = fill.crosstable(frame.section, timezone.now())
            return pdf_answer(request, name, lambda *on: tables.draw_crosstable(table, *on))
        if form == "csv":
            return csv_answer(request, name, data.crosstable_grid(frame.section))
        rows = data.crosstable_records(frame.section)
        return json_answer(name, data.document(frame.section, "crosstable", rows=rows))

    return _answer(request, frame, make, whole=form == "pdf")


@require_safe
def players_file(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponse:
    """The list of players, without ETag like its page: names and ratings are not in the version of the standings."""
    frame = SectionFrame.of(request, slug, section_slug, "players")
    name = _name(frame, "players")
    if form == "pdf":
        people = fill.starting_list(frame.section, timezone.now())
        return pdf_answer(request, name, lambda *on: pairing_sheets.starting_list(people, *on))
    grid = data.players_grid(frame.section)
    if form == "csv":
        return csv_answer(request, name, grid)
    return json_answer(name, data.document(frame.section, "players", players=records(grid)))


@require_safe
def section_workbook(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Players, every public round, standings, crosstable: a sheet each.  Drafts are never included."""
    frame = SectionFrame.of(request, slug, section_slug, "section")

    def make() -> HttpResponse:
        return file_answer(section_sheets(frame), "xlsx", _name(frame))

    return _answer(request, frame, make, whole=True)


def section_sheets(frame: SectionFrame) -> bytes:
    section = frame.section
    text: list[tuple[str, Grid]] = [(gettext("Players"), data.players_grid(section))]
    boards = boards_by_round(section)
    for row in frame.all_rounds:
        if row.status != RoundStatus.DRAFT:
            text.append((round_name(row.number), data.pairings_grid(boards.get(row.pk, []))))
    if section.system.ranked:
        text.append((gettext("Standings"), data.standings_grid(section)))
        text.append((gettext("Crosstable"), data.crosstable_grid(section)))
    sheets = [(Grid(name, grid.columns, grid.rows), titles(grid)) for name, grid in text]
    title = f"{frame.event_name}: {frame.section_name}"
    # Not the time of making: the same tables are the same bytes.
    return workbook(sheets, title=title, made=section.event.created_at)

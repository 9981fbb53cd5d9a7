"""Public pages as files: the same data at the address with a file extension."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.views import fill
from documents.views.downloads import from_worker, keep
from games.files import moves_shown
from games.views.answers import Drawn, csv_answer, file_answer, json_answer, pdf_answer
from games.views.caching import etag_of, tagged, unchanged
from games.views.requests import FILE_TYPES, require_found
from tavleya.documents import pairings as pairing_sheets
from tavleya.documents import tables
from tavleya.documents.tabular import Grid, halves, record, records, workbook
from tavleya.rules.registry import spec_of
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.game_files import boards_of_files, texts_of
from tournaments.selectors.rounds import boards_by_round
from tournaments.selectors.standings import crosstable_of
from tournaments.selectors.table import boards_in
from tournaments.views.boards import asked_after, shown_round
from tournaments.views.contents import (
    PERSON,
    cell_letters,
    crosstable_grid,
    pairings_grid,
    players_grid,
    standings_grid,
)
from tournaments.views.frame import SectionFrame, round_name

#: The most boards for which the request itself makes a section's file: more take over a third of a second.
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
    """Return the ETag of the section, with the logo and the licence, which the section's version does not cover."""
    organisation = frame.event.organisation
    return etag_of(request, frame.etag, frame.event.licence, organisation.logo_digest if organisation else "")


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
    now = timezone.now()
    twins = _Twins(
        "round",
        lambda: (
            partial(pairing_sheets.by_name, fill.seatings(frame.section, view, now))
            if request.GET.get("by") == "name"
            else partial(pairing_sheets.by_board, fill.pairings(frame.section, view, now))
        ),
        lambda: pairings_grid(view.boards),
        lambda: {
            "round": round_facts(view.round),
            "boards": records(pairings_grid(view.boards)),
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
        lambda: standings_grid(frame.section, after),
        lambda: {"after_round": after, "rows": records(standings_grid(frame.section, after))},
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
        lambda: crosstable_grid(frame.section),
        lambda: {"rows": crosstable_records(frame.section)},
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
        lambda: players_grid(frame.section),
        lambda: {"players": records(players_grid(frame.section))},
    )
    return twins.answer(request, frame, form, _name(frame, "players"))


@require_safe
def section_workbook(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Players, every public round, standings, crosstable: a sheet each.  Drafts are never included."""
    frame = SectionFrame.of(request, slug, section_slug, "section")
    return _answer(request, frame, lambda: file_answer(section_sheets(frame), "xlsx", _name(frame)), whole=True)


def section_sheets(frame: SectionFrame) -> bytes:
    section = frame.section
    sheets: list[tuple[str, Grid[Any]]] = [(gettext("Players"), players_grid(section))]
    boards = boards_by_round(section)
    for round_ in frame.all_rounds:
        if round_.status != RoundStatus.DRAFT:
            sheets.append((round_name(round_.number), pairings_grid(boards.get(round_.pk, []))))
    if section.system.ranked:
        sheets.append((gettext("Standings"), standings_grid(section)))
        sheets.append((gettext("Crosstable"), crosstable_grid(section)))
    title = f"{frame.event_name}: {frame.section_name}"
    # Not the current time: the same tables must give the same bytes.
    return workbook(sheets, title=title, made=section.event.created_at)


# JSON

#: The schema of the JSON twins; it grows only when a field is renamed or removed.
SCHEMA = 1


def document(section: Section, kind: str, **more: object) -> dict[str, object]:
    """Return the common head of all JSON twins."""
    event = section.event
    return {
        "schema": f"tavleya/{kind}/{SCHEMA}",
        "event": {"slug": event.slug, "names": event.names},
        "licence": event.licence or None,
        "section": {
            "slug": section.slug,
            "names": section.names,
            "game": section.game,
            "format": section.format,
            "tiebreaks": list(section.tiebreaks),
        },
        **more,
    }


def round_facts(row: Round) -> dict[str, object]:
    return {
        "number": row.number,
        "status": row.status,
        "starts_at": row.starts_at.isoformat().replace("+00:00", "Z") if row.starts_at else None,
        "played_on": row.played_on.isoformat() if row.played_on else None,
    }


def crosstable_records(section: Section) -> list[dict[str, Any]]:
    """Return lines in order of rank, each with its games; `opponent` is a starting number, as in all these files."""
    table = crosstable_of(section)
    numbers = {row.line: row.standing.registration.number for row in table.rows}
    by_round = table.rounds > 0
    return [
        {
            "rank": row.standing.row.rank,
            **record(PERSON, row.standing.registration),
            "points": halves(row.standing.row.points),
            "games": [
                {
                    "round": cell.round or None,
                    "opponent": numbers.get(cell.place) if cell.place else None,
                    "colour": cell.side.value if cell.side else None,
                    "mark": cell_letters(cell, by_round=False) or None,
                    "played": cell.played,
                    "game": cell.game,
                }
                for cells in (row.by_round if by_round else row.against)
                for cell in cells
            ],
        }
        for row in table.rows
    ]


# All games of a round or a section in one file, in the format of a single game.


@require_safe
def round_games(
    request: HttpRequest, slug: str, section_slug: str, form: str, number: int | None = None
) -> HttpResponseBase:
    frame = SectionFrame.of(request, slug, section_slug, "round")
    round_ = shown_round(frame, number).round
    name = f"{slug}-{section_slug}-" + (f"round-{number}" if number else "games")
    return _games_answer(request, frame, form, boards_of_files().filter(round=round_), name)


@require_safe
def section_games(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponseBase:
    """The games of public rounds."""
    frame = SectionFrame.of(request, slug, section_slug, "section")
    boards = boards_of_files().filter(round__section=frame.section).exclude(round__status=RoundStatus.DRAFT)
    return _games_answer(request, frame, form, boards, f"{slug}-{section_slug}")


def _games_answer(
    request: HttpRequest, frame: SectionFrame, form: str, boards: QuerySet[Pairing], name: str
) -> HttpResponseBase:
    require_found(spec_of(frame.section.game).file == form)
    # A move at a live board changes the file, but no table: its record grows.
    moves = boards.order_by().aggregate(entries=Sum("game__seq"), changed=Max("game__changed_at"))
    etag = etag_of(request, frame.etag, sorted(moves.items()), moves_shown(frame.section.broadcast_delay, boards))
    if (answer := unchanged(request, etag)) is not None:
        return answer
    stream = StreamingHttpResponse(
        (text.encode() for text in texts_of(frame.section, boards)),
        headers={
            "Content-Type": f"{FILE_TYPES[form]}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{name}.{form}"',
        },
    )
    return tagged(request, stream, etag)


@dataclass(frozen=True, slots=True)
class _Twins:
    """The files of a table: its `pages` as PDF, its `grid` as CSV, and the `content` of its JSON."""

    kind: str
    pages: Callable[[], Drawn]
    grid: Callable[[], Grid[Any]]
    content: Callable[[], dict[str, object]]

    def answer(self, request: HttpRequest, frame: SectionFrame, form: str, name: str) -> HttpResponse:
        if form == "pdf":
            return pdf_answer(request, name, self.pages())
        if form == "csv":
            return csv_answer(request, name, self.grid())
        return json_answer(name, document(frame.section, self.kind, **self.content()))

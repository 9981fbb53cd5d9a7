"""The public page of a series: one table over several events, and its files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.views.answers import csv_answer, file_answer, json_answer, pdf_answer
from games.views.caching import shared_page
from games.views.problems import find_or_404
from people.selectors.series import SeriesRow, series_at, series_view
from people.views.series_tables import amount, cell_text, grid_of, printed, stage_name, terms_text
from tavleya.documents import lists
from tavleya.documents.tabular import records, workbook
from tavleya.series.rules import TIEBREAKS
from tournaments.views.frame import language
from tournaments.views.seats import person_url


@require_safe
@shared_page
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a series. The ETag is made from the page's content, because it has the standings of many sections."""
    row = find_or_404(lambda: series_at(slug))
    view = series_view(row)
    terms = row.terms
    context = {
        "series": row,
        "name": row.name_in(language()),
        "organisation": row.organisation,
        "organiser": row.organisation.name_in(language()),
        "terms": terms_text(terms),
        "breaks": [gettext(TIEBREAKS[tiebreak].label) for tiebreak in terms.tiebreaks],
        "stages": [
            {
                "name": stage_name(tiebreak.section),
                "event": tiebreak.section.event,
                "over": tiebreak.over,
                "url": reverse("standings", args=[tiebreak.section.event.slug, tiebreak.section.slug]),
            }
            for tiebreak in view.stages
        ],
        "rows": [_line(tiebreak) for tiebreak in view.rows],
        "dropped": any(
            cell is not None and not cell.counted for tiebreak in view.rows for cell in tiebreak.row.cells
        ),
        "files": [(form.upper(), reverse("organisation_series_file", args=[slug, form])) for form in _FORMS],
        "section_of_site": "events",
    }
    return render(request, "people/series.html", context)


def _line(series_row: SeriesRow) -> dict[str, object]:
    player = series_row.player
    return {
        "place": series_row.place,
        "name": player.name_in(language()),
        "title": player.title,
        "federation": player.federation,
        "url": person_url(player),
        "cells": [(cell_text(cell), cell is None or cell.counted) for cell in series_row.row.cells],
        "total": amount(series_row.row.total),
        "values": [amount(value) for value in series_row.row.values],
    }


_FORMS = ("pdf", "xlsx", "csv", "json")


@require_safe
@shared_page
def series_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    row = find_or_404(lambda: series_at(slug))
    view = series_view(row)
    if form == "pdf":
        document = printed(view, timezone.now())
        return pdf_answer(request, slug, lambda *on: lists.draw_list(document, *on))
    grid = grid_of(view)
    if form == "csv":
        return csv_answer(request, slug, grid)
    if form == "xlsx":
        book = workbook([(row.name_in(language()), grid)], title=row.name_in(language()), made=row.created_at)
        return file_answer(book, "xlsx", slug)
    content = {
        "series": slug,
        "names": row.names,
        "events": [
            {"event": stage.section.event.slug, "section": stage.section.slug, "over": stage.over}
            for stage in view.stages
        ],
        "rows": records(grid),
    }
    return json_answer(slug, content)

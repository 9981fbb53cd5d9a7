"""The table of a series for pages and files."""

from datetime import datetime
from fractions import Fraction
from functools import partial

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext

from games.templatetags.tavleya import day
from people.selectors.series import SeriesRow, SeriesView
from tavleya.documents.contents import Head, ListDocument
from tavleya.documents.tabular import Column, Grid, Value
from tavleya.series.rules import RULES, TIEBREAKS
from tavleya.series.table import Cell, Terms
from tavleya.tiebreaks.table import points_text
from tournaments.models.section import Section
from tournaments.selectors.logos import logo_of
from tournaments.views.frame import language


def amount(points: Fraction) -> str:
    """Return the points as `9½`; with two decimals if they are not a multiple of a half."""
    if (2 * points).denominator == 1:
        return points_text(int(2 * points))
    return number_format(round(float(points), 2), 2)


def cell_text(cell: Cell | None) -> str:
    """Return the points of a cell, in brackets if they do not count."""
    if cell is None:
        return ""
    return amount(cell.points) if cell.counted else f"({amount(cell.points)})"


def stage_name(section: Section) -> str:
    """Return the name of the event, and of the section if the event has several."""
    event, own = section.event.name_in(language()), section.name_in(language())
    several = sum(item.archived_at is None for item in section.event.sections.all()) > 1
    return f"{event}: {own}" if several and own != event else event


def terms_text(terms: Terms) -> list[str]:
    """Return the rules of the table, one sentence each."""
    rule = RULES[terms.rule]
    text = [gettext(rule.label)]
    if rule.by_place:
        text = [f"{text[0]}: {', '.join(map(str, terms.place_points))}"]
    if terms.best is not None:
        words = ngettext("The best result counts", "The best %(count)s results count", terms.best)
        text.append(words % {"count": terms.best})
    if terms.tiebreaks:
        names = ", ".join(gettext(TIEBREAKS[tiebreak].label) for tiebreak in terms.tiebreaks)
        text.append(gettext("Ties: %(tiebreaks)s") % {"tiebreaks": names})
    return text


def grid_of(view: SeriesView) -> Grid[SeriesRow]:
    """Return the table with the titles of its columns in the reader's language."""
    return Grid(
        (
            Column("rank", lambda row: row.row.rank, gettext("Place")),
            Column(
                "last_rank",
                lambda row: row.row.last if row.row.shared else None,
                gettext("Last shared place"),
            ),
            Column("name", lambda row: row.player.name_in(language()), gettext("Player")),
            Column("title", lambda row: row.player.title or None, gettext("Title")),
            Column("federation", lambda row: row.player.federation or None, gettext("Federation")),
            *(
                Column[SeriesRow](f"event_{at}", partial(_stage, at - 1), stage_name(stage.section))
                for at, stage in enumerate(view.stages, start=1)
            ),
            Column("total", lambda row: _number(row.row.total), pgettext("points of a series", "Total")),
            *(
                Column[SeriesRow](key, partial(_tiebreak, at), gettext(TIEBREAKS[key].label))
                for at, key in enumerate(view.series.terms.tiebreaks)
            ),
        ),
        view.rows,
    )


def _stage(index: int, row: SeriesRow) -> Value:
    cell = row.row.cells[index]
    return None if cell is None else _number(cell.points)


def _tiebreak(index: int, row: SeriesRow) -> Value:
    return _number(row.row.values[index])


def _number(points: Fraction) -> int | float:
    return int(points) if points.denominator == 1 else round(float(points), 2)


def printed(view: SeriesView, now: datetime) -> ListDocument:
    """Return the table for the notice board: numbered events, with a key above the table."""
    made_at = timezone.localtime(now)
    text = gettext("Printed %(time)s") % {"time": f"{day(made_at)}, {made_at:%H:%M %Z}"}
    numbers = [str(at) for at in range(1, len(view.stages) + 1)]
    facts = " · ".join(
        [
            *terms_text(view.series.terms),
            *(f"{at} {stage_name(row.section)}" for at, row in zip(numbers, view.stages, strict=True)),
        ]
    )
    series = view.series
    head = Head(
        series.name_in(language()),
        "",
        gettext("Standings"),
        facts,
        made=text,
        made_at=now,
        language=language(),
        logo=logo_of(series.organisation),
    )
    rows = tuple(
        (
            row.place,
            " ".join(filter(None, (row.player.title, row.player.name_in(language())))),
            row.player.federation,
            *map(cell_text, row.row.cells),
            amount(row.row.total),
        )
        for row in view.rows
    )
    heads = (
        gettext("Place"),
        gettext("Player"),
        gettext("Fed."),
        *numbers,
        pgettext("points of a series", "Total"),
    )
    return ListDocument(head, heads, rows, frozenset({0, *range(3, len(heads))}), frozenset({1}))

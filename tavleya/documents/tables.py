"""Standings, crosstables and plain lists."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tavleya.documents.contents import CrosstableDocument, ListDocument, StandingsDocument, TieBreakColumn
from tavleya.documents.paper import (
    BOLD,
    NARROW,
    NARROW_BOLD,
    PLAIN,
    SOFT,
    Paper,
    PaperSheet,
    TextArea,
    Translate,
    width_of,
    wrapped,
)
from tavleya.documents.table import (
    GROWTH,
    PAD,
    Column,
    TableStyle,
    draw_table,
    grown,
    heading,
    pages_of,
    scaled,
    widths,
)
from tavleya.messages import N_

# A plain list: a table with one line per row, and empty cells to write in.

_LOOK = TableStyle(size=9.5, height=19, rules=True)


def draw_list(document: ListDocument, paper: Paper, translate: Translate) -> bytes:
    sheet = PaperSheet(document.head, paper, translate)
    columns = [
        Column(
            title,
            "right" if index in document.numbers else "left",
            least=80 if index in document.wide else 0,
            grow=1 if index in document.wide else 0,
        )
        for index, title in enumerate(document.heads)
    ]
    draw_table(sheet, columns, document.rows, _LOOK)
    return sheet.bytes()


def draw_standings(document: StandingsDocument, paper: Paper, translate: Translate) -> bytes:
    """Draw place, player, federation, rating, games, points and tie-breaks, then the legend of the tie-breaks."""
    sheet = PaperSheet(document.head, paper, translate)
    columns = [
        Column(translate(N_("Place")), "right", BOLD),
        Column(translate(N_("No.")), "right", NARROW, colour=SOFT),
        Column(translate(N_("Player")), grow=1, least=110),
        Column(translate(N_("Fed.")), "centre", NARROW),
        Column(translate(N_("Rating")), "right", NARROW),
        Column(translate(N_("Games")), "right", NARROW, colour=SOFT),
        Column(translate(N_("Points")), "right", BOLD),
        *(Column(breaker.code, "right", NARROW) for breaker in document.breakers),
    ]
    rows = [
        [
            row.place,
            str(row.person.number),
            row.person.titled,
            row.person.federation,
            str(row.person.rating or ""),
            str(row.played),
            row.points,
            *row.values,
        ]
        for row in document.rows
    ]
    indexes = [index for index in range(len(columns)) if index not in (3, 4) or any(row[index] for row in rows)]
    withdrawn = frozenset(index for index, row in enumerate(document.rows) if row.withdrawn)
    columns, rows = [columns[index] for index in indexes], [[row[index] for index in indexes] for row in rows]
    frame = sheet.page()
    legend = _legend_lines(document.breakers, frame.width - 60)
    notes = [line for note in document.notes for line in wrapped(note, PLAIN, 8, frame.width)]
    below = (38 + 12 * len(legend) if legend else 0) + (6 + 12 * len(notes) if notes else 0)
    look = grown(columns, rows, TableStyle(size=9.5, height=16.5), frame, below)
    frame, y = draw_table(sheet, columns, rows, look, frame, soft_rows=withdrawn)
    frame, y = _draw_notes(sheet, frame, y, notes)
    _legend(sheet, frame, y, legend)
    return sheet.bytes()


def _draw_notes(sheet: PaperSheet, frame: TextArea, y: float, lines: Sequence[str]) -> tuple[TextArea, float]:
    """Draw lines under the table; return the position below them."""
    if not lines:
        return frame, y
    if y - 6 - 12 * len(lines) < frame.bottom:
        frame = sheet.page()
        y = frame.top
    y -= 6
    for line in lines:
        y -= 12
        sheet.text(frame.left, y, line, PLAIN, 8, SOFT)
    return frame, y


def _legend_lines(breakers: Sequence[TieBreakColumn], width: float) -> list[tuple[str, str]]:
    """Return lines of code and name, with the code on the first line of each tie-break."""
    return [
        (breaker.code if not index else "", line)
        for breaker in breakers
        for index, line in enumerate(
            wrapped(f"{breaker.name} (C.07, {breaker.article})" if breaker.article else breaker.name, PLAIN, 8, width)
        )
    ]


def _legend(sheet: PaperSheet, frame: TextArea, y: float, lines: Sequence[tuple[str, str]]) -> None:
    """Draw the tie-breaks in their order of precedence."""
    if not lines:
        return
    if y - 34 - 12 * len(lines) < frame.bottom:
        frame = sheet.page()
        y = frame.top
    y = heading(sheet, frame, y - 4, sheet.translate(N_("Tie-breaks in this order")))
    for code, line in lines:
        y -= 12
        sheet.text(frame.left, y, code, BOLD, 8)
        sheet.text(frame.left + 56, y, line, PLAIN, 8, SOFT)


def draw_crosstable(document: CrosstableDocument, paper: Paper, translate: Translate) -> bytes:
    """Draw rows by rank; columns that do not fit continue on a further sheet next to the same names."""
    sheet = PaperSheet(document.head, paper, translate, landscape=True)
    rows = document.rows
    frame = sheet.page()
    look, names, tail, step = _laid_out(document, translate, frame)
    room = frame.width - sum(column.least for column in names)
    after = sum(column.least for column in tail)
    if document.heads:  # if everything fits, fill the sheet, but keep columns from getting too wide
        step = max(step, min(4 * look.size, (room - after) / len(document.heads)))
    for first, last in _pieces(len(document.heads), step, room, after):
        cells = [Column(head, "centre", NARROW, step, step) for head in document.heads[first:last]]
        whole = last == len(document.heads)
        lines = [
            (row.place, row.person.titled, *row.cells[first:last], *((row.points, *row.values) if whole else ()))
            for row in rows
        ]
        shaded = ((at, len(names) + at - first) for at in range(first, last)) if document.diagonal else ()
        columns = [*names, *cells, *(tail if whole else ())]
        draw_table(sheet, columns, lines, look, frame if not first else None, shaded=frozenset(shaded))
    return sheet.bytes()


_CROSSTABLE = TableStyle(size=8.5, height=15, upright_lines=True, rules=True)


def _laid_out(
    document: CrosstableDocument, translate: Translate, frame: TextArea
) -> tuple[TableStyle, list[Column], list[Column], float]:
    """Return the style, the columns before and after the results, and the largest width of a result."""

    def scaled_by(by: float) -> tuple[TableStyle, list[Column], list[Column], float]:
        look = scaled(_CROSSTABLE, by)
        return look, *_beside(document, translate, look), _step(document, look)

    room = frame.top - frame.bottom - _CROSSTABLE.head_size * 1.25 - 8
    fewest = pages_of(len(document.rows), _CROSSTABLE.height, room)
    for by in GROWTH:
        look, names, tail, step = layout = scaled_by(by)
        wide = sum(column.least for column in (*names, *tail)) + step * len(document.heads)
        if wide <= frame.width and pages_of(len(document.rows), look.height, room) <= fewest:
            return layout
    return scaled_by(1.0)


def _beside(document: CrosstableDocument, translate: Translate, look: TableStyle) -> tuple[list[Column], list[Column]]:
    """Return the columns for place and name, and those for points and tie-breaks."""
    names = [
        Column(translate(N_("Place")), "right", BOLD),
        Column(translate(N_("Player")), most=21 * look.size, font=NARROW),
    ]
    tail = [
        Column(translate(N_("Points")), "right", BOLD),
        *(Column(breaker.code, "right", NARROW) for breaker in document.breakers),
    ]
    rows = document.rows
    return (
        _sized(names, [(row.place, row.person.titled) for row in rows], look),
        _sized(tail, [(row.points, *row.values) for row in rows], look),
    )


def _sized(columns: Sequence[Column], rows: Sequence[Sequence[str]], look: TableStyle) -> list[Column]:
    """Return the columns with fixed widths, so that they are the same on every sheet."""
    wide = widths(columns, rows, 10_000, look)
    return [replace(column, least=width, most=width) for column, width in zip(columns, wide, strict=True)]


def _step(document: CrosstableDocument, look: TableStyle) -> float:
    """Return the width of a result column: that of the widest."""
    cell_widths = [width_of(text, NARROW, look.size) for row in document.rows for text in row.cells if text]
    head_widths = [width_of(head, NARROW_BOLD, look.head_size) for head in document.heads]
    return max([17.0, *(width + 6 for width in cell_widths), *(width + 2 * PAD for width in head_widths)])


def _pieces(count: int, step: float, room: float, tail: float) -> list[tuple[int, int]]:
    """Return the range of columns on each sheet.

    The sheets are even; the last one also has the points and tie-breaks.
    """
    sheets = 1
    while True:
        most = -(-count // sheets)
        last = count - most * (sheets - 1)
        if most <= 1 or (most * step <= room and last * step + tail <= room):
            cuts = [min(count, most * at) for at in range(sheets)] + [count]
            return [(first, second) for first, second in pairwise(cuts) if first < second or not count]
        sheets += 1

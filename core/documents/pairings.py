"""A round for the notice board: by board, and by name with the board to go to; the starting list."""

from __future__ import annotations

from common.messages import N_
from core.documents.contents import Pairings, Person, Seating, Seatings, StartingList
from core.documents.paper import (
    BAND,
    BOLD,
    NARROW,
    NARROW_BOLD,
    SOFT,
    Paper,
    PaperSheet,
    TextArea,
    Translate,
    fitted,
    wrapped,
)
from core.documents.table import Column, TableStyle, draw_table


def by_board(document: Pairings, paper: Paper, translate: Translate) -> bytes:
    """Board, White, result, Black; an empty place to write the result where there is none yet."""
    sheet = PaperSheet(document.head, paper, translate)
    people = [person for row in document.boards for person in (row.white, row.black) if person]
    points = any(person.points for person in people)
    ratings = any(person.rating for person in people)
    half = [
        *([Column(translate(N_("Pts")), "right", BOLD)] if points else []),
        *([Column(translate(N_("Rtg")), "right", NARROW, colour=SOFT)] if ratings else []),
    ]
    columns = [
        Column(translate(N_("Board")), "right", BOLD, least=30),
        Column(translate(N_("No.")), "right", NARROW, colour=SOFT),
        Column(translate(N_("White")), font=NARROW, grow=1, most=230),
        *half,
        Column(translate(N_("Result")), "centre", BOLD, least=48),
        *half[::-1],
        Column(translate(N_("Black")), font=NARROW, grow=1, most=230),
        Column(translate(N_("No.")), "right", NARROW, colour=SOFT),
    ]
    rows = []
    for row in document.boards:
        black = row.black
        rows.append(
            [
                str(row.number),
                str(row.white.number),
                row.white.titled,
                *_half(row.white, points=points, ratings=ratings),
                row.result if black else "",
                *(_half(black, points=points, ratings=ratings)[::-1] if black else [""] * len(half)),
                black.titled if black else row.bye,
                str(black.number) if black else "",
            ]
        )
    byes = frozenset(at for at, row in enumerate(document.boards) if row.black is None)
    frame, y = draw_table(sheet, columns, rows, TableStyle(size=10, height=19), soft_rows=byes)
    if document.free:
        names = ", ".join(person.titled for person in document.free)
        free = translate(N_("Not playing this round:"))
        for line in wrapped(f"{free} {names}", NARROW, 9, frame.width):
            if y - 16 < frame.bottom:
                frame = sheet.page()
                y = frame.top
            y -= 14
            sheet.text(frame.left, y, line, NARROW, 9)
    return sheet.bytes()


def _half(person: Person, *, points: bool, ratings: bool) -> list[str]:
    return [
        *([person.points] if points else []),
        *([str(person.rating or "")] if ratings else []),
    ]


_ROW, _GAP = 14.5, 18


def by_name(document: Seatings, paper: Paper, translate: Translate) -> bytes:
    """Names in two columns by alphabet, each with board and colour: where do I sit?"""
    sheet = PaperSheet(document.head, paper, translate)
    left = list(document.seats)
    while True:
        frame = sheet.page()
        room = int((frame.top - frame.bottom - 14) / _ROW)
        width = (frame.width - _GAP) / 2
        taken = left[: 2 * room]
        left = left[2 * room :]
        depth = room if left else (len(taken) + 1) // 2
        for at, chunk in enumerate((taken[:depth], taken[depth:])):
            if chunk or not at:
                _name_column(sheet, frame, frame.left + at * (width + _GAP), width, chunk)
        if not left:
            return sheet.bytes()


def _name_column(sheet: PaperSheet, frame: TextArea, x: float, width: float, seats: list[Seating]) -> None:
    translate, y = sheet.translate, frame.top - 10
    sheet.text(x + 2, y, translate(N_("Player")), NARROW_BOLD, 7.5, SOFT)
    sheet.text(x + width - 62, y, translate(N_("Board")), NARROW_BOLD, 7.5, SOFT, "right")
    sheet.text(x + width - 54, y, translate(N_("Colour")), NARROW_BOLD, 7.5, SOFT)
    y -= 4
    sheet.line(x, y, x + width, y, 0.8, SOFT)
    for at, seat in enumerate(seats):
        y -= _ROW
        if at % 2:
            sheet.fill(x, y, width, _ROW, BAND)
        base = y + 4.2
        room = width - 92
        name = fitted(seat.person.listed, NARROW, 9.5, room)
        sheet.text(x + 2, base, name, NARROW, 9.5)
        if seat.board is None:
            note = fitted(seat.note, NARROW, 8, 84)
            sheet.text(x + width - 2, base, note, NARROW, 8, SOFT, "right")
            continue
        sheet.text(x + width - 62, base, str(seat.board), BOLD, 10.5, align="right")
        _side(sheet, x + width - 54, base, white=seat.white)
        colour = translate(N_("White")) if seat.white else translate(N_("Black"))
        sheet.text(x + width - 43, base, fitted(colour, NARROW, 8.5, 42), NARROW, 8.5)


def _side(sheet: PaperSheet, x: float, y: float, *, white: bool) -> None:
    """A disc of the colour, so that the page is read from afar."""
    sheet.canvas.setLineWidth(0.8)
    sheet.canvas.setStrokeColorRGB(*SOFT)
    sheet.canvas.setFillColorRGB(*((1, 1, 1) if white else (0.1, 0.1, 0.1)))
    sheet.canvas.circle(x + 4, y + 3.2, 3.2, stroke=1, fill=1)


def starting_list(document: StartingList, paper: Paper, translate: Translate) -> bytes:
    sheet = PaperSheet(document.head, paper, translate)
    people = document.people
    columns = [
        Column(translate(N_("No.")), "right", BOLD, least=26),
        Column(translate(N_("Title")), font=NARROW, colour=SOFT),
        Column(translate(N_("Player")), grow=1),
        Column(translate(N_("Federation")), "centre", NARROW),
        Column(translate(N_("Rating")), "right"),
    ]
    rows = [[str(one.number), one.title, one.name, one.federation, str(one.rating or "")] for one in people]
    kept = [
        at for at in range(len(columns)) if at in (0, 2) or any(row[at] for row in rows)
    ]  # a column in which nobody has anything is left out
    draw_table(
        sheet,
        [columns[at] for at in kept],
        [[row[at] for at in kept] for row in rows],
        TableStyle(size=10, height=17),
    )
    return sheet.bytes()

"""A round for the notice board, by board and by name; the starting list."""

from tavleya.documents.contents import Pairings, Person, Seating, Seatings, StartingList
from tavleya.documents.paper import (
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
    width_of,
    wrapped,
)
from tavleya.documents.table import GROWTH, Column, TableStyle, draw_table, grown
from tavleya.messages import N_


def by_board(document: Pairings, paper: Paper, translate: Translate) -> bytes:
    """Draw the boards: board, White, result, Black.  An open result is an empty space to write in."""
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
    byes = frozenset(index for index, row in enumerate(document.boards) if row.black is None)
    frame = sheet.page()
    free = []
    if document.free:
        names = ", ".join(person.titled for person in document.free)
        free = wrapped(f"{translate(N_('Not playing this round:'))} {names}", NARROW, 9, frame.width)
    look = grown(columns, rows, TableStyle(size=10, height=19), frame, 14 * len(free) + 4)
    frame, y = draw_table(sheet, columns, rows, look, frame, soft_rows=byes)
    for line in free:
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
_BESIDE = 92  # points for board and colour, at the size of `_ROW`


def by_name(document: Seatings, paper: Paper, translate: Translate) -> bytes:
    """Draw the names by alphabet, each with board and colour, in one or two columns as large as a page allows."""
    sheet = PaperSheet(document.head, paper, translate)
    left = list(document.seats)
    frame = sheet.page()
    by, across = max((_growth(left, frame, count), -count) for count in (1, 2))
    across = -across
    width = (frame.width - _GAP * (across - 1)) / across
    while True:
        room = int((frame.top - frame.bottom - 14) / (_ROW * by))
        taken = left[: across * room]
        left = left[across * room :]
        depth = room if left else -(-len(taken) // across)
        for at in range(across):
            if (chunk := taken[at * depth : (at + 1) * depth]) or not at:
                _name_column(sheet, frame, frame.left + at * (width + _GAP), width, chunk, by)
        if not left:
            return sheet.bytes()
        frame = sheet.page()


def _growth(seats: list[Seating], frame: TextArea, across: int) -> float:
    """Return the largest scale at which all seats fit on one page without cut names; 0 if there is none."""
    depth, room = -(-len(seats) // across), frame.top - frame.bottom - 14
    width = (frame.width - _GAP * (across - 1)) / across
    longest = max((width_of(seat.person.listed, NARROW, 9.5) for seat in seats), default=0.0)
    usual = 1.0 if across == 2 else 0.0
    return next(
        (by for by in GROWTH if depth * _ROW * by <= room and (longest + _BESIDE) * by <= width), usual
    )


def _name_column(
    sheet: PaperSheet, frame: TextArea, x: float, width: float, seats: list[Seating], by: float
) -> None:
    translate, y = sheet.translate, frame.top - 10
    sheet.text(x + 2, y, translate(N_("Player")), NARROW_BOLD, 7.5, SOFT)
    sheet.text(x + width - 62 * by, y, translate(N_("Board")), NARROW_BOLD, 7.5, SOFT, "right")
    sheet.text(x + width - 54 * by, y, translate(N_("Colour")), NARROW_BOLD, 7.5, SOFT)
    y -= 4
    sheet.line(x, y, x + width, y, 0.8, SOFT)
    for index, seat in enumerate(seats):
        y -= _ROW * by
        if index % 2:
            sheet.fill(x, y, width, _ROW * by, BAND)
        base = y + 4.2 * by
        name = fitted(seat.person.listed, NARROW, 9.5 * by, width - _BESIDE * by)
        sheet.text(x + 2, base, name, NARROW, 9.5 * by)
        if seat.board is None:
            note = fitted(seat.note, NARROW, 8 * by, 84 * by)
            sheet.text(x + width - 2, base, note, NARROW, 8 * by, SOFT, "right")
            continue
        sheet.text(x + width - 62 * by, base, str(seat.board), BOLD, 10.5 * by, align="right")
        _side(sheet, x + width - 54 * by, base, by, white=seat.white)
        colour = translate(N_("White")) if seat.white else translate(N_("Black"))
        sheet.text(x + width - 43 * by, base, fitted(colour, NARROW, 8.5 * by, 42 * by), NARROW, 8.5 * by)


def _side(sheet: PaperSheet, x: float, y: float, by: float, *, white: bool) -> None:
    """Draw a disc of the colour, so that the page is readable from afar."""
    sheet.canvas.setLineWidth(0.8)
    sheet.canvas.setStrokeColorRGB(*SOFT)
    sheet.canvas.setFillColorRGB(*((1, 1, 1) if white else (0.1, 0.1, 0.1)))
    sheet.canvas.circle(x + 4 * by, y + 3.2 * by, 3.2 * by, stroke=1, fill=1)


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
    rows = [
        [str(person.number), person.title, person.name, person.federation, str(person.rating or "")]
        for person in people
    ]
    ats = [
        at for at in range(len(columns)) if at in (0, 2) or any(row[at] for row in rows)
    ]  # a column without any value is left out
    columns, rows = [columns[at] for at in ats], [[row[at] for at in ats] for row in rows]
    frame = sheet.page()
    draw_table(sheet, columns, rows, grown(columns, rows, TableStyle(size=10, height=17), frame), frame)
    return sheet.bytes()

"""A round for the notice board, by board and by name; the starting list."""

from tavleya.documents.contents import GameSlip, Pairings, Person, Seating, Seatings, Slips, StartingList
from tavleya.documents.paper import (
    ACCENT,
    BAND,
    BOLD,
    LINE,
    NARROW,
    NARROW_BOLD,
    PLAIN,
    SOFT,
    Paper,
    PaperSheet,
    TextArea,
    Translate,
    fitted,
    mm,
    width_of,
    wrapped,
)
from tavleya.documents.slips import signature_lines
from tavleya.documents.table import GROWTH, Column, TableStyle, draw_table, grown
from tavleya.messages import N_
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import SheetForm
from tavleya.sides import Side


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
    return [*([person.points] if points else []), *([str(person.rating or "")] if ratings else [])]


_ROW, _GAP = 14.5, 18
_BESIDE = 92  # points for board and colour, at the size of `_ROW`


def by_name(document: Seatings, paper: Paper, translate: Translate) -> bytes:
    """Draw the names by alphabet, each with board and colour, in one or two columns as large as a page allows."""
    sheet = PaperSheet(document.head, paper, translate)
    remaining = list(document.seats)
    frame = sheet.page()
    by, across = max((_growth(remaining, frame, count), -count) for count in (1, 2))
    across = -across
    width = (frame.width - _GAP * (across - 1)) / across
    while True:
        room = int((frame.top - frame.bottom - 14) / (_ROW * by))
        taken = remaining[: across * room]
        remaining = remaining[across * room :]
        depth = room if remaining else -(-len(taken) // across)
        for at in range(across):
            if (chunk := taken[at * depth : (at + 1) * depth]) or not at:
                _name_column(sheet, frame, frame.left + at * (width + _GAP), width, chunk, by)
        if not remaining:
            return sheet.bytes()
        frame = sheet.page()


def _growth(seats: list[Seating], frame: TextArea, across: int) -> float:
    """Return the largest scale at which all seats fit on one page without cut names; 0 if there is none."""
    depth, room = -(-len(seats) // across), frame.top - frame.bottom - 14
    width = (frame.width - _GAP * (across - 1)) / across
    longest = max((width_of(seat.person.listed, NARROW, 9.5) for seat in seats), default=0.0)
    usual = 1.0 if across == 2 else 0.0
    return next((by for by in GROWTH if depth * _ROW * by <= room and (longest + _BESIDE) * by <= width), usual)


def _name_column(sheet: PaperSheet, frame: TextArea, x: float, width: float, seats: list[Seating], by: float) -> None:
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
        sheet.fit(x + width - 43 * by, base, colour, 42 * by, NARROW, 8.5 * by)


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
    # A column without any value is left out.
    indexes = [index for index in range(len(columns)) if index in (0, 2) or any(row[index] for row in rows)]
    columns, rows = [columns[index] for index in indexes], [[row[index] for index in indexes] for row in rows]
    frame = sheet.page()
    draw_table(sheet, columns, rows, grown(columns, rows, TableStyle(size=10, height=17), frame), frame)
    return sheet.bytes()


# Score sheets for the notation of each game, with the header filled in.
#
# Chess has two columns of moves with a clock time at every fifth move; draughts needs space for multiple
# captures; a move of tavreli has both fields, with the resulting tower next to it.


def score_sheets(document: Slips, paper: Paper, translate: Translate, copies: int = 1) -> bytes:
    """Draw one sheet per game and copy; with two copies, White's and Black's are marked."""
    sheet = PaperSheet(document.head, paper, translate)
    form = spec_of(document.game).sheet
    sides = ("",) if copies < 2 else (translate(N_("White's sheet")), translate(N_("Black's sheet")))
    for game in document.games:
        for side in sides:
            sheet.blank()
            _moves(sheet, form, _head(sheet, document, game, side))
            _foot(sheet)
    return sheet.bytes()


_LEFT = 12 * mm


def _head(sheet: PaperSheet, document: Slips, game: GameSlip, side: str) -> float:
    """Draw event, round, board, day, control and both players; return the lower edge."""
    translate, right, top = sheet.translate, sheet.width - _LEFT, sheet.height - 11 * mm
    over = " · ".join(filter(None, (document.head.event, document.head.section)))
    sheet.fit(_LEFT, top - 9, over, right - _LEFT - 90, BOLD, 12, ACCENT, least=8)
    sheet.fit(right, top - 9, side or translate(N_("Score sheet")), 88, NARROW, 9, SOFT, "right")
    facts = [
        document.round, f"{translate(N_('Board'))} {game.board}", document.day, document.control,
        f"{translate(N_('Drawn opening'))} {game.opening}" if game.opening else "",
    ]  # fmt: skip
    line = " · ".join(filter(None, facts))
    sheet.fit(_LEFT, top - 23, line, right - _LEFT, NARROW, 9)
    width = (right - _LEFT - 8) / 2
    for index, (name, person) in enumerate(
        ((translate(N_("White")), game.white), (translate(N_("Black")), game.black))
    ):
        _player(sheet, _LEFT + index * (width + 8), top - 58, width, name, person, white=not index)
    return top - 64 - (_start(sheet, document, game, top - 64) if game.start else 0)


_SQUARE = 3.1 * mm


def _start(sheet: PaperSheet, document: Slips, game: GameSlip, top: float) -> float:
    """Draw a small board with the start position and its name; return its height."""
    spec = spec_of(document.game)
    width = spec.grid.size * _SQUARE
    low = top - 8 - width
    for name, (file, rank) in spec.grid.places.items():
        x, y = _LEFT + file * _SQUARE, low + rank * _SQUARE
        if (file + rank) % 2 == 0:
            sheet.fill(x, y, _SQUARE, _SQUARE, BAND)
        for figure in (game.start or {}).get(name, ())[:1]:
            sign = spec.pieces.glyphs[figure.kind][figure.side is Side.BLACK]
            sheet.text(x + _SQUARE / 2, y + 1.6, sign, PLAIN, _SQUARE, align="centre")
    sheet.box(_LEFT, low, width, width, 0.6)
    sheet.text(_LEFT + width + 10, top - 20, sheet.translate(N_("Start position")), NARROW_BOLD, 9)
    sheet.text(_LEFT + width + 10, top - 33, game.start_words, NARROW, 9)
    return width + 10


def _player(sheet: PaperSheet, x: float, y: float, width: float, side: str, person: Person, *, white: bool) -> None:
    sheet.fill(x, y, width, 29, BAND)
    sheet.box(x, y, width, 29, 0.5, LINE)
    sheet.canvas.setStrokeColorRGB(0.1, 0.1, 0.1)
    sheet.canvas.setFillColorRGB(*((1, 1, 1) if white else (0.1, 0.1, 0.1)))
    sheet.canvas.circle(x + 11, y + 14.5, 4.5, stroke=1, fill=1)
    facts = " · ".join(filter(None, (person.federation, str(person.rating or ""))))
    sheet.text(x + 22, y + 19.5, side, NARROW, 7, SOFT)
    sheet.text(x + width - 6, y + 19.5, facts, NARROW, 7.5, SOFT, "right")
    sheet.fit(x + 22, y + 7, person.titled, width - 28, BOLD, 11, least=7)


_FOOT = 27 * mm


def _moves(sheet: PaperSheet, form: SheetForm, top: float) -> None:
    gap = 8.0
    whole = sheet.width - 2 * _LEFT
    width = (whole - gap * (form.blocks - 1)) / form.blocks
    step = (top - 24 - _FOOT) / form.lines
    shares = sum(share for _kind, share in form.columns)
    for block in range(form.blocks):
        x = _LEFT + block * (width + gap)
        y = top - 24
        _titles(sheet, form, x, y, width / shares)
        for line in range(form.lines):
            number = block * form.lines + line + 1
            low = y - (line + 1) * step
            if number % 5 == 0:
                sheet.fill(x, low, width, step, BAND)
            sheet.text(x + width / shares * form.columns[0][1] - 4, low + step / 2 - 3, str(number), NARROW_BOLD, 8,
                       SOFT, "right")  # fmt: skip
            sheet.line(x, low, x + width, low, 0.35)
        _uprights(sheet, form, x, y, width / shares, form.lines * step)
        sheet.box(x, y - form.lines * step, width, form.lines * step, 0.8)


def _titles(sheet: PaperSheet, form: SheetForm, x: float, y: float, unit: float) -> None:
    translate = sheet.translate
    names = {"number": "", "time": translate(N_("Time")), "tower": translate(N_("Tower"))}
    moves = 0
    for kind, share in form.columns:
        moves += kind == "move"
        title = (translate(N_("White")) if moves == 1 else translate(N_("Black"))) if kind == "move" else names[kind]
        title = fitted(title, NARROW_BOLD, 8, share * unit - 2)
        sheet.text(x + share * unit / 2, y + 4, title, NARROW_BOLD, 8, align="centre")
        x += share * unit


def _uprights(sheet: PaperSheet, form: SheetForm, x: float, y: float, unit: float, height: float) -> None:
    """Draw the column rules: heavier between White and Black than within either."""
    for index, (_kind, share) in enumerate(form.columns[:-1]):
        x += share * unit
        opens_move = form.columns[index + 1][0] == "move"
        sheet.line(x, y, x, y - height, 0.8 if opens_move else 0.35)


def _foot(sheet: PaperSheet) -> None:
    """Draw the result and the signature lines."""
    translate, y = sheet.translate, _FOOT - 24
    sheet.text(_LEFT, y + 6, translate(N_("Result")), NARROW_BOLD, 9)
    x = _LEFT + 46
    for choice in ("1 – 0", "½ – ½", "0 – 1"):
        sheet.box(x, y + 3, 12, 12, 0.8)
        sheet.text(x + 17, y + 6, choice, PLAIN, 10)
        x += 66
    sheet.text(x, y + 6, translate(N_("Draw offer: (=)")), NARROW, 8, SOFT)
    signature_lines(sheet, _LEFT, y - 24, sheet.width - 2 * _LEFT)

"""A table over as many pages as necessary, with its header on each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tavleya.documents.contents import Badge, Badges, TableCard, TableCards
from tavleya.documents.paper import (
    ACCENT,
    BAND,
    BOLD,
    INK,
    LINE,
    NARROW,
    NARROW_BOLD,
    PLAIN,
    SOFT,
    WHITE,
    Colour,
    Paper,
    PaperSheet,
    TextArea,
    Translate,
    fitted,
    mm,
    shrunk,
    width_of,
    wrapped,
)
from tavleya.messages import N_

PAD = 4


@dataclass(frozen=True, slots=True)
class Column:
    """A column as wide as its widest cell, between `least` and `most` points; `grow`: its share of spare width."""

    title: str
    align: str = "left"
    font: str = PLAIN
    least: float = 0
    most: float = 10_000
    grow: float = 0
    colour: Colour = INK


@dataclass(frozen=True, slots=True)
class TableStyle:
    """Sizes in points.  `rules`: a line between rows; without it, every other row is shaded."""

    size: float = 9.5
    height: float = 16
    head_size: float = 7.5
    rules: bool = False
    upright_lines: bool = False


_AIR = (1.35, 1.2, 1.1)  # factors of the row height, if there is room
#: Factors by which a table may be enlarged, the largest first.
GROWTH = tuple(1 + step / 20 for step in range(12, 0, -1))


def scaled(look: TableStyle, by: float) -> TableStyle:
    """Scale letters and rows by `by`; headers grow less."""
    return replace(look, size=look.size * by, height=look.height * by, head_size=look.head_size * min(by, 1.25))


def grown(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], look: TableStyle, frame: TextArea, below: float = 0
) -> TableStyle:
    """Return `look`, as large as possible without a further page; `below`: points for the text under the table.

    A list on a notice board is read from a distance, and half a page should not stay empty.  If letters cannot grow in
    width, rows still can.
    """
    count, whole = len(rows), frame.top - frame.bottom - look.head_size * 1.25 - 8
    fewest = pages_of(count, look.height, whole, below)
    for by in (*GROWTH, 1.0):
        larger = scaled(look, by)
        if by > 1.0 and sum(_needed(columns, rows, larger)) > frame.width:
            continue
        for air in (*_AIR, 1.0):
            if pages_of(count, larger.height * air, whole, below) <= fewest:
                return replace(larger, height=larger.height * air)
    return look


def pages_of(count: int, height: float, room: float, below: float = 0) -> int:
    """Return the number of pages for `count` rows, with `below` points after the last one."""
    each = max(1, int(room / height))
    pages = max(1, -(-count // each))
    rest = count - each * (pages - 1)
    return pages + (below > 0 and rest * height + below > room)


def _needed(columns: Sequence[Column], rows: Iterable[Sequence[str]], look: TableStyle) -> list[float]:
    """Return the width of each column at which none of its cells is shrunk."""
    needs = [width_of(column.title, NARROW_BOLD, look.head_size) + 2 * PAD for column in columns]
    for row in rows:
        for index, cell in enumerate(row):
            if cell:
                needs[index] = max(needs[index], width_of(cell, columns[index].font, look.size) + 2 * PAD)
    return [max(column.least, need) for column, need in zip(columns, needs, strict=True)]


def widths(columns: Sequence[Column], rows: Iterable[Sequence[str]], width: float, look: TableStyle) -> list[float]:
    """Return the widths of the columns, together not more than `width`."""
    needed = _needed(columns, rows, look)
    needed = [max(column.least, min(column.most, need)) for column, need in zip(columns, needed, strict=True)]
    spare = width - sum(needed)
    share = sum(column.grow for column in columns)
    if spare > 0 and share:
        return [need + spare * column.grow / share for column, need in zip(columns, needed, strict=True)]
    if spare < 0:
        elastic = sum(need for column, need in zip(columns, needed, strict=True) if column.grow) or sum(needed)
        any_grow = any(column.grow for column in columns)
        needed = [
            need + spare * need / elastic if column.grow or not any_grow else need
            for column, need in zip(columns, needed, strict=True)
        ]
        needed = [max(need, 8) for need in needed]
    return needed


def draw_table(
    sheet: PaperSheet,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    look: TableStyle | None = None,
    frame: TextArea | None = None,
    soft_rows: frozenset[int] = frozenset(),
    shaded: frozenset[tuple[int, int]] = frozenset(),
) -> tuple[TextArea, float]:
    """Draw from the top of `frame` (or a new page); return the frame of the last page and the lower edge of the table.

    `soft_rows` are printed pale; `shaded` are cells, by row and column, that cannot have a value.
    """
    look = look or TableStyle()
    frame = frame or sheet.page()
    wide = widths(columns, rows, frame.width, look)
    y = _heads(sheet, columns, wide, frame, look)
    for index, row in enumerate(rows):
        if y - look.height < frame.bottom:
            frame = sheet.page()
            y = _heads(sheet, columns, wide, frame, look)
        y -= look.height
        if not look.rules and index % 2:
            sheet.fill(frame.left, y, sum(wide), look.height, BAND)
        for column in range(len(wide)):
            if (index, column) in shaded:
                sheet.fill(frame.left + sum(wide[:column]), y, wide[column], look.height, LINE)
        _row(sheet, columns, wide, row, frame.left, y, look, pale=index in soft_rows)
        if look.rules:
            sheet.line(frame.left, y, frame.left + sum(wide), y, 0.4)
    return frame, y


def _heads(
    sheet: PaperSheet, columns: Sequence[Column], wide: Sequence[float], frame: TextArea, look: TableStyle
) -> float:
    y = frame.top - look.head_size - 4
    x = frame.left
    for column, width in zip(columns, wide, strict=True):
        title = fitted(column.title, NARROW_BOLD, look.head_size, width - 3)
        _cell(sheet, title, column.align, x, y, width, NARROW_BOLD, look.head_size, SOFT)
        x += width
    y -= 4
    sheet.line(frame.left, y, x, y, 0.8, SOFT)
    return y


def _row(
    sheet: PaperSheet,
    columns: Sequence[Column],
    wide: Sequence[float],
    row: Sequence[str],
    x: float,
    y: float,
    look: TableStyle,
    *,
    pale: bool,
) -> None:
    base = y + (look.height - look.size * 0.72) / 2
    for column, width, cell in zip(columns, wide, row, strict=True):
        if cell:
            size = shrunk(cell, column.font, look.size, width - 2, look.size * 0.78)
            text = fitted(cell, column.font, size, width - 2)
            _cell(sheet, text, column.align, x, base, width, column.font, size, SOFT if pale else column.colour)
        if look.upright_lines:
            sheet.line(x, y, x, y + look.height, 0.3)
        x += width
    if look.upright_lines:
        sheet.line(x, y, x, y + look.height, 0.3)


def _cell(
    sheet: PaperSheet, text: str, align: str, x: float, y: float, width: float, font: str, size: float, colour: Colour
) -> None:
    pad = min(PAD, max(0, (width - width_of(text, font, size)) / 2))
    at = {"left": x + pad, "right": x + width - pad, "centre": x + width / 2}[align]
    sheet.text(at, y, text, font, size, colour, align)


def heading(sheet: PaperSheet, frame: TextArea, y: float, text: str) -> float:
    """Draw a heading in the middle of a page; return the next free height."""
    sheet.text(frame.left, y - 20, text, BOLD, 11)
    return y - 26


# Folded cards for the tables, and badges.


def table_cards(document: TableCards, paper: Paper, translate: Translate) -> bytes:
    """Draw two cards per page: cut across the middle, fold each in two; the name is readable from both sides."""
    sheet = PaperSheet(document.head, paper, translate)
    half = sheet.height / 2
    for index, card in enumerate(document.cards):
        if index % 2 == 0:
            sheet.blank()
            sheet.cut(0, half, sheet.width, half)
        bottom = half if index % 2 == 0 else 0
        fold = bottom + half / 2
        for edge in (0, sheet.width - 10 * mm):
            sheet.cut(edge, fold, edge + 10 * mm, fold)
        _face(sheet, document, card, 0, bottom, half / 2)
        sheet.canvas.saveState()
        sheet.canvas.translate(sheet.width, bottom + half)
        sheet.canvas.rotate(180)
        _face(sheet, document, card, 0, 0, half / 2)
        sheet.canvas.restoreState()
    return sheet.bytes()


def _face(sheet: PaperSheet, document: TableCards, card: TableCard, x: float, y: float, height: float) -> None:
    """Draw one side of a card, from its lower left corner."""
    left, right, middle = x + 16 * mm, x + sheet.width - 16 * mm, y + height / 2
    over = " · ".join(filter(None, (document.head.event, document.head.section)))
    sheet.fit(left, y + height - 13 * mm, over, right - left, NARROW_BOLD, 10, ACCENT)
    sheet.line(left, y + height - 15 * mm, right, y + height - 15 * mm, 1, ACCENT)
    box = 26 * mm
    sheet.canvas.setFillColorRGB(*(WHITE if card.white else INK))
    sheet.canvas.setStrokeColorRGB(*INK)
    sheet.canvas.setLineWidth(1.4)
    sheet.canvas.roundRect(left, middle - box / 2 - 4, box, box, 5, stroke=1, fill=1)
    number, ink = str(card.board), (INK if card.white else WHITE)
    size = shrunk(number, BOLD, 38, box - 8, 14)
    sheet.text(left + box / 2, middle - size * 0.36 - 1, number, BOLD, size, ink, "centre")
    sheet.text(left + box / 2, middle - box / 2 + 2, sheet.translate(N_("Board")), NARROW, 7.5, ink, "centre")
    at, width = left + box + 9 * mm, right - left - box - 9 * mm
    name = card.person.name
    size = shrunk(name, BOLD, 34, width, 17)
    lines = wrapped(name, BOLD, size, width)[:2]
    top = middle + (4 if len(lines) == 1 else size * 0.62)
    for down, line in enumerate(lines):
        sheet.fit(at, top - down * size * 1.12, line, width, BOLD, size)
    facts = [card.person.title, card.person.federation, str(card.person.rating or "")]
    y_facts = top - (len(lines) - 1) * size * 1.12 - 25
    sheet.text(at, y_facts, "   ".join(filter(None, facts)), PLAIN, 16, SOFT)


BADGE_WIDTH, BADGE_HEIGHT = 95 * mm, 65 * mm
ACROSS, DOWN = 2, 4


def badges(document: Badges, paper: Paper, translate: Translate) -> bytes:
    """Draw eight badges per page of either paper size, 95 × 65 mm each, with cutting marks."""
    sheet = PaperSheet(document.head, paper, translate)
    left = (sheet.width - ACROSS * BADGE_WIDTH) / 2
    bottom = (sheet.height - DOWN * BADGE_HEIGHT) / 2
    for index, badge in enumerate(document.badges):
        place = index % (ACROSS * DOWN)
        if not place:
            sheet.blank()
            _marks(sheet, left, bottom)
        down, across = divmod(place, ACROSS)
        _badge(sheet, document, badge, left + across * BADGE_WIDTH, bottom + (DOWN - 1 - down) * BADGE_HEIGHT)
    return sheet.bytes()


def _marks(sheet: PaperSheet, left: float, bottom: float) -> None:
    right, top = left + ACROSS * BADGE_WIDTH, bottom + DOWN * BADGE_HEIGHT
    for at in range(ACROSS + 1):
        x = left + at * BADGE_WIDTH
        sheet.cut(x, bottom, x, top)
    for at in range(DOWN + 1):
        y = bottom + at * BADGE_HEIGHT
        sheet.cut(left, y, right, y)


def _badge(sheet: PaperSheet, document: Badges, badge: Badge, x: float, y: float) -> None:
    inner, middle = BADGE_WIDTH - 12 * mm, x + BADGE_WIDTH / 2
    band = 11 * mm
    sheet.fill(x + 2 * mm, y + 2 * mm, BADGE_WIDTH - 4 * mm, band, ACCENT if badge.official else INK)
    role = badge.role.upper()
    size = shrunk(role, BOLD, 14, inner, 8)
    sheet.fit(middle, y + 2 * mm + band / 2 - size * 0.36, role, inner, BOLD, size, WHITE, "centre")
    event = wrapped(document.head.event, NARROW_BOLD, 10, inner)[:2]
    for down, line in enumerate(event):
        sheet.fit(middle, y + BADGE_HEIGHT - 9 * mm - down * 12, line, inner, NARROW_BOLD, 10, ACCENT, "centre")
    sheet.fit(
        middle, y + BADGE_HEIGHT - 9 * mm - len(event) * 12, document.head.facts, inner, NARROW, 8, SOFT, "centre"
    )
    _name(sheet, badge, middle, y + 35 * mm, inner)
    facts = " · ".join(filter(None, (badge.title, badge.federation, badge.note)))
    sheet.fit(middle, y + 17.5 * mm, facts, inner, PLAIN, 11, SOFT, "centre")


def _name(sheet: PaperSheet, badge: Badge, middle: float, y: float, width: float) -> None:
    """Draw the name as large as possible: the family name, and the other names below it if one line is too short."""
    family, _, rest = badge.name.partition(" ")
    if not rest or width_of(badge.name, BOLD, 17) <= width:
        size = shrunk(badge.name, BOLD, 24, width, 10)
        sheet.fit(middle, y - size * 0.36 - 4, badge.name, width, BOLD, size, INK, "centre")
        return
    sheet.fit(middle, y + 3, family, width, BOLD, 23, INK, "centre", least=10)
    sheet.fit(middle, y - 17, rest, width, PLAIN, 16, INK, "centre", least=8)

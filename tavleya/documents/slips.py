"""Result slips: several per page, to cut apart, each with a QR code of the board's page."""

from dataclasses import dataclass
from functools import lru_cache

from tavleya.documents.contents import GameSlip, Head, LinkSlip, LinkSlips, Person, Slips
from tavleya.documents.paper import (
    ACCENT,
    BOLD,
    INK,
    NARROW,
    NARROW_BOLD,
    PLAIN,
    SOFT,
    Paper,
    PaperSheet,
    Translate,
    mm,
    shrunk,
    wrapped,
)
from tavleya.messages import N_

PER_PAGE = 4
_CHOICES = ("1 – 0", "½ – ½", "0 – 1", "")


def result_slips(document: Slips, paper: Paper, translate: Translate) -> bytes:
    """Draw the slips in the order of a cut stack: board 1 to n downwards."""
    sheet = PaperSheet(document.head, paper, translate)
    height = sheet.height / PER_PAGE
    for index, game in enumerate(document.games):
        place = index % PER_PAGE
        if not place:
            sheet.blank()
            for line in range(1, PER_PAGE):
                sheet.cut(0, sheet.height - line * height, sheet.width, sheet.height - line * height)
        _slip(sheet, document, game, sheet.height - (place + 1) * height, height)
    return sheet.bytes()


def _slip(sheet: PaperSheet, document: Slips, game: GameSlip, bottom: float, height: float) -> None:
    translate = sheet.translate
    left, right, top = 13 * mm, sheet.width - 13 * mm, bottom + height - 9 * mm
    head = " · ".join(filter(None, (document.head.event, document.head.section)))
    sheet.fit(left, top - 6, head, right - left - 150, NARROW_BOLD, 8.5, ACCENT)
    when = " · ".join(filter(None, (document.round, document.day)))
    sheet.fit(right, top - 6, when, 145, NARROW, 8.5, SOFT, "right")
    sheet.line(left, top - 11, right, top - 11, 0.8, ACCENT)
    code_size = 25 * mm if game.url else 0
    _number(sheet, left, top, game.board)
    x, width = left + 62, right - left - 62 - code_size - (10 if code_size else 0)
    _player(sheet, x, top - 34, width, translate(N_("White")), game.white, white=True)
    _player(sheet, x, top - 70, width, translate(N_("Black")), game.black, white=False)
    _choices(sheet, x, top - 120, width)
    signature_lines(sheet, left, bottom + 8 * mm, right - left)
    if game.url:
        draw_code(sheet, game.url, right - code_size, top - 15 - code_size, code_size)
        note = translate(N_("The page of this board"))
        sheet.fit(right - code_size / 2, top - 15 - code_size - 8, note, code_size + 10, NARROW, 6.5, SOFT, "centre")


def _number(sheet: PaperSheet, x: float, top: float, board: int) -> None:
    sheet.text(x, top - 26, sheet.translate(N_("Board")), NARROW, 8.5, SOFT)
    sheet.text(x, top - 57, str(board), BOLD, shrunk(str(board), BOLD, 34, 54, 14))


def _player(sheet: PaperSheet, x: float, y: float, width: float, side: str, person: Person, *, white: bool) -> None:
    sheet.canvas.setLineWidth(0.9)
    sheet.canvas.setStrokeColorRGB(*INK)
    sheet.canvas.setFillColorRGB(*((1, 1, 1) if white else INK))
    sheet.canvas.circle(x + 5, y + 1, 4, stroke=1, fill=1)
    name_at = x + 16
    sheet.text(name_at, y + 7, side, NARROW, 7, SOFT)
    sheet.fit(name_at, y - 5, person.titled, width - 16, BOLD, 12.5, least=8)
    facts = [f"{sheet.translate(N_('No.'))} {person.number}", person.federation, str(person.rating or "")]
    sheet.text(x + width, y + 7, " · ".join(filter(None, facts)), NARROW, 7, SOFT, "right")


def _choices(sheet: PaperSheet, x: float, y: float, width: float) -> None:
    """Draw boxes to tick, the last one for any other result."""
    sheet.text(x, y + 19, sheet.translate(N_("Result (tick one)")), NARROW, 7, SOFT)
    step = width / len(_CHOICES)
    for index, choice in enumerate(_CHOICES):
        sheet.box(x + index * step, y, 14, 14, 0.9)
        if choice:
            sheet.text(x + index * step + 19, y + 3, choice, BOLD, 11)
        else:
            sheet.line(x + index * step + 19, y + 1, x + width, y + 1, 0.6, SOFT)


def signature_lines(sheet: PaperSheet, x: float, y: float, width: float) -> None:
    """Draw the lines for the signatures of both players and the arbiter."""
    translate, third = sheet.translate, width / 3
    for index, signer in enumerate((translate(N_("White")), translate(N_("Black")), translate(N_("Arbiter")))):
        left = x + index * third
        sheet.line(left, y, left + third - 12, y, 0.6, SOFT)
        sheet.text(left, y - 8, f"{signer}: {translate(N_('signature'))}", NARROW, 7, SOFT)


@lru_cache(maxsize=2048)
def _modules(url: str) -> tuple[tuple[bool, ...], ...]:
    import segno

    code = segno.make(url, error="m", micro=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def draw_code(sheet: PaperSheet, url: str, x: float, y: float, side: float) -> None:
    """Draw a QR code in a square of `side` points, with the quiet zone outside; runs of a row are one rectangle."""
    rows = _modules(url)
    step = side / len(rows)
    path = sheet.canvas.beginPath()
    for down, row in enumerate(rows):
        start = None
        for index, dark in enumerate((*row, False)):
            if dark and start is None:
                start = index
            elif not dark and start is not None:
                path.rect(x + start * step, y + side - (down + 1) * step, (index - start) * step, step)
                start = None
    sheet.canvas.setFillColorRGB(0, 0, 0)
    sheet.canvas.drawPath(path, stroke=0, fill=1)


# A receipt for a payment or refund: one page, with the purpose and a signature line.

_LABELS = 52 * mm


@dataclass(frozen=True, slots=True)
class Receipt:
    """`rows`: labels and values; `amount` is text with sign and currency.

    `remark` says that it voids another receipt or was voided by one; otherwise empty.
    """

    head: Head
    amount: str
    rows: tuple[tuple[str, str], ...]
    remark: str = ""


def receipt(document: Receipt, paper: Paper, translate: Translate) -> bytes:
    """Draw the receipt; its number is the title of its header."""
    sheet = PaperSheet(document.head, paper, translate)
    area = sheet.page()
    y = area.top - 30
    size = shrunk(document.amount, BOLD, 24, area.width, 12)
    sheet.text(area.left, y, document.amount, BOLD, size)
    y -= 30
    for label, value in document.rows:
        sheet.text(area.left, y, label, PLAIN, 10, SOFT)
        for line in wrapped(value, PLAIN, 11, area.width - _LABELS)[:4]:
            sheet.text(area.left + _LABELS, y, line, PLAIN, 11)
            y -= 15
        y -= 4
    for line in wrapped(document.remark, BOLD, 11, area.width) if document.remark else ():
        sheet.text(area.left, y - 6, line, BOLD, 11)
        y -= 16
    y -= 40
    sheet.line(area.left, y, area.left + 70 * mm, y, 0.7, SOFT)
    sheet.text(area.left, y - 12, translate(N_("Signature")), PLAIN, 8.5, SOFT)
    return sheet.bytes()


# Slips with the private links of players, to cut apart and hand out.
#
# Badges must not show them, because all can read them.

ACROSS, DOWN = 2, 5
_MARGIN = 8 * mm


def link_slips(document: LinkSlips, paper: Paper, translate: Translate) -> bytes:
    """Draw ten slips per page, by name, with cutting lines."""
    sheet = PaperSheet(document.head, paper, translate)
    width, height = sheet.width / ACROSS, sheet.height / DOWN
    for index, slip in enumerate(document.slips):
        place = index % (ACROSS * DOWN)
        if not place:
            sheet.blank()
            sheet.cut(width, 0, width, sheet.height)
            for line in range(1, DOWN):
                sheet.cut(0, line * height, sheet.width, line * height)
        down, across = divmod(place, ACROSS)
        _link_slip(sheet, document, slip, across * width, sheet.height - (down + 1) * height, width, height)
    return sheet.bytes()


def _link_slip(
    sheet: PaperSheet, document: LinkSlips, slip: LinkSlip, x: float, y: float, width: float, height: float
) -> None:
    left, right, top = x + _MARGIN, x + width - _MARGIN, y + height - _MARGIN
    code_size = 32 * mm
    room = right - left - code_size - 4 * mm
    sheet.fit(left, top - 6, document.head.event, room, NARROW_BOLD, 8.5, ACCENT)
    lines = wrapped(slip.name, BOLD, shrunk(slip.name, BOLD, 14, room * 1.8, 9), room)[:2]
    for down, line in enumerate(lines):
        sheet.fit(left, top - 26 - down * 15, line, room, BOLD, 14)
    under = top - 26 - len(lines) * 15
    sheet.fit(left, under, slip.note, room, PLAIN, 9, SOFT)
    notice = wrapped(
        sheet.translate(N_("Your board, your results, and where to report your result. Keep this slip private.")),
        NARROW,
        8,
        room,
    )[:4]
    for down, line in enumerate(notice):
        sheet.text(left, y + _MARGIN + 4 + (len(notice) - 1 - down) * 10, line, NARROW, 8, SOFT)
    draw_code(sheet, slip.url, right - code_size, top - code_size, code_size)

"""Result slips: several per page, to cut apart, each with a QR code of the board's page."""

from functools import lru_cache

from tavleya.documents.contents import GameSlip, Person, Slips
from tavleya.documents.paper import (
    ACCENT,
    BOLD,
    INK,
    NARROW,
    NARROW_BOLD,
    SOFT,
    Paper,
    PaperSheet,
    Translate,
    fitted,
    shrunk,
)
from tavleya.documents.units import mm
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
    if not document.games:
        sheet.page()
    return sheet.bytes()


def _slip(sheet: PaperSheet, document: Slips, game: GameSlip, bottom: float, height: float) -> None:
    translate = sheet.translate
    left, right, top = 13 * mm, sheet.width - 13 * mm, bottom + height - 9 * mm
    head = " · ".join(filter(None, (document.head.event, document.head.section)))
    sheet.text(left, top - 6, fitted(head, NARROW_BOLD, 8.5, right - left - 150), NARROW_BOLD, 8.5, ACCENT)
    when = " · ".join(filter(None, (document.round, document.day)))
    sheet.text(right, top - 6, fitted(when, NARROW, 8.5, 145), NARROW, 8.5, SOFT, "right")
    sheet.line(left, top - 11, right, top - 11, 0.8, ACCENT)
    side = 25 * mm if game.url else 0
    _number(sheet, left, top, game.board)
    x, width = left + 62, right - left - 62 - side - (10 if side else 0)
    _player(sheet, x, top - 34, width, translate(N_("White")), game.white, white=True)
    _player(sheet, x, top - 70, width, translate(N_("Black")), game.black, white=False)
    _choices(sheet, x, top - 120, width)
    _signatures(sheet, left, bottom + 8 * mm, right - left)
    if game.url:
        draw_code(sheet, game.url, right - side, top - 15 - side, side)
        note = translate(N_("The page of this board"))
        sheet.text(right - side / 2, top - 15 - side - 8, fitted(note, NARROW, 6.5, side + 10), NARROW, 6.5, SOFT,
                   "centre")  # fmt: skip


def _number(sheet: PaperSheet, x: float, top: float, board: int) -> None:
    sheet.text(x, top - 26, sheet.translate(N_("Board")), NARROW, 8.5, SOFT)
    sheet.text(x, top - 57, str(board), BOLD, shrunk(str(board), BOLD, 34, 54, 14))


def _player(
    sheet: PaperSheet, x: float, y: float, width: float, side: str, person: Person, *, white: bool
) -> None:
    sheet.canvas.setLineWidth(0.9)
    sheet.canvas.setStrokeColorRGB(*INK)
    sheet.canvas.setFillColorRGB(*((1, 1, 1) if white else INK))
    sheet.canvas.circle(x + 5, y + 1, 4, stroke=1, fill=1)
    name_at = x + 16
    sheet.text(name_at, y + 7, side, NARROW, 7, SOFT)
    size = shrunk(person.titled, BOLD, 12.5, width - 16, 8)
    sheet.text(name_at, y - 5, fitted(person.titled, BOLD, size, width - 16), BOLD, size)
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


def _signatures(sheet: PaperSheet, x: float, y: float, width: float) -> None:
    translate, third = sheet.translate, width / 3
    for index, username in enumerate(
        (translate(N_("White")), translate(N_("Black")), translate(N_("Arbiter")))
    ):
        left = x + index * third
        sheet.line(left, y, left + third - 12, y, 0.6, SOFT)
        sheet.text(left, y - 8, f"{username}: {translate(N_('signature'))}", NARROW, 7, SOFT)


@lru_cache(maxsize=2048)
def _modules(url: str) -> tuple[tuple[bool, ...], ...]:
    import segno

    code = segno.make(url, error="m", micro=False)
    return tuple(tuple(bool(number) for number in row) for row in code.matrix)


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

"""Slips with the private links of players, to cut apart and hand out.

Badges must not show them, because all can read them.
"""

from tavleya.documents.contents import LinkSlip, LinkSlips
from tavleya.documents.paper import (
    ACCENT,
    BOLD,
    NARROW,
    NARROW_BOLD,
    PLAIN,
    SOFT,
    Paper,
    PaperSheet,
    Translate,
    fitted,
    shrunk,
    wrapped,
)
from tavleya.documents.slips import draw_code
from tavleya.documents.units import mm
from tavleya.messages import N_

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
        _slip(sheet, document, slip, across * width, sheet.height - (down + 1) * height, width, height)
    if not document.slips:
        sheet.page()
    return sheet.bytes()


def _slip(
    sheet: PaperSheet, document: LinkSlips, slip: LinkSlip, x: float, y: float, width: float, height: float
) -> None:
    left, right, top = x + _MARGIN, x + width - _MARGIN, y + height - _MARGIN
    side = 32 * mm
    room = right - left - side - 4 * mm
    sheet.text(left, top - 6, fitted(document.head.event, NARROW_BOLD, 8.5, room), NARROW_BOLD, 8.5, ACCENT)
    lines = wrapped(slip.name, BOLD, shrunk(slip.name, BOLD, 14, room * 1.8, 9), room)[:2]
    for down, line in enumerate(lines):
        sheet.text(left, top - 26 - down * 15, fitted(line, BOLD, 14, room), BOLD, 14)
    under = top - 26 - len(lines) * 15
    sheet.text(left, under, fitted(slip.note, PLAIN, 9, room), PLAIN, 9, SOFT)
    texts = wrapped(
        sheet.translate(
            N_("Your board, your results, and where to report your result. Keep this slip private.")
        ),
        NARROW,
        8,
        room,
    )[:4]
    for down, line in enumerate(texts):
        sheet.text(left, y + _MARGIN + 4 + (len(texts) - 1 - down) * 10, line, NARROW, 8, SOFT)
    draw_code(sheet, slip.url, right - side, top - side, side)

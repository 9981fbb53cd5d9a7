"""Folded cards for the tables, and badges."""

from tavleya.documents.contents import Badge, Badges, TableCard, TableCards
from tavleya.documents.paper import (
    ACCENT,
    BOLD,
    INK,
    NARROW,
    NARROW_BOLD,
    PLAIN,
    SOFT,
    WHITE,
    Paper,
    PaperSheet,
    Translate,
    fitted,
    shrunk,
    width_of,
    wrapped,
)
from tavleya.documents.units import mm
from tavleya.messages import N_


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
    if not document.cards:
        sheet.page()
    return sheet.bytes()


def _face(
    sheet: PaperSheet, document: TableCards, card: TableCard, x: float, y: float, height: float
) -> None:
    """Draw one side of a card, from its lower left corner."""
    left, right, middle = x + 16 * mm, x + sheet.width - 16 * mm, y + height / 2
    over = " · ".join(filter(None, (document.head.event, document.head.section)))
    sheet.text(
        left, y + height - 13 * mm, fitted(over, NARROW_BOLD, 10, right - left), NARROW_BOLD, 10, ACCENT
    )
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
        sheet.text(at, top - down * size * 1.12, fitted(line, BOLD, size, width), BOLD, size)
    facts = [card.person.title, card.person.federation, str(card.person.rating or "")]
    y_facts = top - (len(lines) - 1) * size * 1.12 - 25
    sheet.text(at, y_facts, "   ".join(filter(None, facts)), PLAIN, 16, SOFT)


BADGE_WIDTH, BADGE_HEIGHT = 95 * mm, 65 * mm
ACROSS, DOWN = 2, 4


def badges(document: Badges, paper: Paper, translate: Translate) -> bytes:
    """Draw eight badges per page of either size, 95 × 65 mm each, with cutting marks."""
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
    if not document.badges:
        sheet.page()
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
    sheet.text(middle, y + 2 * mm + band / 2 - size * 0.36, fitted(role, BOLD, size, inner), BOLD, size, WHITE,
               "centre")  # fmt: skip
    event = wrapped(document.head.event, NARROW_BOLD, 10, inner)[:2]
    for down, line in enumerate(event):
        sheet.text(middle, y + BADGE_HEIGHT - 9 * mm - down * 12, fitted(line, NARROW_BOLD, 10, inner), NARROW_BOLD,
                   10, ACCENT, "centre")  # fmt: skip
    sheet.text(middle, y + BADGE_HEIGHT - 9 * mm - len(event) * 12, fitted(document.head.facts, NARROW, 8, inner),
               NARROW, 8, SOFT, "centre")  # fmt: skip
    _name(sheet, badge, middle, y + 35 * mm, inner)
    facts = " · ".join(filter(None, (badge.title, badge.federation, badge.note)))
    sheet.text(middle, y + 17.5 * mm, fitted(facts, PLAIN, 11, inner), PLAIN, 11, SOFT, "centre")


def _name(sheet: PaperSheet, badge: Badge, middle: float, y: float, width: float) -> None:
    """Draw the name as large as possible: the family name, and the other names below it if one line is too short."""
    family, _, rest = badge.name.partition(" ")
    if not rest or width_of(badge.name, BOLD, 17) <= width:
        size = shrunk(badge.name, BOLD, 24, width, 10)
        sheet.text(
            middle, y - size * 0.36 - 4, fitted(badge.name, BOLD, size, width), BOLD, size, INK, "centre"
        )
        return
    size = shrunk(family, BOLD, 23, width, 10)
    sheet.text(middle, y + 3, fitted(family, BOLD, size, width), BOLD, size, INK, "centre")
    size = shrunk(rest, PLAIN, 16, width, 8)
    sheet.text(middle, y - 17, fitted(rest, PLAIN, size, width), PLAIN, size, INK, "centre")

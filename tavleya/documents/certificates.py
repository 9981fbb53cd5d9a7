"""Certificates for honoured players, one per landscape page, and an arbiter's report."""

from tavleya.documents.contents import Certificate, Certificates, Item, Report, ReportPart
from tavleya.documents.paper import (
    ACCENT,
    BOLD,
    INK,
    LINE,
    NARROW,
    PLAIN,
    SOFT,
    Paper,
    PaperSheet,
    TextArea,
    Translate,
    mm,
    shrunk,
    wrapped,
)
from tavleya.messages import N_

# An arbiter's report: parts with headings, paragraphs and figures, and signature lines.

_SIZE, _LEAD = 9.0, 12.5


class _Flow:
    """Text from the top of a page downwards, continued on the next page if the space runs out."""

    def __init__(self, sheet: PaperSheet) -> None:
        self.sheet = sheet
        self.frame: TextArea = sheet.page()
        self.y = self.frame.top

    def ensure_room(self, height: float) -> None:
        if self.y - height < self.frame.bottom:
            self.frame = self.sheet.page()
            self.y = self.frame.top

    def lines(
        self,
        text: str,
        font: str = PLAIN,
        size: float = _SIZE,
        colour: tuple[float, float, float] = INK,
        indent: float = 0,
    ) -> None:
        for line in wrapped(text, font, size, self.frame.width - indent):
            self.ensure_room(_LEAD)
            self.y -= _LEAD
            self.sheet.text(self.frame.left + indent, self.y, line, font, size, colour)

    def space(self, height: float) -> None:
        self.y -= height


def report(document: Report, paper: Paper, translate: Translate) -> bytes:
    sheet = PaperSheet(document.head, paper, translate)
    flow = _Flow(sheet)
    for part in document.parts:
        _part(flow, part)
    if document.signatures:
        _report_signatures(flow, document.signatures)
    return sheet.bytes()


def _part(flow: _Flow, part: ReportPart) -> None:
    flow.ensure_room(60)  # a heading must not be the last line of a page
    flow.space(8)
    flow.lines(part.title, BOLD, 12)
    flow.space(3)
    flow.sheet.line(flow.frame.left, flow.y, flow.frame.right, flow.y, 0.6, LINE)
    for name, value in part.facts:
        _fact(flow, name, value)
    for item in part.items:
        _item(flow, item)
    if not part.items and not part.facts and part.empty:
        flow.lines(part.empty, PLAIN, _SIZE, SOFT)
    flow.space(6)


_NAMES = 130


def _fact(flow: _Flow, name: str, value: str) -> None:
    lines = wrapped(value, PLAIN, _SIZE, flow.frame.width - _NAMES)
    for index, line in enumerate(lines or [""]):
        flow.ensure_room(_LEAD)
        flow.y -= _LEAD
        if not index:
            flow.sheet.fit(flow.frame.left, flow.y, name, _NAMES - 6, NARROW, _SIZE, SOFT)
        flow.sheet.text(flow.frame.left + _NAMES, flow.y, line, PLAIN, _SIZE)


def _item(flow: _Flow, item: Item) -> None:
    flow.ensure_room(3 * _LEAD)
    flow.space(5)
    colour = SOFT if item.struck else INK
    flow.lines(item.title, BOLD, _SIZE, colour)
    for line in item.lines:
        flow.lines(line, PLAIN, _SIZE, colour, indent=10)
    if item.small:
        flow.lines(item.small, NARROW, 7.8, SOFT, indent=10)


def _report_signatures(flow: _Flow, names: tuple[str, ...]) -> None:
    flow.ensure_room(34 * len(names) + 20)
    flow.space(16)
    for name in names:
        flow.y -= 30
        left, width = flow.frame.left, flow.frame.width
        flow.sheet.text(left, flow.y, name, NARROW, _SIZE)
        flow.sheet.line(left + _NAMES + 60, flow.y - 1, left + width, flow.y - 1, 0.7, SOFT)


_EDGE = 12 * mm
_LINES = 2  # of the event's name


def certificates(document: Certificates, paper: Paper, translate: Translate) -> bytes:
    """Draw certificates in the given order."""
    sheet = PaperSheet(document.head, paper, translate, landscape=True)
    for certificate in document.certificates:
        sheet.blank()
        _frame(sheet)
        _words(sheet, document, certificate)
        _signatures(sheet, document.signatures)
    return sheet.bytes()


def _frame(sheet: PaperSheet) -> None:
    """Draw a double frame around the page, and above the text the organiser's logo, or else a tower."""
    width, height = sheet.width - 2 * _EDGE, sheet.height - 2 * _EDGE
    sheet.box(_EDGE, _EDGE, width, height, 2.4, ACCENT)
    sheet.box(_EDGE + 4, _EDGE + 4, width - 8, height - 8, 0.6, ACCENT)
    middle, bottom = sheet.width / 2, sheet.height - _EDGE - 27 * mm
    logo = TextArea(middle - 45 * mm, bottom - 2 * mm, middle + 45 * mm, bottom + 19 * mm)
    if not sheet.logo(logo, "centre"):
        _tower(sheet, middle, bottom, 16 * mm)


def _tower(sheet: PaperSheet, middle: float, bottom: float, height: float) -> None:
    """Draw the sign of the service: a diamond on three discs, the middle one in outline."""
    unit, canvas = height / 30, sheet.canvas
    canvas.setFillColorRGB(*ACCENT)
    canvas.setStrokeColorRGB(*ACCENT)
    canvas.setLineWidth(1.8 * unit)
    for low, wide, high, filled in ((0, 26, 6, True), (8, 19.2, 4.8, False), (15, 14, 5, True)):
        radius = high * unit / 2
        canvas.roundRect(middle - wide * unit / 2, bottom + low * unit, wide * unit, high * unit, radius,
                         stroke=not filled, fill=filled)  # fmt: skip
    path = canvas.beginPath()
    path.moveTo(middle, bottom + 29.5 * unit)
    for across, up in ((3.4, 25.5), (0, 21.5), (-3.4, 25.5)):
        path.lineTo(middle + across * unit, bottom + up * unit)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def _words(sheet: PaperSheet, document: Certificates, certificate: Certificate) -> None:
    translate, middle = sheet.translate, sheet.width / 2
    width = sheet.width - 2 * _EDGE - 30 * mm
    y = sheet.height - _EDGE - 45 * mm
    _centred(sheet, translate(N_("Certificate")).upper(), y, width, BOLD, 34, ACCENT)
    _centred(sheet, translate(N_("awarded to")), y - 30, width, PLAIN, 13, SOFT)
    _centred(sheet, certificate.name, y - 80, width, BOLD, 36, INK)
    sheet.line(middle - 55 * mm, y - 96, middle + 55 * mm, y - 96, 0.8, ACCENT)
    _centred(sheet, certificate.merit, y - 136, width, BOLD, 22, INK)
    _centred(sheet, certificate.facts, y - 158, width, PLAIN, 13, SOFT)
    over = ", ".join(filter(None, (document.head.event, document.head.section)))
    size = 17.0
    lines = wrapped(over, BOLD, size, width)[:_LINES]
    for down, line in enumerate(lines):
        _centred(sheet, line, y - 206 - down * 22, width, BOLD, size, ACCENT)
    _centred(sheet, document.head.facts, y - 206 - len(lines) * 22 + 2, width, PLAIN, 12, SOFT)
    if document.head.state:
        sheet.text(sheet.width - _EDGE - 10, sheet.height - _EDGE - 16, document.head.state, BOLD, 8.5, SOFT, "right")


def _centred(
    sheet: PaperSheet, text: str, y: float, width: float, font: str, size: float, colour: tuple[float, float, float]
) -> None:
    size = shrunk(text, font, size, width, size / 2)
    sheet.fit(sheet.width / 2, y, text, width, font, size, colour, "centre")


def _signatures(sheet: PaperSheet, signatures: tuple[tuple[str, str], ...]) -> None:
    """Draw a line for each signature, with the office below it and the name if it is known."""
    if not signatures:
        return
    room = (sheet.width - 2 * _EDGE) / len(signatures)
    y = _EDGE + 20 * mm
    for index, (office, name) in enumerate(signatures):
        middle = _EDGE + (index + 0.5) * room
        sheet.line(middle - 32 * mm, y, middle + 32 * mm, y, 0.7, SOFT)
        sheet.fit(middle, y - 12, name or office, 64 * mm, PLAIN, 10, INK, "centre")
        if name:
            sheet.fit(middle, y - 24, office, 64 * mm, PLAIN, 8.5, SOFT, "centre")

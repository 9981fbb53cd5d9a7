"""An arbiter's report: parts with headings, paragraphs and figures, and signature lines."""

from tavleya.documents.contents import Item, Report, ReportPart
from tavleya.documents.paper import (
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
    fitted,
    wrapped,
)

_SIZE, _LEAD = 9.0, 12.5


class _Flow:
    """Text from the top of a page downwards, continued on the next page if the space runs out."""

    def __init__(self, sheet: PaperSheet) -> None:
        self.sheet = sheet
        self.frame: TextArea = sheet.page()
        self.y = self.frame.top

    def room(self, height: float) -> None:
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
            self.room(_LEAD)
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
        _signatures(flow, document.signatures)
    return sheet.bytes()


def _part(flow: _Flow, part: ReportPart) -> None:
    flow.room(60)  # a heading must not be the last line of a page
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
    rows = wrapped(value, PLAIN, _SIZE, flow.frame.width - _NAMES)
    for index, line in enumerate(rows or [""]):
        flow.room(_LEAD)
        flow.y -= _LEAD
        if not index:
            flow.sheet.text(flow.frame.left, flow.y, fitted(name, NARROW, _SIZE, _NAMES - 6), NARROW, _SIZE, SOFT)
        flow.sheet.text(flow.frame.left + _NAMES, flow.y, line, PLAIN, _SIZE)


def _item(flow: _Flow, item: Item) -> None:
    flow.room(3 * _LEAD)
    flow.space(5)
    colour = SOFT if item.struck else INK
    flow.lines(item.title, BOLD, _SIZE, colour)
    for line in item.lines:
        flow.lines(line, PLAIN, _SIZE, colour, indent=10)
    if item.small:
        flow.lines(item.small, NARROW, 7.8, SOFT, indent=10)


def _signatures(flow: _Flow, names: tuple[str, ...]) -> None:
    flow.room(34 * len(names) + 20)
    flow.space(16)
    for name in names:
        flow.y -= 30
        left, width = flow.frame.left, flow.frame.width
        flow.sheet.text(left, flow.y, name, NARROW, _SIZE)
        flow.sheet.line(left + _NAMES + 60, flow.y - 1, left + width, flow.y - 1, 0.7, SOFT)

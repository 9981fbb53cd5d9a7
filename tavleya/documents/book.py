"""A book as PDF: a title, contents with page numbers, chapters on new pages, headings with links."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.colors import Color
from reportlab.lib.styles import ListStyle, ParagraphStyle, PropertySet
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    ListFlowable,
    PageBreak,
    PageTemplate,
    Spacer,
    TableStyle,
)
from reportlab.platypus import Paragraph as TextFlow
from reportlab.platypus import Table as TableFlow
from reportlab.platypus.tableofcontents import TableOfContents

from tavleya.documents.paper import (
    ACCENT,
    BAND,
    BOLD,
    INK,
    LINE,
    NARROW,
    PLAIN,
    SOFT,
    Colour,
    Paper,
    load_fonts,
    width_of,
)


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one style.  `place` is the target heading of a link."""

    text: str
    strong: bool = False
    term: bool = False
    code: bool = False
    place: str = ""


Words = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """`level`: 1 for a chapter, 2 for a part of one.  `place` is the link target."""

    text: str
    level: int
    place: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    words: Words


@dataclass(frozen=True, slots=True)
class Points:
    """A list, numbered or with bullets."""

    items: tuple[Words, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The first row is the header; all rows have the same length."""

    rows: tuple[tuple[Words, ...], ...]


Block = Heading | Paragraph | Points | Table


@dataclass(frozen=True, slots=True)
class Book:
    """`contents` is the title of the table of contents; `language` is the code of the book's language."""

    title: str
    subtitle: str
    contents: str
    language: str
    blocks: tuple[Block, ...]


def book(document: Book, paper: Paper) -> bytes:
    """Return the book as a PDF.  The same book gives the same bytes."""
    load_fonts()
    file = BytesIO()
    template = _Template(file, document, paper)
    width = paper.size[0] - 2 * _SIDE
    flowables = [flowable for block in document.blocks for flowable in _flow(block, width)]
    # Build twice or more, until the page numbers in the contents match the headings.
    template.multiBuild([*_front(document), *flowables])
    return file.getvalue()


_SIDE, _FOOT = 22 * mm, 20 * mm


def _colour(colour: Colour) -> Color:
    return Color(*colour)


def _style(name: str, size: float, **more: Any) -> ParagraphStyle:
    common = {"fontName": PLAIN, "leading": size * 1.42, "textColor": _colour(INK), "spaceAfter": size * 0.5}
    common |= {"allowWidows": 0, "allowOrphans": 0}
    return ParagraphStyle(name, fontSize=size, **{**common, **more})


_TEXT = _style("text", 9.5)
_ITEM = _style("item", 9.5, spaceAfter=2)
_CELL = _style("cell", 8.5, spaceAfter=0)
_HEAD = _style("head", 8.5, spaceAfter=0, fontName=BOLD)
_HEADINGS = {
    1: _style("chapter", 19, fontName=BOLD, textColor=_colour(ACCENT), leading=24, spaceAfter=12),
    2: _style("part", 12.5, fontName=BOLD, leading=17, spaceBefore=9, spaceAfter=5),
}
_LIST: dict[str, Any] = {"leftIndent": 16, "bulletFontName": PLAIN, "bulletFontSize": 9}
_NUMBERS = ListStyle("numbers", **_LIST, bulletType="1", bulletFormat="%s.")
_SIGNS = ListStyle("signs", **_LIST, bulletType="bullet", start="•")
_CONTENTS: list[PropertySet] = [
    _style("contents 1", 9, fontName=BOLD, spaceBefore=4, spaceAfter=0, leading=11.5),
    _style("contents 2", 8, leftIndent=14, spaceAfter=0, leading=9.8, textColor=_colour(SOFT)),
]
_CONTENTS_LOOK = TableStyle(
    [("VALIGN", (0, 0), (-1, -1), "TOP")]
    + [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
)
_PADDING = 5.0
_TABLE_LOOK = TableStyle(
    [
        ("BACKGROUND", (0, 0), (-1, 0), _colour(BAND)),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, _colour(LINE)),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), _PADDING),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
    ]
)


class _Heading(TextFlow):
    """A heading that reports its page to the contents."""

    def __init__(self, heading: Heading) -> None:
        super().__init__(f"<a name={quoteattr(heading.place)}/>{escape(heading.text)}", _HEADINGS[heading.level])
        self.heading = heading


class _Template(BaseDocTemplate):
    def __init__(self, file: BytesIO, document: Book, paper: Paper) -> None:
        self._width, _ = paper.size
        super().__init__(
            file,
            pagesize=paper.size,
            title=document.title,
            author="Tavleya",
            creator="Tavleya",
            subject=document.subtitle,
            lang=document.language,
            displayDocTitle=1,
            invariant=1,
            pageCompression=1,
        )
        width, height = paper.size
        frame = Frame(_SIDE, _FOOT, width - 2 * _SIDE, height - _FOOT - 18 * mm, 0, 0, 0, 0)
        self._name = document.title
        self.addPageTemplates([PageTemplate("page", [frame], onPageEnd=self._foot)])

    def _foot(self, canvas: Canvas, template: BaseDocTemplate) -> None:
        if template.page == 1:
            return
        canvas.setStrokeColorRGB(*LINE)
        canvas.setLineWidth(0.4)
        canvas.line(_SIDE, 15 * mm, self._width - _SIDE, 15 * mm)
        canvas.setFillColorRGB(*SOFT)
        canvas.setFont(NARROW, 7.5)
        canvas.drawString(_SIDE, 11 * mm, self._name)
        canvas.drawRightString(self._width - _SIDE, 11 * mm, str(template.page))

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  (as reportlab calls it)
        if isinstance(flowable, _Heading):
            heading = flowable.heading
            level = heading.level - 1
            self.notify("TOCEntry", (level, escape(heading.text), self.page, heading.place))
            self.canv.addOutlineEntry(heading.text, heading.place, level, closed=True)


def _front(document: Book) -> Iterator[Flowable]:
    yield Spacer(1, 70 * mm)
    yield TextFlow(escape(document.title), _style("title", 28, fontName=BOLD, textColor=_colour(ACCENT)))
    yield TextFlow(escape(document.subtitle), _style("subtitle", 13, textColor=_colour(SOFT)))
    yield PageBreak()
    yield TextFlow(escape(document.contents), _HEADINGS[1])
    yield TableOfContents(levelStyles=_CONTENTS, dotsMinLevel=0, rightColumnWidth=24, tableStyle=_CONTENTS_LOOK)


def _flow(block: Block, width: float) -> Iterator[Flowable]:
    if isinstance(block, Heading):
        # A heading must not be the last line of a page.
        yield PageBreak() if block.level == 1 else CondPageBreak(30 * mm)
        yield _Heading(block)
    elif isinstance(block, Paragraph):
        yield TextFlow(_marked(block.words), _TEXT)
    elif isinstance(block, Points):
        items = [TextFlow(_marked(words), _ITEM) for words in block.items]
        yield ListFlowable(items, style=_NUMBERS if block.numbered else _SIGNS)
        yield Spacer(1, 5)
    else:
        yield from _table(block, width)


def _table(table: Table, width: float) -> Iterator[Flowable]:
    head, *rows = table.rows
    cells = [[TextFlow(_marked(words), _HEAD) for words in head]]
    cells += [[TextFlow(_marked(words), _CELL) for words in row] for row in rows]
    yield TableFlow(cells, colWidths=_widths(table, width), repeatRows=1, style=_TABLE_LOOK)
    yield Spacer(1, 8)


def _widths(table: Table, width: float) -> list[float]:
    """Return the column widths: each fits its longest word, and the rest is divided by the amount of text."""
    columns = [["".join(run.text for run in cell) for cell in column] for column in zip(*table.rows, strict=True)]
    least = [
        max(width_of(word, BOLD, _CELL.fontSize) for text in column for word in (*text.split(), "")) + 2 * _PADDING
        for column in columns
    ]
    sums = [sum(map(len, column)) for column in columns]
    spare = max(0.0, width - sum(least))
    return [room + spare * letters / sum(sums) for room, letters in zip(least, sums, strict=True)]


def _marked(words: Words) -> str:
    return "".join(map(_run, words))


def _run(run: Run) -> str:
    text = escape(run.text)
    if run.strong:
        text = f'<font name="{BOLD}">{text}</font>'
    if run.code:
        text = f'<font name="{NARROW}" backColor="#f0f1f4">{text}</font>'
    if run.term:
        text = f"<u>{text}</u>"
    return f'<a href={quoteattr("#" + run.place)} color="#8c1c21">{text}</a>' if run.place else text

"""A sheet of paper: size, fonts, header and footer of every page.

The same contents give the same bytes: nothing here reads a clock, and the PDF writer adds no time or key.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from tavleya.documents.contents import Head
from tavleya.messages import N_

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

#: A millimetre and paper sizes in points, equal to those of reportlab, which is only imported for a PDF.
mm = 72 / 2.54 * 0.1
A4 = (210 * mm, 297 * mm)
LETTER = (612.0, 792.0)

#: Translate a message id into the reader's language.
Translate = Callable[[str], str]

PLAIN, BOLD, NARROW, NARROW_BOLD = "DejaVu", "DejaVu-Bold", "DejaVu-Narrow", "DejaVu-Narrow-Bold"
_FILES = {
    PLAIN: "DejaVuSans.ttf",
    BOLD: "DejaVuSans-Bold.ttf",
    NARROW: "DejaVuSansCondensed.ttf",
    NARROW_BOLD: "DejaVuSansCondensed-Bold.ttf",
}

Colour = tuple[float, float, float]
INK: Colour = (0.09, 0.10, 0.13)
SOFT: Colour = (0.36, 0.38, 0.43)
LINE: Colour = (0.72, 0.74, 0.78)
BAND: Colour = (0.945, 0.95, 0.96)
ACCENT: Colour = (0.55, 0.11, 0.13)
WHITE: Colour = (1, 1, 1)
_LOGO_WIDTH = 35 * mm


class Paper(StrEnum):
    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in portrait, in points."""
        return A4 if self is Paper.A4 else LETTER


@cache
def load_fonts() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(__file__).parent / "fonts"
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))


@lru_cache(maxsize=50_000)
def width_of(text: str, font: str, size: float) -> float:
    from reportlab.pdfbase import pdfmetrics

    load_fonts()
    return float(pdfmetrics.stringWidth(text, font, size))


def fitted(text: str, font: str, size: float, width: float) -> str:
    """Return `text`, cut to the width with an ellipsis."""
    if width_of(text, font, size) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle].rstrip() + "…", font, size) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def shrunk(text: str, font: str, size: float, width: float, least: float) -> float:
    """Return the size, not under `least`, at which the text fits."""
    full = width_of(text, font, size)
    return size if full <= width else max(least, size * width / full * 0.999)


def wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    """Return the text in lines; a word that is longer than a line is broken."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if width_of(longer, font, size) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while width_of(word, font, size) > width and len(word) > 1:
                cut = max(1, len(fitted(word, font, size, width)) - 1)
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        lines.append(line)
    return lines


@dataclass(frozen=True, slots=True)
class TextArea:
    """The area of a page for its content, in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left


class PaperSheet:
    """A document being drawn.  Pages with a header are numbered `1 / 4`; the total is known only at the end."""

    def __init__(self, head: Head, paper: Paper, translate: Translate, *, landscape: bool = False) -> None:
        from reportlab.lib.utils import ImageReader

        from tavleya.documents.canvas import PageCanvas

        load_fonts()
        width, height = paper.size
        self.width, self.height = (height, width) if landscape else (width, height)
        self.head, self.translate = head, translate
        self._logo = ImageReader(BytesIO(head.logo)) if head.logo else None
        self._file = BytesIO()
        self.canvas = PageCanvas(self._file, (self.width, self.height), head.made_at, head.language)
        self.canvas.setTitle(" · ".join(filter(None, (head.title, head.section, head.event))))
        self.canvas.setAuthor(head.event)
        self.canvas.setSubject(head.title)
        self.canvas.setCreator("Tavleya")

    def bytes(self) -> bytes:
        """Return the file; a document without contents has a page with only the header."""
        if not self.canvas.begun:
            self.page()
        self.canvas.save()
        return self._file.getvalue()

    # Drawing

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: str = PLAIN,
        size: float = 9,
        colour: Colour = INK,
        align: str = "left",
    ) -> None:
        if not text:
            return
        self.canvas.setFillColorRGB(*colour)
        self.canvas.setFont(font, size)
        draw = {
            "left": self.canvas.drawString,
            "right": self.canvas.drawRightString,
            "centre": self.canvas.drawCentredString,
        }
        draw[align](x, y, text)

    def fit(
        self,
        x: float,
        y: float,
        text: str,
        width: float,
        font: str = PLAIN,
        size: float = 9,
        colour: Colour = INK,
        align: str = "left",
        least: float | None = None,
    ) -> None:
        """Draw a text in the width: smaller, down to the size `least` if there is one, and then cut."""
        if least is not None:
            size = shrunk(text, font, size, width, least)
        self.text(x, y, fitted(text, font, size, width), font, size, colour, align)

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.5, colour: Colour = LINE) -> None:
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width)
        self.canvas.line(x1, y1, x2, y2)

    def fill(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self.canvas.setFillColorRGB(*colour)
        self.canvas.rect(x, y, width, height, stroke=0, fill=1)

    def box(self, x: float, y: float, width: float, height: float, line: float = 0.6, colour: Colour = INK) -> None:
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(line)
        self.canvas.rect(x, y, width, height, stroke=1, fill=0)

    def cut(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a dashed line to cut or fold along."""
        self.canvas.saveState()
        self.canvas.setDash(3, 3)
        self.line(x1, y1, x2, y2, 0.4, SOFT)
        self.canvas.restoreState()

    def logo(self, area: TextArea, align: str) -> float:
        """Draw the organiser's logo as large as `area` allows, `left` or `centre`; return its width, or 0."""
        if self._logo is None:
            return 0
        wide, high = self._logo.getSize()
        scale = min(area.width / wide, (area.top - area.bottom) / high)
        width, height = wide * scale, high * scale
        x = area.left if align == "left" else (area.left + area.right - width) / 2
        y = (area.bottom + area.top - height) / 2
        self.canvas.drawImage(self._logo, x, y, width, height, mask="auto")
        return float(width)

    # Pages

    def page(self) -> TextArea:
        """Begin a page with header and footer; return the remaining area."""
        self.canvas.begin_page(self._foot)
        left, right = 15 * mm, self.width - 15 * mm
        top = self.height - 14 * mm
        head = self.head
        state_width = width_of(head.state, BOLD, 8.5) + 12 if head.state else 0
        logo = self.logo(TextArea(left, top - 34, left + _LOGO_WIDTH, top), "left")
        edge, left = left, left + (logo and logo + 8)
        over = " · ".join(filter(None, (head.event, head.section)))
        self.fit(left, top - 8, over, right - left - state_width - 8, BOLD, 9.5, ACCENT)
        if head.state:
            self._state(right - state_width, top - 12, state_width)
        self.fit(left, top - 31, head.title, right - left, BOLD, 18, least=11)
        y = top - 38
        if head.facts:
            y -= 7
            self.fit(left, y, head.facts, right - left, PLAIN, 8.5, SOFT)
            y -= 6
        self.line(edge, y, right, y, 1.4, ACCENT)
        if head.draft:
            self._watermark()
        return TextArea(edge, 18 * mm, right, y - 8)

    def blank(self) -> None:
        """Begin an empty page, for slips, cards and badges."""
        self.canvas.begin_page(None)
        if self.head.draft:
            self._watermark()

    def _state(self, x: float, y: float, width: float) -> None:
        colour = ACCENT if self.head.draft else SOFT
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(0.8)
        self.canvas.roundRect(x, y, width, 14, 3, stroke=1, fill=0)
        self.text(x + width / 2, y + 4, self.head.state, BOLD, 8.5, colour, "centre")

    def _watermark(self) -> None:
        self.canvas.saveState()
        self.canvas.translate(self.width / 2, self.height / 2)
        self.canvas.rotate(45)
        self.text(0, -30, self.translate(N_("DRAFT")), BOLD, 96, (0.93, 0.93, 0.94), "centre")
        self.canvas.restoreState()

    def _foot(self, number: int, count: int) -> None:
        y, left, right = 11 * mm, 15 * mm, self.width - 15 * mm
        self.line(left, y + 9, right, y + 9, 0.4)
        self.text(left, y, self.head.made, NARROW, 7.5, SOFT)
        page = self.translate(N_("Page %(number)s of %(count)s")) % {"number": number, "count": count}
        self.text(right, y, page, NARROW, 7.5, SOFT, "right")


# Text on pictures. Our fonts have one file per script, so a line is drawn in runs of letters of one file.

_LATIN_AFTER_ALL = frozenset("ıŒœ")


def script_of(letter: str) -> str:
    """Return the file of a font that has the letter: `latin`, `latin-ext` or `cyrillic`."""
    if "\u0400" <= letter <= "\u052f" or letter in "\u0301№":
        return "cyrillic"
    extended = "\u0100" <= letter <= "\u024f" or "\u1e00" <= letter <= "\u1e9f"
    return "latin-ext" if extended and letter not in _LATIN_AFTER_ALL else "latin"


def _base_letter(letter: str) -> str:
    """Return the letter without its upper diacritic if none of our files has both (`ứ`)."""
    return unicodedata.normalize("NFD", letter)[0] if "\u1ea0" <= letter <= "\u1eff" else letter


@dataclass
class Typeface:
    """One weight of a font, from the bytes of its files by script."""

    files: Mapping[str, bytes]
    weight: int
    _sizes: dict[tuple[str, int], ImageFont.FreeTypeFont] = field(default_factory=dict)

    def at(self, size: int, script: str = "latin") -> ImageFont.FreeTypeFont:
        font = self._sizes.get((script, size))
        if font is None:
            from PIL import ImageFont

            font = ImageFont.truetype(BytesIO(self.files[script]), size)
            font.set_variation_by_axes([self.weight])
            self._sizes[script, size] = font
        return font

    def width(self, text: str, size: int) -> float:
        return sum(font.getlength(run) for font, run in self._runs(text, size))

    def write(self, draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, colour: str) -> None:
        """Draw one line; `place` is the left end of its baseline."""
        x, y = place
        for font, run in self._runs(text, size):
            draw.text((x, y), run, fill=colour, font=font, anchor="ls")
            x += font.getlength(run)

    def cut(self, text: str, size: int, width: float) -> str:
        """Return the text, cut to the width with an ellipsis."""
        if self.width(text, size) <= width:
            return text
        while text and self.width(f"{text}…", size) > width:
            text = text[:-1].rstrip()
        return f"{text}…"

    def lines(self, text: str, size: int, width: float) -> list[str]:
        """Break the text between words; cut a word that is too long for a line."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer, size) <= width or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        return [self.cut(line, size, width) for line in lines]

    def _runs(self, text: str, size: int) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
        for script, letters in groupby(map(_base_letter, text), script_of):
            yield self.at(size, script), "".join(letters)

"""The preview picture that a messenger shows under a link: 1200 by 630 pixels, PNG, from frozen contents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from tavleya.documents.paper import Typeface

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

WIDTH, HEIGHT = 1200, 630
_EDGE = 64
_BAND = 18
_TABLE = 520  # width of the panel at the right
_TITLE_SIZES = (88, 76, 66, 58, 50, 44)
_TITLE_LINES = 3

#: The light colours of static/css/tokens.css; a test keeps them equal.
INK, SOFT, PAPER, SURFACE, SUNKEN, RULE, ACCENT = (
    "#211c16", "#5b5245", "#f5f1e7", "#fffdf8", "#ebe5d7", "#d8cfbc", "#9e2b1c",
)  # fmt: skip
_FINER = 3  # the mark is drawn larger by this factor, for smooth edges


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the panel: `1  GM Carlsen, Magnus  9½`."""

    rank: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ShareCard:
    """`over` is small above the title, `facts` below it; on the right `lines` under `head`, or a `board` (PNG)."""

    title: str
    over: str = ""
    facts: tuple[str, ...] = ()
    head: str = ""
    lines: tuple[Line, ...] = ()
    board: bytes = b""


class Lettering:
    """The two fonts in the weights of a card; `files` by font and script: `alegreya-latin` …"""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        scripts = ("latin", "latin-ext", "cyrillic")
        serif = {script: files[f"alegreya-{script}"] for script in scripts}
        sans = {script: files[f"golos-text-{script}"] for script in scripts}
        self.title = Typeface(serif, 700)
        self.plain, self.strong = Typeface(sans, 400), Typeface(sans, 600)


def share_card(card: ShareCard, letters: Lettering) -> bytes:
    """Return the picture as a PNG."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, _BAND), fill=ACCENT)
    if card.board:
        size = HEIGHT - _BAND - 24
        board = Image.open(BytesIO(card.board)).convert("RGB").resize((size, size), Image.Resampling.LANCZOS)
        image.paste(board, (WIDTH - size - 12, _BAND + 12))
        room = WIDTH - size - 12 - _EDGE - 40
    elif card.lines:
        _panel(draw, card, letters)
        room = WIDTH - _TABLE - _EDGE - 44
    else:
        image.paste(_mark(420), (WIDTH - 420 - _EDGE, 112))
        room = WIDTH - 420 - 2 * _EDGE - 30
    _words(draw, card, letters, room)
    image.paste(_mark(56), (_EDGE, HEIGHT - 96))
    letters.title.write(draw, (_EDGE + 72, HEIGHT - 54), "Tavleya", 46, INK)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _words(draw: ImageDraw.ImageDraw, card: ShareCard, letters: Lettering, room: int) -> None:
    y = _BAND + 78
    if card.over:
        for line in letters.strong.lines(card.over, 27, room)[:2]:
            letters.strong.write(draw, (_EDGE, y), line, 27, ACCENT)
            y += 37
    size, lines = _fitted(letters.title, card.title, room)
    y += round(size * 0.72) - 4
    for line in lines:
        letters.title.write(draw, (_EDGE, y), line, size, INK)
        y += round(size * 1.04)
    y += 6
    for fact in card.facts:
        for line in letters.plain.lines(fact, 29, room)[:2]:
            if y < HEIGHT - 116:
                letters.plain.write(draw, (_EDGE, y), line, 29, SOFT)
            y += 42


def _fitted(face: Typeface, text: str, room: int) -> tuple[int, list[str]]:
    """Return the largest size at which the title takes few lines without a cut word."""
    for size in _TITLE_SIZES:
        lines = face.lines(text, size, room)
        if len(lines) <= _TITLE_LINES and " ".join(lines) == " ".join(text.split()):
            return size, lines
    return _TITLE_SIZES[-1], face.lines(text, _TITLE_SIZES[-1], room)[:_TITLE_LINES]


def _panel(draw: ImageDraw.ImageDraw, card: ShareCard, letters: Lettering) -> None:
    left, top = WIDTH - _TABLE, _BAND
    draw.rectangle((left, top, WIDTH, HEIGHT), fill=SURFACE)
    draw.line((left, top, left, HEIGHT), fill=RULE, width=2)
    right = WIDTH - 44
    y = top + 78
    if card.head:
        letters.strong.write(draw, (left + 40, y), letters.strong.cut(card.head, 27, _TABLE - 80), 27, SOFT)
        y += 30
    for line in card.lines:
        draw.line((left + 40, y, right, y), fill=RULE, width=1)
        base = y + 56
        letters.title.write(draw, (left + 40, base), line.rank, 36, ACCENT)
        width = letters.strong.width(line.value, 31)
        letters.strong.write(draw, (right - width, base), line.value, 31, INK)
        name = letters.plain.cut(line.name, 29, right - width - left - 40 - 66 - 20)
        letters.plain.write(draw, (left + 106, base), name, 29, INK)
        y += 84


def _mark(size: int) -> Image.Image:
    """Draw the tower of the site's mark (templates/components/logo.html), whose box is 32 by 32."""
    from PIL import Image, ImageDraw

    unit = size * _FINER / 32
    image = Image.new("RGB", (size * _FINER, size * _FINER), PAPER)
    draw = ImageDraw.Draw(image)

    def place(*numbers: float) -> list[float]:
        return [number * unit for number in numbers]

    draw.polygon(place(16, 1, 19.4, 5, 16, 9, 12.6, 5), fill=ACCENT)
    draw.rounded_rectangle(place(9, 10.4, 23, 15.4), 2.5 * unit, fill=ACCENT)
    draw.rounded_rectangle(place(5.5, 16.5, 26.5, 23.1), 3.3 * unit, outline=INK, width=round(1.8 * unit))
    draw.rounded_rectangle(place(3, 24.2, 29, 30.2), 3 * unit, fill=INK)
    return image.resize((size, size), Image.Resampling.LANCZOS)

"""Text on pictures.  Our fonts have one file per script, so a line is drawn in runs of letters of one file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

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

    def write(
        self, draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, colour: str
    ) -> None:
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
        results = [""]
        for word in text.split():
            longer = f"{results[-1]} {word}".strip()
            if self.width(longer, size) <= width or not results[-1]:
                results[-1] = longer
            else:
                results.append(word)
        return [self.cut(line, size, width) for line in results]

    def _runs(self, text: str, size: int) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
        for script, letters in groupby(map(_base_letter, text), script_of):
            yield self.at(size, script), "".join(letters)

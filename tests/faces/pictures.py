"""Pictures of pages: taken, made small, and compared so that letters may be drawn a little otherwise.

A reference is the page in blocks: each point is the mean colour of a square of BLOCK × BLOCK.  How the edge of a letter
is smoothed, which differs from one Chromium to the next, hardly changes such a mean; a row that has moved, another
colour or a part that is missing changes many.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

if TYPE_CHECKING:
    from playwright.sync_api import Page

BLOCK = 6
#: By how much, of 255, the mean of a block may differ, and how many of a hundred blocks may differ by more.
MOST_DIFFERENCE, MOST_BLOCKS = 30, 1.0
_COLOURS = 128


def picture_of(page: Page, *, whole: bool = False) -> Image.Image:
    """The window, or the `whole` page, without anything that moves."""
    data = page.screenshot(animations="disabled", caret="hide", full_page=whole, scale="css")
    return Image.open(io.BytesIO(data)).convert("RGB")


def in_blocks(picture: Image.Image) -> Image.Image:
    size = (picture.width // BLOCK, picture.height // BLOCK)
    return picture.crop((0, 0, size[0] * BLOCK, size[1] * BLOCK)).resize(size, Image.Resampling.BOX)


def save(picture: Image.Image, path: Path) -> None:
    """As a PNG of few colours."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def difference(picture: Image.Image, reference: Path) -> float:
    """How many of a hundred blocks differ; all of them where the sizes do."""
    image, opponent = in_blocks(picture), Image.open(reference).convert("RGB")
    if image.size != opponent.size:
        return 100.0
    bands = ImageChops.difference(image, opponent).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    wrong = sum(most.histogram()[MOST_DIFFERENCE + 1 :])
    return 100 * wrong / (image.width * image.height)


def differing(picture: Image.Image, reference: Path) -> Image.Image:
    """The picture beside its reference, as large."""
    image = Image.open(reference).convert("RGB").resize(picture.size, Image.Resampling.NEAREST)
    both = Image.new("RGB", (2 * picture.width, picture.height))
    both.paste(picture, (0, 0))
    both.paste(image, (picture.width, 0))
    return both

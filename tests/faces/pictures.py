"""Pictures of pages: taken, reduced, and compared with a tolerance for the drawing of letters.

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
#: The allowed difference of the mean of a block (of 255), and the percentage of blocks that may differ by more.
MOST_DIFFERENCE, MOST_BLOCKS = 30, 1.0
_COLOURS = 128


def picture_of(page: Page, *, whole: bool = False) -> Image.Image:
    """Return a picture of the window, or of the `whole` page, with animations stopped."""
    data = page.screenshot(animations="disabled", caret="hide", full_page=whole, scale="css")
    return Image.open(io.BytesIO(data)).convert("RGB")


def in_blocks(picture: Image.Image) -> Image.Image:
    size = (picture.width // BLOCK, picture.height // BLOCK)
    return picture.crop((0, 0, size[0] * BLOCK, size[1] * BLOCK)).resize(size, Image.Resampling.BOX)


def save(picture: Image.Image, path: Path) -> None:
    """Save as a PNG of few colours."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def difference(picture: Image.Image, reference: Path) -> float:
    """Return the percentage of blocks that differ; 100 if the sizes differ."""
    image, expected = in_blocks(picture), Image.open(reference).convert("RGB")
    if image.size != expected.size:
        return 100.0
    bands = ImageChops.difference(image, expected).split()
    largest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    count = sum(largest.histogram()[MOST_DIFFERENCE + 1 :])
    return 100 * count / (image.width * image.height)


def differing(picture: Image.Image, reference: Path) -> Image.Image:
    """Return the picture next to its reference, both in the same size."""
    image = Image.open(reference).convert("RGB").resize(picture.size, Image.Resampling.NEAREST)
    both = Image.new("RGB", (2 * picture.width, picture.height))
    both.paste(picture, (0, 0))
    both.paste(image, (picture.width, 0))
    return both

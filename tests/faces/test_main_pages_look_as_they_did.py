"""The main pages look as in their reference pictures, on a desktop and on a phone.

After an intended change `./run pictures --references` takes the reference pictures again; check them before you commit
them.  A picture that differs is saved next to its reference in var/pictures.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page

from tests.faces.pictures import BLOCK, MOST_BLOCKS, difference, differing, in_blocks, picture_of, save
from tests.faces.scenes import MAIN, Scene
from tests.faces.stage import DESKTOP, PHONE
from tests.paths import DATA, ROOT

pytestmark = pytest.mark.django_db

REFERENCES = DATA / "pictures"
DEVICES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_a_main_page_looks_as_it_did(show_scene: Callable[..., Page], scene: Scene, device: str) -> None:
    reference = REFERENCES / f"{scene.name}-{device}.png"
    picture = picture_of(show_scene(scene, **DEVICES[device]))
    share = difference(picture, reference)
    if share > MOST_BLOCKS:
        save(differing(picture, reference), ROOT / "var" / "pictures" / f"differs-{reference.name}")
    assert share <= MOST_BLOCKS, f"{share:.1f} % of {reference.name} differ: var/pictures/differs-{reference.name}"


def test_every_main_page_has_its_references_and_they_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in REFERENCES.iterdir()}
    assert set(sizes) == {f"{scene.name}-{device}.png" for scene in MAIN for device in DEVICES}
    assert sum(sizes.values()) < 600_000


def test_a_letter_smoothed_otherwise_is_no_difference_and_a_row_that_moved_is(tmp_path: Path) -> None:
    def draw_lines(shift: int, edge: str = "#fbf8f1") -> Image.Image:
        """Six lines of print; `edge`: the colour of the points above them."""
        picture = Image.new("RGB", (60 * BLOCK, 40 * BLOCK), "#fbf8f1")
        pen = ImageDraw.Draw(picture)
        for top in range(shift, shift + 240, 40):
            pen.rectangle((20, top, 200, top + 14), fill="#1d1a16")
            pen.line((20, top - 1, 200, top - 1), fill=edge)
        return picture

    save(in_blocks(draw_lines(6)), tmp_path / "kept.png")
    assert difference(draw_lines(6), tmp_path / "kept.png") == 0
    assert difference(draw_lines(6, edge="#b4b4b4"), tmp_path / "kept.png") <= MOST_BLOCKS
    assert difference(draw_lines(14), tmp_path / "kept.png") > 5
    assert difference(draw_lines(6).crop((0, 0, 60, 60)), tmp_path / "kept.png") == 100

"""`./run pictures`: pictures of the pages of the gallery.

./run pictures [NAME …]          every page (or these) × desktop and phone × light and dark × language: var/pictures
./run pictures --references      those that the tests compare with: tests/data/pictures
./run pictures --tour            those of docs/tour.md: docs/img/tour
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.faces.studio import set_up, studio

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.sync_api import Browser

    from tests.faces.gallery import Gallery
    from tests.faces.scenes import Scene

THEMES = ("light", "dark")


def main(argv: list[str]) -> int:
    set_up()
    from tests.faces.scenes import SCENES

    parser = argparse.ArgumentParser(prog="./run pictures", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SCENES))
    purpose = parser.add_mutually_exclusive_group()
    purpose.add_argument("--references", action="store_true", help="what the tests compare with")
    purpose.add_argument("--tour", action="store_true", help="the pictures of docs/tour.md")
    arguments = parser.parse_args(argv)
    unknown = [name for name in arguments.names if name not in SCENES]
    if unknown:
        parser.error(f"no page {', '.join(unknown)}; there are: {', '.join(SCENES)}")
    with studio() as (browser, gallery):
        take = _references if arguments.references else _tour if arguments.tour else _everything
        for path in take(browser, gallery, arguments.names):
            print(path, path.stat().st_size, flush=True)
    return 0


def _take_picture(browser: Browser, gallery: Gallery, scene: Scene, *, whole: bool = False, **options: Any) -> Image:
    from tests.faces.gallery import NOW
    from tests.faces.pictures import picture_of
    from tests.faces.stage import Stage, standing_still

    with standing_still(NOW), Stage(browser, gallery.client(scene.who), now=NOW, **options) as stage:
        return picture_of(stage.open(scene.at(gallery)), whole=whole)


def _everything(browser: Browser, gallery: Gallery, names: list[str]) -> Iterator[Path]:
    from tavleya.languages import codes
    from tests.faces.pictures import save
    from tests.faces.scenes import SCENES
    from tests.faces.stage import DESKTOP, PHONE
    from tests.paths import ROOT

    devices = {"desktop": DESKTOP, "phone": PHONE}
    for name, language, theme, device in product(names or SCENES, codes(), THEMES, devices):
        common = {**devices[device], "locale": language, "color_scheme": theme}
        path = ROOT / "var" / "pictures" / language / theme / device / f"{name}.png"
        save(_take_picture(browser, gallery, SCENES[name], whole=True, **common), path)
        yield path


def _references(browser: Browser, gallery: Gallery, names: list[str]) -> Iterator[Path]:
    from tests.faces.pictures import in_blocks, save
    from tests.faces.scenes import MAIN
    from tests.faces.test_main_pages_look_as_they_did import DEVICES, REFERENCES

    for scene, device in product(MAIN, DEVICES):
        if not names or scene.name in names:
            path = REFERENCES / f"{scene.name}-{device}.png"
            save(in_blocks(_take_picture(browser, gallery, scene, **DEVICES[device])), path)
            yield path


def _tour(browser: Browser, gallery: Gallery, names: list[str]) -> Iterator[Path]:
    from tests.faces.pictures import save
    from tests.faces.scenes import SCENES, TOUR
    from tests.faces.stage import PHONE
    from tests.paths import ROOT

    for picture in TOUR:
        if not names or picture.scene in names:
            viewport = {"width": picture.width, "height": picture.height}
            options = dict(PHONE) if picture.phone else {"viewport": viewport}
            path = ROOT / "docs" / "img" / "tour" / f"{picture.name}.png"
            theme = "dark" if picture.dark else "light"
            save(_take_picture(browser, gallery, SCENES[picture.scene], color_scheme=theme, **options), path)
            yield path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

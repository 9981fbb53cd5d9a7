"""The transferred size of each main page, and no layout shifts while it loads.

Neither depends on time: `./run bench faces` measures the time of the largest contentful paint.
"""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from tests.faces.gallery import NOW, Gallery
from tests.faces.scenes import MAIN, Scene
from tests.faces.stage import DESKTOP, PHONE, standing_still

pytestmark = pytest.mark.django_db

#: Kilobytes, packed as they are sent: of the page itself, and of all styles, scripts and fonts that it names.
#: A page may become heavier: then its budget is raised here, so that the change is visible.
HTML, STYLES, SCRIPTS, FONTS = 8.0, 28.0, 45.0, 80.0
#: Pages of which the board itself is the weight.
HEAVIER = {"home": 11.0, "live": 12.0, "card": 17.0}
MOST_SHIFT = 0.02
#: Which draws a page while half of it has been read.
SLOW_PHONE = {**PHONE, "slower": 8}
DEVICES = [
    pytest.param(DESKTOP, id="desktop"),
    pytest.param(PHONE, id="phone"),
    pytest.param(SLOW_PHONE, id="slow-phone", marks=pytest.mark.long),
]
SHIFTS = """
window.shifted = 0; window.moved = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    window.shifted += one.value;
    for (const { node, previousRect: from, currentRect: to } of one.sources) {
      const name = node?.className || node?.nodeName;
      window.moved.push(`${Math.round(one.startTime)} ${name}: ${from.x},${from.y} to ${to.x},${to.y}`);
    }
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def packed(data: bytes) -> float:
    return len(gzip.compress(data, 6)) / 1000


def named_in(html: str, ending: str) -> list[Path]:
    """The files of this kind that the page asks for, and the scripts that those import."""
    waiting = re.findall(rf'(?:src|href)="/static/([^"]+\.{ending})"', html)
    paths: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        if name in paths:
            continue
        path = Path(str(finders.find(name)))
        paths[name] = path
        if ending == "js":
            imported = re.findall(r'^import [^"]*"\./([\w.-]+\.js)"', path.read_text("utf-8"), re.MULTILINE)
            waiting += [f"js/{item}" for item in imported]
    return list(paths.values())


@pytest.mark.long
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_a_main_page_stays_in_its_budget(gallery: Gallery, scene: Scene) -> None:
    with standing_still(NOW):
        answer = gallery.client(scene.who).get(scene.at(gallery), headers={"accept-language": "en"})
    assert answer.status_code == 200
    html = answer.content.decode()
    assert packed(answer.content) <= HEAVIER.get(scene.name, HTML)
    for ending, most in (("css", STYLES), ("js", SCRIPTS)):
        files = named_in(html, ending)
        assert files
        assert sum(packed(path.read_bytes()) for path in files) <= most, ending
    fonts = named_in(html, "woff2")
    assert fonts
    assert sum(path.stat().st_size for path in fonts) / 1000 <= FONTS


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_nothing_on_a_main_page_jumps(show_scene, scene, device):
    page = show_scene(scene, script=SHIFTS, **device)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    assert page.evaluate("window.shifted") < MOST_SHIFT, page.evaluate("window.moved")


@pytest.mark.long
@pytest.mark.browser
def test_a_layout_shift_is_detected(show_scene: Callable[..., Page]) -> None:
    page = show_scene(MAIN[1], script=SHIFTS)
    page.evaluate("""async () => {
      const block = document.createElement("div");
      block.style.height = "300px";
      document.querySelector("main").prepend(block);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    }""")
    assert page.evaluate("window.shifted") > MOST_SHIFT

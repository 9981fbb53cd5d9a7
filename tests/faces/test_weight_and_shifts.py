"""The transferred size of each main page, no layout shifts while it loads, and walls of few boards.

None depends on time: `./run bench faces` measures the time of the largest contentful paint.
"""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from tests.faces.gallery import NOW, Gallery
from tests.faces.scenes import MAIN, SCENES, Scene
from tests.faces.stage import DESKTOP, PHONE, standing_still

pytestmark = pytest.mark.django_db

#: Kilobytes, packed as they are sent: of the page itself, and of all styles, scripts and fonts that it names.
#: A page may become heavier: then its budget is raised here, so that the change is visible.
HTML, STYLES, SCRIPTS, FONTS = 8.0, 28.0, 45.0, 80.0
#: Pages of which the board itself is the weight.
HEAVIER = {"home": 11.0, "live": 12.0, "card": 17.0}
MOST_SHIFT = 0.02
#: It draws a page when half of it has been read.
SLOW_PHONE = {**PHONE, "slower": 8}
DEVICES = [
    pytest.param(DESKTOP, id="desktop"),
    pytest.param(PHONE, id="phone"),
    pytest.param(SLOW_PHONE, id="slow-phone", marks=pytest.mark.long),
]
SHIFTS = """
window.shifted = 0; window.moved = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    window.shifted += shift.value;
    for (const { node, previousRect: from, currentRect: to } of shift.sources) {
      const name = node?.className || node?.nodeName;
      window.moved.push(`${Math.round(shift.startTime)} ${name}: ${from.x},${from.y} to ${to.x},${to.y}`);
    }
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def packed(data: bytes) -> float:
    return len(gzip.compress(data, 6)) / 1000


def named_in(html: str, ending: str) -> list[Path]:
    """Return the files of this kind that the page names, and the scripts that those import."""
    pending = re.findall(rf'(?:src|href)="/static/([^"]+\.{ending})"', html)
    paths: dict[str, Path] = {}
    while pending:
        name = pending.pop()
        if name in paths:
            continue
        path = Path(str(finders.find(name)))
        paths[name] = path
        if ending == "js":
            imported = re.findall(r'^import [^"]*"\./([\w.-]+\.js)"', path.read_text("utf-8"), re.MULTILINE)
            pending += [f"js/{item}" for item in imported]
    return list(paths.values())


@pytest.mark.long
@pytest.mark.parametrize("scene", MAIN, ids=lambda scene: scene.name)
def test_a_main_page_stays_in_its_budget(gallery: Gallery, scene: Scene) -> None:
    with standing_still(NOW):
        response = gallery.client(scene.who).get(scene.at(gallery), headers={"accept-language": "en"})
    assert response.status_code == 200
    html = response.content.decode()
    assert packed(response.content) <= HEAVIER.get(scene.name, HTML)
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


#: Fills the wall with `count` copies of its four boards.
FEW = """(count) => {
  const wall = document.getElementById("wall");
  const tiles = [...wall.children];
  wall.replaceChildren(...Array.from({ length: count }, (_, index) => tiles[index % tiles.length].cloneNode(true)));
  wall.dataset.few = count;
  const boxes = [...wall.children].map((tile) => tile.getBoundingClientRect());
  const place = wall.getBoundingClientRect();
  return {
    breadth: (Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))) / place.width,
    height: (Math.max(...boxes.map((box) => box.bottom)) - place.top) / (innerHeight - place.top),
    board: Math.min(...[...wall.querySelectorAll(".wall-board")].map((board) => board.getBoundingClientRect().width)),
    overflow: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (820, 1180)])
def test_they_fill_the_breadth_or_the_height(show_scene: Callable[..., Page], size: tuple[int, int]) -> None:
    page = show_scene(SCENES["wall"], viewport={"width": size[0], "height": size[1]})
    assert page.locator("#wall").get_attribute("data-few") == "4"
    for count in (4, 6, 5, 3, 2, 1):
        layout = page.evaluate(FEW, count)
        assert layout["overflow"] <= 0, count
        assert layout["height"] <= 1, count
        assert layout["breadth"] > 0.97 or layout["height"] > 0.9, count


@pytest.mark.long
@pytest.mark.browser
def test_on_a_phone_they_are_as_large_as_they_can_be_in_one_window(show_scene: Callable[..., Page]) -> None:
    page = show_scene(SCENES["wall"], **PHONE)
    for count, least in ((4, 165), (3, 165), (2, 240), (1, 340)):
        layout = page.evaluate(FEW, count)
        assert layout["overflow"] <= 0, count
        assert layout["height"] <= 1, count
        assert layout["board"] > least, count

"""A wall of few boards: as large as the window allows, all of them in sight if possible."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.faces.scenes import SCENES
from tests.faces.stage import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.long]

#: So many boards are made of the four.
FEW = """(count) => {
  const wall = document.getElementById("wall");
  const tiles = [...wall.children];
  wall.replaceChildren(...Array.from({ length: count }, (_, at) => tiles[at % tiles.length].cloneNode(true)));
  wall.dataset.few = count;
  const boxes = [...wall.children].map((tile) => tile.getBoundingClientRect());
  const place = wall.getBoundingClientRect();
  return {
    breadth: (Math.max(...boxes.map((one) => one.right)) - Math.min(...boxes.map((one) => one.left))) / place.width,
    height: (Math.max(...boxes.map((one) => one.bottom)) - place.top) / (innerHeight - place.top),
    board: Math.min(...[...wall.querySelectorAll(".wall-board")].map((one) => one.getBoundingClientRect().width)),
    overflow: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (820, 1180)])
def test_they_fill_the_breadth_or_the_height(show_scene: Callable[..., Page], size: tuple[int, int]) -> None:
    page = show_scene(SCENES["wall"], viewport={"width": size[0], "height": size[1]})
    assert page.locator("#wall").get_attribute("data-few") == "4"
    for count in (4, 6, 5, 3, 2, 1):
        evaluate = page.evaluate(FEW, count)
        assert evaluate["overflow"] <= 0, count
        assert evaluate["height"] <= 1, count
        assert evaluate["breadth"] > 0.97 or evaluate["height"] > 0.9, count


def test_on_a_phone_they_are_as_large_as_they_can_be_in_one_window(show_scene: Callable[..., Page]) -> None:
    page = show_scene(SCENES["wall"], **PHONE)
    for count, least in ((4, 165), (3, 165), (2, 240), (1, 340)):
        evaluate = page.evaluate(FEW, count)
        assert evaluate["overflow"] <= 0, count
        assert evaluate["height"] <= 1, count
        assert evaluate["board"] > least, count

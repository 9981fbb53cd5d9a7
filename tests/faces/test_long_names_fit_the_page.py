"""Pages with long names in Russian, which has the longest words: nothing is cut off, overlaps or scrolls sideways."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.plugin import DjangoDbBlocker

from tests.faces.long_names import EVENT, LIVE, NOW, PAPER, LongNames
from tests.faces.stage import Stage, standing_still
from tests.tournaments.conftest import made_once

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

CHECK = Path(__file__).with_name("layout_check.js").read_text("utf-8")
E, D, H = f"/events/{EVENT}", f"/desk/{EVENT}", f"/hall/{EVENT}"
SIZES = ((390, 844), (1280, 900))
SCREENS = ((1280, 720), (1920, 1080))
#: Findings that are correct layout, and the reason.
ALLOWED = [
    {"rule": rule, "selector": selector, "why": why}
    for rule, selector, why in (
        ("clipped", ".board-now, .tile, .wall-side", "A name beside a clock has one line; its board shows it."),
        ("clipped", ".breadcrumbs", "A path has one line beside a board; each part is a link."),
        ("clipped", "#time-article", "A choice of an article is longer than a phone; its list shows it."),
        ("spilled", ".side-block .find label", "The label stays on one line, above the button beside the field."),
    )
]
OPEN_FOLDS = "document.querySelectorAll('main details:not(.menu, .bar-item)').forEach((fold) => { fold.open = true; })"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Case:
    """A page: its address, with `{board}` and `{secret}`, and a visitor of `LongNames.client`."""

    name: str
    address: str
    who: str = ""
    sizes: tuple[tuple[int, int], ...] = SIZES


RESULTS = Case("results", f"{D}/{PAPER}/rounds/2/results/", "arbiter")
CONSOLE = Case("console", f"{D}/boards/", "arbiter")
CARD = Case("card", f"{D}/boards/{{board}}/", "arbiter")
CASES = (
    Case("front", "/"), Case("event", f"{E}/"), Case("my", "/my/{secret}/", "link"),
    Case("viewer", f"{E}/games/{{board}}/"), Case("set-up", "/desk/new-event/quick/", "organiser"),
    Case("event-settings", f"{D}/edit/", "organiser"),
    Case("section-settings", f"{D}/{PAPER}/edit/", "organiser"), RESULTS, CONSOLE, CARD,
    Case("ruling", f"{D}/boards/{{board}}/ruling/?kind=illegal_move", "arbiter"),
    Case("hall-boards", f"{H}/{PAPER}/boards/", sizes=SCREENS),
    Case("hall-names", f"{H}/{PAPER}/names/", sizes=SCREENS),
    Case("hall-standings", f"{H}/{PAPER}/standings/", sizes=SCREENS),
    Case("hall-clocks", f"{H}/{LIVE}/clocks/", sizes=SCREENS),
)  # fmt: skip


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, browser: Browser) -> Iterator[LongNames]:
    """Built after the browser starts, like `gallery`; uses the connection of an existing gallery."""
    with django_db_blocker.unblock(), made_once(LongNames) as world:
        yield world


@pytest.fixture
def open_page(world: LongNames, browser: Browser) -> Iterator[Callable[[Case], Page]]:
    stages: list[Stage] = []

    def open_case(case: Case) -> Page:
        stages.append(Stage(browser, world.client(case.who), now=NOW, locale="ru"))
        return stages[-1].open(case.address.format(board=world.board.pk, secret=world.secret))

    with standing_still(NOW):
        yield open_case
    for stage in stages:
        stage.close()
    assert not [problem for stage in stages for problem in stage.problems]


def findings(page: Page, allowed: list[dict[str, str]]) -> list[dict[str, Any]]:
    page.evaluate(TWO_FRAMES)
    results: list[dict[str, Any]] = page.evaluate(f"({CHECK})({json.dumps(allowed)})")
    return results


def defects(page: Page, sizes: tuple[tuple[int, int], ...]) -> list[str]:
    """Return the findings in windows of these sizes, one line each."""
    page.evaluate(OPEN_FOLDS)
    lines = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        lines += [
            f"{width} px: {row['rule']} {row['selector']} {row['box']} “{row['words']}” {row['why']}"
            for row in findings(page, ALLOWED)
        ]
    return lines


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_long_names_do_not_break_the_layout(open_page: Callable[[Case], Page], case: Case) -> None:
    lines = defects(open_page(case), case.sizes)
    assert not lines, "\n".join(lines)


@pytest.mark.long
def test_a_saved_result_has_its_undo_on_the_same_line(open_page: Callable[[Case], Page]) -> None:
    page = open_page(RESULTS)
    page.locator("#board-2 .entry-button").first.click()
    page.locator("#board-2 .entry-undo").wait_for()
    lines = defects(page, RESULTS.sizes)
    assert not lines, "\n".join(lines)


@pytest.mark.long
def test_the_facts_of_a_board_have_room_beside_a_long_path(open_page: Callable[[Case], Page]) -> None:
    page = open_page(Case("live-board", f"{E}/games/{{board}}/board/"))
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.evaluate("document.querySelector('.play-facts').offsetWidth") > 300


#: The element that covers the middle of the focused element, if any; null at the end of the page.
COVER = """() => {
  const focused = document.activeElement;
  if (focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const covered = top && !top.contains(focused) && !focused.contains(top);
  return covered ? `${focused.outerHTML.slice(0, 120)} under .${top.className}` : "";
}"""


@pytest.mark.long
@pytest.mark.parametrize(
    "case, size",
    [(RESULTS, (1280, 300)), (CARD, (390, 844)), (CONSOLE, (390, 844))],
    ids=["results", "card", "console"],
)
def test_the_focus_does_not_move_under_a_sticky_bar(open_page, case, size):
    page = open_page(case)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    covered, stops = [], 0
    for key in ("Tab", "Shift+Tab"):
        page.keyboard.press(key)
        while (cover := page.evaluate(COVER)) is not None:
            covered += [cover] if cover else []
            stops += 1
            page.keyboard.press(key)
    assert stops > 40
    assert not covered, "\n".join(covered)


@pytest.mark.long
def test_the_check_finds_each_kind_of_defect(browser: Browser, db: None) -> None:
    row = "<li><span>White</span></li>"
    broken = {
        "squeezed": '<div style="width: 600px"><p style="width: 3em">a text on very many short lines</p></div>',
        "broken-word": '<p style="width: 5em; overflow-wrap: anywhere">Championship</p>',
        "clipped": '<p style="width: 3em; overflow: hidden; white-space: nowrap">Saint Petersburg</p>',
        "spilled": '<p style="width: 3em; white-space: nowrap">Saint Petersburg</p>',
        "overlap": '<p>White</p><p style="margin-top: -2em">Black</p>',
        "alone": f"<ul>{row * 3}<li><span>White</span><br><button>Undo</button></li></ul>",
        "sideways": '<div style="width: 2000px; border: 1px solid">wide</div>',
    }
    with Stage(browser, Client()) as stage:
        for rule, html in broken.items():
            stage.page.set_content(f"<html><body><main><h1>A heading</h1>{html}</main></body></html>")
            assert rule in {finding["rule"] for finding in findings(stage.page, [])}, rule
        allowed = [{"rule": "sideways", "selector": "main"}]
        assert "sideways" not in {finding["rule"] for finding in findings(stage.page, allowed)}

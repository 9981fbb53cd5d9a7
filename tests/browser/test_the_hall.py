"""Screens of the hall in a browser: filled at any size, nothing moves while they load, results light up."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.services.moves import play_move, start_game
from ratings.services.player_lists import import_players
from tests.browser.conftest import NewPage, Server
from tests.databases import remembered
from tests.uploads import png_file
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.activity import UploadKind
from tournaments.models.pairing import Pairing
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_by_hand, publish_round, start_round
from tournaments.services.sections import create_section
from tournaments.services.uploads import add_upload

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]

SIZES = [(1920, 1080), (1440, 900), (1280, 720), (1024, 768)]
SHIFTS = """new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => { sum += one.value; }))
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))));
})"""
#: The share of the height that the rows fill, whether all are on the screen, and their columns, number and font size.
FILLED = """(() => {
  const list = document.querySelector("[data-list]");
  const rows = [...list.children].filter((row) => !row.hidden).map((row) => row.getBoundingClientRect());
  const room = list.parentElement.getBoundingClientRect();
  const letter = parseFloat(getComputedStyle(list).fontSize);
  return {
    height: (Math.max(...rows.map((row) => row.bottom)) - Math.min(...rows.map((row) => row.top))) / room.height,
    inside: rows.every((row) => row.right <= innerWidth + 1 && row.bottom <= room.bottom + 1),
    columns: new Set(rows.map((row) => Math.round(row.left))).size,
    rows: rows.length,
    letter,
  };
})()"""


@remembered
def play_in_the_hall() -> World:
    world = World()
    by = {"actor": world.olga, "now": NOW}
    section = create_section(
        **by, event_id=world.event.pk, slug="hall", names={"en": "Hall"}, game="chess", regime="fide-2023",
        format="free", control="60", tracking="live",
    )  # fmt: skip
    names = [f"Chandrasekaran{number}" if number % 7 == 3 else f"Player{number}" for number in range(60)]
    data = "\n".join(["family name,given name", *(f"{name},Margaret" for name in names)])
    import_players(**by, event_id=world.event.pk, section_id=section.pk, data=data)
    keys = list(section.registrations.order_by("pk").values_list("pk", flat=True))
    round_ = pair_by_hand(**by, section_id=section.pk, boards=list(zip(keys[::2], keys[1::2], strict=True)))
    publish_round(**by, round_id=round_.pk)
    start_round(**by, round_id=round_.pk)
    return world


@pytest.fixture
def hall(server: Server) -> World:
    """A section `hall` of thirty live boards that are being played."""
    return play_in_the_hall()


def board_one() -> Pairing:
    return Pairing.objects.get(round__section__slug="hall", board=1)


@pytest.fixture
def screen(visitor: NewPage) -> NewPage:
    def open_screen(address: str, size: tuple[int, int] = (1280, 720), **more: Any) -> Page:
        page = visitor(viewport={"width": size[0], "height": size[1]}, **more)
        with page.expect_response(lambda response: "/live/" in response.url):
            page.goto(address)
        page.wait_for_selector("body.is-ready")
        return page

    return open_screen


def filled(page: Page) -> dict[str, Any]:
    return page.evaluate(FILLED)  # type: ignore[no-any-return]


def test_thirty_boards_fill_the_screen_in_two_columns_at_every_size(hall: World, screen: NewPage) -> None:
    for size in SIZES:
        layout = filled(screen("/hall/spring-cup/hall/boards/", size))
        assert layout["inside"], size
        assert layout["letter"] >= 0.03 * size[1], (size, layout)
        if layout["rows"] >= 24:
            assert layout["columns"] >= 2, (size, layout)
        assert layout["height"] > 0.85, (size, layout)


def test_a_screen_without_motion_is_arranged_as_any_other(hall: World, screen: NewPage) -> None:
    address = "/hall/spring-cup/hall/boards/"
    assert filled(screen(address, reduced_motion="reduce")) == filled(screen(address))


def test_nothing_moves_while_a_screen_loads(hall: World, screen: NewPage) -> None:
    add_upload(actor=hall.olga, now=NOW, event_id=hall.event.pk, kind=UploadKind.IMAGE, file=png_file())
    for name in ("boards", "names", "standings", "top", "clocks"):
        assert screen(f"/hall/spring-cup/hall/{name}/").evaluate(SHIFTS) < 0.02, name


def test_a_result_lights_up_when_it_comes(hall: World, screen: NewPage) -> None:
    page = screen("/hall/spring-cup/hall/boards/")
    table = screen("/hall/spring-cup/hall/standings/")
    row = page.locator("[data-key='1']")
    assert "is-new" not in (row.get_attribute("class") or "")
    enter_result(actor=hall.artur, now=later(seconds=5), pairing_id=board_one().pk, result="1-0")
    expect(row).to_have_attribute("data-result", "1 – 0", timeout=20_000)
    expect(row).to_have_class("screen-row is-new")
    assert "is-new" not in (page.locator("[data-key='2']").get_attribute("class") or "")
    expect(table.locator(".screen-row").first.locator(".screen-result")).to_have_text("1", timeout=20_000)


def test_an_announcement_comes_and_makes_room_for_itself(hall: World, screen: NewPage) -> None:
    page = screen("/hall/spring-cup/hall/boards/")
    changes = {"announcement": {"en": "Prize-giving at 18:00"}}
    edit_event(actor=hall.olga, now=later(seconds=5), event_id=hall.event.pk, changes=changes)
    expect(page.locator(".screen-announcement")).to_have_text("Prize-giving at 18:00", timeout=20_000)
    assert filled(page)["inside"]


def test_the_top_boards_show_a_move_as_it_is_made(hall: World, screen: NewPage) -> None:
    game = start_game(actor=hall.artur, now=NOW, game_id=board_one().game_id)
    page = screen("/hall/spring-cup/hall/top/", (1920, 1080))
    tile = page.locator(f"#wall-{game.pk}")
    expect(tile).to_have_attribute("data-seq", str(game.seq))
    game = play_move(actor=SYSTEM, now=later(seconds=5), game_id=game.pk, text="e2-e4")
    expect(tile).to_have_attribute("data-seq", str(game.seq), timeout=20_000)
    assert filled(page)["inside"]

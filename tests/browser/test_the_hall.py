"""Screens of the hall in a browser: filled at any size, nothing moves while they load, results light up."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.services.play import play_move, start_game
from tests.browser.conftest import Server
from tests.uploads import png_file
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.upload import UploadKind
from tournaments.services.events import edit_event
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_by_hand, publish_round, start_round
from tournaments.services.sections import create_section, enter_player
from tournaments.services.uploads import add_upload

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.long]

SIZES = [(1920, 1080), (1440, 900), (1280, 720), (1024, 768)]
SHIFTS = """new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => { sum += one.value; }))
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))));
})"""
#: How much of the room for rows they take, and whether any is wider than its place or lies outside the screen.
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


@pytest.fixture
def hall(server: Server) -> World:
    """A section `hall` of thirty live boards that are being played."""
    world = World()
    section = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="hall", names={"en": "Hall"}, game="chess",
        regime="fide-2023", format="free", control="60", tracking="live",
    )  # fmt: skip
    entries = []
    for number in range(60):
        family = f"Chandrasekaran{number}" if number % 7 == 3 else f"Player{number}"
        player = add_player(
            actor=world.olga, now=NOW, event_id=world.event.pk, family_name=family, given_name="Margaret"
        )
        entry = enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
        entries.append(entry.pk)
    row = pair_by_hand(
        actor=world.olga,
        now=NOW,
        section_id=section.pk,
        boards=list(zip(entries[::2], entries[1::2], strict=True)),
    )
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    start_round(actor=world.olga, now=NOW, round_id=row.pk)
    return world


def board_one() -> Pairing:
    return Pairing.objects.get(round__section__slug="hall", board=1)


@pytest.fixture
def screen(server: Server, browser: Browser) -> Iterator[Callable[..., Page]]:
    contexts: list[BrowserContext] = []

    def open_screen(address: str, size: tuple[int, int] = (1280, 720), **more: Any) -> Page:
        context = browser.new_context(
            base_url=server.url, locale="en-GB", viewport={"width": size[0], "height": size[1]},
            service_workers="block", **more,
        )  # fmt: skip
        contexts.append(context)
        page = context.new_page()
        with page.expect_response(lambda answer: "/live/" in answer.url):
            page.goto(address)
        page.wait_for_selector("body.is-ready")
        return page

    yield open_screen
    for context in contexts:
        context.close()


def filled(page: Page) -> dict[str, Any]:
    evaluate: dict[str, Any] = page.evaluate(FILLED)
    return evaluate


def test_thirty_boards_fill_the_screen_in_two_columns_at_every_size(
    hall: World, screen: Callable[..., Page]
) -> None:
    for size in SIZES:
        result = filled(screen("/hall/spring-cup/hall/boards/", size))
        assert result["inside"], size
        assert result["letter"] >= 0.03 * size[1], (size, result)
        if result["rows"] >= 24:
            assert result["columns"] >= 2, (size, result)
        assert result["height"] > 0.85, (size, result)


def test_a_screen_without_motion_is_arranged_as_any_other(hall: World, screen: Callable[..., Page]) -> None:
    address = "/hall/spring-cup/hall/boards/"
    assert filled(screen(address, reduced_motion="reduce")) == filled(screen(address))


def test_nothing_moves_while_a_screen_loads(hall: World, screen: Callable[..., Page]) -> None:
    add_upload(actor=hall.olga, now=NOW, event_id=hall.event.pk, kind=UploadKind.IMAGE, file=png_file())
    for name in ("boards", "names", "standings", "top", "clocks"):
        assert screen(f"/hall/spring-cup/hall/{name}/").evaluate(SHIFTS) < 0.02, name


def test_a_result_lights_up_when_it_comes(hall: World, screen: Callable[..., Page]) -> None:
    page = screen("/hall/spring-cup/hall/boards/")
    row = page.locator("[data-key='1']")
    assert "is-new" not in (row.get_attribute("class") or "")
    enter_result(actor=hall.artur, now=later(seconds=5), pairing_id=board_one().pk, result="1-0")
    expect(row).to_have_attribute("data-result", "1 – 0", timeout=20_000)
    expect(row).to_have_class("screen-row is-new")
    assert "is-new" not in (page.locator("[data-key='2']").get_attribute("class") or "")


def test_an_announcement_comes_and_makes_room_for_itself(hall: World, screen: Callable[..., Page]) -> None:
    page = screen("/hall/spring-cup/hall/boards/")
    changes = {"announcement": {"en": "Prize-giving at 18:00"}}
    edit_event(actor=hall.olga, now=later(seconds=5), event_id=hall.event.pk, changes=changes)
    expect(page.locator(".screen-announcement")).to_have_text("Prize-giving at 18:00", timeout=20_000)
    assert filled(page)["inside"]


def test_the_top_boards_show_a_move_as_it_is_made(hall: World, screen: Callable[..., Page]) -> None:
    game = start_game(actor=hall.artur, now=NOW, game_id=board_one().game_id)
    page = screen("/hall/spring-cup/hall/top/", (1920, 1080))
    tile = page.locator(f"#wall-{game.pk}")
    expect(tile).to_have_attribute("data-seq", str(game.seq))
    game = play_move(actor=SYSTEM, now=later(seconds=5), game_id=game.pk, text="e2-e4")
    expect(tile).to_have_attribute("data-seq", str(game.seq), timeout=20_000)
    assert filled(page)["inside"]

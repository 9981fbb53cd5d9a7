"""The board in a browser: it fits its window, pieces are dragged and glide, towers open, and looks are kept."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.services.results import import_moves
from tests.browser.conftest import PHONE, NewPage, Server, board_of, let_charlie_play
from tests.world import NOW, SYSTEM, World

pytestmark = [pytest.mark.browser, pytest.mark.long]

SIZES = [(1366, 768), (390, 844), (844, 390)]


def game_of(world: World) -> str:
    return reverse("game", args=[world.slug, world.board.pk])


def drag(page: Page, start: str, end: str) -> None:
    for square, act in ((start, page.mouse.down), (end, page.mouse.up)):
        box = page.locator(f"[data-board] [data-square='{square}']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        act()


def assert_inside(page: Page, *selectors: str) -> None:
    """Assert that each of the elements lies in the window, without scrolling."""
    window = page.viewport_size
    assert window is not None
    for selector in selectors:
        box = page.locator(selector).first.bounding_box()
        assert box is not None, selector
        assert box["x"] >= -0.5, (selector, box)
        assert box["y"] >= -0.5, (selector, box)
        assert box["x"] + box["width"] <= window["width"] + 0.5, (selector, box)
        assert box["y"] + box["height"] <= window["height"] + 0.5, (selector, box)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_board_players_and_buttons_fit_the_window(world: World, signed_in: NewPage, size: tuple[int, int]) -> None:
    world.started()
    world.play("e2-e4", "e7-e5")
    page = signed_in("charlie", viewport={"width": size[0], "height": size[1]})
    page.goto(board_of(world))
    expect(page.locator("#board-tools")).to_be_visible()
    assert_inside(page, "svg.board", ".live-bar >> nth=0", ".live-bar >> nth=1", ".acts .button", "#board-tools")
    page.goto(game_of(world) + "?ply=1")
    assert_inside(page, "svg.board", ".player-bar >> nth=0", ".player-bar >> nth=1", "#step-next", "#step-flip")
    board = page.locator("svg.board").bounding_box()
    assert board is not None
    assert board["width"] >= min(size) * 0.75, "the board is the largest thing there"


def test_a_piece_is_dragged_and_an_illegal_try_is_explained_on_the_board(world: World, signed_in: NewPage) -> None:
    world.started()
    page = signed_in("charlie")
    page.goto(board_of(world))
    drag(page, "e2", "e4")
    expect(page.locator(".situation")).to_contain_text("Black to move")
    assert world.board.snapshot["last"] == "e2-e4"
    drag(page, "e7", "e3")
    hint = page.locator("[data-board] .board-says")
    expect(hint).to_contain_text("e7 to e3")
    expect(page.locator(".wrong-arrow")).to_be_visible()
    assert world.board.snapshot["ply"] == 1
    page.click("[data-close]")
    expect(hint).to_be_hidden()
    # A piece dropped outside the board returns to its square.
    box = page.locator("[data-board] [data-square=e7]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(2, 2, steps=3)
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    assert world.board.snapshot["ply"] == 1


def test_a_move_is_animated_unless_reduced_motion_is_set(world: World, signed_in: NewPage) -> None:
    import_moves(actor=SYSTEM, now=NOW, game_id=world.board.pk, moves=["e2-e4", "e7-e5"], result="1/2-1/2")
    watch = (
        "window.glided = 0; new MutationObserver((all) => { for (const one of all) for (const node of one.addedNodes)"
        " if (node.classList?.contains('glide')) window.glided += 1; })"
        ".observe(document, { childList: true, subtree: true });"
    )
    for motion, glided in (("no-preference", 1), ("reduce", 0)):
        page = signed_in("charlie", reduced_motion=motion)
        page.goto(game_of(world) + "?ply=0")
        page.evaluate(watch)
        page.mouse.move(10, 10)
        page.hover("[data-board]", position={"x": 60, "y": 60})
        page.mouse.wheel(0, 100)
        expect(page.locator(".controls-move")).to_have_text("1. e2-e4")
        assert page.evaluate("window.glided") == glided
        expect(page.locator(".glide")).to_have_count(0)


def test_a_tower_opens_beside_its_square_and_its_pieces_are_lifted_by_thumb(world: World, signed_in: NewPage) -> None:
    world.started()
    world.play("e2-e4", "d7-d5", "e4-d5", "d8-d5", "a2-a3")
    page = signed_in("charlie", **PHONE)
    page.goto(game_of(world))
    page.tap("[data-board] [data-square=d5]")
    card = page.locator(".tower-peek")
    expect(card).to_be_visible()
    assert_inside(page, ".tower-peek")
    expect(card.locator(".drum")).to_have_count(3)
    assert card.locator(".drum text").nth(1).bounding_box()["height"] >= 10, "it can be read"  # type: ignore[index]
    page.goto(board_of(world))
    page.tap("[data-board] [data-square=d5]")
    page.tap("[data-board] [data-square=a5]")
    assert_inside(page, "#chooser")
    expect(page.locator("#chooser .drum.is-lifted")).to_have_count(1)
    page.locator("#chooser .chooser-options .button").nth(1).focus()
    expect(page.locator("#chooser .drum.is-lifted")).to_have_count(2)
    expect(page.locator("#chooser")).to_contain_text("How many pieces go?")
    page.locator("#chooser").get_by_role("button", name="2", exact=True).tap()
    expect(page.locator(".situation")).to_contain_text("You play both sides; White to move")
    assert world.board.snapshot["last"] == "d5-a5(2)"


def test_picking_up_another_piece_shows_the_pieces_that_must_capture(world: World, signed_in: NewPage) -> None:
    draughts = World(game="draughts", regime="draughts64", control="60", slug="draughts")
    registration = draughts.pairing.white
    registration.player.user_id = draughts.charlie.user_id
    registration.player.save(update_fields=["user"])
    draughts.started()
    draughts.play("c3-d4", "f6-e5")
    page = signed_in("charlie")
    page.goto(board_of(draughts))
    page.click("[data-board] [data-square=g3]")
    expect(page.locator("[data-board] [data-square=d4] .able-mark")).to_be_visible()


def test_sound_board_and_pieces_are_chosen_and_kept(world: World, signed_in: NewPage) -> None:
    page = signed_in("charlie")
    page.goto(game_of(world))
    page.click("[data-tool=sound]")
    page.click("#board-tools summary")
    page.click("[data-look=board] [value=slate]")
    page.click("[data-look=pieces] [value=cut]")
    page.goto(board_of(world))
    expect(page.locator("[data-tool=sound]")).to_have_attribute("aria-pressed", "false")
    fill = "getComputedStyle(document.querySelector('[data-square=a1] rect')).fill"
    assert page.evaluate(fill) == "rgb(123, 142, 163)"
    assert page.evaluate("getComputedStyle(document.querySelector('.set-cut')).display") == "inline"
    assert page.evaluate("getComputedStyle(document.querySelector('.set-turned')).display") == "none"


def test_arrows_are_drawn_with_the_right_button_and_wiped_off_with_the_left(world: World, signed_in: NewPage) -> None:
    page = signed_in("charlie")
    page.goto(game_of(world))
    box = page.locator("[data-board] [data-square=d4]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down(button="right")
    page.mouse.move(box["x"] + 10, box["y"] - 2 * box["height"])
    page.mouse.up(button="right")
    expect(page.locator(".own-arrow")).to_have_count(1)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".own-arrow")).to_have_count(0)


# Fetches of the board are answered once the test says so.
HELD_FETCHES = """
    const fetched = window.fetch, waiting = [];
    window.fetches = 0;
    window.fetch = async (...what) => {
        if (String(what[0]).startsWith(document.getElementById("live-page").dataset.url)) window.fetches += 1;
        if (!window.released) await new Promise((go) => waiting.push(go));
        return fetched(...what);
    };
    window.release = () => { window.released = true; for (const go of waiting) go(); };
"""


def test_f_flips_the_live_board_while_the_page_fetches(world: World, signed_in: NewPage) -> None:
    page = signed_in("charlie")
    page.add_init_script(HELD_FETCHES)
    page.goto(board_of(world))
    page.wait_for_function("() => window.fetches > 0")
    page.keyboard.press("f")
    page.evaluate("() => window.release()")
    expect(page.locator("[data-board] [data-square]").first).to_have_attribute("data-square", "h1")


def test_a_wall_shows_each_move_where_it_was_made(world: World, signed_in: NewPage) -> None:
    world.started()
    page = signed_in("charlie")
    page.goto(reverse("round_boards", args=[world.slug, "open", 1]))
    tile = page.locator(f"#wall-{world.board.pk}")
    expect(page.locator("#wall")).to_have_attribute("data-connection", "online")
    world.play("e2-e4")
    expect(tile.locator(".mini-last")).to_have_count(2)
    expect(tile.locator("[data-clock=black]")).to_have_class(re.compile("is-running"))


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=str)
def test_a_board_of_ten_by_ten_squares_is_played_on_and_turned(
    server: Server, settings: Any, signed_in: NewPage, size: tuple[int, int]
) -> None:
    settings.EXTRA_GAMES = ["draughts100"]
    world = let_charlie_play(World(game="draughts100", regime="draughts64", control="45"))
    world.started()
    page = signed_in("charlie", viewport={"width": size[0], "height": size[1]})
    page.goto(board_of(world))
    expect(page.locator("[data-board] [data-square]")).to_have_count(100)
    assert_inside(page, "svg.board", ".acts .button")
    drag(page, "32", "28")
    expect(page.locator("[data-board] [data-square='28'] use")).to_have_count(1)
    drag(page, "19", "23")
    expect(page.locator("[data-board] [data-square='23'] use")).to_have_count(1)
    page.keyboard.press("f")
    expect(page.locator("svg.board.turned")).to_have_count(1)
    page.keyboard.press("f")
    expect(page.locator("svg.board.turned")).to_have_count(0)
    drag(page, "28", "19")
    expect(page.locator("[data-board] [data-square='19'] use")).to_have_count(1)
    assert world.board.seq > 3 and world.board.snapshot["ply"] == 3

"""A tavreli game in two browsers, through an illegal move and the arbiter's ruling to a result in the standings."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models.game import Game
from games.services.moves import offer_draw
from tavleya.sides import Side
from tests.browser.conftest import PHONE, NewPage, board_of, card_of, fits, seconds
from tests.world import World, later

pytestmark = [pytest.mark.browser, pytest.mark.long]

SAVING = "#saving"


def playing(world: World, signed_in: NewPage, **options: Any) -> Page:
    """Charlie's page of board 1, whose clocks run."""
    world.started()
    page = signed_in("charlie", **options)
    page.goto(board_of(world))
    return page


def carry(page: Page, start: str, end: str) -> None:
    """Tap the piece, tap where it goes."""
    page.click(f"[data-square={start}]")
    page.click(f"[data-square={end}]")


def test_from_the_start_through_a_ruling_to_the_standings(world: World, signed_in: NewPage) -> None:
    player, arbiter = signed_in("charlie"), signed_in("artur")
    player.goto(board_of(world))
    expect(player.locator(".situation")).to_contain_text("The game has not started")
    expect(player.locator(".situation")).to_contain_text("You play both sides.")
    # The arbiter starts the clocks, and the player's page knows it without being asked.
    arbiter.goto(card_of(world))
    arbiter.click("text=Start clocks")
    expect(player.locator(".situation")).to_contain_text("You play both sides; White to move")
    expect(player.locator("#live [data-clock=white]")).to_have_class(re.compile("is-running"))
    carry(player, "e2", "e4")
    expect(player.locator(SAVING)).to_have_text("Saved")
    expect(player.locator(".situation")).to_contain_text("You play both sides; Black to move")
    # An illegal move is explained, not recorded; it was so played on the board, and is.
    carry(player, "e7", "e4")
    expect(player.locator("[role=alert]")).to_contain_text("e7 to e4")
    expect(player.locator("[role=alert]")).to_contain_text("e7-e5")
    expect(player.locator(SAVING)).to_have_text("")
    player.click("text=It was played on the board")
    player.click("text=It was played like this")
    expect(player.locator(".irregular")).to_be_visible()
    player.click("#call summary")
    player.click("text=Stop the clocks and call the arbiter")
    expect(player.locator(".situation")).to_contain_text("the arbiter has been called")
    white, black = seconds(player, "#live", "white"), seconds(player, "#live", "black")
    # The call is on top of the arbiter's list, one tap from its card with the ruling worked out.
    arbiter.goto(reverse("boards", args=[world.slug]))
    expect(arbiter.locator(".tile").first).to_contain_text("White calls: illegal move")
    arbiter.locator(".tile a").first.click()
    proposal = arbiter.locator(".proposal")
    expect(proposal).to_contain_text("White gets 2 min extra.")
    expect(proposal).to_contain_text("Tavreli 10.3")
    proposal.get_by_text("Apply ruling").click()
    expect(arbiter.locator(".ruling")).to_contain_text("Illegal move: upheld")
    ruling = player.locator(".ruling-fresh")
    expect(ruling).to_contain_text("Illegal moves of Black in this game: 1.")
    expect(ruling).to_contain_text("Tavreli 7.4")
    assert seconds(player, "#live", "white") == pytest.approx(white + 120, abs=1)
    assert seconds(player, "#live", "black") == pytest.approx(black, abs=12)
    expect(player.locator("#moves del")).to_have_text(re.compile("e7-e4"))
    carry(player, "e7", "e5")
    carry_when_due(player, "White", "g1", "f3")
    expect(player.locator(".situation")).to_contain_text("You play both sides; Black to move")
    player.click("#resign summary")
    player.click("text=Yes, Black resigns")
    expect(player.locator(".situation")).to_contain_text("1 – 0 by resignation")
    player.goto(reverse("standings", args=[world.slug, "open"]))
    leader = player.locator("tbody tr").first
    expect(leader).to_contain_text("Alice")
    assert Game.objects.get(pk=world.board.pk).result == "1-0"


def carry_when_due(page: Page, side: str, start: str, end: str) -> None:
    expect(page.locator(".situation")).to_contain_text(f"You play both sides; {side} to move")
    carry(page, start, end)


def test_a_whole_turn_by_keyboard(world: World, signed_in: NewPage) -> None:
    page = playing(world, signed_in)
    page.uncheck("[data-press]")
    page.locator("[data-square=a1]").focus()
    for key in (*["ArrowRight"] * 4, "ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".situation")).to_contain_text("has moved.")
    page.keyboard.press("Space")
    expect(page.locator(".situation")).to_contain_text("You play both sides; Black to move")
    page.fill("#move-text", "e7 e5")
    page.keyboard.press("Enter")
    expect(page.locator(".situation")).to_contain_text("Black has moved")
    assert world.board.snapshot["last"] == "e7-e5"
    page.reload()
    page.click("#press")
    expect(page.locator("[data-press]")).not_to_be_checked()  # the choice was kept


def test_on_a_phone_nothing_scrolls_sideways(world: World, signed_in: NewPage) -> None:
    page = playing(world, signed_in, **PHONE)
    assert fits(page)
    page.tap("[data-square=e1]")
    page.tap("[data-square=e8]")
    expect(page.locator("[role=alert]")).to_be_visible()
    assert fits(page)
    page.click("#claim summary")
    assert fits(page)


def test_a_selected_piece_stays_selected_when_the_opponent_offers_a_draw(world: World, signed_in: NewPage) -> None:
    page = playing(world, signed_in)
    page.click("[data-square=e2]")
    offer_draw(actor=world.charlie, now=later(seconds=1), game_id=world.board.pk, side=Side.BLACK)
    expect(page.locator(".answer")).to_contain_text("Black offers a draw.")
    page.click("[data-square=e4]")
    expect(page.locator(".situation")).to_contain_text("You play both sides; Black to move")
    assert world.board.snapshot["last"] == "e2-e4"


def test_an_unsent_move_is_shown_as_not_saved_and_can_be_sent_again(world: World, signed_in: NewPage) -> None:
    page = playing(world, signed_in)
    page.route("**/board/move/", lambda route: route.abort())
    carry(page, "e2", "e4")
    expect(page.locator(SAVING)).to_contain_text("NOT SAVED")
    assert world.board.snapshot["ply"] == 0
    page.unroute("**/board/move/")
    page.click("#send-again")
    expect(page.locator(SAVING)).to_have_text("Saved")
    assert world.board.snapshot["last"] == "e2-e4"


def test_a_move_whose_answer_was_lost_is_not_made_twice(world: World, signed_in: NewPage) -> None:
    page = playing(world, signed_in)

    def lose_the_answer(route) -> None:  # type: ignore[no-untyped-def]
        route.fetch()
        route.abort()

    page.route("**/live/**", lambda route: route.abort())
    page.goto(board_of(world))
    page.route("**/board/move/", lose_the_answer)
    carry(page, "e2", "e4")
    expect(page.locator(SAVING)).to_contain_text("NOT SAVED")
    page.unroute("**/board/move/")
    page.click("#send-again")
    expect(page.locator("[role=alert]")).to_contain_text("The game has continued since you opened this page")
    expect(page.locator("[role=alert]")).to_contain_text("1. e2-e4")
    assert world.board.snapshot["ply"] == 1


def test_without_the_live_line_the_page_says_so_and_looks_by_itself(world: World, signed_in: NewPage) -> None:
    world.started()
    page = signed_in("charlie")
    page.route("**/live/**", lambda route: route.abort())
    page.goto(board_of(world))
    expect(page.locator("#connection")).to_have_text(re.compile("Not connected|Live line lost"))
    world.play("e2-e4")
    expect(page.locator(".situation")).to_contain_text("You play both sides; Black to move")
    page.unroute("**/live/**")
    expect(page.locator("#connection")).to_have_text("Live", timeout=15_000)


def test_the_arbiters_input_is_kept_when_the_game_continues(world: World, signed_in: NewPage) -> None:
    world.started()
    arbiter = signed_in("artur")
    arbiter.goto(card_of(world))
    arbiter.click("#time summary")
    arbiter.fill("#add-white", "2:00")
    world.play("e2-e4")
    expect(arbiter.locator("#gone-on")).to_contain_text("The game has continued")
    assert arbiter.input_value("#add-white") == "2:00"
    arbiter.fill("#time-reason", "stood still")
    arbiter.click("#time button")
    expect(arbiter.locator("[role=alert]")).to_contain_text("1. e2-e4")
    world.play("e7-e5")
    expect(arbiter.locator("#gone-on")).to_contain_text("The game has continued")
    arbiter.click("#show-news")
    expect(arbiter.locator("[role=alert]")).to_have_count(0)
    assert arbiter.input_value("#add-white") == "2:00"
    arbiter.click("#time button")
    expect(arbiter.locator(SAVING)).to_have_text("Saved")
    expect(arbiter.locator(".ruling")).to_contain_text("Time on the clocks")


# Looking back


@pytest.fixture
def watching(world: World, visitor: NewPage) -> Page:
    """An anonymous visitor at a board with three moves."""
    world.started()
    world.play("e2-e4", "e7-e5", "a2-a3")
    page = visitor(reduced_motion="reduce")
    page.goto(board_of(world))
    expect(page.locator("#connection")).to_have_text("Live")
    return page


def test_a_move_is_looked_at_while_the_game_goes_on(watching: Page, world: World) -> None:
    back = watching.get_by_role("button", name="Back to the live position")
    expect(back).to_be_hidden()
    expect(watching.locator("a[data-look='1']")).to_have_attribute("href", re.compile(r"\?ply=1$"))  # without scripts
    watching.locator("a[data-look='1']").click()
    expect(watching.locator("[data-looked]")).to_have_text("1. e2-e4")
    expect(watching.locator(".past svg.board")).to_be_visible()
    expect(watching.locator("a[data-look='1']")).to_have_attribute("aria-current", "step")
    # A move comes: the list grows, and what is looked at stays.
    world.play("b8-c6", seconds=20)
    expect(watching.locator("a[data-look='4']")).to_be_visible()
    expect(watching.locator("[data-looked]")).to_have_text("1. e2-e4")
    expect(watching.locator(".past svg.board")).to_be_visible()
    back.click()
    expect(watching.locator(".past")).to_have_count(0)
    expect(watching.locator("a[data-look='4']")).to_have_attribute("aria-current", "step")
    expect(back).to_be_hidden()


def test_keys_step_back_and_forward(watching: Page) -> None:
    watching.keyboard.press("ArrowLeft")
    expect(watching.locator("[data-looked]")).to_have_text("1… e7-e5")
    watching.keyboard.press("Home")
    expect(watching.locator("[data-looked]")).to_have_text("Starting position")
    watching.keyboard.press("ArrowRight")
    expect(watching.locator("[data-looked]")).to_have_text("1. e2-e4")
    watching.keyboard.press("Escape")
    expect(watching.locator(".past")).to_have_count(0)


def test_nothing_is_played_on_the_board_of_then(world: World, signed_in: NewPage) -> None:
    world.started()
    world.play("e2-e4")
    page = signed_in("charlie")
    page.goto(board_of(world))
    square = page.locator("[data-square=d7]").bounding_box()
    assert square is not None
    page.get_by_role("button", name="Move back").click()
    expect(page.locator("[data-looked]")).to_have_text("Starting position")
    page.mouse.click(square["x"] + 10, square["y"] + 10)
    expect(page.locator(".sq.selected")).to_have_count(0)
    page.get_by_role("button", name="Back to the live position").click()
    page.mouse.click(square["x"] + 10, square["y"] + 10)
    expect(page.locator(".sq.selected")).to_have_count(1)
    assert world.board.snapshot["ply"] == 1

"""A tavreli game in two browsers, through an illegal move and the arbiter's ruling to a result in the standings."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models.game import Game
from games.services.play import offer_draw
from tavleya.sides import Side
from tests.world import World, later

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SAVING = "#saving"


def board_of(world: World) -> str:
    return reverse("live-board", args=[world.slug, world.board.pk])


def card_of(world: World) -> str:
    return reverse("board-card", args=[world.slug, world.board.pk])


def carry(page: Page, start: str, end: str) -> None:
    """Tap the piece, tap where it goes."""
    page.click(f"[data-square={start}]")
    page.click(f"[data-square={end}]")


def seconds(page: Page, side: str) -> float:
    """Return the seconds on a side's clock."""
    text = page.inner_text(f"#live [data-clock={side}]")
    return sum(float(part) * 60**place for place, part in enumerate(reversed(text.split(":"))))


def fits(page: Page) -> bool:
    """Whether nothing makes the page scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_from_the_start_through_a_ruling_to_the_standings(
    world: World, signed_in: Callable[..., Page]
) -> None:
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
    white, black = seconds(player, "white"), seconds(player, "black")

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
    assert seconds(player, "white") == pytest.approx(white + 120, abs=1)
    assert seconds(player, "black") == pytest.approx(black, abs=12)
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


def test_a_whole_turn_by_keyboard(world: World, signed_in: Callable[..., Page]) -> None:
    world.started()
    page = signed_in("charlie")
    page.goto(board_of(world))
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


def test_on_a_phone_a_tower_is_taken_apart_and_nothing_scrolls_sideways(
    world: World, signed_in: Callable[..., Page]
) -> None:
    world.started()
    world.play("e2-e4", "d7-d5", "e4-d5", "d8-d5", "a2-a3")
    page = signed_in("charlie", **PHONE)
    page.goto(board_of(world))
    assert fits(page)
    page.tap("[data-square=d5]")
    page.tap("[data-square=a5]")
    chooser = page.locator("#chooser")
    expect(chooser).to_contain_text("How many pieces go?")
    expect(chooser.locator("svg.tower")).to_be_visible()
    chooser.get_by_role("button", name="2", exact=True).tap()
    expect(page.locator(".situation")).to_contain_text("You play both sides; White to move")
    assert world.board.snapshot["last"] == "d5-a5(2)"
    page.tap("[data-square=e1]")
    page.tap("[data-square=e8]")
    expect(page.locator("[role=alert]")).to_be_visible()
    assert fits(page)
    page.click("#claim summary")
    assert fits(page)

    tablet = signed_in("artur", **PHONE)
    for address in (reverse("boards", args=[world.slug]), card_of(world)):
        tablet.goto(address)
        assert fits(tablet), address


def test_a_selected_piece_stays_selected_when_the_opponent_offers_a_draw(
    world: World, signed_in: Callable[..., Page]
) -> None:
    world.started()
    page = signed_in("charlie")
    page.goto(board_of(world))
    page.click("[data-square=e2]")
    offer_draw(actor=world.charlie, now=later(seconds=1), game_id=world.board.pk, side=Side.BLACK)
    expect(page.locator(".answer")).to_contain_text("Black offers a draw.")
    page.click("[data-square=e4]")
    expect(page.locator(".situation")).to_contain_text("You play both sides; Black to move")
    assert world.board.snapshot["last"] == "e2-e4"


def test_an_unsent_move_is_shown_as_not_saved_and_can_be_sent_again(
    world: World, signed_in: Callable[..., Page]
) -> None:
    world.started()
    page = signed_in("charlie")
    page.goto(board_of(world))
    page.route("**/board/move/", lambda route: route.abort())
    carry(page, "e2", "e4")
    expect(page.locator(SAVING)).to_contain_text("NOT SAVED")
    assert world.board.snapshot["ply"] == 0
    page.unroute("**/board/move/")
    page.click("#send-again")
    expect(page.locator(SAVING)).to_have_text("Saved")
    assert world.board.snapshot["last"] == "e2-e4"


def test_a_move_whose_answer_was_lost_is_not_made_twice(world: World, signed_in: Callable[..., Page]) -> None:
    world.started()
    page = signed_in("charlie")
    page.goto(board_of(world))

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


def test_without_the_live_line_the_page_says_so_and_looks_by_itself(
    world: World, signed_in: Callable[..., Page]
) -> None:
    world.started()
    page = signed_in("charlie")
    page.route("**/live/**", lambda route: route.abort())
    page.goto(board_of(world))
    expect(page.locator("#connection")).to_have_text(re.compile("Not connected|Live line lost"))
    world.play("e2-e4")
    expect(page.locator(".situation")).to_contain_text("You play both sides; Black to move")
    page.unroute("**/live/**")
    expect(page.locator("#connection")).to_have_text("Live", timeout=15_000)


def test_the_arbiters_input_is_kept_when_the_game_continues(
    world: World, signed_in: Callable[..., Page]
) -> None:
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
    assert arbiter.input_value("#add-white") == "2:00"
    arbiter.click("#time button")
    expect(arbiter.locator(SAVING)).to_have_text("Saved")
    expect(arbiter.locator(".ruling")).to_contain_text("Time on the clocks")

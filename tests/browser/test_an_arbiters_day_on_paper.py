"""An arbiter's day at a rapid open of sixty: thirty boards on paper, a tablet in the hall and a phone in the pocket.

TAVLEYA_PICTURES names a folder for its pictures.
"""

import os
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from arbiter.models.ruling import Ruling
from tests.browser.conftest import Server
from tests.browser.open_of_sixty import EVENT, SECTION, Open, open_of_sixty

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(240)]

TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BOARDS = f"/desk/{EVENT}/boards/"
ROUND = f"/desk/{EVENT}/{SECTION}/rounds/1/"
RULINGS = f"/desk/{EVENT}/rulings/"
TWICE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6"
THRICE = f"{TWICE} 4. Ng1 Ng8"


class Arbiter:
    """The chief arbiter's tablet and phone; every page that is opened must fit its screen."""

    def __init__(self, hall: Open, tablet: Page, phone: Page) -> None:
        self.hall, self.tablet, self.phone = hall, tablet, phone

    def card(self, number: int, *, page: Page | None = None) -> Page:
        page = page or self.tablet
        page.goto(f"{BOARDS}{self.hall.board(number).pk}/")
        assert fits(page), number
        return page

    def tap(self, number: int, incident: str, *, page: Page | None = None) -> Page:
        """The first tap: at the card, the incident of a player (`Illegal move: White`)."""
        page = self.card(number, page=page)
        button = page.get_by_label(incident, exact=True)
        if not button.is_visible():
            page.click("#rule > summary")
        button.click()
        page.wait_for_url(re.compile(r"/ruling/\?incident="))
        assert fits(page), incident
        return page

    def rule(self, page: Page) -> None:
        """The last tap."""
        page.click("text=Apply ruling")
        expect(page.locator("#card")).to_be_visible()

    def preview(self, page: Page) -> None:
        page.locator("button[value=preview]").click()
        expect(page.locator("text=Effects of the ruling")).to_be_visible()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def choose(page: Page, name: str, value: str) -> None:
    """A tap on the words of a choice."""
    page.locator(f"label:has([name={name}][value={value}])").first.click()
    expect(page.locator(f"[name={name}][value={value}]").first).to_be_checked()


def picture(page: Page, name: str) -> None:
    """Save a picture if TAVLEYA_PICTURES names a folder."""
    folder = os.environ.get("TAVLEYA_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.fixture
def arbiter(server: Server, signed_in: Callable[..., Page]) -> Arbiter:
    hall = open_of_sixty()
    return Arbiter(hall, signed_in("artur", **TABLET), signed_in("artur", **PHONE, color_scheme="dark"))


def test_the_day_from_the_first_illegal_move_to_the_report(
    arbiter: Arbiter, signed_in: Callable[..., Page]
) -> None:
    the_round_is_on_the_boards(arbiter)
    two_illegal_moves_of_one_player(arbiter)
    a_touched_piece(arbiter)
    claims_of_a_draw(arbiter)
    flags_and_a_phone(arbiter)
    two_calls(arbiter)
    a_wrong_ruling_is_undone(arbiter)
    no_quickplay_finish_that_was_not_announced(arbiter)
    slips_are_entered_and_read_again(arbiter, signed_in)
    a_sheet_contradicts_a_ruling(arbiter)
    the_log_and_the_report(arbiter)


def the_round_is_on_the_boards(arbiter: Arbiter) -> None:
    for page in (arbiter.tablet, arbiter.phone):
        page.goto(BOARDS)
        assert fits(page)
        expect(page.locator(".cell")).to_have_count(31)  # thirty boards, and the sign in the legend
        expect(page.locator(".strip h2")).to_contain_text("30 of 30 boards without a result")
        expect(page.locator(".tabs [aria-current]")).to_have_text(re.compile(r"Running\s*30"))
        expect(page.locator(".legend")).to_contain_text("being played")
        # The times of the clocks on the tables are unknown.
        expect(page.locator(".tile-clock")).to_have_count(0)
    picture(arbiter.tablet, "round")
    card = arbiter.card(7)
    expect(card.locator(".situation-now")).to_have_text("Playing")
    expect(card.locator(".card-board .board-frame")).to_have_count(0)


def two_illegal_moves_of_one_player(arbiter: Arbiter) -> None:
    page = arbiter.tap(7, "Illegal move: White")
    expect(page.locator(".remedy")).to_contain_text("Illegal moves of White in this game: 1.")
    expect(page.locator(".remedy")).to_contain_text("Set the clock at the board to: Black +1:00")
    picture(page, "illegal-move")
    arbiter.rule(page)
    expect(page.locator("[role=status], .messages").filter(has_text="Black +1:00").first).to_be_visible()
    expect(page.locator(".card-counts tr", has_text="Illegal moves")).to_contain_text("1")
    assert arbiter.hall.result(7) == ""
    # The phone has the same two taps, and says before the second that it ends the game.
    phone = arbiter.tap(7, "Illegal move: White", page=arbiter.phone)
    expect(phone.locator(".remedy")).to_contain_text("White loses the game.")
    expect(phone.locator(".remedy .proposal-result")).to_have_text("Result: 0 – 1")
    # Only the winner's points change, so only one of the sixty lines of the standings is listed.
    expect(phone.locator(".remedy .table-wrap:visible tbody tr")).to_have_count(1)
    expect(phone.locator(".remedy details summary")).to_contain_text("only change place")
    picture(phone, "second-illegal-move")
    arbiter.rule(phone)
    expect(phone.locator(".situation-now")).to_contain_text("0 – 1 by illegal moves")
    assert arbiter.hall.result(7) == "0-1"


def a_touched_piece(arbiter: Arbiter) -> None:
    page = arbiter.tap(3, "Touch-move: Black")
    page.fill("[name=touches]", "d8")
    choose(page, "decision", "upheld")
    arbiter.preview(page)
    expect(page.locator(".remedy")).to_contain_text("Touched on d8: that piece must be moved or taken")
    arbiter.rule(page)
    expect(page.locator(".card-ruling")).to_contain_text("Touch-move: upheld")


def claims_of_a_draw(arbiter: Arbiter) -> None:
    """The moves that the players show decide, not the arbiter."""
    page = arbiter.tap(11, "Draw claim: White")
    claim(page, TWICE)
    arbiter.preview(page)
    expect(page.locator(".remedy")).to_contain_text("The claim is wrong.")
    expect(page.locator(".remedy")).to_contain_text("moves typed in: Nf3 Nf6 Ng1 Ng8 Nf3 Nf6.")
    expect(page.locator(".remedy")).to_contain_text("Set the clock at the board to: Black +1:00")
    picture(page, "wrong-claim")
    arbiter.rule(page)
    assert arbiter.hall.result(11) == ""
    expect(page.locator(".card-counts tr", has_text="Draw claims")).to_contain_text("1")
    page = arbiter.tap(12, "Draw claim: Black", page=arbiter.phone)
    claim(page, THRICE)
    arbiter.preview(page)
    expect(page.locator(".remedy")).to_contain_text("The claim is right: the game is drawn.")
    arbiter.rule(page)
    assert arbiter.hall.result(12) == "1/2-1/2"


def claim(page: Page, moves: str) -> None:
    choose(page, "claim", "repetition")
    choose(page, "decision", "moves")
    page.fill("[name=moves]", moves)


def flags_and_a_phone(arbiter: Arbiter) -> None:
    page = arbiter.tap(14, "Flag fall: Black")
    expect(page.locator(".remedy .proposal-result")).to_have_text("Result: 1 – 0")
    arbiter.rule(page)
    page = arbiter.card(15)
    page.click("#rule > summary")
    page.click("#rule >> text=Both flags down")
    expect(page.locator(".remedy")).to_contain_text("Both flags are down.")
    arbiter.rule(page)
    page = arbiter.tap(16, "Phone or other electronic device: White", page=arbiter.phone)
    expect(page.locator(".remedy")).to_contain_text("Penalty for White: loss of the game.")
    expect(page.locator(".remedy")).to_contain_text("FIDE Laws 11.3.2.2")
    arbiter.rule(page)
    results = [arbiter.hall.result(number) for number in (14, 15, 16)]
    assert results == ["1-0", "1/2-1/2", "0-1"]


def two_calls(arbiter: Arbiter) -> None:
    """A dispute at board 20 needs words only; the call at board 21 has no ground."""
    for number, side in ((20, "white"), (21, "black")):
        page = arbiter.card(number)
        page.click("#call-for summary")
        page.locator(f"#call-for label:has([value={side}])").click()
        page.select_option("#call-for-reason", "disturbance")
        page.fill("#call-for-text", "Talks to me")
        page.click("text=Record the call")
        expect(page.locator("#calls")).to_contain_text("disturbance, “Talks to me”")
    page = arbiter.tablet
    page.goto(BOARDS)
    expect(page.locator(".queue-line")).to_have_count(2)
    picture(page, "queue")
    page.locator(".queue-line").first.locator("text=Answer call").click()
    page.click("#calls summary")
    page.fill("#calls [name=note]", "Both players are asked to be quiet.")
    page.click("text=Close call")
    expect(page.locator("#calls")).to_have_count(0)
    page = arbiter.card(21, page=arbiter.phone)
    page.click("#calls summary")
    page.fill("#calls [name=note]", "Black was writing only.")
    page.click("text=Reject call")
    expect(page.locator("#calls")).to_have_count(0)
    expect(page.locator(".card-ruling")).to_contain_text("not upheld")
    page.goto(BOARDS)
    expect(page.locator(".queue-line")).to_have_count(0)


def a_wrong_ruling_is_undone(arbiter: Arbiter) -> None:
    """White had castled legally: the first ruling at board 9 goes, and its minute; then a second, and its result."""
    page = arbiter.tap(9, "Illegal move: White")
    arbiter.rule(page)
    undo(page, 1, "The move was legal.")
    expect(page.locator("[role=status], .messages").filter(has_text="Black −1:00").first).to_be_visible()
    expect(page.locator(".card-counts tr", has_text="Illegal moves")).to_have_text(
        re.compile(r"^\s*Illegal moves\s*0\s*0\s*$")
    )
    for _ in range(2):
        arbiter.rule(arbiter.tap(9, "Illegal move: White"))
    assert arbiter.hall.result(9) == "0-1"
    undo(page, 4, "Only one of the two was illegal.", picture_of="undo")
    expect(page.locator(".card-counts tr", has_text="Illegal moves")).to_contain_text("1")
    expect(page.locator(".situation-now")).to_have_text("Playing")
    assert arbiter.hall.result(9) == ""


def undo(page: Page, number: int, reason: str, *, picture_of: str = "") -> None:
    page.click(f"text=Undo ruling {number}")
    page.wait_for_url("**/undo/")
    assert fits(page)
    # The form has no clock fields: the clock is on the table.
    expect(page.locator("[name^=clock_]")).to_have_count(0)
    if number == 4:
        expect(page.locator(".remedy")).to_contain_text("The result is withdrawn: the game has none.")
        expect(page.locator(".remedy")).to_contain_text("Illegal moves of White in this game: 1.")
    if picture_of:
        picture(page, picture_of)
    page.fill("[name=note]", reason)
    page.get_by_role("button", name="Undo ruling").click()
    expect(page.locator("#card")).to_be_visible()


def no_quickplay_finish_that_was_not_announced(arbiter: Arbiter) -> None:
    page = arbiter.card(22)
    page.click("#rule > summary")
    expect(page.locator("#rule >> text=Both flags down")).to_be_visible()
    expect(page.locator("#rule >> text=/quickplay/i")).to_have_count(0)
    answer = page.goto(f"{BOARDS}{arbiter.hall.board(22).pk}/ruling/?kind=quickplay")
    assert answer is not None and answer.status == 404


def slips_are_entered_and_read_again(arbiter: Arbiter, signed_in: Callable[..., Page]) -> None:
    """The helper enters slips by board number; the second reader does not see the entered results."""
    desk = signed_in("hana", **TABLET)
    desk.goto(ROUND + "results/")
    desk.keyboard.press("b")
    for board, key in ((25, "1"), (8, "2"), (30, "3")):
        for item in (*str(board), "Enter", key):
            desk.keyboard.press(item)
        expect(desk.locator(f"#board-{board} [data-state]")).to_have_text("Saved")
    assert [arbiter.hall.result(number) for number in (25, 8, 30)] == ["1-0", "1/2-1/2", "0-1"]
    reader = signed_in("vera", **TABLET)
    reader.goto(ROUND + "verification/")
    expect(reader.locator("#board-25 .entry-set")).to_have_count(0)
    for board, key in ((25, "1"), (30, "1")):
        reader.locator(f"#board-{board} .entry-board").focus()
        reader.keyboard.press(key)
    expect(reader.locator("#board-25 [data-state]")).to_have_text("verified by vera")
    expect(reader.locator("#board-30 .entry-problem")).to_contain_text("Entered: 0 – 1 (hana).")
    reader.locator("#board-30 .entry-problem").scroll_into_view_if_needed()
    picture(reader, "second-reading")
    reader.get_by_role("button", name="Keep 0 – 1").click()
    expect(reader.locator("#board-30 .entry-problem")).to_have_count(0)
    assert arbiter.hall.result(30) == "0-1"


def a_sheet_contradicts_a_ruling(arbiter: Arbiter) -> None:
    """The arbiter took the players' word for a repetition at board 18; the sheet shows no repetition."""
    page = arbiter.tap(18, "Draw claim: White")
    choose(page, "claim", "repetition")
    choose(page, "decision", "upheld")
    arbiter.preview(page)
    arbiter.rule(page)
    page.goto(f"{BOARDS}{arbiter.hall.board(18).pk}/sheets/")
    assert fits(page)
    page.click("#sheet-white > summary")
    page.fill("#text-white", "1. e4 e5 2. Nf3 Nc6")
    page.locator("#sheet-white button[value=save]").click()
    page.goto(BOARDS)
    line = page.locator(".queue-line")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("the score sheet does not support it")
    phone = arbiter.card(18, page=arbiter.phone)
    expect(phone.locator("#findings")).to_contain_text("Ruling 1 upheld the claim")
    expect(phone.locator("#findings >> text=Replace ruling 1")).to_be_visible()
    assert arbiter.hall.result(18) == "1/2-1/2"  # flagged, and not changed
    picture(phone, "sheet-differs")


def the_log_and_the_report(arbiter: Arbiter) -> None:
    page = arbiter.tablet
    page.goto(RULINGS)
    assert fits(page)
    count = Ruling.objects.count()
    expect(page.locator(".ruling-line")).to_have_count(count)
    expect(page.locator(".page-head")).to_contain_text(f"{count} rulings")
    expect(page.locator(".ruling-line.is-undone")).to_have_count(2)
    page.goto(RULINGS + "report/")
    white = arbiter.hall.board(7).white_name
    against = (f"Ruled against White: {white}", "Penalty for White: loss of the game.", "FIDE Laws 11.3.2.2")
    for sentence in against:
        expect(page.locator("main")).to_contain_text(sentence)
    expect(page.locator("#sheets")).to_have_text("Score sheets that differ")
    answer = page.request.get(RULINGS + "report.pdf")
    text = " ".join(part.extract_text() for part in PdfReader(BytesIO(answer.body())).pages)
    text = re.sub(r"\s+", " ", text)
    for sentence in (f"White: {white}", "FIDE Laws 7.5.5", "FIDE Laws 9.5.3", "Chief arbiter", "Organiser"):
        assert sentence in text, sentence
    assert not re.search(r"\b0 min\b", text)

"""An arbiter's day at a rapid open of sixty: thirty boards on paper, a tablet in the hall and a phone in the pocket."""

import re
from dataclasses import dataclass
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from arbiter.models import Ruling
from games.models.game import Game
from ratings.services.player_lists import import_players
from tavleya.actors import Role
from tests.browser.conftest import PHONE, NewPage, Server, fits, says
from tests.world import NOW, person
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.services.events import create_event, grant_role
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.sections import create_section
from tournaments.services.swiss import pair_next_round

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(240)]

FAMILIES = (
    "Abend", "Barta", "Castell", "Dahl", "Egger", "Falk", "Gruber", "Haas", "Ilves", "Jansen",
    "Keller", "Lind", "Moreau", "Novak", "Ortega", "Petrov", "Quist", "Rossi", "Sato", "Toth",
)  # fmt: skip
GIVEN = ("Anna", "Boris", "Clara")
EVENT, SECTION = "harbour-open", "rapid"
TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
BOARDS = f"/desk/{EVENT}/boards/"
RULINGS = f"/desk/{EVENT}/rulings/"


@dataclass
class Open:
    round: Round

    def board(self, number: int) -> Game:
        game = Pairing.objects.select_related("game").get(round=self.round, board=number).game
        assert game is not None
        return game

    def result(self, number: int) -> str:
        return Pairing.objects.get(round=self.round, board=number).result


def open_of_sixty() -> Open:
    """The event with its arbiter, sixty players by rating, and the first round of the Swiss on the boards."""
    olga, chief = person("olga"), person("artur")
    event = create_event(
        actor=olga, now=NOW, slug=EVENT, names={"en": "Harbour Open", "ru": "Кубок гавани"}, published=True
    )
    grant_role(actor=olga, now=NOW, event_id=event.pk, user_id=chief.user_id, role=Role.CHIEF_ARBITER)
    section = create_section(
        actor=olga, now=NOW, event_id=event.pk, slug=SECTION, names={"en": "Rapid"}, game="chess",
        regime="fide-2023-rapid-supervised", format="swiss", rounds_planned=7, control="15+10", rating_kind="rapid",
    )  # fmt: skip
    names = [(family, value) for value in GIVEN for family in FAMILIES]
    lines = [f"{family},{value},{2300 - 20 * n}" for n, (family, value) in enumerate(names)]
    import_players(
        actor=olga, now=NOW, event_id=event.pk, section_id=section.pk,
        data="\n".join(["family name,given name,rating", *lines]),
    )  # fmt: skip
    row = pair_next_round(actor=olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    publish_round(actor=olga, now=NOW, round_id=row.pk)
    start_round(actor=olga, now=NOW, round_id=row.pk)
    return Open(row)


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


@pytest.fixture
def arbiter(server: Server, signed_in: NewPage) -> Arbiter:
    hall = open_of_sixty()
    return Arbiter(hall, signed_in("artur", **TABLET), signed_in("artur", **PHONE, color_scheme="dark"))


def test_the_day_from_the_first_illegal_move_to_the_report(arbiter: Arbiter) -> None:
    the_round_is_on_the_boards(arbiter)
    two_illegal_moves_of_one_player(arbiter)
    two_calls(arbiter)
    a_wrong_ruling_is_undone(arbiter)
    no_quickplay_finish_that_was_not_announced(arbiter)
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
    card = arbiter.card(7)
    expect(card.locator(".situation-now")).to_have_text("Playing")
    expect(card.locator(".card-board .board-frame")).to_have_count(0)


def two_illegal_moves_of_one_player(arbiter: Arbiter) -> None:
    page = arbiter.tap(7, "Illegal move: White")
    expect(page.locator(".remedy")).to_contain_text("Illegal moves of White in this game: 1.")
    expect(page.locator(".remedy")).to_contain_text("Set the clock at the board to: Black +1:00")
    arbiter.rule(page)
    expect(page.locator("[role=status], .messages").filter(has_text="Black +1:00").first).to_be_visible()
    expect(page.locator(".card-counts tr", has_text="Illegal moves")).to_contain_text("1")
    assert arbiter.hall.result(7) == ""
    # The phone has the same two taps; before the second it asks what decides, and says that it ends the game.
    phone = arbiter.tap(7, "Illegal move: White", page=arbiter.phone)
    can_mate(phone)
    expect(phone.locator(".remedy")).to_contain_text("White loses the game.")
    expect(phone.locator(".remedy .proposal-result")).to_have_text("Result: 0 – 1")
    # Only the winner's points change, so only one of the sixty lines of the standings is listed.
    expect(phone.locator(".remedy .table-wrap:visible tbody tr")).to_have_count(1)
    expect(phone.locator(".remedy details summary")).to_contain_text("only change place")
    arbiter.rule(phone)
    expect(phone.locator(".situation-now")).to_contain_text("0 – 1 by illegal moves")
    assert arbiter.hall.result(7) == "0-1"


def can_mate(page: Page) -> None:
    """Answer whether the opponent can mate: nothing answers it beforehand, and both answers are previewed."""
    expect(page.locator(".remedy")).to_have_count(2)
    page.check("[name=can_mate][value=yes]", force=True)
    page.click("text=Preview ruling")


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
    arbiter.rule(arbiter.tap(9, "Illegal move: White"))
    second = arbiter.tap(9, "Illegal move: White")
    can_mate(second)
    arbiter.rule(second)
    assert arbiter.hall.result(9) == "0-1"
    undo(page, 4, "Only one of the two was illegal.")
    expect(page.locator(".card-counts tr", has_text="Illegal moves")).to_contain_text("1")
    expect(page.locator(".situation-now")).to_have_text("Playing")
    assert arbiter.hall.result(9) == ""


def undo(page: Page, number: int, reason: str) -> None:
    page.click(f"text=Undo ruling {number}")
    page.wait_for_url("**/undo/")
    assert fits(page)
    # The form has no clock fields: the clock is on the table.
    expect(page.locator("[name^=clock_]")).to_have_count(0)
    if number == 4:
        expect(page.locator(".remedy")).to_contain_text("The result is withdrawn: the game has none.")
        expect(page.locator(".remedy")).to_contain_text("Illegal moves of White in this game: 1.")
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
    says(page, f"Ruled against White: {white}", "FIDE Laws 7.5.5")
    answer = page.request.get(RULINGS + "report.pdf")
    text = " ".join(part.extract_text() for part in PdfReader(BytesIO(answer.body())).pages)
    text = re.sub(r"\s+", " ", text)
    for sentence in (f"White: {white}", "FIDE Laws 7.5.5", "Chief arbiter", "Organiser"):
        assert sentence in text, sentence
    assert not re.search(r"\b0 min\b", text)


ILLEGAL, APPLY = "Illegal move: White", "Apply ruling"
#: What arbiters are called for most, with the taps after the one on the board's tile; `: answer` rules or goes on with
#: that answer, and `= text` is typed.
TWELVE = {
    "first illegal move": (ILLEGAL, APPLY),
    "second illegal move": (ILLEGAL, ": yes"),
    "touch-move": ("Touch-move: White", "= e2", ": Black", ": right: the piece must be played"),
    "draw claim": ("Draw claim: White", ": threefold repetition", ": wrong"),
    "flag fall": ("Flag fall: White", ": yes"),
    "both flags": ("Both flags down: Rule", ": unknown", ": yes"),
    "phone on the person": ("Phone or other electronic device on the person: White", APPLY),
    "phone in the bag": ("Rule", "Phone or other electronic device in a bag or elsewhere: White", APPLY),
    "late": ("Rule", "Late arrival or absence: White", APPLY),
    "pieces displaced": ("Rule", "Pieces displaced: White", APPLY),
    "distracting the opponent": ("Rule", "Distracting the opponent: White", APPLY),
    "moves not recorded": ("Rule", "Not recording the moves: White", APPLY),
}


def test_each_of_the_twelve_commonest_incidents_takes_at_most_four_taps(arbiter: Arbiter) -> None:
    page = arbiter.phone
    arbiter.rule(arbiter.tap(2, ILLEGAL, page=page))
    for number, (incident, steps) in enumerate(TWELVE.items(), 1):
        page.goto(BOARDS)
        page.locator(f".cell[href$='/boards/{arbiter.hall.board(number).pk}/']").first.tap()
        taps = 1
        for step in steps:
            if step.startswith("= "):
                page.locator("[data-squares]").fill(step[2:])
                page.keyboard.press("Enter")
                continue
            found = page.get_by_role("button", name=step, exact=True).or_(
                page.get_by_role("link", name=step, exact=True)
            )
            if step.startswith(": "):
                found = page.locator(".proposal", has=page.get_by_role("heading", name=step)).get_by_role("button")
            elif step == "Rule":
                found = page.locator("#rule > summary")
            found.tap()
            taps += 1
        expect(page.locator("#card")).to_be_visible()
        assert taps <= 4, incident
        game = arbiter.hall.board(number)
        assert Ruling.objects.filter(game=game).count() == (2 if number == 2 else 1), incident

"""The commonest incidents at a rapid open of sixty: thirty boards on paper, and a phone in the arbiter's pocket."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from arbiter.models import Ruling
from arbiter.services.ruling import rule
from games.models.game import Game
from ratings.services.player_lists import import_players
from tavleya.actors import Role
from tests.browser.conftest import PHONE, NewPage, Server, fits
from tests.world import NOW, later, person
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
BOARDS = f"/desk/{EVENT}/boards/"


@dataclass
class Open:
    round: Round

    def board(self, number: int) -> Game:
        game = Pairing.objects.select_related("game").get(round=self.round, board=number).game
        assert game is not None
        return game


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
    names = [(family, given) for given in GIVEN for family in FAMILIES]
    lines = [f"{family},{given},{2300 - 20 * n}" for n, (family, given) in enumerate(names)]
    import_players(
        actor=olga, now=NOW, event_id=event.pk, section_id=section.pk,
        data="\n".join(["family name,given name,rating", *lines]),
    )  # fmt: skip
    round_ = pair_next_round(actor=olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    publish_round(actor=olga, now=NOW, round_id=round_.pk)
    start_round(actor=olga, now=NOW, round_id=round_.pk)
    return Open(round_)


ILLEGAL, APPLY = "Illegal move: White", "Apply ruling"
#: The most frequent incidents, with the taps after the one on the board's tile.  `: answer` is the button under that
#: heading, and `= text` is typed.
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


def test_each_of_the_twelve_commonest_incidents_takes_at_most_four_taps(server: Server, signed_in: NewPage) -> None:
    hall = open_of_sixty()
    page = signed_in("artur", **PHONE, color_scheme="dark")
    first = {"game_id": hall.board(2).pk, "kind": "illegal_move", "facts": {"offender": "white"}}
    rule(actor=person("artur"), now=later(minutes=1), **first)
    for number, (incident, steps) in enumerate(TWELVE.items(), 1):
        page.goto(BOARDS)
        page.locator(f".cell[href$='/boards/{hall.board(number).pk}/']").first.tap()
        taps = 1
        for step in steps:
            if step.startswith("= "):
                page.locator("[data-squares]").fill(step[2:])
                page.keyboard.press("Enter")
                continue
            target = page.get_by_role("button", name=step, exact=True).or_(
                page.get_by_role("link", name=step, exact=True)
            )
            if step.startswith(": "):
                target = page.locator(".proposal", has=page.get_by_role("heading", name=step)).get_by_role("button")
            elif step == "Rule":
                target = page.locator("#rule > summary")
            expect(target).to_be_visible()
            assert fits(page), (incident, step)
            target.tap()
            taps += 1
        expect(page.locator("#card")).to_be_visible()
        assert taps <= 4, incident
        game = hall.board(number)
        assert Ruling.objects.filter(game=game).count() == (2 if number == 2 else 1), incident

"""The rating report at the desk: figures reckoned by hand from the tables of B.02, and why a game does not count."""

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.databases import remembered
from tests.pages.desk.conftest import desk_world, enter, new_section
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.models.swiss import RatingCorrection
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_by_hand, publish_round

R = "/desk/spring-cup/rated/rating-report/"
FILE = "/desk/spring-cup/rated/rating-report.csv"
PLAYERS = {"Strong": 2300, "Middle": 2000, "Weak": 1800, "Nova": None}


def make(world: World, kind: str = "standard", **ratings: int | None) -> Section:
    section = new_section(world, "rated", format="free", rating_kind=kind)
    for name, rating in (ratings or PLAYERS).items():
        enter(world, section, name, ratings={kind: rating} if rating else {})
    return section


def play(world: World, section: Section, *boards: tuple[int, int, str]) -> list[Pairing]:
    """A round of these boards, by starting numbers."""
    keys = dict(section.registrations.values_list("number", "pk"))
    row = pair_by_hand(
        actor=world.olga, now=NOW, section_id=section.pk, boards=[(keys[w], keys[b]) for w, b, _ in boards]
    )
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    pairings = list(row.pairings.order_by("board"))
    for pairing, (_, _, result) in zip(pairings, boards, strict=True):
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result=result)
    return pairings


@remembered
def world_with_rated_games() -> World:
    world = desk_world()
    section = make(world)
    play(world, section, (1, 2, "0-1"), (3, 4, "1/2-1/2"))
    play(world, section, (1, 3, "1-0"), (4, 2, "0-1"))
    play(world, section, (1, 4, "+/-"), (2, 3, "1-0"))
    return world


@pytest.fixture
def world(request: pytest.FixtureRequest, db: None) -> World:
    return world_with_rated_games() if "section" in request.fixturenames else desk_world()


@pytest.fixture
def section(world: World) -> Section:
    return Section.objects.get(event=world.event, slug="rated")


def table(client: Client) -> dict[str, dict[str, str]]:
    text = client.get(FILE).content.decode("utf-8-sig")
    return {row["name"]: row for row in csv.DictReader(io.StringIO(text))}


def test_the_figures_are_those_of_the_tables(olga: Client, section: Section) -> None:
    rows = table(olga)
    # Middle (2000) won against 2300 (difference 300: .15 expected) and 1800 (200: .76); Nova has no rating.
    middle = rows["Middle"]
    assert (middle["Ro"], middle["Rc"], middle["games"], middle["W"]) == ("2000", "2050", "2", "2")
    assert (middle["We"], middle["W-We"], middle["K"], middle["change"]) == ("0.91", "1.09", "20", "21.8")
    assert middle["performance"] == "2850"  # 2050 and the 800 of a full score
    # Strong (2300): lost to 2000 (.85) and won against 1800 (500, counted as 400: .92).
    strong = rows["Strong"]
    assert (strong["We"], strong["change"]) == ("1.77", "-15.4")
    # Nova met two rated opponents over the board: half a point of 2, and no rating from so few.
    assert (rows["Nova"]["games"], rows["Nova"]["W"], rows["Nova"]["first_rating"]) == ("2", "0.5", "")


def test_the_page_says_the_same_and_why_games_do_not_count(olga: Client, section: Section) -> None:
    page = page_of(olga.get(R))
    assert page.problems == []
    for text in (
        "Round 3 against Nova was decided by forfeit.",
        "Round 2: Nova is unrated.",
        "In 1 game the difference counts as 400 points.",
        "3 more rated games are needed for a first rating.",
        "+22",
        "−15",
    ):
        assert text in page.words


def test_five_games_make_a_first_rating(olga: Client, world: World) -> None:
    section = make(world, Nova=None, **{f"Rated{n}": 1800 for n in range(1, 6)})
    for opponent, result in ((2, "1-0"), (3, "0-1"), (4, "1/2-1/2"), (5, "1-0"), (6, "0-1")):
        play(world, section, (1, opponent, result))
    # Half of the points against 1800 everywhere, the two draws with 1800 included: 1800.
    assert table(olga)["Nova"]["first_rating"] == "1800"
    assert "First rating from these games: 1800" in page_of(olga.get(R)).words


def test_a_result_corrected_too_late_counts_as_it_was_corrected(olga, world, section):
    board = Pairing.objects.get(round__section=section, round__number=1, board=1)
    RatingCorrection.objects.create(pairing=board, result="1/2-1/2", reason="both sheets say so", made_at=NOW)
    assert table(olga)["Middle"]["W"] == "1.5"
    words = page_of(olga.get(R)).words
    assert "Round 1 against Strong stands as 0 – 1 in the tournament and is rated as ½ – ½." in words


def test_another_game_says_that_fide_does_not_rate_it(olga: Client, world: World) -> None:
    new_section(world, "rated", names={"en": "D"}, game="draughts", regime="draughts64", format="free")
    assert "FIDE rates chess only" in page_of(olga.get(R)).words


def test_more_players_take_no_more_queries(olga: Client, world: World, section: Section) -> None:
    with CaptureQueriesContext(connection) as few:
        olga.get(R)
    for n in range(30):
        enter(world, section, f"More{n}", ratings={"standard": 1900})
    play(world, section, *((n, n + 1, "1-0") for n in range(5, 33, 2)))
    with CaptureQueriesContext(connection) as many:
        olga.get(R)
    assert len(many) == len(few)

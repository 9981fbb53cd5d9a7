"""The desk's page of electronic boards: the tables of the boards, and the PGN address to read."""

import pytest

from tests.pages.desk.conftest import signed_in
from tests.world import NOW, World
from tournaments.models.boards import ElectronicBoard, PgnAddress
from venue.services.reports import report_boards

pytestmark = pytest.mark.django_db

URL = "/desk/spring-cup/open/electronic-boards/"


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


def text(client, url: str = URL) -> str:
    return client.get(url, headers={"accept-language": "en"}).content.decode()


def test_a_board_that_reports_is_listed_with_one_field_and_gets_its_table(world: World) -> None:
    report_boards(
        actor=world.hana, now=NOW, round_id=world.rounds[0].pk, source="hall",
        reports=[{"serial": "24017", "state": "playing", "battery": "84%"}],
    )  # fmt: skip
    helper = signed_in("hana")
    page = text(helper)
    assert "Boards without a table" in page and 'name="board-serial" value="24017"' in page and "84%" in page
    assert "PGN address" not in page, "that is the organiser's"
    answer = helper.post(URL, {"do": "assign", "board-serial": "24017", "board-table": "2"})
    assert answer.status_code == 302 and ElectronicBoard.objects.get().table == 2
    assert "Boards without a table" not in text(helper)
    answer = helper.post(
        URL, {"do": "assign", "board-serial": "24018", "board-table": "2"}, headers={"accept-language": "en"}
    )
    assert answer.status_code == 422 and "24017 is assigned to table 2 already" in answer.content.decode()
    assert helper.post(URL, {"do": "forget", "serial": "24017"}).status_code == 302
    assert not ElectronicBoard.objects.exists()
    assert helper.post(URL, {"do": "forget", "serial": "24017"}).status_code == 404


def test_the_organiser_sets_an_address_and_sees_what_was_wrong_with_it(world: World) -> None:
    organiser = signed_in("olga")
    common = {"do": "pgn", "address": "https://example.org/r{round}.pgn", "seconds": "10", "active": "on"}
    assert organiser.post(URL, {**common, "address": "http://example.org/"}).status_code == 422
    assert organiser.post(URL, {**common, "seconds": "3"}).status_code == 422
    assert organiser.post(URL, common).status_code == 302
    row = PgnAddress.objects.get()
    assert (row.address, row.seconds, row.active) == ("https://example.org/r{round}.pgn", 10, True)
    row.problem, row.tried_at = "HTTP 503", NOW
    row.answers = [{"number": 3, "board": None, "code": "no_board", "ply": None}]
    row.save()
    page = text(organiser)
    assert "HTTP 503" in page and "Game 3 fits no board of this round." in page and "not read yet" in page
    assert signed_in("hana").post(URL, common).status_code == 403
    assert organiser.post(URL, {"do": "pgn_forget"}).status_code == 302
    assert not PgnAddress.objects.exists()


def test_draughts_have_no_such_page(world: World) -> None:
    World(game="draughts", regime="draughts64", control="60", slug="draughts")
    page = signed_in("olga").get("/desk/draughts/open/electronic-boards/")
    assert page.status_code == 404

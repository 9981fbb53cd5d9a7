"""Electronic boards and a broadcast on lichess: setup, requests, responses, and the end of it."""

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.world import NOW, World
from tournaments.models.boards import Broadcast, BroadcastRound, ElectronicBoard, PgnAddress
from venue.services.reports import report_boards

pytestmark = pytest.mark.django_db
URL = "/desk/spring-cup/open/electronic-boards/"


@pytest.fixture
def hall(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


def text(client, url: str = URL) -> str:
    return client.get(url, headers={"accept-language": "en"}).content.decode()


def test_a_board_that_reports_is_listed_with_one_field_and_gets_its_table(hall: World) -> None:
    report_boards(
        actor=hall.hana, now=NOW, round_id=hall.rounds[0].pk, source="hall",
        reports=[{"serial": "24017", "state": "playing", "battery": "84%"}],
    )  # fmt: skip
    helper = signed_in("hana")
    page = text(helper)
    assert "Boards without a table" in page and 'name="board-serial" value="24017"' in page and "84%" in page
    assert "PGN address" not in page, "that is the organiser's"
    answer = helper.post(URL, {"do": "assign", "board-serial": "24017", "board-table": "2"})
    assert answer.status_code == 302 and ElectronicBoard.objects.get().table == 2
    assert "Boards without a table" not in text(helper)
    answer = helper.post(URL, {"do": "assign", "board-serial": "24018", "board-table": "2"})
    assert answer.status_code == 422 and "24017 is assigned to table 2 already" in answer.content.decode()
    assert helper.post(URL, {"do": "forget", "serial": "24017"}).status_code == 302
    assert not ElectronicBoard.objects.exists()
    assert helper.post(URL, {"do": "forget", "serial": "24017"}).status_code == 404


def test_the_organiser_sets_an_address_and_sees_what_was_wrong_with_it(hall: World) -> None:
    organiser = signed_in("olga")
    common = {"do": "pgn", "address": "https://example.org/r{round}.pgn", "seconds": "10", "active": "on"}
    assert organiser.post(URL, {**common, "address": "http://example.org/"}).status_code == 422
    assert organiser.post(URL, {**common, "seconds": "3"}).status_code == 422
    assert organiser.post(URL, common).status_code == 302
    source = PgnAddress.objects.get()
    assert (source.address, source.seconds, source.active) == ("https://example.org/r{round}.pgn", 10, True)
    source.problem, source.tried_at = "HTTP 503", NOW
    source.answers = [{"number": 3, "board": None, "code": "no_board", "ply": None}]
    source.save()
    page = text(organiser)
    assert "HTTP 503" in page and "Game 3 fits no board of this round." in page and "not read yet" in page
    assert organiser.post(URL, {"do": "pgn_forget"}).status_code == 302
    assert not PgnAddress.objects.exists()
    World(game="draughts", regime="draughts64", control="60", slug="draughts")
    assert organiser.get("/desk/draughts/open/electronic-boards/").status_code == 404


ADDRESS = "/desk/spring-cup/open/broadcast/"


@pytest.fixture
def desk(db: None) -> Client:
    World(game="chess", regime="fide-2023", control="60")
    return signed_in("olga")


SAVED = {"do": "save", "token": "lip_secret", "round_1": "abcdefgh"}


def test_a_broadcast_is_set_up_sent_again_and_stopped_and_its_token_never_shown(desk: Client) -> None:
    refused = desk.post(ADDRESS, {**SAVED, "round_1": "somewhere"})
    assert refused.status_code == 422 and "the eight letters and digits" in refused.content.decode()
    assert desk.post(ADDRESS, {**SAVED, "token": ""}).status_code == 422
    assert desk.post(ADDRESS, {"do": "send"}).status_code == 404
    assert not Broadcast.objects.exists()
    address = "https://lichess.org/broadcast/a/b/abcdefgh"
    assert desk.post(ADDRESS, {**SAVED, "round_1": address}).status_code == 302
    page = desk.get(ADDRESS).content.decode()
    assert "lip_secret" not in page and 'value="abcdefgh"' in page
    assert "not sent yet" in page and "keep the token" in page
    BroadcastRound.objects.update(seen="x")
    assert desk.post(ADDRESS, {"do": "send"}).status_code == 302
    assert BroadcastRound.objects.get().seen == ""
    assert desk.post(ADDRESS, {"do": "stop"}).status_code == 302
    assert not Broadcast.objects.exists()


def test_failures_and_refused_games_are_reported_in_words(desk: Client) -> None:
    desk.post(ADDRESS, SAVED)
    for status, text in (
        (None, "could not be reached"),
        (401, "does not accept the token"),
        (403, "may not edit this broadcast"),
        (404, "no such round on lichess"),
        (429, "pause of one minute"),
        (400, "lichess answered: 400 no PGN"),
        (599, "lichess answered: 599"),
    ):
        BroadcastRound.objects.update(status=status, tried_at=NOW, problem="no PGN")
        assert text in desk.get(ADDRESS).content.decode()
    answers = [{"board": "1", "moves": 7, "error": ""}, {"board": "2", "moves": 0, "error": "bad move 4"}]
    BroadcastRound.objects.update(status=200, sent_at=NOW, answers=answers)
    page = desk.get(ADDRESS).content.decode()
    assert "2 games" in page and "Board 2 was refused:" in page and "bad move 4" in page
    assert "Board 1 was refused" not in page

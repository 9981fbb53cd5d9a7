"""The desk's page of a broadcast on lichess: setup, requests, responses, and the end of it."""

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.world import NOW, World
from tournaments.models.broadcast import Broadcast, BroadcastRound

ADDRESS = "/desk/spring-cup/open/broadcast/"


@pytest.fixture
def desk(db: None) -> Client:
    World(game="chess", regime="fide-2023", control="60")
    return signed_in("olga")


def post(desk: Client, **arguments: str) -> int:
    return desk.post(ADDRESS, arguments).status_code


def test_a_broadcast_is_set_up_and_its_token_never_shown(desk: Client) -> None:
    assert (
        post(desk, do="save", token="lip_secret", round_1="https://lichess.org/broadcast/a/b/abcdefgh") == 302
    )
    page = desk.get(ADDRESS).content.decode()
    assert "lip_secret" not in page and 'value="abcdefgh"' in page
    assert "not sent yet" in page and "keep the token" in page


def test_invalid_input_is_reported_at_its_field_and_not_saved(desk: Client) -> None:
    assert post(desk, do="save", token="lip_secret", round_1="somewhere") == 422
    assert (
        "the eight letters and digits"
        in desk.post(ADDRESS, {"do": "save", "token": "x", "round_1": "somewhere"}).content.decode()
    )
    assert post(desk, do="save", round_1="abcdefgh") == 422
    assert post(desk, do="send") == 404
    assert not Broadcast.objects.exists()


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (None, "could not be reached"),
        (401, "does not accept the token"),
        (403, "may not edit this broadcast"),
        (404, "no such round on lichess"),
        (429, "pause of one minute"),
        (400, "lichess answered: 400 no PGN"),
        (599, "lichess answered: 599"),
    ],
)
def test_a_failure_is_reported_in_words(desk: Client, status: int | None, text: str) -> None:
    post(desk, do="save", token="lip_secret", round_1="abcdefgh")
    BroadcastRound.objects.update(status=status, tried_at=NOW, problem="no PGN")
    assert text in desk.get(ADDRESS).content.decode()


def test_a_game_that_was_refused_is_named_by_its_board(desk: Client) -> None:
    post(desk, do="save", token="lip_secret", round_1="abcdefgh")
    answers = [{"board": "1", "moves": 7, "error": ""}, {"board": "2", "moves": 0, "error": "bad move 4"}]
    BroadcastRound.objects.update(status=200, sent_at=NOW, tried_at=NOW, answers=answers)
    page = desk.get(ADDRESS).content.decode()
    assert "2 games" in page and "Board 2 was refused:" in page and "bad move 4" in page
    assert "Board 1 was refused" not in page


def test_rounds_are_sent_again_or_stopped_by_a_button(desk: Client) -> None:
    post(desk, do="save", token="lip_secret", round_1="abcdefgh")
    BroadcastRound.objects.update(seen="x")
    assert post(desk, do="send") == 302
    assert BroadcastRound.objects.get().seen == ""
    assert post(desk, do="stop") == 302
    assert not Broadcast.objects.exists()

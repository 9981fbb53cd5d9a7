"""Results typed offline on the card of a board and in the palette: entered once, for the intended board."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import olga, signed_in, world
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round

__all__ = ["olga", "world"]

RUN = "/desk/spring-cup/boards/commands/run/"
LATER = NOW + timedelta(minutes=30)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.views.palette.timezone", SimpleNamespace(now=lambda: LATER))


def headers_of(world: World, key: str, username: str = "olga") -> dict[str, str]:
    return {"Idempotency-Key": key, "X-Typed-By": str(world.people[username].user_id)}


def post_line(world: World, client: Client, text: str, at: datetime = LATER, key: str = "one") -> Any:
    body = {"typed": text, "typed_at": str(int(at.timestamp()))}
    return client.post(RUN, body, headers=headers_of(world, key))


def post_from_card(world: World, client: Client, result: str, key: str = "one", **arguments: str) -> Any:
    board = world.pairing
    address = reverse("board-action", args=["spring-cup", board.game_id, "result"])
    body = {"result": result, "seq": str(board.game.seq), **arguments}
    return client.post(address, body, headers=headers_of(world, key))


def count_entered() -> int:
    return Log.objects.filter(action="result.entered").count()


def test_a_result_of_the_card_that_comes_twice_is_entered_once(world: World, olga: Client) -> None:
    seq = str(world.board.seq)
    for _ in range(2):
        assert post_from_card(world, olga, "1-0", seq=seq).json() == {"said": "Board 1: saved."}
    assert world.pairing.result == "1-0"
    assert world.board.seq == int(seq) + 1


def test_where_the_game_has_gone_on_the_card_says_how_and_nothing_is_overwritten(world, olga):
    seq = str(world.board.seq)
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    answer = post_from_card(world, olga, "1-0", seq=seq)
    assert answer.status_code == 409
    assert answer.json()["code"]
    assert "0 – 1" in answer.json()["said"]
    assert world.pairing.result == "0-1"


def test_a_result_typed_at_the_card_by_another_account_is_not_entered(world: World, olga: Client) -> None:
    answer = post_from_card(world, signed_in("artur"), "1-0")
    assert answer.status_code == 403
    assert answer.json()["code"] == "typed_by_another"
    assert world.pairing.result == ""


def test_the_first_try_of_the_card_has_the_key_already(world: World, olga: Client) -> None:
    seq = str(world.board.seq)
    game = world.board
    address = reverse("board-action", args=["spring-cup", game.pk, "result"])
    body = {"result": "1-0", "seq": seq, "csrfmiddlewaretoken": "of that page"}
    first = olga.post(address, body, headers={**headers_of(world, "one"), "X-Part": "card"})
    assert first.headers["X-Part"] == "card"
    assert post_from_card(world, olga, "1-0", seq=seq).json() == {"said": "Board 1: saved."}
    assert world.board.seq == int(seq) + 1


def test_a_suggested_result_that_waited_is_entered_once_and_said_at_once(world: World, olga: Client) -> None:
    (item,) = olga.get(RUN.replace("run/", ""), {"q": "1 1-0"}).json()["items"]
    assert item["waits"] == "Board 1: enter 1 – 0"
    for _ in range(2):
        answer = olga.post(RUN, {"run": item["run"]}, headers=headers_of(world, "one"))
        assert answer.json() == {"said": "Board 1: 1 – 0."}
    assert count_entered() == 1


def test_no_other_command_waits(world: World, olga: Client) -> None:
    (item,) = olga.get(RUN.replace("run/", ""), {"q": "withdraw dora"}).json()["items"]
    assert item["waits"] == ""
    answer = olga.post(RUN, {"run": item["run"]}, headers=headers_of(world, "one"))
    assert answer.status_code == 409


def test_a_line_typed_without_a_network_is_entered_once(world: World, olga: Client) -> None:
    for _ in range(2):
        assert post_line(world, olga, "2 1 – 0").json() == {"said": "Board 2: 1 – 0."}
    assert Pairing.objects.get(round=world.rounds[0], board=2).result == "1-0"
    assert count_entered() == 1


def test_a_line_replaces_nothing_and_says_who_was_first(world: World, olga: Client) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    answer = post_line(world, olga, "1 1-0")
    assert answer.status_code == 409
    assert "artur has entered 0 – 1" in answer.json()["said"]
    assert world.pairing.result == "0-1"
    assert post_line(world, olga, "1 0-1", key="two").status_code == 200
    assert count_entered() == 1


def test_a_line_is_of_the_round_that_was_public_when_it_was_typed(world: World, olga: Client) -> None:
    first, second = world.rounds[:2]
    for pairing in first.pairings.filter(bye="").order_by("board")[1:]:
        enter_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result="1-0")
    publish_round(actor=world.olga, now=NOW + timedelta(minutes=20), round_id=second.pk)
    assert post_line(world, olga, "1 1-0", NOW + timedelta(minutes=10)).status_code == 200
    assert world.pairing.result == "1-0"
    assert Pairing.objects.get(round=second, board=1).result == ""


def test_where_two_boards_can_be_meant_none_is_taken(world: World, olga: Client) -> None:
    publish_round(actor=world.olga, now=NOW + timedelta(minutes=20), round_id=world.rounds[1].pk)
    answer = post_line(world, olga, "1 1-0")
    assert answer.status_code == 409
    assert answer.json()["code"] == "boards_alike"
    assert "More than one board has the number 1" in answer.json()["said"]
    assert count_entered() == 0


@pytest.mark.parametrize(
    ("text", "seconds", "code"),
    [
        ("1", 0, "result_unreadable"),
        ("1 1-0 keres", 0, "result_unreadable"),
        ("withdraw dora", 0, "result_unreadable"),
        ("99 1-0", 0, "no_such_board"),
        ("1 1-0", -2 * 24 * 3600, "suggestion_too_old"),
    ],
)
def test_a_line_that_means_no_board_is_refused(world, olga, text, seconds, code):
    answer = post_line(world, olga, text, LATER + timedelta(seconds=seconds))
    assert answer.json()["code"] == code
    assert count_entered() == 0


@pytest.mark.parametrize("at", ["", "soon", "-5", "9" * 30])
def test_a_line_without_its_time_is_refused(world: World, olga: Client, at: str) -> None:
    answer = olga.post(RUN, {"typed": "1 1-0", "typed_at": at}, headers=headers_of(world, "one"))
    assert answer.json()["code"] == "result_unreadable"
    assert count_entered() == 0

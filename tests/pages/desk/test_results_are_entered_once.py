"""A result is saved with the version its writer saw; a second one is a conflict, and a change is a correction."""

import pytest
from django.test import Client

from tavleya.record.results import Result
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round

ROUND = "/desk/spring-cup/open/rounds/1/"


def board(number: int) -> Pairing:
    return Pairing.objects.get(round__number=1, board=number)


def test_a_plain_form_saves_and_goes_on_to_the_next_open_board(olga: Client, world: World) -> None:
    answer = olga.post(ROUND + "boards/1/result/", {"result": "1-0", "version": "0"})
    assert answer["Location"] == ROUND + "results/#board-2"
    assert board(1).result == "1-0"
    answer = olga.post(ROUND + "boards/3/result/", {"result": "0-1", "version": "0"})
    assert answer["Location"] == ROUND + "results/#board-2"


def test_a_script_gets_the_row_with_its_new_version(olga: Client, world: World) -> None:
    headers = {"X-Requested-With": "fetch"}
    answer = olga.post(ROUND + "boards/2/result/", {"result": "1/2-1/2", "version": "0"}, headers=headers)
    page = page_of(answer)
    row = page.find(id="board-2")[0]
    assert (row["data-result"], row["data-version"], row["data-missing"]) == ("1/2-1/2", "1", "2")
    assert "Saved" in page.words
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, {"X-Requested-With": "fetch"}], ids=["form", "script"])
def test_a_second_writer_sees_the_first_writer_and_the_result(world: World, headers: dict[str, str]) -> None:
    hana, artur = signed_in("hana"), signed_in("artur")
    hana.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    answer = artur.post(ROUND + "boards/1/result/", {"result": "1-0", "version": "0"}, headers=headers)
    page = page_of(answer)
    assert answer.status_code == 409
    assert page.problems == []
    assert "NOT SAVED: 1 – 0" in page.words
    assert "hana has entered 0 – 1 at" in page.words
    assert page.find(data_code="changed_meanwhile")
    assert board(1).result == "0-1"


def test_a_result_that_stands_is_not_overwritten_even_with_its_version(olga: Client, world: World) -> None:
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    for result in ("1-0", "+/-"):
        answer = olga.post(ROUND + "boards/1/result/", {"result": result, "version": "1"})
        assert answer.status_code == 409
    assert board(1).result == "0-1"


def test_a_result_needs_a_word_that_is_one(olga: Client, world: World) -> None:
    answer = olga.post(ROUND + "boards/1/result/", {"result": "2-0", "version": "0"})
    assert answer.status_code == 422
    assert page_of(answer).find(data_code="unknown_result")
    assert board(1).result == ""


def test_a_helper_corrects_only_their_own_slips(world: World) -> None:
    hana = signed_in("hana")
    hana.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    second = {"result": "1-0", "version": "1", "replace": "1"}
    assert hana.post(ROUND + "boards/1/result/", second).status_code == 302
    assert board(1).result == "1-0"
    assert hana.post(ROUND + "boards/1/withdrawal/", {"version": board(1).version}).status_code == 302
    assert board(1).result == ""
    enter_result(actor=world.artur, now=NOW, pairing_id=board(2).pk, result="0-1")
    assert hana.post(ROUND + "boards/2/withdrawal/", {"version": "1"}).status_code == 403
    second = {"result": "1-0", "version": "1", "replace": "1"}
    assert hana.post(ROUND + "boards/2/result/", second).status_code == 403
    assert board(2).result == "0-1"
    hana.post(ROUND + "boards/3/result/", {"result": "0-1", "version": "0"})
    page = page_of(hana.get(ROUND + "results/"))
    assert len(page.find(data_withdraw="")) == 1
    correct_result(
        actor=world.artur, now=NOW, pairing_id=board(3).pk, result="1-0", reason="the slip says so"
    )
    assert hana.post(ROUND + "boards/3/withdrawal/", {"version": "2"}).status_code == 403


def test_every_result_of_the_field_is_one_step_away(olga: Client, world: World) -> None:
    page = page_of(olga.get(ROUND + "results/"))
    assert "More results…" in page.words
    offered = {row["value"] for row in page.find(name="result")}
    assert offered == {row.value for row in Result}
    for number, result in ((1, "0-0"), (2, "1/2-0"), (3, "D-D")):
        olga.post(ROUND + f"boards/{number}/result/", {"result": result, "version": "0"})
        assert board(number).result == result
    words = page_of(olga.get(ROUND + "results/")).words
    assert "½* – ½*" in words
    olga.post(ROUND + "boards/3/result/", {"result": "0-1", "version": "1", "replace": "1"})
    assert board(3).result == "0-1"


def test_a_board_is_found_by_its_number_or_a_players_name(olga: Client, world: World) -> None:
    def boards_listed(text: str) -> list[bool]:
        page = page_of(olga.get(ROUND + "results/", {"find": text}))
        return [bool(page.find(id=f"board-{number}")) for number in (1, 2, 3)]

    boards = world.rounds[0].pairings.select_related("white__player", "black__player").order_by("board")
    assert boards_listed("2") == [False, True, False]
    assert boards_listed(boards[2].black.player.family_name[:3].lower()) == [False, False, True]
    assert boards_listed("nobody") == [False, False, False]


def test_a_helper_enters_and_does_not_correct(world: World) -> None:
    hana = signed_in("hana")
    hana.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    assert "Correct" not in page_of(hana.get(ROUND + "results/")).words


def test_a_correction_needs_its_reason_and_keeps_what_was_typed(olga: Client, world: World) -> None:
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    address = ROUND + "boards/1/correction/"
    answer = olga.post(address, {"result": "1-0", "version": "1", "reason": "  "})
    page = page_of(answer)
    assert answer.status_code == 422
    assert [result["value"] for result in page.find(type="radio") if "checked" in result] == ["1-0"]
    assert board(1).result == "0-1"
    same = olga.post(address, {"result": "0-1", "version": "1", "reason": "why not"})
    assert same.status_code == 409
    assert page_of(same).find(data_code="same_result")


def test_a_correction_of_what_has_changed_meanwhile_shows_the_board_as_it_is(
    olga: Client, world: World
) -> None:
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    correct_result(
        actor=world.artur, now=NOW, pairing_id=board(1).pk, result="1/2-1/2", reason="the slip says so"
    )
    address = ROUND + "boards/1/correction/"
    answer = olga.post(address, {"result": "1-0", "version": "1", "reason": "my reason"})
    page = page_of(answer)
    assert answer.status_code == 409
    assert "artur has entered ½ – ½ at " in page.words
    assert "my reason" in page.words
    assert page.find(name="version")[0]["value"] == "2"
    assert olga.post(address, {"result": "1-0", "version": "2", "reason": "my reason"}).status_code == 302
    assert board(1).result == "1-0"


def test_only_boards_without_a_result_are_shown_when_asked(olga: Client, world: World) -> None:
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    page = page_of(olga.get(ROUND + "results/?show=open"))
    assert [bool(page.find(id=f"board-{number}")) for number in (1, 2, 3)] == [False, True, True]


def test_the_page_asks_the_database_the_same_number_of_times_for_any_number_of_boards(
    olga: Client, world: World, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(16):
        olga.get(ROUND + "results/")


@pytest.mark.parametrize("headers", [{}, {"X-Requested-With": "fetch"}], ids=["form", "script"])
def test_a_result_on_the_wrong_board_is_taken_back_and_the_game_goes_on(
    olga: Client, world: World, headers: dict[str, str]
) -> None:
    olga.post(ROUND + "boards/1/result/", {"result": "1-0", "version": "0"})
    assert page_of(olga.get(ROUND + "results/")).find(data_withdraw="")
    page = page_of(olga.get(ROUND + "boards/1/correction/"))
    assert page.problems == [] and "No result: the game is still being played" in page.words
    answer = olga.post(ROUND + "boards/1/withdrawal/", {"version": "1"}, headers=headers)
    assert answer.status_code == (200 if headers else 302)
    game = board(1).game
    assert board(1).result == "" and game is not None and (game.result, game.phase) == ("", "pending")
    assert [row.kind for row in game.entries.order_by("seq")][-2:] == ["result", "correction"]
    assert olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "2"}).status_code == 302
    assert board(1).result == "0-1"


def test_nothing_is_taken_back_from_a_closed_round_nor_at_a_board_that_has_changed(
    olga: Client, world: World
) -> None:
    for number in (1, 2, 3):
        olga.post(ROUND + f"boards/{number}/result/", {"result": "1-0", "version": "0"})
    assert olga.post(ROUND + "boards/1/withdrawal/", {"version": "0"}).status_code == 409
    close_round(actor=world.olga, now=NOW, round_id=board(1).round_id)
    answer = olga.post(ROUND + "boards/1/withdrawal/", {"version": "1"})
    assert answer.status_code == 409 and page_of(answer).find(data_code="round_closed")
    assert board(1).result == "1-0"


def test_the_same_result_sent_once_more_is_saved_and_not_written_again(olga: Client, world: World) -> None:
    for result in ("1-0", "+/-"):
        number = 1 if result == "1-0" else 2
        for _ in range(2):
            answer = olga.post(
                ROUND + f"boards/{number}/result/",
                {"result": result, "version": "0"},
                headers={"X-Requested-With": "fetch"},
            )
            assert answer.status_code == 200 and "NOT SAVED" not in page_of(answer).words
        assert (board(number).result, board(number).version) == (result, 1)

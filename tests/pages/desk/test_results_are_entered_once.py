"""A result is saved once, with the version its writer saw; a change is a correction; a second person reads slips."""

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tavleya.record.results import Result
from tests.pages.desk.browsing import sign_in
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import PlayerLink, ResultReport
from tournaments.services.players import issue_player_links, secret_of
from tournaments.services.results import correct_result, enter_result, withdraw_result
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
    assert answer.status_code == 409 and page.problems == []
    assert "NOT SAVED: 1 – 0" in page.words
    assert "hana has entered 0 – 1 at" in page.words
    assert page.find(data_code="changed_meanwhile")
    assert board(1).result == "0-1"


def test_a_result_needs_a_word_that_is_one_and_is_not_overwritten_once_it_stands(olga, world):
    answer = olga.post(ROUND + "boards/1/result/", {"result": "2-0", "version": "0"})
    assert answer.status_code == 422 and page_of(answer).find(data_code="unknown_result")
    assert board(1).result == ""
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    for result in ("1-0", "+/-"):
        answer = olga.post(ROUND + "boards/1/result/", {"result": result, "version": "1"})
        assert answer.status_code == 409
    assert board(1).result == "0-1"


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
    assert len(page.find(data_withdraw="")) == 1 and "Correct" not in page.words
    correct_result(actor=world.artur, now=NOW, pairing_id=board(3).pk, result="1-0", reason="the slip")
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


def test_boards_are_found_by_number_by_name_or_without_a_result(olga, world, django_assert_max_num_queries):
    def boards_listed(text: str) -> list[bool]:
        page = page_of(olga.get(ROUND + "results/", {"find": text}))
        return [bool(page.find(id=f"board-{number}")) for number in (1, 2, 3)]

    boards = world.rounds[0].pairings.select_related("white__player", "black__player").order_by("board")
    assert boards_listed("2") == [False, True, False]
    assert boards_listed(boards[2].black.player.family_name[:3].lower()) == [False, False, True]
    assert boards_listed("nobody") == [False, False, False]
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    page = page_of(olga.get(ROUND + "results/?show=open"))
    assert [bool(page.find(id=f"board-{number}")) for number in (1, 2, 3)] == [False, True, True]
    with django_assert_max_num_queries(16):
        olga.get(ROUND + "results/")


def test_a_correction_needs_its_reason_and_keeps_what_was_typed(olga: Client, world: World) -> None:
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    address = ROUND + "boards/1/correction/"
    answer = olga.post(address, {"result": "1-0", "version": "1", "reason": "  "})
    page = page_of(answer)
    assert answer.status_code == 422
    assert [result["value"] for result in page.find(type="radio") if "checked" in result] == ["1-0"]
    assert board(1).result == "0-1"
    same = olga.post(address, {"result": "0-1", "version": "1", "reason": "why not"})
    assert same.status_code == 409 and page_of(same).find(data_code="same_result")


def test_a_correction_of_what_has_changed_meanwhile_shows_the_board_as_it_is(olga, world):
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    correct_result(actor=world.artur, now=NOW, pairing_id=board(1).pk, result="1/2-1/2", reason="the slip")
    address = ROUND + "boards/1/correction/"
    answer = olga.post(address, {"result": "1-0", "version": "1", "reason": "my reason"})
    page = page_of(answer)
    assert answer.status_code == 409 and "artur has entered ½ – ½ at " in page.words
    assert "my reason" in page.words
    assert page.find(name="version")[0]["value"] == "2"
    assert olga.post(address, {"result": "1-0", "version": "2", "reason": "my reason"}).status_code == 302
    assert board(1).result == "1-0"


@pytest.mark.parametrize("headers", [{}, {"X-Requested-With": "fetch"}], ids=["form", "script"])
def test_a_result_on_the_wrong_board_is_taken_back_and_the_game_goes_on(olga, world, headers):
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


def test_nothing_is_taken_back_from_a_closed_round_nor_at_a_board_that_has_changed(olga, world):
    for number in (1, 2, 3):
        olga.post(ROUND + f"boards/{number}/result/", {"result": "1-0", "version": "0"})
    assert olga.post(ROUND + "boards/1/withdrawal/", {"version": "0"}).status_code == 409
    close_round(actor=world.olga, now=NOW, round_id=board(1).round_id)
    answer = olga.post(ROUND + "boards/1/withdrawal/", {"version": "1"})
    assert answer.status_code == 409 and page_of(answer).find(data_code="round_closed")
    assert board(1).result == "1-0"


def test_the_same_result_sent_once_more_is_saved_and_not_written_again(olga: Client, world: World) -> None:
    headers = {"X-Requested-With": "fetch"}
    for number, result in ((1, "1-0"), (2, "+/-")):
        address, values = ROUND + f"boards/{number}/result/", {"result": result, "version": "0"}
        for _ in range(2):
            answer = olga.post(address, values, headers=headers)
            assert answer.status_code == 200 and "NOT SAVED" not in page_of(answer).words
        assert (board(number).result, board(number).version) == (result, 1)


def sent(world: World, client: Client, key: str, typed_by: int = 0, **arguments: str) -> HttpResponse:
    """Board 1, as hana's page had it."""
    body = {"result": "1-0", "version": str(world.pairing.version), **arguments}
    headers = {"Idempotency-Key": key, "X-Typed-By": str(typed_by or world.hana.user_id)}
    address = reverse("desk_result", args=["spring-cup", "open", 1, 1])
    return client.post(address, body, headers=headers)  # type: ignore[return-value]


def as_hana(world: World, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(pk=world.hana.user_id))
    return client


def test_a_result_that_comes_twice_is_entered_once_even_if_it_was_taken_back_between(world, client):
    as_hana(world, client)
    seen = str(world.pairing.version)
    assert sent(world, client, "one", version=seen).json() == {"said": "Board 1: saved."}
    withdraw_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk)
    assert sent(world, client, "one", version=seen).json() == {"said": "Board 1: saved."}
    world.pairing.refresh_from_db()
    assert world.pairing.result == ""
    assert Log.objects.filter(action="result.entered").count() == 1


def test_a_result_entered_meanwhile_stands_and_is_named(world: World, client: Client) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    answer = sent(world, as_hana(world, client), "one", version="0")
    assert answer.status_code == 409 and "artur has entered 0 – 1" in answer.json()["said"]
    world.pairing.refresh_from_db()
    assert world.pairing.result == "0-1"


def test_a_result_typed_by_another_account_or_under_a_used_key_is_not_sent(world, client):
    answer = sent(world, as_hana(world, client), "one", typed_by=world.olga.user_id)
    assert answer.status_code == 403 and answer.json()["code"] == "typed_by_another"
    world.pairing.refresh_from_db()
    assert world.pairing.result == ""
    as_hana(world, client)
    sent(world, client, "one")
    answer = sent(world, client, "one", result="0-1")
    assert answer.status_code == 422


def test_a_players_report_that_comes_twice_is_noted_once(world: World, client: Client) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    link = PlayerLink.objects.get(player=world.pairing.white.player, revoked_at=None)
    body = {"do": "report", "board": str(world.pairing.pk), "result": "1-0"}
    for _time in range(2):
        answer = client.post(f"/my/{secret_of(link)}/", body, headers={"Idempotency-Key": "one"})
        assert answer.json() == {"said": "Your report has been saved."}
    assert ResultReport.objects.count() == Log.objects.filter(action="result.reported").count() == 1


PAGE = ROUND + "verification/"


def entered(world: World, *results: str) -> None:
    """The first boards as the helper has entered them."""
    for number, result in enumerate(results, start=1):
        enter_result(actor=world.hana, now=NOW, pairing_id=board(number).pk, result=result)


def test_the_page_does_not_tell_what_was_entered(olga: Client, world: World) -> None:
    entered(world, "0-0")
    page = page_of(olga.get(PAGE))
    assert page.problems == []
    row = page.find(id="board-1")[0]
    assert row["data-result"] == "" and "data-none" not in row
    assert "data-none" in page.find(id="board-2")[0]
    assert "entry-set" not in olga.get(PAGE).content.decode()
    assert "you entered it" in page_of(signed_in("hana").get(PAGE)).words


def test_a_result_read_alike_is_verified_by_name_and_the_round_counts_it(olga: Client, world: World) -> None:
    entered(world, "1-0", "0-1")
    answer = olga.post(ROUND + "boards/1/verification/", {"result": "1-0"})
    assert answer["Location"] == PAGE + "#board-1"
    assert "verified by olga" in page_of(olga.get(PAGE)).words
    assert "1 of 2 results verified" in page_of(olga.get(ROUND)).words


def test_a_difference_is_shown_and_corrected_by_one_button(olga: Client, world: World) -> None:
    entered(world, "1-0")
    olga.post(ROUND + "boards/1/verification/", {"result": "0-1"})
    words = page_of(olga.get(PAGE)).words
    assert "Entered: 1 – 0 (hana). Second reading: 0 – 1 (olga)." in words
    assert "Correct to 0 – 1" in words and "Keep 1 – 0" in words
    assert "1 difference" in page_of(olga.get(ROUND)).words
    helper = page_of(signed_in("hana").get(PAGE)).words
    assert "An arbiter must decide." in helper and "Keep 1 – 0" not in helper
    olga.post(ROUND + "boards/1/verification/settle/", {"result": "0-1"})
    assert board(1).result == "0-1" and board(1).verified


def test_a_user_cannot_verify_a_result_they_entered(olga: Client, world: World) -> None:
    entered(world, "1-0")
    answer = signed_in("hana").post(ROUND + "boards/1/verification/", {"result": "1-0"})
    assert answer.status_code == 409 and page_of(answer).find(data_code="second_reader_is_first")
    assert not board(1).verified


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_slips_are_read_again_by_keys(page: Page, live_server, world: World) -> None:
    entered(world, "1-0", "0-1", "1/2-0")
    sign_in(page, live_server.url, "olga")
    page.goto(live_server.url + PAGE)
    for key in ("1", "2", "m", "5"):
        page.keyboard.press(key)
    expect(page.locator("#board-1 [data-state]")).to_have_text("verified by olga")
    expect(page.locator("#board-2 .entry-problem")).to_contain_text("Second reading: ½ – ½")
    expect(page.locator("#board-3 [data-state]")).to_have_text("verified by olga")
    expect(page.locator("#open-boards")).to_have_text("0")
    page.get_by_role("button", name="Correct to ½ – ½").click()
    expect(page.locator("#board-2 [data-state]")).to_have_text("verified by olga")
    assert [board(n).result for n in (1, 2, 3)] == ["1-0", "1/2-1/2", "1/2-0"]


ROUND_ACTION = "/desk/spring-cup/open/rounds/2/action/"


def test_an_act_that_is_sent_twice_is_done_once_and_answered_alike(world: World, olga: Client) -> None:
    for _ in range(2):
        answer = olga.post(ROUND_ACTION, {"act": "publish"}, headers={"Idempotency-Key": "one"})
        assert answer.headers["Location"] == "/desk/spring-cup/open/rounds/2/"
        assert "Round 2 has been published." in olga.get(answer.headers["Location"]).content.decode()
    assert Log.objects.filter(action="round.published", after__round=2).count() == 1
    response = olga.post(ROUND_ACTION, {"act": "publish"})
    assert response.status_code == 409, "without the key it is another act"


def test_a_key_that_comes_with_another_act_is_refused(world: World, olga: Client) -> None:
    olga.post(ROUND_ACTION, {"act": "publish"}, headers={"Idempotency-Key": "one"})
    answer = olga.post(ROUND_ACTION, {"act": "start"}, headers={"Idempotency-Key": "one"})
    assert answer.status_code == 422
    assert not Log.objects.filter(action="round.started", after__round=2).exists()


def test_a_form_that_is_not_valid_comes_back_with_what_was_typed(world: World, olga: Client) -> None:
    answer = olga.post(ROUND_ACTION, {"act": "schedule", "at": "tomorrow"})
    assert answer.status_code == 422 and "tomorrow" in answer.content.decode()

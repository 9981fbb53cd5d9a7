"""A result is saved once, with the version its writer saw; a change is a correction; a second person reads slips."""

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from playwright.sync_api import Page, expect

from arbiter.selectors.boards import boards_of
from arbiter.selectors.queue import queue_of
from games.models.record import milliseconds
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.pages.desk.conftest import sign_in, signed_in
from tests.pages.html import page_of
from tests.world import NOW, World, later
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import PlayerLink, ResultReport
from tournaments.services.players import issue_player_links, secret_of
from tournaments.services.results import correct_result, enter_result, report_result, withdraw_result
from tournaments.services.rounds import close_round

ROUND = "/desk/spring-cup/open/rounds/1/"


def board(number: int) -> Pairing:
    return Pairing.objects.get(round__number=1, board=number)


def test_a_saved_result_leads_to_the_next_open_board_and_a_script_gets_the_row_with_its_new_version(olga, world):
    answer = olga.post(ROUND + "boards/1/result/", {"result": "1-0", "version": "0"})
    assert answer["Location"] == ROUND + "results/#board-2"
    assert board(1).result == "1-0"
    answer = olga.post(ROUND + "boards/3/result/", {"result": "0-1", "version": "0"})
    assert answer["Location"] == ROUND + "results/#board-2"
    headers = {"X-Requested-With": "fetch"}
    answer = olga.post(ROUND + "boards/2/result/", {"result": "1/2-1/2", "version": "0"}, headers=headers)
    page = page_of(answer)
    row = page.find(id="board-2")[0]
    assert (row["data-result"], row["data-version"], row["data-missing"]) == ("1/2-1/2", "1", "0")
    assert "Saved" in page.words and "<html" not in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, {"X-Requested-With": "fetch"}], ids=["form", "script"])
def test_a_second_writer_sees_the_first_writer_and_the_result(world: World, headers: dict[str, str]) -> None:
    hana, artur = signed_in("hana"), signed_in("artur")
    hana.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    answer = artur.post(ROUND + "boards/1/result/", {"result": "1-0", "version": "0"}, headers=headers)
    page = page_of(answer)
    assert answer.status_code == 409 and page.problems == []
    assert "NOT SAVED: 1 – 0" in page.words and "hana has entered 0 – 1 at" in page.words
    assert page.find(data_code="changed_meanwhile") and board(1).result == "0-1"


def test_a_helper_corrects_only_their_own_slips(world: World) -> None:
    hana = signed_in("hana")
    hana.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    second = {"result": "1-0", "version": "1", "replace": "1"}
    assert hana.post(ROUND + "boards/1/result/", second).status_code == 302 and board(1).result == "1-0"
    assert hana.post(ROUND + "boards/1/withdrawal/", {"version": board(1).version}).status_code == 302
    assert board(1).result == ""
    enter_result(actor=world.artur, now=NOW, pairing_id=board(2).pk, result="0-1")
    assert hana.post(ROUND + "boards/2/withdrawal/", {"version": "1"}).status_code == 403
    second = {"result": "1-0", "version": "1", "replace": "1"}
    assert hana.post(ROUND + "boards/2/result/", second).status_code == 403 and board(2).result == "0-1"
    hana.post(ROUND + "boards/3/result/", {"result": "0-1", "version": "0"})
    page = page_of(hana.get(ROUND + "results/"))
    assert len(page.find(data_withdraw="")) == 1 and "Correct" not in page.words
    correct_result(actor=world.artur, now=NOW, pairing_id=board(3).pk, result="1-0", reason="the slip")
    assert hana.post(ROUND + "boards/3/withdrawal/", {"version": "2"}).status_code == 403


def test_every_result_of_the_field_is_one_step_away(olga: Client, world: World) -> None:
    page = page_of(olga.get(ROUND + "results/"))
    assert "More results…" in page.words
    assert {tag["value"] for tag in page.find(name="result")} == {result.value for result in Result}
    for number, result in ((1, "0-0"), (2, "1/2-0"), (3, "D-D")):
        olga.post(ROUND + f"boards/{number}/result/", {"result": result, "version": "0"})
        assert board(number).result == result
    assert "½* – ½*" in page_of(olga.get(ROUND + "results/")).words
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


def test_a_correction_needs_its_reason_and_shows_a_board_that_has_changed_meanwhile_as_it_is(olga, world):
    olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "0"})
    address = ROUND + "boards/1/correction/"
    answer = olga.post(address, {"result": "1-0", "version": "1", "reason": "  "})
    page = page_of(answer)
    assert answer.status_code == 422
    assert [tag["value"] for tag in page.find(type="radio") if "checked" in tag] == ["1-0"]
    assert board(1).result == "0-1"
    correct_result(actor=world.artur, now=NOW, pairing_id=board(1).pk, result="1/2-1/2", reason="the slip")
    answer = olga.post(address, {"result": "1-0", "version": "1", "reason": "my reason"})
    page = page_of(answer)
    assert answer.status_code == 409 and "artur has entered ½ – ½ at " in page.words and "my reason" in page.words
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
    assert [entry.kind for entry in game.entries.order_by("seq")][-2:] == ["result", "correction"]
    assert olga.post(ROUND + "boards/1/result/", {"result": "0-1", "version": "2"}).status_code == 302
    assert board(1).result == "0-1"


def test_nothing_is_taken_back_from_a_closed_round_nor_at_a_board_that_has_changed(olga, world):
    for number in (1, 2, 3):
        olga.post(ROUND + f"boards/{number}/result/", {"result": "1-0", "version": "0"})
    assert olga.post(ROUND + "boards/1/withdrawal/", {"version": "0"}).status_code == 409
    close_round(actor=world.olga, now=NOW, round_id=board(1).round_id)
    answer = olga.post(ROUND + "boards/1/withdrawal/", {"version": "1"})
    assert answer.status_code == 409 and page_of(answer).find(data_code="round_closed") and board(1).result == "1-0"


def test_the_same_result_sent_once_more_is_saved_and_not_written_again(olga: Client, world: World) -> None:
    headers = {"X-Requested-With": "fetch"}
    for number, result in ((1, "1-0"), (2, "+/-")):
        address, values = ROUND + f"boards/{number}/result/", {"result": result, "version": "0"}
        for _ in range(2):
            answer = olga.post(address, values, headers=headers)
            assert answer.status_code == 200 and "NOT SAVED" not in page_of(answer).words
        assert (board(number).result, board(number).version) == (result, 1)


def send_result(world: World, client: Client, key: str, typed_by: int = 0, **arguments: str) -> HttpResponse:
    """Post a result for board 1 as Hana's page does."""
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
    assert send_result(world, client, "one", version=seen).json() == {"said": "Board 1: saved."}
    withdraw_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk)
    assert send_result(world, client, "one", version=seen).json() == {"said": "Board 1: saved."}
    world.pairing.refresh_from_db()
    assert world.pairing.result == "" and Log.objects.filter(action="result.entered").count() == 1


def test_a_result_entered_meanwhile_stands_and_is_named(world: World, client: Client) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    answer = send_result(world, as_hana(world, client), "one", version="0")
    assert answer.status_code == 409 and "artur has entered 0 – 1" in answer.json()["said"]
    world.pairing.refresh_from_db()
    assert world.pairing.result == "0-1"


def test_a_result_typed_by_another_account_or_under_a_used_key_is_not_sent(world, client):
    answer = send_result(world, as_hana(world, client), "one", typed_by=world.olga.user_id)
    assert answer.status_code == 403 and answer.json()["code"] == "typed_by_another"
    world.pairing.refresh_from_db()
    assert world.pairing.result == ""
    as_hana(world, client)
    send_result(world, client, "one")
    answer = send_result(world, client, "one", result="0-1")
    assert answer.status_code == 422


def test_a_players_report_that_comes_twice_is_noted_once(world: World, client: Client) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    link = PlayerLink.objects.get(player=world.pairing.white.player, revoked_at=None)
    body = {"do": "report", "board": str(world.pairing.pk), "result": "1-0"}
    for _ in range(2):
        answer = client.post(f"/my/{secret_of(link)}/", body, headers={"Idempotency-Key": "one"})
        assert answer.json() == {"said": "Your report has been saved."}
    assert ResultReport.objects.count() == Log.objects.filter(action="result.reported").count() == 1


PAGE = ROUND + "verification/"


def enter_results(world: World, *results: str) -> None:
    """Enter results of the first boards as the helper."""
    for number, result in enumerate(results, start=1):
        enter_result(actor=world.hana, now=NOW, pairing_id=board(number).pk, result=result)


def test_the_page_does_not_tell_what_was_entered(olga: Client, world: World) -> None:
    enter_results(world, "0-0")
    page = page_of(olga.get(PAGE))
    assert page.problems == []
    row = page.find(id="board-1")[0]
    assert row["data-result"] == "" and "data-none" not in row and "data-none" in page.find(id="board-2")[0]
    assert "entry-set" not in olga.get(PAGE).content.decode()
    assert "you entered it" in page_of(signed_in("hana").get(PAGE)).words


def test_a_second_reading_verifies_a_result_by_name_or_shows_the_difference_to_be_settled(olga, world):
    enter_results(world, "1-0", "0-1")
    answer = olga.post(ROUND + "boards/1/verification/", {"result": "1-0"})
    assert answer["Location"] == PAGE + "#board-1"
    assert "verified by olga" in page_of(olga.get(PAGE)).words
    assert "1 of 2 results verified" in page_of(olga.get(ROUND)).words
    olga.post(ROUND + "boards/2/verification/", {"result": "1-0"})
    words = page_of(olga.get(PAGE)).words
    assert "Entered: 0 – 1 (hana). Second reading: 1 – 0 (olga)." in words
    assert "Correct to 1 – 0" in words and "Keep 0 – 1" in words and "1 difference" in page_of(olga.get(ROUND)).words
    helper = page_of(signed_in("hana").get(PAGE)).words
    assert "An arbiter must decide." in helper and "Keep 0 – 1" not in helper
    olga.post(ROUND + "boards/2/verification/settle/", {"result": "1-0"})
    assert board(2).result == "1-0" and board(2).verified


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_slips_are_read_again_by_keys(page: Page, live_server, world: World) -> None:
    enter_results(world, "1-0", "0-1", "1/2-0")
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
    assert olga.post(ROUND_ACTION, {"act": "publish"}).status_code == 409, "without the key it is another act"


def test_a_form_that_is_not_valid_comes_back_with_what_was_typed(world: World, olga: Client) -> None:
    answer = olga.post(ROUND_ACTION, {"act": "schedule", "at": "tomorrow"})
    assert answer.status_code == 422 and "tomorrow" in answer.content.decode()


# Results reported by the two players of a board


PAGES = (ROUND + "results/", ROUND + "results/?part=rows", ROUND + "results/?show=open", ROUND, "/desk/spring-cup/")
ONE_SIDED = "White reported 1 – 0, Black has not reported"
DISPUTED = "Disputed: White says 1 – 0, Black says 0 – 1"


def words(client: Client, address: str) -> str:
    page = page_of(client.get(address))
    assert page.problems == []
    return page.words


def report(world: World, side: Side, result: str) -> None:
    pairing = world.pairing
    for registration in (pairing.white, pairing.black):
        registration.player.user_id = world.charlie.user_id
        registration.player.save(update_fields=["user"])
    report_result(actor=world.charlie, now=later(minutes=5), pairing_id=pairing.pk, result=result, side=side)


@pytest.mark.long
def test_a_report_of_one_side_and_a_dispute_are_shown_until_the_board_has_a_result(olga, world):
    def pages_with(text: str) -> list[bool]:
        return [text in words(olga, address) for address in PAGES]

    assert not any(pages_with("has not reported"))
    report(world, Side.WHITE, "1-0")
    assert all(pages_with(ONE_SIDED))
    report(world, Side.BLACK, "0-1")
    assert all(pages_with(DISPUTED))
    enter_result(actor=world.artur, now=later(minutes=7), pairing_id=world.pairing.pk, result="1-0")
    assert not any(pages_with(DISPUTED)) and not any(pages_with("has not reported"))


def test_reports_are_shown_in_the_language_of_the_reader_and_black_may_report_first(olga, world):
    report(world, Side.BLACK, "0-1")
    for language, text in (
        ("en", "Black reported 0 – 1, White has not reported"),
        ("ru", "Чёрные сообщили 0 – 1, белые ещё не сообщили"),
        ("uk", "Чорні повідомили 0 – 1, білі ще не повідомили"),
    ):
        olga.cookies["django_language"] = language
        assert text in words(olga, ROUND + "results/")


def test_a_row_that_is_swapped_after_an_act_shows_the_reports_again(olga: Client, world: World) -> None:
    report(world, Side.WHITE, "1-0")
    report(world, Side.BLACK, "0-1")
    address = ROUND + "boards/1/"
    script = {"X-Requested-With": "fetch"}
    saved = olga.post(address + "result/", {"result": "1-0", "version": "0"}, headers=script)
    assert "Disputed" not in saved.content.decode()
    assert DISPUTED in page_of(olga.post(address + "withdrawal/", {"version": "1"}, headers=script)).words
    refused = olga.post(address + "result/", {"result": "1-0", "version": "0"}, headers=script)
    assert refused.status_code == 409 and DISPUTED in page_of(refused).words


def test_reports_alike_whose_result_was_withdrawn_are_no_dispute(olga: Client, world: World) -> None:
    report(world, Side.WHITE, "1-0")
    report(world, Side.BLACK, "1-0")
    withdraw_result(actor=world.artur, now=later(minutes=8), pairing_id=world.pairing.pk)
    assert "Both players reported 1 – 0" in words(olga, ROUND + "results/")
    now = later(minutes=9)
    assert queue_of(world.event, boards_of(world.event, milliseconds(now)), now) == []


def test_the_overview_names_the_first_boards_and_counts_the_others(olga: Client, db: None) -> None:
    large = World(slug="large-cup", tracking="result", others=tuple(f"Player {name}" for name in "abcdefghijkl"))
    for pairing in Pairing.objects.filter(round=large.rounds[0]):
        ResultReport.objects.create(pairing=pairing, side="white", result="1-0", at=NOW)
    last = Pairing.objects.filter(round=large.rounds[0]).latest("board")
    ResultReport.objects.create(pairing=last, side="black", result="0-1", at=NOW)
    page = page_of(olga.get("/desk/large-cup/"))
    assert page.words.count(ONE_SIDED) == 4 and page.words.count(DISPUTED) == 1 and "and 2 more" in page.words
    assert f"/desk/large-cup/open/rounds/1/results/#board-{last.board}" in page.links


@pytest.mark.long
def test_reports_cost_a_page_the_same_for_one_board_as_for_many(olga: Client, db: None) -> None:
    small = World(tracking="result", slug="small-cup")
    large = World(slug="large-cup", tracking="result", others=tuple(f"Player {name}" for name in "abcdefgh"))
    for pairing in Pairing.objects.filter(round__in=(small.rounds[0], large.rounds[0])):
        ResultReport.objects.create(pairing=pairing, side="white", result="1-0", at=NOW)
        ResultReport.objects.create(pairing=pairing, side="black", result="0-1", at=NOW)

    def queries(address: str) -> int:
        for cache in caches.all():
            cache.clear()
        with CaptureQueriesContext(connection) as captured:
            assert "Disputed" in words(olga, address)
        return len(captured)

    for page in ("open/rounds/1/results/", "open/rounds/1/", ""):
        assert queries(f"/desk/small-cup/{page}") == queries(f"/desk/large-cup/{page}"), page

"""Results reported by the two players of a board are shown next to its input."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbiter.selectors.boards import boards_of
from arbiter.selectors.queue import queue_of
from games.models.record import milliseconds
from tavleya.sides import Side
from tests.pages.desk.conftest import olga, world
from tests.pages.html import page_of
from tests.world import NOW, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import ResultReport
from tournaments.services.results import enter_result, report_result, withdraw_result

__all__ = ["olga", "world"]

E = "/desk/spring-cup/"
ROUND = E + "open/rounds/1/"
PAGES = (ROUND + "results/", ROUND + "results/?part=rows", ROUND + "results/?show=open", ROUND, E)
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


def test_black_may_report_first(olga: Client, world: World) -> None:
    report(world, Side.BLACK, "0-1")
    assert "Black reported 0 – 1, White has not reported" in words(olga, ROUND)


def test_reports_are_shown_in_the_language_of_the_reader(olga: Client, world: World) -> None:
    report(world, Side.WHITE, "1-0")
    ru, uk = "Белые сообщили 1 – 0, чёрные ещё не сообщили", "Білі повідомили 1 – 0, чорні ще не повідомили"
    for language, text in (("ru", ru), ("uk", uk)):
        olga.cookies["django_language"] = language
        assert text in words(olga, ROUND + "results/")


def test_a_row_that_is_swapped_after_an_act_shows_the_reports_again(olga: Client, world: World) -> None:
    report(world, Side.WHITE, "1-0")
    report(world, Side.BLACK, "0-1")
    board = ROUND + "boards/1/"
    script = {"X-Requested-With": "fetch"}
    saved = olga.post(board + "result/", {"result": "1-0", "version": "0"}, headers=script)
    assert "Disputed" not in saved.content.decode()
    withdrawn = olga.post(board + "withdrawal/", {"version": "1"}, headers=script)
    assert DISPUTED in page_of(withdrawn).words
    refused = olga.post(board + "result/", {"result": "1-0", "version": "0"}, headers=script)
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
    assert page.words.count(ONE_SIDED) == 4 and page.words.count(DISPUTED) == 1
    assert "and 2 more" in page.words
    assert f"/desk/large-cup/open/rounds/1/results/#board-{last.board}" in page.links


@pytest.mark.long
def test_reports_cost_a_page_the_same_for_one_board_as_for_many(olga: Client, db: None) -> None:
    small = World(tracking="result", slug="small-cup")
    large = World(slug="large-cup", tracking="result", others=tuple(f"Player {name}" for name in "abcdefgh"))
    for board in Pairing.objects.filter(round__in=(small.rounds[0], large.rounds[0])):
        ResultReport.objects.create(pairing=board, side="white", result="1-0", at=NOW)
        ResultReport.objects.create(pairing=board, side="black", result="0-1", at=NOW)

    def queries(address: str) -> int:
        for cache in caches.all():
            cache.clear()
        with CaptureQueriesContext(connection) as captured:
            assert "Disputed" in words(olga, address)
        return len(captured)

    for page in ("open/rounds/1/results/", "open/rounds/1/", ""):
        assert queries(f"/desk/small-cup/{page}") == queries(f"/desk/large-cup/{page}"), page

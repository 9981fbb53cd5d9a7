"""Remarks of a report on corrected results."""

from datetime import timedelta

import pytest

from games.services.bulk import ADJOURNED, record_results
from reports.selectors.tournament_report import trf_file
from tavleya.errors import Conflict
from tests.tournaments.conftest import LATER, World
from tests.tournaments.swiss import make_swiss, pair, play_round, publish
from tournaments.models.pairing import Pairing
from tournaments.services.corrections import correct_for_rating
from tournaments.services.results import correct_result, enter_result

pytestmark = pytest.mark.django_db

MUCH_LATER = LATER + timedelta(days=1)


def corrected(world: World, board: Pairing, result: str) -> None:
    values = {"pairing_id": board.pk, "result": result, "reason": "the slip was read wrongly"}
    correct_result(actor=world.chen, now=MUCH_LATER, **values)


def names(board: Pairing) -> str:
    assert board.black is not None
    return f"{board.white.number}-{board.black.number}"


def test_a_result_corrected_after_the_next_pairing_is_a_remark(world: World) -> None:
    section = make_swiss(world, 6)
    first = play_round(world, section, 1).pairings.get(board=1)
    last = play_round(world, section, 2).pairings.get(board=1)
    was = Pairing.objects.get(pk=first.pk).result
    corrected(world, first, "0-0")
    corrected(world, last, "0-0")  # no later round was paired by it
    written = trf_file(section).decode()
    assert f"### Correction @ Round 1: {names(first)}: {was} => 0-0\r\n" in written
    assert "### Correction @ Round 2" not in written


def test_a_correction_for_the_rating_report_says_that_the_line_differs(world: World) -> None:
    section = make_swiss(world, 8)
    first = play_round(world, section, 1).pairings.get(board=1)
    for number in (2, 3):
        play_round(world, section, number)
    was = Pairing.objects.get(pk=first.pk).result
    correct_for_rating(
        actor=world.chen, now=MUCH_LATER, pairing_id=first.pk, result="0-0", reason="found late"
    )
    assert (
        f"### Rating report @ Round 1: {names(first)}: {was} => 0-0; the line of the player keeps the result"
        in trf_file(section).decode()
    )


def adjourned(world: World) -> Pairing:
    """Board 1 of round 1, by which round 2 was paired as by a draw."""
    section = make_swiss(world, 4)
    row = publish(world, pair(world, section, 1))
    first, second = row.pairings.order_by("board")
    record_results(actor=world.olga, now=LATER, results={first.game_id: ADJOURNED, second.game_id: "1-0"})
    pair(world, section, 2)
    return Pairing.objects.get(pk=first.pk)


def test_a_decided_adjourned_game_that_was_paired_as_a_draw_is_confirmed_and_reported(world: World) -> None:
    board = adjourned(world)
    common = {"actor": world.olga, "now": LATER, "pairing_id": board.pk, "result": "1-0"}
    with pytest.raises(Conflict) as excinfo:
        enter_result(**common)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("adjourned_not_drawn", 3)
    enter_result(**common, confirmed=["adjourned_not_drawn"])
    written = trf_file(board.round.section).decode()
    assert f"### Adjournment @ Round 1: {names(board)}: 1/2-1/2 => 1-0\r\n" in written


def test_an_adjourned_game_that_is_drawn_is_nothing_to_confirm_or_tell(world: World) -> None:
    board = adjourned(world)
    enter_result(actor=world.olga, now=LATER, pairing_id=board.pk, result="1/2-1/2")
    assert "### Adjournment" not in trf_file(board.round.section).decode()

"""Claims: their price, and under two minutes the request for five seconds a move (FIDE Guidelines III.4)."""

from dataclasses import replace

import pytest

from arbiter.views.live import claim_form
from tavleya.errors import Conflict
from tavleya.law.library import regime
from tavleya.law.terms import WrongClaim
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.refusals import raises_error
from tests.tavleya.law.cases import MINUTE, SECOND, Table

AT = 14 * MINUTE  # White has one minute of fifteen left, and is to move


def short_of_time(key: str = "fide-2023", control: str = "15", **own: object) -> Table:
    return Table(key, control, **({"quickplay": True} if key == "fide-2023" else {}) | own).started()


@pytest.mark.article("chess:III.4")
def test_an_accepted_offer_draws_the_game_by_agreement() -> None:
    table = short_of_time()
    remedy = table.rule("increment", AT, claimant="white", offer="accepted")
    assert (remedy.result, table.state.termination) == (Result.DRAW, "agreement")
    assert remedy.article == "fide-2023:III.4"


@pytest.mark.article("chess:III.4")
def test_refused_and_granted_each_move_of_both_adds_five_seconds_and_the_opponent_gets_two_minutes() -> None:
    table = short_of_time()
    remedy = table.rule("increment", AT, claimant="white", offer="refused")
    assert remedy.clock.after == {Side.WHITE: MINUTE, Side.BLACK: 17 * MINUTE}
    assert table.times(AT) == (MINUTE, 17 * MINUTE)
    assert (table.state.phase, table.running, table.state.turn) == (GamePhase.PLAYING, Side.WHITE, Side.WHITE)
    # White thinks ten seconds, Black twenty, White thirty: each gets five back for the move.
    table.play("e2e4", at=AT + 9 * SECOND)
    assert table.times(AT + 10 * SECOND) == (55 * SECOND, 17 * MINUTE)
    table.play("e7e5", at=AT + 29 * SECOND)
    assert table.times(AT + 30 * SECOND) == (55 * SECOND, 16 * MINUTE + 45 * SECOND)
    table.play("g1f3", at=AT + 59 * SECOND)
    assert table.times(AT + 60 * SECOND) == (30 * SECOND, 16 * MINUTE + 45 * SECOND)


@pytest.mark.article("chess:III.4")
def test_refused_and_denied_the_game_goes_on_as_it_was() -> None:
    table = short_of_time()
    remedy = table.rule("increment", AT, claimant="white", offer="refused", decision="deny")
    assert (remedy.clock, remedy.result) == (None, None)
    assert table.times(AT) == (MINUTE, 15 * MINUTE)
    table.play("e2e4", at=AT + 9 * SECOND)
    assert table.times(AT + 10 * SECOND) == (50 * SECOND, 15 * MINUTE), "a move adds nothing"


@pytest.mark.article("chess:III.4", "chess:III.5")
def test_once_the_time_is_added_neither_it_nor_a_draw_can_be_claimed_any_more() -> None:
    table = short_of_time()
    table.rule("increment", AT, claimant="white", offer="refused")
    for kind, facts in (("increment", {"offer": "refused"}), ("quickplay", {"decision": "agree"})):
        with raises_error(Conflict, "no_quickplay_claim"):
            table.decide(kind, AT, claimant="white", **facts)


@pytest.mark.article("chess:III.4")
@pytest.mark.parametrize(
    ("table", "at", "side", "code"),
    [
        (short_of_time(), 13 * MINUTE, "white", "time_not_short"),
        (short_of_time(), 16 * MINUTE, "white", "flag_down"),
        (short_of_time(control="40/15m, 15"), AT, "white", "not_last_period"),
        (short_of_time(control="15+2"), AT, "white", "no_quickplay_claim"),
        (short_of_time().play("e2e4", every=AT), AT, "white", "not_to_move"),
        (short_of_time("fide-2023-blitz", "5"), 4 * MINUTE, "white", "no_increment_request"),
        (short_of_time(quickplay=False), AT, "white", "no_increment_request"),
    ],
)
def test_it_is_asked_for_by_the_player_to_move_short_of_time_in_the_last_period_without_a_bonus(
    table: Table, at: int, side: str, code: str
) -> None:
    with raises_error(Conflict, code):
        table.decide("increment", at, claimant=side, offer="refused")


@pytest.mark.article("chess:III.2.2")
def test_only_chess_knows_it_and_not_in_blitz() -> None:
    with raises_error(Conflict, "not_of_this_game"):
        short_of_time("tavreli-1997").decide("increment", AT, claimant="white", offer="refused")
    with pytest.raises(Conflict) as exc_info:
        short_of_time("fide-2023-blitz", "5").decide("increment", 4 * MINUTE, claimant="white", offer="refused")
    assert exc_info.value.detail["article"] == "fide-2023:III.2.2"


@pytest.mark.article("chess:III.4")
def test_at_a_board_with_its_own_clock_the_change_is_written_down() -> None:
    table = Table("fide-2023", "15", quickplay=True)
    table.live = False
    remedy = table.decide("increment", claimant="white", offer="refused")
    documents = next(draft.data for draft in remedy.drafts if "at_the_board" in draft.data)
    assert documents["at_the_board"] == {"bonus": {"white": 5000, "black": 5000}, "add": {"black": 2 * MINUTE}}


def test_a_minute_and_a_half_is_not_shown_as_a_minute() -> None:
    form = claim_form(replace(regime("fide-2023"), wrong_claim=WrongClaim(90_000)))
    assert "If not, your opponent gets 1 min 30 s extra." in form["consequences"]


def test_both_parts_of_the_price_are_shown() -> None:
    form = claim_form(regime("tavreli-1997"))
    text = "If not, you lose half of your remaining time, at most 3 min, and your opponent gets 3 min extra."
    assert text in form["consequences"]

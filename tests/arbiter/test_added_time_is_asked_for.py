"""FIDE Guidelines III.4: under two minutes a player asks for five seconds a move, and offers a draw by it."""

import pytest

from tavleya.errors import Conflict
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
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
        with pytest.raises(Conflict) as excinfo:
            table.decide(kind, AT, claimant="white", **facts)
        assert excinfo.value.code == "no_quickplay_claim"


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
    with pytest.raises(Conflict) as excinfo:
        table.decide("increment", at, claimant=side, offer="refused")
    assert excinfo.value.code == code


@pytest.mark.article("chess:III.2.2")
def test_only_chess_knows_it_and_not_in_blitz() -> None:
    with pytest.raises(Conflict) as excinfo:
        short_of_time("tavreli-1997").decide("increment", AT, claimant="white", offer="refused")
    assert excinfo.value.code == "not_of_this_game"
    with pytest.raises(Conflict) as exc_info:
        short_of_time("fide-2023-blitz", "5").decide(
            "increment", 4 * MINUTE, claimant="white", offer="refused"
        )
    assert exc_info.value.detail["article"] == "fide-2023:III.2.2"


@pytest.mark.article("chess:III.4")
def test_at_a_board_with_its_own_clock_the_change_is_written_down() -> None:
    table = Table("fide-2023", "15", quickplay=True)
    table.live = False
    remedy = table.decide("increment", claimant="white", offer="refused")
    documents = next(draft.data for draft in remedy.drafts if "at_the_board" in draft.data)
    assert documents["at_the_board"] == {
        "bonus": {"white": 5000, "black": 5000},
        "add": {"black": 2 * MINUTE},
    }


@pytest.mark.article("chess:III.5", "chess:III.5.1", "chess:III.5.2", "chess:III.5.3")
def test_a_claim_of_a_draw_is_agreed_to_put_off_or_rejected_with_two_minutes() -> None:
    claim = {"claimant": "white"}
    assert short_of_time().decide("quickplay", AT, **claim, decision="agree").result is Result.DRAW
    for value, black in ((True, 17 * MINUTE), (False, 15 * MINUTE)):
        table = short_of_time()
        table.rule("quickplay", AT, **claim, decision="postpone", opponent_gains=value)
        assert table.times(AT) == (MINUTE, black)
        fallen = AT + 2 * MINUTE
        assert table.decide("quickplay", fallen, **claim, decision="agree").result is Result.DRAW
    table = short_of_time()
    table.rule("quickplay", AT, **claim, decision="reject")
    assert table.times(AT) == (MINUTE, 17 * MINUTE)

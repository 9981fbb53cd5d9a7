"""Boards with a clock on the table and score sheets: the arbiter's word is the fact, not the empty record."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.incidents import incidents_of
from tavleya.law.kinds import kinds_of
from tavleya.law.remedies import RulingOutcome
from tavleya.record.entries import EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.refusals import refused

HOUR = 60 * MINUTE


def paper(key: str = "fide-2023", control: str = "90", *, reckoned: bool = False, **own: object) -> Table:
    """`reckoned`: the clock of the record was started, although no player presses it."""
    table = Table(key, control, **own)
    if reckoned:
        table.started()
    table.live = False
    return table


CLAIM = {"claimant": "black", "claim": "repetition"}


@pytest.mark.article("chess:9.2")
@pytest.mark.parametrize("reckoned", [False, True])
def test_a_claim_that_the_arbiter_finds_right_draws_the_game(reckoned: bool) -> None:
    table = paper(reckoned=reckoned)
    remedy = table.rule("draw_claim", HOUR, **CLAIM, decision="upheld")
    assert (remedy.outcome, table.state.result) == (RulingOutcome.UPHELD, Result.DRAW)
    assert (table.state.termination, remedy.article) == ("repetition", "fide-2023:9.2")


@pytest.mark.article("chess:9.1.2.3", "chess:9.5.3")
def test_a_claim_that_the_arbiter_finds_wrong_costs_the_time_of_the_regime_and_offers_a_draw() -> None:
    table = paper()
    remedy = table.rule("draw_claim", HOUR, **CLAIM, decision="rejected")
    at_the_boards = [
        draft.data["at_the_board"] for draft in remedy.drafts if draft.kind is EntryKind.ADJUSTMENT
    ]
    assert at_the_boards == [{"add": {"white": 2 * MINUTE}}]
    assert [str(ground) for ground in remedy.grounds] == ["The claim is wrong.", "White gets 2 min extra."]
    assert (remedy.outcome, table.state.phase) == (RulingOutcome.REJECTED, GamePhase.PENDING)
    assert table.state.offer is not None
    assert table.state.offer.side is Side.BLACK


@pytest.mark.article("tavreli:9.5")
def test_with_the_clocks_read_at_the_board_the_new_times_are_shown() -> None:
    table = paper("tavreli-1997", "60")
    context = {"white": 10 * MINUTE, "black": 4 * MINUTE + 30 * SECOND}
    remedy = table.decide("draw_claim", **CLAIM, decision="rejected", shown=context)
    assert remedy.clock is not None
    assert remedy.clock.after == {Side.WHITE: 13 * MINUTE, Side.BLACK: 2 * MINUTE + 15 * SECOND}
    assert "Black loses 2 min 15 s." in [str(ground) for ground in remedy.grounds]
    unread = table.decide("draw_claim", **CLAIM, decision="rejected")
    assert "Black loses half of the time left, 3 min at most." in [str(ground) for ground in unread.grounds]


def test_the_arbiter_must_say_whether_the_claim_is_right_and_only_there() -> None:
    with refused(BadInput, "fact_missing", fact="decision"):
        paper().decide("draw_claim", **CLAIM)
    with refused(BadInput, "unknown_fact"):
        Table("fide-2023").started().decide("draw_claim", **CLAIM, decision="upheld")


@pytest.mark.article("chess:6.9")
@pytest.mark.parametrize(("side", "value"), [("white", Result.BLACK_WINS), ("black", Result.WHITE_WINS)])
@pytest.mark.parametrize("reckoned", [False, True])
def test_the_flag_that_fell_is_the_one_that_the_arbiter_saw(side: str, value: Result, reckoned: bool) -> None:
    table = paper(reckoned=reckoned)
    table.rule("flag", 91 * MINUTE, side=side)
    assert (table.state.result, table.state.termination) == (value, "time")


@pytest.mark.article("chess:6.9", "chess:7.5.5")
def test_whether_the_opponent_can_mate_is_the_arbiters_word_too() -> None:
    table = paper()
    assert table.decide("flag", side="white", can_mate=False).result is Result.DRAW
    table.rule("illegal_move", offender="white")
    assert table.decide("illegal_move", offender="white").result is Result.BLACK_WINS
    assert table.decide("illegal_move", offender="white", can_mate=False).result is Result.DRAW


@pytest.mark.article("chess:7.5.1", "chess:7.5.3", "chess:7.5.4")
def test_an_illegal_move_is_counted_and_described_in_the_grounds() -> None:
    table = paper()
    first = table.rule("illegal_move", offender="black", what="two_hands")
    assert (first.article, table.state.illegal[Side.BLACK]) == ("fide-2023:7.5.4", 1)
    assert [str(ground) for ground in first.grounds] == [
        "Black made a move with two hands.",
        "Illegal moves of Black in this game: 1.",
        "White gets 2 min extra.",
    ]
    second = table.decide("illegal_move", offender="black")
    assert (second.article, second.result) == ("fide-2023:7.5.1", Result.WHITE_WINS)
    assert str(second.grounds[0]) == "Black made an illegal move."


@pytest.mark.parametrize("key", ["fide-2023", "tavreli-1997", "draughts64"])
def test_the_menu_has_nothing_that_rests_on_the_moves_of_the_record(key: str) -> None:
    table = paper(key)
    offered = {kind.key for kind in kinds_of(table.regime, live=False)}
    assert not offered & {"restored", "illegal_act", "draughts_violation", "overdue"}
    assert {"draw_claim", "flag", "penalty", "touch_move"} <= offered
    with refused(Conflict, "not_followed"):
        table.decide("restored", ply=0, reason="a dog")


def test_replaced_pieces_do_not_start_the_clock_of_the_record() -> None:
    table = paper(reckoned=True)
    remedy = table.decide("displaced", offender="white")
    assert EntryKind.RESUMED not in [draft.kind for draft in remedy.drafts]


@pytest.mark.article("chess:III.5")
def test_a_quickplay_finish_is_claimed_by_either_side() -> None:
    claim = {"claimant": "black", "decision": "agree"}
    assert paper("tavreli-1997").decide("quickplay", **claim).result is Result.DRAW
    assert paper(quickplay=True).decide("quickplay", **claim).result is Result.DRAW


def test_an_illegal_move_is_one_tap_away_where_the_record_cannot_show_it() -> None:
    regime = paper().regime
    assert incidents_of(regime, live=False)[0].code == "illegal_move"
    assert "illegal_move" not in {incident.code for incident in incidents_of(regime)}
    assert "illegal_move" not in {
        incident.code for incident in incidents_of(paper("draughts64").regime, live=False)
    }

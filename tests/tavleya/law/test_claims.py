"""Draw claims and flags, decided from the record."""

import pytest

from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.law.claims import decide_claim
from tavleya.law.flags import call_flag
from tavleya.law.kinds import ruling_kind
from tavleya.law.library import regime
from tavleya.record import commands
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.tavleya.law.cases import Table
from tests.tavleya.record.build import START, Board
from tests.tavleya.refusals import refused

SECOND, MINUTE = 1000, 60_000
DANCE = ["g1-f3", "g8-f6", "f3-g1", "f6-g8"]


def danced(times: int, control: str = "60 d10", game: str = "tavreli") -> Board:
    board = Board(game=game, control=control)
    board.do(commands.start)
    moves = DANCE if game == "tavreli" else [move.replace("-", "") for move in DANCE]
    for number, move in enumerate(moves * times):
        board.do(commands.move, None, move, at=(number + 1) * SECOND)
    return board


@pytest.mark.article("tavreli:5.4", "tavreli:9.2", "tavreli:9.5")
def test_a_third_repetition_claimed_by_the_player_to_move_draws_at_once_with_its_proof() -> None:
    board = danced(2)
    remedy, verdict = decide_claim(
        board.state, regime("tavreli-1997"), Side.WHITE, ClaimKind.REPETITION, None, START + 20 * SECOND
    )
    assert verdict.upheld and verdict.plies == (0, 4, 8)
    state = board.do(lambda state: remedy.drafts, at=20 * SECOND)
    assert (state.result, state.termination) == (Result.DRAW, "repetition")


@pytest.mark.article("tavreli:9.2")
def test_a_repetition_that_the_announced_move_would_bring_counts() -> None:
    board = danced(1)
    for move in DANCE[:3]:
        board.do(commands.move, None, move, at=30 * SECOND)
    _, verdict = decide_claim(
        board.state, regime("tavreli-1997"), Side.BLACK, ClaimKind.REPETITION, "f6-g8", START + 40 * SECOND
    )
    assert verdict.upheld


@pytest.mark.article("tavreli:9.5")
def test_a_wrong_claim_costs_half_of_the_time_left_but_three_minutes_at_most() -> None:
    for control, loses in (("60 d10", 3 * MINUTE), ("4", 2 * MINUTE)):
        board = danced(0, control)
        remedy, verdict = decide_claim(
            board.state, regime("tavreli-1997"), Side.WHITE, ClaimKind.REPETITION, None, START
        )
        assert not verdict.upheld and remedy.clock is not None
        base = remedy.clock.before[Side.WHITE]
        state = board.do(lambda state, remedy=remedy: remedy.drafts)
        assert state.clock is not None
        readings = state.clock.readings(START)
        assert (readings.white.ms, readings.black.ms) == (base - loses, base + 3 * MINUTE)
        assert (state.turn, state.clock.running) == (Side.WHITE, Side.WHITE)


@pytest.mark.article("tavreli:9.5")
def test_the_announced_move_of_a_wrong_claim_must_be_played() -> None:
    board = danced(0)
    remedy, _ = decide_claim(
        board.state, regime("tavreli-1997"), Side.WHITE, ClaimKind.REPETITION, "e2-e4", START
    )
    board.do(lambda state: remedy.drafts)
    with refused(Conflict, "announced_move"):
        board.do(commands.move, Side.WHITE, "d2-d4", at=SECOND)
    board.do(commands.move, Side.WHITE, "e2-e4", at=SECOND)
    board.do(commands.move, Side.BLACK, "d7-d5", at=2 * SECOND)


def test_under_fide_the_opponent_gets_two_minutes_and_the_claimant_keeps_theirs() -> None:
    board = danced(0, "90+30", "chess")
    remedy, _ = decide_claim(board.state, regime("fide-2023"), Side.WHITE, ClaimKind.REPETITION, None, START)
    assert remedy.clock is not None
    before, after = remedy.clock.before, remedy.clock.after
    assert (after[Side.WHITE] - before[Side.WHITE], after[Side.BLACK] - before[Side.BLACK]) == (0, 2 * MINUTE)


@pytest.mark.article("tavreli:9.4")
def test_a_player_who_has_moved_can_no_longer_claim() -> None:
    board = danced(2)
    board.do(commands.move, Side.WHITE, "e2-e4", press=False, at=20 * SECOND)
    for side in Side:
        with refused(Conflict, "not_to_move"):
            decide_claim(
                board.state, regime("tavreli-1997"), side, ClaimKind.REPETITION, None, START + 21 * SECOND
            )


@pytest.mark.article("tavreli:6.3", "tavreli:6.8", "tavreli:6.9")
def test_a_fallen_flag_loses_once_it_is_called() -> None:
    board = danced(0, "5")
    remedy = call_flag(board.state, regime("tavreli-1997"), Side.WHITE, START + 5 * MINUTE, caller=None)
    state = board.do(lambda state: remedy.drafts, at=5 * MINUTE)
    assert (state.result, state.termination) == (Result.BLACK_WINS, "time")


def test_a_flag_that_is_up_is_not_called() -> None:
    board = danced(0, "5")
    with refused(Conflict, "flag_up", left_ms=1):
        call_flag(board.state, regime("tavreli-1997"), Side.WHITE, START + 5 * MINUTE - 1, caller=Side.BLACK)


@pytest.mark.article("tavreli:B.6", "tavreli:B.7")
def test_in_rapid_only_a_player_may_call_it() -> None:
    board = danced(0, "15")
    book = regime("tavreli-1997-rapid")
    with refused(NotPermitted, "flag_is_the_players"):
        call_flag(board.state, book, Side.WHITE, START + 16 * MINUTE, caller=None)
    with pytest.raises(NotPermitted) as exc_info:
        call_flag(board.state, book, Side.WHITE, START + 16 * MINUTE, caller=Side.WHITE)
    assert exc_info.value.code == "flag_is_the_opponents", "the flag of the claimant must be up (B.7)"
    assert (
        call_flag(board.state, book, Side.WHITE, START + 16 * MINUTE, caller=Side.BLACK).result
        is Result.BLACK_WINS
    )


def test_under_fide_a_flag_draws_where_the_opponent_cannot_mate() -> None:
    board = Board(game="chess", control="5", start="4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    board.do(commands.start)
    remedy = call_flag(board.state, regime("fide-2023"), Side.WHITE, START + 5 * MINUTE, caller=None)
    assert remedy.result is Result.DRAW


@pytest.mark.article("tavreli:B.7")
def test_a_claim_on_time_needs_the_claimants_flag_up() -> None:
    board = danced(0, "5")
    board.do(commands.move, Side.WHITE, "e2-e4", at=6 * MINUTE)
    both_down = START + 12 * MINUTE
    with refused(Conflict, "both_flags_down"):
        call_flag(board.state, regime("tavreli-1997-rapid"), Side.BLACK, both_down, caller=Side.WHITE)


@pytest.mark.parametrize(("key", "grounds"), [
    ("fide-2023", {"repetition", "fifty_moves"}), ("fide-2023-blitz", {"repetition", "fifty_moves"}),
    ("tavreli-1997", {"repetition", "fifty_moves"}),
    ("draughts64", {"repetition", "kings_only", "short_ending"}),
])  # fmt: skip
def test_only_the_grounds_that_the_laws_know_can_be_chosen(key: str, grounds: set[str]) -> None:
    table = Table(key, "60").started()
    claim = next(
        fact for fact in ruling_kind("draw_claim").asked(table.regime, live=True) if fact.name == "claim"
    )
    assert {answer for answer, _ in claim.choices} == grounds
    with refused(BadInput, "bad_fact"):
        table.decide("draw_claim", claimant="white", claim="three_kings")

"""Effects of a wrong draw claim: an offer, a penalty paid once, a move to be made."""

import pytest

from tavleya.errors import Conflict
from tavleya.record import commands
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.refusals import refused


def claim(table: Table, at: int, kind: str = "repetition", intended: str = "") -> None:
    table.rule("draw_claim", at, claimant="white", claim=kind, intended=intended)


@pytest.mark.article("chess:9.1.2.3", "chess:9.5.3")
def test_a_wrong_claim_is_a_draw_offer_that_the_opponent_may_accept() -> None:
    table = Table("fide-2023", "90+30").started()
    claim(table, 10 * SECOND)
    assert table.state.offer is not None
    assert table.state.offer.side is Side.WHITE
    state = table.board.do(commands.answer_draw, Side.BLACK, accept=True, at=20 * SECOND)
    assert state.result is Result.DRAW


@pytest.mark.article("chess:9.1.2.3")
def test_the_offer_outlives_the_claimant_s_move_and_ends_with_the_opponent_s() -> None:
    table = Table("fide-2023", "90+30").started()
    claim(table, 10 * SECOND)
    table.board.do(commands.move, Side.WHITE, "e2e4", at=20 * SECOND)
    assert table.state.offer is not None
    table.board.do(commands.move, Side.BLACK, "e7e5", at=30 * SECOND)
    assert table.state.offer is None


@pytest.mark.article("tavreli:9.5")
def test_in_tavreli_a_wrong_claim_is_no_offer() -> None:
    table = Table("tavreli-1997", "60").started()
    claim(table, 10 * SECOND)
    assert table.state.offer is None


@pytest.mark.article("tavreli:9.5", "chess:9.1.2.3", "chess:9.5.3")
@pytest.mark.parametrize(
    ("key", "control", "white", "black"),
    # Tavreli takes half of 59:50, three minutes at most, and gives three; FIDE gives two.
    [
        ("tavreli-1997", "60", 60 * MINUTE - 10 * SECOND - 3 * MINUTE, 63 * MINUTE),
        ("fide-2023", "60", 60 * MINUTE - 10 * SECOND, 62 * MINUTE),
    ],
)
def test_the_same_claim_in_the_same_position_is_charged_once(
    key: str, control: str, white: int, black: int
) -> None:
    table = Table(key, control).started()
    claim(table, 10 * SECOND)
    with refused(Conflict, "claim_decided"):
        claim(table, 10 * SECOND)
    assert table.state.clock is not None
    readings = table.state.clock.readings(table.state.at)
    assert (readings.white.ms, readings.black.ms) == (white, black)


@pytest.mark.article("tavreli:9.5", "chess:9.5.3")
@pytest.mark.parametrize(("key", "move"), [("tavreli-1997", "g1-f3"), ("fide-2023", "g1f3")])
def test_no_claim_is_made_before_the_announced_move_is_played(key: str, move: str) -> None:
    table = Table(key, "60").started()
    claim(table, 10 * SECOND, intended=move)
    with refused(Conflict, "announced_move"):
        claim(table, 20 * SECOND, "fifty_moves")


@pytest.mark.article("chess:9.2")
def test_after_another_move_the_claim_can_be_made_again() -> None:
    table = Table("fide-2023", "60").started()
    claim(table, 10 * SECOND)
    table.play("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", at=20 * SECOND)
    claim(table, 60 * SECOND)
    assert table.state.result is Result.DRAW

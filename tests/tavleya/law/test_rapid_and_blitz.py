"""Rapid and blitz under FIDE's Laws: with adequate supervision (A.4, B.2) and without it (A.5, B.3)."""

import pytest

from tavleya.errors import Conflict
from tavleya.law.claims import decide_claim
from tavleya.law.illegal_moves import rule_illegal_move
from tavleya.law.kinds import kinds_of
from tavleya.law.regulations import describe
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START
from tests.tavleya.refusals import refused

UNSUPERVISED = ("fide-2023-rapid", "fide-2023-blitz")
SUPERVISED = ("fide-2023-rapid-supervised", "fide-2023-blitz-supervised")


def offended(key: str, *, replied: bool = False) -> Table:
    """White has made an illegal move, which Black may have replied to."""
    table = Table(key, "5").started().play("e2e4", "e7e5").irregular("a1a5", at=10 * SECOND)
    return table.play("g8f6", at=11 * SECOND) if replied else table


@pytest.mark.article("chess:A.3", "chess:A.4", "chess:A.5.2", "chess:B.2", "chess:B.3")
@pytest.mark.parametrize(("key", "articles", "minutes"), [
    ("fide-2023", ("7.5.1", "7.5.5"), 2), ("fide-2023-rapid", ("7.5.1,A.5.2", "7.5.5,A.3"), 1),
    ("fide-2023-rapid-supervised", ("7.5.1", "7.5.5,A.3"), 1),
    ("fide-2023-blitz", ("7.5.1,A.5.2,B.3", "7.5.5,B.3"), 1),
    ("fide-2023-blitz-supervised", ("7.5.1", "7.5.5,B.2"), 2),
])  # fmt: skip
def test_an_illegal_move_costs_what_the_appendix_says(
    key: str, articles: tuple[str, str], minutes: int
) -> None:
    table = offended(key)
    remedy = rule_illegal_move(table.state, table.regime, START + 20 * SECOND)
    cited = (remedy.article, remedy.penalty_article)
    assert cited == tuple(f"fide-2023:{article}" for article in articles)
    assert remedy.clock is not None
    black = 5 * MINUTE - SECOND  # a second for the first move
    assert remedy.clock.after[Side.BLACK] == black + minutes * MINUTE
    table.board.do(lambda _: remedy.drafts, at=20 * SECOND)
    table.irregular("a1a5", at=30 * SECOND)
    assert rule_illegal_move(table.state, table.regime, START + 40 * SECOND).result is Result.BLACK_WINS


@pytest.mark.article("chess:A.4", "chess:A.5.2")
def test_a_reply_waives_an_illegal_move_only_in_unsupervised_games() -> None:
    for key in UNSUPERVISED:
        with refused(Conflict, "reply_waived"):
            rule_illegal_move(offended(key, replied=True).state, Table(key).regime, START + 20 * SECOND)
    for key in SUPERVISED:
        table = offended(key, replied=True)
        assert rule_illegal_move(table.state, table.regime, START + 20 * SECOND).count == 1


@pytest.mark.parametrize(("key", "article", "minutes"), [
    ("fide-2023-rapid", "9.5.3,A.3", 1), ("fide-2023-rapid-supervised", "9.5.3,A.3", 1),
    ("fide-2023-blitz", "9.5.3,B.3", 1), ("fide-2023-blitz-supervised", "9.5.3,B.2", 2),
])  # fmt: skip
def test_a_wrong_claim_costs_what_the_appendix_says(key: str, article: str, minutes: int) -> None:
    table = Table(key, "5").started()
    remedy, _ = decide_claim(table.state, table.regime, Side.WHITE, ClaimKind.REPETITION, None, START)
    assert remedy.penalty_article == f"fide-2023:{article}"
    assert remedy.clock is not None
    assert remedy.clock.after[Side.BLACK] == (5 + minutes) * MINUTE


@pytest.mark.article("chess:A.2", "chess:B.2")
@pytest.mark.parametrize(("key", "article"), [*zip(SUPERVISED, ("A.2", "B.2"), strict=True)])
def test_with_an_arbiter_s_record_the_players_need_not_write(key: str, article: str) -> None:
    lines = {line.key: line for line in describe(Table(key).regime)}
    regulation_line = lines["record_below_minutes"]
    assert (str(regulation_line.value), regulation_line.article) == ("not required", f"fide-2023:{article}")


@pytest.mark.article("chess:A.5.1")
def test_a_wrong_set_up_is_claimed_after_ten_moves_only_where_the_game_is_supervised() -> None:
    assert {Table(key).regime.setup.no_claim_after for key in UNSUPERVISED} == {10}
    assert {Table(key).regime.setup.no_claim_after for key in SUPERVISED} == {None}


# A.5.4


def both_in_check(key: str = "fide-2023-blitz") -> Table:
    """White leaves the king in check from e7, and gives one from b5."""
    start = "4k3/4r3/8/8/8/8/B7/4K3 w - - 0 1"
    return Table(key, "5", start=start).started().irregular("a2a4", at=SECOND)


@pytest.mark.article("chess:A.5.4")
def test_a_position_with_both_kings_in_check_is_drawn_if_the_next_move_leaves_it() -> None:
    table = both_in_check()
    with refused(Conflict, "next_move_awaited"):
        table.decide("illegal_position", 2 * SECOND)
    table.irregular("e7e6", at=3 * SECOND)
    remedy = table.rule("illegal_position", 4 * SECOND)
    assert (remedy.result, remedy.article) == (Result.DRAW, "fide-2023:A.5.4,B.3")
    assert table.state.termination == "illegal_position"


@pytest.mark.article("chess:A.5.4")
def test_a_next_move_that_puts_the_position_right_lets_the_game_go_on() -> None:
    table = both_in_check("fide-2023-rapid").play("e8d8", at=2 * SECOND)
    with refused(Conflict, "no_illegal_position"):
        table.decide("illegal_position", 4 * SECOND)


@pytest.mark.article("chess:A.5.4")
def test_at_a_board_that_is_not_followed_the_arbiter_says_what_stands_there() -> None:
    table = Table("fide-2023-rapid", "15")
    table.live = False
    with refused(Conflict, "next_move_awaited"):
        table.decide("illegal_position", what="pawn_on_last_rank", stands=False)
    remedy = table.decide("illegal_position", what="pawn_on_last_rank", stands=True)
    assert (remedy.result, remedy.article) == (Result.DRAW, "fide-2023:A.5.4")
    assert str(remedy.grounds[0]) == "A pawn stands on the last rank."


def test_an_illegal_position_draws_only_unsupervised_games() -> None:
    for key in ("fide-2023", *SUPERVISED, "tavreli-1997-blitz"):
        table = Table(key, "5").started()
        assert "illegal_position" not in {kind.key for kind in kinds_of(table.regime)}
        with pytest.raises(Conflict):
            table.decide("illegal_position", SECOND)
    assert "illegal_position" in {kind.key for kind in kinds_of(Table("fide-2023-rapid").regime)}


# A king that was taken


@pytest.mark.article("chess:A.5.2", "chess:7.5.1")
def test_a_king_that_was_taken_is_an_illegal_move_like_another() -> None:
    """White leaves the king in check; Black takes it: the first stands by the reply, the second is claimed."""
    table = Table("fide-2023-blitz", "5", start="4k3/4r3/8/8/8/8/B7/4K3 w - - 0 1").started()
    table.irregular("a2b1", at=SECOND).irregular("e7e1", at=2 * SECOND)
    assert "e1" in table.state.position.figures() and len(table.state.position.figures()) == 3
    remedy = table.rule("illegal_move", 3 * SECOND)
    assert (remedy.offender, remedy.count, remedy.result) == (Side.BLACK, 1, None)
    assert len(table.state.position.figures()) == 4, "the king is back"
    table.irregular("e7e1", at=5 * SECOND)
    decide = table.decide("illegal_move", 6 * SECOND)
    assert decide.result is Result.DRAW, "a bishop alone never mates"

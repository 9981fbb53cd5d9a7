"""Acts that count as an illegal move without an illegal move in the record."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import Facts
from tavleya.law.kinds import decide
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START
from tests.tavleya.refusals import refused


@pytest.mark.parametrize("subject", ["not_promoted", "press_without_move", "two_hands"])
def test_under_fide_it_costs_what_an_illegal_move_costs(subject: str) -> None:
    table = Table("fide-2023", "90").started()
    remedy = table.rule("illegal_act", 5 * SECOND, offender="black", what=subject)
    assert table.times(5 * SECOND)[0] == 90 * MINUTE + 2 * MINUTE - 5 * SECOND
    assert (remedy.count, table.state.illegal[Side.BLACK], table.running) == (1, 1, Side.WHITE)
    table.rule("illegal_act", 6 * SECOND, offender="black", what=subject)
    assert table.state.result is Result.WHITE_WINS


def test_with_a_bare_king_against_them_the_offender_does_not_lose() -> None:
    table = Table("fide-2023", "5", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1").started()
    for at in (SECOND, 2 * SECOND):
        table.rule("illegal_act", at, offender="white", what="press_without_move")
    assert table.state.result is Result.DRAW


@pytest.mark.article("tavreli:10.3")
def test_at_a_board_followed_by_its_result_only_illegal_moves_are_counted_all_the_same() -> None:
    table = Table("tavreli-1997", "60")
    table.live = False
    counts = [table.rule("illegal_move", offender="white").count for _ in range(3)]
    assert (counts, table.state.result) == ([1, 2, 3], Result.BLACK_WINS)


@pytest.mark.article("tavreli:V.3")
def test_in_blitz_a_reply_waives_it_there_too() -> None:
    table = Table("tavreli-1997-blitz", "5")
    table.live = False
    with refused(Conflict, "reply_waived"):
        table.decide("illegal_move", offender="white", replied=True)


@pytest.mark.parametrize(
    ("key", "kind", "subject", "code"),
    [
        # A move that the record has is ruled on there.
        ("fide-2023", "illegal_act", "move", "bad_fact"),
        ("tavreli-1997", "illegal_act", "two_hands", "not_of_this_game"),
        ("draughts64", "illegal_move", "", "not_of_this_game"),
    ],
)
def test_acts_that_the_game_does_not_count_are_no_ruling_there(
    key: str, kind: str, subject: str, code: str
) -> None:
    facts = {"offender": "white", "what": subject} if subject else {}
    table = Table(key).started()
    if code == "not_of_this_game":
        with pytest.raises(Conflict) as excinfo:
            decide(kind, table.state, table.regime, START, Facts(facts))
    else:
        with pytest.raises(BadInput) as excinfo:
            table.decide(kind, **facts)
    assert excinfo.value.code == code

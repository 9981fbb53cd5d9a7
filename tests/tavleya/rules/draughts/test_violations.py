"""Violations at the draughts board, and moves made against the rules."""

import pytest
from hypothesis import given, settings

from tavleya.errors import BadInput
from tavleya.rules.contract import Touch, UnreadableMove
from tavleya.rules.draughts.violations import Conduct, correction, diagnose
from tavleya.sides import Side
from tests.amounts import examples
from tests.tavleya.refusals import refused
from tests.tavleya.rules.draughts.samples import RULES, START, at, paths, played, positions

TURKISH = "W:WKg7:Bb6,f6,f2"
TWO_MEN = "W:Wc3,a1:Bd4,f6"


KINDS = {
    "3": {"man_on_light_square"}, "4.1": {"two_moves_running"}, "4.2": {"wrong_move", "not_crowned"},
    "4.3": {"other_man_touched"}, "4.4": {"move_taken_back"}, "4.5": {"opponents_man_moved"},
    "4.6": {"take_not_made"}, "4.7": {"removed_without_take"}, "4.8": {"took_too_few", "took_too_many"},
    "4.9": {"take_stopped"}, "4.10": {"man_lifted_during_take"}, "4.11": {"removed_too_few"},
    "4.12": {"removed_untaken"}, "4.13": {"stopped_removing"}, "4.14": {"removed_own"},
}  # fmt: skip


def article_numbers(position, path="", **more):
    """Return the articles broken by the side to move (or `by`), each with a unique code."""
    place = at(position)
    if "removed" in more:
        more["removed"] = frozenset(more["removed"].split())
    conduct = Conduct(**({"by": place.turn, "path": tuple(path.split())} | more))
    findings = diagnose(place, conduct)
    numbers = [finding.article.removeprefix("violations.") for finding in findings]
    assert all(item.message.code in KINDS[number] for item, number in zip(findings, numbers, strict=True))
    return numbers


def options(position, path, **more):
    place = at(position)
    conduct = Conduct(**({"by": place.turn, "path": tuple(path.split())} | more))
    return [move.text for move in correction(place, conduct).moves]


def correction_reason(position, path, **more):
    place = at(position)
    conduct = Conduct(**({"by": place.turn, "path": tuple(path.split())} | more))
    return correction(place, conduct).reason.code


def codes(position, path, **more):
    place = at(position)
    return [
        f.message.code for f in diagnose(place, Conduct(**({"by": place.turn, "path": tuple(path.split())} | more)))
    ]


def test_a_turn_played_by_the_rules_has_no_findings():
    assert article_numbers("start", "c3 d4", removed="") == []
    assert article_numbers(TURKISH, "g7 d4 a7", removed="b6 f6", touches=(Touch("g7"),)) == []
    assert article_numbers(TURKISH, "g7 a7") == []


@pytest.mark.article("draughts:violations.3")
def test_a_man_on_a_light_square_is_out_of_play():
    assert article_numbers("start", "c3 c4") == ["3"]
    assert codes("start", "c3 c4") == ["man_on_light_square"]


@pytest.mark.article("draughts:violations.4.1")
def test_two_moves_in_succession():
    assert article_numbers("start", "d6 c5", by=Side.BLACK) == ["4.1"]
    assert options("start", "d6 c5", by=Side.BLACK) == [m.text for m in START.legal_moves()]
    assert correction_reason("start", "d6 c5", by=Side.BLACK) == "turn_restored"


@pytest.mark.article("draughts:violations.4.2")
@pytest.mark.parametrize(
    ("position", "path"),
    [("start", "c3 c5"), ("start", "c3 e5"), ("W:Wd4:Bh8", "d4 c3"), ("W:WKa1,c3:Bh8", "a1 d4"), ("start", "b2 c3")],
)
def test_a_movement_that_no_piece_can_make(position, path):
    assert article_numbers(position, path) == ["4.2"]


@pytest.mark.article("draughts:violations.4.2")
def test_a_take_that_goes_wrong_half_way_is_a_wrong_move():
    assert article_numbers("W:Wc3,a1:Bd4,f6,h8", "c3 e5 c7") == ["4.2"]


@pytest.mark.article("draughts:violations.4.3", "draughts:moves.11")
def test_one_man_touched_and_another_moved():
    assert article_numbers("start", "c3 d4", touches=(Touch("e3"),)) == ["4.3"]
    assert article_numbers("start", "c3 d4", touches=(Touch("c3"),)) == []
    assert article_numbers("start", "c3 d4", touches=(Touch("e1"),)) == []
    assert article_numbers("start", "c3 d4", touches=(Touch("e3", adjusting=True),)) == []
    assert codes("start", "c3 d4", touches=(Touch("e3"),)) == ["other_man_touched"]
    assert options("start", "c3 d4", touches=(Touch("e3"),)) == ["e3-d4", "e3-f4"]
    assert correction_reason("start", "c3 d4", touches=(Touch("e3"),)) == "touched_man_moves"


@pytest.mark.article("draughts:violations.4.4")
def test_correction_restores_the_move_that_was_taken_back():
    assert article_numbers("start", "c3 d4", taken_back=("e3", "f4")) == ["4.4"]
    assert options("start", "c3 d4", taken_back=("e3", "f4")) == ["e3-f4"]
    assert correction_reason("start", "c3 d4", taken_back=("e3", "f4")) == "first_move_stands"


@pytest.mark.article("draughts:violations.4.5")
def test_the_opponents_man_moved():
    assert article_numbers("start", "d6 c5") == ["4.5"]
    assert article_numbers("W:Wc3:Bd4,h8", "d4 b2") == ["4.5"]


@pytest.mark.article("draughts:violations.4.6")
def test_a_quiet_move_where_a_take_was_due():
    assert article_numbers(TWO_MEN, "a1 b2") == ["4.6"]
    assert article_numbers(TWO_MEN, "c3 b4") == ["4.6"]
    assert article_numbers(TURKISH, "g7 h8") == ["4.6"]
    assert article_numbers(TWO_MEN, "a1 d1") == ["3"]
    assert article_numbers(TWO_MEN, "a1 c1") == ["4.2", "4.6"]
    assert options(TWO_MEN, "a1 b2") == ["c3:g7"]


@pytest.mark.article("draughts:violations.4.7")
def test_a_man_taken_off_without_a_take():
    assert article_numbers("start", "c3 d4", removed="d6") == ["4.7"]
    assert article_numbers("start", "c3 d4", removed="a1") == ["4.7"]
    assert article_numbers("start", "", removed="d6") == ["4.7"]


@pytest.mark.article("draughts:violations.4.8", "draughts:violations.4.9")
@pytest.mark.parametrize(
    ("position", "path"),
    [(TWO_MEN, "c3 e5"), (TURKISH, "g7 d4"), (TURKISH, "g7 e5"), ("W:WKa1:Bg5,d4", "a1 h8"), ("W:Wb6:Bc7,g5", "b6 d8")],
)
def test_a_take_stopped_before_its_end_is_also_one_of_too_few_men(position, path):
    assert article_numbers(position, path) == ["4.8", "4.9"]


@pytest.mark.article("draughts:violations.4.8", "draughts:violations.4.9")
def test_a_stopped_take_with_its_one_man_removed_is_nothing_more():
    assert article_numbers(TWO_MEN, "c3 e5", removed="d4") == ["4.8", "4.9"]
    assert article_numbers("W:Wc1:Bd2,f4,f6,d6", "c1 e7", removed="d2 f4 f6") == ["4.8", "4.9"]


@pytest.mark.article("draughts:violations.4.8")
def test_a_take_carried_further_than_it_goes():
    assert article_numbers(TWO_MEN, "c3 e5 g7 h8") == ["4.8"]


@pytest.mark.article("draughts:takes.13")
def test_the_smaller_of_two_takes_is_no_violation():
    assert article_numbers("W:Wc3,h2:Bd4,f6,g3", "h2 f4", removed="g3") == []


@pytest.mark.article("draughts:violations.4.10")
def test_men_lifted_while_the_take_goes_on():
    assert article_numbers(TURKISH, "g7 d4 a7 g1") == ["4.8", "4.10"]
    assert article_numbers(TURKISH, "g7 d4 a7", lifted_early=frozenset({"f6"})) == ["4.10"]
    assert article_numbers(TURKISH, "g7 d4 a7", lifted_early=frozenset({"f6"}), removed="b6") == ["4.10"]


@pytest.mark.article("draughts:violations.4.11")
def test_fewer_men_removed_than_taken():
    assert article_numbers(TURKISH, "g7 d4 a7", removed="f6") == ["4.11"]
    assert article_numbers(TURKISH, "g7 d4 a7", removed="") == ["4.11"]


@pytest.mark.article("draughts:violations.4.12")
def test_men_removed_that_were_not_taken():
    assert article_numbers(TURKISH, "g7 d4 a7", removed="b6 f6 f2") == ["4.12"]
    assert article_numbers(TURKISH, "g7 d4 a7", removed="f6 f2") == ["4.11", "4.12"]


@pytest.mark.article("draughts:violations.4.13")
def test_removal_stopped_half_way():
    assert article_numbers(TURKISH, "g7 d4 a7", removed="f6", stopped_removing=True) == ["4.13"]


@pytest.mark.article("draughts:violations.4.14")
def test_own_men_removed_after_a_take():
    assert article_numbers(TWO_MEN, "c3 e5 g7", removed="d4 f6 a1") == ["4.14"]


def test_a_take_between_the_same_squares_is_known_by_the_men_removed():
    two_ways = "B:Wc7,b4,d4,f2:BKb8,a7,g7"
    assert article_numbers(two_ways, "b8 a5", removed="b4 c7 f2") == []
    assert article_numbers(two_ways, "b8 a5", removed="b4 c7 d4") == []
    assert article_numbers(two_ways, "b8 a5", removed="b4 c7") == ["4.11"]


def test_each_finding_has_its_own_sentence():
    (finding,) = diagnose(at(TWO_MEN), Conduct(Side.WHITE, ("a1", "b2")))
    assert finding.message.render() == "A capture was compulsory (c3:g7) but was not made."


@pytest.mark.parametrize(("conduct", "code"), [
    (Conduct(Side.WHITE), "nothing_done"), (Conduct(Side.WHITE, ("c3",)), "path_too_short"),
    (Conduct(Side.WHITE, ("d4", "e5")), "no_man_there"),
    (Conduct(Side.WHITE, ("c3", "z9")), "no_such_square"),
    (Conduct(Side.WHITE, ("c3", "d4"), removed=frozenset({"e5"})), "no_man_there"),
    (Conduct(Side.WHITE, ("c3", "d4"), removed=frozenset({"q"})), "no_man_there"),
])  # fmt: skip
def test_a_statement_that_contradicts_the_board_is_refused(conduct, code):
    with refused(BadInput, code):
        diagnose(START, conduct)


@pytest.mark.article("draughts:violations.4.9", "draughts:violations.4.8")
def test_every_legal_take_cut_short_is_found_and_played_out_is_not():
    for fen in (TURKISH, TWO_MEN, "B:Wc7,b4,d4,f2:BKb8,a7,g7", "W:Wc3:Bb6,d6,b4,d4", "W:Wb6:Bc7,g5"):
        position = at(fen)
        for move in position.legal_moves():
            assert article_numbers(fen, " ".join(move.squares), removed=" ".join(move.captured)) == []
            for stops in range(2, len(move.squares)):
                assert article_numbers(fen, " ".join(move.squares[:stops])) == ["4.8", "4.9"]
        assert position == at(fen)


@settings(max_examples=examples(400), deadline=None)
@given(positions(), paths())
def test_a_movement_breaks_an_article_exactly_when_it_is_no_legal_move(position, path):
    if path[0] not in position.figures():
        return
    message = RULES.explain(position, ":".join(path))
    illegal = message is not None and message.code != "ambiguous_move"
    assert bool(diagnose(position, Conduct(position.turn, path))) is illegal


@settings(max_examples=examples(200), deadline=None)
@given(positions())
def test_no_legal_move_with_its_men_removed_breaks_any_article(position):
    for move in position.legal_moves():
        done = Conduct(position.turn, move.squares, removed=frozenset(move.captured))
        assert diagnose(position, done) == ()


@pytest.mark.parametrize(("position", "deed", "after"), [
    ("W:Wc3,a1:Bd4", "a1-b2", "B:Wc3,b2:Bd4"), ("W:Wc3:Bd4,h8", "c3-e5", "B:We5:Bh8,d4"),
    ("W:Wc3:Bd4,h8", "c3:e5", "B:We5:Bh8"), ("W:Wc3:Bd4,f6", "c3:e5", "B:We5:Bf6"),
    ("W:Wc3:Bd4,h8", "c3:e5 -0", "B:We5:Bh8,d4"), ("W:Wc3,h2:Bd4,h8", "c3-b4 -d4", "B:Wb4,h2:Bh8"),
    ("W:Wc3,h2:Bd4,h8", "c3:e5 -d4 -h2", "B:We5:Bh8"), ("W:Wc3,h2:Bd4,h8", "-d4", "B:Wc3,h2:Bh8"),
    ("W:Wc3:Bd4,h8", "d4-e5", "B:Wc3:Bh8,e5"), ("W:Wc3:Bd4,h8", "d4:b2", "B:W:Bh8,b2"),
    ("W:Wc7:Bh4", "c7-d8", "B:WKd8:Bh4"), ("W:Wc3,h2:Bd4,h8", "с3–с4", "B:Wh2:Bh8,d4"),
])  # fmt: skip
def test_an_executed_move_gives_the_expected_position(position, deed, after):
    result = RULES.displace(at(position), deed)
    assert result.turn is Side.BLACK
    assert result.text() == after


def test_taking_off_the_last_man_leaves_the_other_side_without_any():
    result = RULES.displace(at("W:Wc3:Bd4,f6"), "c3xe5xg7")
    assert result.text() == "B:Wg7:B"
    assert result.status().winner is Side.WHITE
    assert RULES.displace(at("W:WKg7:Bb6,f6,f2"), "g7:d4:a7:g1").text() == "B:WKg1:B"


def test_play_goes_on_from_an_irregular_move():
    assert RULES.read(RULES.displace(START, "c3-e5"), "d6:f4").captured == ("e5",)


@pytest.mark.article("draughts:violations.4.1")
def test_a_second_move_in_succession_passes_the_turn_to_the_other_player():
    after_two = RULES.displace(played(START, "c3-d4"), "e3-f4", by=Side.WHITE)
    assert after_two.turn is Side.BLACK
    assert {"d4", "f4"} <= after_two.figures().keys()


@pytest.mark.parametrize(("deed", "code"), [
    ("".join(f" -{square}" for square in START.figures()), "nothing_left"), ("", "unreadable_deed"),
    ("c3", "unreadable_deed"), ("hello", "unreadable_deed"), ("c3-d4" * 60, "unreadable_deed"),
    ("d4-e5", "nothing_to_move"), ("c3-d4 -e5", "nothing_to_remove"), ("-e5", "nothing_to_remove"),
    ("c3-b2", "square_held"), ("c3-d4 -c3", "moved_and_removed"),
])  # fmt: skip
def test_an_impossible_move_is_refused(deed, code):
    with refused(UnreadableMove, code):
        RULES.displace(START, deed)


def test_a_man_may_be_put_where_another_was_taken_off():
    assert RULES.displace(at("W:Wc3:Bd4,h8"), "c3-d4 -d4").text() == "B:Wd4:Bh8"

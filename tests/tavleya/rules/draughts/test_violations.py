"""Violations at the draughts board, and moves made against the rules."""

import pytest
from hypothesis import given, settings

from tavleya.errors import BadInput
from tavleya.rules.contract import Touch, UnreadableMove
from tavleya.rules.draughts.violations import Conduct, correction, diagnose
from tavleya.sides import Side
from tests.amounts import examples
from tests.refusals import refused
from tests.tavleya.rules.draughts.samples import RULES, START, at, paths, played, positions

TURKISH = "W:WKg7:Bb6,f6,f2"
TWO_MEN = "W:Wc3,a1:Bd4,f6"


CODES = {
    "3": {"man_on_light_square"}, "4.1": {"two_moves_running"}, "4.2": {"wrong_move", "not_crowned"},
    "4.3": {"other_man_touched"}, "4.4": {"move_taken_back"}, "4.5": {"opponents_man_moved"},
    "4.6": {"take_not_made"}, "4.7": {"removed_without_take"}, "4.8": {"took_too_few", "took_too_many"},
    "4.9": {"take_stopped"}, "4.10": {"man_lifted_during_take"}, "4.11": {"removed_too_few"},
    "4.12": {"removed_untaken"}, "4.13": {"stopped_removing"}, "4.14": {"removed_own"},
}  # fmt: skip


def article_numbers(fen, path="", **more):
    """Return the articles broken by the side to move (or `by`), each with a unique code."""
    position = at(fen)
    if "removed" in more:
        more["removed"] = frozenset(more["removed"].split())
    conduct = Conduct(**({"by": position.turn, "path": tuple(path.split())} | more))
    findings = diagnose(position, conduct)
    numbers = [finding.article.removeprefix("violations.") for finding in findings]
    assert all(finding.message.code in CODES[number] for finding, number in zip(findings, numbers, strict=True))
    assert ("not_crowned" in {finding.message.code for finding in findings}) == bool(more.get("uncrowned"))
    return numbers


ROUNDABOUT = "B:Wc7,b4,d4,f2:BKb8,a7,g7"  # b8 takes to a5 in two ways
E3, F6 = Touch("e3"), frozenset({"f6"})


@pytest.mark.article(
    "draughts:violations.3", "draughts:violations.4.1", "draughts:violations.4.2", "draughts:violations.4.3",
    "draughts:violations.4.4", "draughts:violations.4.5", "draughts:violations.4.6", "draughts:violations.4.7",
    "draughts:violations.4.8", "draughts:violations.4.9", "draughts:violations.4.10", "draughts:violations.4.11",
    "draughts:violations.4.12", "draughts:violations.4.13", "draughts:violations.4.14", "draughts:moves.6",
    "draughts:moves.10", "draughts:moves.11", "draughts:takes.4", "draughts:takes.10", "draughts:takes.11",
    "draughts:takes.12", "draughts:takes.13",
)  # fmt: skip
@pytest.mark.parametrize(("fen", "path", "more", "numbers"), [
    # Turns played by the rules: among them the smaller of two takes, and a new king that was crowned.
    ("start", "c3 d4", {"removed": ""}, []), (TURKISH, "g7 a7", {}, []),
    (TURKISH, "g7 d4 a7", {"removed": "b6 f6", "touches": (Touch("g7"),)}, []),
    ("W:Wc3,h2:Bd4,f6,g3", "h2 f4", {"removed": "g3"}, []), ("W:Wc7:Bh4", "c7 d8", {}, []),
    # A man on a light square is out of play; two moves in succession.
    ("start", "c3 c4", {}, ["3"]), (TWO_MEN, "a1 d1", {}, ["3"]), ("start", "d6 c5", {"by": Side.BLACK}, ["4.1"]),
    # A movement that no piece can make, a take that goes wrong half way, and a man that is not crowned.
    ("start", "c3 c5", {}, ["4.2"]), ("start", "c3 e5", {}, ["4.2"]), ("W:Wd4:Bh8", "d4 c3", {}, ["4.2"]),
    ("W:WKa1,c3:Bh8", "a1 d4", {}, ["4.2"]), ("start", "b2 c3", {}, ["4.2"]),
    ("W:Wc3,a1:Bd4,f6,h8", "c3 e5 c7", {}, ["4.2"]), ("W:Wc7:Bh4", "c7 d8", {"uncrowned": True}, ["4.2"]),
    # One man touched and another moved, a move taken back, the opponent's man moved.
    ("start", "c3 d4", {"touches": (E3,)}, ["4.3"]), ("start", "c3 d4", {"touches": (Touch("c3"),)}, []),
    ("start", "c3 d4", {"touches": (Touch("e1"),)}, []),
    ("start", "c3 d4", {"touches": (Touch("e3", adjusting=True),)}, []),
    ("start", "c3 d4", {"taken_back": ("e3", "f4")}, ["4.4"]),
    ("start", "c3 b4", {"taken_back": ("c3", "d4")}, ["4.4"]),
    ("start", "d6 c5", {}, ["4.5"]), ("W:Wc3:Bd4,h8", "d4 b2", {}, ["4.5"]),
    # A quiet move where a take was due; a man taken off without a take.
    (TWO_MEN, "a1 b2", {}, ["4.6"]), (TWO_MEN, "c3 b4", {}, ["4.6"]), (TURKISH, "g7 h8", {}, ["4.6"]),
    (TWO_MEN, "a1 c1", {}, ["4.2", "4.6"]), ("start", "c3 d4", {"removed": "d6"}, ["4.7"]),
    ("start", "c3 d4", {"removed": "a1"}, ["4.7"]), ("start", "", {"removed": "d6"}, ["4.7"]),
    # A take stopped before its end is also one of too few men, and no more with its one man removed; one too far.
    (TWO_MEN, "c3 e5", {}, ["4.8", "4.9"]), (TURKISH, "g7 d4", {}, ["4.8", "4.9"]),
    (TURKISH, "g7 e5", {}, ["4.8", "4.9"]), ("W:WKa1:Bg5,d4", "a1 h8", {}, ["4.8", "4.9"]),
    ("W:Wb6:Bc7,g5", "b6 d8", {}, ["4.8", "4.9"]), (TWO_MEN, "c3 e5", {"removed": "d4"}, ["4.8", "4.9"]),
    ("W:Wc1:Bd2,f4,f6,d6", "c1 e7", {"removed": "d2 f4 f6"}, ["4.8", "4.9"]), (TWO_MEN, "c3 e5 g7 h8", {}, ["4.8"]),
    # Men lifted while the take goes on, fewer or others removed, own ones, and removal stopped half way.
    (TURKISH, "g7 d4 a7 g1", {}, ["4.8", "4.10"]), (TURKISH, "g7 d4 a7", {"lifted_early": F6}, ["4.10"]),
    (TURKISH, "g7 d4 a7", {"lifted_early": F6, "removed": "b6"}, ["4.10"]),
    (TURKISH, "g7 d4 a7", {"removed": "f6"}, ["4.11"]), (TURKISH, "g7 d4 a7", {"removed": ""}, ["4.11"]),
    (TURKISH, "g7 d4 a7", {"removed": "b6 f6 f2"}, ["4.12"]),
    (TURKISH, "g7 d4 a7", {"removed": "f6 f2"}, ["4.11", "4.12"]),
    (TURKISH, "g7 d4 a7", {"removed": "f6", "stopped_removing": True}, ["4.13"]),
    (TWO_MEN, "c3 e5 g7", {"removed": "d4 f6 a1"}, ["4.14"]),
    # A take between the same squares is known by the men removed.
    (ROUNDABOUT, "b8 a5", {"removed": "b4 c7 f2"}, []), (ROUNDABOUT, "b8 a5", {"removed": "b4 c7 d4"}, []),
    (ROUNDABOUT, "b8 a5", {"removed": "b4 c7"}, ["4.11"]),
])  # fmt: skip
def test_each_violation_has_its_articles(fen, path, more, numbers):
    assert article_numbers(fen, path, **more) == numbers


@pytest.mark.article(
    "draughts:violations.4.1", "draughts:violations.4.3", "draughts:violations.4.4", "draughts:moves.11"
)
@pytest.mark.parametrize(("fen", "path", "more", "moves", "reason"), [
    ("start", "d6 c5", {"by": Side.BLACK}, "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4", "turn_restored"),
    ("start", "c3 d4", {"touches": (E3,)}, "e3-d4 e3-f4", "touched_man_moves"),
    ("start", "c3 d4", {"taken_back": ("e3", "f4")}, "e3-f4", "first_move_stands"),
    (TWO_MEN, "a1 b2", {}, "c3:g7", "free_choice"),
])  # fmt: skip
def test_the_correction_names_the_moves_that_are_left(fen, path, more, moves, reason):
    position = at(fen)
    result = correction(position, Conduct(**({"by": position.turn, "path": tuple(path.split())} | more)))
    assert ([move.text for move in result.moves], result.reason.code) == (moves.split(), reason)


def test_each_finding_has_its_own_sentence():
    (finding,) = diagnose(at(TWO_MEN), Conduct(Side.WHITE, ("a1", "b2")))
    assert finding.message.render() == "A capture was compulsory (c3:g7) but was not made."


@pytest.mark.parametrize(("conduct", "code"), [
    (Conduct(Side.WHITE), "nothing_done"), (Conduct(Side.WHITE, ("c3",)), "path_too_short"),
    (Conduct(Side.WHITE, ("d4", "e5")), "no_man_there"), (Conduct(Side.WHITE, ("c3", "z9")), "no_such_square"),
    (Conduct(Side.WHITE, ("c3", "d4"), removed=frozenset({"e5"})), "no_man_there"),
    (Conduct(Side.WHITE, ("c3", "d4"), removed=frozenset({"q"})), "no_man_there"),
])  # fmt: skip
def test_a_statement_that_contradicts_the_board_is_refused(conduct, code):
    with refused(BadInput, code):
        diagnose(START, conduct)


@pytest.mark.article("draughts:violations.4.9", "draughts:violations.4.8")
def test_every_legal_take_cut_short_is_found_and_played_out_is_not():
    for fen in (TURKISH, TWO_MEN, ROUNDABOUT, "W:Wc3:Bb6,d6,b4,d4", "W:Wb6:Bc7,g5"):
        position = at(fen)
        for move in position.legal_moves():
            assert article_numbers(fen, " ".join(move.squares), removed=" ".join(move.captured)) == []
            for count in range(2, len(move.squares)):
                assert article_numbers(fen, " ".join(move.squares[:count])) == ["4.8", "4.9"]
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
        conduct = Conduct(position.turn, move.squares, removed=frozenset(move.captured))
        assert diagnose(position, conduct) == ()


@pytest.mark.parametrize(("fen", "deed", "after"), [
    ("W:Wc3,a1:Bd4", "a1-b2", "B:Wc3,b2:Bd4"), ("W:Wc3:Bd4,h8", "c3-e5", "B:We5:Bh8,d4"),
    ("W:Wc3:Bd4,h8", "c3:e5", "B:We5:Bh8"), ("W:Wc3:Bd4,f6", "c3:e5", "B:We5:Bf6"),
    ("W:Wc3:Bd4,h8", "c3:e5 -0", "B:We5:Bh8,d4"), ("W:Wc3,h2:Bd4,h8", "c3-b4 -d4", "B:Wb4,h2:Bh8"),
    ("W:Wc3,h2:Bd4,h8", "c3:e5 -d4 -h2", "B:We5:Bh8"), ("W:Wc3,h2:Bd4,h8", "-d4", "B:Wc3,h2:Bh8"),
    ("W:Wc3:Bd4,h8", "d4-e5", "B:Wc3:Bh8,e5"), ("W:Wc3:Bd4,h8", "d4:b2", "B:W:Bh8,b2"),
    ("W:Wc7:Bh4", "c7-d8", "B:WKd8:Bh4"), ("W:Wc3,h2:Bd4,h8", "с3–с4", "B:Wh2:Bh8,d4"),
    ("W:Wc3:Bd4,h8", "c3-d4 -d4", "B:Wd4:Bh8"),  # onto the square of the man that was taken off
])  # fmt: skip
def test_an_executed_move_gives_the_expected_position(fen, deed, after):
    result = RULES.displace(at(fen), deed)
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

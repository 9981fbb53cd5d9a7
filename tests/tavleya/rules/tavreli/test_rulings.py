"""Each open point of the rules is an option: what the default does, and what the other choices do."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.registry import rules_for
from tavleya.rules.tavreli import TavreliRules
from tests.tavleya.refusals import refused
from tests.tavleya.rules.tavreli.helpers import legal, play, tower

DEFAULT = TavreliRules()


def test_double_step_over_own() -> None:
    text = "4k3/8/8/8/8/N7/PR7/4K3 w - A - 0 1"
    assert "a2-a4" not in legal(DEFAULT.position(text))
    rules = TavreliRules(double_step_over_own=True)
    start = rules.position(text)
    assert "a2-a4" in legal(start)
    # Over an occupied square there is nothing to be taken on in passing.
    assert play(start, "a2-a4", rules=rules).text().split()[4] == "-"


def test_covered_ratnik_keeps_double_step() -> None:
    text = "4k3/7r/8/8/8/2N5/PR7/4K3 w - A - 0 1"
    moves = ("c3-a2", "h7-h6", "a2-c3(1)", "h6-h7")
    assert "a2-a4" in legal(play(DEFAULT.position(text), *moves))
    rules = TavreliRules(covered_ratnik_keeps_double_step=False)
    assert "a2-a4" not in legal(play(rules.position(text), *moves, rules=rules))


@pytest.mark.parametrize(
    ("choice", "takes", "on_d6", "on_d5"),
    [("ratnik", True, "PH pq", "r B"), ("tower", True, "PH pq r B", ""), ("lone", False, "", "pq r B")],
)
def test_en_passant(choice: str, takes: bool, on_d6: str, on_d5: str) -> None:
    rules = TavreliRules(en_passant=choice)  # type: ignore[arg-type]
    stepped = play(rules.position("4k3/3pq4/8/3(rB)PH3/8/8/8/4K3 b - d - 0 1"), "d7-d5", rules=rules)
    assert ("e5-d6" in legal(stepped)) == takes
    after = play(stepped, "e5-d6", rules=rules) if takes else stepped
    assert (tower(after, "d6"), tower(after, "d5")) == (on_d6, on_d5)


@pytest.mark.parametrize(
    ("choice", "by_owner", "by_opponent"),
    [("always", "+r", "+r"), ("owner", "+r", "pr"), ("never", "pr", "pr")],
)
def test_promote_when_uncovered(choice: str, by_owner: str, by_opponent: str) -> None:
    rules = TavreliRules(promote_when_uncovered=choice)  # type: ignore[arg-type]
    owner = rules.position("7k/8/8/8/8/8/6K1/(rpr)7 b - - - 0 1")
    assert tower(play(owner, "a1-a5(1)", rules=rules), "a1") == by_owner
    opponent = rules.position("7k/8/8/8/8/8/6K1/(Rpr)7 w - - - 0 1")
    after = play(opponent, "a1-a5(1)", rules=rules)
    assert tower(after, "a1") == by_opponent
    assert bool(legal(after, "a1")) == (by_opponent == "+r")


@pytest.mark.parametrize(
    ("choice", "under_own", "under_opponent"),
    [("always", "PQ", "PQ"), ("opponent", "+Q", "PQ"), ("never", "+Q", "+Q")],
)
def test_demote_when_covered(choice: str, under_own: str, under_opponent: str) -> None:
    rules = TavreliRules(demote_when_covered=choice)  # type: ignore[arg-type]
    own = rules.position("6k1/8/8/8/3+Q4/8/4N3/1K6 w - - - 0 1")
    assert tower(play(own, "e2-d4", rules=rules), "d4") == f"N {under_own}"
    opponent = rules.position("6k1/8/8/8/3+Q4/8/4n3/1K6 b - - - 0 1")
    covered = play(opponent, "e2-d4", rules=rules)
    assert tower(covered, "d4") == f"n {under_opponent}"
    freed = play(covered, "b1-a1", "d4-b5(1)", rules=rules)
    assert ("d4-d7" in legal(freed)) == (under_opponent == "+Q")


def test_captured_rook_keeps_castling() -> None:
    text = "4k3/8/8/8/8/8/5n2/R3K2R b KQ - - 0 1"
    moves = ("f2-h1", "a1-a2", "h1-f2(1)", "a2-a3", "f2-g4")
    assert legal(play(DEFAULT.position(text), *moves), "0") == {"0-0"}
    rules = TavreliRules(captured_rook_keeps_castling=False)
    assert legal(play(rules.position(text), *moves, rules=rules), "0") == set()


def test_options_come_by_name_and_an_unknown_one_is_refused() -> None:
    assert rules_for("tavreli", {"en_passant": "lone"}) == TavreliRules(en_passant="lone")
    for options in ({"en_passant": "sometimes"}, {"double_step_over_own": "yes"}, {"captures": True}):
        with refused(BadInput, "unknown_option"):
            rules_for("tavreli", options)

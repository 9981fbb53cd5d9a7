"""Positions with their legal moves and move counts, from a generator of other hands."""

import json
from typing import Any

import pytest

from tavleya.rules.tavreli import TavreliPosition, generation
from tavleya.rules.tavreli.geometry import BIT
from tests.paths import DATA
from tests.tavleya.rules.tavreli.helpers import RULES

CASES = json.loads((DATA / "tavreli" / "cases.json").read_text())["cases"]
by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])


def perft(position: TavreliPosition, depth: int) -> int:
    """Return the number of lines of `depth` legal moves."""
    if depth == 0:
        return 1
    castlings = generation.castlings(position)
    if depth == 1:
        return sum(targets.bit_count() for _, _, targets in position.lifts()) + len(castlings)
    leaves = 0
    for origin, lifted, targets in position.lifts():
        while targets:
            target = targets.bit_length() - 1
            targets ^= BIT[target]
            leaves += perft(position.after(origin, target, lifted), depth - 1)
    return leaves + sum(perft(position.after(position.own_volhv, target), depth - 1) for target in castlings)


@by_name
def test_the_legal_moves_are_those_of_the_reference(case: dict[str, Any]) -> None:
    position = RULES.position(case["position"])
    assert [move.text for move in position.legal_moves()] == sorted(case["legal"])


@by_name
def test_the_status_is_that_of_the_reference(case: dict[str, Any]) -> None:
    position = RULES.position(case["position"])
    assert position.status().kind == case["status"]
    assert bool(position.checkers()) == case["in_check"]


@pytest.mark.long
@by_name
def test_counting_lines_agrees_with_the_reference(case: dict[str, Any]) -> None:
    position = RULES.position(case["position"])
    assert {depth: perft(position, int(depth)) for depth in case["perft"]} == case["perft"]


@by_name
def test_the_text_comes_back_as_it_went_in(case: dict[str, Any]) -> None:
    assert RULES.position(case["position"]).text() == case["position"]


def test_lines_from_the_start_to_depth_four() -> None:
    assert [perft(RULES.start(), depth) for depth in range(5)] == [1, 39, 1519, 68299, 3041483]

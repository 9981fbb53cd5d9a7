"""Listing, explaining, playing and doing bodily are four answers about a move; on any board they must agree."""

import pickle
import random
import re
from dataclasses import fields

import pytest

from tavleya.rules.tavreli import TavreliPosition, TavreliRules
from tests.paths import ROOT
from tests.tavleya.rules.tavreli.test_against_literal_rules import ENDGAMES, OPTIONS

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]


def some_positions(seed: int) -> list[tuple[TavreliRules, TavreliPosition]]:
    choose = random.Random(seed)
    rules = OPTIONS[seed % len(OPTIONS)]
    position = rules.position(["start", *ENDGAMES][seed % 3])
    results = []
    for ply in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        if ply % 20 == seed % 20:
            results.append((rules, position))
        position = position.play(choose.choice(moves))
    return results


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_a_move_is_explained_exactly_when_it_is_not_listed(seed: int) -> None:
    for rules, position in some_positions(seed):
        listed = {move.text for move in position.legal_moves()}
        castles = {"e1-g1", "e1-c1", "e8-g8", "e8-c8"}
        for origin in SQUARES:
            height = len(position.figures().get(origin, ())) or 1
            for target in SQUARES:
                if f"{origin}-{target}" in castles:
                    continue
                for count in range(1, height + 1):
                    canonical = f"{origin}-{target}" + (f"({count})" if count < height else "")
                    reason = rules.explain(position, f"{origin}-{target}({count})")
                    assert (reason is None) == (canonical in listed), (position, canonical, reason)


@pytest.mark.parametrize("seed", range(12, 24))
def test_a_legal_move_done_bodily_is_the_move_played(seed: int) -> None:
    for rules, position in some_positions(seed):
        for move in position.legal_moves():
            assert rules.displace(position, move.text) == position.play(move), (position, move)


def test_a_position_survives_being_stored_and_fetched() -> None:
    for _, position in some_positions(0):
        assert pickle.loads(pickle.dumps(position)) == position


def test_the_page_for_newcomers_lists_every_option() -> None:
    page = (ROOT / "docs" / "rules" / "tavreli.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert listed == [field.name for field in fields(TavreliRules)]

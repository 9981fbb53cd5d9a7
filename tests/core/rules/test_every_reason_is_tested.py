"""Each reason that the rules core can give has a code, and each code stands in a test that expects it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.rules.chess.samples import ROOT

RULES = ROOT / "core" / "rules"
#: Names for things, not reasons.
NAMES = ("piece_", "side_", "square_", "tower_words", "board_words")
#: Calls whose first argument is a code.
TELLS = {"Message", "_refuse", "_unclear", "_finding", "_fault", "_problem", "_warn", "_doubt"}


def codes(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in TELLS:
            for argument in node.args[:3]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    if argument.value.replace("_", "").isalpha() and argument.value.islower():
                        yield argument.value
                        break


def expected() -> set[str]:
    """Every string that stands in a test of the rules core."""
    return {
        node.value
        for path in (ROOT / "tests" / "core" / "rules").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("package", ["tavreli", "draughts", "chess", "chess960", "pgn", "pdn", "sheets"])
def test_every_code_of_a_reason_is_expected_by_a_test(package: str) -> None:
    told = {code for path in (RULES / package).glob("*.py") for code in codes(path)}
    assert told
    untested = {code for code in told - expected() if not code.startswith(NAMES)}
    assert untested == set()

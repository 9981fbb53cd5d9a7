"""Each reason of the rules core has a code, and each code is expected by a test."""

import ast
from importlib import import_module

import pytest

from tavleya.messages import code_of
from tests.tavleya.rules.chess.samples import ROOT

#: Names for things, not reasons.
NAMES = ("piece_", "side_", "square_")


def expected() -> set[str]:
    """Return every string in the tests of the rules core."""
    return {
        node.value
        for path in (ROOT / "tests" / "tavleya" / "rules").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("package", ["tavreli", "draughts", "chess", "pgn", "pdn", "sheets"])
def test_every_code_of_a_reason_is_expected_by_a_test(package: str) -> None:
    codes = {code_of(key) for key in import_module(f"tavleya.rules.{package}.messages").SENTENCES}
    assert codes
    assert {code for code in codes - expected() if not code.startswith(NAMES)} == set()

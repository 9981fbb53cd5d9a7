"""Each reason of the rules core has a code, and each code is expected by a test."""

import ast

import pytest

from tavleya.messages import code_of
from tavleya.rules.chess.messages import SENTENCES as CHESS
from tavleya.rules.draughts.messages import SENTENCES as DRAUGHTS
from tavleya.rules.messages import SENTENCES
from tavleya.rules.tavreli.messages import SENTENCES as TAVRELI
from tests.tavleya.rules.chess.samples import ROOT

#: Names for things, and sentences about a whole position or file, not reasons.
NAMES = (
    "black_to_move", "move_and_reason", "no_game", "other_game", "piece_", "side_", "square_", "towers_from_top",
    "unknown_game", "white_to_move",
)  # fmt: skip


def expected() -> set[str]:
    """Return every string in the tests of the rules core."""
    return {
        node.value
        for path in (ROOT / "tests" / "tavleya" / "rules").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("sentences", [TAVRELI, DRAUGHTS, CHESS, SENTENCES])
def test_every_code_of_a_reason_is_expected_by_a_test(sentences: dict[str, str]) -> None:
    codes = {code_of(key) for key in sentences}
    assert codes
    assert {code for code in codes - expected() if not code.startswith(NAMES)} == set()

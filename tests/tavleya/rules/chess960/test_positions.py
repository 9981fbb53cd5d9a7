"""Start positions by number, positions in both spellings of castling rights, and what is refused."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.chess960 import Chess960Rules
from tavleya.rules.chess960.starts import COUNT, STARTS, number_of
from tavleya.rules.contract import BadPosition
from tavleya.rules.registry import rules_for, spec_of

RULES = Chess960Rules()


def test_every_number_is_a_different_start_position() -> None:
    rows = {STARTS.opening(code).words for code in STARTS.codes}
    assert len(STARTS.codes) == len(rows) == COUNT
    for row in rows:
        bishops = [index for index, piece in enumerate(row) if piece == "B"]
        rooks = [index for index, piece in enumerate(row) if piece == "R"]
        assert sum(bishops) % 2 == 1 and rooks[0] < row.index("K") < rooks[1]
        assert sorted(row) == sorted("RNBQKBNR")


@pytest.mark.parametrize(
    ("number", "row"),
    [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")],
)
def test_numbers_are_those_of_the_guidelines(number: int, row: str) -> None:
    position = RULES.position(str(number))
    assert position.text() == f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1"
    assert number_of(position) == number
    words = spec_of("chess960").start_words
    assert words is not None and words(position) == f"{number}: {row}"


def test_both_spellings_of_the_castling_rights_are_one_position() -> None:
    shredder = RULES.position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
    x_fen = RULES.position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9")
    assert shredder == x_fen and shredder.repetition_key() == x_fen.repetition_key()


def test_a_right_of_an_inner_rook_keeps_its_file() -> None:
    position = RULES.position("4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1")
    assert position.text() == "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1"
    castling = [move.text for move in position.legal_moves() if move.text == "e1g1"]
    assert castling and "e1h1" not in {move.text for move in position.legal_moves()}


@pytest.mark.parametrize(("text", "reason"), [
    ("960", "no_start_position"), ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w XY - 0 1", "bad_castling_rights"),
    ("4k3/8/8/8/8/8/8/R3K3 w H - 0 1", "bad_castling_rights"),
])  # fmt: skip
def test_an_invalid_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as excinfo:
        RULES.position(text)
    assert reason in (excinfo.value.code, excinfo.value.detail.get("reason"))


def test_a_given_start_position_is_an_option_of_the_rules() -> None:
    rules = rules_for("chess960", {"start_position": "0"})
    assert rules.start().text().startswith("bbqnnrkr/")
    assert rules.position("start") == rules.start()
    assert rules_for("chess960").start().text() == rules_for("chess").start().text()
    for wrong in ("1000", "no position", 1.5):
        with pytest.raises(BadInput):
            rules_for("chess960", {"start_position": wrong})

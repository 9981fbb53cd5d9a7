"""Captured pieces beside a player's name: counted from the two positions, promotions aside."""

import pytest

from games.views.ledger import captured
from tavleya.rules.registry import rules_for, spec_of
from tavleya.sides import Side


def taken(fen: str, by: Side) -> dict[str, int]:
    rules, pieces = rules_for("chess", {}), spec_of("chess").pieces
    start, now = rules.position("start").figures(), rules.position(fen).figures()
    return {item.name: item.count for item in captured(by, start, now, pieces)}


@pytest.mark.parametrize(("fen", "by", "expected"), [
    ("start", Side.WHITE, {}),
    ("rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", Side.WHITE, {"black queen": 1, "black pawn": 1}),
    ("rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", Side.BLACK, {"white pawn": 1}),
    # A white pawn has become a queen, so it was not captured.
    ("4k3/8/8/8/8/8/PPPPPPP1/RNBQKBNQ w - - 0 1", Side.BLACK, {"white rook": 1}),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Side.WHITE,
     {"black queen": 1, "black rook": 2, "black bishop": 2, "black knight": 2, "black pawn": 8}),
])  # fmt: skip
def test_captured_pieces_are_the_missing_pieces_of_the_other_side(fen, by, expected):
    assert taken(fen, by) == expected


def test_the_greatest_come_first_and_are_written_as_letters() -> None:
    rules, pieces = rules_for("chess", {}), spec_of("chess").pieces
    now = rules.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").figures()
    groups = captured(Side.WHITE, rules.position("start").figures(), now, pieces)
    assert "".join(group.signs for group in groups).replace("\ufe0e", "") == "♛♜♜♝♝♞♞♟♟♟♟♟♟♟♟"
    assert all(group.sign.endswith("\ufe0e") for group in groups)


@pytest.mark.parametrize("game", ["draughts", "tavreli"])
def test_a_game_without_signs_of_its_pieces_shows_nothing(game: str) -> None:
    rules = rules_for(game, {})
    start = rules.position("start").figures()
    assert captured(Side.WHITE, start, {}, spec_of(game).pieces) == ()

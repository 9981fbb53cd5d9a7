"""Legal moves against reference positions, published counts and a slow generator written word for word."""

import random

import pytest
from hypothesis import given, settings

from tavleya.rules.draughts import DraughtsPosition
from tavleya.rules.draughts.board import RUSSIAN
from tavleya.rules.draughts.generator import perft
from tavleya.sides import Side
from tests.amounts import examples
from tests.tavleya.rules.draughts import literal
from tests.tavleya.rules.draughts.samples import RULES, START, at, reference
from tests.tavleya.rules.draughts.strategies import positions

CASES = {case["id"]: case for case in reference()["cases"]}


def white(position: DraughtsPosition) -> bool:
    return position.turn is Side.WHITE


@pytest.mark.parametrize("name", CASES)
def test_every_reference_position_has_its_legal_moves_and_no_other(name):
    case = CASES[name]
    position = at(case["fen"])
    result = {
        (m.origin, m.target, frozenset(m.captured), position.play(m).text(), position.crowns(m))
        for m in position.legal_moves()
    }
    expected = set()
    for move in case["legal_moves"]:
        squares = move["paths"][0].replace("-", ":").split(":")
        after = at(move["after"]).text() if not move["after"].endswith(":B") else None
        expected.add((squares[0], squares[-1], frozenset(move["captured"]), after, move["promotes"]))
    # A text that leaves one side without men is compared by the men of the other.
    assert {entry[:3] + entry[4:] for entry in result} == {entry[:3] + entry[4:] for entry in expected}
    for entry in expected:
        assert entry[3] is None or entry in result


@pytest.mark.parametrize("name", CASES)
def test_every_path_of_a_reference_move_is_read_as_that_move(name):
    case = CASES[name]
    position = at(case["fen"])
    for move in case["legal_moves"]:
        for path in move["paths"]:
            assert set(RULES.read(position, path).captured) == set(move["captured"])


@pytest.mark.parametrize("name", CASES)
def test_lines_are_counted_as_in_the_reference(name):
    case = CASES[name]
    position = at(case["fen"])
    counts = [perft(position.pieces, white(position), depth) for depth in range(1, len(case["perft"]) + 1)]
    assert counts == case["perft"]


def test_lines_from_the_start_are_counted_as_published():
    published = reference()["published_start"]["unique"]
    counted = [perft(START.pieces, True, depth) for depth in range(1, 9)]
    assert counted == published[:8]


def by_order_of_taking(position: DraughtsPosition, depth: int) -> int:
    """Like perft, with two orders of taking the same men counted apart."""
    if depth == 0:
        return 1
    return sum(
        len(move.routes) * by_order_of_taking(position.play(move), depth - 1)
        for move in position.legal_moves()
    )


@pytest.mark.parametrize("name", CASES)
def test_every_order_of_taking_the_same_men_is_known(name):
    case = CASES[name]
    position = at(case["fen"])
    counts = [by_order_of_taking(position, depth) for depth in range(1, 5)]
    assert counts == case["perft_by_capture_order"][:4]


def agrees_with_the_literal_rules(position: DraughtsPosition) -> None:
    moves = position.legal_moves()
    result = {}
    for move in moves:
        after = position.play(move)
        is_king = move.target in RUSSIAN.names(after.kings(position.turn))
        result[move.origin, move.target, frozenset(move.captured)] = is_king
    assert result == literal.results(position.text()), position.text()
    assert len(result) == len(moves), "a move is listed twice"
    assert len({move.text for move in moves}) == len(moves), "two moves share a text"


def test_random_games_have_the_moves_of_the_literal_rules():
    rng = random.Random(1964)
    for _ in range(60):
        position = START
        for _ in range(120):
            agrees_with_the_literal_rules(position)
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))


@settings(max_examples=examples(300), deadline=None)
@given(positions())
def test_any_position_has_the_moves_of_the_literal_rules(position):
    agrees_with_the_literal_rules(position)


@settings(max_examples=examples(300), deadline=None)
@given(positions())
def test_every_legal_move_is_read_back_from_its_texts(position):
    for move in position.legal_moves():
        assert RULES.read(position, move.text) == move
        assert RULES.read(position, move.full_text) == move


@settings(max_examples=examples(300), deadline=None)
@given(positions())
def test_the_bits_never_leave_the_board(position):
    for move in position.legal_moves():
        after = position.play(move)
        assert RUSSIAN.all | after.owned(Side.WHITE) | after.owned(Side.BLACK) == RUSSIAN.all
        assert not after.owned(Side.WHITE) & after.owned(Side.BLACK)
        assert not after.men(Side.WHITE) & RUSSIAN.crown[True]
        assert not after.men(Side.BLACK) & RUSSIAN.crown[False]

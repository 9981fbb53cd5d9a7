"""The core and a slow word-for-word implementation play the same random games, under many sets of options."""

import random

import pytest

from tavleya.rules.contract import StatusKind
from tavleya.rules.tavreli import TavreliMove, TavreliPosition, TavreliRules
from tavleya.rules.tavreli.geometry import NAMES
from tests.tavleya.rules.tavreli.literal import Literal

OPTIONS = [
    TavreliRules(),
    TavreliRules(double_step_over_own=True),
    TavreliRules(en_passant="tower", promote_when_uncovered="owner"),
    TavreliRules(en_passant="lone", demote_when_covered="opponent"),
    TavreliRules(promote_when_uncovered="never", demote_when_covered="never", carried_ratnik_resets=True),
    TavreliRules(
        covered_ratnik_keeps_double_step=False, captured_rook_keeps_castling=False, splitting_resets=True
    ),
]
GAMES = 600
PLIES = 120
EVERY = 8  # plies between two comparisons of all moves; the positions are compared at every ply

# Sparse boards, where promotion, en passant and volhvs on towers are common.
ENDGAMES = [
    "4k3/PR1PN1(PQbr)2PH/8/8/8/8/1(pnB)2pr1pq1/4K3 w - - - 0 1",
    "4k3/1pn1pqphpb2/8/PR2PB2PN1/2pr2pn2/8/1PN1PQPHPB2/4K3 w - BDEFbdef - 0 1",
]


def square_of(number: int) -> tuple[int, int]:
    return "abcdefgh".index(NAMES[number][0]) + 1, int(NAMES[number][1])


def follow(literal: Literal, move: TavreliMove) -> Literal:
    if move.castling:
        return literal.castle(short=move.text == "0-0")
    origin, target = square_of(move.origin), square_of(move.target)
    return literal.carry(origin, target, move.lifted or len(literal.board[origin]))


def compare_moves(position: TavreliPosition, literal: Literal) -> None:
    moves = [move.text for move in position.legal_moves()]
    expected = literal.legal()
    assert moves == sorted(expected), position.text()
    kinds = {
        (True, False): StatusKind.ONGOING,
        (True, True): StatusKind.CHECK,
        (False, True): StatusKind.CHECKMATE,
        (False, False): StatusKind.STALEMATE,
    }
    assert position.status().kind is kinds[bool(expected), literal.in_check()]


def play_and_compare(rules: TavreliRules, start: str, seed: int) -> None:
    choose = random.Random(seed)
    position = rules.position(start)
    literal = Literal(position.text(), rules)
    for ply in range(PLIES):
        moves = position.legal_moves()
        if ply % EVERY == seed % EVERY or not moves:
            compare_moves(position, literal)
        if not moves:
            return
        whole = [move for move in moves if not move.lifted]
        move = choose.choice(whole if whole and choose.random() < 0.3 else moves)
        position, literal = position.play(move), follow(literal, move)
        assert position.text() == literal.text()


@pytest.mark.long
@pytest.mark.parametrize("batch", range(12))
def test_random_games_agree_move_by_move(batch: int) -> None:
    for game in range(GAMES // 12):
        seed = batch * 1000 + game
        play_and_compare(OPTIONS[seed % len(OPTIONS)], "start", seed)


@pytest.mark.long
@pytest.mark.parametrize("start", ENDGAMES)
@pytest.mark.parametrize("rules", OPTIONS, ids=range(len(OPTIONS)))
def test_games_from_sparse_boards_agree_move_by_move(rules: TavreliRules, start: str) -> None:
    for seed in range(40):
        play_and_compare(rules, start, seed)

"""Tavreli against the rules read literally, recorded games, reference cases, and reasons."""

import json
import pickle
import random
import re
from dataclasses import fields
from typing import Any

import pytest

from tavleya.rules.contract import StatusKind, Style
from tavleya.rules.tavreli import TavreliMove, TavreliPosition, TavreliRules, generation
from tavleya.rules.tavreli.pieces import BIT, NAMES
from tests.paths import DATA, ROOT
from tests.tavleya.rules.tavreli.helpers import RULES, play, position
from tests.tavleya.rules.tavreli.literal import Literal

OPTIONS = [
    TavreliRules(),
    TavreliRules(double_step_over_own=True),
    TavreliRules(en_passant="tower", promote_when_uncovered="owner"),
    TavreliRules(en_passant="lone", demote_when_covered="opponent"),
    TavreliRules(promote_when_uncovered="never", demote_when_covered="never", carried_ratnik_resets=True),
    TavreliRules(covered_ratnik_keeps_double_step=False, captured_rook_keeps_castling=False, splitting_resets=True),
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
        (True, False): StatusKind.ONGOING, (True, True): StatusKind.CHECK,
        (False, True): StatusKind.CHECKMATE, (False, False): StatusKind.STALEMATE,
    }  # fmt: skip
    assert position.status().kind is kinds[bool(expected), literal.in_check()]


def play_and_compare(rules: TavreliRules, start: str, seed: int) -> None:
    rng = random.Random(seed)
    position = rules.position(start)
    literal = Literal(position.text(), rules)
    for ply in range(PLIES):
        moves = position.legal_moves()
        if ply % EVERY == seed % EVERY or not moves:
            compare_moves(position, literal)
        if not moves:
            return
        whole = [move for move in moves if not move.lifted]
        move = rng.choice(whole if whole and rng.random() < 0.3 else moves)
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


SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]


def some_positions(seed: int) -> list[tuple[TavreliRules, TavreliPosition]]:
    rng = random.Random(seed)
    rules = OPTIONS[seed % len(OPTIONS)]
    position = rules.position(["start", *ENDGAMES][seed % 3])
    positions = []
    for ply in range(60):
        moves = position.legal_moves()
        if not moves:
            break
        if ply % 20 == seed % 20:
            positions.append((rules, position))
        position = position.play(rng.choice(moves))
    return positions


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_a_move_is_explained_exactly_when_it_is_not_listed(seed: int) -> None:
    for rules, board in some_positions(seed):
        listed = {move.text for move in board.legal_moves()}
        castles = {"e1-g1", "e1-c1", "e8-g8", "e8-c8"}
        for origin in SQUARES:
            height = len(board.figures().get(origin, ())) or 1
            for target in SQUARES:
                if f"{origin}-{target}" in castles:
                    continue
                for count in range(1, height + 1):
                    canonical = f"{origin}-{target}" + (f"({count})" if count < height else "")
                    reason = rules.explain(board, f"{origin}-{target}({count})")
                    assert (reason is None) == (canonical in listed), (board, canonical, reason)


@pytest.mark.parametrize("seed", range(12, 24))
def test_a_legal_move_done_bodily_is_the_move_played(seed: int) -> None:
    for rules, board in some_positions(seed):
        for move in board.legal_moves():
            assert rules.displace(board, move.text) == board.play(move), (board, move)


def test_a_position_survives_being_stored_and_fetched() -> None:
    for _, board in some_positions(0):
        assert pickle.loads(pickle.dumps(board)) == board


def test_the_page_for_newcomers_lists_every_option() -> None:
    page = (ROOT / "docs" / "rules" / "tavreli.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert listed == [field.name for field in fields(TavreliRules)]


START = RULES.start().text()
CASES = [
    ("nothing_there", START, "e4-e5", "e4"), ("opponents_tower", START, "e7-e5", "e7"),
    ("opponents_tower", "4k3/8/8/8/4(nQ)3/8/8/4K3 w - - - 0 1", "e4-e5", "e4"),
    ("another_piece", START, "♘e2-e4", "e2"),
    ("lifts_too_many", "4k3/8/8/8/8/8/(RN)7/4K3 w - - - 0 1", "a2-a8(3)", "2"),
    ("lifts_none", START, "e2-e4(0)", "e2"), ("goes_nowhere", START, "e2-e2", ""),
    ("onto_volhv", "4k3/8/8/8/8/8/4R3/4K3 w - - - 0 1", "e2-e8", "e8"),
    ("onto_volhv", "4k3/8/8/8/8/8/4R3/4K3 w - - - 0 1", "e2-e1", "e1"), ("not_its_way", START, "g1-g3", "g3"),
    ("not_its_way", START, "e2-e5", "e5"), ("blocked", START, "a1-a4", "a2"),
    ("blocked", "4k3/8/8/2n5/8/4N3/5B2/4K3 w - - - 0 1", "f2-b6", "e3"),
    ("ratnik_blocked", "4k3/8/8/8/8/n7/PR7/4K3 w - A - 0 1", "a2-a3", "a3"),
    ("double_step_lost", "4k3/8/8/8/8/8/PR7/4K3 w - - - 0 1", "a2-a4", "a2"),
    ("double_step_blocked", "4k3/8/8/8/8/N7/PR7/4K3 w - A - 0 1", "a2-a4", "a3"),
    ("double_step_onto_opponent", "4k3/8/8/8/n7/8/PR7/4K3 w - A - 0 1", "a2-a4", "a4"),
    ("diagonal_onto_nothing", START, "e2-d3", "d3"),
    ("diagonal_onto_own", "4k3/8/8/8/8/1N6/PR7/4K3 w - A - 0 1", "a2-b3", "b3"),
    ("castling_lost", "r3k2r/8/8/8/8/8/8/R3K2R w kq - - 0 1", "0-0", ""),
    ("castling_lost_there", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - - 0 1", "0-0", "h1"),
    ("castling_rook_covered", "4k3/8/8/8/8/8/8/4K2(nR) w K - - 0 1", "0-0", "h1"),
    ("castling_occupied", START, "0-0-0", "d1"),
    ("castling_in_check", "4k3/8/8/8/4r3/8/8/4K2R w K - - 0 1", "0-0", "e4"),
    ("castling_through_check", "4k3/8/8/8/5r2/8/8/4K2R w K - - 0 1", "0-0", "f4"),
    ("castling_into_check", "4k3/8/8/8/6r1/8/8/4K2R w K - - 0 1", "e1-g1", "g4"),
    ("frees_attacker", "7k/8/8/8/8/8/8/K2(Nr)4 w - - - 0 1", "d1-b2(1)", "d1"),
    ("promotes_attacker", "7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1", "d1-b2(1)",
     "The ratnik uncovered on d1 is promoted (ratoborets) and attacks the volhv on a1."),
    ("volhv_into_attack", "7k/8/8/3r4/8/8/4K3/8 w - - - 0 1", "e2-d2", "d5"),
    ("frees_attacker", "7k/8/8/8/8/8/8/(Kr)7 w - - - 0 1", "a1-a2(1)", "a1"),
    ("volhvs_adjacent", "8/8/8/4k3/8/4K3/8/8 w - - - 0 1", "e3-e4", ""),
    ("still_in_check", "4k3/8/8/8/4r3/8/7N/4K3 w - - - 0 1", "h2-f1", "e4"),
    ("exposes_volhv", "4k3/8/8/8/4r3/8/4N3/4K3 w - - - 0 1", "e2-c3", "e4"),
    ("game_over_checkmate", "k7/8/1(+Hq)6/8/8/8/8/4K3 b - - - 0 1", "a8-a7", ""),
    ("game_over_stalemate", "k7/2(Qrn)5/8/8/8/8/8/4K3 b - - - 0 1", "a8-a7", ""),
    ("unreadable_move", START, "hello", "hello"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "move", "names"), CASES, ids=[f"{c[0]}-{c[2]}" for c in CASES])
def test_the_reason_names_its_square(code: str, text: str, move: str, names: str) -> None:
    reason = RULES.explain(position(text), move)
    assert reason.code == code
    assert names in reason.render()


@pytest.mark.parametrize(("options", "text", "moves", "code"), [
    ({}, "4k3/3pq4/8/4PH3/8/8/8/R3K3 b - d - 0 1", "d7-d5 a1-a2 e8-f8", "diagonal_onto_nothing"),  # one move too late
    ({"en_passant": "lone"}, "4k3/3pq4/8/3rPH3/8/8/8/4K3 b - d - 0 1", "d7-d5", "en_passant_from_tower"),
])  # fmt: skip
def test_a_double_step_that_cannot_be_taken_has_its_reason(options, text, moves, code) -> None:
    rules = TavreliRules(**options)
    assert rules.explain(play(rules.position(text), *moves.split(), rules=rules), "e5-d6").code == code


REFERENCES = json.loads((DATA / "tavreli" / "cases.json").read_text())["cases"]
by_name = pytest.mark.parametrize("case", REFERENCES, ids=lambda case: case["name"])


@by_name
def test_text_legal_moves_and_status_are_those_of_the_reference(case: dict[str, Any]) -> None:
    position = RULES.position(case["position"])
    assert position.text() == case["position"]
    assert [move.text for move in position.legal_moves()] == sorted(case["legal"])
    assert position.status().kind == case["status"]
    assert bool(position.checkers()) == case["in_check"]


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


@pytest.mark.long
@by_name
def test_counting_lines_agrees_with_the_reference(case: dict[str, Any]) -> None:
    position = RULES.position(case["position"])
    assert {depth: perft(position, int(depth)) for depth in case["perft"]} == case["perft"]


def test_lines_from_the_start_to_depth_four() -> None:
    assert [perft(RULES.start(), depth) for depth in range(5)] == [1, 39, 1519, 68299, 3041483]


RECORDED = json.loads((DATA / "tavreli" / "games.json").read_text())["games"]
game_named = pytest.mark.parametrize("game", RECORDED, ids=lambda game: game["name"])


def test_there_are_twenty_two_games_of_789_plies() -> None:
    assert (len(RECORDED), sum(len(game["moves"]) for game in RECORDED)) == (22, 789)


@game_named
def test_every_move_is_legal_and_every_position_is_read_back_to_the_final_one(game: dict[str, Any]) -> None:
    position = RULES.start()
    for text in game["moves"]:
        move = RULES.read(position, text)
        assert move.text == text
        position = position.play(move)
        reread = RULES.position(position.text())
        assert reread == position
        assert reread.repetition_key() == position.repetition_key()
        assert reread.legal_moves() == position.legal_moves()
    text, status, moves = game["final"]
    assert position.text() == text
    assert position.status().kind == status
    assert len(position.legal_moves()) == moves


@game_named
@pytest.mark.parametrize(
    "style", [Style("book", "ru"), Style("book", "uk"), Style("book", "en"), Style("short"), Style("figurine")], ids=str
)
def test_every_style_is_read_back_as_the_same_move(game: dict[str, Any], style: Style) -> None:
    position = RULES.start()
    for text in game["moves"]:
        move = RULES.read(position, text)
        written = RULES.write(position, move, style)
        assert RULES.read(position, written) == move, written
        position = position.play(move)

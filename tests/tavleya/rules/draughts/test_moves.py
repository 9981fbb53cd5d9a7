"""Moves of draughts: the articles on moves and takes, and legal moves against the literal rules."""

import random

import pytest
from hypothesis import given, settings

from tavleya.errors import BadInput
from tavleya.rules.contract import Figure, Touch
from tavleya.rules.draughts import DraughtsPosition
from tavleya.rules.draughts.generator import RUSSIAN, perft
from tavleya.rules.draughts.rules import displace
from tavleya.rules.draughts.violations import Conduct, diagnose
from tavleya.sides import Side
from tests.amounts import examples
from tests.tavleya.refusals import refused
from tests.tavleya.rules.draughts import literal
from tests.tavleya.rules.draughts.samples import RULES, START, at, code, played, positions, reference, texts

MAN, KING = Figure("M", Side.WHITE), Figure("D", Side.WHITE)


@pytest.mark.article("draughts:first-move")
def test_white_makes_the_first_move():
    assert START.turn is Side.WHITE
    assert code(START, "d6-c5") == "not_your_man"
    assert played(START, "c3-d4").turn is Side.BLACK


@pytest.mark.article("draughts:moves.1", "draughts:moves.2")
def test_men_and_kings_are_different_and_move_differently():
    position = at("W:Wb2,Kg1:Bh8")
    assert position.figures()["b2"] == (MAN,)
    assert position.figures()["g1"] == (KING,)
    assert [text for text in texts(position) if text.startswith("b2")] == ["b2-a3", "b2-c3"]
    assert [text for text in texts(position) if text.startswith("g1")] == [
        "g1-a7", "g1-b6", "g1-c5", "g1-d4", "g1-e3", "g1-f2", "g1-h2",
    ]  # fmt: skip


@pytest.mark.article("draughts:moves.3")
def test_a_move_carries_one_man_from_square_to_square_and_passes_the_turn():
    after = played(START, "c3-d4")
    removed = START.figures().keys() - after.figures().keys()
    new = after.figures().keys() - START.figures().keys()
    assert (removed, new, after.turn) == ({"c3"}, {"d4"}, Side.BLACK)


@pytest.mark.article("draughts:moves.4")
@pytest.mark.parametrize(("text", "reason"), [
    ("d4-c5", "legal"), ("d4-e5", "legal"), ("d4-c3", "men_go_forward"), ("d4-f6", "too_far_for_a_man"),
    ("d4-d5", "light_square"), ("d4-d6", "not_diagonal"), ("a1-b2", "target_occupied"),
])  # fmt: skip
def test_a_man_goes_one_square_forward_on_a_diagonal_to_a_free_square(text, reason):
    assert code(at("W:Wd4,a1,b2:Bh8"), text) == reason


@pytest.mark.article("draughts:moves.4")
def test_a_black_man_goes_the_other_way():
    assert texts(at("B:Wh2:Bd4")) == ["d4-c3", "d4-e3"]


@pytest.mark.article("draughts:moves.5")
def test_a_man_that_reaches_the_last_row_is_a_king():
    assert played(at("W:Wc7:Bh4"), "c7-d8").figures()["d8"] == (KING,)
    assert played(at("B:Wh4:Bc3"), "c3-d2").figures()["d2"] == (Figure("M", Side.BLACK),)
    assert played(at("B:Wh4:Bd2"), "d2-e1").figures()["e1"] == (Figure("D", Side.BLACK),)


@pytest.mark.article("draughts:moves.6")
def test_the_record_crowns_always_and_a_missing_crown_is_a_violation():
    position = at("W:Wc7:Bh4")
    assert displace(position, "c7-d8").figures()["d8"] == (KING,)
    result = diagnose(position, Conduct(Side.WHITE, ("c7", "d8"), uncrowned=True))
    assert [finding.message.code for finding in result] == ["not_crowned"]
    assert diagnose(position, Conduct(Side.WHITE, ("c7", "d8"))) == ()


@pytest.mark.article("draughts:moves.7")
def test_a_king_stays_a_king_wherever_it_goes():
    position = played(at("W:WKd8:Bh8,h6"), "d8-a5", "h6-g5", "a5-e1", "g5-h4", "e1-a5")
    assert position.figures()["a5"] == (KING,)


@pytest.mark.article("draughts:moves.8")
def test_a_new_king_moves_only_after_the_reply():
    position = played(at("W:Wc7:Bh8,a5"), "c7-d8")
    assert position.turn is Side.BLACK
    assert code(position, "d8-e7") == "not_your_man"
    assert "d8-e7" in texts(played(position, "h8-g7"))


@pytest.mark.article("draughts:moves.9")
def test_a_king_goes_any_distance_both_ways_over_free_squares():
    position = at("W:WKd4,f6:Ba7")
    assert texts(position) == [
        "d4-a1", "d4-b2", "d4-b6", "d4-c3", "d4-c5", "d4-e3", "d4-e5", "d4-f2", "d4-g1", "f6-e7", "f6-g7",
    ]  # fmt: skip
    assert code(position, "d4-g7") == "way_barred"
    assert code(position, "d4-h4") == "not_diagonal"


@pytest.mark.article("draughts:moves.10")
def test_a_move_from_which_the_hand_was_taken_counts_as_made():
    conduct = Conduct(Side.WHITE, ("c3", "b4"), taken_back=("c3", "d4"))
    assert [f.article for f in diagnose(START, conduct)] == ["violations.4.4"]


@pytest.mark.article("draughts:moves.11")
def test_a_touched_man_that_can_move_must_move():
    duty = RULES.bound_moves(START, [Touch("e3"), Touch("c3")])
    assert (duty.square, duty.reason.code, duty.free) == ("e3", "touched_man_moves", False)
    assert [move.text for move in duty.moves] == ["e3-d4", "e3-f4"]


@pytest.mark.article("draughts:moves.11")
def test_a_touched_man_that_cannot_move_binds_to_nothing():
    duty = RULES.bound_moves(START, [Touch("a1")])
    assert (duty.moves, duty.reason.code, duty.free) == (START.legal_moves(), "free_choice", True)
    assert RULES.bound_moves(START, [Touch("a1"), Touch("c3")]).square == "c3"
    assert RULES.bound_moves(START, [Touch("c7")]).square == ""


@pytest.mark.article("draughts:moves.11")
def test_a_touched_man_that_cannot_take_does_not_free_from_the_take():
    position = at("W:Wc3,g3:Bd4,h8")
    assert [move.text for move in RULES.bound_moves(position, [Touch("g3")]).moves] == ["c3:e5"]


@pytest.mark.article("draughts:moves.12")
def test_the_touched_man_may_go_to_any_square_it_can_reach():
    duty = RULES.bound_moves(at("W:WKa1,h2:Bh8"), [Touch("a1")])
    assert [move.target for move in duty.moves] == ["b2", "c3", "d4", "e5", "f6", "g7"]


@pytest.mark.article("draughts:moves.13")
def test_an_announced_adjustment_binds_to_nothing():
    assert RULES.bound_moves(START, [Touch("e3", adjusting=True)]).square == ""
    assert RULES.bound_moves(START, [Touch("e3", adjusting=True), Touch("g3")]).square == "g3"


@pytest.mark.article("draughts:moves.14")
def test_touching_out_of_turn_has_no_consequence():
    black_at_whites_turn = [Touch("d6"), Touch("c3", adjusting=True)]
    duty = RULES.bound_moves(START, black_at_whites_turn)
    assert (duty.square, duty.moves) == ("", START.legal_moves())


def test_an_invalid_square_is_refused():
    with refused(BadInput, "no_such_square"):
        RULES.bound_moves(START, [Touch("c3"), Touch("j9")])


def articles(position, path, **more):
    conduct = Conduct(position.turn, tuple(path.split()), **more)
    return [finding.article.removeprefix("violations.") for finding in diagnose(position, conduct)]


@pytest.mark.article("draughts:takes.1")
def test_a_take_is_compulsory_forwards_and_backwards_and_is_one_move():
    forwards, backwards = at("W:Wc3,a1:Bd4"), at("W:Wc5,a1:Bd4")
    assert texts(forwards) == ["c3:e5"]
    assert texts(backwards) == ["c5:e3"]
    assert RULES.explain(forwards, "a1-b2").render() == "Capturing is compulsory: c3:e5."
    assert played(forwards, "c3:e5").turn is Side.BLACK


@pytest.mark.article("draughts:takes.1", "draughts:takes.7")
def test_own_men_cannot_be_taken_or_jumped():
    assert code(at("W:Wc3,d4:Bh8"), "c3:e5") == "own_man_in_the_way"
    assert code(at("W:WKa1,c3,g5:Bd4,h6"), "a1:e5") == "own_man_in_the_way"
    assert "c1:g5" not in texts(at("W:WKc1,e3:Bf4"))


@pytest.mark.article("draughts:takes.2")
@pytest.mark.parametrize(("text", "takes"), [("W:Wc3:Bd4", True), ("W:Wc3:Bd4,e5", False), ("W:Wc3:Be5", False)])
def test_a_man_takes_its_neighbour_if_the_square_behind_is_free(text, takes):
    assert ("c3:e5" in texts(at(text))) is takes
    if takes:
        assert "d4" not in played(at(text), "c3:e5").figures()


@pytest.mark.article("draughts:takes.3")
def test_a_king_takes_from_a_distance_and_lands_on_any_free_square_behind():
    assert texts(at("W:WKa1:Bd4")) == ["a1:e5", "a1:f6", "a1:g7", "a1:h8"]
    assert texts(at("W:WKa1:Bd4,g7")) == ["a1:h8"]
    assert texts(at("W:WKa1:Bd4,f6,g7")) == ["a1:e5"]
    assert not [text for text in texts(at("W:WKa1:Bd4,e5")) if ":" in text]


@pytest.mark.article("draughts:takes.4")
def test_the_man_taken_is_off_the_board_when_the_take_is_over():
    position = at("W:Wc3:Bd4,h8")
    assert set(played(position, "c3:e5").figures()) == {"e5", "h8"}
    assert articles(position, "c3 e5", removed=frozenset()) == ["4.11"]


@pytest.mark.article("draughts:takes.5")
def test_a_man_goes_on_taking_while_it_can():
    position = at("W:Wc1:Bd2,f4,f6,d6")
    assert texts(position) == ["c1:c5"]
    assert RULES.read(position, "c1:c5").squares == ("c1", "e3", "g5", "e7", "c5")
    for unfinished in ("c1:e3", "c1:e3:g5", "c1:g5", "c1:e7"):
        assert code(position, unfinished) == "take_not_finished"


@pytest.mark.article("draughts:takes.6")
def test_a_king_must_land_where_it_can_go_on():
    position = at("W:WKa1:Bg5,d4")
    assert texts(position) == ["a1:h4"]
    assert RULES.read(position, "a1:f6:h4").captured == ("d4", "g5")
    assert code(position, "a1:e5") == "king_must_go_on"
    assert RULES.explain(position, "a1:h8").render().endswith("(f6).")
    assert played(position, "a1:h4").figures().keys() == {"h4"}


@pytest.mark.article("draughts:takes.6")
def test_a_king_ends_on_any_free_square_behind_the_last_man():
    position = at("W:WKa1:Bc3,f4,h8")
    assert texts(position) == ["a1:g3", "a1:h2"]
    assert {move.squares[1] for move in position.legal_moves()} == {"e5"}


@pytest.mark.article("draughts:takes.6")
def test_a_king_that_goes_straight_on_may_be_written_with_any_landing_between():
    position = at("W:WKa1:Bc3,g7")
    assert texts(position) == ["a1:h8"]
    for landing in ("d4", "e5", "f6"):
        assert RULES.read(position, f"a1:{landing}:h8").captured == ("c3", "g7")
    assert code(position, "a1:b2:h8") == "take_compulsory"


@pytest.mark.article("draughts:takes.8")
def test_a_square_may_be_passed_twice_and_a_man_only_once():
    round_trip = at("W:Wc3:Bb6,d6,b4,d4")
    assert texts(round_trip) == ["c3:c3"]
    assert set(RULES.read(round_trip, "c3:e5:c7:a5:c3").captured) == {"b4", "b6", "d4", "d6"}
    turkish = at("W:WKg7:Bb6,f6,f2")
    assert texts(turkish) == ["g7:a7", "g7:g1"]
    assert code(turkish, "g7:d4:a7:g1") == "jumped_twice"


@pytest.mark.article("draughts:takes.9")
def test_the_take_is_shown_man_by_man():
    move = RULES.read(at("B:Wd6,d4,a3,e3,g3,b2,d2,h2,a1,c1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6"), "c7:h4")
    assert move.squares == ("c7", "e5", "c3", "e1", "h4")


@pytest.mark.article("draughts:takes.10")
def test_a_take_ends_where_the_hand_leaves_the_man():
    assert articles(at("W:Wc3:Bd4,f6"), "c3 e5") == ["4.8", "4.9"]
    assert articles(at("W:Wc3:Bd4,f6"), "c3 e5 g7") == []


@pytest.mark.article("draughts:takes.11")
def test_men_come_off_only_when_the_whole_take_is_over():
    position = at("W:WKg7:Bb6,f6,f2")
    # With f6 or b6 lifted at once the king could continue from a7 to g1.
    assert code(position, "g7:d4:a7:g1") == "jumped_twice"
    assert articles(position, "g7 d4 a7", lifted_early=frozenset({"f6"})) == ["4.10"]


@pytest.mark.article("draughts:takes.12")
def test_removal_ends_when_the_player_stops_removing():
    position = at("W:WKg7:Bb6,f6,f2")
    assert articles(position, "g7 d4 a7", removed=frozenset({"b6", "f6"})) == []
    assert articles(position, "g7 d4 a7", removed=frozenset({"f6"}), stopped_removing=True) == ["4.13"]


@pytest.mark.article("draughts:takes.13")
def test_any_take_may_be_chosen_whether_of_more_men_or_fewer_by_man_or_king():
    position = at("W:Wc3,h2,Ka7:Bd4,f6,g3")
    assert {(move.text, len(move.captured)) for move in position.legal_moves()} == {
        ("a7:d8", 3),  # the king, over d4, g3 and f6
        ("a7:e7", 3),
        ("c3:g7", 2),
        ("h2:f4", 1),
    }


@pytest.mark.article("draughts:takes.14")
def test_a_man_crowned_on_the_way_goes_on_as_a_king():
    position = at("W:Wb6:Bc7,g5")
    assert texts(position) == ["b6:h4"]
    assert code(position, "b6:d8") == "take_not_finished"
    assert played(position, "b6:h4").figures() == {"h4": (Figure("D", Side.WHITE),)}


@pytest.mark.article("draughts:takes.14")
def test_a_man_crowned_at_the_end_of_a_take_stays_there_as_a_king():
    assert played(at("W:Wb6:Bc7,h8"), "b6:d8").figures()["d8"] == (Figure("D", Side.WHITE),)


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
    assert [perft(START.pieces, True, depth) for depth in range(1, 9)] == published[:8]


def by_order_of_taking(position: DraughtsPosition, depth: int) -> int:
    """Like perft, with two orders of taking the same men counted apart."""
    if depth == 0:
        return 1
    return sum(len(move.routes) * by_order_of_taking(position.play(move), depth - 1) for move in position.legal_moves())


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

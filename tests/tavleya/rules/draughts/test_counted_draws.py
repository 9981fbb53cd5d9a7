"""Counted draws and openings."""

import random
from collections.abc import Callable

import pytest

from tavleya.errors import BadInput, NotFound
from tavleya.rules.contract import ClaimKind, Ending, EndingKind, LineOfPlay
from tavleya.rules.draughts import DraughtsPosition, DraughtsRules
from tavleya.rules.draughts.draws import main_road
from tavleya.rules.draughts.generator import RUSSIAN
from tavleya.rules.draughts.spec import OPENINGS, Opening, tables
from tavleya.rules.registry import opening_table
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.rules.draughts.samples import ROOT, RULES, START, at, line_of

FMJD = DraughtsRules(variant="fmjd64")
FAR_APART = "W:WKb2,Kd2,h2:BKb8,Kf8,h8"  # men on both sides: no other counter can run


def circling(fen: str, moves: str, plies: int, rules: DraughtsRules = RULES) -> LineOfPlay:
    """A line in which the four moves of `moves` are played over and over."""
    cycle = moves.split()
    return line_of(at(fen), *(cycle[n % len(cycle)] for n in range(plies)), rules=rules)


def ending(line: LineOfPlay, rules: DraughtsRules = RULES):
    result = rules.ending(line)
    return (result.kind, result.article) if result else None


def quiet_wander(
    fen: str, plies: int, rules: DraughtsRules, keep: Callable[[DraughtsPosition], bool] = bool
) -> LineOfPlay:
    """Return a line in which kings move without taking, being taken or repeating a position.

    Every position of it satisfies `keep`.
    """
    for attempt in range(400):
        rng = random.Random(attempt)
        line, seen = LineOfPlay(at(fen)), {at(fen)}
        while len(line.plies) < plies:
            position = line.position
            kings = {square for square, figures in position.figures().items() if figures[0].kind == "D"}
            options = [
                move
                for move in position.legal_moves()
                if move.origin in kings
                and not move.captured
                and (after := position.play(move)) not in seen
                and keep(after)
                and not any(reply.captured for reply in after.legal_moves())
            ]
            if not options:
                break
            move = rng.choice(options)
            line = line_of(line.start, *(ply.text for ply in line.plies), move.text, rules=rules)
            seen.add(line.position)
        if len(line.plies) == plies:
            return line
    raise AssertionError("no such line was found")


@pytest.mark.article("draughts:draws.1")
def test_the_third_time_with_the_same_mover_is_a_draw_at_once():
    line = circling(FAR_APART, "b2-a1 b8-a7 a1-b2 a7-b8", 8)
    assert ending(line.cut(7)) is None
    assert RULES.ending(line) == Ending(EndingKind.REPETITION, None, "draws.1", (0, 4, 8))


@pytest.mark.article("draughts:draws.1")
def test_the_same_men_with_the_other_side_to_move_do_not_count():
    # White loses a move by a triangle: the men stand as before with Black to move.
    line = line_of(at(FAR_APART), "b2-a1", "b8-a7", "a1-c3", "a7-b8", "c3-b2")
    assert line.position.pieces[2:] == at(FAR_APART).pieces[:2]
    assert RULES.claim(line, ClaimKind.REPETITION).plies == (5,)


@pytest.mark.article("draughts:draws.1")
def test_a_repetition_is_confirmed_and_refuted_with_its_plies():
    line = circling(FAR_APART, "b2-a1 b8-a7 a1-b2 a7-b8", 7)
    refuted = RULES.claim(line, ClaimKind.REPETITION)
    assert (refuted.upheld, refuted.message.code) == (False, "position_not_repeated")
    verdict = RULES.claim(line, ClaimKind.REPETITION, "a7-b8")
    assert (verdict.upheld, verdict.plies, verdict.message.code) == (True, (0, 4, 8), "position_repeated")
    assert verdict.message.render() == "The position has stood 3 times with the same side to move."


QUIET = quiet_wander(FAR_APART, 30, RULES)
TAKES = line_of(at("W:WKa3,h2:Bb4,h8,Ka7"), "a3:f8", "a7-b8")
NEW_KING = line_of(at("W:WKa3,g7:Bb4,Kh2"), "a3:f8", "h2-g1", "g7-h8", "g1-h2")


@pytest.mark.article("draughts:draws.2", "draughts:draws.3")
@pytest.mark.parametrize(("line", "kind", "upheld", "plies"), [
    (QUIET, ClaimKind.KINGS_ONLY, True, (1, 30)),
    # A man that moves, and a take, begin the count again.
    (line_of(QUIET.start, *(ply.text for ply in QUIET.plies[:28]), "h2-g3"), ClaimKind.KINGS_ONLY, False, (29,)),
    (TAKES.cut(1), ClaimKind.KINGS_ONLY, False, (1,)), (TAKES, ClaimKind.KINGS_ONLY, False, (2, 2)),
    # The take that made a short ending does not count, and a new king does not begin the count again.
    (NEW_KING.cut(1), ClaimKind.SHORT_ENDING, False, (1,)), (NEW_KING.cut(2), ClaimKind.SHORT_ENDING, False, (2, 2)),
    (NEW_KING, ClaimKind.SHORT_ENDING, False, (2, 4)),
])  # fmt: skip
def test_a_claim_names_the_plies_that_were_counted(line, kind, upheld, plies):
    verdict = RULES.claim(line, kind)
    assert (verdict.upheld, verdict.plies) == (upheld, plies)
    assert verdict.message.code == ("counter_run_out" if upheld else "counter_running")


def test_a_refused_claim_says_how_many_moves_were_counted():
    verdict = RULES.claim(TAKES.cut(1), ClaimKind.KINGS_ONLY)
    assert "only 0 of the 15" in verdict.message.render()


@pytest.mark.article("draughts:draws.2", "draughts:draws.3")
@pytest.mark.parametrize(("fen", "rules", "keep", "plies", "expected"), [
    (FAR_APART, RULES, bool, 30, (EndingKind.KINGS_ONLY, "draws.2")),
    ("W:WKa1,Kc1:BKb8", RULES, bool, 10, (EndingKind.SHORT_ENDING, "draws.3")),
    ("W:WKb8:BKc1,Ka1", RULES, bool, 10, (EndingKind.SHORT_ENDING, "draws.3")),
    ("W:WKa1,a3:BKb8", RULES, bool, 10, (EndingKind.SHORT_ENDING, "draws.3")),
    ("W:WKa1:BKb8", RULES, bool, 10, (EndingKind.SHORT_ENDING, "draws.3")),
    # The fuller law: three kings against one, the main road, and the balance of four to seven pieces.
    ("W:WKa3,Kc1,Ke1,Kg1:BKb8", FMJD, bool, 30, (EndingKind.THREE_KINGS, "fmjd64:7.2.4")),
    ("W:WKe1,Kg1,Kc7:BKa1", FMJD, main_road, 10, (EndingKind.MAIN_ROAD, "fmjd64:7.2.7")),
    ("W:WKa3,Kc1:BKb8,h8", FMJD, bool, 60, (EndingKind.PIECE_BALANCE, "fmjd64:7.2.6")),
])  # fmt: skip
def test_an_ending_is_drawn_after_so_many_moves_by_each(fen, rules, keep, plies, expected):
    line = quiet_wander(fen, plies, rules, keep)
    assert ending(line.cut(plies - 1), rules) is None
    assert ending(line, rules) == expected
    assert rules.ending(line).plies == (1, plies)


@pytest.mark.parametrize(("fen", "keep", "plies", "expected"), [
    ("W:WKa3,Kc1,Ke1,Kg1:BKb8", bool, 30, (EndingKind.KINGS_ONLY, "draws.2")),
    ("W:WKe1,Kg1,Kc7:BKa1", main_road, 10, None), ("W:WKa3,Kc1:BKb8,h8", bool, 30, (EndingKind.KINGS_ONLY, "draws.2")),
])  # fmt: skip
def test_the_usual_law_has_no_counters_of_the_fuller_one(fen, keep, plies, expected):
    assert ending(quiet_wander(fen, plies, FMJD, keep)) == expected


@pytest.mark.article("draughts:draws.3")
def test_other_material_has_no_short_count():
    for fen in ("W:WKa1,Kc1,Ke1:BKb8", "W:WKa1,a3,h2:BKb8", "W:WKa1,Kc1:BKb8,h8"):
        line = quiet_wander(fen, 10, RULES)
        assert ending(line) is None
        assert RULES.claim(line, ClaimKind.SHORT_ENDING).plies == (10,)


@pytest.mark.article("draughts:draws.2", "draughts:result.2")
def test_a_win_on_the_last_move_of_the_count_is_a_win():
    one_move_each = DraughtsRules(kings_only=1)
    line = line_of(at("B:We5,f6,Kh6:BKg7"), "g7-h8", "h6-g7")
    assert one_move_each.claim(line, ClaimKind.KINGS_ONLY).upheld
    ending = one_move_each.ending(line)
    assert (ending.kind, ending.winner) == (EndingKind.BLOCKED, Side.WHITE)


def test_off_the_main_road_the_same_men_have_the_longer_count():
    line = quiet_wander("W:WKe1,Kg1,Kc7:BKh2", 10, FMJD, lambda position: not main_road(position))
    assert ending(line, FMJD) is None


def test_an_event_may_change_a_number_or_add_a_counter_or_drop_one():
    line = quiet_wander("W:WKa1,Kc1:BKb8", 10, RULES)
    assert ending(line, DraughtsRules(short_ending=0)) is None
    assert ending(line.cut(6), DraughtsRules(short_ending=3)) == (EndingKind.SHORT_ENDING, "draws.3")
    three = quiet_wander("W:WKa3,Kc1,Ke1,Kg1:BKb8", 8, RULES)
    assert ending(three, DraughtsRules(three_kings=4)) == (EndingKind.THREE_KINGS, "fmjd64:7.2.4")


@pytest.mark.parametrize(
    "options", [{"variant": "other"}, {"kings_only": -1}, {"kings_only": "15"}, {"main_road": True}]
)
def test_impossible_options_are_refused(options):
    with pytest.raises(ValueError):
        DraughtsRules(**options)


def test_a_claim_that_the_law_does_not_know_is_bad_input():
    for kind in (ClaimKind.FIFTY_MOVES, ClaimKind.THREE_KINGS):
        with refused(BadInput, "no_such_claim"):
            RULES.claim(LineOfPlay(START), kind)


def test_the_first_ply_on_which_a_draw_was_due_is_found_afterwards():
    line = quiet_wander("W:WKa1,Kc1:BKb8", 16, RULES)
    assert RULES.law.first_due(line.positions) == 10
    assert RULES.law.first_due(line.positions[:10]) is None


@pytest.mark.article("draughts:result.1", "draughts:result.2")
@pytest.mark.parametrize(("fen", "move", "kind", "winner"), [
    ("B:Wa3:Bb6,b4", "b6-c5", EndingKind.BLOCKED, Side.BLACK), ("W:Wc3:Bd4", "c3:e5", EndingKind.NO_PIECES, Side.WHITE),
])  # fmt: skip
def test_a_side_that_cannot_move_or_has_no_men_has_lost(fen, move, kind, winner):
    assert RULES.ending(line_of(at(fen), move)) == Ending(kind, winner, "result.2")


@pytest.mark.article("draughts:result.3")
def test_a_draw_by_agreement_waits_for_the_moves_that_the_law_wants():
    line = quiet_wander(FAR_APART, 30, FMJD)
    assert RULES.agreement_bar(line.cut(0)) is None
    bar = FMJD.agreement_bar(line)
    assert bar.code == "agreement_too_early"
    assert bar.params == {"moves": 20, "made": 15}
    assert DraughtsRules(variant="fmjd64", agreement_after=15).agreement_bar(line) is None


ALL = [opening for table in tables().values() for opening in table.values()]


def by_numbers(men: int) -> str:
    return f"{sum(1 << RUSSIAN.numbered.index(name) for name in RUSSIAN.names(men)):08x}"


def test_the_tables_are_whole():
    assert {name: len(table) for name, table in tables().items()} == {"fmjd": 736, "idf": 745, "idf-basic": 150}
    assert list(tables()) == [table.key for table in OPENINGS]


def test_every_line_can_be_played_and_leads_to_its_published_position():
    published = {}
    text = (ROOT / "tests" / "data" / "draughts" / "opening-positions.txt").read_text(encoding="utf-8")
    for row in text.splitlines():
        if not row.startswith("#"):
            table, code, *fields = row.split()
            published[table, code] = fields
    assert len(published) == len(ALL) - 3
    for opening in ALL:
        line, position = opening.line(), opening.start
        for ply in line.plies:
            assert ply.text in [move.text for move in position.legal_moves()], opening
            position = ply.position
        assert len(line.plies) == len(opening.moves)
        assert position.legal_moves()
        assert RULES.ending(line) is None
        turn = "W" if position.turn is Side.WHITE else "B"
        reached = [turn, by_numbers(position.white_men), by_numbers(position.black_men)]
        assert published.get((opening.table, opening.code), reached) == reached, opening


@pytest.mark.article("draughts:ways.7")
def test_a_flying_opening_sets_one_man_of_each_side_elsewhere():
    opening = opening_table("fmjd").opening("11-IV")
    assert START.figures().keys() - opening.start.figures().keys() == {"a1", "a7"}
    assert opening.start.figures().keys() - START.figures().keys() == {"a5", "h4"}
    assert opening.start.turn is Side.WHITE


def test_a_line_without_moves_is_the_free_game_and_an_unknown_line_or_table_is_refused():
    free = opening_table("idf-basic").opening("5-VII")
    assert free == Opening("idf-basic", "5-VII") and free.line().position == START
    with refused(NotFound, "no_such_opening"):
        opening_table("fmjd").opening("99-I")
    with refused(BadInput, "no_such_table"):
        opening_table("other")

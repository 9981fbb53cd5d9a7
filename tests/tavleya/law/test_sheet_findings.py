"""Score sheets that are typed in after the game, compared with its rulings and the rules of the board."""

from typing import Any

import pytest

from tavleya.law.sheet_check import Finding, findings
from tavleya.record import commands
from tavleya.record.results import Result
from tavleya.record.ruling_lines import RulingLine
from tests.tavleya.record.build import Board

KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
FIVEFOLD = KNIGHTS * 4


def ruled(kind: str, outcome: str = "upheld", *, number: int = 1, result: str = "", **facts: Any) -> RulingLine:
    return RulingLine(
        number, kind, outcome, "fide-2023", "", "", facts.get("offender", ""), facts, (), None, None, result, "", 1, 1,
        "user:1", 0,
    )  # fmt: skip


def sheet_findings(
    moves: tuple[str, ...], *rulings: RulingLine, start: str = "start", written: tuple[Result, ...] = ()
) -> tuple[Finding, ...]:
    board = Board(game="chess", laws="fide-2023", start=start)
    if rulings and rulings[-1].result:
        value = Result(rulings[-1].result)
        board.do(commands.enter_result, value, termination="ruling", article="", reason="")
    state = board.do(commands.sheet, moves) if moves else board.state
    return findings(state, state.line, rulings, written)


def keys(*arguments: Any, **options: Any) -> list[str]:
    return [finding.key for finding in sheet_findings(*arguments, **options)]


def draw_claim(outcome: str, **facts: Any) -> RulingLine:
    result = "1/2-1/2" if outcome == "upheld" else ""
    common = {"claimant": "white", "claim": "repetition", "decision": outcome, **facts}
    return ruled("draw_claim", outcome, result=result, **common)


@pytest.mark.article("chess:9.6.1")
def test_eighteen_half_moves_with_a_fivefold_repetition_at_sixteen_name_the_result_that_should_have_been():
    (finding,) = sheet_findings((*FIVEFOLD, "e2e4", "e7e5"))
    assert (finding.ply, finding.result, finding.article) == (16, Result.DRAW, "fide-2023:9.6.1")
    assert str(finding.message) == (
        "By the rules the game ended with 8… f6g8, by fivefold repetition; half-moves after it on the score sheet: 2."
    )


@pytest.mark.article("chess:5.2.2", "chess:9.6.2")
def test_a_dead_position_and_seventy_five_moves_end_the_game_too() -> None:
    (dead,) = sheet_findings(("c3d2", "h1g1", "d2c2"), start="8/8/8/8/8/2k5/3P4/7K b - - 0 1")
    assert (dead.ply, dead.result) == (1, Result.DRAW)
    assert "dead position" in str(dead.message)
    late = "8/8/4k3/8/8/4r3/8/R3K3 w - - 148 90"
    (finding,) = sheet_findings(("e1d1", "e6d6", "d1c1"), start=late)
    assert (finding.ply, finding.article) == (2, "fide-2023:9.6.2")


def test_an_end_that_the_game_has_is_no_finding() -> None:
    assert keys((*FIVEFOLD, "e2e4", "e7e5"), ruled("score", "applied", result="1/2-1/2")) == []
    assert keys((*FIVEFOLD, "e2e4", "e7e5"), ruled("score", "applied", result="1-0")) == ["past_end:16"]


@pytest.mark.article("chess:9.2")
def test_a_claim_that_was_upheld_is_looked_for_on_the_sheet() -> None:
    (finding,) = sheet_findings(KNIGHTS, draw_claim("upheld"))
    assert (finding.key, finding.ruling) == ("claim_not_shown:1:0", 1)
    assert "does not support it" in str(finding.message)
    assert keys(KNIGHTS * 2, draw_claim("upheld")) == []
    # the move that was announced and written, not made
    assert keys((*KNIGHTS, *KNIGHTS), draw_claim("upheld", claimant="black")) == []


def test_a_claim_that_names_its_move_is_looked_for_there_alone() -> None:
    at_five, at_four = {"at_move": {"number": 5}}, {"at_move": {"number": 4}}
    assert keys((*KNIGHTS * 2, "e2e4"), draw_claim("rejected", **at_five)) == ["claim_shown:1:9"]
    assert keys((*KNIGHTS * 2, "e2e4"), draw_claim("rejected", **at_four)) == []
    assert keys(KNIGHTS * 2, draw_claim("upheld", **at_four))[0] == "claim_not_shown:1:7"
    assert keys(KNIGHTS[:2], draw_claim("upheld", at_move={"number": 40})) == []  # the sheet does not go so far


@pytest.mark.article("chess:7.5.1")
def test_a_move_that_was_ruled_illegal_and_is_legal_by_the_sheet_is_found() -> None:
    moves = ("e2e4", "e7e5", "g1f3")
    facts = {"offender": "white", "what": "move", "at_move": {"number": 2}}
    assert keys(moves, ruled("illegal_move", **facts, move="Bc4")) == ["illegal_is_legal:1:3"]
    assert keys(moves, ruled("illegal_move", **facts, move="Bd5")) == []
    assert keys(moves, ruled("illegal_move", **facts)) == []


@pytest.mark.article("chess:4.3.1")
def test_a_touched_piece_that_was_not_played_is_found() -> None:
    facts = {"offender": "black", "touches": [["b8", False]], "at_move": {"number": 1}}
    assert keys(("e2e4", "e7e5"), ruled("touch_move", **facts)) == ["touch_not_kept:1:2"]
    assert keys(("e2e4", "b8c6"), ruled("touch_move", **facts)) == []
    assert keys(("e2e4", "e7e5"), ruled("touch_move", "rejected", **facts)) == []


@pytest.mark.article("chess:6.9")
def test_a_win_on_time_without_a_mate_in_reach_is_found() -> None:
    flag = ruled("flag", side="white", can_mate=True, result="0-1")
    bare = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    assert keys(("a2a3", "e8e7"), flag, start=bare) == ["could_never_mate:1:0"]
    assert keys(("e2e4",), flag) == []


def test_moves_after_the_ruling_that_ended_the_game_and_other_results_are_found() -> None:
    lost = ruled("illegal_move", offender="white", result="0-1", at_move={"number": 2})
    assert keys(("e2e4", "e7e5", "g1f3"), lost) == []
    assert keys(("e2e4", "e7e5", "g1f3", "b8c6"), lost) == ["moves_after_ruling:1:3"]
    assert keys(("e2e4",), lost, written=(Result.DRAW, Result.DRAW)) == ["written:1/2-1/2:0-1"]
    assert keys(("e2e4",), lost, written=(Result.DRAW, Result.BLACK_WINS)) == []


def test_a_result_put_in_the_place_of_the_ruled_one_is_found() -> None:
    board = Board(game="chess", laws="fide-2023")
    board.do(commands.enter_result, Result.WHITE_WINS, termination="reported", article="", reason="")
    (finding,) = findings(board.state, board.state.line, [ruled("score", "applied", result="0-1")])
    assert str(finding.message) == "Ruling 1 gave the result 0-1; the game has 1-0."


def test_rulings_that_were_undone_or_only_advised_are_not_looked_at() -> None:
    wrong = draw_claim("upheld")
    undoing = RulingLine(
        2, "reversal", "reversed", "fide-2023", "", "", "", {}, (), None, None, "", "", 1, 1, "user:1", 0, supersedes=1
    )
    state = Board(game="chess", laws="fide-2023").do(commands.sheet, KNIGHTS)
    assert findings(state, state.line, (wrong, undoing)) == ()
    assert findings(state, state.line, (ruled("draw_claim", "advice", **wrong.facts),)) == ()


def test_numbers_of_moves_go_by_the_side_that_began() -> None:
    black_first = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"
    facts = {"offender": "white", "at_move": {"number": 2}, "move": "e2e4"}
    assert keys(("e7e5", "e1f1", "e8f8"), ruled("illegal_move", **facts), start=black_first) == ["illegal_is_legal:1:2"]

"""Events at a board, as recorded."""

import pytest

from tavleya.errors import Conflict
from tavleya.record import commands
from tavleya.record.entries import EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.rules.contract import IllegalMove
from tavleya.sides import Side
from tests.tavleya.record.build import Board
from tests.tavleya.refusals import refused

SECOND = 1000


def playing(control: str = "60 d10", **options: str) -> Board:
    board = Board(control=control, **options)
    board.do(commands.start)
    return board


@pytest.mark.article("tavreli:1.1", "tavreli:6.7")
def test_the_turn_passes_when_the_clock_is_pressed_and_not_before() -> None:
    board = playing()
    state = board.do(commands.move, Side.WHITE, "e2-e4", press=False, at=5 * SECOND)
    assert state.position.turn is Side.BLACK
    assert state.turn is Side.WHITE
    with refused(Conflict, "clock_not_pressed"):
        board.do(commands.move, Side.BLACK, "e7-e5", at=6 * SECOND)
    assert board.do(commands.press, Side.WHITE, at=15 * SECOND).turn is Side.BLACK
    clock = board.state.clock
    assert clock is not None and clock.running is Side.BLACK


def test_white_spends_what_they_think_beyond_the_delay() -> None:
    board = playing("60 d10")
    board.do(commands.move, Side.WHITE, "e2-e4", at=25 * SECOND)
    last = board.state.last_standing()
    assert last is not None
    assert (last.white_ms, last.black_ms) == (60 * 60 * SECOND - 15 * SECOND, 60 * 60 * SECOND)


@pytest.mark.parametrize(("act", "args", "code"), [
    (commands.move, (Side.BLACK, "e7-e5"), "out_of_turn"),
    (commands.press, (Side.WHITE,), "nothing_to_press"), (commands.answer_draw, (Side.WHITE,), "no_offer"),
    (commands.start, (), "already_started"), (commands.resume, (), "not_paused"),
])  # fmt: skip
def test_an_act_out_of_its_time_is_refused_with_its_own_code(act, args, code) -> None:  # type: ignore[no-untyped-def]
    board = playing()
    options = {"accept": True} if act is commands.answer_draw else {}
    before = len(board.entries)
    with refused(Conflict, code):
        board.do(act, *args, **options)
    assert len(board.entries) == before


def test_an_illegal_move_is_refused_and_says_why() -> None:
    board = playing()
    with pytest.raises(IllegalMove) as excinfo:
        board.do(commands.move, Side.WHITE, "e2-e5")
    assert str(excinfo.value)
    assert [entry.kind for entry in board.entries] == [EntryKind.OPENED, EntryKind.STARTED]


def test_an_illegal_move_that_was_played_stands_with_its_position() -> None:
    board = playing()
    state = board.do(commands.move, Side.WHITE, "e2-e5", irregular=True)
    last = state.last_standing()
    assert last is not None and last.irregular
    assert "e5" in state.position.figures()
    assert board.do(commands.move, Side.BLACK, "g8-f6").ply == 2


def test_a_legal_move_cannot_be_recorded_as_irregular() -> None:
    with refused(Conflict, "move_is_legal"):
        playing().do(commands.move, Side.WHITE, "e2-e4", irregular=True)


@pytest.mark.article("tavreli:5.3", "tavreli:9.1")
def test_an_offer_lasts_until_it_is_answered_and_an_answer_yes_draws_at_once() -> None:
    board = playing()
    board.do(commands.move, Side.WHITE, "e2-e4", press=False, offer=True, at=SECOND)
    board.do(commands.press, Side.WHITE, at=2 * SECOND)
    assert board.state.offer is not None
    state = board.do(commands.answer_draw, Side.BLACK, accept=True, at=3 * SECOND)
    assert (state.phase, state.result, state.termination) == (GamePhase.FINISHED, Result.DRAW, "agreement")


@pytest.mark.article("tavreli:9.1")
def test_a_move_declines_the_offer_and_the_offerer_cannot_withdraw_it() -> None:
    board = playing()
    board.do(commands.move, Side.WHITE, "e2-e4", offer=True)
    with refused(Conflict, "offer_stands"):
        board.do(commands.offer_draw, Side.WHITE)
    assert board.do(commands.move, Side.BLACK, "e7-e5").offer is None


@pytest.mark.article("tavreli:9.1", "tavreli:12.5")
def test_an_offer_at_another_moment_stands_but_is_marked_improper() -> None:
    board = playing()
    state = board.do(commands.offer_draw, Side.BLACK)
    assert state.offer is not None and state.offer.side is Side.BLACK
    assert board.entries[-1].data["improper"] is True


@pytest.mark.article("tavreli:1.2", "tavreli:5.1")
def test_resignation_ends_the_game_at_once() -> None:
    state = playing().do(commands.resign, Side.WHITE, at=SECOND)
    assert state.result is Result.BLACK_WINS
    assert state.clock is not None and state.clock.running is None


@pytest.mark.article("tavreli:6.7", "tavreli:1.2")
def test_a_mating_move_needs_no_press() -> None:
    mate_in_one = "k7/8/1(+Hq)6/8/8/8/8/4K3 b - - - 0 1"
    rules = Board().state.rules
    assert rules.position(mate_in_one).status().winner is Side.WHITE
    board = playing(start="k7/8/8/1(+Hq)6/8/8/8/4K3 w - - - 0 1")
    state = board.do(commands.move, Side.WHITE, "b5-b6", at=SECOND)
    assert (state.result, state.termination) == (Result.WHITE_WINS, "checkmate")
    assert [entry.kind for entry in board.entries[-2:]] == [EntryKind.MOVE, EntryKind.RESULT]


@pytest.mark.article("tavreli:5.2")
def test_stalemate_is_a_draw_at_once() -> None:
    board = playing(start="k7/8/2(Qrn)5/8/8/8/8/4K3 w - - - 0 1")
    state = board.do(commands.move, Side.WHITE, "c6-c7", at=SECOND)
    assert (state.result, state.termination) == (Result.DRAW, "stalemate")


def test_nothing_is_played_after_the_end() -> None:
    board = playing()
    board.do(commands.resign, Side.WHITE)
    for act, args in (
        (commands.move, (Side.BLACK, "e7-e5")),
        (commands.offer_draw, (Side.BLACK,)),
        (commands.resign, (Side.BLACK,)),
    ):
        with refused(Conflict, "already_finished"):
            board.do(act, *args)


def test_a_corrected_result_replaces_the_old_one_and_keeps_it_in_the_record() -> None:
    board = playing()
    board.do(commands.enter_result, Result.WHITE_WINS, termination="reported", article="", reason="")
    state = board.do(commands.correct_result, Result.DRAW, termination="corrected", reason="misread slip")
    assert state.result is Result.DRAW
    assert board.entries[-1].data["was"] == "1-0"
    with pytest.raises(Conflict):
        board.do(commands.correct_result, Result.DRAW, termination="corrected", reason="again")

"""Records: events at a board, their digest chain, and the states that they fold to."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import Conflict, DomainError
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase, first_break
from tavleya.record.fold import BrokenRecord, fold, snapshot
from tavleya.record.replay import CUT_TO, LONG_STANDSTILL, Replay
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.rules.contract import IllegalMove
from tavleya.sides import Side
from tests.amounts import examples
from tests.refusals import refused
from tests.tavleya.record.build import KEY, START, Board

SECOND, MINUTE = 1000, 60_000


def time(state: State, side: Side, ms: int) -> tuple[EntryDraft, ...]:
    return (EntryDraft(EntryKind.ADJUSTMENT, data={"add": {side.value: ms}, "reason": "x"}),)


def back(state: State, ply: int) -> tuple[EntryDraft, ...]:
    return (EntryDraft(EntryKind.RESTORATION, data={"ply": ply, "set": {"white": 50 * MINUTE}}),)


def read(state: State, **data: int) -> tuple[EntryDraft, ...]:
    return (EntryDraft(EntryKind.READING, data={**data, "source": "physical"}),)


def playing(control: str = "60 d10", **options: str) -> Board:
    board = Board(control=control, **options)
    board.do(commands.start)
    return board


STEPS = st.one_of(
    *(st.just((name,)) for name in ("move", "put", "press", "stop", "go")),
    st.tuples(st.just("time"), st.sampled_from(list(Side)), st.integers(-60, 300).map(lambda s: s * SECOND)),
    st.tuples(st.just("back"), st.integers(0, 4)),
)


def act(board: Board, step: tuple, at: int) -> None:
    state = board.state
    match step:
        case ("move",) | ("put",):
            move = state.position.legal_moves()[0].text
            board.do(commands.move, None, move, press=step[0] == "move", at=at)
        case ("press",):
            board.do(commands.press, None, at=at)
        case ("stop",):
            board.do(commands.pause, "x", at=at)
        case ("go",):
            board.do(commands.resume, at=at)
        case ("time", side, ms):
            board.do(time, side, ms, at=at)
        case ("back", ply) if ply < state.ply:
            board.do(back, ply, at=at)


@settings(deadline=None, max_examples=examples(60))
@given(
    control=st.sampled_from(["60", "60 d10", "90+30", "2/90, 30"]),
    steps=st.lists(st.tuples(STEPS, st.integers(0, 25 * MINUTE)), max_size=14),
    after=st.integers(0, 10 * MINUTE),
)
def test_at_every_entry_and_between_entries_the_replay_is_the_state_that_was_live(control, steps, after):
    board = playing(control, game="chess")
    live: dict[int, State] = {len(board.entries): board.state}
    at = 0
    for step, passed in steps:
        at += passed
        try:
            act(board, step, at)
        except DomainError:
            continue
        live[len(board.entries)] = board.state
    until = START + at + after
    replay = Replay(board.entries, until)
    for seq in range(1, len(board.entries) + 1):
        instant = replay.at_entry(seq)
        assert instant.state == fold(board.entries[:seq])
        if seq in live:
            assert instant.state == live[seq]
        entry = board.entries[seq - 1]
        if entry.white_ms is not None:
            readings = instant.readings
            assert (readings.white.ms, readings.black.ms) == (entry.white_ms, entry.black_ms)
    # Between entries, the state of the last one counts on by itself.
    for before, entry in zip(board.entries, [*board.entries[1:], None], strict=True):
        end = entry.at if entry else replay.until
        middle = before.at + (end - before.at) // 2
        instant = replay.at_moment(middle)
        state = fold([entry for entry in board.entries if entry.at <= middle])
        assert instant.state == state
        assert instant.readings == state.clock.readings(middle)
        if entry is not None and instant.t == replay.at_entry(entry.seq).t:
            continue  # deep in a long standstill: the axis continues with the next entry
        at_axis = replay.at_axis(instant.t)
        assert at_axis.readings is not None and instant.readings is not None
        assert (at_axis.readings.white.ms, at_axis.readings.black.ms) == (
            instant.readings.white.ms,
            instant.readings.black.ms,
        )
        assert instant.t <= replay.length
    # The axis: every second of a running clock is on it, and nothing is on it twice.
    assert [stretch.start for stretch in replay.stretches[1:]] == [stretch.end for stretch in replay.stretches[:-1]]
    assert sum(stretch.end - stretch.start for stretch in replay.stretches) == replay.length
    for side in Side:
        assert replay.frames[-1].state.clock is not None
        ran = sum(stretch.end - stretch.start for stretch in replay.stretches if stretch.side is side)
        spans = zip(replay.frames, [*board.entries[1:], None], strict=True)
        assert ran == sum(
            (entry.at if entry else replay.until) - frame.entry.at
            for frame, entry in spans
            if frame.state.clock is not None and frame.state.clock.running is side
        )


def test_an_instant_by_hand() -> None:
    board = playing("60", game="chess")
    board.do(commands.move, None, "e4", at=10 * SECOND)
    board.do(commands.pause, "light", at=25 * SECOND)
    board.do(commands.resume, at=60 * SECOND)
    replay = Replay(board.entries, START + 90 * SECOND)
    for second, white, black, ply in (
        (0, 3600, 3600, 0), (9, 3591, 3600, 0), (10, 3590, 3600, 1), (24, 3590, 3586, 1), (25, 3590, 3585, 1),
        (59, 3590, 3585, 1), (60, 3590, 3585, 1), (90, 3590, 3555, 1),
    ):  # fmt: skip
        instant = replay.at_axis(second * SECOND)
        readings = instant.readings
        assert (readings.white.ms // 1000, readings.black.ms // 1000, instant.state.ply) == (white, black, ply)
    assert [(stretch.side, stretch.start // 1000, stretch.end // 1000) for stretch in replay.stretches] == [
        (Side.WHITE, 0, 10), (Side.BLACK, 10, 25), (None, 25, 60), (Side.BLACK, 60, 90),
    ]  # fmt: skip
    assert replay.at_axis(10**9).t == replay.length
    assert replay.at_entry(10**6).frame is replay.frames[-1]


def test_a_long_standstill_is_cut_to_a_minute_and_no_second_of_a_running_clock_is() -> None:
    board = playing("60", game="chess")
    board.do(commands.pause, "night", at=MINUTE)
    board.do(commands.resume, at=MINUTE + 12 * LONG_STANDSTILL)
    board.do(commands.move, None, "e4", at=2 * MINUTE + 12 * LONG_STANDSTILL)
    replay = Replay(board.entries)
    assert replay.length == MINUTE + CUT_TO + MINUTE
    assert [stretch.cut for stretch in replay.stretches] == [False, True, False]
    assert replay.at_axis(2 * MINUTE + 30 * SECOND).readings.white.ms == 58 * MINUTE + 30 * SECOND
    # In the middle of the standstill no later entry is shown.
    instant = replay.at_moment(START + MINUTE + 6 * LONG_STANDSTILL)
    assert (instant.t, instant.readings.white.ms) == (MINUTE + CUT_TO, 59 * MINUTE)


def test_a_physical_clock_s_drift_is_that_of_the_moment_it_was_read_at() -> None:
    board = playing("60", game="chess")
    board.do(commands.move, None, "e4", at=100 * SECOND)
    board.do(read, white_ms=3503 * SECOND, black_ms=3590 * SECOND, at=110 * SECOND)
    board.do(read, white_ms=3541 * SECOND, read_at=START + 60 * SECOND, at=200 * SECOND)
    board.do(read, black_ms=3700 * SECOND, at=210 * SECOND)
    first, second, third = Replay(board.entries).readings_off
    assert [(drift.side, drift.ms) for drift in first.drifts] == [(Side.WHITE, 3 * SECOND), (Side.BLACK, 0)]
    assert [(drift.side, drift.ms) for drift in second.drifts] == [(Side.WHITE, SECOND)]
    assert second.at == START + 60 * SECOND
    (grown,) = third.drifts
    assert grown.ms == 210 * SECOND and grown.warning is not None


def test_a_record_without_a_clock_has_no_axis() -> None:
    board = playing("", game="chess")
    board.do(commands.move, None, "e4", at=MINUTE)
    board.do(read, white_ms=MINUTE, at=2 * MINUTE)
    replay = Replay(board.entries)
    assert (replay.recorded, replay.length, replay.stretches) == (False, 0, ())
    assert replay.at_axis(5000).state.ply == 1
    assert replay.readings_off[0].drifts == ()


@pytest.mark.article("tavreli:1.1", "tavreli:6.7")
def test_the_turn_passes_when_the_clock_is_pressed_and_not_before() -> None:
    board = playing()
    state = board.do(commands.move, Side.WHITE, "e2-e4", press=False, at=5 * SECOND)
    assert state.position.turn is Side.BLACK
    assert state.turn is Side.WHITE
    assert board.do(commands.press, Side.WHITE, at=15 * SECOND).turn is Side.BLACK
    assert board.state.clock.running is Side.BLACK


# Moves that are answered before their clock is pressed.  White's clock runs from 0; White moves at 20 s, Black replies
# at 30 s.  Ten minutes: with an increment of 5 s each starts with 10:05, with a delay each spends what is beyond 5 s.
ANSWERED = [
    ("chess", "10+5", ("e2e4", "e7e5", "g1f3"), 5), ("tavreli", "10 d5", ("e2-e4", "e7-e5", "g1-f3"), -5),
    ("draughts", "10+5", ("c3-d4", "h6-g5", "b2-c3"), 5),
]  # fmt: skip


def answered(game: str, control: str, moves: tuple[str, ...]) -> Board:
    board = playing(control, game=game)
    board.do(commands.move, Side.WHITE, moves[0], press=False, at=20 * SECOND)
    state = board.do(commands.move, Side.BLACK, moves[1], at=30 * SECOND)
    assert board.entries[-1].kind is EntryKind.MOVE  # there was nothing for Black to press
    assert (state.clock.running, state.turn, state.position.turn) == (Side.WHITE, Side.WHITE, Side.WHITE)
    assert [state.awaits_press(side) for side in Side] == [True, True]
    return board


def left(state: State, at: int) -> tuple[float, float]:
    readings = state.clock.readings(START + at)
    return readings.white.ms / SECOND, readings.black.ms / SECOND


@pytest.mark.article("chess:6.2.1.2", "chess:6.2.2", "tavreli:6.7")
@pytest.mark.parametrize(("game", "control", "moves", "bonus"), ANSWERED)
def test_a_reply_before_the_press_stands_and_the_clock_runs_on_until_the_next_move_is_pressed(
    game, control, moves, bonus
) -> None:
    board = answered(game, control, moves)
    state = board.do(commands.move, None, moves[2], at=50 * SECOND)
    # White has used 50 s for both moves and pressed once; Black nothing.
    white, black = (560, 605) if bonus > 0 else (555, 600)
    assert left(state, 50 * SECOND) == (white, black)
    assert (state.ply, state.unpressed, state.turn, state.clock.running) == (3, None, Side.BLACK, Side.BLACK)
    assert (state.clock.white.moves, state.clock.black.moves) == (2, 1)  # completed by the next moves


@pytest.mark.article("chess:6.2.2", "tavreli:6.7")
@pytest.mark.parametrize(("game", "control", "moves", "bonus"), ANSWERED)
def test_the_clock_may_be_pressed_after_the_reply_which_is_then_completed_by_its_own_press(
    game, control, moves, bonus
) -> None:
    board = answered(game, control, moves)
    with refused(Conflict, "nothing_to_press"):
        board.do(commands.press, Side.BLACK, at=35 * SECOND)
    board.do(commands.pause, "x", at=40 * SECOND)
    assert board.do(commands.resume, at=90 * SECOND).clock.running is Side.WHITE
    state = board.do(commands.press, Side.WHITE, at=90 * SECOND)
    white, black = (570, 605) if bonus > 0 else (565, 600)
    assert left(state, 90 * SECOND) == (white, black)
    assert (state.unpressed, state.clock.running) == (Side.BLACK, Side.BLACK)
    state = board.do(commands.press, Side.BLACK, at=98 * SECOND)
    assert left(state, 98 * SECOND) == (white, 602 if bonus > 0 else 597)
    assert (state.unpressed, state.turn, len(state.turn_clocks)) == (None, Side.WHITE, 3)


@pytest.mark.article("chess:6.2.1.2")
def test_a_move_that_its_players_next_one_completes_counts_for_the_time_control() -> None:
    board = answered("chess", "2/10:5", ("e2e4", "e7e5"))
    state = board.do(commands.move, None, "g1f3", at=50 * SECOND)
    assert left(state, 50 * SECOND) == (14 * 60 + 10, 600)
    state = board.do(commands.move, None, "b8c6", at=60 * SECOND)
    assert left(state, 60 * SECOND) == (14 * 60 + 10, 14 * 60 + 50)


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


def test_an_illegal_move_is_refused_unless_it_was_played() -> None:
    board = playing()
    with pytest.raises(IllegalMove) as excinfo:
        board.do(commands.move, Side.WHITE, "e2-e5")
    assert str(excinfo.value)
    with refused(Conflict, "move_is_legal"):
        board.do(commands.move, Side.WHITE, "e2-e4", irregular=True)
    assert [entry.kind for entry in board.entries] == [EntryKind.OPENED, EntryKind.STARTED]
    state = board.do(commands.move, Side.WHITE, "e2-e5", irregular=True)
    assert state.last_standing().irregular
    assert "e5" in state.position.figures()
    assert board.do(commands.move, Side.BLACK, "g8-f6").ply == 2


@pytest.mark.article("tavreli:5.3", "tavreli:9.1")
def test_an_offer_lasts_until_it_is_answered_and_an_answer_yes_draws_at_once() -> None:
    board = playing()
    board.do(commands.move, Side.WHITE, "e2-e4", press=False, offer=True, at=SECOND)
    board.do(commands.press, Side.WHITE, at=2 * SECOND)
    assert board.state.offer is not None
    state = board.do(commands.answer_draw, Side.BLACK, accept=True, at=3 * SECOND)
    assert (state.phase, state.result, state.termination) == (GamePhase.FINISHED, Result.DRAW, "agreement")


@pytest.mark.article("tavreli:9.1", "tavreli:12.5")
def test_a_move_declines_the_offer_which_stands_until_then_and_is_marked_improper_at_another_moment() -> None:
    board = playing()
    board.do(commands.move, Side.WHITE, "e2-e4", offer=True)
    with refused(Conflict, "offer_stands"):
        board.do(commands.offer_draw, Side.WHITE)
    assert board.do(commands.move, Side.BLACK, "e7-e5").offer is None
    assert board.do(commands.offer_draw, Side.BLACK).offer.side is Side.BLACK
    assert board.entries[-1].data["improper"] is True


BARE_KING = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
MATE = "k7/8/8/1(+Hq)6/8/8/8/4K3 w - - - 0 1"
STALEMATE = "k7/8/2(Qrn)5/8/8/8/8/4K3 w - - - 0 1"


@pytest.mark.article("tavreli:1.2", "tavreli:5.1", "tavreli:5.2", "tavreli:6.7", "chess:5.1.2")
@pytest.mark.parametrize(("options", "act", "result", "reason"), [
    ({}, (commands.resign, Side.WHITE), Result.BLACK_WINS, "resignation"),
    ({"game": "chess", "start": BARE_KING}, (commands.resign, Side.WHITE), Result.DRAW, "resignation"),
    ({"game": "chess", "start": BARE_KING}, (commands.resign, Side.BLACK), Result.WHITE_WINS, "resignation"),
    ({"start": MATE}, (commands.move, Side.WHITE, "b5-b6"), Result.WHITE_WINS, "checkmate"),
    ({"start": STALEMATE}, (commands.move, Side.WHITE, "c6-c7"), Result.DRAW, "stalemate"),
], ids=["resignation", "against a bare king", "with a bare king", "mate", "stalemate"])  # fmt: skip
def test_resignation_mate_and_stalemate_end_the_game_without_a_press(options, act, result, reason) -> None:
    board = playing(**options)
    state = board.do(*act, at=SECOND)
    assert (state.phase, state.result, state.termination) == (GamePhase.FINISHED, result, reason)
    assert state.clock.running is None
    assert board.entries[-1].kind is EntryKind.RESULT


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


@pytest.fixture(scope="module")
def board() -> Board:
    board = playing()
    for number, move in enumerate(["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f3-e5", "c6-e5"], 1):
        board.do(commands.move, None, move, at=number * SECOND)
    return board


def test_an_untouched_record_has_no_break_and_fits_no_other_game_and_its_snapshot_is_plain_json(board: Board) -> None:
    assert first_break(KEY, board.entries) is None
    assert first_break("another", board.entries).seq == 1
    assert json.loads(json.dumps(snapshot(board.state))) == snapshot(board.state)


CHANGES = {
    "at": lambda entry: replace(entry, at=entry.at + 1), "actor": lambda entry: replace(entry, actor="user:2"),
    "kind": lambda entry: replace(entry, kind=EntryKind.READING),
    "move": lambda entry: replace(entry, move=entry.move + "?"), "ply": lambda entry: replace(entry, ply=99),
    "side": lambda entry: replace(entry, side=Side.BLACK if entry.side is not Side.BLACK else None),
    "white_ms": lambda entry: replace(entry, white_ms=(entry.white_ms or 0) + 1),
    "black_ms": lambda entry: replace(entry, black_ms=(entry.black_ms or 0) + 1),
    "data": lambda entry: replace(entry, data={**entry.data, "x": 1}),
    "request": lambda entry: replace(entry, request="other"),
}  # fmt: skip


@pytest.mark.parametrize("field", CHANGES)
@given(index=st.integers(0, 13))
def test_any_change_of_any_field_of_any_entry_is_found_where_it_was_made(board, field, index) -> None:
    entries = list(board.entries)
    entries[index] = CHANGES[field](entries[index])
    break_ = first_break(KEY, entries)
    assert break_.seq == index + 1 and break_.reason == "digest_differs"


@given(index=st.integers(0, 12))
def test_a_missing_entry_is_found(board: Board, index: int) -> None:
    entries = [entry for entry in board.entries if entry.seq != index + 1]
    break_ = first_break(KEY, entries)
    assert (break_.seq, break_.reason) == (index + 1, "missing_entry")


def test_a_record_begins_with_its_opening() -> None:
    with pytest.raises(BrokenRecord):
        fold([])
    with pytest.raises(BrokenRecord):
        fold([replace(Board().entries[0], kind=EntryKind.STARTED)])

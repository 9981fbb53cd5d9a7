"""The replay of a record is what was live: at every entry, at any instant, and along its axis."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import DomainError
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.fold import fold
from tavleya.record.replay import CUT_TO, LONG_STANDSTILL, Replay
from tavleya.record.state import State
from tavleya.sides import Side
from tests.amounts import examples
from tests.tavleya.record.build import START, Board

SECOND, MINUTE = 1000, 60_000
LINE = ["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "g8-f6"]


def time(state: State, side: Side, ms: int) -> tuple[EntryDraft, ...]:
    return (EntryDraft(EntryKind.ADJUSTMENT, data={"add": {side.value: ms}, "reason": "x"}),)


def back(state: State, ply: int) -> tuple[EntryDraft, ...]:
    return (EntryDraft(EntryKind.RESTORATION, data={"ply": ply, "set": {"white": 50 * MINUTE}}),)


def read(state: State, **data: int) -> tuple[EntryDraft, ...]:
    return (EntryDraft(EntryKind.READING, data={**data, "source": "physical"}),)


STEPS = st.one_of(
    st.just(("move",)),
    st.just(("stop",)),
    st.just(("go",)),
    st.tuples(st.just("time"), st.sampled_from(list(Side)), st.integers(-60, 300).map(lambda s: s * SECOND)),
    st.tuples(st.just("back"), st.integers(0, 4)),
)


def act(board: Board, step: tuple, at: int) -> None:
    state = board.state
    match step:
        case ("move",):
            board.do(commands.move, None, state.position.legal_moves()[0].text, at=at)
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
    board = Board(game="chess", control=control)
    board.do(commands.start)
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
            assert readings is not None
            assert (readings.white.ms, readings.black.ms) == (entry.white_ms, entry.black_ms)
    # Between entries: what the state of the last one counts there, by its own arithmetic.
    for before, entry in zip(board.entries, [*board.entries[1:], None], strict=True):
        end = entry.at if entry else replay.until
        middle = before.at + (end - before.at) // 2
        instant = replay.at_moment(middle)
        state = fold([stretch for stretch in board.entries if stretch.at <= middle])
        assert instant.state == state
        assert state.clock is not None and instant.readings == state.clock.readings(middle)
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
    assert [stretch.start for stretch in replay.stretches[1:]] == [
        stretch.end for stretch in replay.stretches[:-1]
    ]
    assert sum(stretch.end - stretch.start for stretch in replay.stretches) == replay.length
    for side in Side:
        clock = replay.frames[-1].state.clock
        assert clock is not None
        ran = sum(stretch.end - stretch.start for stretch in replay.stretches if stretch.side is side)
        spans = zip(replay.frames, [*board.entries[1:], None], strict=True)
        assert ran == sum(
            (entry.at if entry else replay.until) - frame.entry.at
            for frame, entry in spans
            if frame.state.clock is not None and frame.state.clock.running is side
        )


def test_an_instant_by_hand() -> None:
    board = Board(game="chess", control="60")
    board.do(commands.start)
    board.do(commands.move, None, "e4", at=10 * SECOND)
    board.do(commands.pause, "light", at=25 * SECOND)
    board.do(commands.resume, at=60 * SECOND)
    replay = Replay(board.entries, START + 90 * SECOND)
    seen = {}
    for second in (0, 9, 10, 24, 25, 59, 60, 90):
        instant = replay.at_axis(second * SECOND)
        assert instant.readings is not None
        seen[second] = (
            instant.readings.white.ms // 1000,
            instant.readings.black.ms // 1000,
            instant.state.ply,
        )
    assert seen == {
        0: (3600, 3600, 0), 9: (3591, 3600, 0), 10: (3590, 3600, 1), 24: (3590, 3586, 1), 25: (3590, 3585, 1),
        59: (3590, 3585, 1), 60: (3590, 3585, 1), 90: (3590, 3555, 1),
    }  # fmt: skip
    assert [(stretch.side, stretch.start // 1000, stretch.end // 1000) for stretch in replay.stretches] == [
        (Side.WHITE, 0, 10), (Side.BLACK, 10, 25), (None, 25, 60), (Side.BLACK, 60, 90),
    ]  # fmt: skip
    assert replay.at_axis(10**9).t == replay.length
    assert replay.at_entry(10**6).frame is replay.frames[-1]


def test_a_long_standstill_is_cut_to_a_minute_and_no_second_of_a_running_clock_is() -> None:
    board = Board(game="chess", control="60")
    board.do(commands.start)
    board.do(commands.pause, "night", at=MINUTE)
    board.do(commands.resume, at=MINUTE + 12 * LONG_STANDSTILL)
    board.do(commands.move, None, "e4", at=2 * MINUTE + 12 * LONG_STANDSTILL)
    replay = Replay(board.entries)
    assert replay.length == MINUTE + CUT_TO + MINUTE
    assert [stretch.cut for stretch in replay.stretches] == [False, True, False]
    readings = replay.at_axis(2 * MINUTE + 30 * SECOND).readings
    assert readings is not None and readings.white.ms == 58 * MINUTE + 30 * SECOND


def test_a_physical_clock_s_drift_is_that_of_the_moment_it_was_read_at() -> None:
    board = Board(game="chess", control="60")
    board.do(commands.start)
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
    board = Board(game="chess")
    board.do(commands.start)
    board.do(commands.move, None, "e4", at=MINUTE)
    board.do(read, white_ms=MINUTE, at=2 * MINUTE)
    replay = Replay(board.entries)
    assert (replay.recorded, replay.length, replay.stretches) == (False, 0, ())
    assert replay.at_axis(5000).state.ply == 1
    assert replay.readings_off[0].drifts == ()


def test_an_instant_within_a_long_standstill_does_not_run_ahead_on_the_axis():
    """Sixteen minutes of standstill are one on the axis; eight minutes into them no later entry is shown."""
    board = Board(game="chess", control="60")
    board.do(commands.start)
    board.do(commands.pause, "x", at=1 * MINUTE)
    board.do(commands.resume, at=17 * MINUTE)
    board.do(commands.pause, "x", at=30 * MINUTE)
    replay = Replay(board.entries, START + 30 * MINUTE)
    instant = replay.at_moment(START + 9 * MINUTE)
    assert (instant.t, instant.readings.white.ms) == (1 * MINUTE + CUT_TO, 59 * MINUTE)

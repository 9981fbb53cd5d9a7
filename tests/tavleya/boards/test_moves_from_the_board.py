"""Games that people play on an electronic board come out as they were played, whatever their hands do between."""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import product

import chess
import pytest

from tavleya.boards.frames import Frame, read_frame
from tavleya.boards.machine import close, due, explanation, feed, tick
from tavleya.boards.reports import START, BoardState, BoardStatus, FaultCode, Report, placement_of, report_of, turned
from tavleya.rules.chess import ChessMove, ChessPosition
from tests.paths import DATA
from tests.tavleya.boards.feeds import Board, Injected, Replay, random_game, real_games


def _replay(board: Board) -> list[Report]:
    return [report for _, report in Replay([board.play()]).reports()]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_with_slips_is_reproduced_without_faults(seed: int) -> None:
    moves = random_game(f"game {seed}", 70)
    board = Board("1", moves, f"hands {seed}", slips=0.5, think=8_000)
    board.with_clock, board.with_san = seed % 3 != 0, seed % 2 == 0
    reports = _replay(board)
    assert reports[-1].moves == moves
    assert [report.faults for report in reports if report.faults] == []
    # Spectators never see an undone move.
    assert all(moves[: len(report.moves)] == report.moves for report in reports)


@pytest.mark.parametrize("game", range(4))
def test_a_real_game_comes_out_on_a_board_that_stands_the_wrong_way(game: int) -> None:
    board = Board("1", real_games()[game], "turned", think=5_000)
    board.play()
    board.messages = [
        replace(sent, param={**sent.param, "board": turned(sent.param["board"])})
        if sent.param and "board" in sent.param
        else sent
        for sent in board.messages
    ]
    reports = [report for _, report in Replay([board]).reports()]
    assert reports[-1].moves == board.moves
    assert reports[-1].flipped
    assert not any(report.faults for report in reports)


def test_a_board_flipped_in_livechess_continues_unchanged() -> None:
    state = feed(BoardState("1"), Frame(placement=turned(START), flipped=False), 0)
    assert (state.placement, state.turned) == (START, True)
    state = feed(state, Frame(placement=START, flipped=True), 1_000)
    assert (state.placement, state.turned, state.flipped) == (START, False, True)


@pytest.mark.parametrize("seed", range(6))
def test_a_board_that_missed_a_frame_now_and_then_has_all_moves_that_are_certain(seed: int) -> None:
    """Without LiveChess's own list; about every fifth position of the board was never sent.

    Not around captures: pieces that only vanish may be in a hand, and are a fault instead of a guess.
    """
    moves = real_games()[seed]
    board = Board("1", moves, f"missed {seed}", slips=0, with_san=False, with_clock=False).play()
    placements = _placements(moves)
    sizes = [sum(sign.isalpha() for sign in placement) for placement in placements]
    once = [n for n, placement in enumerate(placements) if placements.count(placement) == 1]
    missed = {placements[n] for n in once[5:-3:5] if sizes[n - 1] == sizes[min(n + 2, len(moves))]}
    board.messages = [sent for sent in board.messages if not (sent.param and sent.param.get("board") in missed)]
    assert len(missed) > 5
    assert [report for _, report in Replay([board]).reports()][-1].moves == moves


def _placements(moves: tuple[str, ...]) -> list[str]:
    board, results = chess.Board(), [START]
    for text in moves:
        board.push_uci(text)
        results.append(board.board_fen())
    return results


def _slowly(position: ChessPosition, placement: str, plies: int) -> list[tuple[str, ...]]:
    """All sequences of legal moves that lead to the placement, by trying every one."""
    ways: list[tuple[tuple[str, ...], ChessPosition]] = [((), position)]
    for _ in range(plies):
        ways = [((*done, move.text), reached.play(move)) for done, reached in ways for move in reached.legal_moves()]
    return [done for done, reached in ways if placement_of(reached) == placement]


@pytest.mark.parametrize("seed", range(8))
def test_the_search_finds_what_trying_everything_finds(seed: int) -> None:
    chance = random.Random(seed)
    moves = random_game(f"search {seed}", 60)
    position = ChessPosition.start()
    for text in moves[: chance.randrange(len(moves) - 2)]:
        position = position.play(ChessMove(text))
    for plies in (1, 2):
        reached = position
        for _ in range(plies):
            reached = reached.play(chance.choice(reached.legal_moves()))
        goal = placement_of(reached)
        slow = _slowly(position, goal, plies)
        assert explanation(position, goal, plies) == (slow[0] if len(slow) == 1 else None)


def test_a_recapture_by_a_piece_of_the_same_kind_is_found_though_its_square_looks_as_before() -> None:
    position = ChessPosition(chess.Board("4k3/2p5/3p4/4p3/5P2/8/8/4K3 w - - 0 1"))
    after = position.play(ChessMove("f4e5")).play(ChessMove("d6e5"))
    assert explanation(position, placement_of(after), 2) == ("f4e5", "d6e5")


def test_two_orders_of_moves_that_look_alike_are_not_guessed() -> None:
    """Two missed half-moves by each side are ambiguous; one by each is certain."""
    position = ChessPosition.start()
    for first, second in product(("a2a3", "a2a4"), ("a7a6", "h7h5")):
        after = position.play(ChessMove(first)).play(ChessMove(second))
        assert explanation(position, placement_of(after), 2) == (first, second)


AT = 1_800_000_000_000


def _state(*moves: str) -> tuple[BoardState, int]:
    """Return a board after these moves, without clock times."""
    board = Board("1", moves, "few", slips=0, think=1_000, with_clock=False, result=None).play()
    state = BoardState("1")
    last = max(index for index, message in enumerate(board.messages) if message.param and "board" in message.param)
    for message in board.messages[: last + 1]:
        state = feed(tick(state, message.at), read_frame(message.param or {}, message.at, message.at), message.at)
    at = board.messages[last].at + 4_000
    return tick(state, at), at


def _final_placement(*moves: str) -> str:
    return _placements(moves)[-1]


def _clock(at: int, run: bool | None, white: int = 5400) -> Frame:
    return read_frame({"clock": {"white": white, "black": 5400, "run": run, "time": at}}, at, at)


def test_a_move_is_one_when_the_clock_is_pressed_and_else_when_it_has_stood_for_three_seconds() -> None:
    state = feed(BoardState("1"), Frame(placement=START, connected=True), AT)
    state = feed(state, Frame(placement=_final_placement("e2e4")), AT + 1_000)
    assert report_of(state, AT + 1_000).moves == ()
    assert due(state, AT + 1_000) == AT + 4_000
    assert report_of(tick(state, AT + 3_999), AT + 3_999).moves == ()
    assert report_of(tick(state, AT + 4_000), AT + 4_000).moves == ("e2e4",)
    state = feed(state, _clock(AT + 1_000, True), AT + 1_000)
    pressed = feed(state, _clock(AT + 1_500, False, white=5420), AT + 1_500)
    assert report_of(pressed, AT + 1_500).moves == ("e2e4",)
    assert pressed.line.clocks == (5_420_000,)


def test_before_the_clock_starts_there_are_neither_moves_nor_faults() -> None:
    waiting = feed(feed(BoardState("1"), Frame(placement=START), AT), _clock(AT, None), AT)
    tried = feed(waiting, Frame(placement=_final_placement("e2e4")), AT + 1_000)
    report = report_of(feed(tried, Frame(placement=START), AT + 20_000), AT + 20_000)
    assert (report.moves, report.status, report.faults) == ((), BoardStatus.WAITING, ())
    wrong = Frame(placement="rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR")
    state = tick(feed(waiting, wrong, AT + 1_000), AT + 60_000)
    report = report_of(state, AT + 60_000)
    assert (report.status, report.faults) == (BoardStatus.WAITING, ())
    state = tick(feed(state, _clock(AT + 60_000, True), AT + 60_000), AT + 70_000)
    (fault,) = report_of(state, AT + 70_000).faults
    assert (fault.code, fault.detail["move"]) == (FaultCode.NOT_LEGAL, "e2e5")


def test_a_move_that_stood_and_is_replaced_by_another_changes_the_list_after_five_seconds() -> None:
    state, at = _state("e2e4", "e7e5")
    state = feed(state, Frame(placement=_final_placement("e2e4", "d7d5")), at)
    assert tick(state, at + 4_999).line.moves == ("e2e4", "e7e5")
    assert tick(state, at + 5_000).line.moves == ("e2e4", "d7d5")


def test_a_board_put_back_to_an_earlier_position_is_a_fault_and_changes_no_move() -> None:
    state, at = _state("e2e4", "e7e5")
    state = tick(feed(state, Frame(placement=_final_placement("e2e4")), at), at + 5_000)
    report = report_of(state, at + 5_000)
    assert report.moves == ("e2e4", "e7e5")
    assert [fault.code for fault in report.faults] == [FaultCode.NOT_LEGAL]
    state = feed(state, Frame(placement=_final_placement("e2e4", "e7e5")), at + 6_000)
    assert report_of(state, at + 6_000).faults == ()


def test_a_pawn_on_the_last_rank_becomes_the_piece_that_is_put_there() -> None:
    moves = ("h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "a7a6", "h6h7", "a6a5")
    state, at = _state(*moves)
    base = chess.BaseBoard(_final_placement(*moves))
    base.remove_piece_at(chess.H7)
    base.set_piece_at(chess.G8, chess.Piece(chess.PAWN, chess.WHITE))
    state = feed(state, Frame(placement=base.board_fen()), at)
    base.set_piece_at(chess.G8, chess.Piece(chess.KNIGHT, chess.WHITE))
    state = feed(state, Frame(placement=base.board_fen()), at + 2_000)
    assert tick(state, at + 5_000).line.moves == (*moves, "h7g8n")


def test_the_list_of_livechess_says_what_was_played_while_a_cable_was_out() -> None:
    state, at = _state("e2e4", "e7e5")
    start = f"{START} w KQkq - 0 1"
    san = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
    goal = _final_placement("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")
    alone = feed(state, Frame(placement=goal), at)
    assert [fault.code for fault in report_of(alone, at + 5_000).faults] == [FaultCode.NOT_LEGAL]
    state = feed(state, Frame(placement=goal, start=start, san=san, match=True), at)
    assert len(tick(state, at + 3_000).line.moves) == 6
    # It may also come only later.
    later = feed(alone, Frame(start=start, san=san, match=True), at + 6_000)
    assert report_of(tick(later, at + 9_000), at + 9_000).faults == ()
    assert len(tick(later, at + 9_000).line.moves) == 6


def _with_kings(placement: str, white: str, black: str) -> str:
    """The placement with both kings carried from their first squares to these."""
    base = chess.BaseBoard(placement)
    for color, origin, goal in ((chess.WHITE, chess.E1, white), (chess.BLACK, chess.E8, black)):
        base.remove_piece_at(origin)
        base.set_piece_at(chess.parse_square(goal), chess.Piece(chess.KING, color))
    return base.board_fen()


@pytest.mark.parametrize(("squares", "result"), [
    (("e4", "d5"), "1-0"), (("d4", "e5"), "0-1"), (("e4", "e5"), "1/2-1/2"), (("d5", "d4"), "1/2-1/2"),
])  # fmt: skip
def test_kings_in_the_centre_propose_a_result_and_are_never_a_move(squares, result) -> None:
    state, at = _state("e2e4", "e7e5", "g1f3")
    with_kings = _with_kings(_final_placement("e2e4", "e7e5", "g1f3"), *squares)
    state = feed(state, Frame(placement=with_kings), at)
    assert report_of(tick(state, at + 4_999), at + 4_999).result is None
    report = report_of(tick(state, at + 5_000), at + 5_000)
    assert (report.result, report.status, report.faults) == (result, BoardStatus.FINISHED, ())
    assert report.moves == ("e2e4", "e7e5", "g1f3")


def test_kings_that_go_back_have_said_nothing() -> None:
    state, at = _state("e2e4", "e7e5", "g1f3")
    placement = _final_placement("e2e4", "e7e5", "g1f3")
    state = tick(feed(state, Frame(placement=_with_kings(placement, "d4", "e5")), at), at + 6_000)
    state = feed(state, Frame(placement=placement), at + 7_000)
    after = _final_placement("e2e4", "e7e5", "g1f3", "b8c6")
    state = tick(feed(state, Frame(placement=after), at + 8_000), at + 12_000)
    report = report_of(state, at + 12_000)
    assert (report.result, report.moves[-1]) == (None, "b8c6")


def test_a_checkmate_ends_the_game_and_what_is_shown_afterwards_is_not_looked_at() -> None:
    moves = ("f2f3", "e7e5", "g2g4", "d8h4")
    state, at = _state(*moves)
    state = feed(state, Frame(placement="8/8/8/8/8/8/8/8"), at)
    report = report_of(tick(state, at + 60_000), at + 60_000)
    assert (report.result, report.moves, report.faults) == ("0-1", moves, ())


def test_a_game_that_is_over_for_the_service_has_no_faults() -> None:
    state, at = _state("e2e4", "e7e5")
    state = feed(state, Frame(placement=START), at)
    assert [fault.code for fault in report_of(state, at + 5_000).faults] == [FaultCode.RESULT_UNSAID]
    report = report_of(close(state), at + 5_000)
    assert (report.status, report.faults) == (BoardStatus.FINISHED, ())


def test_rubbish_is_taken_as_not_said_and_a_list_of_boards_without_news_changes_nothing() -> None:
    state, at = _state("e2e4")
    data = {
        "board": "nonsense", "flipped": "yes", "san": [1], "match": 0,
        "clock": {"white": "x", "black": None, "run": 3}, "start": 7, "battery": 12,
    }  # fmt: skip
    after = feed(state, read_frame(data, at, at), at)
    assert (after.line, after.placement) == (state.line, state.placement)
    assert report_of(after, at + 10_000).faults == ()
    entry = {"source": "COM3", "state": "ACTIVE", "battery": None, "board": _final_placement("e2e4")}
    assert feed(state, read_frame(entry, at, at), at) is state


ONE = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c2c3 e8g8 f1e1 a7a6 a2a4 c5a7 h2h3 h7h6 b1d2 f8e8"
TWO = "d2d4 g8f6 c2c4 e7e6 g1f3 d7d5 b1c3 f8e7 c1g5 e8g8 e2e3 h7h6 g5h4 b7b6 c4d5 f6d5 h4e7 d8e7 c3d5 e6d5"


def _replayed() -> tuple[dict[str, BoardState], list[tuple[str, FaultCode]], int]:
    states: dict[str, BoardState] = {}
    faults: list[tuple[str, FaultCode]] = []
    at = 0
    for line in (DATA / "livechess" / "websocket.ndjson").read_text("utf-8").splitlines():
        record = json.loads(line)
        at = record["at"]
        if record["dir"] != "in" or record["msg"]["response"] == "error":
            continue
        param = record["msg"]["param"]
        boards = param if isinstance(param, list) else [param] if param else []
        for serial, state in states.items():
            states[serial] = tick(state, at)
        for board in boards:
            serial = board["serialnr"]
            state = states.get(serial) or BoardState(serial)
            states[serial] = feed(state, read_frame(board, record["msg"]["time"], at), at)
        for serial, state in states.items():
            faults += [(serial, fault.code) for fault in report_of(state, at).faults]
    return states, faults, at


def test_both_games_come_out_whole_with_the_clocks_and_the_result_and_the_one_fault_of_the_cable() -> None:
    states, faults, at = _replayed()
    first, second = (report_of(tick(states[serial], at + 6_000), at + 6_000) for serial in ("31415", "27182"))
    assert " ".join(first.moves) == ONE
    assert " ".join(second.moves) == TWO
    assert (first.result, second.result) == ("1-0", None)
    assert first.clocks[:2] == (5_425_000, 5_418_000)
    assert None not in first.clocks
    # Three moves were made while the cable was out: the clock times after them are unknown.
    assert second.clocks[11:16] == (5_416_000, None, None, None, 5_357_000)
    assert set(faults) == {("27182", FaultCode.OFFLINE)}


#: The longest time from the instant at which a fault can be seen to its report (ms).
IN_TIME = 10_000
AT_THE_START = {FaultCode.UNKNOWN_SERIAL, FaultCode.START_POSITION}


def made_feed(
    boards: int, faults: int, *, think: float, seed: str = "feed", began: int = 1_800_000_000_000
) -> list[Board]:
    """Return boards at which people play, with `faults` of all kinds in turn spread over them."""
    chance = random.Random(seed)
    games = real_games()
    created = [
        Board(f"{24_000 + number}", games[number % len(games)], f"{seed} {number}", began, think=think)
        for number in range(boards)
    ]
    # One board in eight has no clock that can be read, one in ten is not rebuilt by LiveChess.
    for number, board in enumerate(created):
        board.with_clock, board.with_san = number % 8 != 7, number % 10 != 9
        board.result = chance.choice(("1-0", "0-1", "1/2-1/2"))
    whole = [board for board in created if board.with_clock and board.with_san]
    for number in range(faults):
        _place(list(FaultCode)[number % len(FaultCode)], whole, chance)
    return [board.play() for board in created]


def _place(code: FaultCode, boards: list[Board], chance: random.Random) -> None:
    """Put a fault at a board that has none of this kind yet, and not near another."""
    while True:
        board = chance.choice(boards)
        ply = 0 if code in AT_THE_START else chance.randrange(8, len(board.moves) - 4)
        if code is FaultCode.RESULT_UNSAID:
            ply = len(board.moves) + 1
        near = any(abs(ply - other) < 4 for other in board.faults)
        if code not in board.faults.values() and not near:
            board.faults[ply] = code
            return


def first_reports(
    boards: list[Board], reports: list[tuple[int, Report]]
) -> tuple[dict[Injected, int], list[tuple[str, FaultCode, int]]]:
    """Return the first report of each fault, and the reports without an injected fault."""
    injected = [item for board in boards for item in board.injected]
    first: dict[Injected, int] = {}
    unexpected: list[tuple[str, FaultCode, int]] = []
    for at, report in reports:
        for fault in report.faults:
            cause = next((item for item in injected if _matches(item, report, fault.code, fault.since)), None)
            if cause is None:
                unexpected.append((report.serial, fault.code, at))
            else:
                first.setdefault(cause, at)
    return first, unexpected


def _matches(injected: Injected, report: Report, code: FaultCode, since: int) -> bool:
    same = (injected.serial, injected.code) == (report.serial, code)
    return same and injected.at - 1_000 <= since <= injected.at + IN_TIME


def _assert_reported(boards: list[Board], faults: int, reports: list[tuple[int, Report]]) -> None:
    injected = [item for board in boards for item in board.injected]
    assert len(injected) == faults
    first, unexpected = first_reports(boards, reports)
    assert unexpected == []
    assert [item for item in injected if item not in first] == []
    assert {item: at - item.at for item, at in first.items() if at - item.at > IN_TIME} == {}


@pytest.mark.long
def test_a_hundred_boards_for_four_hours_with_fifty_faults() -> None:
    boards = made_feed(100, 50, think=110_000)
    replay = Replay(boards)
    reports = list(replay.reports())
    _assert_reported(boards, 50, reports)
    assert Counter(len(report.moves) for _, report in reports if report.result)
    assert {serial: state.line.moves for serial, state in replay.states.items()} == {
        board.serial: board.moves for board in boards
    }
    assert max(board.at for board in boards) - min(board.messages[0].at for board in boards) > 4 * 3_600_000

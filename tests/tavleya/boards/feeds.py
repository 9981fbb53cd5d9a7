"""A simulated feed of electronic boards: the frames of LiveChess for games with slips and faults.

Everything comes from a seed.  Times are milliseconds.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import chess

from tavleya.boards.clock_readings import Additions
from tavleya.boards.frames import read_frame
from tavleya.boards.machine import close, due, feed, missing, tick
from tavleya.boards.reports import START, BoardState, FaultCode, Report, report_of
from tavleya.rules.chess import ChessRules
from tavleya.rules.pgn import read_pgn
from tests.paths import DATA

#: Milliseconds between the client's requests for the list of boards.
POLL = 4_000
START_FEN = chess.STARTING_FEN
INCREMENT = 30_000


@cache
def real_games() -> tuple[tuple[str, ...], ...]:
    """The moves of a match of 1886."""
    reading = read_pgn((DATA / "chess-match-1886.pgn").read_text("utf-8"), rules=ChessRules())
    return tuple(tuple(game.moves) for game in reading.games)


def random_game(seed: str, plies: int) -> tuple[str, ...]:
    chance, board = random.Random(seed), chess.Board()
    while len(board.move_stack) < plies and not board.is_game_over():
        moves = sorted(board.legal_moves, key=str)
        # Captures and castling are hard to recognize on a board.
        rare = [move for move in moves if board.is_capture(move) or board.is_castling(move) or move.promotion]
        board.push(chance.choice(rare if rare and chance.random() < 0.4 else moves))
    return tuple(move.uci() for move in board.move_stack)


@dataclass(frozen=True, slots=True)
class FeedMessage:
    """A LiveChess frame of a board at an instant; a `listed` frame comes with the list of boards at its next poll.

    `param` None: the board is not in the list.
    """

    at: int
    serial: str
    param: dict[str, Any] | None
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Injected:
    """A fault that is visible from `at` on, and is fixed at `until`."""

    serial: str
    code: FaultCode
    at: int
    until: int


@dataclass
class Board:
    """One board and the people at it.  `faults`: the fault before a half-move, by its number."""

    serial: str
    moves: Sequence[str]
    seed: str
    at: int = 1_800_000_000_000
    faults: dict[int, FaultCode] = field(default_factory=dict)
    slips: float = 0.2
    think: float = 60_000
    with_clock: bool = True
    with_san: bool = True
    result: str | None = "1-0"
    messages: list[FeedMessage] = field(default_factory=list)
    injected: list[Injected] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.board = chess.Board()
        self.san: list[str] = []
        self.left = {True: 5_400_000, False: 5_400_000}
        self.running: bool | None = None
        self.silent_clock = False
        self.closed_at: int | None = None

    def play(self) -> Board:
        first = self.faults.get(0)
        if first is FaultCode.UNKNOWN_SERIAL:
            self.messages.append(FeedMessage(self.at, self.serial, None, listed=True))
            self._log_fault(first, 40_000)
        self._list()
        self.say(board=START, flipped=False, start=START_FEN if self.with_san else None, san=[], match=self.with_san)
        if self.with_clock:
            self.say(clock=self._clock())
        self.at += 10_000
        if first is FaultCode.START_POSITION:
            wrong = chess.Board("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").board_fen()
            self.say(board=wrong, match=False)
        self._run(True)
        if first is FaultCode.START_POSITION:
            self._log_fault(first, 20_000)
            self.say(board=START, match=self.with_san)
        for ply, text in enumerate(self.moves, 1):
            if (code := self.faults.get(ply)) is not None:
                getattr(self, f"_{code.value}")()
            self._move(chess.Move.from_uci(text))
        self._finish()
        return self

    def say(self, **param: Any) -> None:
        if not self.with_san:
            param = {name: value for name, value in param.items() if name not in ("start", "san", "match")}
        self.messages.append(FeedMessage(self.at, self.serial, param))

    def _list(self, **other: Any) -> None:
        entry = {"source": "COM3", "state": "ACTIVE", "battery": "84%", **other}
        self.messages.append(FeedMessage(self.at, self.serial, entry, listed=True))

    # --- moves ---

    def _wait(self, ms: int) -> None:
        self.at += ms
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - ms)

    def _run(self, running: bool | None) -> None:
        self.running = running
        if self.with_clock and not self.silent_clock:
            self.say(clock=self._clock())

    def _clock(self) -> dict[str, Any]:
        white, black = self.left[True] // 1000, self.left[False] // 1000
        return {"white": white, "black": black, "run": self.running, "time": self.at}

    def _move(self, move: chess.Move) -> None:
        self._wait(2_000 + int(self.chance.expovariate(1 / self.think)))
        if self.chance.random() < self.slips:
            self.chance.choice((self._touched, self._knocked, self._tried))(move)
        for placement in self._placements(move)[:-1]:
            self.say(board=placement, match=False)
            self._wait(self.chance.randint(150, 900))
        self.san.append(self.board.san(move))
        self.board.push(move)
        self.say(board=self.board.board_fen(), san=list(self.san), match=True)
        self._wait(self.chance.randint(150, 900))
        mover = not self.board.turn
        self.left[mover] += INCREMENT
        self._run(self.board.turn)

    def _placements(self, move: chess.Move) -> list[str]:
        """Return the placements while a move is made, piece after piece."""
        board, placements = self.board, []
        base = chess.BaseBoard(board.board_fen())
        squares = [move.from_square]
        if board.is_en_passant(move):
            squares.append(chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square)))
        elif board.is_capture(move):
            squares.insert(self.chance.randint(0, 1), move.to_square)
        for square in squares:
            base.remove_piece_at(square)
            placements.append(base.board_fen())
        if board.is_castling(move):
            base.set_piece_at(move.to_square, board.piece_at(move.from_square))
            placements.append(base.board_fen())
        if move.promotion:
            base.set_piece_at(move.to_square, board.piece_at(move.from_square))
            placements.append(base.board_fen())
        after = board.copy(stack=False)
        after.push(move)
        return [*placements, after.board_fen()]

    # --- slips that are corrected before the move is finished ---

    def _touched(self, move: chess.Move) -> None:
        """A piece is adjusted: lifted, and put back."""
        self._without(self.chance.choice(list(self.board.piece_map())))

    def _knocked(self, move: chess.Move) -> None:
        """A sleeve takes several pieces along."""
        self._without(*self.chance.sample(sorted(self.board.piece_map()), 3))

    def _without(self, *squares: chess.Square) -> None:
        base = chess.BaseBoard(self.board.board_fen())
        for square in squares:
            base.remove_piece_at(square)
        self.say(board=base.board_fen(), match=False)
        self._wait(self.chance.randint(300, 4_000))
        self.say(board=self.board.board_fen(), match=True)
        self._wait(self.chance.randint(300, 1_000))

    def _tried(self, move: chess.Move) -> None:
        """Another move is put on the board, and undone before the hand leaves it."""
        other = self.chance.choice(sorted(self.board.legal_moves, key=str))
        for placement in self._placements(other):
            self.say(board=placement, match=False)
            self._wait(self.chance.randint(150, 700))
        self.say(board=self.board.board_fen(), match=True)
        self._wait(self.chance.randint(300, 1_000))

    # --- faults ---

    def _log_fault(self, code: FaultCode, ms: int) -> None:
        self.injected.append(Injected(self.serial, code, self.at, self.at + ms))
        self._wait(ms)

    def _show(self, code: FaultCode, placement: str) -> None:
        self._wait(3_000)
        self.say(board=placement, match=False)
        self._log_fault(code, 20_000)
        self.say(board=self.board.board_fen(), match=True)

    def _not_legal(self) -> None:
        legal = {(move.from_square, move.to_square) for move in self.board.legal_moves}
        empty = [square for square in chess.SQUARES if self.board.piece_at(square) is None]
        others = self._after_other_moves()
        illegal = [
            placement
            for square, piece in self.board.piece_map().items()
            for goal in empty
            if piece.color == self.board.turn
            and (square, goal) not in legal
            and piece.piece_type in (chess.KNIGHT, chess.PAWN, chess.ROOK)
            and chess.square_rank(goal) in range(1, 7)
            and (placement := self._carried(square, goal)) not in others
        ]
        self._show(FaultCode.NOT_LEGAL, self.chance.choice(illegal))

    def _carried(self, origin: chess.Square, goal: chess.Square) -> str:
        base = chess.BaseBoard(self.board.board_fen())
        base.set_piece_at(goal, base.remove_piece_at(origin))
        return base.board_fen()

    def _after_other_moves(self) -> set[str]:
        """The placements after another last move: such a placement is another game, not an illegal move."""
        placements, before = set(), self.board.copy()
        for _ in range(min(2, len(self.board.move_stack))):
            before.pop()
            for move in list(before.legal_moves):
                before.push(move)
                placements.add(before.board_fen())
                before.pop()
        return placements

    def _mismatch(self) -> None:
        """At random: LiveChess lost track, or two pieces are put back interchanged."""
        if self.chance.random() < 0.5 and self.with_san:
            self._wait(3_000)
            self.say(match=False)
            self._log_fault(FaultCode.MISMATCH, 20_000)
            self.say(match=True)
            return
        pieces = self.board.piece_map()
        squares = [square for square in pieces if pieces[square].color == self.board.turn]
        first, second = next(
            (a, b) for a in squares for b in squares if pieces[a].piece_type < pieces[b].piece_type < chess.KING
        )
        base = chess.BaseBoard(self.board.board_fen())
        base.set_piece_at(first, pieces[second])
        base.set_piece_at(second, pieces[first])
        self._show(FaultCode.MISMATCH, base.board_fen())

    def _piece_missing(self) -> None:
        base = chess.BaseBoard(self.board.board_fen())
        base.remove_piece_at(self.chance.choice(sorted(base.piece_map())))
        self._show(FaultCode.PIECE_MISSING, base.board_fen())

    def _moves_differ(self) -> None:
        """LiveChess reports a last move that was not made."""
        before = self.board.copy()
        last = before.pop()
        other = next(move for move in before.legal_moves if move != last)
        self._wait(6_000)
        self.say(san=[*self.san[:-1], before.san(other)], match=True)
        self._log_fault(FaultCode.MOVES_DIFFER, 20_000)
        self.say(san=list(self.san))

    def _clock_stopped(self) -> None:
        self._wait(3_000)
        self.say(clock=None)
        self._log_fault(FaultCode.CLOCK_STOPPED, 20_000)
        self.say(clock=self._clock())

    def _clock_jump(self) -> None:
        """The arbiter, or a fault of the clock, has given ten minutes."""
        self._wait(3_000)
        self.left[self.board.turn] += 600_000
        self.say(clock=self._clock())
        self._log_fault(FaultCode.CLOCK_JUMP, 0)

    def _offline(self) -> None:
        self._wait(5_000)
        self._list(state="NOTRESPONDING", battery=None)
        self._log_fault(FaultCode.OFFLINE, 60_000)
        self._list()
        self._wait(POLL)

    def _battery_low(self) -> None:
        self._list(battery="9%")
        self._log_fault(FaultCode.BATTERY_LOW, 60_000)
        self._list()
        self._wait(POLL)

    def _result_unsaid(self) -> None:
        """Only at the end: see `_finish`."""

    def _finish(self) -> None:
        self._wait(5_000)
        if self.board.is_game_over():
            self.result = None
        self._run(None)
        base = chess.BaseBoard(self.board.board_fen())
        if FaultCode.RESULT_UNSAID in self.faults.values():
            self.say(board=START, match=False)
            self._log_fault(FaultCode.RESULT_UNSAID, 30_000)
        elif self.result is not None:
            for color in chess.COLORS:
                base.remove_piece_at(self.board.king(color) or 0)
                self.say(board=base.board_fen(), match=False)
                self._wait(600)
            light = {"1-0": (chess.E4, chess.D5), "0-1": (chess.E5, chess.D4), "1/2-1/2": (chess.E4, chess.E5)}
            for color, square in zip(chess.COLORS, light[self.result], strict=True):
                base.set_piece_at(square, chess.Piece(chess.KING, color))
            self.say(board=base.board_fen(), match=False)
            self._wait(30_000)
        self.closed_at = self.at


#: The client sends what has changed once a second.
FLUSH = 1_000


@dataclass
class Replay:
    """The boards of a client, fed as by LiveChess; `reports` yields the sent reports, in order of time."""

    boards: Iterable[Board]
    states: dict[str, BoardState] = field(default_factory=dict)

    def reports(self) -> Iterator[tuple[int, Report]]:
        events = _events(self.boards)
        # Events before ticks at the same instant: (at, order, serial, message).
        heap: list[tuple[int, int, str, FeedMessage | None]] = [
            (at, number, message.serial, message) for number, (at, message) in enumerate(events)
        ]
        order = len(heap)
        closing = {board.serial: board.closed_at for board in self.boards}
        waiting: dict[str, int] = {}
        last: dict[str, tuple[object, ...]] = {}
        self.states = {
            board.serial: BoardState(board.serial, Additions(INCREMENT, {40: 1_800_000})) for board in self.boards
        }
        for serial, closed_at in closing.items():
            heap.append((closed_at or 0, -1, serial, None))
        heapq.heapify(heap)
        while heap:
            at, number, serial, message = heapq.heappop(heap)
            state = tick(self.states[serial], at)
            if number == -1 and closing[serial] == at:
                state = close(state)
            elif message is not None and message.param is None:
                state = missing(state, at)
            elif message is not None:
                state = feed(state, read_frame(message.param, at, at), at)
            self.states[serial] = state
            if (next_due := due(state, at)) is not None and waiting.get(serial) != next_due:
                waiting[serial] = next_due
                order += 1
                heapq.heappush(heap, (next_due, order, serial, None))
            report = report_of(state, at)
            content = (report.status, report.moves, report.clocks, report.result, report.faults)
            if last.get(serial) != content:
                last[serial] = content
                yield -(-at // FLUSH) * FLUSH, report


def _events(boards: Iterable[Board]) -> list[tuple[int, FeedMessage]]:
    """Return the frames in order; `listed` frames arrive at the next poll."""
    messages = [message for board in boards for message in board.messages]
    arrivals = [(-(-message.at // POLL) * POLL if message.listed else message.at, message) for message in messages]
    return sorted(arrivals, key=lambda arrival: arrival[0])

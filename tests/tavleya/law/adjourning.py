"""Adjourned boards without a database: acts that take their instant, and a game adjourned by White."""

import hashlib
from collections.abc import Callable, Mapping

from tavleya.law import adjournment as law
from tavleya.law import resumption
from tavleya.law.library import regime
from tavleya.law.remedies import Remedy
from tavleya.law.sealing import Policy, Sealing, UnsealedMove, entropy_needed, seal, unseal
from tavleya.record import commands
from tavleya.record.entries import EntryDraft
from tavleya.record.state import State
from tavleya.sides import Side
from tests.tavleya.record.build import KEY, START, Board

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
BOOK = regime("tavreli-1997")
W, B = Side.WHITE, Side.BLACK
ENDS = 4 * HOUR  # of the session
DUE = 24 * HOUR  # of the resumption
BOTH = (W, B)


def sealed(board: Board, move: str, side: Side = W, language: str = "") -> Sealing:
    ply = board.state.sealing.ply if board.state.sealing else board.state.ply + 1
    entropy = hashlib.shake_256(move.encode()).digest(entropy_needed(Policy.TWO_OF_THREE))
    return seal(move, game=KEY, ply=ply, side=side, entropy=entropy, language=language)


def unseal_all(sealing: Sealing) -> UnsealedMove:
    return unseal(sealing.stored, list(sealing.cards.values()))


def playing(control: str = "120", game: str = "tavreli", start: str = "start") -> Board:
    board = Board(game=game, control=control, start=start)
    board.do(commands.start)
    return board


def do(board: Board, at: int, act: Callable[..., tuple[EntryDraft, ...]], *args: object, **options: object) -> State:
    """Do an act with the instant as its argument."""
    return board.do(lambda state: act(state, *args, at=START + at, **options), at=at)


def rule(board: Board, when: int, decide: Callable[..., Remedy], *args: object, **options: object) -> Remedy:
    remedy = decide(board.state, BOOK, *args, **options)
    board.do(lambda state: remedy.drafts, at=when)
    return remedy


def stop(board: Board, at: int, due: int | None = DUE, times: Mapping[Side, law.Times] | None = None) -> State:
    return do(
        board, at, law.adjourn, BOOK, session_ends=START + ENDS, due=None if due is None else START + due,
        place="Hall 2", times=times,
    )  # fmt: skip


def adjourned(move: str = "e2-e4", control: str = "120", start: str = "start") -> tuple[Board, Sealing]:
    """White is called to seal after 100 minutes, 5 of them Black's in the usual start, and seals `move` in a minute."""
    board = playing(control, start=start)
    if start == "start":
        board.do(commands.move, None, "d2-d4", at=50 * MINUTE)
        board.do(commands.move, None, "d7-d5", at=55 * MINUTE)
    do(board, 100 * MINUTE, law.call_to_seal, session_ends=None)
    sealing = sealed(board, move)
    board.do(law.seal_move, W, sealing.stored, at=101 * MINUTE)
    stop(board, 101 * MINUTE)
    return board, sealing


def resumed(move: str = "e2-e4", **options: str) -> tuple[Board, Sealing]:
    board, sealing = adjourned(move, **options)
    do(board, DUE, resumption.set_up)
    return board, sealing


def open_(board: Board, sealing: Sealing, *present: Side, at: int = DUE + SECOND) -> State:
    return do(board, at, resumption.open_envelope, BOOK, unseal_all(sealing), present=present or BOTH)


def left(state: State, at: int) -> tuple[int, int]:
    readings = state.clock.readings(START + at)
    return readings.white.ms, readings.black.ms

"""Endings of a game by the rules, and draw claims decided from the record (FIDE Laws 5 and 9)."""

from tavleya.errors import BadInput
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessPosition
from tavleya.rules.contract import (
    ClaimKind,
    ClaimVerdict,
    Ending,
    EndingKind,
    LineOfPlay,
    Position,
    StatusKind,
)

#: Half-moves of "50 moves by each player" and "75 moves by each player".
FIFTY, SEVENTY_FIVE = 100, 150

_BY_STATUS = {
    StatusKind.CHECKMATE: (EndingKind.CHECKMATE, "5.1.1"),
    StatusKind.STALEMATE: (EndingKind.STALEMATE, "5.2.1"),
    StatusKind.DEAD: (EndingKind.DEAD, "5.2.2"),
}


def ending(line: LineOfPlay) -> Ending | None:
    """Return mate, stalemate, dead position, fivefold repetition, 75 moves, in this order: mate comes first (9.6.2)."""
    position = _chess(line.position)
    status = position.status()
    # An irregular move neither mates nor stalemates, even if the position looks like it (5.1.1, 5.2.1, 5.2.2).
    if status.over and not (line.plies and line.plies[-1].irregular):
        kind, article = _BY_STATUS[status.kind]
        return Ending(kind, status.winner, article)
    times = appearances(line, position)
    if len(times) >= 5:
        return Ending(EndingKind.FIVEFOLD, None, "9.6.1", times)
    if position.quiet_plies >= SEVENTY_FIVE:
        return Ending(EndingKind.SEVENTY_FIVE_MOVES, None, "9.6.2", _run(line, position))
    return None


def claim(line: LineOfPlay, kind: ClaimKind, intended: ChessPosition | None) -> ClaimVerdict:
    """Decide a claim by the player to move; `intended` is the position after the announced move."""
    if kind is ClaimKind.REPETITION:
        return _repetition(line, intended)
    if kind is ClaimKind.FIFTY_MOVES:
        return _fifty(line, intended)
    raise BadInput(say("no_such_claim.chess", kind=kind.value))


def appearances(line: LineOfPlay, position: Position) -> tuple[int, ...]:
    """Return the numbers of plies after which `position` was on the board, 0 for the start.

    The whole line is searched: after an irregular move even a position before a pawn move can recur.
    """
    key = position.repetition_key()
    return tuple(number for number, earlier in enumerate(line.positions) if earlier.repetition_key() == key)


def _repetition(line: LineOfPlay, intended: ChessPosition | None) -> ClaimVerdict:
    times = appearances(line, intended or line.position)
    if intended is not None:
        times = (*times, len(line.plies) + 1)
    values = {"count": len(times)}
    if len(times) >= 3:
        message = say("repetition_right", **values)
    else:
        message = say("repetition_wrong", **values)
    return ClaimVerdict(len(times) >= 3, ClaimKind.REPETITION, times, message)


def _fifty(line: LineOfPlay, intended: ChessPosition | None) -> ClaimVerdict:
    quiet = (intended or _chess(line.position)).quiet_plies
    last = len(line.plies) + (intended is not None)
    values = {"moves": quiet // 2}
    if quiet >= FIFTY:
        message = say("fifty_right", **values)
        return ClaimVerdict(True, ClaimKind.FIFTY_MOVES, (max(last - quiet, 0) + 1, last), message)
    message = say("fifty_wrong", **values)
    return ClaimVerdict(False, ClaimKind.FIFTY_MOVES, (max(last - quiet, 0),), message)


def _run(line: LineOfPlay, position: ChessPosition) -> tuple[int, ...]:
    """Return the first and last ply of the quiet run; a start position may already include a part of the count."""
    return (max(len(line.plies) - position.quiet_plies, 0) + 1, len(line.plies))


def _chess(position: Position) -> ChessPosition:
    assert isinstance(position, ChessPosition), "a line of chess holds chess positions"
    return position

"""Endings of a game by the board alone, and draw claims decided from the record."""

from tavleya.errors import BadInput
from tavleya.rules.contract import ClaimKind, ClaimVerdict, Ending, EndingKind, LineOfPlay, StatusKind
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.position import TavreliPosition
from tavleya.sides import Side

FIFTY_MOVES = 100  # plies


def ending(line: LineOfPlay) -> Ending | None:
    """Return checkmate (5.1) or stalemate (5.2) by the last ply; repetition and 50 moves end a game only on a claim."""
    status = line.position.status()
    if status.kind is StatusKind.CHECKMATE:
        return Ending(EndingKind.CHECKMATE, status.winner, "5.1")
    if status.kind is StatusKind.STALEMATE:
        return Ending(EndingKind.STALEMATE, None, "5.2")
    return None


def claim(positions: tuple[TavreliPosition, ...], kind: ClaimKind, *, over: bool) -> ClaimVerdict:
    """Decide the claim on the last of `positions`: on the board, or after an announced move.

    `over` says that the game had ended before the claim.
    """
    if kind not in (ClaimKind.REPETITION, ClaimKind.FIFTY_MOVES):
        raise BadInput(say("no_such_claim.tavreli", kind=kind.value))
    if over:
        return ClaimVerdict(False, kind, (), say("game_over.by_rules"))
    if kind is ClaimKind.REPETITION:
        return _repetition(positions)
    return _fifty_moves(positions)


def _repetition(positions: tuple[TavreliPosition, ...]) -> ClaimVerdict:
    # The whole game is searched: a tower can be dismantled again, so no ply makes an earlier position unreachable, not
    # even one that restarts the count of 50 moves.
    last = positions[-1]
    key, turn = last.repetition_key(), last.turn
    plies = tuple(
        ply
        for ply, position in enumerate(positions)
        if position.turn is turn and position.repetition_key() == key
    )
    times = len(plies)
    if times >= 3:
        message = say("repetition_upheld", times=times, moves=_format_plies(plies, positions[0].turn))
    else:
        message = say("repetition_refuted", times=times, moves=_format_plies(plies, positions[0].turn))
    return ClaimVerdict(times >= 3, ClaimKind.REPETITION, plies, message)


def _fifty_moves(positions: tuple[TavreliPosition, ...]) -> ClaimVerdict:
    last = len(positions) - 1
    count = positions[-1].halfmoves
    first = max(last - count + 1, 1)
    if count >= FIFTY_MOVES:
        return ClaimVerdict(
            True,
            ClaimKind.FIFTY_MOVES,
            (first, last),
            say("fifty_moves_upheld", count=count // 2),
        )
    return ClaimVerdict(
        False,
        ClaimKind.FIFTY_MOVES,
        (last - count,) if last > count else (),
        say("fifty_moves_refuted", count=count // 2, needed=FIFTY_MOVES // 2),
    )


def _format_plies(plies: tuple[int, ...], first: Side) -> str:
    """Return the moves after which it occurred, by number: `0, 2…, 4…`; 0 is the start, dots mark Black's moves."""
    halves = [ply + (first is not Side.WHITE) for ply in plies if ply]
    texts = [f"{(half + 1) // 2}{'.' if half % 2 else '…'}" for half in halves]
    return ", ".join([*(["0"] if 0 in plies else []), *texts])

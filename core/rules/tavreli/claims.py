"""How a game ends by the board alone, and draw claims decided from the record."""

from __future__ import annotations

from common.errors import BadInput
from common.messages import N_, Message
from core.rules.contract import ClaimKind, Ending, EndingKind, Line, StatusKind, Verdict
from core.rules.tavreli.position import TavreliPosition

FIFTY_MOVES = 100  # plies


def ending(line: Line) -> Ending | None:
    """Checkmate (5.1) or stalemate (5.2) by the last ply; repetition and 50 moves end a game only on a claim."""
    status = line.position.status()
    if status.kind is StatusKind.CHECKMATE:
        return Ending(EndingKind.CHECKMATE, status.winner, "5.1")
    if status.kind is StatusKind.STALEMATE:
        return Ending(EndingKind.STALEMATE, None, "5.2")
    return None


def claim(positions: tuple[TavreliPosition, ...], kind: ClaimKind, *, over: bool) -> Verdict:
    """Decide the claim on the last of `positions`: on the board, or brought about by a move that is announced.

    `over` says that the game had ended before the claim was made.
    """
    if kind not in (ClaimKind.REPETITION, ClaimKind.FIFTY_MOVES):
        raise BadInput(
            Message("no_such_claim", N_("Tavreli knows no such claim: %(kind)s."), {"kind": kind.value})
        )
    if over:
        return Verdict(False, kind, (), Message("game_over", N_("The game was already over by the rules.")))
    if kind is ClaimKind.REPETITION:
        return _repetition(positions)
    return _fifty_moves(positions)


def _repetition(positions: tuple[TavreliPosition, ...]) -> Verdict:
    # The whole game is searched: a tower that was built can be taken apart again, so that no ply, not even one
    # that starts the count of 50 moves anew, makes an earlier position unreachable.
    last = positions[-1]
    key, turn = last.repetition_key(), last.turn
    plies = tuple(
        ply
        for ply, position in enumerate(positions)
        if position.turn is turn and position.repetition_key() == key
    )
    times = len(plies)
    if times >= 3:
        message = Message(
            "repetition_upheld",
            N_(
                "The same position with the same player to move arises for the %(times)s. time (plies %(plies)s)."
            ),
            {"times": times, "plies": _listed(plies)},
        )
    else:
        message = Message(
            "repetition_refuted",
            N_("The position arises %(times)s× only, not three times (plies %(plies)s)."),
            {"times": times, "plies": _listed(plies)},
        )
    return Verdict(times >= 3, ClaimKind.REPETITION, plies, message)


def _fifty_moves(positions: tuple[TavreliPosition, ...]) -> Verdict:
    last = len(positions) - 1
    count = positions[-1].halfmoves
    first = max(last - count + 1, 1)
    if count >= FIFTY_MOVES:
        return Verdict(
            True,
            ClaimKind.FIFTY_MOVES,
            (first, last),
            Message(
                "fifty_moves_upheld",
                N_("In the last %(count)s plies no ratnik has moved and no tower has been built."),
                {"count": count},
            ),
        )
    return Verdict(
        False,
        ClaimKind.FIFTY_MOVES,
        (last - count,) if last > count else (),
        Message(
            "fifty_moves_refuted",
            N_(
                "Only %(count)s plies, of the %(needed)s needed, have passed without a ratnik move or a new tower."
            ),
            {"count": count, "needed": FIFTY_MOVES},
        ),
    )


def _listed(plies: tuple[int, ...]) -> str:
    return ", ".join(map(str, plies))

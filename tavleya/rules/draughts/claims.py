"""Verdicts on draws by counters and repetition."""

from collections.abc import Mapping

from tavleya.errors import BadInput
from tavleya.rules.contract import ClaimKind, ClaimVerdict, EndingKind
from tavleya.rules.draughts.draws import DrawLaw, Positions
from tavleya.rules.draughts.messages import say

_COUNTED: Mapping[ClaimKind, EndingKind] = {
    ClaimKind.KINGS_ONLY: EndingKind.KINGS_ONLY,
    ClaimKind.SHORT_ENDING: EndingKind.SHORT_ENDING,
    ClaimKind.PIECE_BALANCE: EndingKind.PIECE_BALANCE,
    ClaimKind.THREE_KINGS: EndingKind.THREE_KINGS,
    ClaimKind.MAIN_ROAD: EndingKind.MAIN_ROAD,
}


def decide(law: DrawLaw, positions: Positions, kind: ClaimKind) -> ClaimVerdict:
    """Return whether the draw of `kind` is due at the last position.

    A counter is proved or refuted by the first and the last ply that it counts (by the last alone if it counts none), a
    repetition by the plies after which the position occurred.  Raises: BadInput if the law has no such draw.
    """
    if kind is ClaimKind.REPETITION:
        return _repetition(law, positions)
    run = law.run(_COUNTED[kind], positions) if kind in _COUNTED else None
    if run is None:
        raise BadInput(say("no_such_claim.draughts"), kind=kind.value)
    count, needed = run.plies // 2, run.needed // 2
    if run.due:
        message = say("counter_run_out", made=count, needed=needed)
    else:
        message = say("counter_running", made=count, needed=needed)
    return ClaimVerdict(run.due, kind, run.proof, message)


def _repetition(law: DrawLaw, positions: Positions) -> ClaimVerdict:
    plies = law.occurrences(positions)
    upheld = len(plies) >= law.repetition
    if upheld:
        message = say("position_repeated", times=len(plies))
    else:
        message = say("position_not_repeated", times=len(plies), needed=law.repetition)
    return ClaimVerdict(upheld, ClaimKind.REPETITION, plies, message)

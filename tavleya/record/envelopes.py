"""The state of an adjourned game: call to seal, sealed moves, resumption (tavreli app. A)."""

from dataclasses import dataclass

from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class SealCall:
    """The arbiter has asked `side` to seal its move; its clock runs until it stops both clocks (A.1).

    `ply` is the number of the move to be sealed, `position` the text of the position before it.  `followed`: the record
    has the moves that led there; without them the arbiter entered the position.
    """

    seq: int
    side: Side
    ply: int
    position: str
    early: bool = False
    followed: bool = True


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed move that has not been made on the board yet.

    `seq` is the entry that sealed it, at instant `at` with these readings.  `played`: it was made on the board after
    the call, and is known (A.1).  `paper`: it is in a real envelope, and the record only has the keeper.  `reply`: it
    is in a second envelope, and its author has pressed their clock (A.9).  `outcome` and `text` are known once it is
    opened; `lost`: the envelope is lost (A.11).
    """

    seq: int
    side: Side
    ply: int
    at: int
    commitment: str = ""
    played: str = ""
    reply: bool = False
    white_ms: int | None = None
    black_ms: int | None = None
    lost: bool = False
    outcome: str = ""
    text: str = ""

    @property
    def opened(self) -> bool:
        return bool(self.outcome)

    @property
    def paper(self) -> bool:
        return not (self.commitment or self.played)


@dataclass(frozen=True, slots=True)
class Adjourned:
    """The data on the envelope: `due` (ms since the epoch) and `place` of the resumption, None if not announced yet.

    `white_ms` and `black_ms` are the times left when the clocks were stopped, None without a clock.  `made`: the number
    of the sealed move that has been made since, on a board whose moves are not recorded; `position` is then the one
    after it.
    """

    seq: int
    at: int
    side: Side
    ply: int
    position: str
    due: int | None = None
    place: str = ""
    white_ms: int | None = None
    black_ms: int | None = None
    followed: bool = True
    was_pending: bool = False
    made: int = 0


@dataclass(frozen=True, slots=True)
class Resumption:
    """The position and the clocks were set up again (A.5), after `plies` moves."""

    seq: int
    at: int
    plies: int

"""The state of a game at one entry, computed by the fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tavleya.clocks.timekeeping import ClockState
from tavleya.frozen import replace
from tavleya.record.entries import Entry, GamePhase
from tavleya.record.results import Result
from tavleya.rules.contract import LineOfPlay, Position, Rules
from tavleya.sides import Side

# The state of an adjourned game: call to seal, sealed moves, resumption (tavreli app. A).


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


@dataclass(frozen=True, slots=True)
class PlyRecord:
    """One half-move of the record, in force or struck.

    `number` counts from 1; `seq` is its entry.  `at` and the readings are those after its press (or after the move
    itself before the press).  `offered`: it came with a draw offer ("=").  `accepted`: it was irregular and is in
    force: the opponent accepts it (draughts violations.7), or the law completes it (FIDE 7.5.2).  `ends`: how the rules
    of the board end the game with it (an ending's kind), if the entered score sheet continues or has another result.
    """

    number: int
    seq: int
    side: Side
    text: str
    at: int
    irregular: bool = False
    struck: bool = False
    accepted: bool = False
    offered: bool = False
    sealed: bool = False
    ends: str = ""
    white_ms: int | None = None
    black_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw offer that has not been answered, explicitly or by a move (tavreli 9.1)."""

    side: Side
    seq: int


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the arbiter; `reason` is a code (`tavleya.record.clock_entries.CallReason`), `data` the player's
    input."""

    side: Side | None
    seq: int
    reason: str
    at: int
    data: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def text(self) -> str:
        """The reason in the caller's own words."""
        return str(self.data.get("text") or "")


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Time that an arbiter added (or deducted, negative) in milliseconds after `turns` completed turns."""

    turns: int
    side: Side
    ms: int


@dataclass(frozen=True, slots=True)
class BeforeRuling:
    """The state at the instant `at`, before the first entry of ruling `number`."""

    number: int
    at: int
    state: State


def _zero() -> Mapping[Side, int]:
    return MappingProxyType({Side.WHITE: 0, Side.BLACK: 0})


@dataclass(frozen=True, slots=True)
class State:
    """The whole state of a game that follows from its entries so far.

    `line` holds the plies in force.  `laws`: the key of the law book of the game, empty if it is not recorded.  `clock`
    is None on a board without one.  `turn_clocks[n]` is the clock at the start of the move after n plies: the proposal
    for an arbiter's restoration (tavreli 6.13), with the time added since by `adjustments`.  `unpressed`: the side that
    has moved and not yet pressed; its move is not completed (6.7), although the opponent may have replied.  `illegal`
    counts each side's illegal moves by rulings, `penalties` its other penalties, `claims` its draw claims.  `points`
    are the half-points of this game that penalties have given each side, or deducted (negative).  `must_play`: the move
    announced by a wrong claim, which its author must make now (tavreli 9.5).  `rejected_claim`: the kind of a draw
    claim that was rejected in this position, and is not decided twice.  `bound`: the moves from which the side to move
    must choose, by a ruling under `bound_article` (touch-move, 4.2); empty: any.  `postponed`: the side whose draw
    claim in the quickplay finish waits for the arbiter's decision (10.2).  `clock_stands`: `left` or `right` of White,
    if the arbiter has decided it (6.4).  `before_rulings`: the states before each ruling in force, the newest last, for
    undoing it.  `later`: the entries in force since the first of these rulings, without those of rulings undone by
    effect.  `sealing`: the side asked to seal a move; `sealed`: sealed moves not made on the board yet; `adjourned` and
    `resumption` are those of the last adjournment (app. A).
    """

    rules: Rules
    line: LineOfPlay
    laws: str = ""
    phase: GamePhase = GamePhase.PENDING
    clock: ClockState | None = None
    turn_clocks: tuple[ClockState | None, ...] = (None,)
    adjustments: tuple[Adjustment, ...] = ()
    plies: tuple[PlyRecord, ...] = ()
    unpressed: Side | None = None
    offer: Offer | None = None
    calls: tuple[Call, ...] = ()
    illegal: Mapping[Side, int] = field(default_factory=_zero)
    penalties: Mapping[Side, int] = field(default_factory=_zero)
    points: Mapping[Side, int] = field(default_factory=_zero)
    claims: Mapping[Side, int] = field(default_factory=_zero)
    must_play: str = ""
    rejected_claim: str = ""
    bound: tuple[str, ...] = ()
    bound_article: str = ""
    postponed: Side | None = None
    started_at: int | None = None
    clock_stands: str = ""
    before_rulings: tuple[BeforeRuling, ...] = ()
    later: tuple[Entry, ...] = ()
    sealing: SealCall | None = None
    sealed: tuple[Sealed, ...] = ()
    adjourned: Adjourned | None = None
    resumption: Resumption | None = None
    result: Result | None = None
    termination: str = ""
    seq: int = 0
    at: int = 0
    digest: str = ""

    @property
    def position(self) -> Position:
        return self.line.position

    @property
    def turn(self) -> Side:
        """The side whose move is completed next: it does not change before the press (1.1, 6.7)."""
        if self.sealed and self.sealing is None:
            return self.sealed[-1].side.other  # the sealed move counts as made, although it is unknown
        return self.unpressed or self.position.turn

    def awaits_press(self, side: Side) -> bool:
        """Return whether the last move of `side` is not completed (6.7; FIDE 6.2.1)."""
        return self.unpressed is not None and side in (self.unpressed, self.position.turn.other)

    @property
    def ply(self) -> int:
        """The number of plies in force."""
        return len(self.line.plies)

    def before_ruling(self, number: int) -> BeforeRuling | None:
        return next((before for before in self.before_rulings if before.number == number), None)

    @property
    def over(self) -> bool:
        return self.phase in (GamePhase.FINISHED, GamePhase.ANNULLED)

    def article(self, number: str) -> str:
        """Return the address of an article of the game's laws: `7.5.1` is `fide-2023:7.5.1`."""
        return f"{self.laws}:{number}" if self.laws and number else number

    def last_standing(self) -> PlyRecord | None:
        return next((ply for ply in reversed(self.plies) if not ply.struck), None)

    def with_last_ply(self, **changes: object) -> State:
        """Return the state with changes of its last ply (readings after the press)."""
        for index in range(len(self.plies) - 1, -1, -1):
            if not self.plies[index].struck:
                changed = replace(self.plies[index], **changes)
                return replace(self, plies=(*self.plies[:index], changed, *self.plies[index + 1 :]))
        return self

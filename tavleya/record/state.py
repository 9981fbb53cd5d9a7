"""The state of a game at one entry: what the fold makes of the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tavleya.clocks.timekeeping import ClockState
from tavleya.frozen import replace
from tavleya.record.envelopes import Adjourned, Resumption, SealCall, Sealed
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.rules.contract import LineOfPlay, Position, Rules
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class PlyRecord:
    """One half-move as the record has it, standing or struck out.

    `number` counts from 1; `seq` is its entry.  `at` and the readings are those after it was completed by the press
    (or after the move itself while the clock has not been pressed).  `offered`: it came with a draw offer ("=").
    `accepted`: it was irregular and stands all the same: the opponent lets it (draughts violations.7), or the law says
    what it becomes (FIDE 7.5.2).  `ends`: how the rules of the board end the game with it (an ending's kind), where the
    score sheet that it was typed in from goes on, or has another result.
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
    """A draw offer that has not been answered, in words or by a move (tavreli 9.1)."""

    side: Side
    seq: int


@dataclass(frozen=True, slots=True)
class Call:
    """A player has called the arbiter; `reason` is a code (`tavleya.record.calls.CallReason`), `data` what they say."""

    side: Side | None
    seq: int
    reason: str
    at: int
    data: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def text(self) -> str:
        """Why, in the caller's own words."""
        return str(self.data.get("text") or "")


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Time that an arbiter gave (or took, negative) in milliseconds after `turns` completed turns."""

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
    """Everything about a game that follows from its entries so far.

    `line` holds the plies that stand.  `laws`: the key of the law book that the game is played under, empty where the
    record does not say it.  `clock` is None on a board without one.  `turn_clocks[n]` is the clock as it was
    when the move after n standing plies began: what an arbiter's restoration proposes (tavreli 6.13), with the time
    that `adjustments` say was given since.
    `unpressed`: the side that has moved and not yet pressed; its move is not completed (6.7).
    `illegal` counts each side's illegal moves that a ruling established, `penalties` those laid on it otherwise,
    `claims` the draws that it claimed.
    `points` are the half-points of this game that penalties have given each side, or taken (negative).
    `must_play`: the move that a wrong claim announced and its author has to make now (tavreli 9.5).
    `rejected_claim`: the kind of a draw claim that was rejected in this position, and is not decided twice.
    `bound`: the moves from which the side to move has to choose, by a ruling under `bound_article` (touch-move, 4.2);
    empty: any.
    `postponed`: the side whose claim of a draw in the quickplay finish waits for the arbiter's decision (10.2).
    `clock_stands`: `left` or `right` of White, where the arbiter has said so (6.4).
    `before_rulings`: how things stood before each ruling that stands, the newest last, so that it can be undone.
    `sealing`: who has been asked to seal a move; `sealed`: moves sealed and not made on the board yet; `adjourned` and
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
        """The side whose move is to be completed next: it does not pass before the clock is pressed (1.1, 6.7)."""
        if self.sealed and self.sealing is None:
            return self.sealed[-1].side.other  # the sealed move has been made, though nobody knows it
        return self.unpressed or self.position.turn

    @property
    def ply(self) -> int:
        """How many plies stand."""
        return len(self.line.plies)

    @property
    def over(self) -> bool:
        return self.phase in (GamePhase.FINISHED, GamePhase.ANNULLED)

    def article(self, number: str) -> str:
        """The address of an article of the game's laws: `7.5.1` is `fide-2023:7.5.1`."""
        return f"{self.laws}:{number}" if self.laws and number else number

    def last_standing(self) -> PlyRecord | None:
        return next((ply for ply in reversed(self.plies) if not ply.struck), None)

    def with_last_ply(self, **changes: object) -> State:
        """The state with its last standing ply changed (readings after the press)."""
        for index in range(len(self.plies) - 1, -1, -1):
            if not self.plies[index].struck:
                changed = replace(self.plies[index], **changes)
                return replace(self, plies=(*self.plies[:index], changed, *self.plies[index + 1 :]))
        return self

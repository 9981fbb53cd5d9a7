"""A kind of ruling: one record with all its properties.

The module that decides a kind exports its record; `tavleya.law.kinds` lists them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import Fact, Facts, asked_of
from tavleya.law.library import find_address
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Effect, Remedy, RulingOutcome, readings, set_clocks
from tavleya.law.terms import Regime
from tavleya.messages import N_, Message
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result, win_for
from tavleya.record.state import State
from tavleya.rules.registry import SPECS
from tavleya.rules.spec import GameSpec
from tavleya.sides import Side

# A case: all input of a decision, and the entries that all decisions share.


@dataclass(frozen=True, slots=True)
class Case:
    """`at`: the instant of the decision, ms.  `caller`: the player who claims, None for an arbiter.

    `live`: the board is followed during play; otherwise the clock is on the table, and neither it nor the start of the
    game is in the record.
    """

    kind: str
    state: State
    regime: Regime
    at: int
    facts: Facts
    caller: Side | None = None
    live: bool = True

    @property
    def followed(self) -> bool:
        """Whether the record has the clock; if so, it decides facts about time, not the arbiter."""
        return self.live and self.state.clock is not None and self.state.clock.started

    def readings(self) -> dict[Side, int] | None:
        """Return both clocks now; None if the record does not follow them."""
        return readings(self.state, self.at) if self.live else None

    def shown(self) -> dict[Side, int] | None:
        """Return both clocks now, from the record or as the arbiter read them; None if they are unknown."""
        return self.readings() if self.live else self.facts.clocks("shown")

    @property
    def named_article(self) -> str:
        """The address of the article named by the arbiter.  Raises: BadInput ("no_such_article")."""
        return find_address(self.regime, self.facts.text("article"))

    @property
    def resume(self) -> bool:
        """Whether play continues with this ruling."""
        return not self.facts.has("resume") or self.facts.yes("resume")

    def remedy(
        self,
        article: str,
        drafts: Iterable[EntryDraft],
        *grounds: Message,
        penalty: str = "",
        offender: Side | None = None,
        clock: ClockChange | None = None,
        result: Result | None = None,
        count: int = 0,
        outcome: RulingOutcome = RulingOutcome.UPHELD,
        effects: tuple[Effect, ...] = (),
    ) -> Remedy:
        """Return a remedy with the facts of this case; `penalty` is the article of the penalty."""
        return Remedy(
            self.kind, article, penalty, offender, tuple(drafts), grounds, clock, result, count, self.facts.values,
            outcome, effects,
        )  # fmt: skip


def data(**values: object) -> Mapping[str, object]:
    return MappingProxyType({name: value for name, value in values.items() if value not in (None, "")})


def decision(case: Case, outcome: str, article: str, **arguments: object) -> EntryDraft:
    """Return the entry of the decision; it answers every open call at the board."""
    calls = [call.seq for call in case.state.calls]
    side = case.facts.side("offender") or case.facts.side("claimant")
    values = {"calls": calls, "decides": case.kind, "outcome": outcome, "article": article, **arguments}
    return EntryDraft(EntryKind.DECISION, side, data=MappingProxyType(values))


def irregularity(
    side: Side, label: str, article: str, *, ply: int | None = None, move: str = "", **more: object
) -> EntryDraft:
    return EntryDraft(
        EntryKind.IRREGULARITY, side, ply, data=data(what=label, article=article, counts=False, move=move, **more)
    )


def going_on(case: Case, side: Side | None = None, *, stopped: bool = False) -> tuple[EntryDraft, ...]:
    """Return an entry that resumes play, if it is stopped (or the ruling `stopped` it) and the arbiter permits."""
    paused = case.state.phase is GamePhase.PAUSED or (stopped and case.state.phase is GamePhase.PLAYING)
    return (EntryDraft(EntryKind.RESUMED, side or case.state.turn),) if paused and case.resume else ()


def time_change(
    case: Case, add: Mapping[Side, int], article: str, reason: str
) -> tuple[tuple[EntryDraft, ...], ClockChange | None]:
    """Return the entry of added (or negative: deducted) time, and the change of the clocks if their times are known.

    Raises: BadInput ("negative_time").
    """
    values = {side.value: ms for side, ms in add.items() if ms}
    if not values:
        return (), None
    before, change = case.shown(), None
    if before is not None:
        after = {side: before[side] + add.get(side, 0) for side in Side}
        set_clocks(after)
        change = ClockChange(before, after)
    change_data = {"at_the_board": {"add": values}} if case.readings() is None else {"add": values}
    return (EntryDraft(EntryKind.ADJUSTMENT, data=data(**change_data, article=article, reason=reason)),), change


def clock_setting(
    case: Case, after: Mapping[Side, int], article: str, reason: str
) -> tuple[tuple[EntryDraft, ...], ClockChange | None]:
    """Return the entry that sets both clocks, and the change."""
    times, before = set_clocks(after), case.readings()
    if before is None:
        at_the_board = data(at_the_board={"set": times}, article=article, reason=reason)
        return (EntryDraft(EntryKind.ADJUSTMENT, data=at_the_board),), None
    draft = EntryDraft(EntryKind.ADJUSTMENT, data=data(set=times, article=article, reason=reason))
    return (draft,), ClockChange(before, after)


def scored(offender: Side, opponent: str) -> Result:
    """Return the result: the offender loses, the opponent gets `win`, `draw` or `loss` (12.7)."""
    if opponent == "loss":
        return Result.BOTH_LOSE
    if opponent == "draw":
        return Result.BLACK_HALF if offender is Side.WHITE else Result.WHITE_HALF
    return win_for(offender.other)


def begun(case: Case) -> None:
    """Check that a followed game has begun.  Raises: Conflict ("not_started")."""
    if case.live and case.state.phase is GamePhase.PENDING:
        raise Conflict(say("not_started"))


def contradiction(message: Message) -> BadInput:
    """Create the error for facts that contradict the record."""
    return BadInput(say("facts_contradict_record", what=message))


def need_reason(case: Case) -> str:
    """Return the arbiter's reason, which is required if the facts do not decide.

    Raises: BadInput ("arbiter_decides").
    """
    reason = case.facts.text("reason")
    if not reason:
        raise BadInput(say("arbiter_decides"), fact="reason")
    return reason


def require_fact(case: Case, fact: Fact) -> None:
    """Check that a fact which decides this case was answered.  Raises: BadInput ("fact_missing")."""
    if case.facts.values.get(fact.name) is None:
        raise BadInput(say("fact_missing", fact=fact.about), fact=fact.name)


def too_late(article: str, message: Message) -> Conflict:
    return Conflict(say("claim_too_late", why=message), article=article)


def games_where(has: Callable[[GameSpec], bool]) -> frozenset[str]:
    """Return the games that have the subject of a ruling."""
    return frozenset(spec.game for spec in SPECS.values() if has(spec))


ALL_GAMES = games_where(lambda spec: True)
MATE_GAMES = games_where(lambda spec: spec.mates)


class Group(Enum):
    """A group in the menu of rulings; the value is its name.  The order follows their urgency in the hall."""

    MOVES = N_("Moves")
    CLOCK = N_("Clock")
    CLAIMS = N_("Draw claims")
    CONDUCT = N_("Conduct")
    SET_UP = N_("Set-up")
    ABSENCE = N_("Absence")
    CALLS = N_("Calls")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Texts for the entries of a ruling in the record of the game, by their codes.

    `decisions`: the sentence for an outcome; the default is the name of the kind.  `claims`: the sentence for a claim
    (`%(side)s`).  `breaches`: the sentence for an irregularity other than an illegal move (`%(side)s`, `%(move)s`).
    `endings`: the reason for a result that only rulings give (`as a penalty`).  `reasons`: why clocks were stopped or a
    game was annulled.
    """

    decisions: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    breaches: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The names and texts of a ruling; on its own, a ruling without a form."""

    key: str
    name: Message
    words: Words = Words()


@dataclass(frozen=True, slots=True)
class Board:
    """The known state of a board before input.  `at`: now; `starts_at`: the planned start (both ms).

    `live`: the board is followed during play.  `regime`: None if it is not known yet.
    """

    state: State
    at: int
    starts_at: int | None = None
    live: bool = True
    regime: Regime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingKind(Named):
    """A ruling that an arbiter makes from facts.

    `facts` is the schema of the arbiter's input; `known` returns facts from the board that prefill the form; `settled`
    names facts that the record decides, which are not asked.  `finished`: it is possible after the game has its result.
    `wide`: its effects can reach beyond the board, to a new game or the event.  `from_moves`: it is decided from
    recorded moves, so only at boards that are followed during play.  `offered`: whether the menu has it under a regime;
    if not, the decision itself gives the reason.
    """

    group: Group
    facts: tuple[Fact, ...]
    decide: Callable[[Case], Remedy]
    known: Callable[[Board], Mapping[str, object]] = lambda _: {}
    settled: Callable[[Board], Collection[str]] = lambda _: ()
    games: frozenset[str] = ALL_GAMES
    offered: Callable[[Regime], bool] = lambda _: True
    finished: bool = False
    wide: bool = False
    from_moves: bool = False

    def asked(self, regime: Regime, *, live: bool) -> tuple[Fact, ...]:
        """Return the facts that are asked under a regime, at a board that is followed or not."""
        return asked_of(self.facts, regime, live=live)

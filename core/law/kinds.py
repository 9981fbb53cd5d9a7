"""Every kind of ruling: its facts and its pure decision, under one name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from common.errors import Conflict, NotFound
from common.messages import N_, Message, label
from common.sides import Side
from core.law import (
    absence,
    beginnings,
    clock_faults,
    conduct,
    draughts_violations,
    illegal_acts,
    illegal_moves,
    increment,
    penalties,
    pieces,
    quickplay,
    touches,
)
from core.law.cases import Case
from core.law.claims import decide_claim
from core.law.facts import Fact, FactKind, Facts, fact
from core.law.flags import call_flag
from core.law.messages import say
from core.law.regimes import Regime
from core.law.remedies import Outcome, Remedy
from core.record.phase import Phase
from core.record.state import State
from core.rules.contract import ClaimKind
from core.rules.registry import SPECS
from core.rules.spec import GameSpec


def _games(has: Callable[[GameSpec], bool]) -> frozenset[str]:
    """The games that have what a ruling is about."""
    return frozenset(spec.game for spec in SPECS.values() if has(spec))


_ALL = _games(lambda spec: True)
_ON_MATES = _games(lambda spec: spec.mates)
_NOTE = fact("reason", FactKind.TEXT, N_("why"))


@dataclass(frozen=True, slots=True)
class RulingKind:
    """`facts` is the schema of what the arbiter says.  `finished`: it can be made after the game has its result.

    `wide`: it can reach beyond its board, to a new game or to the event.
    """

    key: str
    name: Message
    facts: tuple[Fact, ...]
    decide: Callable[[Case], Remedy]
    games: frozenset[str] = _ALL
    finished: bool = False
    wide: bool = False


def decide(
    key: str,
    state: State,
    regime: Regime,
    at: int,
    facts: Facts,
    *,
    caller: Side | None = None,
    live: bool = True,
) -> Remedy:
    """The remedy of a ruling: exactly the entries that it would append, and what they change.

    Raises NotFound `no_such_ruling`; Conflict `annulled`, `game_over`, `not_of_this_game`; and what the kind refuses.
    """
    kind = ruling_kind(key)
    if regime.game not in kind.games:
        raise Conflict(say("not_of_this_game"))
    if state.phase is Phase.ANNULLED:
        raise Conflict(say("annulled"))
    if state.phase is Phase.FINISHED and not kind.finished:
        raise Conflict(say("game_over"))
    return kind.decide(Case(key, state, regime, at, facts, caller, live))


def ruling_kind(key: str) -> RulingKind:
    if key not in KINDS:
        raise NotFound(say("no_such_ruling.kind", kind=key[:40]))
    return KINDS[key]


def kinds_of(game: str) -> tuple[RulingKind, ...]:
    """The rulings that can be made in this game, in the order of a menu."""
    return tuple(kind for kind in KINDS.values() if game in kind.games)


def _illegal(case: Case) -> Remedy:
    return illegal_moves.rule_illegal_move(
        case.state, case.regime, case.at, clocks=case.facts.clocks(), resume=case.resume
    )


def _claim(case: Case) -> Remedy:
    side = case.facts.side("claimant")
    assert side is not None
    kind, intended = ClaimKind(case.facts.text("claim")), case.facts.text("intended") or None
    remedy, verdict = decide_claim(case.state, case.regime, side, kind, intended, case.at)
    outcome = Outcome.UPHELD if verdict.upheld else Outcome.REJECTED
    return replace(remedy, facts=case.facts.values, outcome=outcome)


def _flag(case: Case) -> Remedy:
    side = case.facts.side("side")
    assert side is not None
    caller = case.caller or case.facts.side("called_by")
    remedy = call_flag(case.state, case.regime, side, case.at, caller=caller)
    return replace(remedy, facts=case.facts.values)


_CLAIM_FACTS = (
    fact("claimant", FactKind.SIDE, N_("who claims the draw"), required=True),
    fact("claim", FactKind.CHOICE, N_("on what ground"), choices=tuple(ClaimKind), required=True),
    fact("intended", FactKind.MOVE, N_("the move that is announced")),
)
_FLAG_FACTS = (
    fact("side", FactKind.SIDE, N_("whose flag"), required=True),
    fact(
        "called_by",
        FactKind.CHOICE,
        N_("who calls it"),
        choices=("white", "black", "arbiter"),
        default="arbiter",
    ),
)
_ILLEGAL_FACTS = (
    fact("clocks", FactKind.CLOCKS, N_("the times that are set")),
    fact("resume", FactKind.YES_NO, N_("whether play goes on at once")),
    _NOTE,
)


def _kind(
    key: str, name: str, facts: tuple[Fact, ...], decide: Callable[[Case], Remedy], **more: object
) -> RulingKind:
    return RulingKind(key, label(f"ruling_{key}", name), facts, decide, **more)  # type: ignore[arg-type]


KINDS: Mapping[str, RulingKind] = MappingProxyType(
    {
        kind.key: kind
        for kind in (
            _kind("illegal_move", N_("Illegal move"), _ILLEGAL_FACTS, _illegal),
            _kind("illegal_act", N_("Counts as an illegal move"), illegal_acts.FACTS, illegal_acts.decide),
            _kind("touch_move", N_("Touch-move"), touches.FACTS, touches.decide),
            _kind(
                "draughts_violation",
                N_("Violation at the draughts board"),
                draughts_violations.FACTS,
                draughts_violations.decide,
                games=_games(lambda spec: spec.must_capture),
            ),
            _kind("draw_claim", N_("Claim of a draw"), _CLAIM_FACTS, _claim),
            _kind(
                "quickplay",
                N_("Quickplay finish"),
                quickplay.FACTS,
                quickplay.decide,
                games=_ON_MATES,
            ),
            _kind(
                "increment",
                N_("Five seconds a move asked for"),
                increment.FACTS,
                increment.decide,
                games=_games(lambda spec: spec.increment_on_request),
            ),
            _kind("flag", N_("Fallen flag"), _FLAG_FACTS, _flag),
            _kind("both_flags", N_("Both flags down"), clock_faults.BOTH_FLAGS, clock_faults.both_flags),
            _kind("absence", N_("Not at the board"), absence.FACTS, absence.decide),
            _kind("overdue", N_("Move by correspondence overdue"), absence.OVERDUE, absence.overdue),
            _kind("beginning", N_("Wrong beginning"), beginnings.FACTS, beginnings.decide, wide=True),
            _kind("displaced", N_("Pieces displaced"), pieces.DISPLACED, pieces.displaced),
            _kind("restored", N_("An earlier position restored"), pieces.RESTORED, pieces.restored),
            _kind(
                "defective_clock", N_("Defective clock"), clock_faults.DEFECTIVE, clock_faults.defective_clock
            ),
            _kind(
                "disturbance",
                N_("Disturbance from outside"),
                clock_faults.DISTURBANCE,
                clock_faults.disturbance,
            ),
            _kind(
                "deduction", N_("Time deducted before play"), clock_faults.DEDUCTION, clock_faults.deduction
            ),
            _kind(
                "control_unproven",
                N_("Control that cannot be proved"),
                clock_faults.UNPROVEN,
                clock_faults.control_unproven,
            ),
            _kind("clock_place", N_("Where the clock stands"), clock_faults.PLACE, clock_faults.place),
            _kind("time", N_("Time on the clocks"), clock_faults.TIME, clock_faults.time),
            _kind(
                "penalty", N_("Penalty"), penalties.PENALTY_FACTS, penalties.decide, finished=True, wide=True
            ),
            _kind("refusal", N_("Refusal to keep to the rules"), conduct.REFUSAL, conduct.refusal),
            _kind("score", N_("Result set by the arbiter"), conduct.SCORE, conduct.score, finished=True),
            _kind("incident", N_("Incident"), conduct.INCIDENT, conduct.incident, finished=True),
            _kind("dismissed", N_("Call not upheld"), conduct.DISMISSAL, conduct.dismissal),
        )
    }
)

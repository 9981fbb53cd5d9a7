"""The kinds of ruling.  A new kind is a module with its record, and a line here."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from tavleya.errors import Conflict, NotFound
from tavleya.law import (
    absence,
    claims,
    clock_faults,
    conduct,
    draughts_violations,
    flags,
    illegal_acts,
    increment,
    penalties,
    pieces,
    quickplay,
    starting_errors,
    touch_move,
)
from tavleya.law.cases import Case
from tavleya.law.facts import Facts
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy
from tavleya.law.ruling_kind import Named, RulingKind, Words
from tavleya.law.terms import Regime
from tavleya.messages import N_, label
from tavleya.record.entries import GamePhase
from tavleya.record.state import State
from tavleya.sides import Side

_KINDS: dict[str, RulingKind] = {
    kind.key: kind
    for kind in (
        illegal_acts.MOVE_KIND,
        illegal_acts.ACT_KIND,
        illegal_acts.KIND,
        touch_move.TOUCH_KIND,
        draughts_violations.KIND,
        pieces.DISPLACED_KIND,
        pieces.RESTORED_KIND,
        flags.FLAG_KIND,
        clock_faults.BOTH_FLAGS_KIND,
        clock_faults.TIME_KIND,
        clock_faults.DEFECTIVE_KIND,
        clock_faults.UNPROVEN_KIND,
        clock_faults.DEDUCTION_KIND,
        clock_faults.PLACE_KIND,
        claims.KIND,
        quickplay.KIND,
        increment.INCREMENT_KIND,
        penalties.KIND,
        conduct.REFUSAL_KIND,
        clock_faults.DISTURBANCE_KIND,
        conduct.INCIDENT_KIND,
        conduct.SCORE_KIND,
        starting_errors.KIND,
        absence.KIND,
        absence.OVERDUE_KIND,
        conduct.DISMISSAL_KIND,
    )
}
#: Every kind by its key, in the order of a menu.
KINDS: Mapping[str, RulingKind] = MappingProxyType(_KINDS)


def _other_ruling(key: str, name: str, **words: Mapping[str, str]) -> Named:
    return Named(key=key, name=label(f"ruling_{key}", name), words=Words(**words))


#: Rulings that follow from others, or that have a separate page.
OTHERS: Mapping[str, Named] = MappingProxyType(
    {
        one.key: one
        for one in (
            _other_ruling(
                "call",
                N_("Call of the arbiter"),
                decisions={
                    "answered": N_("The call was answered."),
                    "dismissed": N_("The call was not upheld."),
                },
            ),
            _other_ruling(
                "forfeited",
                N_("Forfeited after an exclusion"),
                endings={"exclusion": N_("after an exclusion")},
            ),
            _other_ruling("reversal", N_("Ruling undone")),
            _other_ruling(
                "sealed_move",
                N_("Sealed move"),
                endings={"sealed_move": N_("by the sealed move")},
                reasons={"envelope": N_("the sealed move")},
            ),
            _other_ruling("lost_envelope", N_("Envelope lost"), reasons={"lost_envelope": N_("the envelope is lost")}),
            _other_ruling(
                "late_at_resumption",
                N_("Late at the resumption"),
                endings={"late_at_resumption": N_("late at the resumption")},
            ),
            _other_ruling("wrong_time", N_("Wrong time at the resumption")),
        )
    }
)


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
    """Return the remedy of a ruling: exactly the entries that it would append, and their effects.

    Raises: NotFound ("no_such_ruling"); Conflict ("annulled", "game_over", "not_of_this_game", "not_followed"); and the
    errors of the kind.
    """
    kind = ruling_kind(key)
    if regime.game not in kind.games:
        raise Conflict(say("not_of_this_game"))
    if kind.from_moves and not live:
        raise Conflict(say("not_followed"))
    if state.phase is GamePhase.ANNULLED:
        raise Conflict(say("annulled"))
    if state.phase is GamePhase.FINISHED and not kind.finished:
        raise Conflict(say("game_over"))
    remedy = kind.decide(Case(key, state, regime, at, facts, caller, live))
    place = facts.at_move()
    if place is None:
        return remedy
    number, side = place
    return replace(remedy, grounds=(*remedy.grounds, say(f"at_move.{side.value}", number=number)))


def ruling_kind(key: str) -> RulingKind:
    if key not in KINDS:
        raise NotFound(say("no_such_ruling.kind", kind=key[:40]))
    return KINDS[key]


def kinds_of(regime: Regime, *, live: bool = True) -> tuple[RulingKind, ...]:
    """Return the rulings available under a regime, in menu order; `live`: at a followed board."""
    return tuple(
        kind
        for kind in KINDS.values()
        if regime.game in kind.games and (live or not kind.from_moves) and kind.offered(regime)
    )


def named_ruling(key: str) -> Named | None:
    """Return the names of a ruling, with or without a form."""
    return KINDS.get(key) or OTHERS.get(key)


def all_words() -> Iterator[Words]:
    """Yield the texts of all rulings for the record of a game."""
    return (named.words for named in chain(KINDS.values(), OTHERS.values()))

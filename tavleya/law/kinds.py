"""The kinds of ruling, and the incidents that open them.  A new kind is a module with its record, and a line here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType

from tavleya.errors import Conflict, NotFound
from tavleya.law import (
    absence,
    claims,
    clock_faults,
    conduct,
    draughts_violations,
    illegal_acts,
    penalties,
    pieces,
    quickplay,
    starting_errors,
)
from tavleya.law.facts import FactKind, Facts
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy
from tavleya.law.ruling_kind import Case, Named, RulingKind, Words
from tavleya.law.terms import Measure, Regime
from tavleya.messages import N_, Message, label
from tavleya.record.entries import GamePhase
from tavleya.record.state import State
from tavleya.sides import Side

# The most frequent incidents in a playing hall, and the ruling that each opens with one tap.


@dataclass(frozen=True, slots=True)
class Incident:
    """`kind` is the ruling that it opens; the broken article is in the regime (`Regime.incidents`).

    `off_record`: it is offered only at boards that are not followed; at others the record shows it, or a player calls.
    `frequent`: arbiters are called for it all day; its article is that of the ruling.
    """

    code: str
    name: Message
    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)
    of_player: bool = True
    off_record: bool = False
    frequent: bool = False


def _incident(code: str, name: str, kind: str, **facts: object) -> Incident:
    return Incident(code, label(f"incident_{code}", name), kind, MappingProxyType(facts))


_PENALTY, _NOTE = "penalty", "incident"

INCIDENTS: tuple[Incident, ...] = (
    replace(_incident("illegal_move", N_("Illegal move"), "illegal_move"), off_record=True, frequent=True),
    replace(_incident("touch_move", N_("Touch-move"), "touch_move"), frequent=True),
    replace(_incident("draw_claim", N_("Draw claim"), "draw_claim"), frequent=True),
    replace(_incident("flag", N_("Flag fall"), "flag"), frequent=True),
    replace(
        _incident("both_flags", N_("Both flags down"), "both_flags"), of_player=False, off_record=True, frequent=True
    ),
    _incident("distracting", N_("Distracting the opponent"), _PENALTY),
    _incident("improper_offer", N_("Draw offer at the wrong time"), _PENALTY),
    _incident("notes", N_("Use of notes, advice or other sources of information"), _PENALTY),
    _incident("analysis", N_("Analysis in the playing hall"), _PENALTY),
    _incident("leaving", N_("Leaving the playing area"), _PENALTY),
    _incident("clock_misuse", N_("Misuse of the clock"), _PENALTY),
    _incident("not_recording", N_("Not recording the moves"), _PENALTY),
    _incident("notation", N_("Another system of notation"), _PENALTY, measure="warning"),
    _incident("phone", N_("Phone or other electronic device on the person"), _PENALTY, measure="loss"),
    _incident("device_put_away", N_("Phone or other electronic device in a bag or elsewhere"), _PENALTY),
    _incident("disrepute", N_("Bringing the game into disrepute"), _PENALTY),
    replace(_incident("spectators", N_("Spectators disturb or are expelled"), _NOTE), of_player=False),
    _incident("displaced", N_("Pieces displaced"), "displaced"),
    _incident("refusal", N_("Refusal to comply with the Laws"), "refusal"),
    _incident("late", N_("Late arrival or absence"), "absence"),
)
_BY_CODE = {incident.code: incident for incident in INCIDENTS}


def incident(code: str) -> Incident:
    """Return the incident.  Raises: NotFound ("no_such_incident")."""
    if code not in _BY_CODE:
        raise NotFound(say("no_such_incident"))
    return _BY_CODE[code]


def incidents_of(regime: Regime, *, live: bool = True) -> tuple[Incident, ...]:
    """Return the incidents that have a consequence under the laws of this regime."""
    return tuple(
        incident
        for incident in INCIDENTS
        if (
            regime.game in KINDS[incident.kind].games and not (live and incident.off_record)
            if incident.frequent
            else incident.code in regime.incidents
        )
    )


def prefill(code: str, regime: Regime, side: str = "") -> tuple[str, dict[str, object]]:
    """Return the kind of ruling and its known facts; `side` is the offender."""
    item = incident(code)
    facts: dict[str, object] = dict(item.facts)
    article = regime.address(regime.incidents.get(code, ""))
    schema = KINDS[item.kind].facts
    if facts.get("measure") == Measure.LOSS and not regime.opponent_wins_by(article):
        del facts["measure"]  # these laws do not fix the penalty
    if article and any(fact.kind is FactKind.ARTICLE for fact in schema):
        facts["article"] = article
    if item.kind == _NOTE:
        facts |= {"what": code}
    name = next((fact.name for fact in schema if fact.kind in (FactKind.SIDE, FactKind.SIDES)), "")
    if side and item.of_player and name:
        facts[name] = side
    return item.kind, facts


_KINDS: dict[str, RulingKind] = {
    kind.key: kind
    for kind in (
        illegal_acts.MOVE_KIND,
        illegal_acts.ACT_KIND,
        illegal_acts.KIND,
        pieces.TOUCH_KIND,
        draughts_violations.KIND,
        pieces.DISPLACED_KIND,
        pieces.RESTORED_KIND,
        clock_faults.FLAG_KIND,
        clock_faults.BOTH_FLAGS_KIND,
        clock_faults.TIME_KIND,
        clock_faults.DEFECTIVE_KIND,
        clock_faults.UNPROVEN_KIND,
        clock_faults.DEDUCTION_KIND,
        clock_faults.PLACE_KIND,
        claims.KIND,
        quickplay.KIND,
        quickplay.INCREMENT_KIND,
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
        ruling.key: ruling
        for ruling in (
            _other_ruling(
                "call",
                N_("Call of the arbiter"),
                decisions={"answered": N_("The call was answered."), "dismissed": N_("The call was not upheld.")},
            ),
            _other_ruling(
                "forfeited", N_("Forfeited after an exclusion"), endings={"exclusion": N_("after an exclusion")}
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
    key: str, state: State, regime: Regime, at: int, facts: Facts, *, caller: Side | None = None, live: bool = True
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

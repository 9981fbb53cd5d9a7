"""The most frequent incidents in a playing hall, and the ruling that each opens with one tap."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tavleya.errors import NotFound
from tavleya.law.facts import FactKind
from tavleya.law.kinds import KINDS
from tavleya.law.messages import say
from tavleya.law.terms import Measure, Regime
from tavleya.messages import N_, Message, label


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
_BY_CODE = {one.code: one for one in INCIDENTS}


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
        if (_known(incident, regime, live=live) if incident.frequent else incident.code in regime.incidents)
    )


def _known(incident: Incident, regime: Regime, *, live: bool) -> bool:
    return regime.game in KINDS[incident.kind].games and not (live and incident.off_record)


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
    names = next((fact.name for fact in schema if fact.kind in (FactKind.SIDE, FactKind.SIDES)), "")
    if side and item.of_player and names:
        facts[names] = side
    return item.kind, facts

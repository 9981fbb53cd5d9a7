"""What happens in a hall most often, and the ruling that each opens with, so that one tap starts it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from common.errors import NotFound
from common.messages import N_, Message, label
from core.law.messages import say


@dataclass(frozen=True, slots=True)
class Incident:
    """`kind` is the ruling that it opens, `articles` the broken one by game; none: nothing follows from it there."""

    code: str
    name: Message
    kind: str
    articles: Mapping[str, str]
    facts: Mapping[str, object]
    of_player: bool = True


def _incident(
    code: str,
    name: str,
    kind: str,
    articles: tuple[str, ...],
    facts: Mapping[str, object] | None = None,
    **more: bool,
) -> Incident:
    by_game = {one.partition(":")[0]: one for one in articles}
    return Incident(
        code,
        label(f"incident_{code}", name),
        kind,
        MappingProxyType(by_game),
        MappingProxyType(dict(facts or {})),
        **more,
    )


_PENALTY, _NOTE = "penalty", "incident"

INCIDENTS: tuple[Incident, ...] = (
    _incident("distracting", N_("Distracting the opponent"), _PENALTY, ("tavreli:12.5", "chess:11.5")),
    _incident("improper_offer", N_("Draw offer at a wrong moment"), _PENALTY, ("tavreli:12.5", "chess:11.5")),
    _incident(
        "notes", N_("Notes, advice or a source of information"), _PENALTY, ("tavreli:12.2", "chess:11.3.1")
    ),
    _incident("analysis", N_("Analysis in the playing hall"), _PENALTY, ("tavreli:12.3", "chess:11.3.1")),
    _incident("leaving", N_("Leaving the playing area"), _PENALTY, ("tavreli:12.4", "chess:11.2.3")),
    _incident("clock_misuse", N_("Misuse of the clock"), _PENALTY, ("tavreli:6.7", "chess:6.2.4")),
    _incident("not_recording", N_("Not writing the moves down"), _PENALTY, ("tavreli:8.1", "chess:8.1.1")),
    _incident(
        "notation",
        N_("Another system of notation"),
        _PENALTY,
        ("tavreli:G.4", "chess:8.1.1"),
        {"measure": "warning"},
    ),
    _incident(
        "phone",
        N_("A telephone with the player"),
        _PENALTY,
        ("tavreli:12.2", "chess:11.3.2.2"),
        {"measure": "loss"},
    ),
    _incident("disrepute", N_("Unworthy conduct"), _PENALTY, ("tavreli:12.1", "chess:11.1")),
    _incident(
        "spectators",
        N_("Spectators disturb, or are sent out"),
        _NOTE,
        ("tavreli:13.7", "chess:12.7"),
        of_player=False,
    ),
    _incident(
        "displaced", N_("Pieces displaced"), "displaced", ("tavreli:7.3", "chess:7.4.1", "draughts:moves.14")
    ),
    _incident(
        "refusal",
        N_("Refusal to keep to the rules"),
        "refusal",
        ("tavreli:12.7", "chess:11.7", "draughts:violations.6"),
    ),
    _incident("late", N_("Not at the board"), "absence", ("tavreli:6.6", "chess:6.7.1")),
)
_BY_CODE = {one.code: one for one in INCIDENTS}


def incident(code: str) -> Incident:
    """Raises NotFound `no_such_incident`."""
    if code not in _BY_CODE:
        raise NotFound(say("no_such_incident"))
    return _BY_CODE[code]


def incidents_of(game: str) -> tuple[Incident, ...]:
    """Those that the text of this game knows."""
    return tuple(one for one in INCIDENTS if game in one.articles)


def prefill(code: str, game: str, side: str = "") -> tuple[str, dict[str, object]]:
    """The kind of ruling and the facts that are known already; `side` is whose conduct it was."""
    one = incident(code)
    facts: dict[str, object] = dict(one.facts)
    article = one.articles.get(game, "")
    if one.kind in (_PENALTY, _NOTE):
        facts |= {"article": article} if article else {}
    if one.kind == _NOTE:
        facts |= {"what": code}
    if side and one.of_player:
        facts[{"refusal": "refuses", "absence": "absent"}.get(one.kind, "offender")] = side
    return one.kind, facts

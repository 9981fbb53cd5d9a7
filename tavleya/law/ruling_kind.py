"""A kind of ruling: one record with all its properties.

The module that decides a kind exports its record; `tavleya.law.kinds` lists them.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum

from tavleya.law.cases import Case
from tavleya.law.facts import Fact, asked_of
from tavleya.law.remedies import Remedy
from tavleya.law.terms import Regime
from tavleya.messages import N_, Message
from tavleya.record.state import State
from tavleya.rules.registry import SPECS
from tavleya.rules.spec import GameSpec


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


def _nothing(_: Board) -> Mapping[str, object]:
    return {}


def _none(_: Board) -> Collection[str]:
    return ()


def _always(_: Regime) -> bool:
    return True


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
    known: Callable[[Board], Mapping[str, object]] = _nothing
    settled: Callable[[Board], Collection[str]] = _none
    games: frozenset[str] = ALL_GAMES
    offered: Callable[[Regime], bool] = _always
    finished: bool = False
    wide: bool = False
    from_moves: bool = False

    def asked(self, regime: Regime, *, live: bool) -> tuple[Fact, ...]:
        """Return the facts that are asked under a regime, at a board that is followed or not."""
        return asked_of(self.facts, regime, live=live)

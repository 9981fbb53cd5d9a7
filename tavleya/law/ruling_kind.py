"""What a kind of ruling is: one record that says everything there is to know about it.

The module that decides a kind exports its record; `tavleya.law.kinds` lists them.
"""

from __future__ import annotations

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
    """The games that have what a ruling is about."""
    return frozenset(spec.game for spec in SPECS.values() if has(spec))


ALL_GAMES = games_where(lambda spec: True)
MATE_GAMES = games_where(lambda spec: spec.mates)


class Group(Enum):
    """A group in the menu of rulings; the value is its name.  They stand in the order in which a hall needs them."""

    MOVES = N_("Moves")
    CLOCK = N_("Clock")
    CLAIMS = N_("Draw claims")
    CONDUCT = N_("Conduct")
    SET_UP = N_("Set-up")
    ABSENCE = N_("Absence")
    CALLS = N_("Calls")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What the entries of a ruling say in the record of the game, by their codes.

    `decisions`: the sentence for an outcome; an outcome without one is told with the name of the kind.
    `claims`: the sentence for a claim (`%(side)s`).  `breaches`: the sentence for an irregularity that is no illegal
    move (`%(side)s`, `%(move)s`).  `endings`: how a result came
    about that only rulings give (`as a penalty`).  `reasons`: why clocks were
    stopped or a game was annulled.
    """

    decisions: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    breaches: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A ruling as it is called and told; without more, one that no form is filled in for."""

    key: str
    name: Message
    words: Words = Words()


@dataclass(frozen=True, slots=True)
class Board:
    """What is known of a board before anybody says anything; `at`: now, `starts_at`: the planned start (both ms);
    `live`: it is followed as it is played."""

    state: State
    at: int
    starts_at: int | None = None
    live: bool = True


def _nothing(_: Board) -> Mapping[str, object]:
    return {}


def _none(_: Board) -> Collection[str]:
    return ()


def _always(_: Regime) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingKind(Named):
    """A ruling that an arbiter makes of facts.

    `facts` is the schema of what the arbiter says; `known` are those of them that the board itself says, to stand in
    the form when it is opened; `settled` names those that the record decides, so that nobody is asked.  `finished`: it
    can be made after the game has its result.  `wide`: it can reach beyond its board, to a new game or to the event.
    `from_moves`: it is decided from the moves as they are recorded, so only at boards that are followed as they are
    played.  `offered`: whether the menu has it under a regime; where it has not, the decision itself says why.
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
        """The facts that are asked under a regime, at a board that is followed or not."""
        return asked_of(self.facts, regime, live=live)

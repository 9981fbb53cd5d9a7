"""The systems that pair a round from the rounds before, each by its edition: one way to ask and one way to check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from common.messages import Message
from core.pairing import double_swiss, dutch, keizer, legality
from core.pairing.options import KeizerOptions, read
from core.pairing.state import (
    DUTCH_2017,
    DUTCH_2026,
    Happened,
    Pair,
    PastRound,
    RoundPairing,
    SwissState,
)

KEIZER = "keizer"
Progress = Callable[[int, int], None]
Check = Callable[[SwissState, Iterable[Pair | tuple[int, int]], int | None], tuple[Message, ...]]


@dataclass(frozen=True)
class Engine:
    """`system` is what a round keeps of how it was paired; `colour_drawn`: whether the first colour is drawn.

    `pair` gets the options of the section; it raises CannotPair.  `check` shares no code with it.
    """

    name: str
    system: str
    pair: Callable[[SwissState, Mapping[str, Any], Progress | None], RoundPairing]
    check: Check
    colour_drawn: bool = True


def engine_of(edition: str) -> Engine:
    return _ENGINES[edition]


def seasons(state: SwissState) -> keizer.Seasons:
    """The evenings of a Keizer from the rounds of a state, whose points are those of the usual scoring.

    A full-point bye is an evening away for the club, a half-point bye one with an excuse, any other one without.
    """
    return {player.number: [_evening(past) for past in player.rounds] for player in state.players}


_AWAY = {2: keizer.Missing.DUTY, 1: keizer.Missing.EXCUSED}


def _evening(past: PastRound) -> keizer.Evening:
    if past.opponent is not None:
        played = past.happened is Happened.PLAYED
        return keizer.Evening(past.opponent, past.points, past.side if played else None)
    if past.happened is Happened.PAIRING_BYE:
        return keizer.Evening(missing=keizer.Missing.BYE)
    return keizer.Evening(missing=_AWAY.get(past.points, keizer.Missing.UNEXCUSED))


def ladder(state: SwissState, options: Mapping[str, Any]) -> tuple[keizer.Line, ...]:
    """The list before the round of `state`; at the start it is that of the starting numbers."""
    order = sorted(player.number for player in state.players)
    return keizer.ranking(order, seasons(state), read(KeizerOptions, options).terms)


def _keizer(state: SwissState, options: Mapping[str, Any], progress: Progress | None) -> RoundPairing:
    present = {player.number for player in state.present}
    order = [line.player for line in ladder(state, options) if line.player in present]
    terms = read(KeizerOptions, options).terms
    pairs, bye = keizer.pair(order, seasons(state), gap=terms.gap, apart=state.forbidden)
    return RoundPairing(pairs, bye, KEIZER)


def _dutch(edition: str) -> Engine:
    return Engine(
        "tavleya-dutch 1",
        "dutch",
        lambda state, options, progress: dutch.pair(state, edition, progress),
        legality.check,
    )


_ENGINES: Mapping[str, Engine] = {
    DUTCH_2026: _dutch(DUTCH_2026),
    DUTCH_2017: _dutch(DUTCH_2017),
    double_swiss.EDITION: Engine(
        "tavleya-double-swiss 1",
        "double_swiss",
        lambda state, options, progress: double_swiss.pair(state),
        legality.check_double_swiss,
    ),
    KEIZER: Engine("tavleya-keizer 1", "keizer", _keizer, legality.check_ladder, colour_drawn=False),
}

"""The systems that pair a round from the rounds before, each by its edition: one way to ask and one way to check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from common.messages import Message
from core.pairing import double_swiss, dutch, keizer, legality
from core.pairing.dutch.engine import board as dutch_board
from core.pairing.dutch.pool import Pool
from core.pairing.options import KeizerOptions, read
from core.pairing.state import (
    DUTCH_2017,
    DUTCH_2026,
    Pair,
    PastRound,
    RoundOutcome,
    RoundPairing,
    SwissState,
)

Progress = Callable[[int, int], None]
Check = Callable[[SwissState, Iterable[Pair | tuple[int, int]], int | None], tuple[Message, ...]]
#: Pairs that must meet, with the colours that the system would give them.
Colours = Callable[[SwissState, Sequence[tuple[int, int]]], tuple[Pair, ...]]


@dataclass(frozen=True)
class Engine:
    """One set of rules for pairing a round, by its `edition`.

    `system` is what a round keeps of how it was paired.  `pair` raises CannotPair; it gets the options of the section
    where `takes_options`, else none.  `check` shares no code with it.  `games`: how many games opponents play when
    they meet.  `usual_points`: it goes by the points of the usual scoring, whatever results are worth in the section.
    `colour_drawn`: whether the colour of the first player is drawn before round 1.
    """

    name: str
    system: str
    edition: str
    pair: Callable[[SwissState, Mapping[str, Any], Progress | None], RoundPairing]
    check: Check
    games: int = 1
    takes_options: bool = False
    usual_points: bool = False
    colour_drawn: bool = True
    colours: Colours | None = None

    def coloured(
        self, state: SwissState, together: Sequence[tuple[int, int]], options: Mapping[str, Any]
    ) -> tuple[Pair, ...]:
        """Pairs that must meet, with the colours that they would have as pairs of the engine's.  Raises CannotPair."""
        if self.colours is not None and together:
            return self.colours(state, together)
        everybody = frozenset(player.number for player in state.players)
        return tuple(
            pair
            for two in together
            for pair in self.pair(
                replace(state, absent=state.absent | (everybody - set(two))), options, None
            ).pairs
        )


def keizer_histories(state: SwissState) -> keizer.KeizerHistories:
    """The evenings of a Keizer from the rounds of a state, whose points are those of the usual scoring.

    A full-point bye is an evening away for the club, a half-point bye one with an excuse, any other one without.
    """
    return {player.number: [_keizer_round(past) for past in player.rounds] for player in state.players}


_AWAY = {2: keizer.Missing.DUTY, 1: keizer.Missing.EXCUSED}


def _keizer_round(past: PastRound) -> keizer.KeizerRound:
    if past.opponent is not None:
        played = past.happened is RoundOutcome.PLAYED
        return keizer.KeizerRound(past.opponent, past.points, past.side if played else None)
    if past.happened is RoundOutcome.PAIRING_BYE:
        return keizer.KeizerRound(missing=keizer.Missing.BYE)
    return keizer.KeizerRound(missing=_AWAY.get(past.points, keizer.Missing.UNEXCUSED))


def ladder(state: SwissState, options: Mapping[str, Any]) -> tuple[keizer.LadderLine, ...]:
    """The list before the round of `state`; at the start it is that of the starting numbers."""
    order = sorted(player.number for player in state.players)
    return keizer.ranking(order, keizer_histories(state), read(KeizerOptions, options).terms)


def _keizer(state: SwissState, options: Mapping[str, Any], progress: Progress | None) -> RoundPairing:
    present = {player.number for player in state.present}
    order = [line.player for line in ladder(state, options) if line.player in present]
    terms = read(KeizerOptions, options).terms
    pairs, bye = keizer.pair(order, keizer_histories(state), gap=terms.gap, apart=state.forbidden)
    return RoundPairing(pairs, bye, "keizer")


def _dutch_colours(state: SwissState, together: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    field = Pool(state)
    rank = {member.number: place for place, member in enumerate(field.members)}
    return tuple(dutch_board(field, rank[one], rank[other]) for one, other in together)


def _dutch(edition: str) -> Engine:
    return Engine(
        "tavleya-dutch 1",
        "dutch",
        edition,
        lambda state, options, progress: dutch.pair(state, edition, progress),
        legality.check,
        colours=_dutch_colours,
    )


DUTCH = {edition: _dutch(edition) for edition in (DUTCH_2026, DUTCH_2017)}
DOUBLE_SWISS = Engine(
    "tavleya-double-swiss 1",
    "double_swiss",
    double_swiss.EDITION,
    lambda state, options, progress: double_swiss.pair(state),
    legality.check_double_swiss,
    games=double_swiss.GAMES,
)
KEIZER = Engine(
    "tavleya-keizer 1",
    "keizer",
    "keizer",
    _keizer,
    legality.check_ladder,
    takes_options=True,
    usual_points=True,
    colour_drawn=False,
)
